"""The registry of metrics: every metric on a hand-made tally, and its promises."""

from __future__ import annotations

import math

import numpy as np
import pytest
from study_toys import Toy, quantities, tally_of

from rummylab.analysis import frames, metrics
from rummylab.analysis.tally import Tally
from rummylab.errors import RummyError


def hand_made() -> Tally:
    """Three games of two players, written down by hand.

    Game 1: seat 1 goes out after 5 turns, wins 20 points. Game 2: the pool runs empty after
    20 turns, both seats share the win with 3 points each and nobody loses. Game 3: capped.
    """
    names = quantities(2)
    rows = np.zeros((3, len(names)), dtype=np.int64)

    def put(game: int, **values: int) -> None:
        for name, value in values.items():
            rows[game, names.index(name)] = value

    put(0, games=1, turns=5, plays=3, draws=2, forced_draws=2, openers=1, opening_turn_sum=2)
    put(0, end_out=1, winners=1, winner_score=20, losers=1, loser_score=-20, pool_left=60)
    put(0, pool_left_out=60, rack_points_left=20, tiles_laid=14, jokers_laid=1)
    put(0, share_seat_1=60, share_player_1=60, score_seat_1=20, score_seat_2=-20)
    put(0, score_player_1=20, score_player_2=-20, table_tiles_moved=4, rearranging_turns=1)
    put(0, one_turn_closes=1)
    put(1, games=1, turns=20, plays=10, draws=8, passes=2, forced_draws=5, openers=2)
    put(1, opening_turn_sum=7, end_pool_empty=1, winners=2, winner_score=6, rack_points_left=18)
    put(1, share_seat_1=30, share_seat_2=30, share_player_1=30, share_player_2=30)
    put(1, score_seat_1=3, score_seat_2=3, score_player_1=3, score_player_2=3, tiles_laid=30)
    put(2, games=1, turns=1000, end_cap=1, openers=2, opening_turn_sum=9, pool_left=3)
    turns = np.bincount([5, 20, 999], minlength=1000)
    opening = np.bincount([2, 3, 4, 4, 5], minlength=100)
    winner = np.bincount([20, 3, 3], minlength=500)
    pool = np.bincount([60, 0, 3], minlength=256)
    histograms = {
        "turns": turns,
        "opening_turn": opening,
        "winner_score": winner,
        "pool_left": pool,
        "loser_loss": np.bincount([20], minlength=300),
    }
    return tally_of(2, names, rows, histograms)


EXPECTED = {
    "turns": 1025 / 3,
    "turns.p10": 5,
    "turns.median": 20,
    "turns.p90": 999,
    "winner_score": 26 / 3,
    "winner_score.median": 3,
    "loser_score": -20,
    "loser_loss.median": 20,
    "first_player_win_rate": 90 / 120,
    "first_player_advantage": 25,
    "first_player_score_edge": (23 - (-17)) / 2 / 2,
    "opening_turn": 18 / 5,
    "opening_turn.median": 4,
    "never_opened_share": 1 / 6,
    "forced_draw_share": 7 / 1025,
    "rearranging_turn_share": 1 / 1025,
    "table_tiles_moved": 4 / 1025,
    "tiles_laid": 44 / 3,
    "jokers_laid": 1 / 3,
    "pool_left": 21,
    "pool_left.median": 3,
    "pool_left_out": 60,
    "rack_points_left": 38 / 3,
    "ending.out": 1 / 3,
    "ending.pool_empty": 1 / 3,
    "ending.cap": 1 / 3,
    "one_turn_close_share": 1 / 3,
    "win_rate.seat_1": 0.75,
    "win_rate.seat_2": 0.25,
    "win_rate.player_1": 0.75,
    "win_rate.player_2": 0.25,
    "score.seat_1": 11.5,
    "score.seat_2": -8.5,
    "score.player_1": 11.5,
    "score.player_2": -8.5,
}


def test_the_hand_made_tally_covers_every_metric() -> None:
    assert set(metrics.names(hand_made())) == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_metric_on_the_hand_made_tally(name: str) -> None:
    found = metrics.estimate(hand_made(), name)
    assert found.value == pytest.approx(EXPECTED[name])
    assert found.low <= found.value <= found.high
    assert found.n == 3 or name.endswith(("median", "p10", "p90"))


def test_metrics_of_matches() -> None:
    names = quantities(2)
    rows = np.zeros((4, len(names)), dtype=np.int64)
    rows[:, names.index("games")] = [3, 4, 3, 2]
    rows[:, names.index("matches")] = 1
    rows[:, names.index("match_share_player_1")] = [60, 0, 60, 30]
    rows[:, names.index("match_share_player_2")] = [0, 60, 0, 30]
    tally = tally_of(2, names, rows)
    assert metrics.estimate(tally, "games_per_match").value == 3
    assert metrics.estimate(tally, "match_win_rate.player_1").value == 0.625
    assert "match_win_rate.player_2" in metrics.names(tally)
    assert "games_per_match" not in metrics.names(hand_made())


def test_a_quantile_in_the_overflow_bin_has_no_upper_end() -> None:
    assert metrics.estimate(hand_made(), "turns.p90").high == math.inf


def test_every_metric_has_a_definition_a_unit_and_a_title() -> None:
    for players in (2, 6):
        for name, metric in metrics.registry(players).items():
            assert metric.name == name
            assert metric.title
            assert metric.definition.endswith(".")
            assert metric.unit in {
                *("turns", "points", "share", "% points", "tiles", "jokers", "games")
            }
            assert bool(metric.histogram) != bool(metric.numerator)


def test_an_unknown_metric_names_the_nearest() -> None:
    with pytest.raises(RummyError, match=r"no metric 'turn'; did you mean turns\?"):
        metrics.estimate(hand_made(), "turn")


def test_a_metric_that_was_not_counted_says_so() -> None:
    with pytest.raises(RummyError, match="did not count what the metric 'pool_left' needs"):
        metrics.estimate(tally_of(2, ("games",), np.ones((3, 1))), "pool_left")


def test_the_toy_comes_out_as_it_was_put_in() -> None:
    toy = Toy(turns=30.0, edge=0.04, pool_empty=0.02)
    tally = toy.tally(players=4, seed=11, first=0, count=20_000)
    truth = {
        "turns": 30.0,
        "ending.pool_empty": 0.02,
        "first_player_win_rate": 0.25 * 0.96 + 0.04,
        "first_player_advantage": 3.0,
        "forced_draw_share": 0.5,
    }
    for name, value in truth.items():
        found = metrics.estimate(tally, name, 0.999)
        assert found.low <= value <= found.high, name


def test_seat_intervals_are_wider_than_one_alone() -> None:
    tally = Toy().tally(players=4, seed=2, first=0, count=4000)
    alone = metrics.estimate(tally, "first_player_win_rate")
    together = metrics.estimate(tally, "win_rate.seat_1")
    assert alone.value == together.value
    assert together.half_width > 1.2 * alone.half_width


def test_frames() -> None:
    tally = hand_made()
    frame = frames.metric_frame(tally)
    assert list(frame.columns) == ["metric", "value", "low", "high", "n", "unit"]
    assert set(frame["metric"]) == set(EXPECTED)
    counts = frames.histogram_frame(tally)
    assert counts[counts["histogram"] == "turns"]["value"].tolist() == [5, 20, 999]
    assert frames.block_frame(tally)["games"].tolist() == [3]
