"""The registry of metrics: every metric on a hand-made tally, and its promises."""

from __future__ import annotations

import math

import numpy as np
import pytest
from study_toys import Toy, quantities, tally_of

from rummylab.analysis import frames, metrics
from rummylab.analysis.metrics_course import PACE
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
    # Game 1 in detail: the lead changes twice, seat 1 led at no quarter but the last, was behind by
    # 30 points at worst and last at half time, and led for good from turn 4 of 5 on.
    put(0, seconds=15 * 5 + 3 * 14 + 5 * 4, lead_changes=2, longest_waits=5, sole_wins=1)
    put(0, leads_three_quarters=1, last_half=1, deepest_deficits=30, decisive_shares=8000)
    put(0, loser_rack_points=20, loser_rack_tiles=3, lead_squares=800, lead_products=-1200)
    put(0, jokers_0_players=1, jokers_0_share=0, jokers_2_players=1, jokers_2_share=60)
    put(0, choice_turns=5, choices=12, several_choices=2, most_choices=8)
    # Game 2: the win is shared by a player with one joker and one with none.
    put(1, seconds=15 * 20 + 3 * 30, lead_changes=3, longest_waits=9, ties=1)
    put(1, lead_squares=200, lead_products=200, choice_turns=20, choices=13, most_choices=1)
    put(1, jokers_0_players=1, jokers_0_share=30, jokers_1_players=1, jokers_1_share=30)
    put(2, seconds=15_000, lead_changes=400, longest_waits=900)
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
        "actions": np.bincount([20, 38, 999], minlength=1000),
        "minutes": np.bincount([2, 7, 250], minlength=300),
        "most_choices": np.bincount([8, 1], minlength=200),
    }
    return tally_of(2, names, rows, histograms, units=True)


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
    "turns.sd": np.std([5, 20, 999]),
    "turns.cv": np.std([5, 20, 999]) / np.mean([5, 20, 999]),
    "turns.p90_p10": 999 / 5,
    "actions": ((14 + 4 + 2) + (30 + 0 + 8) + 0) / 3,
    "actions.sd": np.std([20, 38, 999]),
    "actions.p10": 20,
    "actions.median": 38,
    "actions.p90": 999,
    "minutes": (137 + 390 + 15_000) / 60 / 3,
    "minutes.sd": np.std([2, 7, 250]),
    "minutes.p10": 2,
    "minutes.median": 7,
    "minutes.p90": 250,
    "balance": 0.5,
    "outcome.won": 1 / 3,
    "outcome.tied": 1 / 3,
    "winner_score.sd": np.std([20, 3, 3]),
    "winner_score.p10": 3,
    "winner_score.p90": 20,
    "loser_loss.p10": 20,
    "loser_loss.p90": 20,
    "loser_rack_points": 20,
    "loser_rack_tiles": 3,
    "lead_changes": 405 / 1025,
    "runaway.quarter": 0,
    "runaway.half": 0,
    "runaway.three_quarters": 1,
    "decisive_turn": 0.8,
    "comeback_share": 1,
    "comeback_points": 30,
    "catch_up": -1,
    "longest_wait": 914 / 6,
    "decisions": 1,
    "decisions.most": 3,
    "decisions.share": 2 / 25,
    "joker_wins.0": 0.25,
    "joker_wins.1": 0.5,
    "joker_wins.2": 1,
    "joker_lift.1": 25,
    "joker_lift.2": 75,
    "rule_holes": 0,
    "win_rate.seat_1": 0.75,
    "win_rate.seat_2": 0.25,
    "win_rate.player_1": 0.75,
    "win_rate.player_2": 0.25,
    "score.seat_1": 11.5,
    "score.seat_2": -8.5,
    "score.player_1": 11.5,
    "score.player_2": -8.5,
    "score.seat_1.sd": 8.5,
    "score.seat_1.p10": 3,
    "score.seat_1.median": 3,
    "score.seat_1.p90": 20,
    "score.seat_2.sd": 11.5,
    "score.seat_2.p10": -20,
    "score.seat_2.median": -20,
    "score.seat_2.p90": 3,
}


# One observation has no spread.
UNDEFINED = {"loser_loss.sd"}


def test_the_hand_made_tally_covers_every_metric() -> None:
    assert set(metrics.names(hand_made())) == set(EXPECTED) | UNDEFINED
    for name in UNDEFINED:
        assert not metrics.estimate(hand_made(), name).defined


