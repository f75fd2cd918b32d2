"""Strategies: the native ones by their spec, and a base class for prototypes in Python.

A spec is ``name`` or ``name:key=value,...``, such as ``hoarder:tiles=6``; `strategies` lists what
there is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from rummylab import _core
from rummylab._core import Play
from rummylab.arguments import is_readable, one_of, optional, shown, takes, text, whole
from rummylab.errors import RummyError
from rummylab.variant import Variant
from rummylab.variant_sections import Family

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Strategy", "View", "strategies"]

# The native core numbers the streams of strategies by seat from here on.
_STREAM_OF_SEAT_1 = 16

# Who plays when nothing is said.
STANDARD: dict[Family, str] = {"table": "max_tiles", "draw": "greedy"}


@lru_cache(maxsize=16)
def _solver(variant: Variant, players: int) -> _core.Solver:
    return _core.Solver(variant.native(), players)


@dataclass(frozen=True)
class View:
    """What the seat in turn may know.

    Parameters
    ----------
    variant : Variant
        The rules of the game.
    table : tuple of str
        The melds on the table.
    rack : str
        The own tiles.
    opened : bool
        Whether the seat may use the table.
    seat, players, turn : int
        The own seat, from 1 (who started); the number of players; the turn, from 1.
    pool_left : int
        Tiles in the pool.
    can_draw : bool
        Whether there is a tile to draw for this seat.
    drawn : bool
        Whether this is the second half of a turn under ``turn.draw_then_play``.
    discards, unseen : str
        Dead tiles, and the tiles that this seat has not seen: the other racks and the pool.
    rack_sizes : tuple of int
        Tiles on each rack, by seat.
    has_laid : tuple of bool
        Whether each seat has laid tiles in this game.
    """

    variant: Variant
    table: tuple[str, ...]
    rack: str
    opened: bool
    seat: int
    players: int
    turn: int
    pool_left: int
    can_draw: bool
    drawn: bool
    discards: str
    unseen: str
    rack_sizes: tuple[int, ...]
    has_laid: tuple[bool, ...]

    @takes(objective=text())
    def best_play(self, objective: str = "tiles") -> Play | None:
        """The best play of this position, None when nothing can be laid."""
        solver = _solver(self.variant, self.players)
        return solver.best_play(list(self.table), self.rack, self.opened, objective)

    def can_play(self) -> bool:
        """Whether anything can be laid."""
        solver = _solver(self.variant, self.players)
        return solver.can_play(list(self.table), self.rack, self.opened)

    @takes(limit=optional(whole(1, allowed="a whole number from 1, or None for all plays")))
    def plays(self, limit: int | None = None) -> list[Play]:
        """Every distinct choice of tiles that can be laid, those that lay the most first."""
        solver = _solver(self.variant, self.players)
        return solver.plays(list(self.table), self.rack, self.opened, limit)


class Strategy(ABC):
    """A strategy written in Python, for prototypes: it plays in one process, on one thread.

    Every play that it returns is held to the rules; an illegal one stops the run with an error.

    Examples
    --------
    >>> import rummylab as rl
    >>> class Patient(rl.Strategy):
    ...     def choose(self, view):
    ...         play = view.best_play()
    ...         return play if play and (play.count > 2 or not view.can_draw) else None
    >>> played = rl.simulate("rummikub", games=2, players=2, strategies=[Patient(), "max_tiles"])
    >>> played.strategies
    ('Patient', 'max_tiles')
    """

    #: Numbers of this strategy's own in the game at hand; use no other source of chance, so that
    #: every game can be played again alone.
    rng: np.random.Generator

    @property
    def name(self) -> str:
        """What results call it."""
        return type(self).__name__

    def begin(self, *, variant: Variant, seat: int, players: int) -> None:  # noqa: B027
        """Hear that a game begins and this strategy sits in `seat`, from 1."""

    @abstractmethod
    def choose(self, view: View) -> Play | None:
        """Return what to lay, or None to lay nothing, which draws or passes.

        The answer needs no more than a ``table``: the melds after the turn.
        """

    def discard(self, view: View) -> str | None:
        """Return the starter's dead tile (``deal.starter_discards``); None: the least useful."""
        return None


