"""The ladder of strategies of draw games, with intervals."""

from __future__ import annotations

import pytest

import rummylab as rl
from rummylab import _core
from rummylab.errors import RummyError
from rummylab.strategy import strategies


def test_the_list_of_strategies() -> None:
    assert strategies("draw")["name"].tolist() == ["random", "greedy", "strong"]
    for entry in _core.strategies("draw"):
        assert entry["summary"]
        for parameter in entry["parameters"].values():
            assert parameter["low"] <= parameter["standard"] <= parameter["high"]
            assert parameter["meaning"]
    assert _core.canonical_strategy("greedy:gain=1000", "draw") == "greedy"
    with pytest.raises(RummyError, match="its parameters: gain"):
        _core.canonical_strategy("greedy:tiles=3", "draw")


@pytest.mark.parametrize(
    ("spec", "games", "metric"),
    [
        ("gin", 600, "score"),  # knocking at once wins more deals, and fewer points
        ("argentino", 5000, "win_rate"),
        ("okey", 300, "win_rate"),
        ("okey-101", 800, "win_rate"),
    ],
)
def test_strong_beats_greedy(spec: str, games: int, metric: str) -> None:
    found = rl.simulate(
        spec, games=games, players=2, strategies=["strong", "greedy"], rotate="players", seed=6
    ).metrics()
    assert found[f"{metric}.player_1"].low > found[f"{metric}.player_2"].high


@pytest.mark.parametrize("spec", ["gin", "argentino", "okey", "okey-101"])
def test_strong_plays_legally(spec: str) -> None:
    players = 2 if spec == "gin" else 4
    found = rl.simulate(spec, games=40, players=players, strategies="strong", checked=True, seed=8)
    assert found.tally.total("end_cap") == 0


def test_strong_wins_matches_of_gin() -> None:
    found = rl.simulate(
        "gin", matches=150, strategies=["strong", "greedy"], rotate="players", seed=2
    )
    assert found.metrics()["match_win_rate.player_1"].low > 0.55


def test_who_may_not_lay_yet_does_not_take_the_pile_for_ever() -> None:
    """A house rule under which few can lay: every deal ends with its stock."""
    found = rl.simulate(
        "argentino:opening.min_points=250", games=200, players=2, strategies="greedy", seed=1
    )
    assert found.tally.total("end_cap") == 0
    assert found.metrics()["turns"].value < 60


def test_gin_greedy_may_take_for_less_deadwood() -> None:
    plain, eager = (
        rl.simulate("gin", games=2000, strategies=spec, seed=3).metrics()["pile_take_share"]
        for spec in ("greedy", "greedy:gain=3")
    )
    assert eager.low > plain.high
