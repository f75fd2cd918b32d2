"""The turn solver on positions of games, by jokers in play and by the size of the table."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from rummylab import solve
from rummylab.bench.clock import Timing, rate
from rummylab.bench.positions import jokers_in_play, positions_of_games, tiles_on_table
from rummylab.solve import Position
from rummylab.variant import Variant, load

VARIANTS = ("rummikub", "fichas", "platinium", "schmidt", "signature")
PLAYERS = 4
# Tiles on the table up to which a position belongs to a class.
TABLES = (0, 20, 40, 60, 106)
# Every play is listed where the rack is no larger: the number of choices doubles with each tile.
PLAYS_RACK = 10


def micro(*, games: int, seconds: float, repeats: int) -> list[dict[str, Any]]:
    """Microseconds for a best play of a packed batch, one thread."""
    rows = []
    for name in VARIANTS:
        variant = load(name)
        found = positions_of_games(variant, games=games, players=PLAYERS)
        groups = _groups(found) if name == VARIANTS[0] else {"all": found}
        for label, positions in groups.items():
            taken = time_batch(variant, positions, seconds=seconds, repeats=repeats)
            rows.append(_row(name, "best_play", label, positions, taken))
        if name == VARIANTS[0]:
            small = [p for p in found if len(p[1].split()) <= PLAYS_RACK]
            label = f"racks of at most {PLAYS_RACK} tiles"
            for call, tables in (("plays", False), ("plays, tables", True)):
                taken = _time_plays(variant, small, tables=tables, repeats=repeats)
                rows.append(_row(name, call, label, small, taken))
    return rows


def _row(
    variant: str, what: str, group: str, positions: list[Position], taken: Timing
) -> dict[str, Any]:
    return {
        "variant": variant,
        "call": what,
        "group": group,
        "positions": len(positions),
        "microseconds": taken.to_dict(),
    }


def time_batch(
    variant: Variant, positions: list[Position], *, seconds: float, repeats: int
) -> Timing:
    """Microseconds for one of these positions."""
    packed = solve.pack(variant, positions, players=PLAYERS)

    def work(times: int) -> None:
        for _ in range(times):
            solve.best_plays(variant, packed, threads=1)

    return _microseconds(rate(work, seconds=seconds, repeats=repeats), len(positions))


def _time_plays(
    variant: Variant, positions: list[Position], *, tables: bool, repeats: int
) -> Timing:
    """Microseconds for every choice of tiles, each position read from its text anew."""

    def once() -> None:
        for table, rack, opened in positions:
            plays = solve.plays(variant, table=table, rack=rack, opened=opened)
            if tables:
                for play in plays:
                    _ = play.table

    return Timing.of([1e6 * _spent(once) / len(positions) for _ in range(repeats)])


def _spent(work: Callable[[], None]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _microseconds(batches: Timing, size: int) -> Timing:
    """Batches a second as microseconds for one of a batch."""
    median, low, high = (1e6 / (x * size) for x in (batches.median, batches.high, batches.low))
    return Timing(median, low, high, batches.repeats)


def _groups(positions: list[Position]) -> dict[str, list[Position]]:
    groups: dict[str, list[Position]] = {"all": positions}
    for jokers in (0, 1, 2):
        label = f"{jokers} joker{'' if jokers == 1 else 's'} in play"
        groups[label] = [p for p in positions if jokers_in_play(p) == jokers]
    for low, high in zip((-1, *TABLES), TABLES, strict=False):
        label = "an empty table" if high == 0 else f"{low + 1} to {high} tiles on the table"
        groups[label] = [p for p in positions if low < tiles_on_table(p) <= high]
    return {label: group for label, group in groups.items() if group}
