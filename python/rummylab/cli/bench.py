"""``rummylab bench``: how fast it is here, and against a public peer."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from rummylab.cli import options
from rummylab.cli.options import JsonOption
from rummylab.cli.output import print_json
from rummylab.errors import RummyError


def bench(
    quick: Annotated[
        bool, typer.Option("--quick", help="Small sizes: under a minute or two, and rough.")
    ] = False,
    only: Annotated[
        str | None,
        typer.Option(
            "--only",
            metavar="PARTS",
            help="Some of micro, macro, scaling and peer, with commas between.",
            show_default="all",
        ),
    ] = None,
    games: Annotated[
        str | None,
        typer.Option(
            "--games", "-n", metavar="N", help="The most games of a run in scaling: 1M, 10M."
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write the figures as JSON.")
    ] = None,
    page: Annotated[
        Path | None, typer.Option("--page", metavar="FILE", help="Write the tables as Markdown.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Measure the solver, whole games, how runs scale, and a public solver side by side.

    The peer is installed by pip into an environment that is thrown away; where that cannot be done
    the table says so.
    """
    from rummylab.bench import PARTS, QUICK, USUAL, run, to_page, to_text

    parts = PARTS if only is None else tuple(part.strip() for part in only.split(","))
    for part in parts:
        if part not in PARTS:
            raise RummyError(f"--only is {only}; allowed: {', '.join(PARTS)}, commas between")
    sizes = QUICK if quick else USUAL
    if games is not None:
        sizes = sizes.up_to(options.count(games, what="--games"))
    for path in (out, page):
        if path is not None:
            options.writable(path)

    def say(part: str) -> None:
        if sys.stderr.isatty():
            print(f"measuring: {part}", file=sys.stderr)

    found = run(sizes, parts=parts, progress=say)
    if out is not None:
        out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if page is not None:
        page.write_text(to_page(found), encoding="utf-8")
    if as_json:
        print_json(found)
    else:
        print(to_text(found))
