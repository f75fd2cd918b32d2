"""A study that stops by itself: at each number of players its rule sets are played in rounds.

The rounds end at sizes fixed in advance and every rule set plays as many deals, so why and where a
study stopped follows from its chunks alone: nothing about it is written down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rummylab.analysis.tally import Tally
from rummylab.errors import RummyError
from rummylab.simulate import MOST_UNITS
from rummylab.stopping import Round, rounds
from rummylab.study.design import Cell
from rummylab.study.store import Store, pieces

Chunk = Callable[[Cell, int, int], Tally]


class MissingError(Exception):
    """A chunk that was not played yet."""


def of_players(store: Store, players: int, chunk: Chunk) -> Iterator[Round]:
    """The rounds of all rule sets at one number of players.

    Parameters
    ----------
    store : Store
        The folder.
    players : int
        The number of players.
    chunk : callable
        From a cell, the first cluster and a count to the tally of that chunk.
    """
    cells = [cell for cell in store.cells() if cell.players == players]

    def play(first: int, count: int) -> list[Tally]:
        totals: list[Tally] = []
        for start, size in pieces(first, count):
            parts = [chunk(cell, start, size) for cell in cells]
            totals = [a + b for a, b in zip(totals, parts, strict=True)] if totals else parts
        return totals

    return rounds(play, store.stop(players), keep_units=MOST_UNITS)


def last_round(store: Store, players: int) -> Round:
    """The last whole round that was played; its `stopped` is None where more are to come.

    Raises
    ------
    RummyError
        When the first round is not whole.
    """

    def read(cell: Cell, first: int, count: int) -> Tally:
        if not store.has(cell, first):
            raise MissingError
        return store.read(cell, first, count)

    last: Round | None = None
    try:
        for found in of_players(store, players, read):
            last = found
    except MissingError:
        pass
    if last is None:
        raise RummyError(
            f"{store.path} has no whole round of games with {players} players yet; go on with the"
            f" command that began it: rummylab study run STUDY -o {store.path}"
        )
    return last
