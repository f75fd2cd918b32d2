"""Ratings held to known cases, intervals to their promise, and leagues of real games."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest

import rummylab as rl
from rummylab.analysis import ratings
from rummylab.analysis.ratings import ELO, Games
from rummylab.analysis.skill import SKILL_METRICS
from rummylab.cli import main
from rummylab.errors import RummyError
from rummylab.league import League

SMALL = "rummikub:tiles.colours=3,tiles.numbers=7,tiles.jokers=1,deal.rack=7,opening.min_points=6"
LADDER = ["random", "novice", "max_tiles"]
REPEATS = [200, pytest.param(2000, marks=pytest.mark.long)]

# The American League of 1987: games won by the row against the column, and the strengths that
# Agresti, "Categorical Data Analysis", prints for the model of Bradley and Terry.
CLUBS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
WON = (
    (0, 7, 9, 7, 7, 9, 11),
    (6, 0, 7, 5, 11, 9, 9),
    (4, 6, 0, 7, 7, 8, 12),
    (6, 8, 6, 0, 6, 7, 10),
    (6, 2, 6, 7, 0, 7, 12),
    (4, 4, 5, 6, 6, 0, 6),
    (2, 4, 1, 3, 1, 7, 0),
)
PRINTED = (1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0)


def baseball() -> Games:
    seated, shares = [], []
    for one in range(7):
        for two in range(7):
            for game in range(WON[one][two]):
                # Who sits where alternates: the seats are worth nothing.
                first = (one + two + game) % 2 == 0
                seated.append([one, two] if first else [two, one])
                shares.append([1.0, 0.0] if first else [0.0, 1.0])
    return Games(np.array(seated), np.array(shares), np.arange(len(seated)))


def test_a_published_case() -> None:
    found = ratings.fit(baseball(), 7)
    assert found.players - found.players[6] == pytest.approx(PRINTED, abs=0.04)
    assert found.players.mean() == pytest.approx(0, abs=1e-12)
    # Agresti prints a standard error of 0.34 for Milwaukee against Baltimore.
    c = found.covariance
    assert math.sqrt(c[0, 0] + c[6, 6] - 2 * c[0, 6]) == pytest.approx(0.34, abs=0.04)


def test_two_players_in_closed_form() -> None:
    # Strength and seat from four counts: 70 and 60 of 100 in seat 1 and 2 for the first player.
    seated = np.array([[0, 1]] * 100 + [[1, 0]] * 100)
    won = np.array([1] * 70 + [0] * 30 + [0] * 60 + [1] * 40)  # by seat 1
    games = Games(seated, np.stack([won, 1 - won], axis=1).astype(float), np.arange(200))
    found = ratings.fit(games, 2)

    def logit(p: float) -> float:
        return math.log(p / (1 - p))

    strength = (logit(0.7) + logit(0.6)) / 2
    seat = (logit(0.7) - logit(0.6)) / 2
    assert found.players[0] - found.players[1] == pytest.approx(strength, abs=0.005)
    assert found.seats[0] - found.seats[1] == pytest.approx(seat, abs=0.005)
    assert found.elo(0).value == pytest.approx(ELO * strength / 2, abs=1)


def test_three_at_a_table_in_closed_form() -> None:
    # Always the same three in every rotation: win rates are exp(strength) over their sum.
    rates = np.array([0.5, 0.3, 0.2])
    seated = np.array([[(s + r) % 3 for s in range(3)] for r in range(3)] * 40)
    shares = rates[seated]
    found = ratings.fit(Games(seated, shares, np.repeat(np.arange(40), 3)), 3)
    assert np.exp(found.players) / np.exp(found.players).sum() == pytest.approx(rates, abs=0.003)
    assert found.seats == pytest.approx([0, 0, 0], abs=1e-9)


def test_a_player_who_never_loses_has_a_finite_rating() -> None:
    found = ratings.fit(Games(np.array([[0, 1]] * 9), np.array([[1.0, 0.0]] * 9), np.arange(9)), 2)
    assert 100 < found.elo(0).value < 2000


def played(rng: np.random.Generator, deals: int, copies: int) -> Games:
    """Three players of known strength in pairs, each game counted `copies` times in its deal."""
    strength, seat = np.array([-0.5, 0.0, 0.5]), np.array([0.1, -0.1])
    pairs = np.array([[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]])
    seated = np.tile(pairs, (deals, 1))
    gap = strength[seated[:, 0]] - strength[seated[:, 1]] + seat[0] - seat[1]
    won = (rng.random(len(seated)) < 1 / (1 + np.exp(-gap))).astype(float)
    shares = np.stack([won, 1 - won], axis=1)
    of_deal = np.repeat(np.arange(deals), len(pairs))
    return Games(
        np.repeat(seated, copies, axis=0),
        np.repeat(shares, copies, axis=0),
        np.repeat(of_deal, copies),
    )


@pytest.mark.parametrize("repeats", REPEATS)
@pytest.mark.parametrize("copies", [1, 3])
def test_intervals_of_ratings_cover(copies: int, repeats: int) -> None:
    rng = np.random.default_rng(5)
    players, seats = 0, 0
    for _ in range(repeats):
        found = ratings.fit(played(rng, 120, copies), 3)
        player, seat = found.elo(2), found.seat_elo(0)
        players += player.low <= 0.5 * ELO <= player.high
        seats += seat.low <= 0.1 * ELO <= seat.high
    for hits in (players, seats):
        assert abs(hits / repeats - 0.95) <= 3 * math.sqrt(0.95 * 0.05 / repeats)


def decided(rng: np.random.Generator, deals: int, by_deal: float, chance: float) -> np.ndarray:
    """Games of two, of which the deal decides some and the players the others."""
    deal = rng.random(deals) < by_deal
    seat_1 = rng.random(deals) < 0.5
    first = rng.random((deals, 2)) < chance  # the first member wins
    by_play = np.stack([first[:, 0], ~first[:, 1]], axis=1)  # it sits in seat 1, then in seat 2
    won = np.where(deal[:, None], seat_1[:, None], by_play).astype(float)
    return np.stack([won, 1 - won], axis=2)


@pytest.mark.parametrize("repeats", REPEATS)
def test_the_share_of_the_deal(repeats: int) -> None:
    rng = np.random.default_rng(6)
    chance, by_deal = 0.8, 0.4
    # Wins have variance 1/4; the means of seat 1 in the two rotations tell the players' part of it,
    # and the covariance of its wins the deal's.
    means = [by_deal / 2 + (1 - by_deal) * p for p in (chance, 1 - chance)]
    player = (means[0] - 0.5) ** 2 / 0.25
    both = by_deal / 2 + (1 - by_deal) * chance * (1 - chance)
    deal = (both - means[0] * means[1]) / 0.25
    hits = {"deal": 0, "players": 0}
    for _ in range(repeats):
        found = ratings.luck([decided(rng, 400, by_deal, chance)])
        hits["deal"] += found.deal.low <= deal <= found.deal.high
        hits["players"] += found.players.low <= player <= found.players.high
    total = sum(e.value for e in (found.deal, found.players, found.seats, found.rest))
    # They sum to 1, but for a seat that chance put a little below nothing.
    assert total == pytest.approx(1, abs=0.01)
    assert min(e.low for e in (found.deal, found.players, found.seats, found.rest)) >= 0
    for count in hits.values():
        assert abs(count / repeats - 0.95) <= 3 * math.sqrt(0.95 * 0.05 / repeats)


def test_games_that_only_the_deal_decides() -> None:
    found = ratings.luck([decided(np.random.default_rng(1), 500, 1.0, 0.5)])
    assert found.deal.value == pytest.approx(1, abs=0.01)
    found = ratings.luck([decided(np.random.default_rng(1), 500, 0.0, 1.0)])
    assert found.players.value == pytest.approx(1, abs=0.01)
    with pytest.raises(RummyError, match="40 mirrored deals"):
        ratings.luck([decided(np.random.default_rng(1), 10, 0.0, 1.0)])


def test_the_skill_trace_is_of_neighbours_in_the_list() -> None:
    """At tables of two the second beats the first always, the third the second half the time."""
    won, lost = np.ones(40), np.zeros(40)
    always = np.stack([np.stack([lost, won], 1), np.stack([won, lost], 1)], axis=1)
    half = np.where(np.arange(40)[:, None, None] % 2 == 0, always, always[:, :, ::-1])
    found = League(
        rl.load("rummikub"), 2, ("a", "b", "c"), ((0, 1), (0, 2), (1, 2)), 40, 240, 0,
        (always, always, half), (always, always, half),
    )  # fmt: skip
    assert found.cross["b", "a"].value == 1
    assert found.cross["c", "b"].value == 0.5
    assert found.trace.value == 0.75
    assert found.trace.n == 40


def test_the_metrics_of_skill_on_a_hand_made_league() -> None:
    """b wins three deals of four in both seats against a; the fourth is won by seat 1."""
    won, lost = np.array([1.0, 0.0]), np.array([0.0, 1.0])
    by_skill, by_seat = [lost, won], [won, won]
    outcome = np.array([by_seat if deal % 4 == 0 else by_skill for deal in range(80)])
    found = League(
        rl.load("rummikub"), 2, ("a", "b"), ((0, 1),), 80, 160, 0, (outcome,), (outcome,)
    )
    values = {name: estimate.value for name, estimate in found.metrics.items()}
    assert list(values) == [metric.name for metric in SKILL_METRICS]
    assert values["skill_score"] == pytest.approx(1 - 2 / 8)  # a wins 1 game of 8, b beats b in 4
    assert values["skill_trace"] == 7 / 8
    assert values["skill_ladder"] == 1
    apart = found.ratings.elo(1).value - found.ratings.elo(0).value
    assert values["rating_spread"] == pytest.approx(apart / 2)
    assert 0.4 < values["player_share"] < 0.6  # (7/8 - 1/2)^2 over the variance 1/4 is 0.5625
    assert 0 <= values["deal_share"] < 0.3
    three = League(
        rl.load("rummikub"), 3, ("a", "b", "c"), ((0, 1, 2),), 80, 240, 0,
        (np.eye(3)[np.arange(240).reshape(80, 3) % 3],) * 1, (np.zeros((80, 3, 3)),),
    )  # fmt: skip
    assert "skill_score" not in three.metrics  # there is no table of two


def test_scores_that_beat_each_other() -> None:
    found = ratings.beats(
        np.array([3.0, 1.0, 2.0, 2.0]), np.array([1.0, 3.0, 1.0, 2.0]), np.array([0, 0, 1, 1])
    )
    assert found.value == pytest.approx(2.5 / 4)
    assert found.n == 2


# Real games


@pytest.fixture(scope="module")
def small() -> rl.League:
    return rl.league(SMALL, strategies=LADDER, deals=120, seed=3)


def test_a_league_ranks_its_strategies(small: rl.League) -> None:
    assert small.games == 3 * 2 * 120
    assert small.frame()["strategy"].tolist() == LADDER[::-1]
    assert small.ratings.ladder().value == 1
    assert small.cross["max_tiles", "random"].value > 0.7
    assert small.cross["max_tiles", "random"].value == pytest.approx(
        1 - small.cross["random", "max_tiles"].value
    )
    skill = small.skill_score
    assert skill is not None
    assert skill[:2] == ("random", "max_tiles")
    assert skill[2].value == pytest.approx(1 - 2 * small.cross["random", "max_tiles"].value)


def test_its_games_are_those_of_simulate(small: rl.League) -> None:
    """A pairing is a run with the players in every rotation."""
    run = rl.simulate(
        SMALL, games=120, players=2, strategies=["random", "max_tiles"], rotate=True, seed=3
    )
    share = run.metrics()["win_rate.player_2"].value
    number = small.groups.index((0, 2))
    outcome = small.outcomes[number]
    # max_tiles is in seat 2 in rotation 0 and in seat 1 in rotation 1.
    assert (outcome[:, 0, 1].mean() + outcome[:, 1, 0].mean()) / 2 == pytest.approx(share)


def test_threads_change_nothing() -> None:
    one, two = (
        rl.league(SMALL, strategies=LADDER[1:], deals=60, threads=threads) for threads in (1, 3)
    )
    assert one.to_json() == two.to_json()


def test_three_at_a_table() -> None:
    found = rl.league(SMALL, strategies=LADDER, players=3, deals=60, seed=2)
    assert found.games == 3 * 60
    assert found.frame()["strategy"].iloc[0] == "max_tiles"
    assert found.skill_score is None
    assert len(found.to_json()["seats"]) == 3


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"strategies": ["random"]}, "needs 2 strategies or more"),
        ({"strategies": "random"}, "needs 2 strategies or more"),
        ({"strategies": ["random", "novice"], "players": 3}, "needs 3 strategies or more"),
        ({"strategies": ["random", "random"]}, "random is listed twice"),
        ({"strategies": ["random", "best"]}, "best"),
        ({"deals": 10}, "deals is 10; allowed: 40 to 50000"),
        ({"players": 7}, "players is 7"),
    ],
)
def test_what_is_no_league_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(RummyError, match=said):
        rl.league(SMALL, **given)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["league", SMALL, "-s", "random,max_tiles", "-n", "60"]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "1  max_tiles" in out
    assert "Skill score: 0." in out
    assert "is the deal" in out
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told["ratings"]) == ["max_tiles", "random"]
    assert sum(part["value"] for part in told["luck"].values()) == pytest.approx(1)
    assert main(["league", SMALL, "-s", "random"]) == 2
    assert "needs 2 strategies or more" in capsys.readouterr().err


def test_points_a_deal_are_those_of_simulate(small: rl.League) -> None:
    run = rl.simulate(
        SMALL, games=120, players=2, strategies=["random", "max_tiles"], rotate=True, seed=3
    )
    found = rl.league(SMALL, strategies=["random", "max_tiles"], deals=120, seed=3)
    for player, name in enumerate(found.strategies, 1):
        # All games end, so that both are means over all games.
        assert run.tally.total("end_cap") == 0
        mean = run.tally.total(f"score_player_{player}") / run.games
        assert found.points[name].value == pytest.approx(mean)
        assert found.points[name].low < mean < found.points[name].high
        assert found.points[name].n == 120
    # Three strategies, two tables each: the mean over both.
    both = [
        small.scores[small.groups.index(group)][:, (0, 1), (a, b)].mean()
        for group, a, b in (((0, 1), 0, 1), ((0, 2), 0, 1))
    ]
    assert small.points["random"].value == pytest.approx(sum(both) / 2)


def test_a_game_whose_match_goes_by_points_says_so(
    small: rl.League, capsys: pytest.CaptureFixture[str]
) -> None:
    """Greedy wins more deals of gin, strong more points and with them the matches."""
    assert small.note is None
    assert small.to_json()["note"] is None
    found = rl.league("gin", strategies=["greedy", "strong"], deals=400, seed=1)
    assert found.frame()["strategy"].tolist() == ["greedy", "strong"]
    assert found.points["strong"].low > found.points["greedy"].high
    told = found.to_json()
    assert "by deals won; a match of this game is decided by points" in told["note"]
    assert told["points"]["strong"] == found.points["strong"].to_dict()
    assert main(["league", "gin", "-s", "greedy,strong", "-n", "60"]) == 0
    out = capsys.readouterr().out
    assert "points a deal" in out
    assert "by deals won; a match of this game is decided by points" in out
    assert main(["league", SMALL, "-s", "random,max_tiles", "-n", "60"]) == 0
    assert "points a deal" not in capsys.readouterr().out


def test_draw_games_have_leagues_comparisons_and_plans() -> None:
    found = rl.league("gin", strategies=["random", "greedy"], deals=60)
    assert found.frame()["strategy"].tolist() == ["greedy", "random"]
    gap = rl.compare("gin", "gin-straight", games=60, players=2)
    assert gap.arms[0].strategies == ("greedy", "greedy")
    assert gap.metrics["turns"].difference.n == 60
    plan = rl.plan("gin", half_width=1.0, pilot=60)
    assert plan.players == 2
    with pytest.raises(RummyError, match="rule sets of one family"):
        rl.compare("gin", "rummikub", games=10, players=2)
    with pytest.raises(RummyError, match="gin is a draw game"):
        rl.odds("gin", rack="4S", others=[10])
