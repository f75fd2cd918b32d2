"""``rummylab strategies`` and ``rummylab metrics``: what exists, with what it means."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Annotated

import typer

from rummylab.cli import options
from rummylab.cli.options import JsonOption
from rummylab.cli.output import print_columns, print_json
from rummylab.errors import RummyError


def strategies(
    family: Annotated[
        str, typer.Option("--family", help="Those of table games or of draw games.")
    ] = "table",
    as_json: JsonOption = False,
) -> None:
    """List the strategies and their parameters."""
    from rummylab.strategy import strategies as known
    from rummylab.variant_sections import FAMILIES

    found = next((name for name in FAMILIES if name == family), None)
    if found is None:
        raise RummyError(f"--family is {family}; allowed: {', '.join(FAMILIES)}")
    rows = known(found).to_dict("records")
    if as_json:
        print_json(rows)
        return
    width = max(len(str(row["name"])) for row in rows) + 2
    for row in rows:
        print(f"{row['name']:{width}}{row['summary']}")
        if row["parameters"]:
            print(f"{'':{width}}{row['parameters']}")


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
