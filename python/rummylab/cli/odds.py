"""``rummylab odds``: the chance to win from a position."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from rummylab.cli import options
from rummylab.cli.options import (
    JsonOption,
    SeedOption,
    SetOption,
    StrategiesOption,
    ThreadsOption,
    VariantArgument,
)
from rummylab.cli.output import bar, print_columns, print_json
from rummylab.cli.play import melds
from rummylab.errors import RummyError

if TYPE_CHECKING:
    from rummylab.odds import Odds


def odds(
    variant: VariantArgument,
    rack: Annotated[str, typer.Option("--rack", metavar="TILES", help='Your tiles: "R6 R8 K1 J".')],
    others: Annotated[
        str,
        typer.Option(
            "--others",
            metavar="N,N",
            help="How many tiles each of the others holds, in the order of their turns after "
            "yours: 9,12.",
        ),
    ],
    table: Annotated[
        str,
        typer.Option(
            "--table",
            metavar="MELDS",
            help='The table, commas or | between melds: "R4 R5 R6, K8 B8 J".',
        ),
    ] = "",
    unopened: Annotated[
        str | None,
        typer.Option(
            "--unopened",
            metavar="PLAYERS",
            help="Who has not opened, 1 is you: 1,3. By default all have where something lies on "
            "the table.",
        ),
    ] = None,
    known: Annotated[
        list[str] | None,
        typer.Option(
            "--known",
            metavar="PLAYER:TILES",
            help='Tiles that you know another to hold: "2:J". May be given several times; those '
            "of one player add up.",
        ),
    ] = None,
    discards: Annotated[str, typer.Option("--discards", metavar="TILES", help="Dead tiles.")] = "",
    to_move: Annotated[
        str, typer.Option("--to-move", metavar="PLAYER", help="Whose turn it is; 1 is you.")
    ] = "1",
    strategies: StrategiesOption = "max_tiles",
    games: Annotated[
        str, typer.Option("--games", "-n", metavar="N", help="How often it is played on.")
    ] = "2000",
    seed: SeedOption = "0",
    threads: ThreadsOption = None,
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Find the chance to win from a position.

    What is hidden is dealt in many ways, all alike likely, and the game played on.
    """
    if not re.fullmatch(r"\d{1,3}(,\d{1,3})*", others):
        raise RummyError(f"--others is {others}; write how many tiles each holds, such as 9,12")
    sizes = [int(size) for size in others.split(",")]
    players = 1 + len(sizes)
    loaded = options.load(variant, changes)
    low, high = loaded.players.min, loaded.players.max
    if not low <= players <= high:
        raise RummyError(
            f"--others is {others}, which makes {players} players with you; {loaded.takes}"
        )
    laid = [True] * players if melds(table) else [False] * players
    for player in [] if unopened is None else unopened.split(","):
        number = options.whole(player.strip(), what="--unopened", least=1, most=players)
        laid[number - 1] = False
    held = [""] * players
    for text in known or []:
        who, colon, tiles = text.partition(":")
        if not colon:
            raise RummyError(f'--known is {text}; write PLAYER:TILES, such as "2:J"')
        number = options.whole(
            who.strip(), what=f"the player of --known {text}", least=2, most=players
        )
        held[number - 1] = f"{held[number - 1]} {tiles}".strip()
    number = options.count(games, what="--games")
    given = {
        "rack": rack,
        "others": sizes,
        "table": melds(table),
        "opened": laid[0],
        "others_opened": laid[1:],
        "known": held[1:],
        "discards": discards,
        "to_move": options.whole(to_move, what="--to-move", least=1, most=players),
        "strategies": options.strategies(strategies),
        "games": number,
        "seed": options.seed(seed),
        "threads": options.threads(threads),
    }
    from rummylab.odds import odds as find

    label = "playing on"
    with bar(number, label) as tell:
        progress = None if tell is None else (lambda done: tell(done, label))
        found = find(loaded, **given, progress=progress)  # type: ignore[arg-type]
    if as_json:
        print_json(found.to_json())
    else:
        print_odds(found)


def print_odds(found: Odds) -> None:
    """The odds for people."""
    from rummylab.analysis import text

    print(
        f"You win {text.phrase(found.win, 'share')} of the"
        f" {text.counted(found.games, 'game')} played on from here;"
        f" an equal share is {100 / found.players:.3g} %."
    )
    rows = []
    of_wins, of_scores = text.alike(found.wins, "share"), text.alike(found.scores)
    for player, (win, score) in enumerate(zip(found.wins, found.scores, strict=True), 1):
        who = "you" if player == 1 else f"player {player}"
        strategy = found.strategies[player - 1]
        numbers = [text.number(win, "share", of_wins), text.interval(win, "share", of_wins)]
        points = [text.number(score, "", of_scores), text.interval(score, "", of_scores)]
        rows.append([who, strategy, *numbers, *points])
    print_columns(
        ("player", "plays", "wins", "95 % interval", "score", "95 % interval"),
        rows,
        right="wins score",
    )
    print("The intervals of the table hold for all players at once: wider than for you alone.")
    print(f"The rest of the game takes {text.phrase(found.turns, 'turns')}.")
