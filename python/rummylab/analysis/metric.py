"""What a metric is: a ratio of counted quantities or a histogram quantile, with an interval."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from rummylab.analysis import intervals
from rummylab.analysis.intervals import CONFIDENCE, Estimate, Moments
from rummylab.analysis.tally import Tally

Combination = Mapping[str, int]


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
        Whether the ratio is a share of events, which gets a Wilson interval.
    histogram, q : str, float
        Instead of a ratio: a quantile of a histogram.
    family : int
        Number of metrics whose intervals must hold together with this one.
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
    family: int = 1
    says: str = ""
    more: str = "higher"
    less: str = "lower"

    @property
    def sentence(self) -> str:
        """The metric as a clause with {} for the number and its unit."""
        return self.says or f"{self.title}: {{}}"

    def available(self, tally: Tally) -> bool:
        """Whether the tally counted what this metric needs."""
        if self.histogram:
            return self.histogram in tally.histograms
        return all(name in tally for name in (*self.numerator, *self.denominator))

    def estimate(self, tally: Tally, confidence: float = CONFIDENCE) -> Estimate:
        """The metric's estimate; NaN where the tally holds none of the events it is about."""
        each = intervals.simultaneous(confidence, self.family)
        if self.histogram:
            bins = tally.histograms[self.histogram]
            found = intervals.quantile(bins, self.q, each, units=tally.clusters)
            if found.defined and found.high >= len(bins) - 1:  # the last bin has no upper end
                found = Estimate(found.value, found.low, math.inf, found.n)
        elif self.proportion:
            found = intervals.proportion(moments(tally, self.numerator, self.denominator), each)
        else:
            found = intervals.ratio(moments(tally, self.numerator, self.denominator), each)
        return found.scaled(self.scale, self.offset)


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
