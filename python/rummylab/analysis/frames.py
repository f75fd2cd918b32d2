"""Tallies as data frames: tidy, one row per thing, ready for CSV, Parquet and plots."""

from __future__ import annotations

import pandas as pd

from rummylab.analysis import metrics, sequential
from rummylab.analysis.intervals import CONFIDENCE
from rummylab.analysis.tally import Tally

METRIC_COLUMNS = ["metric", "value", "low", "high", "n", "unit"]


def metric_frame(tally: Tally, confidence: float = CONFIDENCE, *, look: int = 0) -> pd.DataFrame:
    """One row per metric: metric, value, low, high, n, unit; at a look of a run that is watched.

    Examples
    --------
    >>> t = Tally(2, ("games", "turns"), 2, [2, 70], [[2, 70], [70, 2500]], [[2, 70]], {})
    >>> metric_frame(t)["metric"].tolist()
    ['turns']
    """
    rows = []
    for name in metrics.names(tally):
        metric = metrics.get(name, players=tally.players)
        e = sequential.at_look(metric, tally, look=look, confidence=confidence)
        rows.append((name, e.value, e.low, e.high, e.n, metric.unit))
    return pd.DataFrame(rows, columns=METRIC_COLUMNS)


def histogram_frame(tally: Tally) -> pd.DataFrame:
    """One row per histogram and value that occurred: histogram, value, count.

    The last value of a histogram stands for that value and everything above.
    """
    rows = [
        (name, value, int(count))
        for name in sorted(tally.histograms)
        for value, count in enumerate(tally.histograms[name])
        if count
    ]
    return pd.DataFrame(rows, columns=["histogram", "value", "count"])


def block_frame(tally: Tally) -> pd.DataFrame:
    """One row per block with the sums of every quantity: block, games, turns, ..."""
    frame = pd.DataFrame(tally.block_sums, columns=list(tally.quantities))
    frame.insert(0, "block", tally.ids)
    return frame
