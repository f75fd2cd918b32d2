"""Playing a study: chunk after chunk, going on where it stopped."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from rummylab.analysis import metrics
from rummylab.analysis.tally import Tally
from rummylab.simulate import MOST_UNITS, tally_range
from rummylab.study.design import Cell, Study
from rummylab.study.result import StudyResult
from rummylab.study.rounds import of_players
from rummylab.study.store import Store


@dataclass(frozen=True)
class Step:
    """How far a run is.

    Parameters
    ----------
    done, total : int
        Deals played, those of earlier runs counted, and deals of the whole study; one that every
        rule set plays counts for each of them.
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
        # A run that stops by itself may stop early and keep its deals.
        units=(first + count if cell.study.stops_itself else cell.clusters) <= MOST_UNITS,
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
    store = Store.create(out, study)
    with store.locked():
        store.sweep()
        player = _Player(store, source or engine, threads, progress)
        if study.stops_itself:
            _in_rounds(store, player)
        else:
            _all(store, player)
        result = StudyResult.load(out)
        result.write_tables()
    return result


class _Player:
    """Plays chunks into a store and tells how far it is."""

    def __init__(
        self, store: Store, source: Source, threads: int | None, progress: Progress | None
    ) -> None:
        self.store = store
        self.source = source
        self.threads = threads
        self.progress = progress
        self.total = sum(cell.clusters for cell in store.cells())
        self.done = self.played = 0
        self.start = time.monotonic()

    def chunk(self, cell: Cell, first: int, count: int, so_far: str = "") -> None:
        """Play a chunk unless it is there."""
        if not self.store.has(cell, first):
            label = f"{cell.arm.label}, {cell.players} players"
            if so_far:
                label += f": {so_far}"

            def tell(within: int) -> None:
                self._tell(within, label)

            tell(0)
            watch = tell if self.progress is not None else None
            tally = self.source(
                cell, first=first, count=count, threads=self.threads, progress=watch
            )
            metrics.get(cell.study.metrics.primary, players=cell.players).require(tally)
            self.store.write(cell, first, tally)
            self.played += count
            self.done += count
            self._tell(0, label)
        else:
            self.done += count

    def _tell(self, within: int, label: str) -> None:
        if self.progress is not None:
            seconds = time.monotonic() - self.start
            step = Step(self.done + within, self.total, label, seconds, self.played + within)
            self.progress(step)


def _all(store: Store, player: _Player) -> None:
    """Play what is missing of a study of a fixed size."""
    cells = store.cells()
    most = max(len(store.chunks(cell)) for cell in cells)
    tasks = [
        (cell, *store.chunks(cell)[k])
        for k in range(most)
        for cell in cells
        if k < len(store.chunks(cell))
    ]
    tasks.sort(key=lambda task: not store.has(task[0], task[1]))  # what is there, first
    for task in tasks:
        player.chunk(*task)


def _in_rounds(store: Store, player: _Player) -> None:
    """Play round after round at every number of players until each has stopped."""
    so_far: dict[int, str] = {}

    def chunk(cell: Cell, first: int, count: int) -> Tally:
        player.chunk(cell, first, count, so_far.get(cell.players, ""))
        return store.read(cell, first, count)

    running = {n: of_players(store, n, chunk) for n in store.study.players}
    while running:
        for n, rounds in list(running.items()):
            found = next(rounds)
            so_far[n] = store.stop(n).so_far(found.tallies, found.look)
            if found.stopped is not None:
                del running[n]
