"""rl.compare and its command: the same deals, paired, corrected for many questions, in words."""

from __future__ import annotations

import json
import math
import re

import numpy as np
import pytest
from scipy import stats

import rummylab as rl
from rummylab.analysis.corrections import benjamini_hochberg, holm
from rummylab.cli import main
from rummylab.errors import RummyError

SMALL = "rummikub:tiles.colours=3,tiles.numbers=7,tiles.jokers=1,deal.rack=7,opening.min_points=6"
HARDER = SMALL.replace("min_points=6", "min_points=14")
CALM = f"{SMALL},turn.failure_draw=1"  # the players never fail: the same games


def same_deals(**more: object) -> rl.Comparison:
    return rl.compare(SMALL, HARDER, games=300, players=2, seed=5, **more)  # type: ignore[arg-type]


def test_the_differences_are_those_of_the_same_deals() -> None:
    found = same_deals()
    one, two = (
        rl.simulate(spec, games=300, players=2, seed=5, record="games").frame()["turns"].to_numpy()
        for spec in (SMALL, HARDER)
    )
    steps = (two - one).astype(float)
    gap = found.metrics["turns"].difference
    assert gap.value == pytest.approx(steps.mean())
    assert (gap.low, gap.high) == pytest.approx(
        stats.t.interval(0.95, 299, steps.mean(), stats.sem(steps))
    )
    gain = (one.var(ddof=1) + two.var(ddof=1)) / steps.var(ddof=1)
    assert found.metrics["turns"].gain == pytest.approx(gain)
    assert gain > 1.2


def test_results_of_simulate_give_the_same_comparison() -> None:
    one, two = (rl.simulate(spec, games=300, players=2, seed=5) for spec in (SMALL, HARDER))
    played, given = same_deals(), rl.compare(one, two)
    assert played.metrics["turns"] == given.metrics["turns"]
    assert played.findings() == given.findings()


def test_threads_change_nothing() -> None:
    one, two = same_deals(threads=1), same_deals(threads=3)
    assert [arm.tally for arm in one.arms] == [arm.tally for arm in two.arms]
    assert one.findings() == two.findings()


def test_it_says_what_the_change_does() -> None:
    found = same_deals()
    assert found.pairs[0].rules == {"opening.min_points": (6, 14)}
    first = found.findings()[0]
    gap = found.metrics["turns"].difference
    verb = "lengthens" if gap.value > 0 else "shortens"
    assert found.pairs[0].clear("turns")
    assert first.startswith(f"Opening at 14 instead of 6 {verb} the game by ")
    assert f"{abs(gap.value):.1f}"[:-1] in first


def test_rules_that_change_nothing_are_called_so() -> None:
    found = rl.compare(SMALL, CALM, games=50, players=2, seed=5)
    assert found.metrics["turns"].difference.low == found.metrics["turns"].difference.high == 0
    assert math.isnan(found.metrics["turns"].gain)
    assert "none of 50 games came out differently" in found.findings()[0]


def test_more_than_two_are_held_against_the_first_and_corrected() -> None:
    found = rl.compare(SMALL, HARDER, CALM, games=200, players=2, seed=5)
    assert [(pair.a, pair.b) for pair in found.pairs] == [(SMALL, HARDER), (SMALL, CALM)]
    ps = [pair.metrics["turns"].p for pair in found.pairs]
    assert [pair.adjusted["turns"] for pair in found.pairs] == holm(ps)
    # The intervals of the primary metric hold for both pairs at once and are wider for it.
    alone = rl.compare(SMALL, HARDER, games=200, players=2, seed=5).metrics
    both = found.pairs[0].metrics
    assert both["turns"].difference.half_width > alone["turns"].difference.half_width
    assert both["pool_left"].difference == alone["pool_left"].difference
    told = found.to_json()
    assert [pair["b"] for pair in told["metrics"]] == [HARDER, CALM]
    with pytest.raises(RummyError, match="has 2 differences of every metric"):
        found.metrics  # noqa: B018


