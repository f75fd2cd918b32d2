"""The best melds of a hand of a draw game.

Exact for every rule switch. Plans have one complete order, whatever the hand: the objective, then
more cards melded (where most cards are wanted: less deadwood), then groups of fewer cards from the
lowest rank on, then fewer wild cards in runs, then runs that begin lower and are longer. What the
order says in full stands in ``cpp/rummy/hands/hand_solver.hpp``.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, overload

from rummylab import _core
from rummylab._core import HandPlan
from rummylab.arguments import PLAYERS, TILES, listed, takes, text, whole
from rummylab.variant import Variant, load, native_players

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["HandPlan", "HandPlans", "best_hand", "best_hands"]


def _solver(variant: str | Variant, players: int | None) -> _core.DrawHandSolver:
    loaded = load(variant)
    return _solver_of(loaded, native_players(loaded, players))


@lru_cache(maxsize=16)
def _solver_of(variant: Variant, players: int) -> _core.DrawHandSolver:
    return _core.DrawHandSolver(variant.native_draw(), players)


@takes(hand=TILES, objective=text(), indicator=TILES, players=PLAYERS)
def best_hand(
    variant: str | Variant,
    hand: str,
    *,
    objective: str = "deadwood",
    indicator: str = "",
    players: int | None = None,
) -> HandPlan:
    """Return the best melds of a hand, and what they leave.

    Parameters
    ----------
    variant
        A draw game, or a text that names one: ``gin:knock.limit=5``.
    hand
        The cards (``4S 10H AD JK``) or tiles (``R5 FJ``) with blanks between.
    objective
        ``deadwood`` (what stays unmelded costs least), ``points`` (the melds count most: what
        opens in 101 okey) or ``tiles`` (most cards lie in melds).
    indicator
        The tile turned up, in games that have one; it says which tile is wild.
    players
        Names the cards of a game for so many players; the variant's standard set by default.

    Returns
    -------
    HandPlan
        ``melds`` (list of texts), ``leftover`` (text), ``value`` (in the unit of the objective),
        ``deadwood``, ``points``, ``melded`` (cards in melds).

    Raises
    ------
    RummyError
        For a card that the game does not have, too many copies, or a game without hands of melds.

    Examples
    --------
    >>> import rummylab as rl
    >>> plan = rl.best_hand("gin", "4S 5S 6S 7S 8S 8H 8D KC")
    >>> plan.melds, plan.leftover
    (['4S 5S 6S 7S', '8S 8H 8D'], 'KC')
    >>> rl.best_hand("okey", "R1 R2 FJ B9 B10 B13 K4", objective="tiles", indicator="B12").melds
    ['B13 B9 B10']
    """
    return _solver(variant, players).best(hand, objective, indicator)


class HandPlans(Sequence[HandPlan]):
    """The best melds of many hands; a plan is made when it is asked for."""

    def __init__(self, native: _core.SolvedHands) -> None:
        self._native = native

    @property
    def values(self) -> NDArray[np.intc]:
        """What the plans come to in the unit of the objective, as an array."""
        return self._native.values

    def __len__(self) -> int:
        return len(self._native)

    @overload
    def __getitem__(self, index: int) -> HandPlan: ...
    @overload
    def __getitem__(self, index: slice) -> list[HandPlan]: ...
    def __getitem__(self, index: int | slice) -> HandPlan | list[HandPlan]:
        if isinstance(index, slice):
            return [self._native[i] for i in range(*index.indices(len(self)))]
        return self._native[index]

    def __iter__(self) -> Iterator[HandPlan]:
        return (self._native[i] for i in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HandPlans):
            return NotImplemented
        return len(self) == len(other) and all(map(operator.eq, self, other))

    __hash__ = None  # type: ignore[assignment]  # as lists

    def __repr__(self) -> str:
        return f"<best melds of {len(self)} hands>"


@takes(
    hands=listed(TILES, 'a list with one text per hand, such as ["4S 5S 6S", "KC KD KH"]'),
    objective=text(),
    indicator=TILES,
    threads=whole(),
    players=PLAYERS,
)
def best_hands(
    variant: str | Variant,
    hands: Sequence[str],
    *,
    objective: str = "deadwood",
    indicator: str = "",
    threads: int = 1,
    players: int | None = None,
) -> HandPlans:
    """Return the best melds of each of many hands, found in one native call.

    Parameters are those of `best_hand`; ``hands`` is a list of texts, ``threads`` how many threads
    share the work, and the result is the same for any number of them.

    Examples
    --------
    >>> import rummylab as rl
    >>> found = rl.best_hands("gin", ["AC 2C 3C KD", "5H 5D 5S 5C"])
    >>> found.values.tolist(), found[1].melds
    ([10, 0], ['5S 5H 5D 5C'])
    """
    solver = _solver(variant, players)
    return HandPlans(_core.best_hands(solver, list(hands), objective, indicator, threads))
