"""The command ``rummylab``, one file per sub-command.

Data goes to stdout, progress to stderr and only on a terminal. Exit codes: 0 done, 1 failed, 2
wrong usage or input (one line on stderr), 130 interrupted. Commands import what they need when they
run, so that ``--help`` stays light.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

__all__ = ["main"]

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code.

    Parameters
    ----------
    arguments
        The words after ``rummylab``; those of the process by default.

    Examples
    --------
    >>> from rummylab.cli import main
    >>> main(["variant", "diff", "rummikub", "rummikub-sabra-50", "--json"])
    {"opening.min_points": [30, 50]}
    0
    """
    # Imports take most of the time of a short command, and Control-C may come then too.
    try:
        from rummylab.cli.application import run

        return run(arguments)
    except BaseException as error:
        if not _is_interrupt(error):
            raise
        print("rummylab: interrupted", file=sys.stderr)
        return INTERRUPTED


def _is_interrupt(error: BaseException | None) -> bool:
    """Whether Control-C is behind it: a native module makes an ImportError of it."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None
