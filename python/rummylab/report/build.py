"""Writing a report: one self-contained HTML page, or Markdown with its figures beside it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import jinja2

from rummylab import plots
from rummylab.errors import RummyError
from rummylab.report.assemble import assemble
from rummylab.report.page import Page
from rummylab.study import StudyResult

_FORMATS = {".html": "html", ".htm": "html", ".md": "md", ".markdown": "md"}


def build(out_dir: str | Path, path: str | Path, *, format: str | None = None) -> Path:
    """Write the report of a study's folder.

    Parameters
    ----------
    out_dir : path
        The folder that a study was run into.
    path : path
        The page to write. Markdown keeps its figures in a folder beside it.
    format : {"html", "md"}, optional
        By the suffix of the path when not given.

    Returns
    -------
    Path
        The page written.

    Raises
    ------
    RummyError
        When the folder holds no study, or the page cannot be written.
    """
    target = Path(path)
    chosen = format or _FORMATS.get(target.suffix.lower())
    if chosen not in ("html", "md"):
        said = format if format is not None else target.name
        raise RummyError(f"the report's format is not known from {said!r}; use html or md")
    page = assemble(StudyResult.load(out_dir))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if chosen == "html":
            target.write_text(html(page), encoding="utf-8")
        else:
            folder = target.with_name(f"{target.stem}-figures")
            folder.mkdir(exist_ok=True)
            for figure in page.figures:
                (folder / f"{figure.name}.png").write_bytes(plots.to_png(figure.drawing))
            target.write_text(markdown(page, folder.name), encoding="utf-8")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise RummyError(f"cannot write {target}: {reason}; choose another place") from None
    return target


def html(page: Page) -> str:
    """The page as one HTML file with its style and figures inside."""
    drawn = {f.name: plots.to_svg(f.drawing, salt=f.name) for f in page.figures}
    return template("report.html.j2", autoescape=True).render(page=page, drawn=drawn)


def markdown(page: Page, folder: str) -> str:
    """The page as Markdown; figures are in the folder."""
    return template("report.md.j2", autoescape=False).render(page=page, folder=folder)


def template(name: str, *, autoescape: bool) -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("rummylab.report"),
        autoescape=autoescape,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
    )
    environment.filters["cell"] = _cell
    environment.filters["unbroken"] = _unbroken
    return environment.get_template(name)


def _unbroken(value: str) -> str:
    """Text whose per cent signs stay with their numbers, and % points with their word."""
    return re.sub(r"(?<=\d) %", "\u00a0%", value).replace("% points", "%\u00a0points")


def _cell(value: Any) -> str:
    """Text that cannot end a cell of a Markdown table."""
    return str(value).replace("|", "\\|").replace("\n", " ")
