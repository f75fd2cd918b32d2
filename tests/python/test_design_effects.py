"""Effects, interactions, shares of variance and sensitivity, on arms of known truth."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from study_toys import Toy, tally_of

from rummylab.analysis import effects, metrics, sensitivity
from rummylab.analysis.joint import Joint, joint
from rummylab.analysis.tally import Tally
from rummylab.errors import RummyError
from rummylab.study.factors import Design

POINTS = [{"minimum": m, "joker": j} for m, j in itertools.product((0, 30, 50), ("face", "zero"))]
BASES = {"minimum": 30, "joker": "face"}
# Turns: the minimum alone, the joker alone, and what they do together.
TRUTH = {0: -4.0, 30: 0.0, 50: 6.0}
BOTH = 2.0


def truth(point: dict[str, object]) -> float:
    zero = point["joker"] == "zero"
    extra = 1.0 + (BOTH if point["minimum"] == 50 else 0.0)
    return 40 + TRUTH[point["minimum"]] + (extra if zero else 0.0)


def arms(rng: np.random.Generator, *, blocks: int = 12, size: int = 1000) -> list[Tally]:
    """Arms on the same deals: what a deal does to all is large, what it does to one is small."""
    count = blocks * size
    luck = rng.normal(0, 12, count)
    tallies = []
    for point in POINTS:
        turns = np.rint(truth(point) + luck + rng.normal(0, 3, count)).astype(np.int64)
        rows = np.stack([np.ones(count, dtype=np.int64), turns], axis=1)
        tallies.append(tally_of(2, ("games", "turns"), rows))
    return tallies


def of_turns(tallies: list[Tally]) -> Joint:
    found = joint(metrics.get("turns"), tallies)
    assert found is not None
    return found


def test_pairing_takes_the_luck_of_the_deal_off() -> None:
    found = of_turns(arms(np.random.default_rng(1)))
    assert found.paired
    gap = found.contrast([1, 0, -1, 0, 0, 0])
    assert gap.low <= -4 <= gap.high
    # Unpaired: sqrt(2 * (144 + 9) / 12000) * 1.96 = 0.31; paired sqrt(2 * 9 / 12000) * 2.2 = 0.085.
    assert gap.half_width < 0.15
    few = of_turns(
        [tally_of(2, t.quantities, t.block_sums) for t in arms(np.random.default_rng(1), blocks=4)]
    )
    assert not few.paired
    assert few.contrast([1, 0, -1, 0, 0, 0]).half_width > gap.half_width


def test_arms_whose_games_went_alike_differ_by_nothing() -> None:
    """Rounding leaves about 1e-15 of such a difference, which is no finding."""
    alike = [Toy(turns=40 + p["minimum"] / 10) for p in POINTS]  # the joker changes nothing
    tallies = [toy.tally(players=3, seed=5, first=0, count=12_000) for toy in alike]
    changes = effects.main_effects(POINTS, of_turns(tallies), BASES)
    (joker,) = (e.change for e in changes if e.factor == "joker")
    assert (joker.low, joker.value, joker.high) == (0, 0, 0)


def test_one_game_of_each_tells_nothing() -> None:
    one = [Toy(turns=40).tally(players=3, seed=5, first=0, count=1) for _ in POINTS]
    for name in ("turns", "turns.median", "never_opened_share"):
        found = joint(metrics.get(name), one)
        assert found is not None
        for effect in effects.main_effects(POINTS, found, BASES):
            assert not effect.change.low > 0
            assert not effect.change.high < 0
            assert not math.isnan(effect.change.high - effect.change.low)
        assert effects.shares(POINTS, found, list(BASES)) == []


def test_changes_of_shares_lie_within_what_shares_can_be() -> None:
    few = [Toy(turns=40).tally(players=2, seed=s, first=0, count=2) for s in range(len(POINTS))]
    found = joint(metrics.get("first_player_win_rate", players=2), few)
    assert found is not None
    for effect in effects.main_effects(POINTS, found, BASES):
        assert -1 <= effect.change.low <= effect.change.value <= effect.change.high <= 1


def test_effects_of_known_truth_are_covered() -> None:
    """Every main effect and interaction of 60 repeats: 95 % of them but for their own error."""
    inside = asked = 0
    together = 0
    for seed in range(60):
        found = of_turns(arms(np.random.default_rng(100 + seed), size=50, blocks=10))
        for e in effects.main_effects(POINTS, found, BASES):
            wanted = np.mean(
                [
                    truth({**p, e.factor: e.level}) - truth({**p, e.factor: e.base})
                    for p in POINTS
                    if p[e.factor] == e.base
                ]
            )
            asked += 1
            inside += e.change.low <= wanted <= e.change.high
        pairs = effects.interactions(POINTS, found, BASES)
        wanted_pairs = {(0, "zero"): 0.0, (50, "zero"): BOTH}
        together += all(e.change.low <= wanted_pairs[e.levels] <= e.change.high for e in pairs)
    assert asked == 180
    assert inside / asked >= 0.95 - 3 * math.sqrt(0.95 * 0.05 / asked)
    assert together / 60 >= 0.95 - 3 * math.sqrt(0.95 * 0.05 / 60)


def test_a_simple_effect_looks_at_some_arms_only() -> None:
    found = of_turns(arms(np.random.default_rng(3)))
    (first, second) = effects.main_effects(POINTS, found, BASES, given={"joker": "zero"})
    assert (first.level, second.level) == (0, 50)
    assert first.change.value == pytest.approx(-4, abs=0.3)
    assert second.change.value == pytest.approx(8, abs=0.3)


def test_shares_of_variance_are_those_of_the_truth_when_noise_is_taken_off() -> None:
    values = np.array([truth(p) for p in POINTS])
    grid = values.reshape(3, 2)
    whole = values.var()
    alone = grid.mean(axis=1).var() / whole
    total = grid.var(axis=0).mean() / whole
    sums = np.zeros(2)
    noisy = 0.0
    repeats = 200
    for seed in range(repeats):
        rng = np.random.default_rng(seed)
        rows = rng.normal(0, 3.0, (50, 6))
        rows -= rows.mean(axis=0)
        errors = rng.normal(0, math.sqrt(50) * 3.0, 6)
        found = Joint(
            metrics.get("turns"), values + errors / 10, rows / 10, np.full(6, 50 * 0.09), 50
        )
        minimum = effects.shares(POINTS, found, ["minimum", "joker"], seed=seed)[0]
        sums += (minimum.alone.value, minimum.total.value)
        noisy += found.values.var() / whole
    assert noisy / repeats > 1.1  # the noise makes the arms look more different than they are
    assert sums[0] / repeats == pytest.approx(alone, abs=0.06)
    assert sums[1] / repeats == pytest.approx(total, abs=0.06)


def test_shares_need_a_whole_grid() -> None:
    assert effects.is_grid(POINTS, ["minimum", "joker"])
    assert not effects.is_grid(POINTS[1:], ["minimum", "joker"])


def test_slopes_of_a_sample() -> None:
    design = Design(
        kind="latin",
        variant="rummikub",
        runs=12,
        factors={"deal.rack": {"low": 10, "high": 16}, "scoring.joker_penalty": [20, 30, 40]},
    )
    points = design.points
    values = np.array([5 + 2.0 * p["deal.rack"] - 0.1 * p["scoring.joker_penalty"] for p in points])
    found = Joint(metrics.get("turns"), values, None, np.full(len(points), 1e-4), 100)
    slopes = effects.slopes(points, found)
    assert slopes["deal.rack"].value == pytest.approx(2.0)
    assert slopes["scoring.joker_penalty"].value == pytest.approx(-0.1)
    assert slopes["deal.rack"].low < 2.0 < slopes["deal.rack"].high


def exact(values: np.ndarray, covariance: np.ndarray | None = None) -> Joint:
    count = len(values)
    rows = None
    if covariance is not None:
        root = np.linalg.cholesky(covariance)
        # Rows whose covariance is exactly the one wanted: orthogonal columns of mean zero.
        basis = np.linalg.qr(np.random.default_rng(0).normal(size=(400, count)))[0]
        basis -= basis.mean(axis=0)
        basis = np.linalg.qr(basis)[0]
        rows = basis @ root.T * math.sqrt(399 / 400)
    return Joint(metrics.get("turns"), values, rows, np.zeros(count), 400)


def test_sobol_finds_the_indices_of_a_grid() -> None:
    design = Design(
        kind="sobol",
        variant="rummikub",
        runs=512,
        factors={"deal.rack": {"low": 8, "high": 15}, "opening.min_points": [0, 10, 20, 30]},
    )
    points = design.points

    def f(p: dict[str, object]) -> float:
        return float(p["deal.rack"]) * 2 + float(p["opening.min_points"]) / 10

    values = np.array([f(p) for p in points])
    found = sensitivity.sobol(exact(values), list(design.factors), design.arm_of_row)
    parts = (4 * (8**2 - 1) / 12, (4**2 - 1) / 12)  # variances of whole numbers in a row
    for index, part in zip(found, parts, strict=True):
        assert index.alone == pytest.approx(part / sum(parts), abs=0.03)
        assert index.total == pytest.approx(part / sum(parts), abs=0.03)


@pytest.mark.parametrize("shared", [0.0, 0.8])
def test_sobol_takes_the_noise_of_the_games_off(shared: float) -> None:
    design = Design(
        kind="sobol",
        variant="rummikub",
        runs=256,
        factors={"deal.rack": {"low": 8, "high": 15}, "opening.min_points": [0, 10, 20, 30]},
    )
    points, arm_of_row = design.points, design.arm_of_row
    truth = np.array([2.0 * p["deal.rack"] for p in points])  # the other factor does nothing
    count = len(points)
    noise = 6.0
    covariance = noise**2 * ((1 - shared) * np.eye(count) + shared)
    rng = np.random.default_rng(5)
    first, second = [], []
    for _ in range(60):
        values = truth + np.linalg.cholesky(covariance) @ rng.normal(size=count)
        known = exact(values, covariance)
        rack, minimum = sensitivity.sobol(known, list(design.factors), arm_of_row)
        first.append(rack.total)
        second.append(minimum.total)
    assert np.mean(first) > 0.8
    assert np.mean(second) < 0.17  # half of it or more without the correction
    raw = [
        sensitivity.sobol(exact(truth + np.linalg.cholesky(covariance) @ rng.normal(size=count)),
                          list(design.factors), arm_of_row)[1].total
        for _ in range(20)
    ]  # fmt: skip
    assert np.mean(raw) > np.mean(second) + (0.1 if shared == 0 else 0.02)


def test_morris_tells_a_factor_from_noise() -> None:
    design = Design(
        kind="morris",
        variant="rummikub",
        runs=20,
        factors={"deal.rack": {"low": 10, "high": 16}, "opening.min_points": [0, 10, 20, 30]},
    )
    points = design.points
    rng = np.random.default_rng(2)
    covariance = 0.25 * np.eye(len(points))
    values = np.array([2.0 * p["deal.rack"] for p in points]) + rng.normal(0, 0.5, len(points))
    assert design.sample is not None
    rack, minimum = sensitivity.morris(
        exact(values, covariance), list(design.factors), design.arm_of_row, design.sample
    )
    assert rack.mean == pytest.approx(12, rel=0.1)  # over the whole range, 10 to 16
    assert rack.seen
    assert not minimum.seen
    assert minimum.floor == pytest.approx(minimum.size, rel=0.6)


def test_a_sobol_design_takes_a_power_of_two() -> None:
    with pytest.raises(RummyError, match="power of two"):
        sensitivity.sobol_sample(["a"], 12, 0)


def test_a_share_without_any_event_is_not_certain() -> None:
    """No event in 9,000 games of either arm: by the rule of three up to 3 in 9,000 for each."""
    toy = Toy(pool_empty=0.0)
    tallies = [toy.tally(players=2, seed=s, first=0, count=9000) for s in (1, 1)]
    found = joint(metrics.get("ending.cap"), tallies)
    assert found is not None
    assert found.paired
    gap = found.contrast([1, -1])
    assert gap.value == 0
    assert gap.half_width == pytest.approx(math.sqrt(2) * 3 / 9000, rel=0.2)


def test_an_undefined_metric_has_no_joint() -> None:
    toy = Toy().tally(players=2, seed=1, first=0, count=20)
    assert (
        joint(metrics.get("pool_left_out"), [toy, tally_of(2, ("games",), np.ones((3, 1)))]) is None
    )
