"""Plans keep what they promise: the width, and the chance to find a difference."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest
from study_toys import Toy

import rummylab as rl
from rummylab.analysis import metrics, planning, sequential
from rummylab.analysis.tally import Tally
from rummylab.cli import main
from rummylab.cli.plan import duration
from rummylab.errors import RummyError
from rummylab.stopping import Stop, play_rounds

SMALL = "rummikub:tiles.colours=3,tiles.numbers=7,tiles.jokers=1,deal.rack=7,opening.min_points=6"
HARDER = SMALL.replace("min_points=6", "min_points=14")


def test_the_numbers_of_the_textbook() -> None:
    # 1.96 * 15 / 2 squared; (1.96 + 0.8416) * 15 / 5 squared.
    assert planning.units_for_width(15**2, 2) == math.ceil((1.959964 * 15 / 2) ** 2) == 217
    assert planning.units_for_power(15**2, 5, power=0.8) == 71
    assert planning.units_for_width(0.0, 1.0) == 2


def test_planned_units_find_the_difference_as_often_as_promised() -> None:
    units = planning.units_for_power(100.0, 1.0, power=0.8)
    rng = np.random.default_rng(1)
    found = 0
    for _ in range(2000):
        values = rng.normal(1.0, 10.0, units)
        found += abs(values.mean()) > 1.96 * values.std(ddof=1) / math.sqrt(units)
    assert abs(found / 2000 - 0.8) < 3 * math.sqrt(0.8 * 0.2 / 2000)


def test_a_planned_run_is_as_precise_as_asked() -> None:
    options: dict[str, Any] = {"players": 2, "seed": 4}
    found = rl.plan(SMALL, HARDER, half_width=0.8, pilot=400, **options)
    by_name = {design.name: design for design in found.designs}
    planned = by_name["the same deals"]
    ran = rl.compare(SMALL, HARDER, games=planned.deals, **options)
    assert ran.metrics["turns"].difference.half_width == pytest.approx(0.8, rel=0.2)
    # What pairing saves is the ratio of the two plans.
    saved = by_name["deals of their own"].games / planned.games
    assert saved == pytest.approx(ran.metrics["turns"].gain, rel=0.35)
    assert planned.seconds > 0


def _fixed(found: rl.Plan) -> list[str]:
    return [design.name for design in found.designs if not design.watched]


@pytest.mark.parametrize(
    ("name", "width"),
    [("turns", 0.25), ("turns", 0.08), ("first_player_win_rate", 1.3), ("forced_draw_share", 0.3)],
)
def test_a_watched_run_stops_about_where_it_is_planned_to(name: str, width: float) -> None:
    metric = metrics.get(name, players=2)
    share = 100 if metric.unit == "share" else 1
    for arms in ((Toy(),), (Toy(), Toy(turns=31.0, edge=0.1, noise=1))):

        def play(first: int, count: int, arms: tuple[Toy, ...] = arms) -> list[Tally]:
            options = {"players": 2, "seed": 1, "first": first, "count": count, "units": True}
            return [toy.tally(**options) for toy in arms]

        pilot = [toy.tally(players=2, seed=9, first=0, count=4000, units=True) for toy in arms]
        planned = sequential.watched_clusters(metric, pilot, width / share, keep_units=50_000)
        rule = Stop.of(until={name: width}, sprt=None, limit=None, players=2)
        (tally, *_), stopped = play_rounds(play, rule, keep_units=50_000)
        assert stopped.rule == "until"
        # Looks are up to half as far again apart, so the next one is no mistake.
        assert planned is not None
        sizes = sequential.looks(10**6)
        assert abs(sizes.index(planned) - sizes.index(tally.clusters)) <= 1
    # A run that would never end has no size.
    assert sequential.watched_clusters(metric, pilot, 1e-9, keep_units=50_000) is None


def test_a_plan_of_a_precision_has_both_runs() -> None:
    options: dict[str, Any] = {"players": 2, "seed": 4}
    found = rl.plan(SMALL, HARDER, half_width=0.8, **options)
    assert [(d.name, d.watched) for d in found.designs if d.watched] == [
        ("the same deals, watched", True),
        ("the same deals, racks going round, watched", True),
    ]
    planned = next(design for design in found.designs if design.watched)
    ran = rl.compare(SMALL, HARDER, until={"turns": 0.8}, **options)
    assert 1 / 1.3 <= planned.games / ran.games <= 1.3
    assert not any(d.watched for d in rl.plan(SMALL, HARDER, detect=1.0, **options).designs)


def test_the_designs_are_those_for_the_metric() -> None:
    options: dict[str, Any] = {"players": 2, "pilot": 200, "half_width": 1.0}
    seats = rl.plan(SMALL, metric="first_player_win_rate", **options)
    assert _fixed(seats) == ["racks going round", "each deal once"]
    length = rl.plan(SMALL, metric="turns", **options)
    assert _fixed(length) == ["each deal once", "racks going round"]
    mixed = rl.plan(SMALL, strategies=["max_tiles", "random"], metric="turns", **options)
    assert _fixed(mixed) == ["players in every rotation"]
    assert mixed.designs[0].games == 2 * mixed.designs[0].deals


def test_a_larger_difference_takes_fewer_games() -> None:
    few, many = (
        rl.plan(SMALL, HARDER, detect=size, players=2, pilot=100).designs[0].games
        for size in (2.0, 1.0)
    )
    assert many == pytest.approx(4 * few, rel=0.01)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "give either half_width or detect"),
        ({"half_width": 1.0, "detect": 1.0}, "give either half_width or detect"),
        ({"detect": 1.0}, "give two rule sets"),
        ({"half_width": -1.0}, "half_width is -1.0"),
        ({"half_width": 1.0, "metric": "turns.median"}, "which is no ratio"),
        ({"half_width": 1.0, "metric": "turnz"}, "did you mean turns"),
        ({"half_width": 1.0, "pilot": 5}, "allowed: 20 or more"),
        ({"b": HARDER, "detect": 1.0, "power": 1.0}, "power is 1.0"),
        ({"half_width": 1.0, "metric": "joker_wins.2"}, "did not see what joker_wins.2 is about"),
    ],
)
def test_what_cannot_be_planned_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(RummyError, match=said):
        rl.plan(SMALL, **{"players": 2, "pilot": 20, **given})


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["plan", SMALL, HARDER, "-p", "2", "--pilot", "60", "--detect", "1"]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert out.startswith("To find a difference of 1 turn in turns in 90 of 100 runs:")
    assert "the same deals, racks going round" in out
    assert main(["plan", SMALL, "-p", "2", "--pilot", "60", "-w", "0.5", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["half_width"] == 0.5
    assert {"deals", "games", "seconds"} <= told["designs"][0].keys()
    for wrong, said in (
        (["plan", SMALL], "plan needs --half-width or --detect"),
        (["plan", SMALL, "-w", "x"], "--half-width is x"),
        (["plan", SMALL, "-d", "1"], "give a second rule set"),
        (["plan", SMALL, "-w", "1", "--pilot", "1"], "--pilot is 1; allowed: a whole number from"),
        (["plan", SMALL, "-w", "1", "--pilot", "x"], "--pilot is x; write a whole number"),
        (["plan", SMALL, HARDER, "-d", "1", "--power", "2"], "--power is 2; it must lie"),
    ):
        assert main(wrong) == 2
        assert said in capsys.readouterr().err


def test_durations_are_said_as_people_say_them() -> None:
    assert [duration(s) for s in (0, 59, 60, 3600, 86_400)] == [
        "1 s",
        "59 s",
        "1 min 0 s",
        "1 h 0 min",
        "1 d 0 h",
    ]
