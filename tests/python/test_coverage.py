"""Intervals keep their promise on toys of known truth, and watched figures raise no false alarms.

The short setting runs always; `pytest -m long` repeats everything 2,000 times. A rate is held to
its promise within three of its own standard errors. What is exact must not miss either way; what is
on the safe side (quantiles, shares of few events, figures good at every look) must not fall short.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from scipy import stats
from study_toys import tally_of

from rummylab.analysis import sequential
from rummylab.analysis.compare import difference
from rummylab.analysis.intervals import Estimate
from rummylab.analysis.metric import (
    Metric,
    difference_of_shares,
    evenness,
    ideal,
    of_shape,
    ratio_of_quantiles,
    spread,
    variation,
)
from rummylab.analysis.sequential import Sprt, looks
from rummylab.analysis.tally import Tally

REPEATS = [300, pytest.param(2000, marks=pytest.mark.long)]
repeated = pytest.mark.parametrize("repeats", REPEATS)

NAMES = ("games", "turns", "draws", "won")
TURNS = Metric("turns", "", "", "turns", {"turns": 1}, {"games": 1})
DRAW_SHARE = Metric("draws", "", "", "ratio", {"draws": 1}, {"turns": 1})
WON = Metric("won", "", "", "share", {"won": 1}, {"games": 1}, proportion=True)


def tolerance(repeats: int, rate: float = 0.95) -> float:
    return 3 * math.sqrt(rate * (1 - rate) / repeats)


def rate_of(make: Callable[[np.random.Generator], bool], repeats: int) -> float:
    rng = np.random.default_rng(20_261_130)
    return float(np.mean([make(rng) for _ in range(repeats)]))


def holds(found: Estimate, truth: float) -> bool:
    return found.low <= truth <= found.high


def exact(rate: float, repeats: int) -> None:
    assert abs(rate - 0.95) <= tolerance(repeats), rate


def cautious(rate: float, repeats: int) -> None:
    assert rate >= 0.95 - tolerance(repeats), rate


class Deals:
    """Two rule sets on the same deals: the luck of a deal is shared, the rest is not."""

    def __init__(self, *, more: float = 1.1, chance: float = 0.3, better: float = 0.02) -> None:
        self.more = more
        self.chance = chance
        self.better = better

    def arms(
        self, rng: np.random.Generator, count: int, *, units: bool = True, of_each: int = 1
    ) -> tuple[Tally, Tally]:
        luck = rng.gamma(8.0, 4.0, count)
        dice = rng.random((of_each, count))
        found = []
        for mean, chance in ((1.0, self.chance), (self.more, self.chance + self.better)):
            turns = 1 + rng.poisson(luck * mean, (of_each, count))
            draws = rng.binomial(turns, 0.4 + 0.1 * (luck > 32))
            own = rng.random((of_each, count))
            won = np.where(rng.random((of_each, count)) < 0.3, own, dice) < chance
            rows = np.stack(
                [np.full(count, of_each), turns.sum(0), draws.sum(0), won.sum(0)], axis=1
            )
            bins = np.bincount(np.minimum(turns.ravel(), 999), minlength=1000)
            found.append(tally_of(2, NAMES, rows, {"turns": bins}, units=units))
        return found[0], found[1]

    @property
    def longer(self) -> float:
        return 32.0 * (self.more - 1)


# Differences


@repeated
@pytest.mark.parametrize(("count", "of_each"), [(12, 1), (400, 1), (200, 4)])
def test_paired_differences_of_means(count: int, of_each: int, repeats: int) -> None:
    deals = Deals()

    def one(rng: np.random.Generator) -> bool:
        a, b = deals.arms(rng, count, of_each=of_each)
        return holds(difference(TURNS, a, b).difference, deals.longer)

    exact(rate_of(one, repeats), repeats)


@repeated
def test_paired_differences_of_ratios(repeats: int) -> None:
    deals = Deals(more=1.0)

    def one(rng: np.random.Generator) -> bool:
        a, b = deals.arms(rng, 300)
        return holds(difference(DRAW_SHARE, a, b).difference, 0.0)

    exact(rate_of(one, repeats), repeats)


@repeated
@pytest.mark.parametrize("count", [300, 3000])
def test_paired_differences_of_shares(count: int, repeats: int) -> None:
    deals = Deals(chance=0.3, better=0.05)

    def one(rng: np.random.Generator) -> bool:
        a, b = deals.arms(rng, count)
        return holds(difference(WON, a, b).difference, 0.05)

    exact(rate_of(one, repeats), repeats)


@repeated
@pytest.mark.parametrize(("chance", "better"), [(0.004, 0.004), (0.0, 0.003), (0.98, 0.015)])
def test_paired_differences_of_rare_shares(chance: float, better: float, repeats: int) -> None:
    deals = Deals(chance=chance, better=better)

    def one(rng: np.random.Generator) -> bool:
        a, b = deals.arms(rng, 600)
        return holds(difference(WON, a, b).difference, better)

    cautious(rate_of(one, repeats), repeats)


@repeated
def test_unpaired_differences_are_on_the_safe_side(repeats: int) -> None:
    deals = Deals()

    def one(rng: np.random.Generator) -> bool:
        a, b = deals.arms(rng, 200, units=False)
        found = difference(TURNS, a, b)
        assert math.isnan(found.gain)
        return holds(found.difference, deals.longer)

    cautious(rate_of(one, repeats), repeats)


@repeated
@pytest.mark.parametrize("units", [True, False])
@pytest.mark.parametrize("q", [0.1, 0.5, 0.9])
def test_differences_of_quantiles(q: float, units: bool, repeats: int) -> None:
    """Paired deal by deal where the deals are kept, else by the ends of two intervals."""
    deals = Deals(more=1.25)
    metric = Metric("q", "", "", "turns", histogram="turns", q=q)
    big = np.random.default_rng(1).gamma(8.0, 4.0, 400_000)
    law = [1 + np.random.default_rng(2).poisson(big * mean) for mean in (1.0, 1.25)]
    truth = float(np.subtract(*(np.quantile(one, q, method="inverted_cdf") for one in law[::-1])))

    def one(rng: np.random.Generator) -> bool:
        a, b = deals.arms(rng, 300, units=units)
        return holds(difference(metric, a, b).difference, truth)

    cautious(rate_of(one, repeats), repeats)


@repeated
def test_paired_differences_of_spreads(repeats: int) -> None:
    deals = Deals(more=1.25)
    metric = Metric("sd", "", "", "turns", histogram="turns", shape=spread)
    # Poisson lengths of a gamma mean: variance m + m * m / 8 with m = 32 and 40.
    truth = math.sqrt(40 + 200) - math.sqrt(32 + 128)

    def one(rng: np.random.Generator) -> bool:
        a, b = deals.arms(rng, 300)
        found = difference(metric, a, b)
        return holds(found.difference, truth) and found.gain > 1

    exact(rate_of(one, repeats), repeats)


@repeated
def test_differences_of_several_pairs_hold_at_once(repeats: int) -> None:
    deals = Deals(more=1.0)

    def one(rng: np.random.Generator) -> bool:
        a, b = deals.arms(rng, 200)
        c, d = deals.arms(rng, 200)
        pairs = ((a, b), (a, c), (a, d))
        each = 1 - 0.05 / 3
        # c and d are on other deals; the interval does not mind.
        return all(holds(difference(TURNS, x, y, each).difference, 0.0) for x, y in pairs)

    cautious(rate_of(one, repeats), repeats)


@repeated
def test_the_same_deals_taken_for_independent_games_would_not_cover(repeats: int) -> None:
    """What the library refuses to do: games of one deal counted as units."""
    deals = Deals(more=1.0)

    def one(rng: np.random.Generator) -> bool:
        a, _ = deals.arms(rng, 60, of_each=4)
        assert a.units is not None
        spread_out = np.repeat(a.units[:, 1] / 4, 4)
        low, high = stats.t.interval(
            0.95, len(spread_out) - 1, spread_out.mean(), stats.sem(spread_out)
        )
        return bool(low <= 33.0 <= high)

    assert rate_of(one, repeats) < 0.8


# Figures of a histogram


@repeated
def test_figures_of_a_histogram(repeats: int) -> None:
    mean = 40.0
    law = stats.poisson(mean)
    values = np.arange(200)
    suits = np.where(values < 35, values / 35, np.clip(1 - (values - 45) / 45, 0, 1))
    suits[(values >= 35) & (values <= 45)] = 1.0
    truth = {
        "spread": math.sqrt(mean),
        "variation": 1 / math.sqrt(mean),
        "ideal": float(np.sum(law.pmf(values) * suits)),
    }
    shapes = {"spread": spread, "variation": variation, "ideal": ideal(35, 45)}
    hits = dict.fromkeys(truth, 0)
    rng = np.random.default_rng(6)
    for _ in range(repeats):
        bins = np.bincount(rng.poisson(mean, 400), minlength=200)
        for name, shape in shapes.items():
            hits[name] += holds(of_shape(bins, shape, 400), truth[name])
    for count in hits.values():
        exact(count / repeats, repeats)


@repeated
def test_ratios_of_quantiles(repeats: int) -> None:
    law = stats.poisson(40)
    truth = float(law.ppf(0.9) / law.ppf(0.1))
    form = ratio_of_quantiles("turns", 0.9, 0.1)

    def one(rng: np.random.Generator) -> bool:
        return holds(form(_counted(rng.poisson(40, 400)), 0.95), truth)

    cautious(rate_of(one, repeats), repeats)


# Forms of their own


@repeated
def test_differences_of_two_shares_of_the_same_deals(repeats: int) -> None:
    form = difference_of_shares(({"x": 1}, {"m": 1}), ({"y": 1}, {"n": 1}))
    names = ("games", "x", "m", "y", "n")

    def one(rng: np.random.Generator) -> bool:
        luck = rng.beta(4.0, 6.0, 300)
        m, n = rng.integers(0, 4, 300), rng.integers(1, 3, 300)
        x, y = rng.binomial(m, luck), rng.binomial(n, luck)
        tally = tally_of(2, names, np.stack([np.ones(300), x, m, y, n], axis=1))
        return holds(form(tally, 0.95), 0.0)

    exact(rate_of(one, repeats), repeats)


@repeated
@pytest.mark.parametrize("chances", [(0.25, 0.25, 0.25, 0.25), (0.31, 0.25, 0.24, 0.20)])
def test_evenness_of_the_seats(chances: tuple[float, ...], repeats: int) -> None:
    form = evenness(4, {"games": 60})
    names = ("games", *(f"share_seat_{s}" for s in range(1, 5)))
    truth = 1 - (max(chances) - min(chances))

    def one(rng: np.random.Generator) -> bool:
        won = 60 * rng.multinomial(1, chances, 1500)
        tally = tally_of(4, names, np.column_stack([np.ones(1500), won]))
        return holds(form(tally, 0.95), truth)

    cautious(rate_of(one, repeats), repeats)


# Figures that are watched


def watched(rng: np.random.Generator, limit: int, chance: float) -> list[tuple[int, int]]:
    """The successes of a run at its looks."""
    sizes = looks(limit)
    steps = rng.binomial(np.diff([0, *sizes]), chance)
    return list(zip(sizes, np.cumsum(steps).tolist(), strict=True))


@repeated
@pytest.mark.parametrize(
    ("chance", "centre"), [(0.25, 0.25), (0.5, 0.25), (0.5, None), (0.01, None)]
)
def test_a_watched_share_raises_no_false_alarm(
    chance: float, centre: float | None, repeats: int
) -> None:
    def one(rng: np.random.Generator) -> bool:
        return all(
            holds(sequential.share_mixture(won, n, centre=centre), chance)
            for n, won in watched(rng, 100_000, chance)
        )

    cautious(rate_of(one, repeats), repeats)


@repeated
def test_a_watched_mean_of_skewed_units_raises_no_false_alarm(repeats: int) -> None:
    blocks, size = 60, 1000

    def one(rng: np.random.Generator) -> bool:
        units = rng.gamma(1.0, 10.0, (blocks, size))  # skewed as scores are
        n = size * np.arange(1, blocks + 1)
        means = units.sum(axis=1).cumsum() / n
        squares = (units**2).sum(axis=1).cumsum() / n
        variances = (squares - means**2) / (n - 1)
        return all(
            holds(sequential.normal_mixture(m, v, int(k)), 10.0)
            for m, v, k in zip(means, variances, n, strict=True)
        )

    cautious(rate_of(one, repeats), repeats)


@repeated
def test_a_watched_difference_raises_no_false_alarm(repeats: int) -> None:
    """Of arms whose deals are not kept, so that few blocks must tell the variance."""
    rng = np.random.default_rng(8)
    alarms = 0
    for _ in range(repeats):
        # 64 blocks of 1,000 deals, from the law of their sums.
        luck = rng.normal(0, 8 * math.sqrt(1000), 64)
        sums = [
            np.rint(30_000 + luck + rng.normal(0, 4 * math.sqrt(1000), 64)).astype(int)
            for _ in range(2)
        ]
        seen = False
        for look, blocks in enumerate((8, 12, 16, 24, 32, 48, 64), 6):
            a, b = (_of_blocks(total[:blocks]) for total in sums)
            gap = sequential.always_valid_difference(TURNS, a, b, look=look).difference
            seen = seen or not holds(gap, 0.0)
        alarms += seen
    assert alarms / repeats <= 0.05 + tolerance(repeats)


def _of_blocks(turns: np.ndarray) -> Tally:
    blocks = np.stack([np.full(len(turns), 1000), turns], axis=1)
    n, total = 1000 * len(turns), int(turns.sum())
    # The products over clusters of a law of variance 80.
    square = round(n * 80 + total**2 / n)
    cross = np.array([[n, total], [total, square]])
    return Tally(2, ("games", "turns"), n, blocks.sum(axis=0), cross, blocks, {})


@repeated
def test_spending_the_error_over_the_looks_raises_no_false_alarm(repeats: int) -> None:
    def one(rng: np.random.Generator) -> bool:
        sizes = looks(30_000)
        values = rng.poisson(30, 30_000)
        return all(
            holds(
                Metric("", "", "", "", histogram="turns", q=0.5).estimate(
                    _counted(values[:size]), sequential.spent(look)
                ),
                30.0,
            )
            for look, size in enumerate(sizes, 1)
        )

    cautious(rate_of(one, repeats), repeats)


def _counted(values: np.ndarray) -> Tally:
    n = len(values)
    bins = np.bincount(values, minlength=100)
    return Tally(2, ("games",), n, [n], [[n]], [[n]], {"turns": bins})


@repeated
def test_ordinary_intervals_that_are_watched_do_raise_them(repeats: int) -> None:
    def one(rng: np.random.Generator) -> bool:
        return all(
            abs(won / n - 0.25) <= 1.96 * math.sqrt(0.25 * 0.75 / n)
            for n, won in watched(rng, 100_000, 0.25)
        )

    assert rate_of(one, repeats) < 0.87  # at 20 looks; at every game it would be 62 in 100


@repeated
@pytest.mark.parametrize(("truth", "wrong"), [(0.0, "high"), (1.0, "low")])
def test_sequential_tests_err_as_rarely_as_they_say(truth: float, wrong: str, repeats: int) -> None:
    test, sizes = Sprt(0.0, 1.0), looks(100_000)
    answers: list[str | None] = []
    rng = np.random.default_rng(9)
    for _ in range(repeats):
        total, before, answer = 0.0, 0, None
        for size in sizes:
            total += rng.normal(truth * (size - before), 40 * math.sqrt(size - before))
            before = size
            answer = test.verdict(total / size, 40**2 / size)
            if answer:
                break
        answers.append(answer)
    assert answers.count(wrong) / repeats <= 0.05 + tolerance(repeats)
    assert answers.count(None) / repeats < 0.01
