"""``rummylab referee``: is this meld, or this turn, legal?"""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer

from rummylab.cli.options import JsonOption, SetOption, VariantArgument, group, load
from rummylab.cli.output import print_json
from rummylab.cli.play import melds

IndicatorOption = Annotated[
    str, typer.Option("--indicator", metavar="TILE", help="The turned tile, in okey games.")
]

app = group("Rulings: is this meld, or this turn, legal?")


@app.command()
def meld(
    variant: VariantArgument,
    tiles: Annotated[str, typer.Argument(metavar="TILES", help='The meld, such as "R5 B5 J".')],
    unordered: Annotated[
        bool, typer.Option("--unordered", help="The tiles may be put in any order.")
    ] = False,
    indicator: IndicatorOption = "",
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Rule on a meld."""
    from rummylab import referee

    ruling = referee.meld(
        tiles, variant=load(variant, changes), ordered=not unordered, indicator=indicator
    )
    if as_json:
        print_json(asdict(ruling))
    elif ruling.legal:
        stands = f"; jokers stand for {', '.join(ruling.jokers)}" if ruling.jokers else ""
        print(f"legal: a {ruling.kind}, {ruling.value} points{stands}")
    else:
        print(f"not legal: {ruling.reason}")


@app.command()
def turn(
    variant: VariantArgument,
    rack: Annotated[str, typer.Option("--rack", metavar="TILES", help="The rack before the turn.")],
    result: Annotated[
        str, typer.Option("--result", metavar="MELDS", help="The table after it, commas between.")
    ],
    table: Annotated[
        str, typer.Option("--table", metavar="MELDS", help="The table before it, commas between.")
    ] = "",
    rack_after: Annotated[
        str | None, typer.Option("--rack-after", metavar="TILES", help="The rack after the turn.")
    ] = None,
    unopened: Annotated[
        bool, typer.Option("--unopened", help="The player has not opened yet.")
    ] = False,
    indicator: IndicatorOption = "",
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Rule on a turn: the table before, the rack, and the table after."""
    from rummylab import referee

    given: dict[str, Any] = {"table": melds(table), "rack": rack, "result": melds(result)}
    given |= {"rack_after": rack_after, "indicator": indicator}
    ruling = referee.turn(load(variant, changes), **given, opened=not unopened)
    if as_json:
        print_json(asdict(ruling))
        return
    if not ruling.legal:
        print(f"not legal: {ruling.reason}")
    elif ruling.opening_points is not None:
        print(f"legal; the opening counts {ruling.opening_points} points")
    else:
        print("legal")