@pytest.mark.parametrize("name", EXPECTED)
def test_metric_on_the_hand_made_tally(name: str) -> None:
    found = metrics.estimate(hand_made(), name)
    assert found.value == pytest.approx(EXPECTED[name])
    assert found.low <= found.value <= found.high
    metric = metrics.get(name, players=2)
    assert found.n == (2 if metric.deals else 3) or metric.histogram  # the cap stopped one game


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
                *("turns", "points", "share", "% points", "tiles", "jokers", "games", "ratio"),
                *("actions", "minutes", "plays", "cards", "runs"),
            }
            assert bool(metric.histogram) != bool(metric.numerator)
            assert metric.paired == (not metric.histogram and metric.form is None)


def test_an_unknown_metric_names_the_nearest() -> None:
    with pytest.raises(RummyError, match=r"no metric 'turn'; did you mean turns\?"):
        metrics.estimate(hand_made(), "turn")


def test_a_metric_that_was_not_counted_says_so() -> None:
    with pytest.raises(RummyError, match="did not count what the metric 'pool_left' needs"):
        metrics.estimate(tally_of(2, ("games",), np.ones((3, 1))), "pool_left")


def test_the_law_of_scores_needs_every_game_by_itself() -> None:
    long = hand_made().without_units()
    assert "score.seat_1.sd" not in metrics.names(long)
    with pytest.raises(RummyError, match="needs: every game by itself; play at most 50,000 games"):
        metrics.estimate(long, "score.seat_1.sd")


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
    assert set(frame["metric"]) == set(EXPECTED) | UNDEFINED
    counts = frames.histogram_frame(tally)
    assert counts[counts["histogram"] == "turns"]["value"].tolist() == [5, 20, 999]
    assert frames.block_frame(tally)["games"].tolist() == [3]


def test_choices_are_a_metric_only_where_they_were_counted() -> None:
    toy = Toy().tally(players=2, seed=1, first=0, count=50)
    assert not any(name.startswith("decisions") for name in metrics.names(toy))
    wanted = "'decisions' needs; let legal plays be counted: choices=50"
    with pytest.raises(RummyError, match=wanted):
        metrics.estimate(toy, "decisions")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        # Games of 5, 20 and 999 turns: too short by half, right, far too long.
        ("ideal_length.10-20", (0.5 + 1 + 0) / 3),
        ("ideal_length.5-998", (1 + 1 + (1 - 1 / 998)) / 3),
    ],
)
def test_how_well_lengths_suit_a_band(name: str, value: float) -> None:
    assert metrics.estimate(hand_made(), name).value == pytest.approx(value)


@pytest.mark.parametrize("name", ["ideal_length", "ideal_length.20-10", "ideal_length.0-4"])
def test_a_band_that_is_none_is_no_metric(name: str) -> None:
    assert metrics.find(name) is None


def test_the_pace_in_the_definition_is_that_of_the_core() -> None:
    import rummylab as rl

    tally = rl.simulate("rummikub", games=20, players=3, seed=2).tally
    turn, laid, moved = PACE
    expected = turn * tally.total("turns") + laid * tally.total("tiles_laid")
    assert tally.total("seconds") == expected + moved * tally.total("table_tiles_moved")
    told = metrics.get("minutes").definition
    assert f"{turn} seconds a turn, {laid} for each tile laid and {moved} for each table" in told


def test_shipped_rule_sets_have_no_holes() -> None:
    import rummylab as rl
    from rummylab.variant import shipped

    for name in shipped("table"):
        tally = rl.simulate(name, games=30, players=2, seed=5).tally
        assert tally.total("holes") == 0, name


@pytest.mark.parametrize("games", [2, 3, 5, 10])
def test_few_games_claim_nothing_impossible(games: int) -> None:
    import rummylab as rl

    tally = rl.simulate("rummikub", games=games, players=2, seed=3).tally
    lifts = {f"joker_lift.{k}": (-100, 100) for k in (1, 2)}
    counts = dict.fromkeys(("turns.sd", "minutes", "rack_points_left"), (0, math.inf))
    counts |= dict.fromkeys(("turns", "turns.p10", "opening_turn", "turns.p90_p10"), (1, math.inf))
    counts |= dict.fromkeys(("loser_rack_points", "comeback_points"), (0, math.inf))
    counts |= dict.fromkeys(("tiles_laid", "pool_left", "pool_left.median"), (0, 106))
    bounds = {"balance": (0, 1), "ideal_length.28-34": (0, 1), **counts, **lifts}
    shares = [name for name in metrics.names(tally) if metrics.get(name, players=2).unit == "share"]
    for name, (low, high) in {**bounds, **dict.fromkeys(shares, (0, 1))}.items():
        found = metrics.estimate(tally, name)
        if found.defined:
            assert found.low <= found.value <= found.high, name
            # An interval that tells nothing has no ends.
            nothing = math.isinf(found.low) and math.isinf(found.high)
            assert nothing or low <= found.low <= found.high <= high, name
            assert found.low < found.high, name  # so few are never sure


