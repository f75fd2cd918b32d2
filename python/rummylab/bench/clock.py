"""Timing: the median of several repeats, with the lowest and the highest."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Timing:
    """The median of repeats and what they lay between."""

    median: float
    low: float
    high: float
    repeats: int

    @classmethod
    def of(cls, values: list[float]) -> Timing:
        """What these repeats say."""
        return cls(statistics.median(values), min(values), max(values), len(values))

    def to_dict(self) -> dict[str, Any]:
        """A mapping for JSON, four digits of each figure."""
        return {
            key: value if isinstance(value, int) else float(f"{value:.4g}")
            for key, value in asdict(self).items()
        }


def rate(work: Callable[[int], object], *, seconds: float, repeats: int) -> Timing:
    """Return how many units of work a second of one core does.

    Parameters
    ----------
    work
        Does so many units. It is called once without the clock, to warm up.
    seconds
        About how long a repeat takes.
    repeats
        How many there are.

    Notes
    -----
    The clock counts what this process computes, so that others on the machine do not count.
    """
    units = 1
    while True:
        start = time.process_time()
        work(units)
        spent = time.process_time() - start
        if spent >= seconds / 4:
            break
        units = max(2 * units, int(units * seconds / (4 * max(spent, 1e-6))))
        units = min(units, 100_000_000)
    units = max(1, round(units * seconds / spent))
    found = []
    for _ in range(repeats):
        start = time.process_time()
        work(units)
        found.append(units / max(time.process_time() - start, 1e-9))
    return Timing.of(found)
