"""The command ``rummylab``, one file per sub-command.

Data goes to stdout, progress to stderr and only on a terminal. Exit codes: 0 done, 1 failed, 2
wrong usage or input (one line on stderr), 130 interrupted. Commands import what they need when they
run, so that ``--help`` stays light.
"""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False  # that of typing, which takes its time: until main() is there nobody hears
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType
    from typing import Any

__all__ = ["main"]

INTERRUPTED = 130


class InterruptedWorkError(Exception):
    """Control-C in work that can go on; the message says how."""


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
    own = arguments is None and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if own:
        try:
            signal.signal(signal.SIGINT, _hear)
        except ValueError:  # not the main thread, which alone hears
            own = False
    code = _run(arguments)
    if own and code == INTERRUPTED:
        _end()
    return code


def _run(arguments: Sequence[str] | None) -> int:
    # Imports take most of the time of a short command, and Control-C may come then too.
    try:
        from rummylab.cli.application import run

        return run(arguments)
    except BaseException as error:
        if not _is_interrupt(error):
            raise
        print("rummylab: interrupted", file=sys.stderr)
        return INTERRUPTED


def _hear(signum: int, frame: FrameType | None) -> Any:
    """Control-C: the usual exception, but the end of the process while something is imported.

    Many packages take any exception there for a missing part of theirs, and go on without it.
    """
    at = frame
    while at is not None:
        if at.f_code.co_filename.startswith("<frozen importlib"):
            _end("rummylab: interrupted")
        at = at.f_back
    raise KeyboardInterrupt


def _end(message: str = "") -> None:
    """End the process, and what threads of it still do, with the code of an interrupt.

    Python itself ends with that of a signal if ever an interrupt came out of a text that `exec`
    ran, as dataclasses do, whoever caught it.
    """
    try:
        sys.stdout.flush()
        if message:
            print(message, file=sys.stderr, flush=True)
    except Exception:  # closed, broken, or just being written
        pass
    os._exit(INTERRUPTED)


def _is_interrupt(error: BaseException | None) -> bool:
    """Whether Control-C is behind it: a native module makes an ImportError of it."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None
