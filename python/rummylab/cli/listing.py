"""``rummylab strategies`` and ``rummylab metrics``: what exists, with what it means."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from rummylab.cli import options
from rummylab.cli.options import JsonOption
from rummylab.cli.output import print_columns, print_json
from rummylab.errors import RummyError

if TYPE_CHECKING:
    from rummylab.variant_sections import Family


_OF_FAMILY = {
    "table": "Of table games, such as rummikub, the weak before the strong:",
    "draw": "Of draw games, such as gin, the weak before the strong:",
}


def strategies(
    variant: Annotated[
        str | None,
        typer.Argument(
            metavar="[VARIANT]", help="Those that can play this rule set.", show_default="all"
        ),
    ] = None,
    family: Annotated[
        str | None,
        typer.Option(
            "--family",
            metavar="NAME",
            help="Those of table games or of draw games: table or draw.",
            show_default="both",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List the strategies of table and draw games, with parameters."""
    from rummylab.strategy import strategies as known

    listed = _families(variant, family)
    found = {name: known(name).to_dict("records") for name in listed}
    if as_json:
        print_json([{"family": name, **row} for name, rows in found.items() for row in rows])
        return
    for place, (name, rows) in enumerate(found.items()):
        print(f"{chr(10) if place else ''}{_OF_FAMILY[name]}")
        width = max(len(str(row["name"])) for row in rows) + 2
        for row in rows:
            print(f"{row['name']:{width}}{row['summary']}")
            if row["parameters"]:
                print(f"{'':{width}}{row['parameters']}")


def _families(variant: str | None, family: str | None) -> list[Family]:
    """The families whose strategies are asked for."""
    from rummylab.variant_sections import FAMILIES

    found = [name for name in FAMILIES if family in (None, name)]
    if not found:
        raise RummyError(f"--family is {family}; allowed: {', '.join(FAMILIES)}")
    if variant is None:
        return found
    loaded = options.load(variant)
    if loaded.family not in found:
        raise RummyError(
            f"--family is {family}, but {loaded.id} is a {loaded.family} game; leave out one of the"
            " two"
        )
    return [loaded.family]


def metrics(
    players: Annotated[
        str, typer.Option("--players", "-p", metavar="N", help="For a game of so many.")
    ] = "4",
    as_json: JsonOption = False,
) -> None:
    """List the metrics with their definitions, and the commands that print them."""
    seats = options.whole(players, what="--players", least=2, most=6)
    found = list(_metrics(seats))
    if as_json:
        print_json(
            {
                name: {"unit": unit, "definition": definition, "command": command}
                for command, name, unit, definition in found
            }
        )
        return
    for command, rows in itertools.groupby(found, key=lambda row: row[0]):
        print(f"{_PRINTED_BY[command]}:")
        print_columns(("metric", "unit", "definition"), [row[1:] for row in rows])
        print()
    print("ideal_length.28-34, with any two numbers, is a metric of simulate too.")


_PRINTED_BY = {
    "simulate": "Of games, printed by simulate, compare and study (table and draw games have some"
    " of their own)",
    "drama": "Of the chances of the players from turn to turn, printed by drama (table games)",
    "league": "Of strategies against each other, printed by league",
}


def _metrics(players: int) -> Iterator[tuple[str, str, str, str]]:
    """Command, name, unit and definition of every metric."""
    from rummylab.analysis import metrics as registry
    from rummylab.analysis.course import VALUE_METRICS
    from rummylab.analysis.skill import SKILL_METRICS
    from rummylab.kingmaking import DEFINITION

    for name, metric in registry.registry(players).items():
        yield "simulate", name, metric.unit, metric.definition
    for of_course in VALUE_METRICS:
        yield "drama", of_course.name, of_course.unit, of_course.definition
    if players > 2:
        yield "drama", "kingmaking", "share", DEFINITION
    for skill in SKILL_METRICS:
        yield "league", skill.name, skill.unit, skill.definition