def test_where_strategies_differ_every_deal_is_played_in_every_rotation() -> None:
    mixed = ["max_tiles", "random"]
    found = rl.compare((SMALL, mixed), (SMALL, ["novice", "random"]), games=40, players=2, seed=5)
    assert found.rotate
    assert found.games == 80
    assert found.metrics["turns"].difference.n == 40
    assert found.findings()[0].startswith("Playing novice, random instead of max_tiles, random ")


def test_the_design_follows_the_primary_metric() -> None:
    length = rl.compare(SMALL, HARDER, games=200, players=2, seed=5)
    seats = rl.compare(SMALL, HARDER, games=100, players=2, seed=5, primary="first_player_win_rate")
    assert (length.rotate, seats.rotate) == (False, True)
    assert length.games == seats.games == 200
    name = "first_player_win_rate"
    assert seats.metrics[name].a.half_width < length.metrics[name].a.half_width
    assert seats.metrics["turns"].a.half_width > length.metrics["turns"].a.half_width


def test_runs_that_cannot_be_paired_are_refused() -> None:
    one = rl.simulate(SMALL, games=20, players=2, seed=5)
    for change, what in (
        ({"seed": 6}, "seed are 5, 6"),
        ({"games": 30}, "games are 20, 30"),
        ({"players": 3}, "players are 2, 3"),
        ({"rotate": True, "games": 10}, "rotate are False, True"),
    ):
        options = {"games": 20, "players": 2, "seed": 5, **change}
        with pytest.raises(RummyError, match=what):
            rl.compare(one, rl.simulate(HARDER, **options))  # type: ignore[arg-type]
    with pytest.raises(RummyError, match="not both at once"):
        rl.compare(one, HARDER)
    with pytest.raises(
        RummyError, match="cannot compare DataFrame objects: intervals need to know"
    ):
        rl.compare(one.summary(), one.summary())  # type: ignore[arg-type]
    with pytest.raises(RummyError, match="is given twice"):
        rl.compare(SMALL, SMALL, games=10)
    with pytest.raises(RummyError, match="did you mean turns"):
        rl.compare(SMALL, HARDER, games=10, primary="turnz")


def test_the_frame_has_a_row_for_every_metric() -> None:
    found = same_deals()
    frame = found.frame().set_index("metric")
    assert set(frame.index) == set(found.metrics)
    assert frame.loc["turns", "gain"] == found.metrics["turns"].gain
    assert frame.loc["turns.median", "gain"] > 1
    assert np.isnan(frame.loc["balance", "gain"])


# Corrections


def test_holm_by_hand() -> None:
    assert holm([0.04, 0.01, 0.03]) == pytest.approx([0.06, 0.03, 0.06])
    assert holm([0.5, 0.9]) == pytest.approx([1.0, 1.0])
    assert holm([]) == []


def test_benjamini_hochberg_is_that_of_scipy() -> None:
    values = np.random.default_rng(3).random(40) ** 3
    assert benjamini_hochberg(list(values)) == pytest.approx(stats.false_discovery_control(values))
    with pytest.raises(RummyError, match="between 0 and 1"):
        benjamini_hochberg([0.5, math.nan])


def test_holm_errs_in_one_family_of_twenty() -> None:
    rng = np.random.default_rng(4)
    false = sum(min(holm(list(rng.random(8)))) <= 0.05 for _ in range(2000))
    assert abs(false / 2000 - 0.05) < 3 * math.sqrt(0.05 * 0.95 / 2000)


# The command


def test_the_command_prints_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["compare", SMALL, HARDER, "-p", "2", "-n", "100", "--seed", "5", "--json"]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["seed"], len(told["arms"])) == (100, 5, 2)
    turns = told["metrics"]["turns"]
    assert {"value", "low", "high"} <= turns["a"].keys()
    assert turns["difference"]["low"] < turns["difference"]["value"] < turns["difference"]["high"]
    assert turns["gain"] > 1
    assert told["metrics"]["turns.median"]["gain"] > 1
    assert told["metrics"]["balance"]["gain"] is None


