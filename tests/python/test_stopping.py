"""Runs that stop by themselves: the same answer for any workers, looks at sizes fixed before."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence

import pytest
from study_toys import Toy

import rummylab as rl
from rummylab.analysis import metrics, sequential
from rummylab.analysis.sequential import Sprt, looks
from rummylab.analysis.tally import Tally
from rummylab.cli import main
from rummylab.errors import RummyError
from rummylab.stopping import Stop, parse_tests, parse_until, play_rounds

QUICK = "rummikub:tiles.colours=3,tiles.numbers=5,tiles.jokers=0,deal.rack=6,opening.min_points=0"


def stop(**rule: object) -> Stop:
    options: dict[str, object] = {"until": None, "sprt": None, "limit": None, "players": 2}
    return Stop.of(**{**options, **rule})  # type: ignore[arg-type]


def toys(*arms: Toy, seed: int = 1) -> tuple[list[tuple[int, int]], object]:
    asked: list[tuple[int, int]] = []

    def play(first: int, count: int) -> Sequence[Tally]:
        asked.append((first, count))
        return [
            toy.tally(players=2, seed=seed, first=first, count=count, units=True) for toy in arms
        ]

    return asked, play


def test_looks_are_whole_blocks_and_the_end() -> None:
    assert looks(400) == [400]
    assert looks(1000) == [1000]
    assert looks(1001) == [1000, 1001]
    sizes = looks(1_000_000)
    assert sizes[:9] == [1000, 2000, 3000, 4000, 6000, 8000, 12_000, 16_000, 24_000]
    assert sizes[-1] == 1_000_000
    assert len(sizes) < 25
    # A longer limit looks at the same sizes before.
    assert looks(2_000_000)[: len(sizes) - 1] == sizes[:-1]
    with pytest.raises(RummyError, match="0 clusters"):
        looks(0)


def test_a_run_stops_at_its_precision_and_not_before() -> None:
    asked, play = toys(Toy())
    rule = stop(until={"turns": 0.4})
    (tally,), stopped = play_rounds(play, rule, keep_units=50_000)  # type: ignore[arg-type]
    metric = metrics.get("turns", players=2)
    assert sequential.always_valid(metric, tally, look=stopped.look).half_width <= 0.4
    assert stopped.rule == "until"
    assert "turns is known to ±0.3" in stopped.says
    assert f"stopped after {tally.clusters:,} games" in stopped.says
    before = looks(10**6)[stopped.look - 2]
    earlier = Toy().tally(players=2, seed=1, first=0, count=before)
    assert sequential.always_valid(metric, earlier, look=stopped.look - 1).half_width > 0.4
    # Contiguous prefixes of blocks, nothing played twice.
    assert [first for first, _ in asked] == [0, *looks(10**6)[: len(asked) - 1]]
    assert tally == Toy().tally(players=2, seed=1, first=0, count=tally.clusters, units=True)


def test_long_runs_let_go_of_their_deals() -> None:
    _, play = toys(Toy())
    rule = stop(until={"turns": 0.3})
    (tally,), _ = play_rounds(play, rule, keep_units=2000)  # type: ignore[arg-type]
    assert tally.clusters > 2000
    assert tally.units is None


def test_a_test_of_a_difference_answers() -> None:
    for longer, verdict in ((1.0, "high"), (0.0, "low")):
        _, play = toys(Toy(turns=30.0), Toy(turns=30.0 + longer, noise=1))
        rule = stop(sprt={"turns": 1.0})
        _, stopped = play_rounds(play, rule, keep_units=50_000)  # type: ignore[arg-type]
        assert (stopped.rule, stopped.verdict) == ("sprt", verdict)
        right, other = (1, 0) if verdict == "high" else (0, 1)
        said = f"the difference in turns is nearer {right} than {other} turns"
        assert said in stopped.says
        assert "games for each" in stopped.says


def test_the_limit_ends_a_run_without_an_answer() -> None:
    _, play = toys(Toy())
    rule = stop(until={"turns": 0.001}, limit=2500)
    (tally,), stopped = play_rounds(play, rule, keep_units=50_000)  # type: ignore[arg-type]
    assert tally.clusters == 2500
    assert stopped.rule == "size"
    assert stopped.says == "stopped at the limit of 2,500 games, without the half-width asked for"


def test_the_engine_stops_alike_on_any_number_of_threads() -> None:
    runs = [
        rl.simulate(QUICK, players=2, seed=3, until={"turns": 0.4}, threads=threads)
        for threads in (1, 3)
    ]
    assert runs[0].tally == runs[1].tally
    assert runs[0].stopped == runs[1].stopped
    assert runs[0].stopped is not None
    assert runs[0].stopped.rule == "until"
    # The same games as those of a run of this size, but intervals that may be looked at.
    fixed = rl.simulate(QUICK, players=2, seed=3, games=runs[0].games)
    assert fixed.tally == runs[0].tally
    for name in ("turns", "first_player_win_rate", "turns.median"):
        mine, theirs = runs[0].metrics()[name], fixed.metrics()[name]
        assert mine.value == pytest.approx(theirs.value)
        assert mine.half_width >= theirs.half_width
    assert runs[0].metrics()["turns"].half_width > 1.2 * fixed.metrics()["turns"].half_width


def test_watching_does_not_change_a_run() -> None:
    seen: list[int] = []
    options = {"players": 2, "seed": 3, "games": 2300}
    watched = rl.simulate(QUICK, live=lambda tally, look: seen.append(tally.clusters), **options)  # type: ignore[arg-type]
    assert seen == [1000, 2000, 2300]
    plain = rl.simulate(QUICK, **options)  # type: ignore[arg-type]
    assert watched.tally == plain.tally
    assert watched.metrics()["turns"] == plain.metrics()["turns"]
    assert watched.stopped is None


def test_rows_are_not_recorded_by_a_run_of_unknown_size() -> None:
    with pytest.raises(RummyError, match="leave out record"):
        rl.simulate(QUICK, players=2, until={"turns": 1}, record="games")
    with pytest.raises(RummyError, match="until and sprt are both given"):
        rl.simulate(QUICK, players=2, until={"turns": 1}, sprt={"turns": 1})


def test_an_sprt_compares_two_strategies() -> None:
    found = rl.simulate(
        QUICK,
        players=2,
        strategies=["max_tiles", "random"],
        rotate=True,
        sprt={"win_rate.player_1": (50, 55)},
    )
    assert found.stopped is not None
    assert found.stopped.verdict == "high"
    assert "win_rate.player_1 is nearer 55 than 50 % points" in found.stopped.says


def test_the_command_says_which_rule_stopped_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", QUICK, "-p", "2", "--until", "turns=0.5"]) == 0
    assert "Stopped after 2,000 games: turns is known to" in capsys.readouterr().out
    words = ["compare", QUICK, f"{QUICK},deal.rack=7", "-p", "2", "--sprt", "turns=0:3", "--json"]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["stopped"]["rule"] == "sprt"
    assert told["stopped"]["verdict"] in ("low", "high")


def test_mixtures_are_about_as_wide_as_they_may_be() -> None:
    # At 100,000 games and p = 0.25: 0.27 points for one look, 0.45 for all.
    share = sequential.share_mixture(25_000, 100_000, centre=0.25)
    assert 0.43 < 100 * share.half_width < 0.46
    mean = sequential.normal_mixture(0.25, 0.25 * 0.75 / 100_000, 100_000)
    assert mean.half_width == pytest.approx(share.half_width, rel=0.01)
    assert sequential.share_mixture(0, 1000, centre=0.25).low == 0
    assert 0.003 < sequential.share_mixture(0, 1000).high < 0.02
    assert sequential.share_mixture(1000, 1000).high == 1
    assert sequential.share_mixture(999.999999999, 1000).high == 1
    assert math.isinf(sequential.normal_mixture(3.0, 1.0, 1).high)


def test_walds_bounds() -> None:
    low, high = Sprt(0.0, 1.0).bounds
    assert (round(low, 3), round(high, 3)) == (-2.944, 2.944)
    assert Sprt(0.0, 1.0, alpha=0.01, beta=0.1).bounds == pytest.approx(
        (math.log(0.1 / 0.99), math.log(90))
    )
    assert Sprt(0.0, 1.0).ratio(1.0, 0.25) == pytest.approx(2.0)
    assert Sprt(0.0, 1.0).verdict(5.0, 0.0) is None  # nothing is known of its error
    with pytest.raises(RummyError, match="alpha"):
        Sprt(0.0, 1.0, alpha=0.7)


def test_what_a_command_line_says() -> None:
    assert parse_until(["turns=.5", "win_rate.seat_1=1e-1"]) == {
        "turns": 0.5,
        "win_rate.seat_1": 0.1,
    }
    assert parse_tests(["turns=-1:2.5", "turns.cv=3"]) == {
        "turns": (-1.0, 2.5),
        "turns.cv": (0.0, 3.0),
    }
    assert parse_tests(["turns=-3"]) == {"turns": (-3.0, 0.0)}


def test_the_verdict_is_true_where_neither_value_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", QUICK, "-p", "2", "-n", "500", "--sprt", "turns=1:2"]) == 0
    out = capsys.readouterr().out
    assert "Stopped after 500 games: turns is nearer 2 than 1 turns." in out


def test_the_lower_value_of_a_test_comes_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", QUICK, "-p", "2", "-n", "500", "--sprt", "turns=5:1"]) == 2
    said = "--sprt is turns=5:1; the lower value comes first: write turns=1:5"
    assert said in capsys.readouterr().err
    with pytest.raises(RummyError, match=r"the lower value comes first: give turns=\(1, 5\)"):
        stop(sprt={"turns": (5.0, 1.0)})
    with pytest.raises(RummyError, match="give low=1 and high=5"):
        Sprt(5, 1)
    assert stop(sprt={"turns": -2.0}).tests["turns"] == Sprt(-2.0, 0.0)
