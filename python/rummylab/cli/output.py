"""Printing: JSON, aligned columns, and a bar on a terminal."""

from __future__ import annotations

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


def print_json(value: Any) -> None:
    """One JSON value on stdout."""
    print(json.dumps(_plain(value), ensure_ascii=False))


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
