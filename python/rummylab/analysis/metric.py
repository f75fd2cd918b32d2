"""What a metric is: a ratio of counted quantities, a figure of a histogram, or its own form."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from rummylab.analysis import intervals
from rummylab.analysis.intervals import CONFIDENCE, Estimate, Moments
from rummylab.analysis.tally import Tally
from rummylab.errors import RummyError

Combination = Mapping[str, int]
Floats = NDArray[np.float64]
# From values and their shares to a figure, and what each value adds to its error (the influence
# function, which has mean 0).
Shape = Callable[[Floats, Floats], tuple[float, Floats]]
# From a tally and a confidence to the estimate, for what is neither a ratio nor of a histogram.
Form = Callable[[Tally, float], Estimate]

# Units of what is counted, of which there is never less than none.
COUNTS = frozenset(
    ("turns", "actions", "minutes", "tiles", "cards", "jokers", "plays", "games", "runs")
)
# The most that a metric can be, as far as a tally tells.
Most = Callable[[Tally], float]
# Rules under which who does not win scores 0, and under which who wins does.
NO_LOSS = ({"scoring.count": "difference", "deal.cut_bonus": 0},)
NO_GAIN = (
    {"scoring.count": "fixed", "deal.cut_bonus": 0},
    {"scoring.winner": "zero", "scoring.exhausted": "difference"},
)
# Rules under which who wins never pays, and under which who does not win never gains.
WINNER_GAINS = (
    {"scoring.count": "difference"},
    {"scoring.winner": "sum_of_losers", "scoring.exhausted": "difference"},
)
LOSER_PAYS = ({"scoring.winner": "sum_of_losers"}, {"scoring.winner": "zero"})


@dataclass(frozen=True)
class Metric:
    """One metric: what it means and how it is made from a tally.

    Parameters
    ----------
    name : str
        Unique name, dots between the parts.
    title : str
        A few words for a table or an axis.
    definition : str
        One sentence that says exactly what is measured.
    unit : str
        What the number counts: turns, points, tiles, share (printed as %), % points.
    numerator, denominator : mapping of str to int
        The ratio, as linear combinations of quantities.
    scale, offset : float
        The metric is ``scale * ratio + offset``.
    proportion : bool
        Whether the ratio, or the figure of the histogram, lies between 0 and 1: it gets a Wilson
        interval, which does too.
    histogram, q : str, float
        Instead of a ratio: a quantile of a histogram.
    shape : callable, optional
        Instead of a quantile: a figure of the histogram, such as a standard deviation.
    form : callable, optional
        A way of its own to the estimate; it then needs the quantities of the numerator.
    counted : str
        A quantity that is zero in runs which did not count what the metric is about.
    deals : bool
        Whether it needs every game by itself: a run that kept its deals, each played once.
    zero, never_below, never_above : tuple of mapping of str to value
        Rules under which it is 0 in every game, never below 0 and never above: one of these sets
        of keys and values holds.
    floor : float, optional
        The least that it can be. Counts, and figures of counted values, are never below 0.
    most : callable, optional
        From a tally to the most that it can be, such as all the tiles there are.
    family : int
        Number of metrics whose intervals must hold together with this one: each is wider than it
        would be alone.
    says : str
        The metric in a sentence, with {} for the number; the title when empty.
    more, less : str
        What a larger and a smaller number is.
    """

    name: str
    title: str
    definition: str
    unit: str
    numerator: Combination = field(default_factory=dict)
    denominator: Combination = field(default_factory=dict)
    scale: float = 1.0
    offset: float = 0.0
    proportion: bool = False
    histogram: str = ""
    q: float = 0.0
    shape: Shape | None = None
    form: Form | None = None
    counted: str = ""
    deals: bool = False
    zero: tuple[Mapping[str, object], ...] = ()
    never_below: tuple[Mapping[str, object], ...] = ()
    never_above: tuple[Mapping[str, object], ...] = ()
    floor: float | None = None
    most: Most | None = None
    family: int = 1
    says: str = ""
    more: str = "higher"
    less: str = "lower"

    @property
    def sentence(self) -> str:
        """The metric as a clause with {} for the number and its unit."""
        return self.says or f"{self.title}: {{}}"

    @property
    def paired(self) -> bool:
        """Whether it is a ratio, so that two runs on the same deals have a paired difference."""
        return not self.histogram and self.form is None

    @property
    def least(self) -> float:
        """The least that it can be; minus infinity where nothing bounds it.

        Examples
        --------
        >>> Metric("a", "a", "A length.", "turns").least, Metric("b", "b", "B.", "points").least
        (0.0, -inf)
        """
        if self.floor is not None:
            return self.floor
        return 0.0 if self.unit in COUNTS or self.histogram else -math.inf

    def within(self, found: Estimate, tally: Tally) -> Estimate:
        """The estimate without what cannot be: few games have wide intervals.

        One that tells no more than what can be has no ends, and none leaves out its value.
        """
        if not found.defined:
            return found
        low, high = max(found.low, self.least), found.high
        if math.isinf(high) and low == self.least:
            return replace(found, low=-math.inf)
        if self.most is not None:
            high = min(high, self.most(tally))
        return replace(found, low=min(low, found.value), high=max(high, found.value))

    def always_zero(self, rules: Mapping[str, object]) -> bool:
        """Whether these rules, values by key, leave it nothing to say: it is 0 in every game.

        Examples
        --------
        >>> never = Metric("loss", "loss", "A loss.", "points", zero=({"scoring.loss": 0},))
        >>> never.always_zero({"scoring.loss": 0}), never.always_zero({"scoring.loss": 2})
        (True, False)
        """
        return _hold(self.zero, rules)

    def under(self, found: Estimate, rules: Mapping[str, object]) -> Estimate:
        """The estimate without what cannot be under these rules, values by key.

        Examples
        --------
        >>> gain = Metric("gain", "gain", "A gain.", "points", never_below=({"scoring.loss": 2},))
        >>> gain.under(Estimate(5.0, -3.0, 13.0, 4), {"scoring.loss": 2}).low
        0.0
        """
        if not found.defined:
            return found
        if self.always_zero(rules) and found.value == 0:
            return Estimate(0.0, 0.0, 0.0, found.n)
        low, high = found.low, found.high
        if math.isfinite(low) and _hold(self.never_below, rules):
            low = min(found.value, max(0.0, low))
        if math.isfinite(high) and _hold(self.never_above, rules):
            high = max(found.value, min(0.0, high))
        return replace(found, low=low, high=high)

    def available(self, tally: Tally) -> bool:
        """Whether the tally counted what this metric needs."""
        if self.counted and (self.counted not in tally or tally.total(self.counted) == 0):
            return False
        if self.deals and (tally.units is None or not tally.single_games):
            return False
        if self.histogram:
            return self.histogram in tally.histograms
        return all(name in tally for name in (*self.numerator, *self.denominator))

    def require(self, tally: Tally) -> None:
        """Refuse a tally that did not count what this metric needs."""
        if self.available(tally):
            return
        if not all(name in tally for name in self.numerator):
            more = "; choose a metric that rummylab simulate prints for these rules"
        elif self.deals:
            more = (
                ": every game by itself; play at most 50,000 games, without matches, each deal once"
            )
        else:
            more = (
                "; let legal plays be counted: choices=50, or --choices 50"
                if self.counted == "choice_turns"
                else ""
            )
        raise RummyError(f"this run did not count what the metric {self.name!r} needs{more}")

    def estimate(self, tally: Tally, confidence: float = CONFIDENCE) -> Estimate:
        """The metric's estimate; NaN where the tally holds none of the events it is about.

        Raises
        ------
        RummyError
            When the tally did not count what it needs.
        """
        self.require(tally)
        each = intervals.simultaneous(confidence, self.family)
        if self.form is not None:
            found = self.form(tally, each)
        elif self.shape is not None:
            bins = tally.histograms[self.histogram]
            found = of_shape(bins, self.shape, tally.clusters, each, share=self.proportion)
        elif self.histogram:
            bins = tally.histograms[self.histogram]
            found = intervals.quantile(bins, self.q, each, units=tally.clusters)
            if found.defined and found.high >= len(bins) - 1:  # the last bin has no upper end
                found = Estimate(found.value, found.low, math.inf, found.n)
        elif self.proportion:
            found = intervals.proportion(moments(tally, self.numerator, self.denominator), each)
        else:
            found = intervals.ratio(moments(tally, self.numerator, self.denominator), each)
        return self.within(found.scaled(self.scale, self.offset), tally)


def tiles_there_are(tally: Tally) -> float:
    """The tiles of a game, wherever they lie at its end: in the pool, on racks, on the table.

    A tile that came back to a rack and was laid again counts twice, which is on the safe side.
    """
    racks = tally.histograms.get("rack_tiles_left")
    wanted = ("pool_left", "tiles_laid", "games")
    if racks is None or racks[-1] or not all(name in tally for name in wanted):
        return math.inf
    held = int(np.arange(len(racks)) @ racks)
    return (tally.total("pool_left") + tally.total("tiles_laid") + held) / tally.total("games")


def stock_at_the_deal(tally: Tally) -> float:
    """The cards of the stock when the play of a deal begins."""
    if not all(name in tally for name in ("stock_left", "stock_draws", "games")):
        return math.inf
    return (tally.total("stock_left") + tally.total("stock_draws")) / tally.total("games")


def _hold(sets: tuple[Mapping[str, object], ...], rules: Mapping[str, object]) -> bool:
    """Whether one of these sets of keys and values holds."""
    return any(all(rules.get(key) == value for key, value in one.items()) for one in sets)


def moments(tally: Tally, numerator: Combination, denominator: Combination) -> Moments:
    """The exact moments over clusters of two linear combinations of quantities.

    Examples
    --------
    >>> t = Tally(2, ("games", "turns"), 1, [1, 40], [[1, 40], [40, 1600]], [[1, 40]], {})
    >>> moments(t, {"turns": 1}, {"games": 1})
    Moments(n=1, x=40, y=1, xx=1600, xy=40, yy=1)
    """
    x = [(name, factor) for name, factor in numerator.items()]
    y = [(name, factor) for name, factor in denominator.items()]
    place = {name: i for i, name in enumerate(tally.quantities)}

    def linear(side: list[tuple[str, int]]) -> int:
        return sum(factor * int(tally.sums[place[name]]) for name, factor in side)

    def product(left: list[tuple[str, int]], right: list[tuple[str, int]]) -> int:
        return sum(f * g * int(tally.cross[place[a], place[b]]) for a, f in left for b, g in right)

    return Moments(
        tally.clusters, linear(x), linear(y), product(x, x), product(x, y), product(y, y)
    )


def of_shape(
    histogram: NDArray[np.int64],
    shape: Shape,
    units: int,
    confidence: float = CONFIDENCE,
    *,
    share: bool = False,
) -> Estimate:
    """A figure of counted values, with a t interval from its influence function.

    No figure is below 0, and neither is its interval; one that is a share is not above 1 either.

    Several values of one cluster hang together in ways that a histogram does not tell, so the
    error is that of as many values as there are clusters: never too small, however they do.

    Examples
    --------
    >>> of_shape(np.array([0, 50, 0, 50]), spread, 100).value
    1.0
    """
    values = np.flatnonzero(histogram)
    found = figure(values.astype(float), histogram[values], shape, units, confidence, share=share)
    # The last bin stands for its value and everything above.
    if found.defined and values[-1] == len(histogram) - 1:
        return Estimate(found.value, found.low, 1.0 if share else math.inf, found.n)
    return found


def figure(
    values: Floats,
    counts: NDArray[np.int64],
    shape: Shape,
    units: int,
    confidence: float,
    *,
    share: bool = False,
) -> Estimate:
    """A figure of values with how often they occurred, as `of_shape`."""
    total = int(counts.sum())
    n = min(units, total)
    if n < 2:
        return intervals.NOTHING
    shares = counts / total
    value, influence = shape(values, shares)
    if not math.isfinite(value):
        return intervals.NOTHING
    variance = float(np.sum(shares * influence**2)) / (n - 1)
    if share:
        return intervals.share(value, variance, n, confidence)
    # Two values, as often: no telling how far they go apart.
    if intervals.few_alike(n, variance) or (variance == 0 and len(values) > 1):
        return Estimate(value, 0.0, math.inf, n)
    error = intervals.t_factor(n, confidence) * math.sqrt(variance)
    return Estimate(value, max(0.0, value - error), value + error, n)


def spread(values: Floats, shares: Floats) -> tuple[float, Floats]:
    """The standard deviation.

    Examples
    --------
    >>> float(spread(np.array([1.0, 3.0]), np.array([0.5, 0.5]))[0])
    1.0
    """
    away = values - float(np.sum(shares * values))
    variance = float(np.sum(shares * away**2))
    deviation = math.sqrt(variance)
    return deviation, (away**2 - variance) / (2 * deviation) if deviation > 0 else 0 * away


def variation(values: Floats, shares: Floats) -> tuple[float, Floats]:
    """The standard deviation over the mean."""
    mean = float(np.sum(shares * values))
    deviation, influence = spread(values, shares)
    if mean == 0:
        return math.nan, 0 * values
    return deviation / mean, influence / mean - deviation * (values - mean) / mean**2


def ideal(low: float, high: float) -> Shape:
    """How well lengths suit a band: 1 within it, falling to 0 at no turns and at twice its end.

    Examples
    --------
    >>> float(ideal(20, 30)(np.array([10.0, 25.0, 45.0]), np.array([0.25, 0.5, 0.25]))[0])
    0.75
    """

    def shape(values: Floats, shares: Floats) -> tuple[float, Floats]:
        above = np.clip(1 - (values - high) / high, 0, 1)
        suits = np.where(values < low, values / low, np.where(values > high, above, 1.0))
        mean = float(np.sum(shares * suits))
        return mean, suits - mean

    return shape


def quantiles(name: str, title: str, told: str = "") -> Iterator[Metric]:
    """Tenths and the median of the histogram of a length of games, such as turns or minutes.

    Examples
    --------
    >>> [metric.definition for metric in quantiles("turns", "length")][0]
    'The least number of turns that a tenth of the games do not exceed.'
    """
    for part, q, called, words in (
        ("p10", 0.1, "shortest tenth", "a tenth"),
        ("median", 0.5, "median", "half"),
        ("p90", 0.9, "longest tenth", "nine tenths"),
    ):
        yield Metric(
            f"{name}.{part}",
            f"{title}, {called}",
            f"The least number of {name} that {words} of the games do not exceed{told}.",
            name,
            histogram=name,
            q=q,
            floor=float(name == "turns"),  # no game ends before a turn
        )


def ratio_of_quantiles(histogram: str, top: float, below: float) -> Form:
    """One quantile over another; the interval is of both of theirs at once (Bonferroni)."""

    def form(tally: Tally, confidence: float) -> Estimate:
        each = intervals.simultaneous(confidence, 2)
        bins = tally.histograms[histogram]
        high = intervals.quantile(bins, top, each, units=tally.clusters)
        low = intervals.quantile(bins, below, each, units=tally.clusters)
        if not (high.defined and low.defined) or low.value == 0:
            return intervals.NOTHING
        most = high.high / low.low if low.low > 0 and high.high < len(bins) - 1 else math.inf
        return Estimate(high.value / low.value, high.low / low.high, most, high.n)

    return form


def difference_of_shares(
    one: tuple[Combination, Combination], other: tuple[Combination, Combination]
) -> Form:
    """A share minus another of the same clusters, from the intervals of both."""

    def form(tally: Tally, confidence: float) -> Estimate:
        a, b = moments(tally, *one), moments(tally, *other)
        if a.y == 0 or b.y == 0 or a.n < 2:
            return intervals.NOTHING
        # What every quantity adds to the error of a share x/y: dx/y - (x/y) dy/y.
        left, right = (
            tally.weights(top) / found.y - tally.weights(below) * found.x / found.y**2
            for found, (top, below) in ((a, one), (b, other))
        )
        cross = tally.cross.astype(float)
        size = float(left @ cross @ left) * float(right @ cross @ right)
        shared = float(left @ cross @ right) / math.sqrt(size) if size > 0 else 0.0
        mine, theirs = (intervals.proportion(found, confidence) for found in (a, b))
        shared = intervals.known_correlation(min(1.0, max(-1.0, shared)), a.n)
        return intervals.recovered(theirs, mine, shared)

    return form


def evenness(players: int, whole: Combination) -> Form:
    """1 minus the greatest difference between the win rates of two seats.

    The interval follows from intervals of all differences that hold at once; where these leave
    room for no difference at all it ends at 1. A difference d is taken as the share (1 + d) / 2.
    """
    twice = {name: 2 * factor for name, factor in whole.items()}

    def form(tally: Tally, confidence: float) -> Estimate:
        pairs = [(a, b) for a in range(1, players + 1) for b in range(a + 1, players + 1)]
        each = intervals.simultaneous(confidence, len(pairs))
        found = [
            intervals.proportion(
                moments(tally, {f"share_seat_{a}": 1, f"share_seat_{b}": -1, **whole}, twice), each
            ).scaled(2, -1)
            for a, b in pairs
        ]
        if not found[0].defined:
            return intervals.NOTHING
        most = max(abs(e.value) for e in found)
        reach = max(max(abs(e.low), abs(e.high)) for e in found)
        least = max(0.0, *(e.low for e in found), *(-e.high for e in found))
        return Estimate(1 - most, max(0.0, 1 - reach), 1 - least, tally.clusters)

    return form
