"""Whole games: games a second by rule sheet, players and strategy, and how they scale."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rummylab.bench.clock import Timing, rate
from rummylab.errors import RummyError
from rummylab.simulate import simulate
from rummylab.strategy import strategies
from rummylab.variant import Variant, load, shipped

SEED = 7
# What one process of its own does: plays, and says how long it took and how much memory it had.
_CHILD = """
import json, sys, time
import rummylab as rl
games, threads, out = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
run = rl.simulate("rummikub", games=games, players=4, threads=threads, seed=7,
                  record="games" if out else None)
start = time.perf_counter()
if out:
    run.frame().to_parquet(out, index=False)
writing = time.perf_counter() - start
try:  # what getrusage says on Linux is at least what the parent held when it began the child
    with open("/proc/self/status") as status:
        peak = next(1024 * int(line.split()[1]) for line in status if line.startswith("VmHWM"))
except (OSError, StopIteration):
    peak = None
try:
    import resource
    peak = peak or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # bytes on a Mac
except ImportError:
    pass
print(json.dumps({"playing": run.seconds, "writing": writing, "bytes": peak}))
"""


# House rules that ask more of the solver than the shipped sheets.
HOUSE_RULES = (
    "melds.run_wrap=ace_high",
    "melds.run_wrap=round",
    "melds.run_max=5",
    "melds.min_length=4",
    "melds.max_jokers=1",
    "tiles.jokers=4",
    "joker.retrieval=never",
    "joker.reuse=new_meld_two_rack",
)


def _settings() -> Iterator[tuple[str, int, str]]:
    """Every rule sheet with its usual strategy, house rules, every strategy of table games."""
    for name in shipped():
        variant = load(name)
        low, high = variant.players.min, variant.players.max
        for players in sorted({low, min(max(4, low), high), high}):
            yield name, players, "greedy" if variant.family == "draw" else "max_tiles"
    for rule in HOUSE_RULES:
        yield f"rummikub:{rule}", 4, "max_tiles"
    for strategy in strategies()["name"]:
        if strategy != "max_tiles":
            yield "rummikub", 4, strategy


def _play(variant: Variant, players: int, strategy: str, games: int) -> None:
    simulate(variant, games=games, players=players, strategies=strategy, threads=1, seed=SEED)


def macro(*, seconds: float, repeats: int) -> list[dict[str, Any]]:
    """Games a second of one core."""
    rows = []
    for name, players, strategy in _settings():
        variant = load(name)

        play = partial(_play, variant, players, strategy)
        found = rate(play, seconds=seconds, repeats=repeats)
        rows.append(
            {
                "variant": name,
                "players": players,
                "strategy": strategy,
                "games_per_second": found.to_dict(),
            }
        )
    return rows


def _apart(games: int, threads: int, out: Path | None) -> dict[str, Any]:
    """What a process of its own says of its run."""
    command = [sys.executable, "-c", _CHILD, str(games), str(threads), str(out or "")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise RummyError(f"a run of {games} games in a process of its own failed: {last}")
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def scaling(*, games: list[int], threads: list[int], repeats: int) -> list[dict[str, Any]]:
    """Four players of rummikub by games and threads, each run in a process of its own."""
    rows = []
    for number in games:
        for count in threads:
            runs = [_apart(number, count, None) for _ in range(repeats)]
            playing = Timing.of([number / run["playing"] for run in runs])
            rows.append(
                {
                    "games": number,
                    "threads": count,
                    "games_per_second": playing.to_dict(),
                    "peak_megabytes": _megabytes(runs),
                }
            )
    return rows


def rows_to_parquet(*, games: int, repeats: int) -> dict[str, Any]:
    """A row for every game as Parquet: the time of writing against that of playing, one thread."""
    runs = []
    with TemporaryDirectory() as folder:
        out = Path(folder) / "rows.parquet"
        for _ in range(repeats):
            runs.append(_apart(games, 1, out))
        size = out.stat().st_size
    share = Timing.of([run["writing"] / run["playing"] for run in runs])
    return {
        "games": games,
        "writing_over_playing": share.to_dict(),
        "megabytes_of_file": round(size / 1e6, 3),
        "peak_megabytes": _megabytes(runs),
    }


def _megabytes(runs: list[dict[str, Any]]) -> float | None:
    peaks = [run["bytes"] for run in runs if run["bytes"] is not None]
    return round(statistics.median(peaks) / 1e6, 1) if peaks else None
