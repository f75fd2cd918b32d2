"""Processes of their own, for tests of what an interrupt does."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any


def _hear_interrupts() -> None:
    """A job that a script put into the background ignores interrupts, and so would its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def started(words: Sequence[Any], **how: Any) -> Iterator[subprocess.Popen[str]]:
    """A process that hears interrupts, and is gone in the end whatever the test found."""
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, text=True, preexec_fn=_hear_interrupts, **how
    )
    with process:
        try:
            yield process
        finally:
            process.kill()
