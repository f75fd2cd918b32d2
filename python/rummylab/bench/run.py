"""The run of a benchmark: its parts, their sizes, and what machine it was."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rummylab import __version__
from rummylab.bench import games, peer, solver

PARTS = ("micro", "macro", "scaling", "peer")


@dataclass(frozen=True)
class Sizes:
    """How much is measured.

    Parameters
    ----------
    seconds, repeats : float, int
        How long a repeat of a timing takes, and how many there are.
    micro_games : int
        Games of each rule sheet whose positions are solved.
    games : tuple of int
        Numbers of games at which scaling is measured.
    rows : int
        Games of which a row each is written as Parquet.
    threads : tuple of int
        Numbers of threads at which scaling is measured.
    positions : int
        Positions that the peer solves.
    """

    seconds: float
    repeats: int
    micro_games: int
    games: tuple[int, ...]
    rows: int
    threads: tuple[int, ...]
    positions: int

    def up_to(self, most: int) -> Sizes:
        """Scaling from the smallest size to so many games, ten times as many each step."""
        steps = [min(self.games[0], most)]
        while steps[-1] < most:
            steps.append(min(steps[-1] * 10, most))
        return Sizes(**{**self.__dict__, "games": tuple(steps), "rows": min(most, 1_000_000)})


USUAL = Sizes(
    seconds=1.0,
    repeats=5,
    micro_games=300,
    games=(10_000, 100_000, 1_000_000),
    rows=1_000_000,
    threads=(1, 2),
    positions=300,
)
QUICK = Sizes(
    seconds=0.05,
    repeats=3,
    micro_games=10,
    games=(200, 1_000),
    rows=1_000,
    threads=(1, 2),
    positions=20,
)


def run(
    sizes: Sizes = USUAL,
    *,
    parts: Sequence[str] = PARTS,
    progress: Callable[[str], None] | None = None,
) -> dict[str, Any]:
    """Measure, and return all figures as one JSON object.

    Parameters
    ----------
    sizes
        How much is measured.
    parts
        Which of `PARTS`.
    progress
        Told which part begins.

    Returns
    -------
    dict
        ``version``, ``machine``, ``sizes``, and of the parts asked for ``micro`` and ``macro``
        (rows), ``scaling`` (``runs`` and ``parquet``) and ``peer``. A timing has ``median``,
        ``low``, ``high`` and ``repeats``.
    """
    measure: dict[str, Callable[[], Any]] = {
        "micro": lambda: solver.micro(
            games=sizes.micro_games, seconds=sizes.seconds, repeats=sizes.repeats
        ),
        "macro": lambda: games.macro(seconds=sizes.seconds, repeats=sizes.repeats),
        "scaling": lambda: {
            "runs": games.scaling(
                games=list(sizes.games), threads=list(sizes.threads), repeats=sizes.repeats
            ),
            "parquet": games.rows_to_parquet(games=sizes.rows, repeats=sizes.repeats),
        },
        "peer": lambda: peer.peer(
            positions=sizes.positions, seconds=sizes.seconds, repeats=sizes.repeats
        ),
    }
    found: dict[str, Any] = {
        "version": __version__,
        "machine": {
            "system": platform.system(),
            "processor": platform.machine(),
            "cores": os.cpu_count(),
            "python": platform.python_version(),
        },
        "sizes": dict(sizes.__dict__),
    }
    for part in PARTS:
        if part in parts:
            if progress is not None:
                progress(part)
            found[part] = measure[part]()
    return found
