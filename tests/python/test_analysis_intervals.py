"""Every kind of interval that the product prints, held to its promise on toys of known truth."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from scipy import stats

from rummylab.analysis import intervals
from rummylab.analysis.intervals import Estimate, Moments
from rummylab.errors import RummyError

REPEATS = 2000
# Three standard errors of a coverage of 95 % measured on so many repetitions.
TOLERANCE = 3 * math.sqrt(0.95 * 0.05 / REPEATS)


def coverage(make: Callable[[np.random.Generator], Estimate], truth: float) -> float:
    rng = np.random.default_rng(20_240_229)
    found = [make(rng) for _ in range(REPEATS)]
    return float(np.mean([e.low <= truth <= e.high for e in found]))


def moments(x: np.ndarray, y: np.ndarray) -> Moments:
    return Moments(len(x), int(x.sum()), int(y.sum()), int(x @ x), int(x @ y), int(y @ y))


def exact(found: float) -> None:
    assert abs(found - 0.95) <= TOLERANCE, found


def cautious(found: float) -> None:
    assert found >= 0.95 - TOLERANCE, found


def test_mean_covers() -> None:
    def one(rng: np.random.Generator) -> Estimate:
        x = rng.poisson(9.0, 40)
        return intervals.mean(len(x), int(x.sum()), int(x @ x))

    exact(coverage(one, 9.0))


def test_ratio_over_clusters_of_unequal_size_covers() -> None:
    def one(rng: np.random.Generator) -> Estimate:
        games = rng.integers(1, 5, 300)
        luck = rng.gamma(4.0, 2.0, 300)  # shared by the games of a cluster
        turns = rng.poisson(games * luck)
        return intervals.ratio(moments(turns, games))

    exact(coverage(one, 8.0))


def test_ignoring_the_clusters_would_not_cover() -> None:
    def one(rng: np.random.Generator) -> Estimate:
        luck = rng.integers(0, 2, 200)
        games = np.repeat(luck, 4)
        return intervals.mean(len(games), int(games.sum()), int(games @ games))

    assert coverage(one, 0.5) < 0.8


@pytest.mark.parametrize(("p", "n"), [(0.25, 400), (0.02, 1000), (0.5, 30)])
def test_wilson_covers(p: float, n: int) -> None:
    # Discrete: the coverage of one p and n swings around 95 %, so it is computed, not sampled.
    counts = np.arange(n + 1)
    covered = np.array(
        [e.low <= p <= e.high for e in (intervals.wilson(int(k), n) for k in counts)]
    )
    found = float(stats.binom.pmf(counts, n, p)[covered].sum())
    assert 0.93 <= found <= 0.975, found


@pytest.mark.parametrize("p", [0.25, 0.01])
def test_proportion_of_single_games_covers(p: float) -> None:
    def one(rng: np.random.Generator) -> Estimate:
        won = (rng.random(2000) < p).astype(np.int64)
        return intervals.proportion(moments(60 * won, np.full(2000, 60)))

    found = coverage(one, p)
    assert 0.95 - TOLERANCE <= found <= 0.975, found


def test_proportion_with_split_wins_is_never_too_narrow() -> None:
    def one(rng: np.random.Generator) -> Estimate:
        share = rng.choice([0, 30, 60], 500, p=[0.4, 0.2, 0.4])
        return intervals.proportion(moments(share, np.full(500, 60)))

    exact(coverage(one, 0.5))


def test_proportion_in_dependent_clusters_covers() -> None:
    def one(rng: np.random.Generator) -> Estimate:
        chance = rng.beta(2.0, 6.0, 400)
        games = rng.integers(1, 5, 400)
        return intervals.proportion(moments(rng.binomial(games, chance), games))

    exact(coverage(one, 0.25))


def test_proportion_of_no_event_at_all_still_has_an_upper_end() -> None:
    n = 1000
    found = intervals.proportion(Moments(n, 0, 4 * n, 0, 0, 16 * n))
    assert found.value == found.low == 0
    # The rule of three: without an event in 1,000 clusters, 3 per 1,000 is not excluded.
    assert 0.003 < found.high < 0.005
    full = intervals.proportion(Moments(n, 4 * n, 4 * n, 16 * n, 16 * n, 16 * n))
    assert full.value == full.high == 1
    assert full.low < 0.997


@pytest.mark.parametrize(("q", "rate"), [(0.5, 0.05), (0.9, 0.05), (0.1, 0.02)])
def test_quantile_covers(q: float, rate: float) -> None:
    # The quantile of a discrete law: the least value with a distribution function of at least q.
    truth = float(stats.geom.ppf(q, rate))

    def one(rng: np.random.Generator) -> Estimate:
        return intervals.quantile(np.bincount(rng.geometric(rate, 400)), q)

    cautious(coverage(one, truth))


def test_quantile_of_dependent_observations_covers() -> None:
    truth = 5.0  # of 1..10, four equal observations in a cluster: the worst case

    def one(rng: np.random.Generator) -> Estimate:
        values = np.repeat(rng.integers(1, 11, 150), 4)
        return intervals.quantile(np.bincount(values), 0.5, units=150)

    cautious(coverage(one, truth))


def test_seats_at_once_cover_together() -> None:
    chances = np.array([0.3, 0.25, 0.25, 0.2])
    each = intervals.simultaneous(0.95, 4)
    rng = np.random.default_rng(7)
    hits = 0
    for wins in rng.multinomial(2000, chances, REPEATS):
        found = [intervals.wilson(int(k), 2000, each) for k in wins]
        hits += all(e.low <= p <= e.high for e, p in zip(found, chances, strict=True))
    cautious(hits / REPEATS)
    assert hits / REPEATS < 0.975


def test_published_half_widths() -> None:
    # At 100,000 games and p = 0.25 the fixed-size interval is 0.27 points wide to each side.
    assert round(100 * intervals.wilson(25_000, 100_000).half_width, 2) == 0.27


def test_one_unit_has_no_error_bar() -> None:
    found = intervals.mean(1, 30, 900)
    assert (found.value, found.low, found.high) == (30.0, -math.inf, math.inf)
    assert found.to_dict() == {"value": 30.0, "low": None, "high": None, "n": 1}


def test_nothing_is_nothing() -> None:
    assert not intervals.mean(0, 0, 0).defined
    assert not intervals.ratio(Moments(3, 0, 0, 0, 0, 0)).defined
    assert not intervals.wilson(0, 0).defined
    assert not intervals.quantile([0, 0], 0.5).defined


@pytest.mark.parametrize("n", [1, 2, 5, 10, 20])
@pytest.mark.parametrize("q", [0.5, 0.9])
def test_few_units_bound_a_quantile_honestly(n: int, q: float) -> None:
    def make(rng: np.random.Generator) -> Estimate:
        return intervals.quantile(np.bincount(rng.geometric(0.05, n)), q)

    assert coverage(make, float(stats.geom.ppf(q, 0.05))) >= 0.95 - TOLERANCE
    assert intervals.quantile([0, 1], q).high == math.inf


def test_mistakes_are_told_in_words() -> None:
    for call, words in (
        (lambda: intervals.z_factor("0.9"), "confidence is '0.9'"),  # type: ignore[arg-type]
        (lambda: intervals.wilson(5, 3), "successes is 5"),
        (lambda: intervals.quantile([1], 0.5, units=0), "units is 0"),
        (lambda: intervals.simultaneous(0.95, 0), "count is 0"),
    ):
        with pytest.raises(RummyError, match=words):
            call()


def test_quantiles_lie_between_nothing_and_all() -> None:
    with pytest.raises(RummyError, match=r"q is 1\.5; it must lie between 0 and 1"):
        intervals.quantile([1, 2], 1.5)


def test_the_laws_are_those_of_the_library() -> None:
    for confidence in (0.5, 0.95, 0.999):
        level = 0.5 + confidence / 2
        assert intervals.z_factor(confidence) == stats.norm.ppf(level)
        assert intervals.t_factor(400, confidence) == stats.t.ppf(level, 399)
        # 700 observations of their own ranks: the interval says which ranks bound it.
        found = intervals.quantile([0] + [1] * 700, 0.3, confidence)
        assert found.low == stats.binom.ppf(1 - level, 700, 0.3)
        assert found.high == stats.binom.ppf(level, 700, 0.3) + 1


def test_exact_arithmetic_survives_huge_sums() -> None:
    # Turns of 10^12 + {0, 1}: float sums of squares would lose the variance altogether.
    n, base = 1000, 10**12
    x = [base + i % 2 for i in range(n)]
    found = intervals.mean(n, sum(x), sum(v * v for v in x))
    assert 0.03 < found.half_width < 0.5


@pytest.mark.parametrize("confidence", [0.0, 1.0, 95])
def test_confidence_is_checked(confidence: float) -> None:
    with pytest.raises(RummyError, match="between 0 and 1"):
        intervals.wilson(1, 2, confidence)