def test_the_command_prints_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", SMALL, HARDER, "-p", "2", "-n", "200", "--seed", "5"]) == 0
    out = capsys.readouterr().out
    assert "   opening.min_points: 6 -> 14" in out
    assert "Opening at 14 instead of 6" in out
    (row,) = [line for line in out.splitlines() if line.startswith("turns ")]
    assert row.split()[-2] == "turns"  # unit, then the gain
    assert max(map(len, out.splitlines())) < 150


def test_the_command_compares_strategies(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["compare", SMALL, "-s", "max_tiles", "-s", "random", "-p", "2", "-n", "50"]
    assert main(words) == 0
    assert "Playing random instead of max_tiles lengthens the game by" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([SMALL], "compare needs two rule sets"),
        ([SMALL, HARDER, "-s", "random", "-s", "novice", "-s", "human"], "given 3 times for 2"),
        ([SMALL, HARDER, "--until", "turns"], "write METRIC=HALFWIDTH"),
        ([SMALL, HARDER, "--until", "turns=-1"], "the half-width is a positive number"),
        (
            [SMALL, HARDER, "--sprt", "turns=1:"],
            "write METRIC=EFFECT, such as turns=1",
        ),
        ([SMALL, HARDER, "--sprt", "turns=1:1"], "cannot be told apart"),
        ([SMALL, HARDER, "--sprt", "turns.median=1"], "is no ratio"),
        ([SMALL, HARDER, "--until", "turns=1", "--sprt", "turns=1"], "choose one rule"),
        ([SMALL, HARDER, "--metric", "turnz"], "did you mean turns"),
        ([SMALL, HARDER, "-p", "7"], "--players is 7"),
    ],
)
def test_wrong_input_is_told_in_one_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", *words]) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""


def test_a_metric_with_numbers_of_its_own_may_be_the_one_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["compare", SMALL, HARDER, "-p", "2", "-n", "60", "--metric", "ideal_length.10-20"]
    assert main(words) == 0
    assert "\nideal_length.10-20 " in capsys.readouterr().out


def test_one_game_is_told_in_plain_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", SMALL, HARDER, "-p", "2", "-n", "1"]) == 0
    out = capsys.readouterr().out
    assert "1 game of each" in out
    assert "what it does to “length of a game” cannot be told from 1 game." in out
    assert "1 games" not in out
    assert "single unit" not in out


@pytest.mark.parametrize("games", [2, 3, 5])
def test_a_few_deals_that_agree_claim_nothing(games: int) -> None:
    found = rl.compare("gin", "gin:knock.limit=5", games=games, seed=3, threads=1)
    for one in found.pairs[0].metrics.values():
        gap = one.difference
        never = one.metric.startswith("loser_loss")  # in gin nobody loses anything
        assert gap.low < gap.high or not gap.defined or never, one


@pytest.mark.parametrize("games", [1, 2, 5])
def test_tables_and_sentences_have_the_same_decimals(
    games: int, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = ["rummikub", "rummikub:opening.min_points=50"]
    asked = ["--games", str(games), "--players", "4", "--metric", "turns.cv"]
    assert main(["compare", *rules, *asked]) == 0
    said = capsys.readouterr().out
    assert "no limit" not in said
    for line in said.splitlines():
        cells = re.findall(r"−?[\d,]+(?:\.\d+)?", line)
        if line.startswith(("turns.cv", "pool_left ", "jokers_laid", "opening_turn ")):
            assert len({len(cell.partition(".")[2]) for cell in cells[:3]}) <= 1, line
    between = re.search(r"lies between (\S+) and (\S+) ratio", said)
    assert between is None or f"{between[1]} to {between[2]}" in said
