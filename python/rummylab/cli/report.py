"""``rummylab report``: a finished run as a page to read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rummylab.cli import options
from rummylab.errors import RummyError

FORMATS = {"html": ".html", "md": ".md"}


def report(
    run: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of a run.")],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The page to write.")],
    format: Annotated[
        str | None,
        typer.Option("--format", help="html or md; by default as the file's name ends."),
    ] = None,
) -> None:
    """Write the report of a study.

    One page with its figures inside; it needs no network and no scripts.
    """
    chosen = format or next((name for name, end in FORMATS.items() if out.suffix == end), None)
    if chosen is None:
        raise RummyError(f"--out is {out}; end its name in .html or .md, or give --format")
    if chosen not in FORMATS:
        raise RummyError(f"--format is {chosen}; allowed: {', '.join(FORMATS)}")
    if run.is_file():
        raise RummyError(f"{run} is a file; give the folder that 'rummylab study run' made")
    if not run.is_dir():
        raise RummyError(f"{run}: there is no such folder; 'rummylab study run' makes one")
    from rummylab.report import build

    options.writable(out)
    build(run, out, format=chosen)
    print(out)
