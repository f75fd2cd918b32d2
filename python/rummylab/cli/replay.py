"""``rummylab replay``: any game of any run, turn by turn."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from rummylab.cli import options
from rummylab.cli.options import (
    FamilyStrategiesOption,
    JsonOption,
    PlayersOption,
    SeedOption,
    SetOption,
    VariantArgument,
)
from rummylab.cli.output import print_json


def replay(
    variant: VariantArgument,
    game: Annotated[
        str, typer.Option("--game", "-g", metavar="N", help="The number of the game, from 0.")
    ] = "0",
    match: Annotated[
        str | None,
        typer.Option("--match", metavar="N", help="The match of --game, for a run of matches."),
    ] = None,
    rotation: Annotated[
        str, typer.Option("--rotation", metavar="R", help="The rotation, for a run with --rotate.")
    ] = "0",
    players: PlayersOption = None,
    strategies: FamilyStrategiesOption = None,
    seed: SeedOption = "0",
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print one game, turn by turn.

    Seed and number find the game at once; a run of simulate has the games 0, 1, 2 and so on.
    """
    loaded = options.load(variant, changes)
    seats = options.players(players, loaded)
    given: dict[str, Any] = {
        "players": seats,
        "strategies": None if strategies is None else options.strategies(strategies),
        "seed": options.seed(seed),
        "game": options.whole(game, what="--game", least=0, most=2**53 - 1),
        "match": None
        if match is None
        else options.whole(match, what="--match", least=0, most=2**53 - 1),
        "rotation": options.whole(rotation, what="--rotation", least=0, most=seats - 1),
    }
    from rummylab import replay as play

    found = play(loaded, **given)
    if as_json:
        print_json(found.to_json())
    else:
        print(found)
