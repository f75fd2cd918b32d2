"""Paired differences: the truth inside, the gain real, no pairing where there is none."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats
from study_toys import Toy, simple, tally_of

from rummylab.analysis import metrics
from rummylab.analysis.compare import compare, difference
from rummylab.analysis.observed import observed
from rummylab.analysis.tally import BLOCK_CLUSTERS
from rummylab.errors import RummyError


def runs(count: int = 20_000) -> tuple[Toy, Toy, int]:
    return Toy(turns=30.0, noise=1), Toy(turns=34.0, noise=2), count


def test_the_difference_is_b_minus_a_and_holds_the_truth() -> None:
    a, b, count = runs()
    one = a.tally(players=2, seed=4, first=0, count=count)
    two = b.tally(players=2, seed=4, first=0, count=count)
    (found,) = compare(one, two, names=["turns"])
    assert found.difference.low < 4.0 < found.difference.high
    assert found.difference.value == pytest.approx(found.b.value - found.a.value)
    # The gamma luck of the deal is shared and most of the variance: 112 of 142 in every arm.
    assert 2.5 < found.gain < 9


def test_runs_on_different_deals_gain_nothing() -> None:
    a, b, count = runs()
    one = a.tally(players=2, seed=4, first=0, count=count)
    two = b.tally(players=2, seed=5, first=0, count=count)
    assert 0.4 < compare(one, two, names=["turns"])[0].gain < 2.5


def test_paired_intervals_cover() -> None:
    repeats, blocks, size = 1000, 8, 50
    rng = np.random.default_rng(3)
    metric = metrics.get("turns", players=2)
    hits = 0
    for _ in range(repeats):
        luck = rng.gamma(5.0, 4.0, blocks * size)
        arms = []
        for mean in (1.0, 1.2):
            rows = np.stack([np.ones(len(luck)), rng.poisson(luck * mean)], axis=1)
            tally = tally_of(2, ("games", "turns"), rows)
            # Small blocks, so that a thousand repetitions stay quick.
            arms.append(
                type(tally)(
                    2,
                    tally.quantities,
                    tally.clusters,
                    tally.sums,
                    tally.cross,
                    rows.astype(np.int64).reshape(blocks, size, 2).sum(axis=1),
                    {},
                )
            )
        found = difference(metric, *arms).difference
        hits += found.low <= 4.0 <= found.high
    assert abs(hits / repeats - 0.95) < 3 * math.sqrt(0.95 * 0.05 / repeats)


def test_runs_of_different_size_are_compared_unpaired() -> None:
    toy = Toy()
    one = toy.tally(players=2, seed=1, first=0, count=2 * BLOCK_CLUSTERS)
    two = toy.tally(players=2, seed=1, first=0, count=3 * BLOCK_CLUSTERS)
    (found,) = compare(one, two, names=["turns"])
    assert math.isnan(found.gain)
    assert found.difference.low < 0 < found.difference.high


def test_few_blocks_are_compared_unpaired_and_safely() -> None:
    a, b, _ = runs()
    hits = 0
    for seed in range(60):
        one = a.tally(players=2, seed=seed, first=0, count=2000)
        two = b.tally(players=2, seed=seed, first=0, count=2000)
        (found,) = compare(one, two, names=["turns"])
        assert math.isnan(found.gain)
        hits += found.difference.low <= 4.0 <= found.difference.high
    assert hits >= 58


def test_one_block_is_too_few_to_pair() -> None:
    (found,) = compare(simple([3, 4, 5]), simple([5, 6, 9]), names=["turns"])
    assert math.isnan(found.gain)
    assert found.difference.value == pytest.approx(8 / 3)


def test_a_run_against_itself_differs_by_nothing() -> None:
    tally = Toy().tally(players=3, seed=1, first=0, count=8000)
    never = ("ending.cap", "one_turn", "rule_holes")
    for found in compare(tally, tally):
        paired = metrics.get(found.metric, players=3).paired
        if found.a.defined and paired and not found.metric.startswith(never):
            assert found.difference.value == found.difference.low == found.difference.high == 0


def test_two_runs_without_the_event_may_still_differ_a_little() -> None:
    toy = Toy()
    one = toy.tally(players=2, seed=1, first=0, count=3000)
    two = toy.tally(players=2, seed=2, first=0, count=3000)
    (found,) = compare(one, two, names=["ending.cap"])
    assert found.difference.value == 0
    # The rule of three: up to about 3 to 4 in 3,000 on either side is not excluded.
    assert -0.002 < found.difference.low < -0.001
    assert 0.001 < found.difference.high < 0.002


def test_runs_that_keep_their_deals_are_paired_deal_by_deal() -> None:
    a, b, _ = runs()
    one = a.tally(players=2, seed=4, first=0, count=2500, units=True)
    two = b.tally(players=2, seed=4, first=0, count=2500, units=True)
    (found,) = compare(one, two, names=["turns"])
    turns = one.quantities.index("turns")
    assert one.units is not None
    assert two.units is not None
    steps = two.units[:, turns].astype(float) - one.units[:, turns]
    low, high = stats.t.interval(0.95, 2499, steps.mean(), stats.sem(steps))
    assert found.difference.low == pytest.approx(low)
    assert found.difference.high == pytest.approx(high)
    assert found.p == pytest.approx(stats.ttest_1samp(steps, 0).pvalue, abs=1e-12)
    apart = one.units[:, turns].var(ddof=1) + two.units[:, turns].var(ddof=1)
    assert found.gain == pytest.approx(apart / steps.var(ddof=1))


def test_quantiles_of_the_same_deals_are_paired() -> None:
    a, b, _ = runs()
    one = a.tally(players=2, seed=4, first=0, count=4000, units=True)
    two = b.tally(players=2, seed=4, first=0, count=4000, units=True)
    apart = [tally.without_units() for tally in (one, two)]
    for name in ("turns.median", "turns.p90", "minutes.p10", "pool_left.median", "turns.sd"):
        (found,), (unpaired,) = compare(one, two, names=[name]), compare(*apart, names=[name])
        gap = found.difference
        assert gap.low <= gap.value <= gap.high
        assert gap.value == found.b.value - found.a.value
        assert gap.half_width <= unpaired.difference.half_width, name
        if name.startswith("turns"):  # the toy's pools share no luck
            assert gap.half_width < unpaired.difference.half_width, name
            assert found.gain > 1.5, name
        if name != "turns.sd":
            assert gap.low == math.floor(gap.low), name


def test_values_of_a_histogram_are_read_back_from_the_deals() -> None:
    tally = Toy().tally(players=2, seed=1, first=0, count=50, units=True)
    assert tally.units is not None
    for name in ("turns", "actions", "minutes", "winner_score", "loser_loss", "pool_left"):
        found = observed(tally, name)
        assert found is not None, name
        assert np.bincount(found[0], found[1]).sum() == tally.histograms[name].sum()
    assert observed(tally, "turns")[0].tolist() == tally.units[:, 1].tolist()
    assert observed(tally.without_units(), "turns") is None
    # Two values on one deal leave only their sum.
    assert observed(tally, "opening_turn") is None
    three = Toy().tally(players=3, seed=1, first=0, count=50, units=True)
    assert observed(three, "loser_loss") is None


def test_quantiles_of_different_deals_are_compared_by_their_intervals() -> None:
    a, b, count = runs()
    one = a.tally(players=2, seed=4, first=0, count=count)
    two = b.tally(players=2, seed=5, first=0, count=count)
    (found,) = compare(one, two, names=["turns.median"])
    assert math.isnan(found.gain)
    assert found.difference.value == found.b.value - found.a.value
    assert found.difference.low <= found.difference.value <= found.difference.high
    assert found.difference.low == math.floor(found.difference.low)
    assert found.difference.low <= found.b.low - found.a.high


def test_games_of_a_deal_are_not_compared_with_single_games() -> None:
    names = ("games", "turns")
    one = tally_of(2, names, np.array([[1, 30], [1, 31]]))
    two = tally_of(2, names, np.array([[2, 60], [2, 64]]))
    with pytest.raises(RummyError, match=r"unit is a game with one whose unit is a deal of 2"):
        compare(one, two)


def test_unknown_metrics_are_refused() -> None:
    tally = Toy().tally(players=2, seed=1, first=0, count=2000)
    with pytest.raises(RummyError, match="did you mean turns"):
        compare(tally, tally, names=["turnz"])
    with pytest.raises(RummyError, match="not counted in both runs"):
        compare(tally, tally, names=["games_per_match"])


def test_different_tables_are_refused() -> None:
    toy = Toy()
    with pytest.raises(RummyError, match="of 2 and of 3 players"):
        compare(
            toy.tally(players=2, seed=1, first=0, count=10),
            toy.tally(players=3, seed=1, first=0, count=10),
        )
