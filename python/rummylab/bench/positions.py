"""Positions to solve, taken from games that are played for it."""

from __future__ import annotations

from rummylab.simulate import simulate
from rummylab.solve import Play, Position
from rummylab.strategy import Strategy, View
from rummylab.variant import Variant


class _Witness(Strategy):
    """Plays as max_tiles does and keeps every position that it is asked about."""

    def __init__(self, seen: list[Position]) -> None:
        self._seen = seen

    def choose(self, view: View) -> Play | None:
        self._seen.append((list(view.table), view.rack, view.opened))
        return view.best_play()


def positions_of_games(
    variant: Variant, *, games: int, players: int, seed: int = 7
) -> list[Position]:
    """Every position that a seat was asked about in so many games, in their order."""
    seen: list[Position] = []
    simulate(variant, games=games, players=players, strategies=_Witness(seen), seed=seed)
    return seen


def tiles_on_table(position: Position) -> int:
    """How many tiles lie on the table."""
    return sum(len(meld.split()) for meld in position[0])


def jokers_in_play(position: Position) -> int:
    """How many jokers lie on the table or the rack."""
    return sum(text.split().count("J") for text in (*position[0], position[1]))
