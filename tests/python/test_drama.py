"""The value function, and every metric of a course on traces that are seen by eye."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

import rummylab as rl
from rummylab.analysis.course import VALUE_METRICS, Course, ValueMetric, mean_course
from rummylab.analysis.value import Positions, fit, positions_of
from rummylab.cli import main
from rummylab.drama import _games, drama
from rummylab.errors import RummyError
from rummylab.kingmaking import makes_king

# Player 2 (number 1) wins: behind, ahead, behind, level, ahead, won.
V = np.array(
    [[0.7, 0.3], [0.4, 0.6], [0.8, 0.2], [0.5, 0.5], [0.05, 0.95], [0.0, 1.0]]
)  # fmt: skip
# The next step was expected to go 0.1, 0.3, 0.2, 0.4, 0.0, squared.
COURSE = Course(V, 1, np.array([0.01, 0.09, 0.04, 0.16, 0.0]))
STEPS = [0.3, 0.4, 0.3, 0.45, 0.05]

EXPECTED = {
    "drama": (0.4 + 0.6) / 2,
    "drama.most": 0.6,
    "drama.turns": 2 / 6,
    "stability": float(np.var(V[:, 0])),
    "decisiveness": 5 / 6,  # 0.95 is the first above player 1's 0.8
    "excitement": sum(STEPS),
    "comeback": 5.0,
    "surprise": sum(STEPS) * math.sqrt(2) / 5,
    "suspense": 0.2,
    "runaway": 5 / 6,
    "leads.quarter": 1.0,  # after two turns
    "leads.half": 0.0,  # after three
    "leads.three_quarters": 1.0,  # after five
    "lead_change": 4 / 5,  # 1 to 2, 2 to 1, 1 to both, both to 2, and then not
}


def test_every_metric_has_its_trace() -> None:
    assert {metric.name for metric in VALUE_METRICS} == set(EXPECTED)
    assert all(metric.definition.endswith(".") for metric in VALUE_METRICS)


@pytest.mark.parametrize("metric", VALUE_METRICS, ids=lambda m: m.name)
def test_metric_on_the_trace(metric: ValueMetric) -> None:
    assert metric.of(COURSE) == pytest.approx(EXPECTED[metric.name])


def test_a_game_that_is_won_from_the_start_has_no_drama() -> None:
    v = np.array([[0.95, 0.05], [0.97, 0.03], [1.0, 0.0]])
    quiet = {metric.name: metric.of(Course(v, 0)) for metric in VALUE_METRICS}
    assert quiet["drama"] == quiet["drama.most"] == quiet["drama.turns"] == 0
    assert quiet["lead_change"] == 0
    assert quiet["leads.quarter"] == 1
    assert quiet["runaway"] == quiet["decisiveness"] == 1 / 3
    assert quiet["comeback"] == pytest.approx(1 / 0.95)


def test_who_makes_a_king() -> None:
    """Player 1 has no hope; its plays decide between players 2 and 3."""
    decides = np.array([[0.02, 0.60, 0.38], [0.01, 0.40, 0.59], [0.02, 0.50, 0.48]])
    assert makes_king(0, decides, decides)
    assert not makes_king(1, decides, decides)  # has hope
    hoping = decides + np.array([0.1, -0.05, -0.05])
    assert not makes_king(0, hoping, hoping)
    little = np.array([[0.02, 0.60, 0.38], [0.01, 0.55, 0.44]])
    assert not makes_king(0, little, little)
    assert not makes_king(0, decides[:1], decides[:1])  # no choice
    # What one half of the games finds and the other does not is chance.
    assert not makes_king(0, decides, decides[[1, 0, 2]])


def test_kingmaking_in_games() -> None:
    found = drama("rummikub:deal.rack=7", players=3, games=20, pilot=60, seed=1, kingmaking=4)
    kings = found.metrics["kingmaking"]
    assert 0 <= kings.low <= kings.value <= kings.high < 0.5
    again = drama(
        "rummikub:deal.rack=7", players=3, games=20, pilot=60, seed=1, kingmaking=4, threads=1
    )
    assert again.to_dict() == found.to_dict()
    with pytest.raises(RummyError, match="three players or more, not 2"):
        drama("rummikub", players=2, kingmaking=4)
    with pytest.raises(RummyError, match="kingmaking is -1; allowed"):
        drama("rummikub", players=3, kingmaking=-1)


def made_games(count: int, weight: float, seed: int) -> list[Positions]:
    """Games whose winner is drawn with the chances of a known value function of the tiles."""
    rng = np.random.default_rng(seed)
    games = []
    for _ in range(count):
        tiles = rng.integers(1, 15, (6, 3))
        chances = np.exp(weight * tiles[0])
        winner = int(rng.choice(3, p=chances / chances.sum()))
        still = np.repeat(tiles[:1], 6, axis=0)
        pool = np.zeros(6, dtype=np.int64)
        games.append(Positions(0 * still, still, 0 * still, pool, winner))
    return games


def test_the_fit_finds_the_weights_that_made_the_games() -> None:
    found = fit(made_games(1500, -0.3, 1))
    assert found.weights[1] == pytest.approx(-0.3, abs=0.04)
    assert found.weights[0] == found.weights[2] == 0
    v = found.course(made_games(1, -0.3, 2)[0]).v
    assert np.allclose(v.sum(axis=1), 1)
    assert v[-1].max() == 1  # the last position is decided


def test_chances_are_those_that_come_true() -> None:
    """Calibration: players with an estimated chance around 60 % win around 60 %."""
    model = fit(made_games(1500, -0.3, 3))
    said, true = [], []
    for game in made_games(2000, -0.3, 4):
        v = model.course(game).v[0]
        said += list(v)
        true += [i == game.winner for i in range(3)]
    near = np.abs(np.array(said) - 0.6) < 0.1
    assert near.sum() > 200
    assert np.mean(np.array(true)[near]) == pytest.approx(np.mean(np.array(said)[near]), abs=0.07)


def test_expected_steps_are_those_that_come_true() -> None:
    """The squared steps of other games, where far and where little were expected."""
    learnt = _games(rl.load("rummikub"), games=250, players=3, strategies="max_tiles", seed=11)
    model = fit(learnt)
    said, true = [], []
    for game in _games(rl.load("rummikub"), games=250, players=3, strategies="max_tiles", seed=12):
        course = model.course(game)
        assert course.expected.shape == (len(course.v) - 1,)
        said += list(course.expected)
        true += list(np.sum(np.diff(course.v, axis=0) ** 2, axis=1))
    order = np.argsort(said)
    moved = [np.mean(np.array(true)[part]) for part in np.array_split(order, 4)]
    expected = [np.mean(np.array(said)[part]) for part in np.array_split(order, 4)]
    assert moved == sorted(moved)
    assert moved[2:] == pytest.approx(expected[2:], rel=0.35)
    assert np.mean(true) == pytest.approx(np.mean(said), rel=0.1)


def test_positions_are_those_of_the_recorded_turns() -> None:
    columns = {
        "game": np.array([0, 0, 0, 0, 0, 1, 1, 1]),
        "seat": np.array([1, 2, 1, 2, 1, 1, 2, 1]),
        "tiles_laid": np.array([3, 0, 0, 4, 2, 0, 0, 1]),
        "rack_tiles": np.array([11, 15, 12, 11, 0, 15, 15, 14]),
        "rack_points": np.array([60, 90, 70, 50, 0, 80, 70, 60]),
        "pool_left": np.array([78, 77, 76, 76, 76, 77, 76, 76]),
    }
    (game,) = positions_of(columns, 2, {0: 0})
    assert game.points.tolist() == [[60, 90], [70, 90], [70, 50], [0, 50]]
    assert game.tiles.tolist() == [[11, 15], [12, 15], [12, 11], [0, 11]]
    assert game.opened.tolist() == [[1, 0], [1, 0], [1, 1], [1, 1]]
    assert game.pool.tolist() == [77, 76, 76, 76]
    assert game.winner == 0


def test_nothing_to_learn_from_is_an_error() -> None:
    with pytest.raises(RummyError, match="no game of the pilot has one winner"):
        fit([])


def test_the_mean_course_ends_at_one() -> None:
    curve = mean_course([COURSE, COURSE], points=6)
    assert curve[:, 1].tolist() == pytest.approx(V[:, 1].tolist())
    assert curve[-1].tolist() == [1, 1, 1, 1]


@pytest.mark.parametrize("count", [1, 2, 3, 10])
@pytest.mark.parametrize("metric", VALUE_METRICS, ids=lambda m: m.name)
def test_few_games_claim_nothing_impossible(metric: ValueMetric, count: int) -> None:
    """Games that are alike do not make a figure certain, and no interval leaves what can be."""
    quick = Course(np.array([[0.95, 0.05], [1.0, 0.0]]), 0, np.array([0.01]))
    alike, mixed = [COURSE] * count, [COURSE, *[quick] * (count - 1)]
    for courses in (alike, mixed):
        found = metric.estimate(courses)
        assert found.low <= found.value <= found.high <= metric.most
        # An interval that tells nothing has no ends.
        nothing = math.isinf(found.low) and math.isinf(found.high)
        assert nothing or metric.least <= found.low
        if math.isfinite(metric.most):
            assert found.high - found.low > 0.02 * metric.most
        curve = mean_course(courses)
        assert np.all((curve[:, 2] >= 0) & (curve[:, 3] <= 1))
        assert np.all(curve[:-1, 3] > curve[:-1, 2])


def test_drama_of_a_rule_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = drama("rummikub", players=2, games=60, pilot=60, seed=3)
    assert found.games <= 60
    assert found.curve[0, 1] == pytest.approx(0.5, abs=0.15)
    assert found.curve[-1, 1] == 1
    again = drama("rummikub", players=2, games=60, pilot=60, seed=3, threads=1)
    assert again.to_dict() == found.to_dict()
    file = tmp_path / "drama.png"
    arguments = ["drama", "rummikub", "-p", "2", "-n", "60", "--pilot", "60", "--seed", "3"]
    assert main([*arguments, "--plot", str(file)]) == 0
    assert "Mean deficit of the winner" in capsys.readouterr().out
    assert file.read_bytes().startswith(b"\x89PNG")
    assert main([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["games"] == found.games


def test_games_without_a_table_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["drama", "gin", "-p", "2", "-n", "20", "--pilot", "20"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    with pytest.raises(RummyError, match="seed is"):
        drama("rummikub", seed=2**62)
    assert rl.load("gin").id == "gin"
