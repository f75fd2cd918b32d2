"""Two runs on the same deals: paired differences, and what the pairing gained.

Two runs with one seed deal the same racks in the same order, so deal c of one and deal c of the
other share their luck. The difference is judged by how it varies from deal to deal; runs too long
to keep every deal are judged from block to block.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

from rummylab.analysis import intervals, metrics
from rummylab.analysis.intervals import CONFIDENCE, Estimate
from rummylab.analysis.metric import Metric, moments
from rummylab.analysis.observed import correlation, figure_difference
from rummylab.analysis.tally import Ints, Tally
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
        Variance of the unpaired difference over that of the paired one: how many times as many
        games an unpaired comparison would need. NaN when not paired, or when no deal differs.
    p : float
        The chance of a difference at least as large if there were none; NaN where the metric is
        no ratio.
    """

    metric: str
    a: Estimate
    b: Estimate
    difference: Estimate
    gain: float
    p: float = math.nan

    @property
    def clear(self) -> bool:
        """Whether the interval leaves out zero."""
        gap = self.difference
        return gap.defined and not gap.low <= 0 <= gap.high

    def to_dict(self) -> dict[str, object]:
        """The two values, their difference and the gain, for JSON."""
        gap = {name: estimate.to_dict() for name, estimate in self._estimates()}
        return {**gap, "gain": self.gain, "p": self.p}

    def _estimates(self) -> list[tuple[str, Estimate]]:
        return [("a", self.a), ("b", self.b), ("difference", self.difference)]


def compare(
    a: Tally, b: Tally, *, names: list[str] | None = None, confidence: float = CONFIDENCE
) -> list[Difference]:
    """The differences b - a of every metric that both runs can give.

    Runs that keep the same deals are paired deal by deal, runs over the same blocks block by block.
    Runs of which one has blocks that the other lacks, or with fewer than eight blocks and no deals
    kept, are compared as if they were independent: since shared deals make results alike, that
    errs on the safe side. Quantiles and spreads are paired where the deals kept tell their values;
    what is no ratio is otherwise compared by the ends of two intervals that hold at once.

    Parameters
    ----------
    a, b : Tally
        Two runs with the same seed and number of players.
    names : list of str, optional
        Metrics to compare; all by default.

    Raises
    ------
    RummyError
        When the runs have different numbers of players, or count different things as one unit.
    """
    check_alike(a, b)
    both = [name for name in metrics.names(a) if name in set(metrics.names(b))]
    chosen = both if names is None else names
    found = []
    for name in chosen:
        metric = metrics.get(name, players=a.players)
        if name not in both:
            raise RummyError(f"the metric {name!r} was not counted in both runs")
        found.append(difference(metric, a, b, confidence))
    return found


def check_alike(a: Tally, b: Tally) -> None:
    """Refuse two runs whose units of inference are not the same."""
    if a.players != b.players:
        raise RummyError(
            f"cannot compare games of {a.players} and of {b.players} players deal by deal;"
            " compare runs with the same number of players"
        )
    for tally in (a, b):
        if tally.clusters < 1:
            raise RummyError("cannot compare a run without games")
    kinds = [_kind(tally) for tally in (a, b)]
    if kinds[0] != kinds[1]:
        raise RummyError(
            f"cannot compare a run whose unit is {kinds[0]} with one whose unit is {kinds[1]}:"
            " games of one deal are not independent; play both with the same rotate and matches"
        )


def _kind(tally: Tally) -> str:
    if "games" not in tally:
        return "a cluster"
    if "matches" in tally and tally.total("matches") > 0:
        of_each = tally.total("matches") // tally.clusters
        return "a match" if of_each == 1 else f"a match in {of_each} rotations"
    of_each = tally.total("games") // tally.clusters
    return "a game" if of_each == 1 else f"a deal of {of_each} games"


