"""Figures that hold whenever one looks, and tests that stop when they know.

An ordinary interval looked at again and again is sure to miss the truth sometime. What is computed
here keeps its promise at all looks together, so a run may be watched, and stopped on what it shows.
The looks are at sizes fixed in advance, whatever the number of workers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scipy import special

from rummylab.analysis import intervals
from rummylab.analysis.compare import Difference, difference, moments_of_difference
from rummylab.analysis.intervals import CONFIDENCE, Estimate, Moments
from rummylab.analysis.metric import Metric, moments
from rummylab.analysis.tally import BLOCK_CLUSTERS, Tally
from rummylab.errors import RummyError

# The mixtures are narrowest, for their confidence, about this many clusters.
_TUNED_FOR = 10_000
# No run is planned to be longer.
_LONGEST = 10**12


def looks(limit: int) -> list[int]:
    """The sizes at which a run of at most `limit` clusters is looked at: whole blocks, the end.

    Examples
    --------
    >>> looks(9500)
    [1000, 2000, 3000, 4000, 6000, 8000, 9500]
    """
    if limit < 1:
        raise RummyError(f"a run has {limit} clusters at most; allowed: 1 or more")
    sizes, blocks = [], 1
    while blocks * BLOCK_CLUSTERS < limit:
        sizes.append(blocks * BLOCK_CLUSTERS)
        power = 1 << (blocks.bit_length() - 1)
        blocks += max(1, power // 2)
    return [*sizes, limit]


def spent(look: int, confidence: float = CONFIDENCE) -> float:
    """The confidence of the interval at a look, from 1, so that those of all looks hold at once.

    Examples
    --------
    >>> [round(spent(k), 4) for k in (1, 2, 10)]
    [0.9696, 0.9924, 0.9997]
    """
    if look < 1:
        raise RummyError(f"a look is numbered from 1, not {look}")
    return 1 - (1 - confidence) * 6 / (math.pi * look) ** 2


def normal_mixture(
    value: float, variance: float, n: int, confidence: float = CONFIDENCE
) -> Estimate:
    """A mean of n units whose variance is estimated, good at every n at once.

    Parameters
    ----------
    value, variance : float
        The estimate, and the variance of the estimate (not of a unit).
    n : int
        Units of inference.

    References
    ----------
    Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas: "Time-uniform central limit theory and asymptotic
    confidence sequences", Annals of Statistics 2024.

    Examples
    --------
    >>> e = normal_mixture(30.0, 0.01, 10_000)
    >>> round(e.half_width / 0.1, 2)  # an ordinary interval has 1.96
    3.04
    """
    intervals.z_factor(confidence)  # refuses what is no confidence
    if n < 2 or not math.isfinite(variance):
        return Estimate(value, -math.inf, math.inf, n)
    tail = -2 * math.log(1 - confidence)
    weight = n * (tail + math.log(tail + 1)) / _TUNED_FOR
    factor = math.sqrt(
        (weight + 1) / weight * (math.log(weight + 1) - 2 * math.log(1 - confidence))
    )
    error = factor * math.sqrt(variance)
    return Estimate(value, value - error, value + error, n)


def share_mixture(
    successes: float, n: int, *, centre: float | None = None, confidence: float = CONFIDENCE
) -> Estimate:
    """A share good at every n at once, by a mixture of beta laws round a centre.

    Parameters
    ----------
    successes : float
        Sum over the units of a number between 0 and 1.
    n : int
        Units.
    centre : float, optional
        The share that is expected: the interval is narrowest there. Without one it is as good
        for rare events as for common ones.

    References
    ----------
    Robbins: "Statistical methods related to the law of the iterated logarithm", 1970. Numbers
    between 0 and 1 do as well as zeros and ones, because the likelihood ratio is convex.

    Examples
    --------
    >>> e = share_mixture(25_000, 100_000, centre=0.25)
    >>> round(e.low, 4), round(e.high, 4)
    (0.2456, 0.2544)
    """
    from scipy.optimize import brentq  # slow to import, and most runs need none of this

    intervals.z_factor(confidence)
    if centre is not None and not 0 < centre < 1:
        raise RummyError(f"centre is {centre}; it must lie between 0 and 1")
    if n < 1:
        return intervals.NOTHING
    limit = -math.log(1 - confidence)
    a = b = 0.5
    if centre is not None:
        strength = _TUNED_FOR / (2 * limit + math.log(2 * limit + 1))
        a, b = strength * centre, strength * (1 - centre)
    failures = n - successes
    constant = special.betaln(a + successes, b + failures) - special.betaln(a, b)

    def excess(p: float) -> float:
        return float(constant - special.xlogy(successes, p) - special.xlog1py(failures, -p) - limit)

    share = successes / n
    least, most = 1e-300, 1 - 1e-16
    low = float(brentq(excess, least, share, xtol=1e-12)) if successes > 0 else 0.0
    high = 1.0
    if failures > 0 and excess(most) > 0:
        high = float(brentq(excess, share, most, xtol=1e-12))
    return Estimate(share, low, high, n)


def always_valid(
    metric: Metric, tally: Tally, *, look: int, confidence: float = CONFIDENCE
) -> Estimate:
    """The metric at a look of a run that is watched; good at all looks at once.

    Shares of single games have a beta mixture centred on what equal players would have, other
    ratios a normal mixture, and what is no ratio an ordinary interval whose error is spent over
    the looks.
    """
    if not metric.paired:
        return metric.estimate(tally, spent(look, confidence))
    metric.require(tally)
    parts = moments(tally, metric.numerator, metric.denominator)
    found = _ratio_at(
        metric,
        parts,
        tally.players,
        single=_single(metric, tally),
        look=look,
        confidence=confidence,
    )
    return metric.within(found, tally)


def _ratio_at(
    metric: Metric,
    parts: Moments,
    players: int,
    *,
    single: bool,
    look: int,
    confidence: float,
) -> Estimate:
    """The always-valid interval of a ratio whose sums are known."""
    each = intervals.simultaneous(confidence, metric.family)
    if parts.y == 0:
        return intervals.NOTHING
    variance = parts.ratio_variance() if parts.n > 1 else math.inf
    even = parts.n * parts.yy == parts.y * parts.y  # as many chances in every cluster
    if metric.proportion and even and (single or _few(parts.x, parts.y, parts.n)):
        centre = _centre(metric, players)
        found = share_mixture(parts.x * parts.n / parts.y, parts.n, centre=centre, confidence=each)
    elif variance == 0:
        ordinary = intervals.proportion if metric.proportion else intervals.ratio
        found = ordinary(parts, intervals.simultaneous(spent(look, confidence), metric.family))
    else:
        found = normal_mixture(parts.x / parts.y, variance, parts.n, each)
    return found.scaled(metric.scale, metric.offset)


def _single(metric: Metric, tally: Tally) -> bool:
    return tally.single_games and any(name == "games" for name in metric.denominator)


def _few(x: int, y: int, n: int) -> bool:
    return intervals.few_events(x / y, n)


def _centre(metric: Metric, players: int) -> float | None:
    wins = any(name.startswith("share_") for name in metric.numerator)
    return 1 / players if wins else None


def always_valid_difference(
    metric: Metric, a: Tally, b: Tally, *, look: int, confidence: float = CONFIDENCE
) -> Difference:
    """The metric of b minus that of a at a look; good at all looks at once.

    The gain is that of the pairing at this look. There is no p value: the interval is the answer.
    """
    left = always_valid(metric, a, look=look, confidence=confidence)
    right = always_valid(metric, b, look=look, confidence=confidence)
    ordinary = difference(metric, a, b, spent(look, confidence))
    gap = ordinary.difference
    if gap.defined and metric.paired:
        value, variance, count = moments_of_difference(metric, a, b)
        skewed = metric.proportion and any(
            _few(parts.x, parts.y, parts.n)
            for parts in (moments(t, metric.numerator, metric.denominator) for t in (a, b))
        )
        if variance > 0 and not skewed:
            clusters = min(a.clusters, b.clusters)
            gap = _gap_at(metric, value, variance, rows=count, n=clusters, confidence=confidence)
    return Difference(metric.name, left, right, gap, ordinary.gain)


def _gap_at(
    metric: Metric, value: float, variance: float, *, rows: int, n: int, confidence: float
) -> Estimate:
    """The always-valid interval of a difference whose variance so many rows tell."""
    each = intervals.simultaneous(confidence, metric.family)
    # Few blocks know their variance badly; the t factor of their number makes up for it.
    wider = intervals.t_factor(rows, each) / intervals.z_factor(each)
    return normal_mixture(value, variance * wider**2, n, each)


def watched_clusters(
    metric: Metric, tallies: Sequence[Tally], half_width: float, *, keep_units: int
) -> int | None:
    """Where a watched run is expected to stop: the first look whose interval is narrow enough.

    The widths are those that stop the run, of sums like the pilot's, only larger.

    Parameters
    ----------
    metric : Metric
        A ratio.
    tallies : sequence of Tally
        A pilot; or two on the same deals, for the difference.
    half_width : float
        What is asked for, in the unit of the metric (a share, not % points).
    keep_units : int
        Runs up to so many clusters keep their units, longer ones know their blocks alone.

    Returns
    -------
    int or None
        Clusters; None where no run that could be played is long enough.
    """
    first = tallies[0]
    if len(tallies) == 1:
        parts = moments(first, metric.numerator, metric.denominator)
        single = _single(metric, first)

        def width(size: int, look: int) -> float:
            return _ratio_at(
                metric,
                parts.grown(size),
                first.players,
                single=single,
                look=look,
                confidence=CONFIDENCE,
            ).half_width
    else:
        _, variance, _ = moments_of_difference(metric, *tallies)

        def width(size: int, look: int) -> float:
            return _gap_at(
                metric,
                0.0,
                variance * first.clusters / size,
                rows=size if size <= keep_units else size // BLOCK_CLUSTERS,
                n=size,
                confidence=CONFIDENCE,
            ).half_width

    sizes = enumerate(looks(_LONGEST), 1)
    return next((size for look, size in sizes if width(size, look) <= half_width), None)


def at_look(metric: Metric, tally: Tally, *, look: int, confidence: float = CONFIDENCE) -> Estimate:
    """The metric at this look of a run that is watched; of one that nobody looked at for look 0."""
    if look == 0:
        return metric.estimate(tally, confidence)
    return always_valid(metric, tally, look=look, confidence=confidence)


def difference_at_look(
    metric: Metric, a: Tally, b: Tally, *, look: int, confidence: float = CONFIDENCE
) -> Difference:
    """The metric of b minus that of a at this look; of runs of a fixed size for look 0."""
    if look == 0:
        return difference(metric, a, b, confidence)
    return always_valid_difference(metric, a, b, look=look, confidence=confidence)


@dataclass(frozen=True)
class Sprt:
    """A sequential test of a metric, or of a difference: is it nearer `low`, or nearer `high`?

    Parameters
    ----------
    low, high : float
        The two answers, the lower one first. Any other truth counts for the nearer one.
    alpha, beta : float
        The chance to answer `high` where `low` is true, and the other way round.

    Examples
    --------
    >>> test = Sprt(0.0, 1.0)
    >>> test.verdict(0.9, 0.01), test.verdict(0.1, 0.01), test.verdict(0.5, 0.01)
    ('high', 'low', None)
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low != self.high):
            raise RummyError(
                f"a sequential test of {self.low} against {self.high} cannot be told apart; give"
                " two different numbers"
            )
        if self.low > self.high:
            raise RummyError(
                f"a sequential test of {self.low} against {self.high} has the lower value second;"
                f" give low={self.high} and high={self.low}"
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise RummyError(
                f"alpha is {self.alpha} and beta {self.beta}; both must lie between 0 and 0.5"
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratio at which the test answers `low`, and `high`."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def ratio(self, value: float, variance: float) -> float:
        """The log-likelihood ratio of `high` to `low`; normal, as sums over many deals are.

        References
        ----------
        Wald: "Sequential tests of statistical hypotheses", 1945.
        """
        step = self.high - self.low
        return step * (2 * value - self.low - self.high) / (2 * variance)

    def verdict(self, value: float, variance: float) -> str | None:
        """``"low"``, ``"high"``, or None: go on."""
        if not (math.isfinite(variance) and variance > 0):
            return None
        low, high = self.bounds
        ratio = self.ratio(value, variance)
        return "low" if ratio <= low else "high" if ratio >= high else None
