"""``rummylab play``: the best play for a rack and a table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rummylab.cli import options
from rummylab.cli.options import JsonOption, SetOption, VariantArgument, load
from rummylab.cli.output import print_columns, print_json
from rummylab.errors import RummyError

if TYPE_CHECKING:
    from rummylab.solve import Play

OBJECTIVES = ("tiles", "points")


def melds(text: str) -> list[str]:
    """The melds of a table as typed: ``R4 R5 R6 | B8 K8 J``, commas or bars between."""
    return [meld.strip() for meld in re.split(r"[,|;]", text) if meld.strip()]


def as_dict(play: Play) -> dict[str, Any]:
    """A play for JSON."""
    return {
        "placed": play.placed,
        "table": list(play.table),
        "count": play.count,
        "points": play.points,
    }


def play(
    variant: VariantArgument,
    rack: Annotated[str, typer.Option("--rack", metavar="TILES", help='Your tiles: "R6 R8 K1 J".')],
    table: Annotated[
        str,
        typer.Option(
            "--table",
            metavar="MELDS",
            help='The table, commas or | between melds: "R4 R5 R6, K8 B8 J".',
        ),
    ] = "",
    unopened: Annotated[
        bool, typer.Option("--unopened", help="You have not opened yet; by default you have.")
    ] = False,
    objective: Annotated[
        str, typer.Option("--objective", help="What is best: tiles or points.")
    ] = "tiles",
    every: Annotated[
        bool, typer.Option("--all", help="List every choice of tiles that can be laid.")
    ] = False,
    limit: Annotated[
        str | None, typer.Option("--limit", metavar="N", help="With --all: at most so many.")
    ] = None,
    players: Annotated[
        str | None,
        typer.Option("--players", "-p", metavar="N", help="The tile set of a game of so many."),
    ] = None,
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Find the best play for a rack and a table.

    With --all it lists every distinct choice of tiles that can be laid.

    Tiles are R B K Y (red, blue, black, yellow; six-colour sets add G P) with their number, and J.
    """
    if objective not in OBJECTIVES:
        raise RummyError(f"--objective is {objective}; allowed: {', '.join(OBJECTIVES)}")
    most = None if limit is None else options.count(limit, what="--limit")
    if most is not None and not every:
        raise RummyError(f"--limit is {limit}, which is for --all; add --all or leave it out")
    from rummylab import solve

    loaded = load(variant, changes)
    before = melds(table)
    position: dict[str, Any] = {"table": before, "rack": rack, "opened": not unopened}
    header = {"variant": loaded.id, "variant_id": loaded.variant_id, **position}
    if players is not None:
        position["players"] = options.players(players, loaded)
    if every:
        plays = solve.plays(loaded, **position, limit=most)
        if as_json:
            print_json({**header, "plays": [as_dict(found) for found in plays]})
        elif not plays:
            print("Nothing can be laid.")
        else:
            rows = [[p.count, p.points, p.placed, " | ".join(p.table)] for p in plays]
            print_columns(("tiles", "points", "laid", "table"), rows, right="tiles points")
        return
    best = solve.best_play(loaded, **position, objective=objective)
    if as_json:
        print_json({**header, "objective": objective, "play": as_dict(best) if best else None})
    elif best is None:
        print("Nothing can be laid.")
    else:
        noun = "tile" if best.count == 1 else "tiles"
        print(f"Lay {best.placed}: {best.count} {noun}, {best.points} points off the rack.")
        old = list(before)
        for meld in best.table:
            mark = " "
            if meld in old:
                old.remove(meld)
            else:
                mark = "*"
            print(f"  {mark} {meld}")
        if any(meld not in before for meld in best.table):
            print("(* new or changed)")