def difference(metric: Metric, a: Tally, b: Tally, confidence: float = CONFIDENCE) -> Difference:
    """The difference of one metric, paired where the deals are the same."""
    left, right = metric.estimate(a, confidence), metric.estimate(b, confidence)
    if not (left.defined and right.defined):
        return Difference(metric.name, left, right, intervals.NOTHING, math.nan)
    if not metric.paired:
        gap, gain = figure_difference(metric, a, b, confidence)
        return Difference(metric.name, left, right, gap, gain)
    each = intervals.simultaneous(confidence, metric.family)
    value = right.value - left.value
    apart = _variance(metric, a) + _variance(metric, b)
    if metric.proportion and apart == 0:
        p = 1.0 if value == 0 else math.nan
        return Difference(metric.name, left, right, intervals.recovered(left, right), math.nan, p)
    variance, count, shared = _judged(metric, a, b)
    gain = apart / variance if _can_pair(a, b) and variance > 0 else math.nan
    n = min(a.clusters, b.clusters)
    if intervals.few_alike(n, variance):
        # Few deals that differ alike say little; shares lie as their own intervals let them.
        gap = Estimate(value, -math.inf, math.inf, n)
        if metric.proportion:
            gap = intervals.recovered(left, right)
        return Difference(metric.name, left, right, gap, gain)
    if variance > 0 and metric.proportion and _few_events(metric, a, b):
        gap = intervals.recovered(left, right, intervals.known_correlation(shared, count))
    else:
        error = intervals.t_factor(count, each) * math.sqrt(variance)
        gap = Estimate(value, value - error, value + error, n)
    return Difference(metric.name, left, right, gap, gain, _p_value(value, variance, count))


def moments_of_difference(metric: Metric, a: Tally, b: Tally) -> tuple[float, float, int]:
    """The difference b - a of a ratio metric, its variance, and the rows that tell the variance.

    Rows are deals, or blocks where runs do not keep their deals, or where they cannot be paired the
    clusters of the smaller run.
    """
    value = metric.scale * (_ratio(metric, b) - _ratio(metric, a))
    variance, count, _ = _judged(metric, a, b)
    return value, variance, count


def _ratio(metric: Metric, tally: Tally) -> float:
    parts = moments(tally, metric.numerator, metric.denominator)
    return parts.x / parts.y


def _judged(metric: Metric, a: Tally, b: Tally) -> tuple[float, int, float]:
    """Variance of the difference, how many rows tell it, and the correlation of the two runs."""
    rows = _paired_rows(metric, a, b)
    if rows is None:
        apart = _variance(metric, a) + _variance(metric, b)
        return apart, min(a.clusters, b.clusters), 0.0
    steps = rows[1] - rows[0]
    count = len(steps)
    return float(np.sum(steps * steps)) * count / (count - 1), count, correlation(*rows)


def _p_value(value: float, variance: float, count: int) -> float:
    if variance == 0:
        return 1.0 if value == 0 else 0.0
    if count < 2 or not math.isfinite(variance):
        return math.nan
    return float(2 * special.stdtr(count - 1, -abs(value) / math.sqrt(variance)))


def _few_events(metric: Metric, a: Tally, b: Tally) -> bool:
    """Whether a share rests on too few events, or too few non-events, for a t interval."""
    for tally in (a, b):
        parts = moments(tally, metric.numerator, metric.denominator)
        share = parts.x / parts.y
        variance = parts.ratio_variance() if parts.n > 1 else 0.0
        size = share * (1 - share) / variance if variance > 0 else float(parts.n)
        if intervals.few_events(share, size):
            return True
    return False


def _variance(metric: Metric, tally: Tally) -> float:
    parts = moments(tally, metric.numerator, metric.denominator)
    return metric.scale**2 * parts.ratio_variance() if parts.n > 1 else math.inf


def _paired_rows(
    metric: Metric, a: Tally, b: Tally
) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
    """What every deal, or every block, adds to the error of the metric in both runs."""
    if not _can_pair(a, b):
        return None
    if a.units is not None and b.units is not None:
        return influence(metric, a, a.units), influence(metric, b, b.units)
    return influence(metric, a, a.block_sums), influence(metric, b, b.block_sums)


def _can_pair(a: Tally, b: Tally) -> bool:
    if not np.array_equal(a.ids, b.ids) or a.clusters != b.clusters:
        return False
    if a.units is not None and b.units is not None:
        return a.clusters > 1
    return len(a.ids) >= MIN_BLOCKS


def influence(metric: Metric, tally: Tally, rows: Ints) -> NDArray[np.float64]:
    """What every row of quantities adds to the error of the metric; these sum to zero.

    Parameters
    ----------
    metric : Metric
        A ratio.
    tally : Tally
        The run.
    rows : array of int, shape (R, K)
        Its units or its block sums.
    """
    x = rows @ tally.weights(metric.numerator)
    y = rows @ tally.weights(metric.denominator)
    share = int(x.sum()) / int(y.sum())
    steps: NDArray[np.float64] = metric.scale * (x - share * y) / float(y.sum())
    return steps
