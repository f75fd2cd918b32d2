"""Strategies: the ladder from weak to strong, and strategies written in Python."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import rummylab as rl
from rummylab.analysis.intervals import Estimate
from rummylab.strategy import View, strategies

SMALL = "rummikub:tiles.colours=3,tiles.numbers=7,tiles.jokers=1,deal.rack=7,opening.min_points=6"


def mirrored(strong: str, weak: str, deals: int, variant: str = "platinium") -> Estimate:
    """The win rate of the first over deals that are played from both sides; a deal is the unit."""
    result = rl.simulate(
        variant, games=deals, players=2, strategies=[strong, weak], rotate="players", seed=20
    )
    assert result.games == 2 * deals
    return result.metrics()["win_rate.player_1"]


@pytest.mark.parametrize(
    ("weak", "strong", "deals"),
    [
        ("random", "novice", 120),
        ("novice", "human", 100),
        ("human", "hoarder", 100),
        ("human", "max_points", 100),
        ("human", "max_tiles", 100),
        ("barred:from=4", "max_tiles", 60),
        ("max_tiles", "planner:samples=6", 60),
    ],
)
def test_each_step_of_the_ladder_is_stronger(weak: str, strong: str, deals: int) -> None:
    rate = mirrored(strong, weak, deals)
    assert rate.low > 0.5, f"{strong} beats {weak}: {rate}"


def test_equal_players_share_mirrored_deals() -> None:
    rate = mirrored("max_tiles", "max_tiles", 50)
    assert rate.value == 0.5


def test_more_time_makes_a_better_human() -> None:
    slow, quick = "human:miss=0,slip=0,pace=60", "human:miss=0,slip=0,pace=1"
    rate = mirrored(quick, slow, 150, "platinium:turn.seconds=60")
    assert rate.low > 0.5, rate
    # The clock is a rule: with more seconds the same player looks around more.
    moved = [
        rl.simulate(f"platinium:turn.seconds={seconds}", games=40, players=2, strategies=quick)
        .metrics()["rearranging_turn_share"]
        .value
        for seconds in (1, 60)
    ]
    assert moved[0] < 0.9 * moved[1]


def test_the_list_of_strategies_has_all_and_can_be_played() -> None:
    listed = strategies()
    assert listed["name"].tolist() == [
        "random",
        "novice",
        "human",
        "hoarder",
        "barred",
        "max_points",
        "max_tiles",
        "planner",
    ]
    assert listed["summary"].str.len().min() > 10
    for name in listed["name"]:
        assert rl.simulate(SMALL, games=5, players=2, strategies=name).games == 5


class Best(rl.Strategy):
    """What max_tiles does."""

    def choose(self, view: View) -> rl.Play | None:
        return view.best_play()


class Cheat(rl.Strategy):
    """Lays tiles that it does not hold."""

    def choose(self, view: View) -> rl.Play | None:
        table = [*view.table, "R1 R2 R3", "R1 R2 R3"]
        return SimpleNamespace(table=table)  # type: ignore[return-value]


class Chancy(rl.Strategy):
    """Any play, by its own numbers."""

    def choose(self, view: View) -> rl.Play | None:
        plays = view.plays(10)
        return plays[self.rng.integers(len(plays))] if plays else None


class Watcher(Best):
    """Writes down what it may know."""

    def __init__(self) -> None:
        self.views: list[View] = []
        self.begun: list[tuple[int, int]] = []

    def begin(self, *, variant: rl.Variant, seat: int, players: int) -> None:
        self.begun.append((seat, players))

    def choose(self, view: View) -> rl.Play | None:
        self.views.append(view)
        return super().choose(view)


def test_a_strategy_in_python_plays_as_the_native_one() -> None:
    python = rl.simulate(SMALL, games=30, players=2, strategies=[Best(), "max_tiles"], seed=6)
    native = rl.simulate(SMALL, games=30, players=2, seed=6)
    assert python.tally == native.tally
    assert python.strategies == ("Best", "max_tiles")
    told = rl.replay(SMALL, players=2, strategies=[Best(), "max_tiles"], seed=6, game=4)
    assert told.text.replace("Best", "max_tiles") == (
        rl.replay(SMALL, players=2, seed=6, game=4).text
    )


def test_a_strategy_that_breaks_the_rules_stops_the_run() -> None:
    with pytest.raises(rl.RummyError, match=r"seat 1|rack|copies|more than"):
        rl.simulate(SMALL, games=1, players=2, strategies=[Cheat(), "max_tiles"])


@pytest.mark.parametrize("answer", ["R1 R2 R3", ["R1 R2 R3"], 7, SimpleNamespace(table="R1 R2 R3")])
def test_an_answer_that_is_no_play_is_said(answer: object) -> None:
    class Odd(rl.Strategy):
        def choose(self, view: View) -> rl.Play | None:
            return answer  # type: ignore[return-value]

        def discard(self, view: View) -> str | None:
            return 5  # type: ignore[return-value]

    with pytest.raises(rl.RummyError, match=r"Odd\.choose returned .*; return a Play, something"):
        rl.simulate(SMALL, games=1, players=2, strategies=Odd())
    discards = f"{SMALL},deal.starter_extra=1,deal.starter_discards=true"
    with pytest.raises(rl.RummyError, match=r"Odd\.discard returned 5; return a tile"):
        rl.simulate(discards, games=1, players=2, strategies=Odd())


def test_chance_in_python_can_be_played_again() -> None:
    def rows() -> object:
        run = rl.simulate(SMALL, games=12, players=2, strategies=Chancy(), seed=3, record="games")
        return run.frame().to_dict("records")

    first = rows()
    assert rows() == first
    alone = rl.replay(SMALL, players=2, strategies=Chancy(), seed=3, game=9).to_json()
    assert len(alone["turns"]) == first[9]["turns"]  # type: ignore[index]


def test_a_view_is_what_the_seat_may_know() -> None:
    watcher = Watcher()
    rl.simulate(SMALL, games=3, players=3, strategies=["max_tiles", watcher, "max_tiles"])
    assert watcher.begun == [(2, 3)] * 3
    for view in watcher.views:
        assert view.seat == 2
        assert (view.turn - 2) % 3 == 0
        assert view.rack_sizes[1] == len(view.rack.split())
        hidden = sum(view.rack_sizes) - view.rack_sizes[1] + view.pool_left
        assert len(view.unseen.split()) == hidden
        seen = [*view.rack.split(), *(tile for meld in view.table for tile in meld.split())]
        assert len(seen) + hidden == 43
        everything = sorted(seen + view.unseen.split())
        assert everything.count("J") == 1
        assert everything.count("R1") == 2


def test_the_starter_may_choose_what_to_discard() -> None:
    class Highest(Best):
        def discard(self, view: View) -> str | None:
            return view.rack.split()[-1]

    variant = f"{SMALL},deal.starter_extra=1,deal.starter_discards=true"
    told = rl.replay(variant, players=2, strategies=[Highest(), "max_tiles"], seed=2).to_json()
    rack = told["racks"][0].split()
    assert len(rack) == 7
    assert told["discards"] == "J" or int(told["discards"][1:]) >= int(rack[-1][1:])
