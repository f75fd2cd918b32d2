"""The chance to win from a position: what is hidden is sampled, and the game played on."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rummylab.analysis import intervals, metrics
from rummylab.analysis.intervals import CONFIDENCE, Estimate
from rummylab.analysis.metric import moments
from rummylab.analysis.tally import Tally
from rummylab.arguments import (
    MELDS,
    THREADS,
    TILES,
    callback,
    either,
    flag,
    listed,
    optional,
    shown,
    takes,
    whole,
)
from rummylab.errors import RummyError
from rummylab.simulate import Strategies, play_position
from rummylab.simulate_checks import check_count, check_players, check_seed, is_whole
from rummylab.simulate_result import heading
from rummylab.variant import Variant, load

__all__ = ["Odds", "odds"]


@dataclass(frozen=True)
class Odds:
    """What becomes of a position.

    Parameters
    ----------
    variant : Variant
        The rules.
    players : int
        Players at the table; player 1 is the one who asks.
    strategies : tuple of str
        Who plays on, by player.
    position : dict
        The position, with what is known of every rack.
    games, seed : int
        How many times it was played on, and the seed.
    tally : Tally
        What was counted; a sample of the hidden tiles with its game is one unit.

    Examples
    --------
    >>> import rummylab as rl
    >>> found = rl.odds("rummikub", table=["R4 R5 R6"], rack="R7 R8", others=[5], games=50)
    >>> [win.value for win in found.wins]  # R7 and R8 go out at once
    [1.0, 0.0]
    """

    variant: Variant
    players: int
    strategies: tuple[str, ...]
    position: dict[str, Any]
    games: int
    seed: int
    tally: Tally = field(repr=False)

    @property
    def win(self) -> Estimate:
        """The own chance to win, a shared win split, with its 95 % interval.

        It is for this chance alone, and so narrower than the first of `wins`.
        """
        share = metrics.get("win_rate.player_1", players=self.players)
        parts = moments(self.tally, share.numerator, share.denominator)
        return intervals.proportion(parts, CONFIDENCE)

    @property
    def wins(self) -> list[Estimate]:
        """The chance of every player.

        The intervals hold for all of them at once, so each is wider than that of one alone.
        """
        return [
            metrics.estimate(self.tally, f"win_rate.player_{p}") for p in range(1, self.players + 1)
        ]

    @property
    def scores(self) -> list[Estimate]:
        """The mean score of every player; the intervals hold for all of them at once."""
        return [
            metrics.estimate(self.tally, f"score.player_{p}") for p in range(1, self.players + 1)
        ]

    @property
    def turns(self) -> Estimate:
        """How many turns the rest of the game takes."""
        return metrics.estimate(self.tally, "turns")

    def to_json(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return {
            **heading(self.variant),
            "players": self.players,
            "strategies": list(self.strategies),
            "position": self.position,
            "games": self.games,
            "seed": self.seed,
            "win": self.win.to_dict(),
            "wins": [found.to_dict() for found in self.wins],
            "scores": [found.to_dict() for found in self.scores],
            "turns": self.turns.to_dict(),
        }


@takes(
    rack=TILES,
    others=listed(
        whole(0, 1000, "a number of tiles"), "a list with how many tiles each of the others holds"
    ),
    table=MELDS,
    opened=optional(flag),
    others_opened=optional(
        either(flag, listed(flag, ""), "True or False, or a list with one of these for each")
    ),
    known=optional(listed(TILES, 'a list with one text for each of the others, such as ["J", ""]')),
    discards=TILES,
    threads=THREADS,
    progress=callback,
)
def odds(
    variant: str | os.PathLike[str] | Variant,
    *,
    rack: str,
    others: Sequence[int],
    table: Sequence[str] = (),
    opened: bool | None = None,
    others_opened: bool | Sequence[bool] | None = None,
    known: Sequence[str] | None = None,
    discards: str = "",
    to_move: int = 1,
    strategies: Strategies = "max_tiles",
    games: int = 2000,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Odds:
    """The chance to win from a position, as far as its players can be foretold.

    The tiles that nobody has seen are dealt to the racks of the others and to the pool in many
    ways, all alike likely, and each time the game is played on. What the others would have laid
    before, had they held this or that, is not taken into account.

    Parameters
    ----------
    variant
        A variant, or a text that names one.
    rack
        The own tiles.
    others
        How many tiles each of the others holds, in the order of their turns after the own.
    table
        The melds on the table.
    opened, others_opened
        Whether the player, and whether each of the others, has opened; by default all have where
        something lies on the table.
    known
        Tiles that are known to be on the racks of the others, by player: ``["J", ""]``.
    discards
        Dead tiles.
    to_move
        Whose turn it is: 1 is the player, 2 the next.
    strategies
        Who plays on: one for all, or one for each, the player first.
    games
        How many ways are played.
    seed, threads
        As in `simulate`.
    progress
        Called about ten times a second with the number of games played.

    Raises
    ------
    RummyError
        For a position that cannot be.

    Examples
    --------
    >>> import rummylab as rl
    >>> found = rl.odds(
    ...     "rummikub", table=["R4 R5 R6 R7", "B8 K8 Y8"], rack="R8 K1", others=[9], games=100
    ... )
    >>> found.win.n, 0.5 < found.win.value < 1.0
    (100, True)
    """
    loaded = load(variant)
    if loaded.family != "table":
        raise RummyError(f"odds are for games on a shared table; {loaded.id} is a draw game")
    sizes = list(others)
    players = 1 + len(sizes)
    check_players(loaded, players)
    check_seed(seed)
    check_count(games, "games")
    if not is_whole(to_move, 1, players):
        raise RummyError(f"to_move is {shown(to_move)}; allowed: 1 to {players}")
    tiles = [""] * len(sizes) if known is None else list(known)
    have = bool(table) if others_opened is None else others_opened
    laid = [have] * len(sizes) if isinstance(have, bool) else list(have)
    for what, values in (("known", tiles), ("others_opened", laid)):
        if len(values) != len(sizes):
            raise RummyError(
                f"{what} has {len(values)} entries for {len(sizes)} others; give one for each"
            )
    position = {
        "table": list(table),
        "racks": [rack, *tiles],
        "others": sizes,
        "has_laid": [bool(table) if opened is None else opened, *laid],
        "discards": discards,
        "to_move": to_move - 1,
    }
    result = play_position(
        loaded,
        position,
        count=games,
        players=players,
        strategies=strategies,
        seed=seed,
        threads=threads,
        progress=progress,
    )
    told = {**position, "to_move": to_move}
    return Odds(loaded, players, result.strategies, told, games, seed, result.tally)