class _Player:
    """Speaks with the native core for a Python strategy."""

    def __init__(self, strategy: Strategy, variant: Variant, players: int) -> None:
        self._strategy = strategy
        self._variant = variant
        self._players = players

    def begin(self, seed: int, deal: int, game: int, seat: int) -> None:
        bits = np.random.Philox(
            key=np.array([seed, _STREAM_OF_SEAT_1 + seat], dtype=np.uint64),
            counter=np.array([0, deal, game, 0], dtype=np.uint64),
        )
        self._strategy.rng = np.random.Generator(bits)
        self._strategy.begin(variant=self._variant, seat=seat + 1, players=self._players)

    def decide(self, view: dict[str, Any]) -> list[str] | None:
        play = self._strategy.choose(self._view(view))
        if play is None:
            return None
        table = getattr(play, "table", None)
        if not isinstance(table, list | tuple) or not all(isinstance(meld, str) for meld in table):
            raise RummyError(
                f"{self._strategy.name}.choose returned {shown(play)}; return a Play, something"
                ' with a table of melds such as ["R4 R5 R6"], or None'
            )
        return list(table)

    def discard(self, view: dict[str, Any]) -> str | None:
        tile = self._strategy.discard(self._view(view))
        if tile is not None and not isinstance(tile, str):
            raise RummyError(
                f'{self._strategy.name}.discard returned {shown(tile)}; return a tile such as "R5",'
                " or None"
            )
        return tile

    def _view(self, view: dict[str, Any]) -> View:
        lists: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in view.items()
        }
        return View(variant=self._variant, **lists)


def seated(
    given: str | Strategy | Sequence[str | Strategy] | None, variant: Variant, players: int
) -> tuple[list[Any], tuple[str, ...]]:
    """What the native core takes, and the names: one strategy for all, or one for each player."""
    given = STANDARD[variant.family] if given is None else given
    listed = listed_strategies(given, variant)
    found = [_seated(one, variant, players) for one in listed]
    if len(found) == 1:
        found += [_seated(listed[0], variant, players) for _ in range(players - 1)]
    if len(found) != players:
        raise RummyError(
            f"{len(found)} strategies for {players} players; give one for all or one for each"
        )
    return [native for native, _ in found], tuple(name for _, name in found)


def listed_strategies(given: object, variant: Variant) -> list[Any]:
    """Strategies one by one; what cannot be listed is no strategy."""
    if isinstance(given, str | Strategy):
        return [given]
    if isinstance(given, bytes) or not isinstance(given, Iterable):
        raise RummyError(_no_strategy(given, variant))
    return list(given)


def _seated(strategy: str | Strategy, variant: Variant, players: int) -> tuple[Any, str]:
    if isinstance(strategy, Strategy):
        if variant.family == "draw":
            raise RummyError(
                f"{strategy.name} is written in Python, which is for table games; draw games such"
                f" as {variant.id} take a spec such as 'greedy'"
            )
        return _Player(strategy, variant, players), strategy.name
    known: object = strategy
    if isinstance(known, str) and is_readable(known):
        name = _core.canonical_strategy(known, variant.family)
        return name, name
    raise RummyError(_no_strategy(strategy, variant))


def _no_strategy(given: object, variant: Variant) -> str:
    return (
        f"{shown(given)} is no strategy; give a spec such as {STANDARD[variant.family]!r} or"
        " an object of a class derived from rummylab.Strategy"
    )


@takes(family=one_of("table", "draw"))
def strategies(family: Family = "table") -> pd.DataFrame:
    """The native strategies of a family with their parameters, the weak before the strong.

    Examples
    --------
    >>> from rummylab.strategy import strategies
    >>> strategies()["name"].tolist()
    ['random', 'novice', 'human', 'hoarder', 'barred', 'max_points', 'max_tiles', 'planner']
    """
    import pandas as pd

    rows = []
    for entry in _core.strategies(family):
        parameters = ", ".join(
            f"{name}={value['standard']} ({value['meaning']})"
            for name, value in entry["parameters"].items()
        )
        rows.append({"name": entry["name"], "summary": entry["summary"], "parameters": parameters})
    return pd.DataFrame(rows)
