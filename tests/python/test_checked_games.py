"""Whole games with every step held to the rules and every state to its invariants.

Checked at every state: tiles are conserved, every meld on the table is legal, the view and what is
hidden from it are the state, and the scores of the game sum as the rules say. ``RUMMYLAB_GAMES``
sets the number of games per shipped rule set.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rummylab as rl
from rule_sets import random_rules
from rummylab.variant import load, shipped

GAMES = int(os.environ.get("RUMMYLAB_GAMES", "60"))
STRATEGIES = ("random", "random:rearrange=1", "novice", "human:slip=10", "hoarder", "max_points")


@pytest.mark.parametrize("variant", shipped("table"))
def test_the_shipped_rule_sets_hold(variant: str) -> None:
    rules = load(variant)
    for players in range(rules.players.min, rules.players.max + 1):
        result = rl.simulate(
            rules,
            games=max(1, GAMES // (rules.players.max - rules.players.min + 1)),
            players=players,
            strategies=["max_tiles", "max_tiles", "human", "max_points", "hoarder", "novice"][
                :players
            ],
            seed=1,
            checked=True,
        )
        assert result.metrics()["ending.cap"].value == 0


@pytest.mark.parametrize("variant", shipped())
def test_no_game_of_a_shipped_rule_set_meets_the_cap(variant: str) -> None:
    result = rl.simulate(variant, games=GAMES, players=2, seed=2)
    assert result.tally.total("end_cap") == 0


@settings(max_examples=40)
@given(
    variant=random_rules(small=True),
    players=st.integers(2, 4),
    seats=st.lists(st.sampled_from(STRATEGIES), min_size=4, max_size=4),
    matches=st.booleans(),
    seed=st.integers(0, 2**64 - 1),
)
def test_any_rule_set_holds(
    variant: rl.Variant, players: int, seats: list[str], matches: bool, seed: int
) -> None:
    players = min(max(players, variant.players.min), variant.players.max)
    if matches:
        variant = variant.replace({"match.games": 2})
    result = rl.simulate(
        variant,
        games=None if matches else 2,
        matches=1 if matches else None,
        players=players,
        strategies=seats[:players],
        seed=seed,
        checked=True,
        threads=1,
    )
    assert result.games >= 1
    assert result.tally.total("end_cap") == 0
