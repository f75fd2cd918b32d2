"""Playing many games."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from rummylab import _core
from rummylab.analysis.tally import Tally
from rummylab.arguments import THREADS, callback, flag, one_of, optional, shown, takes, whole
from rummylab.errors import RummyError
from rummylab.simulate_checks import (
    HALF_WIDTHS,
    ROTATION,
    TESTS,
    Rotate,
    check_count,
    check_players,
    check_seed,
    cores,
    is_whole,
    rotation_of,
    usual_players,
)
from rummylab.simulate_result import Result
from rummylab.stopping import Stop, Tests, Until, play_rounds
from rummylab.strategy import Strategy, seated
from rummylab.variant import Variant, load

__all__ = ["simulate", "tally_range"]

TURN_CAP = 1000
# Runs of at most so many clusters keep each of them, so that two runs on the same deals can be
# compared deal by deal; longer runs have blocks enough to be compared by these.
MOST_UNITS = 50_000

Progress = Callable[[int], None]
Live = Callable[[Tally, int], None]
Strategies = str | Strategy | Sequence[str | Strategy]


@takes(
    threads=THREADS,
    rotate=ROTATION,
    record=optional(one_of("games", "turns", "none")),
    turn_cap=whole(),
    checked=flag,
    until=HALF_WIDTHS,
    sprt=TESTS,
    progress=callback,
    live=callback,
)
def simulate(
    variant: str | os.PathLike[str] | Variant,
    *,
    games: int | None = None,
    matches: int | None = None,
    players: int | None = None,
    strategies: Strategies | None = None,
    seed: int = 0,
    threads: int | None = None,
    rotate: Rotate = False,
    record: str | None = None,
    turn_cap: int = TURN_CAP,
    checked: bool = False,
    choices: int = 0,
    until: Until | None = None,
    sprt: Tests | None = None,
    progress: Progress | None = None,
    live: Live | None = None,
) -> Result:
    """Play many games and count what happens.

    Parameters
    ----------
    variant
        A variant, or a text that names one: ``rummikub:opening.min_points=50``.
    games
        How many deals to play, numbered from 0; 10,000 when neither this nor `matches` is given.
    matches
        How many whole matches to play instead.
    players
        Players at the table; 4, or as near as the rules allow, when not given.
    strategies
        One spec for all, or one for each player: ``max_tiles``, ``hoarder:tiles=6``, or objects of
        a class derived from `Strategy`; when not given ``max_tiles``, in draw games ``greedy``.
    seed
        Chooses the deals and every other chance; 0 to 2**64 - 1.
    threads
        Threads; all cores by default. The numbers do not depend on it.
    rotate
        Play every deal n times and count these games as one unit. Where strategies differ the
        players go round: player p sits in seat ``(p - r) mod n`` in rotation r, each seat with its
        rack. Where all play alike the racks and draws go round in the same way, so that every
        rack starts once. ``"players"`` or ``"racks"`` says what goes round, whoever plays.
    record
        ``"games"`` or ``"turns"`` keeps a row for each, see `Result.frame`.
    turn_cap
        A game is stopped after so many turns; it then counts as ended by the cap and nothing else.
    checked
        Hold every step to the rules and every state to its invariants (slow).
    choices
        Count the legal plays of every turn, up to this many, for the metrics ``decisions``; 0 does
        not count them, since that costs time.
    until
        Stop as soon as the always-valid interval of a metric is this narrow to each side, such as
        ``{"turns": 0.1}`` (shares in % points); `games` is then the most that is played, a million
        by default. The looks are at sizes fixed in advance, so the answer depends on nothing else.
    sprt
        Stop as soon as a sequential test knows which of two values a metric is nearer, with 5 % for
        either error: ``{"win_rate.player_1": (50, 52)}``.
    progress
        Called about ten times a second with the number of deals or matches done.
    live
        Called after every look with the tally so far and the number of the look.

    Raises
    ------
    RummyError
        For arguments that cannot be used.

    Examples
    --------
    >>> import rummylab as rl
    >>> a = rl.simulate("rummikub", games=20, players=2, seed=7, record="games")
    >>> a.games, int(a.frame()["turns"].sum()) == a.tally.total("turns")
    (20, True)
    """
    if games is not None and matches is not None:
        raise RummyError("games and matches are both given; choose one")
    asked = matches if games is None else games
    loaded = load(variant)
    players = usual_players(loaded) if players is None else players
    options: dict[str, Any] = {
        "matches": matches is not None,
        "players": players,
        "strategies": strategies,
        "seed": seed,
        "threads": threads,
        "rotate": rotate,
        "turn_cap": turn_cap,
        "checked": checked,
        "choices": choices,
    }
    if not (until or sprt or live):
        count = 10_000 if asked is None else asked
        return _simulate(loaded, first=0, count=count, record=record, progress=progress, **options)
    if record not in (None, "none"):
        raise RummyError("rows are recorded only by runs of a fixed size; leave out record")
    check_players(loaded, players)
    if asked is not None:
        check_count(asked, "matches" if matches else "games")
    limit = 10_000 if asked is None and not (until or sprt) else asked
    stop = Stop.of(until=until, sprt=sprt, limit=limit, players=players)
    results: list[Result] = []

    def play(first: int, count: int) -> list[Tally]:
        tell = None if progress is None else (lambda done: progress(first + done))
        results.append(
            _simulate(loaded, first=first, count=count, record=None, progress=tell, **options)
        )
        return [results[-1].tally]

    def told(tallies: Sequence[Tally], look: int) -> None:
        if live is not None:
            live(tallies[0], look)

    (tally,), stopped = play_rounds(play, stop, keep_units=MOST_UNITS, told=told)
    return replace(
        results[-1],
        games=tally.total("games"),
        tally=tally,
        seconds=sum(result.seconds for result in results),
        stopped=stopped if until or sprt else None,
    )


def tally_range(
    variant: Variant,
    *,
    players: int,
    strategies: Strategies,
    seed: int,
    first: int,
    count: int,
    threads: int | None = None,
    rotate: Rotate = False,
    units: bool = False,
    choices: int = 0,
    progress: Progress | None = None,
) -> Tally:
    """The tally of the deals ``first .. first + count - 1``; `first` is a multiple of 1,000.

    With `units` it keeps every cluster, see `Tally.units`.
    """
    return _simulate(
        variant,
        first=first,
        count=count,
        matches=False,
        players=players,
        strategies=strategies,
        seed=seed,
        threads=threads,
        rotate=rotate,
        record=None,
        turn_cap=TURN_CAP,
        checked=False,
        choices=choices,
        units=units,
        progress=progress,
    ).tally


def _simulate(
    variant: Variant,
    *,
    first: int,
    count: int,
    matches: bool,
    players: int,
    strategies: Strategies | None,
    seed: int,
    threads: int | None,
    rotate: Rotate,
    record: str | None,
    turn_cap: int,
    checked: bool,
    choices: int,
    progress: Progress | None,
    units: bool | None = None,
    position: dict[str, Any] | None = None,
) -> Result:
    check_players(variant, players)
    check_seed(seed)
    check_count(count, "matches" if matches else "games")
    native, names = seated(strategies, variant, players)
    if not is_whole(choices, 0, 1_000_000):
        raise RummyError(f"choices is {shown(choices)}; allowed: 0 to 1000000")
    used = cores() if threads is None else threads
    keep = count <= MOST_UNITS if units is None else units
    data = _core.simulate(
        variant.native_rules(),
        players=players,
        strategies=native,
        seed=seed,
        first=first,
        count=count,
        threads=used,
        rotate=rotation_of(names, rotate=rotate, matches=matches),
        matches=matches,
        units=keep,
        record=record or "none",
        turn_cap=turn_cap,
        checked=checked,
        choices=choices,
        position=position,
        progress=progress,
    )
    block_sums = data.block_sums
    tally = Tally(
        players,
        tuple(data.quantities),
        data.clusters,
        data.sums,
        data.cross,
        block_sums,
        data.histograms,
        np.arange(len(block_sums), dtype=np.int64) + first // _core.BLOCK_CLUSTERS,
        data.units if keep else None,
    )
    return Result(
        variant=variant,
        players=players,
        strategies=names,
        games=tally.total("games"),
        seed=seed,
        rotate=rotate,
        matches=matches,
        tally=tally,
        columns=data.columns,
        threads=used,
        seconds=data.seconds,
    )


def play_position(
    variant: Variant,
    position: dict[str, Any],
    *,
    count: int,
    players: int,
    strategies: Strategies,
    seed: int,
    threads: int | None,
    progress: Progress | None = None,
) -> Result:
    """Play on from a position so many times, each time with what is hidden in another order."""
    return _simulate(
        variant,
        first=0,
        count=count,
        matches=False,
        players=players,
        strategies=strategies,
        seed=seed,
        threads=threads,
        rotate=False,
        record=None,
        turn_cap=TURN_CAP,
        checked=False,
        choices=0,
        progress=progress,
        position=position,
    )