@pytest.mark.parametrize("games", [2, 3, 5])
def test_few_draw_games_claim_nothing_impossible(games: int) -> None:
    import rummylab as rl

    stock = 52 - 2 * 10 - 1
    bounds = dict.fromkeys(("hand_points_left", "knock_deadwood", "dealt_deadwood"), math.inf)
    for seed in range(20):
        tally = rl.simulate("gin", games=games, players=2, seed=seed).tally
        for name, most in {**bounds, "stock_left": stock, "lay_offs": math.inf}.items():
            found = metrics.estimate(tally, name)
            nothing = math.isinf(found.low) and math.isinf(found.high)
            assert nothing or 0 <= found.low <= found.high <= most, (seed, name)


def test_an_interval_that_is_watched_claims_nothing_impossible() -> None:
    import rummylab as rl
    from rummylab.analysis import sequential

    tally = rl.simulate("rummikub", games=3, players=4, seed=3).tally
    for name in ("pool_left", "rack_points_left", "turns"):
        metric = metrics.get(name, players=4)
        found = sequential.always_valid(metric, tally, look=1)
        assert metric.least <= found.low < found.high, name
        assert name != "pool_left" or found.high <= 106


def test_what_rules_forbid_is_in_no_interval() -> None:
    import rummylab as rl

    seen = rl.simulate("rummikub", games=3, players=4, seed=1).metrics()
    assert seen["winner_score"].low == 0
    assert seen["loser_score"].high == 0
    one = rl.simulate("gin", games=3, seed=1).metrics()["loser_score"]
    assert (one.value, one.low, one.high) == (0, 0, 0)
    # Who wins with cards in hand may have to pay under these rules.
    assert rl.simulate("signature", games=2, seed=1).metrics()["loser_score"].high <= 0
    pays = rl.load("rummikub").replace({"scoring.exhausted": "own_rack"})
    assert rl.simulate(pays, games=3, players=4, seed=1).metrics()["winner_score"].low < 0


@pytest.mark.parametrize("name", ["turns.sd", "turns.cv", "joker_lift.1", "balance", "catch_up"])
def test_intervals_of_the_new_forms_cover_the_truth(name: str) -> None:
    """Games whose clusters are drawn from a list; the list itself is the truth."""
    source = np.random.default_rng(7)
    names = ("games", "end_cap", "turns", "share_seat_1", "share_seat_2")
    names += ("lead_products", "lead_squares")
    names += ("jokers_0_players", "jokers_0_share", "jokers_1_players", "jokers_1_share")
    size = 400
    rows = np.zeros((size, len(names)), dtype=np.int64)
    put = {name: i for i, name in enumerate(names)}
    turns = 10 + source.poisson(20 * source.gamma(4.0, 0.25, size))
    first = source.random(size) < 0.55
    jokers = source.random(size) < 0.4
    lucky = source.random(size) < 0.7
    rows[:, put["games"]] = 1
    rows[:, put["turns"]] = turns
    rows[:, put["share_seat_1"]] = 60 * first
    rows[:, put["share_seat_2"]] = 60 * ~first
    lead = source.integers(-40, 41, size)
    rows[:, put["lead_squares"]] = 2 * lead**2
    rows[:, put["lead_products"]] = -lead * (lead + source.integers(-20, 21, size))
    rows[:, put["jokers_1_players"]] = jokers
    rows[:, put["jokers_1_share"]] = 60 * (jokers & lucky)
    rows[:, put["jokers_0_players"]] = 2 - jokers
    rows[:, put["jokers_0_share"]] = 60 - 60 * (jokers & lucky)

    def tally(chosen: np.ndarray) -> Tally:
        bins = {"turns": np.bincount(rows[chosen, put["turns"]], minlength=1000)}
        return tally_of(2, names, rows[chosen], bins)

    metric = metrics.get(name, players=2)
    truth = metric.estimate(tally(np.arange(size))).value
    inside, repeats = 0, 600
    draw = np.random.default_rng(8)
    for _ in range(repeats):
        found = metric.estimate(tally(draw.integers(0, size, 300)))
        inside += found.low <= truth <= found.high
    # 95 % but for the noise of 600 repeats (three standard errors) and the curvature of a ratio.
    assert inside / repeats >= 0.95 - 3 * math.sqrt(0.95 * 0.05 / repeats) - 0.005
