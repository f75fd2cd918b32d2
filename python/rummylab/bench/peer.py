"""The integer-programming solver that anybody can install, side by side on the same positions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rummylab import solve
from rummylab.bench.clock import Timing
from rummylab.bench.positions import jokers_in_play, positions_of_games
from rummylab.bench.solver import PLAYERS, time_batch
from rummylab.solve import Position
from rummylab.variant import load

PACKAGE = "rummikub-solver==1.0.0"
# Its joker is one more tile that stands for any other, as under these rules.
VARIANT = "platinium"
_COLOURS = "RBKY"
_MINUTES = 60
_INSTALL_LIMIT = 15 * _MINUTES
_SOLVE_LIMIT = 120 * _MINUTES


def peer(*, positions: int, seconds: float, repeats: int) -> dict[str, Any]:
    """Positions a second of both, and whether they say the same.

    The peer comes into an environment of its own that is thrown away afterwards. Where it cannot be
    had, ``available`` is false and ``reason`` says why.
    """
    variant = load(VARIANT)
    seen = positions_of_games(variant, games=max(10, positions // 5), players=PLAYERS, seed=11)
    seen = [position for position in seen if position[2]]
    sample = seen[:: max(1, len(seen) // positions)][:positions]
    with TemporaryDirectory(prefix="rummylab-peer-") as folder:
        try:
            answer = _ask(_install(Path(folder)), sample)
        except _MissingError as error:
            return {"package": PACKAGE, "available": False, "reason": str(error)}
    theirs = Timing.of([1 / max(second, 1e-9) for second in answer["seconds"]])
    whole = len(sample) / sum(answer["seconds"])
    micro = time_batch(variant, sample, seconds=seconds, repeats=repeats)
    own = Timing(1e6 / micro.median, 1e6 / micro.high, 1e6 / micro.low, micro.repeats)
    return {
        "package": PACKAGE,
        "available": True,
        "variant": VARIANT,
        "positions": len(sample),
        "peer_positions_per_second": float(f"{whole:.4g}"),
        "peer_slowest": float(f"{theirs.low:.4g}"),
        "peer_fastest": float(f"{theirs.high:.4g}"),
        "positions_per_second": own.to_dict(),
        "times_as_fast": round(own.median / whole),
        **_agreement(sample, answer["counts"]),
    }


def _agreement(sample: list[Position], theirs: list[int]) -> dict[str, Any]:
    """How often both lay as many tiles.

    The peer knows no joker in a group of four nor at the end of a run of four or more, so with
    jokers it may find less, never more.
    """
    plays = solve.best_plays(VARIANT, sample, players=PLAYERS)
    own = [0 if play is None else play.count for play in plays]
    plain = [i for i, position in enumerate(sample) if jokers_in_play(position) == 0]
    return {
        "equal": sum(a == b for a, b in zip(own, theirs, strict=True)),
        "peer_lays_more": sum(a < b for a, b in zip(own, theirs, strict=True)),
        "without_jokers": len(plain),
        "equal_without_jokers": sum(own[i] == theirs[i] for i in plain),
    }


class _MissingError(Exception):
    pass


def _run(command: list[str], *, limit: int, what: str, given: str | None = None) -> str:
    try:
        done = subprocess.run(
            command,
            input=given,
            capture_output=True,
            text=True,
            timeout=limit,
            check=False,
            env={key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise _MissingError(f"{what} failed: {type(error).__name__}") from None
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise _MissingError(f"{what} failed: {last}")
    return done.stdout


def _install(folder: Path) -> Path:
    """The interpreter of a fresh environment that has the peer."""
    _run([sys.executable, "-m", "venv", str(folder)], limit=_INSTALL_LIMIT, what="making a venv")
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    install = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", PACKAGE]
    _run(install, limit=_INSTALL_LIMIT, what=f"pip install {PACKAGE}")
    return python


def _ask(python: Path, sample: list[Position]) -> dict[str, Any]:
    worker = Path(__file__).with_name("peer_worker.py")
    tiles = [[_tiles(" ".join(table)), _tiles(rack)] for table, rack, _ in sample]
    given = json.dumps({"positions": tiles})
    printed = _run([str(python), str(worker)], limit=_SOLVE_LIMIT, what="the peer", given=given)
    answer: dict[str, Any] = json.loads(printed)
    return answer


def _tiles(text: str) -> list[list[int] | None]:
    """Tiles as colour and number; a joker is null."""
    return [
        None if tile == "J" else [_COLOURS.index(tile[0]), int(tile[1:])] for tile in text.split()
    ]
