"""Two runs on the same deals: paired differences, and what the pairing gained.

Two runs with one seed deal the same racks in the same order, so block b of one and block b of the
other share their luck. The difference is judged by how it varies from block to block.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rummylab.analysis import intervals, metrics
from rummylab.analysis.intervals import CONFIDENCE, Estimate
from rummylab.analysis.metric import Metric, moments
from rummylab.analysis.tally import Tally
from rummylab.errors import RummyError

# With fewer blocks the t factor of their number costs more than the pairing gives.
MIN_BLOCKS = 8


@dataclass(frozen=True)
class Difference:
    """One metric in two runs, and the second minus the first.

    Parameters
    ----------
    metric : str
        Name of the metric.
    a, b, difference : Estimate
        The metric in both runs, and b - a.
    gain : float
        Variance of the unpaired difference over that of the paired one; NaN when not paired.
    """

    metric: str
    a: Estimate
    b: Estimate
    difference: Estimate
    gain: float


def compare(
    a: Tally, b: Tally, *, names: list[str] | None = None, confidence: float = CONFIDENCE
) -> list[Difference]:
    """The differences b - a of every ratio metric that both runs can give.

    Runs over the same blocks are paired. Runs of which one has blocks that the other lacks, or with
    fewer than eight blocks, are compared as if they were independent: since shared deals make
    results alike, that errs on the safe side.

    Parameters
    ----------
    a, b : Tally
        Two runs with the same seed and number of players.
    names : list of str, optional
        Metrics to compare; all by default. Quantiles have no paired difference and are left out.

    Raises
    ------
    RummyError
        When the runs have different numbers of players.
    """
    if a.players != b.players:
        raise RummyError(
            f"cannot compare games of {a.players} and of {b.players} players deal by deal;"
            " compare runs with the same number of players"
        )
    both = [name for name in metrics.names(a) if name in set(metrics.names(b))]
    chosen = both if names is None else names
    found = []
    for name in chosen:
        metric = metrics.get(name, players=a.players)
        if name not in both:
            raise RummyError(f"the metric {name!r} was not counted in both runs")
        if metric.paired:
            found.append(difference(metric, a, b, confidence))
    return found


def difference(metric: Metric, a: Tally, b: Tally, confidence: float = CONFIDENCE) -> Difference:
    """The difference of one ratio metric, paired by blocks where the blocks are the same."""
    left, right = metric.estimate(a, confidence), metric.estimate(b, confidence)
    each = intervals.simultaneous(confidence, metric.family)
    value = right.value - left.value
    if not (left.defined and right.defined):
        return Difference(metric.name, left, right, intervals.NOTHING, math.nan)
    apart = _variance(metric, a) + _variance(metric, b)
    if metric.proportion and apart == 0:
        return Difference(metric.name, left, right, _of_constants(left, right), math.nan)
    if len(a.ids) < MIN_BLOCKS or not np.array_equal(a.ids, b.ids):
        n = min(a.clusters, b.clusters)
        error = intervals.t_factor(n, each) * math.sqrt(apart)
        return Difference(
            metric.name, left, right, Estimate(value, value - error, value + error, n), math.nan
        )
    count = len(a.ids)
    steps = _influence(metric, b) - _influence(metric, a)
    together = float(np.sum(steps * steps)) * count / (count - 1)
    error = intervals.t_factor(count, each) * math.sqrt(together)
    gain = apart / together if together > 0 else math.nan
    found = Estimate(value, value - error, value + error, min(a.clusters, b.clusters))
    return Difference(metric.name, left, right, found, gain)


def _of_constants(a: Estimate, b: Estimate) -> Estimate:
    """The difference of two shares of which the data shows no variation: no event, or all.

    That does not make it certain; the ends come from the two intervals (Newcombe's method).
    """
    value = b.value - a.value
    low = value - math.hypot(b.value - b.low, a.high - a.value)
    high = value + math.hypot(b.high - b.value, a.value - a.low)
    return Estimate(value, low, high, min(a.n, b.n))


def _variance(metric: Metric, tally: Tally) -> float:
    parts = moments(tally, metric.numerator, metric.denominator)
    return metric.scale**2 * parts.ratio_variance() if parts.n > 1 else math.inf


def _influence(metric: Metric, tally: Tally) -> NDArray[np.float64]:
    """What every block adds to the error of the metric; these sum to zero."""
    x = tally.block_sums @ tally.weights(metric.numerator)
    y = tally.block_sums @ tally.weights(metric.denominator)
    share = int(x.sum()) / int(y.sum())
    return metric.scale * (x - share * y) / float(y.sum())
