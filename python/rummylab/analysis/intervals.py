"""Estimates with intervals: means, ratios, proportions and quantiles over clusters.

Numbers in, numbers out. Sums are Python integers and exact; the only floating point is the last
step. Every function's coverage is held to its promise by tests on distributions of known truth.
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray
from scipy import special

from rummylab.arguments import is_number
from rummylab.errors import RummyError

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Estimate:
    """A value with its interval.

    Parameters
    ----------
    value, low, high : float
        The estimate and the ends of its interval; NaN where the data says nothing.
    n : int
        The number of units of inference (clusters) behind it.

    Examples
    --------
    >>> Estimate(33.04, 32.91, 33.17, 20000).half_width
    0.13
    """

    value: float
    low: float
    high: float
    n: int

    @property
    def half_width(self) -> float:
        """Half the length of the interval, free of rounding noise in the last digits."""
        return float(f"{(self.high - self.low) / 2:.12g}")

    @property
    def defined(self) -> bool:
        """Whether there is a value at all."""
        return not math.isnan(self.value)

    def scaled(self, factor: float, offset: float = 0.0) -> Estimate:
        """The estimate of ``factor * x + offset``."""
        ends = sorted((self.low * factor + offset, self.high * factor + offset))
        return Estimate(self.value * factor + offset, ends[0], ends[1], self.n)

    def to_dict(self) -> dict[str, float | int | None]:
        """Value, low, high and n for JSON; what is not finite becomes None."""
        ends = {"value": self.value, "low": self.low, "high": self.high}
        return {
            **{name: x if math.isfinite(x) else None for name, x in ends.items()},
            "n": self.n,
        }


NOTHING = Estimate(math.nan, math.nan, math.nan, 0)


@dataclass(frozen=True)
class Moments:
    """Sums over n clusters of x, y, x*x, x*y and y*y, as exact integers."""

    n: int
    x: int
    y: int
    xx: int
    xy: int
    yy: int

    def ratio_variance(self) -> float:
        """The variance of ``sum(x) / sum(y)`` by the delta method, exact up to one rounding."""
        ratio = Fraction(self.x, self.y)
        residual = self.xx - 2 * ratio * self.xy + ratio * ratio * self.yy
        return float(Fraction(self.n, self.n - 1) * residual / (self.y * self.y))

    def grown(self, n: int) -> Moments:
        """The sums that n clusters like these are expected to have.

        Examples
        --------
        >>> Moments(n=2, x=6, y=2, xx=20, xy=6, yy=2).grown(10)
        Moments(n=10, x=30, y=10, xx=100, xy=30, yy=10)
        """
        sums = (self.x, self.y, self.xx, self.xy, self.yy)
        return Moments(n, *(round(Fraction(each * n, self.n)) for each in sums))


def _check(confidence: float) -> None:
    if not is_number(confidence) or not 0 < confidence < 1:
        raise RummyError(f"confidence is {confidence!r}; it must lie between 0 and 1, such as 0.95")


def t_factor(n: int, confidence: float = CONFIDENCE) -> float:
    """The factor of a standard error that n units give an interval of this confidence."""
    _check(confidence)
    return float(special.stdtrit(n - 1, 0.5 + confidence / 2)) if n > 1 else math.inf


def z_factor(confidence: float = CONFIDENCE) -> float:
    """The same for a known standard error."""
    _check(confidence)
    return float(special.ndtri(0.5 + confidence / 2))


def simultaneous(confidence: float, count: int) -> float:
    """The confidence of each of `count` intervals so that all hold at once (Bonferroni)."""
    _check(confidence)
    if count < 1:
        raise RummyError(f"count is {count}; it must be 1 or more")
    return 1 - (1 - confidence) / count


# Of ten units that agree another value may still come once in four times (95 %); of fewer, oftener.
FEW = 10


def few_alike(n: int, variance: float) -> bool:
    """Whether units all agree and are too few to say that others would.

    Examples
    --------
    >>> few_alike(2, 0.0), few_alike(2, 0.5), few_alike(1000, 0.0)
    (True, False, False)
    """
    return variance <= 0 and n < FEW


# Of so many events, and of as many that did not happen, the share is near enough to normal.
ENOUGH_EVENTS = 20


def few_events(share: float, size: float) -> bool:
    """Whether a share of so many rests on too few events, or non-events, to be taken as normal.

    Examples
    --------
    >>> few_events(0.01, 1000), few_events(0.99, 1000), few_events(0.5, 1000)
    (True, True, False)
    """
    return min(share, 1 - share) * size < ENOUGH_EVENTS


def known_correlation(correlation: float, n: int) -> float:
    """The correlation that n units show, or none where they are few: two always lie on a line.

    Examples
    --------
    >>> known_correlation(1.0, 2), known_correlation(-1.0, 2), known_correlation(0.8, 100)
    (0.0, -1.0, 0.8)
    """
    return min(correlation, 0.0) if n < FEW else correlation


def ratio(moments: Moments, confidence: float = CONFIDENCE) -> Estimate:
    """The ratio ``sum(x) / sum(y)`` over clusters, with a t interval by the delta method.

    With y = 1 in every cluster this is the mean of x with the usual t interval. A few clusters that
    all agree tell no interval (`few_alike`).

    Examples
    --------
    >>> ratio(Moments(n=4, x=10, y=4, xx=30, xy=10, yy=4)).value
    2.5
    """
    factor = t_factor(moments.n, confidence)
    if moments.y == 0:
        return NOTHING
    value = moments.x / moments.y
    variance = moments.ratio_variance() if moments.n > 1 else 0.0
    if few_alike(moments.n, variance):
        return Estimate(value, -math.inf, math.inf, moments.n)
    error = factor * math.sqrt(max(variance, 0.0))
    return Estimate(value, value - error, value + error, moments.n)


def mean(n: int, x: int, xx: int, confidence: float = CONFIDENCE) -> Estimate:
    """The mean over n clusters from the sum and the sum of squares, with its t interval."""
    return ratio(Moments(n, x, n, xx, x, n), confidence) if n else NOTHING


def wilson(
    successes: float, n: float, confidence: float = CONFIDENCE, *, factor: float | None = None
) -> Estimate:
    """A proportion with Wilson's interval.

    Fractions count too: for shares between 0 and 1 (ties that split a win) the interval is a
    little wider than it needs to be, never narrower.

    Parameters
    ----------
    successes, n : float
        Sum of the shares, and the number of independent units.
    factor : float, optional
        The factor of the standard error instead of the normal one.

    Examples
    --------
    >>> e = wilson(25_000, 100_000)
    >>> round(e.low, 4), round(e.high, 4)
    (0.2473, 0.2527)
    """
    if n <= 0:
        return NOTHING
    if not 0 <= successes <= n:
        raise RummyError(f"successes is {successes}; it must lie between 0 and n, {n}")
    z = z_factor(confidence) if factor is None else factor
    share = successes / n
    shrink = 1 + z * z / n
    centre = (share + z * z / (2 * n)) / shrink
    error = z / shrink * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    low = 0.0 if successes == 0 else max(0.0, centre - error)
    high = 1.0 if successes == n else min(1.0, centre + error)
    return Estimate(share, low, high, round(n))


def proportion(moments: Moments, confidence: float = CONFIDENCE) -> Estimate:
    """A proportion of events that come in clusters: Wilson's interval at the effective size.

    The effective size is the number of independent events whose proportion would vary as much as
    this one does between clusters. Where the data shows no variation (no event, or all), every
    cluster counts as one event, which is on the safe side.
    """
    if moments.y == 0:
        return NOTHING
    variance = moments.ratio_variance() if moments.n > 1 else 0.0
    return share(moments.x / moments.y, variance, moments.n, confidence)


def share(value: float, variance: float, n: int, confidence: float = CONFIDENCE) -> Estimate:
    """What lies between 0 and 1, from n clusters and its variance, with an interval that does too.

    It is taken as a proportion; see `proportion`.

    Examples
    --------
    >>> found = share(0.8, 0.03, 3)  # a t interval would reach from 0.05 to 1.55
    >>> round(found.low, 2), round(found.high, 2)
    (0.14, 0.99)
    """
    spread = value * (1 - value)
    size = spread / variance if variance > 0 and spread > 0 else float(n)
    factor = z_factor(confidence)
    if 1 < n < size:  # fewer clusters than events: their variance is an estimate too
        factor = t_factor(n, confidence)
    found = wilson(value * size, size, confidence, factor=factor)
    return Estimate(value, min(found.low, value), max(found.high, value), n)


def mean_between(
    values: NDArray[np.float64],
    least: float = 0.0,
    most: float = 1.0,
    confidence: float = CONFIDENCE,
) -> Estimate:
    """The mean of values that lie between two bounds, with an interval that does too.

    Where there is no upper bound it is a t interval, cut off at the lower one.

    Parameters
    ----------
    values : array, shape (n,)
        One value of every unit.
    least, most : float
        The bounds; the upper one may be infinite.

    Examples
    --------
    >>> found = mean_between(np.array([1.0, 1.0, 1.0]))
    >>> round(found.low, 2), found.high
    (0.44, 1.0)
    """
    n = len(values)
    if n == 0:
        return NOTHING
    # Exactly 0 where all are alike: rounding must not make few values nearly certain.
    variance = float(values.var(ddof=1)) / n if np.ptp(values) > 0 else 0.0
    value = float(np.clip(values.mean(), values.min(), values.max()))
    if math.isfinite(most):
        width = most - least
        found = share((value - least) / width, variance / width**2, n, confidence)
        return Estimate(value, least + width * found.low, least + width * found.high, n)
    if few_alike(n, variance):
        return Estimate(value, -math.inf, math.inf, n)
    error = t_factor(n, confidence) * math.sqrt(variance)
    return Estimate(value, max(least, value - error), value + error, n)


def quantile(
    histogram: Sequence[int] | NDArray[np.int64],
    q: float,
    confidence: float = CONFIDENCE,
    *,
    units: int | None = None,
    floor: float = 0,
) -> Estimate:
    """A quantile of counted values with an interval between two order statistics.

    Parameters
    ----------
    histogram : sequence of int
        ``histogram[v]`` observations have the value v.
    q : float
        Which quantile, between 0 and 1.
    units : int, optional
        Independent units behind the observations; every observation by default. Several
        observations of one cluster are no more independent than the clusters, so pass the
        number of clusters: the interval is then valid however they hang together.
    floor : float
        No value can be less: the lower end where there are too few units for one.

    Examples
    --------
    >>> quantile([0, 1], 0.5)
    Estimate(value=1.0, low=0.0, high=inf, n=1)
    >>> quantile([0, 10, 80, 10], 0.5)
    Estimate(value=2.0, low=2.0, high=2.0, n=100)
    """
    _check(confidence)
    if not is_number(q) or not 0 <= q <= 1:
        raise RummyError(f"q is {q!r}; it must lie between 0 and 1, such as 0.5 for the median")
    if units is not None and units < 1:
        raise RummyError(f"units is {units}; it must be 1 or more")
    counts = np.asarray(histogram, dtype=np.int64)
    cumulative = np.cumsum(counts)
    total = int(cumulative[-1]) if len(counts) else 0
    if total == 0:
        return NOTHING
    n = total if units is None else min(units, total)
    tail = (1 - confidence) / 2
    # P(X_(low) > quantile) <= tail and P(X_(high) < quantile) <= tail, by the binomial law.
    low_rank = _binomial_quantile(tail, n, q)
    high_rank = _binomial_quantile(1 - tail, n, q) + 1
    value = _at_rank(cumulative, max(1, math.ceil(q * total)))
    # Few units bound a quantile on one side only, or not at all.
    low, high = floor, math.inf
    if low_rank >= 1:
        low = _at_rank(cumulative, max(1, math.floor(low_rank * total / n)))
    if high_rank <= n:
        high = _at_rank(cumulative, min(total, math.ceil(high_rank * total / n)))
    return Estimate(float(value), float(low), float(high), n)


def _binomial_quantile(level: float, n: int, chance: float) -> int:
    """The least number of successes in n that so much of the probability does not exceed."""
    return bisect.bisect_left(range(n), level, key=lambda k: special.bdtr(k, n, chance))


def _at_rank(cumulative: NDArray[np.int64], rank: int) -> int:
    return int(np.searchsorted(cumulative, rank, side="left"))


def recovered(a: Estimate, b: Estimate, shared: float = 0.0) -> Estimate:
    """The difference of two estimates from their own intervals, which need not be symmetric.

    `shared` is the correlation of the two. For shares of which the data shows no variation the
    intervals are all there is to say how far the difference may reach, and so it is for quantiles.

    References
    ----------
    Newcombe: "Interval estimation for the difference between independent proportions", 1998;
    Zou and Donner: "Construction of confidence limits about effect measures", 2008.

    Examples
    --------
    >>> recovered(Estimate(5.0, 1.0, 9.0, 50), Estimate(7.0, 4.0, 10.0, 50))
    Estimate(value=2.0, low=-3.0, high=7.0, n=50)
    """
    value = b.value - a.value

    def reach(mine: float, theirs: float) -> float:
        if math.isinf(mine) or math.isinf(theirs):
            return math.inf
        return math.sqrt(max(0.0, mine**2 + theirs**2 - 2 * shared * mine * theirs))

    low = value - reach(b.value - b.low, a.high - a.value)
    high = value + reach(b.high - b.value, a.value - a.low)
    return Estimate(value, low, high, min(a.n, b.n))
