"""Playing a study: chunk after chunk, going on where it stopped."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from rummylab.analysis.tally import Tally
from rummylab.errors import RummyError
from rummylab.simulate import MOST_UNITS, tally_range
from rummylab.study.design import Cell, Study
from rummylab.study.result import StudyResult
from rummylab.study.store import Store


@dataclass(frozen=True)
class Step:
    """How far a run is.

    Parameters
    ----------
    done, total : int
        Deals played, those of earlier runs counted, and deals of the whole study.
    label : str
        What is being played, such as ``Signature, 4 players``.
    seconds : float
        How long this run has worked.
    played : int
        Deals that this run played.
    """

    done: int
    total: int
    label: str
    seconds: float
    played: int

    @property
    def seconds_left(self) -> float | None:
        """An estimate of the rest, None before anything was played."""
        if not self.played:
            return None
        return self.seconds / self.played * (self.total - self.done)


Progress = Callable[[Step], None]


class Source(Protocol):
    """What plays a chunk: a pure function of its arguments but for the threads and the time."""

    def __call__(
        self,
        cell: Cell,
        *,
        first: int,
        count: int,
        threads: int | None,
        progress: Callable[[int], None] | None,
    ) -> Tally: ...


def engine(
    cell: Cell,
    *,
    first: int,
    count: int,
    threads: int | None,
    progress: Callable[[int], None] | None,
) -> Tally:
    """Play a chunk with the native engine."""
    return tally_range(
        cell.arm.variant,
        players=cell.players,
        strategies=cell.strategies,
        seed=cell.study.seed,
        first=first,
        count=count,
        threads=threads,
        rotate=cell.study.rotate,
        units=cell.clusters <= MOST_UNITS,
        progress=progress,
    )


def run(
    study: Study,
    out: Path,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    source: Source | None = None,
) -> StudyResult:
    """Play what is missing of a study and write its tables; see `Study.run`.

    The chunks go round the cells in turn, so that a run that is stopped has a bit of everything.
    """
    if threads is not None and threads < 1:
        raise RummyError(f"threads is {threads}; it must be at least 1")
    play = source or engine
    store = Store.create(out, study)
    with store.locked():
        store.sweep()
        cells = store.cells()
        rounds = max(len(store.chunks(cell)) for cell in cells)
        tasks = [
            (cell, *store.chunks(cell)[k])
            for k in range(rounds)
            for cell in cells
            if k < len(store.chunks(cell))
        ]
        missing = [task for task in tasks if not store.has(task[0], task[1])]
        total = sum(count for _, _, count in tasks)
        done = total - sum(count for _, _, count in missing)
        start, played = time.monotonic(), 0
        for cell, first, count in missing:
            label = f"{cell.arm.label}, {cell.players} players"

            def tell(
                within: int, *, label: str = label, done: int = done, played: int = played
            ) -> None:
                if progress is not None:
                    seconds = time.monotonic() - start
                    progress(Step(done + within, total, label, seconds, played + within))

            tell(0)
            watch = tell if progress is not None else None
            tally = play(cell, first=first, count=count, threads=threads, progress=watch)
            store.write(cell, first, tally)
            done, played = done + count, played + count
            tell(count)
        result = StudyResult.load(out)
        result.write_tables()
    return result
