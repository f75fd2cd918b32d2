"""Any game of any run, played again alone."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

from rummylab import _core
from rummylab.arguments import optional, takes, whole
from rummylab.errors import RummyError
from rummylab.simulate import TURN_CAP, Strategies
from rummylab.simulate_checks import (
    ROTATION,
    Rotate,
    check_players,
    check_seed,
    rotation_of,
    usual_players,
)
from rummylab.simulate_result import heading
from rummylab.strategy import seated
from rummylab.variant import Variant, load

__all__ = ["Replay", "replay"]


@dataclass(frozen=True)
class Replay:
    """One game, turn by turn; its text is a transcript that a player can follow.

    Parameters
    ----------
    variant : Variant
        The rules.
    players : int
        Players at the table.
    strategies : tuple of str
        Who played, by player.
    seed, game : int
        The seed of the run and the number of the game (in a match: of the game in the match).
    rotation : int
        The rotation, of the players or of the racks; 0 unless the run rotated them.
    match : int or None
        The number of the match, None for a single deal.
    data : dict
        What happened: racks, turns with the table after each, ending, scores.
    text : str
        The transcript without its heading.
    """

    variant: Variant
    players: int
    strategies: tuple[str, ...]
    seed: int
    game: int
    rotation: int
    match: int | None
    data: dict[str, Any] = field(repr=False)
    text: str = field(repr=False)

    def __str__(self) -> str:
        match = "" if self.match is None else f"match {self.match}, "
        rotation = f", rotation {self.rotation}" if self.rotation else ""
        heading = (
            f"{self.variant.id}, {self.players} players, seed {self.seed},"
            f" {match}game {self.game}{rotation}"
        )
        return f"{heading}\n\n{self.text.rstrip()}"

    def to_json(self) -> dict[str, Any]:
        """Everything that happened, ready for JSON. Seats count from 1, which started."""
        return {
            **heading(self.variant),
            "seed": self.seed,
            "game": self.game,
            "rotation": self.rotation,
            "match": self.match,
            **self.data,
        }


_FROM_0 = whole(0, 2**53, "a whole number from 0")


@takes(game=_FROM_0, match=optional(_FROM_0), rotation=whole(), rotate=ROTATION, turn_cap=whole())
def replay(
    variant: str | os.PathLike[str] | Variant,
    *,
    players: int | None = None,
    strategies: Strategies | None = None,
    seed: int = 0,
    game: int = 0,
    rotation: int = 0,
    rotate: Rotate = True,
    match: int | None = None,
    turn_cap: int = TURN_CAP,
) -> Replay:
    """Play one game of a run again; it is found at once, whatever its number.

    Parameters
    ----------
    variant, players, strategies, seed
        As in `simulate`.
    game
        The number of the game, from 0; with `match` the number of the game in that match.
    rotation
        The rotation, for a run that rotated the players or the racks.
    rotate
        As in `simulate`, for a rotation other than 0.
    match
        The number of the match, for a run of matches.
    turn_cap
        As in `simulate`.

    Examples
    --------
    >>> import rummylab as rl
    >>> found = rl.replay("rummikub", players=2, seed=7, game=31_337)
    >>> str(found).splitlines()[0]
    'rummikub, 2 players, seed 7, game 31337'
    >>> found.to_json()["turns"][0]["seat"]
    1
    """
    loaded = load(variant)
    players = usual_players(loaded) if players is None else players
    check_players(loaded, players)
    check_seed(seed)
    native, names = seated(strategies, loaded, players)
    try:
        found = _core.replay(
            loaded.native_rules(),
            players=players,
            strategies=native,
            seed=seed,
            deal=game if match is None else match,
            rotation=rotation,
            rotate=rotation_of(names, rotate=rotate, matches=match is not None),
            match_game=None if match is None else game,
            turn_cap=turn_cap,
            names=list(names),
        )
    except RummyError as error:  # the native core has a name of its own for the game of a match
        raise RummyError(str(error).replace("match_game", "game")) from None
    return Replay(loaded, players, names, seed, game, rotation, match, found["game"], found["text"])
