"""best_hand and best_hands: hands as people write them, under the rules of variants."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from oracle_tools import many

import rummylab as rl
from oracle.hand_deals import deal
from oracle.hand_program import best_value
from oracle.hands import JOKER, NO_LIMIT, Card, HandRules, Rules
from rummylab.errors import RummyError

SUITS, COLOURS = "SHDC", "RBKY"
RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")


def judge_rules(variant: rl.Variant, *, packs: int, jokers: int) -> Rules:
    """What the melds of a variant depend on, as the judge takes it, from its keys alone."""
    flat = variant.flat()

    def limit(value: Any) -> int:
        return NO_LIMIT if isinstance(value, str) else int(value)

    values = flat["scoring.tile_values"]
    values = tuple(range(1, 14)) if values == "face" else tuple(values)
    return {
        "copies": packs,
        "jokers": jokers,
        "wild_ranks": tuple(flat["wild.numbers"]),
        "natural_wilds": flat["wild.natural"],
        "min_length": flat["melds.min_length"],
        "run_max": limit(flat["melds.run_max"]),
        "run_wrap": flat["melds.run_wrap"],
        "group_max": flat["melds.group_max"],
        "group_repeats": flat["melds.group_repeats"],
        "group_wilds": limit(flat["wild.group_limit"]),
        "run_wilds": limit(flat["wild.run_limit"]),
        "different_wilds": flat["wild.kinds"] == "different",
        "adjacent_wilds": flat["wild.adjacent"],
        "points": values,
        "deadwood": values,
        "wild_points": values,
        "wild_stands_for": flat["wild.indicator"],
        "joker_points": flat["scoring.joker_penalty"],
        "joker_deadwood": flat["scoring.joker_penalty"],
    }


def written(hand: list[Card], okey: Card | None) -> str:
    """A hand as text: cards, or tiles where there is an okey."""
    words = []
    for card in hand:
        if okey is None:
            words.append("JK" if card == JOKER else f"{RANKS[card[0] - 1]}{SUITS[card[1]]}")
        else:  # a wild tile is the okey; a tile of the okey's face is a false okey
            face = okey if card == JOKER else card
            words.append("FJ" if card == okey else f"{COLOURS[face[1]]}{face[0]}")
    return " ".join(words)


GAMES = [
    ("gin", 10, None, 1, 0),
    ("gin-straight", 11, None, 1, 0),
    ("argentino", 11, None, 2, 4),
    ("argentino", 14, 2, 1, 2),
    ("argentino:wild.group_limit=2,wild.kinds=different", 12, None, 2, 4),
    ("argentino:wild.natural=true", 11, None, 2, 4),
    ("okey", 14, None, 2, 2),
    ("okey-101", 21, None, 2, 2),
]


@pytest.mark.parametrize(("spec", "size", "players", "packs", "jokers"), GAMES)
def test_values_under_variants(
    spec: str, size: int, players: int | None, packs: int, jokers: int
) -> None:
    variant = rl.Variant.load(spec)
    judge = HandRules(judge_rules(variant, packs=packs, jokers=jokers))
    rng = Random(f"{spec} {size}")
    for _ in range(many(6)):
        hand = deal(rng, judge.rules, size)
        okey, indicator = None, ""
        if variant.wild.indicator:
            rank, suit = rng.randint(1, 13), rng.randrange(4)
            okey, indicator = (rank, suit), f"{COLOURS[suit]}{(rank - 2) % 13 + 1}"
        for objective in ("deadwood", "points", "tiles"):
            plan = rl.best_hand(
                variant,
                written(hand, okey),
                objective=objective,
                indicator=indicator,
                players=players,
            )
            where = (spec, written(hand, okey), objective, indicator, plan)
            assert plan.value == best_value(judge, hand, objective), where
            words = " ".join([*plan.melds, plan.leftover]).split()
            assert sorted(words) == sorted(written(hand, okey).split()), where


def test_a_hand_of_gin() -> None:  # GIN, G01
    plan = rl.best_hand("gin", "AC 2C 3C 4D 5D 6D 7H 8H 9H 10S")
    assert (plan.deadwood, plan.leftover, plan.melded) == (10, "10S", 9)
    assert plan.value == plan.deadwood


def test_twos_and_jokers_of_argentino() -> None:  # ARG-11, ARG-12, ARG-13, ARG-14
    plan = rl.best_hand("argentino", "7S 7H JK", objective="points")
    assert (plan.melds, plan.points) == (["7S 7H JK"], 60)
    plan = rl.best_hand("argentino", "AS 2S 3S", objective="points")
    assert (plan.melds, plan.points) == (["AS 2S 3S"], 40)
    assert rl.best_hand("argentino", "5S 6S JK 2D 9S", objective="tiles").melded == 4


def test_the_indicator_names_the_wild_tile() -> None:  # OKEY, K01
    hand = "R1 B5 B6 FJ"
    # Under R13 the red 1 is wild and a false okey is a red 1.
    plan = rl.best_hand("okey", hand, objective="tiles", indicator="R13")
    assert (plan.melds, plan.leftover) == (["R1 B5 B6"], "FJ")
    # Under B6 the blue 7 is wild, so the false okey is a blue 7.
    plan = rl.best_hand("okey", hand, objective="tiles", indicator="B6")
    assert (plan.melds, plan.leftover) == (["B5 B6 FJ"], "R1")


def test_a_wild_tile_counts_what_it_stands_for_in_the_opening() -> None:  # OK101
    plan = rl.best_hand("okey-101", "R11 R12 B5", objective="points", indicator="B4")
    assert (plan.melds, plan.points) == (["R11 R12 B5"], 36)
    assert rl.best_hand("okey", "R12 R13 R1", indicator="B4").melds == ["R12 R13 R1"]
    assert rl.best_hand("okey-101", "R12 R13 R1", indicator="B4").melds == []


def test_a_batch_is_the_hands_one_by_one() -> None:
    rng = Random("batch")
    rules: Rules = {"ranks": 13, "suits": 4, "copies": 1, "jokers": 0, "wild_ranks": ()}
    hands = [written(deal(rng, rules, 10), None) for _ in range(50)]
    found = rl.best_hands("gin", hands)
    assert len(found) == 50
    assert list(found) == [rl.best_hand("gin", hand) for hand in hands]
    assert found.values.tolist() == [plan.deadwood for plan in found]
    assert found[1:3] == [found[1], found[2]]
    assert found[-1] == found[49]
    for threads in (2, 3, 64):
        assert rl.best_hands("gin", hands, threads=threads).values.tolist() == found.values.tolist()
    assert len(rl.best_hands("gin", [])) == 0
    with pytest.raises(IndexError):
        found[50]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: rl.best_hand("gin", "4X"), '"4X" in "4X" is no card of this game'),
        (lambda: rl.best_hand("gin", "4S 4S"), "more than 1 of 4S"),
        (lambda: rl.best_hand("gin", "4S JK"), "no joker"),
        (lambda: rl.best_hand("gin", "4S", objective="most"), "allowed: deadwood, points, tiles"),
        (lambda: rl.best_hand("gin", "4S", indicator="R9"), "this game has none"),
        (lambda: rl.best_hand("okey", "R1"), "the indicator is missing"),
        (lambda: rl.best_hand("okey", "R1", indicator="FJ"), "give one tile with a number"),
        (lambda: rl.best_hand("rummikub", "R1"), "rummikub is a table game"),
        (lambda: rl.best_hands("gin", ["4S", "4S 4S"]), "hand 1"),
        (lambda: rl.best_hands("gin", "4S"), "a list with one text per hand"),
        (lambda: rl.best_hands("gin", ["4S"], threads=0), "at least 1 is needed"),
    ],
)
def test_errors_say_what_is_wrong(call: Any, words: str) -> None:
    with pytest.raises(RummyError, match=words):
        call()
