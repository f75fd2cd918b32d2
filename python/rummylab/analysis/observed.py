"""The single values behind a histogram, read back from the deals that a run kept.

A histogram says how often a value occurred, not on which deal. Where a run keeps its deals, their
quantities often tell the value of each; then two runs can be paired in their quantiles too.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rummylab.analysis import intervals
from rummylab.analysis.intervals import Estimate
from rummylab.analysis.metric import Combination, Metric
from rummylab.analysis.tally import Ints, Tally

Floats = NDArray[np.float64]

_GAMES: Combination = {"games": 1}


@dataclass(frozen=True)
class _Origin:
    """What a histogram counts: the sum of a deal's values, how many they are, and the rounding."""

    total: Combination
    count: Combination
    rounded: Callable[[Ints], Ints] = lambda values: values


_ORIGINS = {
    "turns": _Origin({"turns": 1}, _GAMES),
    "pool_left": _Origin({"pool_left": 1}, _GAMES),
    "stock_left": _Origin({"stock_left": 1}, _GAMES),
    "actions": _Origin({"tiles_laid": 1, "table_tiles_moved": 1, "draws": 1}, _GAMES),
    "minutes": _Origin({"seconds": 1}, _GAMES, lambda seconds: (seconds + 30) // 60),
    "winner_score": _Origin({"winner_score": 1}, {"winners": 1}),
    "loser_loss": _Origin({"loser_score": -1}, {"losers": 1}),
    "opening_turn": _Origin({"opening_turn_sum": 1}, {"openers": 1}),
}


def observed(tally: Tally, histogram: str) -> tuple[Ints, Ints] | None:
    """The value of every deal and how often it occurred there.

    Parameters
    ----------
    tally : Tally
        A run.
    histogram : str
        The name of one of its histograms.

    Returns
    -------
    tuple of array of int, shape (clusters,), or None
        None where the deals were not kept, or do not tell: the values found must make up the very
        histogram, and two different values on one deal leave only their sum.

    Examples
    --------
    >>> rows = np.array([[1, 4], [1, 6]])
    >>> t = Tally(2, ("games", "turns"), 2, [2, 10], rows.T @ rows, [[2, 10]],
    ...           {"turns": np.bincount([4, 6])}, units=rows)
    >>> observed(t, "turns")[0].tolist()
    [4, 6]
    """
    origin = _ORIGINS.get(histogram)
    if origin is None or tally.units is None or histogram not in tally.histograms:
        return None
    if not all(name in tally for name in (*origin.total, *origin.count)):
        return None
    bins = tally.histograms[histogram]
    count = tally.units @ tally.weights(origin.count)
    total = tally.units @ tally.weights(origin.total)
    some = np.maximum(count, 1)
    values = np.clip(origin.rounded(total // some), 0, len(bins) - 1)
    again = np.zeros_like(bins)
    np.add.at(again, values, count)
    return (values, count) if np.array_equal(again, bins) else None


def figure_influence(metric: Metric, tally: Tally) -> Floats | None:
    """What every deal adds to the error of a figure of a histogram; None where deals do not tell.

    For a quantile this is, up to a factor, whether the value lies at or below it.

    Parameters
    ----------
    metric : Metric
        A metric with a histogram.
    tally : Tally
        A run.

    Returns
    -------
    array of float, shape (clusters,), or None
        Of a shape the influence, whose sum of squares is the variance of the figure.

    Examples
    --------
    >>> rows = np.array([[1, 4], [1, 6]])
    >>> t = Tally(2, ("games", "turns"), 2, [2, 10], rows.T @ rows, [[2, 10]],
    ...           {"turns": np.bincount([4, 6])}, units=rows)
    >>> figure_influence(Metric("m", "", "", "turns", histogram="turns", q=0.5), t).tolist()
    [0.25, -0.25]
    """
    found = observed(tally, metric.histogram)
    if found is None:
        return None
    values, count = found
    total = int(count.sum())
    if total == 0:
        return None
    if metric.shape is None:
        below = values <= metric.estimate(tally).value
        share = float(count[below].sum()) / total
        steps: Floats = count * (below - share) / total
        return steps
    bins = tally.histograms[metric.histogram]
    occurring = np.flatnonzero(bins)
    _, influence = metric.shape(occurring.astype(float), bins[occurring] / total)
    place = np.minimum(np.searchsorted(occurring, values), len(occurring) - 1)
    shaped: Floats = count * influence[place] / total
    return shaped


def figure_difference(
    metric: Metric, a: Tally, b: Tally, confidence: float
) -> tuple[Estimate, float]:
    """The difference of what is no ratio, and what the pairing gained; NaN where there is none.

    Without pairs it reaches as far as two intervals that hold at once can be apart.
    """
    rows = _paired(metric, a, b)
    if rows is None:
        return _farthest(metric, a, b, confidence), math.nan
    left, right = metric.estimate(a, confidence), metric.estimate(b, confidence)
    gap = intervals.recovered(left, right, correlation(*rows))
    narrow, wide = gap.half_width, intervals.recovered(left, right).half_width
    gain = (wide / narrow) ** 2 if narrow > 0 and math.isfinite(wide) else math.nan
    if metric.shape is None:  # whole numbers, and so is their difference
        low = math.ceil(gap.low) if math.isfinite(gap.low) else gap.low
        high = math.floor(gap.high) if math.isfinite(gap.high) else gap.high
        gap = Estimate(gap.value, float(low), float(high), gap.n)
    return gap, gain


def _paired(metric: Metric, a: Tally, b: Tally) -> tuple[Floats, Floats] | None:
    if not metric.histogram or metric.form is not None or not np.array_equal(a.ids, b.ids):
        return None
    left, right = figure_influence(metric, a), figure_influence(metric, b)
    return None if left is None or right is None or len(left) != len(right) else (left, right)


def _farthest(metric: Metric, a: Tally, b: Tally, confidence: float) -> Estimate:
    each = intervals.simultaneous(confidence, 2)
    left, right = metric.estimate(a, each), metric.estimate(b, each)
    low, high = right.low - left.high, right.high - left.low
    low = -math.inf if math.isnan(low) else low
    high = math.inf if math.isnan(high) else high
    return Estimate(right.value - left.value, low, high, min(a.clusters, b.clusters))


def correlation(left: Floats, right: Floats) -> float:
    """The correlation of two rows of errors, which have mean 0; 0 where one does not vary."""
    size = float(left @ left) * float(right @ right)
    return float(left @ right) / math.sqrt(size) if size > 0 else 0.0
