"""The best play, and every play, for a table and a rack.

Exact for every rule switch. Plays have one complete order: the objective, then fewer jokers laid,
then the other objective, then the choice that lays more of the first tile (by number, then by
colour in the order R B K Y G P) of which two choices lay different counts.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import overload

from rummylab import _core
from rummylab._core import Play
from rummylab.arguments import (
    MELDS,
    PLAYERS,
    TILES,
    flag,
    listed,
    optional,
    takes,
    text,
    tupled,
    whole,
)
from rummylab.errors import RummyError
from rummylab.variant import Variant, load, native_players

__all__ = [
    "PackedPositions",
    "Play",
    "Plays",
    "best_play",
    "best_plays",
    "can_play",
    "pack",
    "plays",
]

Position = tuple[Sequence[str], str, bool]


def _solver(variant: str | Variant, players: int | None) -> _core.Solver:
    loaded = load(variant)
    return _solver_of(loaded, native_players(loaded, players))


@lru_cache(maxsize=64)
def _solver_of(variant: Variant, players: int) -> _core.Solver:
    return _core.Solver(variant.native(), players)


@takes(table=MELDS, rack=TILES, opened=flag, objective=text(), players=PLAYERS)
def best_play(
    variant: str | Variant,
    *,
    table: Sequence[str] = (),
    rack: str,
    opened: bool = True,
    objective: str = "tiles",
    players: int | None = None,
) -> Play | None:
    """Return the best play, or None when nothing can be laid.

    Parameters
    ----------
    variant
        A variant, or a text that names one: ``rummikub:opening.min_points=50``.
    table
        The melds on the table, each a text such as ``R4 R5 J``.
    rack
        The tiles of the rack, with blanks between.
    opened
        Whether this player may use the table already.
    objective
        ``tiles`` (lay the most tiles) or ``points`` (lay what would cost most on the rack).
    players
        Names the tile set of a game for so many players; the variant's standard set by default.

    Returns
    -------
    Play or None
        ``placed`` (text), ``table`` (list of texts), ``count`` (tiles), ``points``.

    Raises
    ------
    RummyError
        For a tile that the set does not have, too many copies, or a table that is not legal.

    Examples
    --------
    >>> import rummylab as rl
    >>> play = rl.best_play("rummikub", table=["R4 R5 R6 R7"], rack="R6 R8 K1")
    >>> play.placed, play.table
    ('R6 R8', ['R4 R5 R6', 'R6 R7 R8'])
    """
    solver = _solver(variant, players)
    return solver.best_play(list(table), rack, opened, objective)


@takes(table=MELDS, rack=TILES, opened=flag, players=PLAYERS)
def can_play(
    variant: str | Variant,
    *,
    table: Sequence[str] = (),
    rack: str,
    opened: bool = True,
    players: int | None = None,
) -> bool:
    """Say whether anything can be laid; with many tiles much faster than the best play.

    Parameters are those of `best_play`.

    Examples
    --------
    >>> import rummylab as rl
    >>> rl.can_play("rummikub", table=["R4 R5 R6 R7"], rack="R9 K1")
    False
    """
    solver = _solver(variant, players)
    return solver.can_play(list(table), rack, opened)


@takes(
    table=MELDS,
    rack=TILES,
    opened=flag,
    limit=optional(whole(1, allowed="a whole number from 1, or None for all plays")),
    players=PLAYERS,
)
def plays(
    variant: str | Variant,
    *,
    table: Sequence[str] = (),
    rack: str,
    opened: bool = True,
    limit: int | None = None,
    players: int | None = None,
) -> list[Play]:
    """Return a play for every distinct choice of rack tiles that can be laid, the best first.

    Parameters are those of `best_play`; ``limit`` keeps the first so many plays. The table of a
    play is laid when it is first asked for, so a list costs little where few are looked at. A rack
    of 30 tiles may have ten million plays and more. Control-C ends the call, but what it began is
    computed to the end by a thread that nothing can stop; a limit keeps it short.

    Examples
    --------
    >>> import rummylab as rl
    >>> [play.placed for play in rl.plays("rummikub", table=["R4 R5 R6 R7"], rack="R6 R8 K1")]
    ['R6 R8', 'R8']
    """
    solver = _solver(variant, players)
    return solver.plays(list(table), rack, opened, limit)


class PackedPositions:
    """Positions read once by `pack`, to be solved by `best_plays` as often as needed."""

    def __init__(
        self, variant: Variant, native: _core.PackedPositions, players: int | None = None
    ) -> None:
        self.variant = variant
        self.players = players
        self._native = native

    def __len__(self) -> int:
        return len(self._native)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PackedPositions):
            return NotImplemented
        alike = (self.variant, self.players) == (other.variant, other.players)
        return alike and self._native.__getstate__() == other._native.__getstate__()

    __hash__ = None  # type: ignore[assignment]  # as lists, and what else holds many

    def __repr__(self) -> str:
        return f"<{len(self)} positions under {self.variant.id}>"


class Plays(Sequence[Play | None]):
    """The best plays of many positions; None where nothing can be laid."""

    def __init__(self, native: _core.SolvedPositions) -> None:
        self._native = native

    def __len__(self) -> int:
        return len(self._native)

    @overload
    def __getitem__(self, index: int) -> Play | None: ...
    @overload
    def __getitem__(self, index: slice) -> list[Play | None]: ...
    def __getitem__(self, index: int | slice) -> Play | list[Play | None] | None:
        if isinstance(index, slice):
            return [self._native[i] for i in range(*index.indices(len(self)))]
        return self._native[index]

    def __iter__(self) -> Iterator[Play | None]:
        return (self._native[i] for i in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Plays):
            return NotImplemented
        return len(self) == len(other) and all(map(operator.eq, self, other))

    __hash__ = None  # type: ignore[assignment]  # as lists

    def __repr__(self) -> str:
        return f"<best plays of {len(self)} positions>"


@takes(
    positions=listed(
        tupled(MELDS, TILES, flag, allowed='a triple such as (["R4 R5 R6"], "R7", True)'),
        "a list of triples (table, rack, opened)",
    ),
    players=PLAYERS,
)
def pack(
    variant: str | Variant, positions: Iterable[Position], *, players: int | None = None
) -> PackedPositions:
    """Read many positions, each ``(table, rack, opened)``, once.

    Examples
    --------
    >>> import rummylab as rl
    >>> rl.pack("rummikub", [(["R4 R5 R6"], "R7 B1", True)])
    <1 positions under rummikub>
    """
    loaded = load(variant)
    rows: list[tuple[Sequence[str], str, bool]] = [
        (list(table), rack, opened) for table, rack, opened in positions
    ]
    number = native_players(loaded, players)
    return PackedPositions(loaded, _core.PackedPositions(loaded.native(), rows, number), players)


@takes(objective=text(), threads=whole(), players=PLAYERS)
def best_plays(
    variant: str | Variant,
    positions: Iterable[Position] | PackedPositions,
    *,
    objective: str = "tiles",
    threads: int = 1,
    players: int | None = None,
) -> Plays:
    """Return the best play of each of many positions, found in one native call.

    Parameters
    ----------
    positions
        Triples ``(table, rack, opened)``, or what `pack` returned for the same variant.
    threads
        How many threads share the work; the result is the same for any number.

    Examples
    --------
    >>> import rummylab as rl
    >>> found = rl.best_plays("rummikub", [(["R4 R5 R6"], "R7 B1", True), ([], "R1 B9", True)])
    >>> found[0].placed, found[1]
    ('R7', None)
    """
    loaded = load(variant)
    packed = (
        positions
        if isinstance(positions, PackedPositions)
        else pack(loaded, positions, players=players)
    )
    if packed.variant.native() != loaded.native():
        raise RummyError(
            f"the positions were packed for {packed.variant.id} with other rules than those of "
            f"{loaded.id}; pack them again with this variant"
        )
    if players not in (None, packed.players):
        raise RummyError(
            f"players is {players}, but the positions were packed for"
            f" {packed.players or 'the standard set of tiles'}; pack them again for so many"
        )
    return Plays(_core.best_plays(packed._native, objective, threads))
