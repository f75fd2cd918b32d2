"""One metric in many runs on the same deals: their values, and how their errors hang together.

Whatever is asked of several arms (an effect, an interaction, a share of variance) is made of linear
combinations of their values. What a deal does to all arms cancels in a contrast, so the variance of
every combination is taken over the deals or blocks, the units that the arms share.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rummylab.analysis import intervals
from rummylab.analysis.compare import MIN_BLOCKS, check_alike, influence
from rummylab.analysis.equality import ByValue
from rummylab.analysis.intervals import CONFIDENCE, Estimate
from rummylab.analysis.metric import Metric, moments
from rummylab.analysis.tally import Tally

Floats = NDArray[np.float64]

_ROUNDING = 1e-12  # of the numbers that are added


@dataclass(frozen=True, eq=False)
class Joint(ByValue):
    """One metric in A arms.

    Parameters
    ----------
    metric : Metric
        What was measured.
    values : array, shape (A,)
        Its value in every arm.
    rows : array, shape (U, A), or None
        What every shared unit adds to the error of every value; a column sums to zero. None when
        the arms share too few units: then they are taken as independent.
    variances : array, shape (A,)
        Variance of every value.
    units : int
        Units of inference behind a contrast.
    quiet : array, shape (A,), optional
        Variance of the shares of which the data shows no variation (no event, or all): that does
        not make them certain, so they get the variance whose interval is that of the rule of three.
    clusters : int, optional
        The fewest clusters of an arm, where units are blocks of them.
    """

    metric: Metric
    values: Floats
    rows: Floats | None
    variances: Floats
    units: int
    quiet: Floats | None = None
    clusters: int | None = None

    @property
    def paired(self) -> bool:
        """Whether contrasts are taken deal by deal."""
        return self.rows is not None

    def contrast(
        self, weights: Sequence[float] | Floats, confidence: float = CONFIDENCE
    ) -> Estimate:
        """The linear combination of the values with these weights, with its t interval.

        A few clusters of which all agree tell no interval (`intervals.few_alike`).
        """
        w = np.asarray(weights, dtype=float)
        value = float(w @ self.values)
        variance = self.variance(w)
        error = intervals.t_factor(self.units, confidence) * math.sqrt(variance)
        # Arms whose games went alike differ by nothing, not by what rounding leaves of it.
        rounding = _ROUNDING * float(np.abs(w) @ np.abs(self.values))
        if abs(value) <= rounding and error <= rounding:
            value = error = 0.0
        clusters = self.units if self.clusters is None else self.clusters
        if np.any(w != 0) and intervals.few_alike(clusters, 0.0 if error <= rounding else variance):
            error = math.inf
        least, most = self._bounds(w)
        return Estimate(value, max(least, value - error), min(most, value + error), self.units)

    def _bounds(self, weights: Floats) -> tuple[float, float]:
        """Between what such a combination of shares can lie; other metrics have no bounds."""
        if not self.metric.proportion or not self.metric.paired:
            return -math.inf, math.inf
        at = self.metric.offset * float(weights.sum())
        ends = (float(weights[weights < 0].sum()), float(weights[weights > 0].sum()))
        least, most = sorted(self.metric.scale * end for end in ends)
        return at + least, at + most

    def variance(self, weights: Floats) -> float:
        """The variance of a linear combination of the values."""
        if self.rows is None:
            part = weights != 0  # what is not known of an arm left out does not matter
            return float(np.sum(weights[part] ** 2 * self.variances[part]))
        steps = self.rows @ weights
        count = len(steps)
        unseen = 0.0 if self.quiet is None else float(np.sum(weights**2 * self.quiet))
        return float(steps @ steps) * count / (count - 1) + unseen

    def covariance(self) -> Floats:
        """The covariance matrix of the values, shape (A, A)."""
        if self.rows is None:
            return np.diag(self.variances)
        count = len(self.rows)
        matrix: Floats = self.rows.T @ self.rows * (count / (count - 1))
        return matrix if self.quiet is None else matrix + np.diag(self.quiet)


def joint(metric: Metric, tallies: Sequence[Tally]) -> Joint | None:
    """One metric in several runs of the same deals; None where one of them does not define it.

    Figures of histograms, such as quantiles, have no rows by unit. Their arms are taken as
    independent, which is on the safe side for contrasts, since shared deals make arms alike.

    Examples
    --------
    >>> from rummylab.analysis import metrics
    >>> t = Tally(2, ("games", "turns"), 2, [2, 70], [[2, 70], [70, 2500]], [[2, 70]], {})
    >>> joint(metrics.get("turns"), [t, t]).contrast([1, -1]).value
    0.0
    """
    if not all(metric.available(tally) for tally in tallies):
        return None
    found = [metric.estimate(tally) for tally in tallies]
    if not all(estimate.defined for estimate in found):
        return None
    values = np.array([estimate.value for estimate in found])
    fewest = min(tally.clusters for tally in tallies)
    if not metric.paired:
        z = intervals.t_factor(fewest, intervals.simultaneous(CONFIDENCE, metric.family))
        widths = np.array([max(e.high - e.value, e.value - e.low) for e in found])
        known = np.isfinite(widths)
        variances = np.where(known, np.where(known, widths, 0.0) / z, math.inf) ** 2
        return Joint(metric, values, None, variances, fewest)
    variances = np.array([_variance(metric, tally) for tally in tallies])
    quiet = np.array([_quiet(metric, tally) for tally in tallies])
    rows = _rows(metric, tallies)
    units = fewest if rows is None else len(rows)
    return Joint(metric, values, rows, variances + quiet, units, quiet, fewest)


def _variance(metric: Metric, tally: Tally) -> float:
    parts = moments(tally, metric.numerator, metric.denominator)
    if parts.n < 2:
        return math.inf
    return metric.scale**2 * parts.ratio_variance()


def _quiet(metric: Metric, tally: Tally) -> float:
    parts = moments(tally, metric.numerator, metric.denominator)
    if not metric.proportion or parts.x not in (0, parts.y):
        return 0.0
    return (metric.scale * 3 / intervals.z_factor() / parts.n) ** 2


def _rows(metric: Metric, tallies: Sequence[Tally]) -> Floats | None:
    first = tallies[0]
    for other in tallies[1:]:
        check_alike(first, other)
    alike = all(
        t.clusters == first.clusters and np.array_equal(t.ids, first.ids) for t in tallies[1:]
    )
    if not alike:
        return None
    if first.clusters > 1 and all(t.units is not None for t in tallies):
        return np.stack([influence(metric, t, t.units) for t in tallies if t.units is not None], 1)
    if len(first.ids) >= MIN_BLOCKS:
        return np.stack([influence(metric, t, t.block_sums) for t in tallies], axis=1)
    return None
