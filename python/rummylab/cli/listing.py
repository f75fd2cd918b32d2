"""``rummylab strategies`` and ``rummylab metrics``: what exists, with what it means."""

from __future__ import annotations

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
    """List the metrics with their definitions."""
    from rummylab.analysis import metrics as registry

    seats = options.whole(players, what="--players", least=2, most=6)
    found = registry.registry(seats)
    if as_json:
        print_json(
            {name: {"unit": m.unit, "definition": m.definition} for name, m in found.items()}
        )
        return
    rows = [[name, m.unit, m.definition] for name, m in found.items()]
    print_columns(("metric", "unit", "definition"), rows)
