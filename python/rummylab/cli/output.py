"""Printing: JSON, aligned columns, and a bar on a terminal."""

from __future__ import annotations

import codecs
import io
import json
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any


def _plain(value: Any) -> Any:
    """NaN and infinities as null: they are no JSON."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(entry) for entry in value]
    return value


def said(value: Any) -> str:
    """The value of a rule as a spec writes it."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


# What a terminal gets that knows ASCII alone, or some other few characters.
_INSTEAD = {"\N{MINUS SIGN}": "-", "–": "-", "“": '"', "”": '"', "±": "+-", "…": "...", "×": "x"}


def _instead(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    escaped = (c.encode("ascii", "backslashreplace").decode() for c in text)
    return "".join(_INSTEAD.get(c) or e for c, e in zip(text, escaped, strict=True)), error.end


def fit_terminal() -> None:
    """Print what the terminal does not know in characters that it does, rather than fail."""
    codecs.register_error("rummylab", _instead)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # none where it is closed
            stream.reconfigure(errors="rummylab")


def print_json(value: Any) -> None:
    """One JSON value on stdout, with escapes where the terminal does not know a character."""
    text = json.dumps(_plain(value), ensure_ascii=False)
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(_plain(value))
    print(text)


def print_columns(
    head: Sequence[str], rows: Sequence[Sequence[object]], *, right: str = ""
) -> None:
    """Rows in aligned columns; ``right`` names the columns that align right."""
    cells = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(head))]
    to_right = {i for i, name in enumerate(head) if name and name in right.split()}
    for row in cells:
        parts = [
            cell.rjust(width) if i in to_right else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        print("  ".join(parts).rstrip())


# Below a table that has the win rate or the score of every seat.
TOGETHER = (
    "win_rate and score: the intervals of all seats (or players) hold at once, so each is wider"
    " than that of one alone."
)

Tell = Callable[[int, str], None]


@contextmanager
def bar(total: int, label: str) -> Iterator[Tell | None]:
    """A bar on stderr, told how much is done; None where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True
    ) as progress:
        task = progress.add_task(label, total=total)

        def tell(done: int, said: str = label) -> None:
            progress.update(task, completed=done, description=said)

        yield tell
