"""Random rules of melds, random hands, and the rules of shipped games as the judge takes them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from .hands import JOKER, NO_LIMIT, Card, Rules

FACE = tuple(range(1, 14))
CARD_POINTS = (15, 20, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10)

OKEY: Rules = {
    "copies": 2,
    "jokers": 2,
    "run_wrap": "ace_high",
    "points": FACE,
    "deadwood": FACE,
}
ARGENTINO: Rules = {
    "copies": 2,
    "jokers": 4,
    "wild_ranks": (2,),
    "group_repeats": True,
    "group_wilds": 1,
    "adjacent_wilds": False,
    "run_wrap": "ace_high",
    "points": CARD_POINTS,
    "deadwood": CARD_POINTS,
    "wild_points": (0, 20) + (0,) * 11,
    "joker_points": 50,
    "joker_deadwood": 50,
}

# Rules of real games, each with the sizes of its hands.
GAMES: dict[str, tuple[Rules, Sequence[int]]] = {
    "gin": ({}, (10, 11, 14)),
    "okey": (OKEY, (14, 15)),
    "okey-101": (
        OKEY | {"run_wrap": "none", "wild_stands_for": True, "joker_deadwood": 101},
        (21, 22),
    ),
    "argentino": (ARGENTINO, (11, 14, 16, 20)),
    "argentino, one pack": (
        ARGENTINO | {"copies": 1, "jokers": 2, "group_repeats": False},
        (11, 14, 16),
    ),
    "argentino, different wild cards": (
        ARGENTINO | {"group_wilds": 2, "different_wilds": True},
        (11, 14),
    ),
    "argentino, natural twos": (ARGENTINO | {"natural_wilds": True}, (11, 14)),
}


def random_rules(rng: Random) -> Rules:
    """Any rules that the solver takes, small enough for exhaustive search."""
    ranks, suits = rng.choice([4, 5, 6, 7, 8, 9]), rng.choice([1, 2, 3, 4, 4])
    copies, least = rng.choice([1, 2]), rng.choice([3, 3, 3, 3, 4])
    repeats = rng.choice([True, False])
    group = suits * copies if repeats else suits
    if group < least:
        return random_rules(rng)

    def values(high: int) -> tuple[int, ...]:
        return tuple(rng.choice([0, 1, 2, 5, 10, high]) for _ in range(ranks))

    rules = {
        "suits": suits,
        "ranks": ranks,
        "copies": copies,
        "jokers": rng.choice([0, 1, 2, 3, 4]),
        "wild_ranks": rng.choice([(), (), (2,), (2,), (1,), (2, 3)]),
        "natural_wilds": rng.choice([True, False]),
        "min_length": least,
        "run_max": rng.choice([NO_LIMIT, NO_LIMIT, least, min(least + 1, ranks), ranks]),
        "run_wrap": rng.choice(["none", "ace_high", "round"]),
        "group_max": rng.choice([least, min(least + 1, group), group]),
        "group_repeats": repeats,
        "group_wilds": rng.choice([NO_LIMIT, NO_LIMIT, 0, 1, 2]),
        "run_wilds": rng.choice([NO_LIMIT, NO_LIMIT, NO_LIMIT, 0, 1, 2]),
        "different_wilds": rng.choice([False, False, True]),
        "adjacent_wilds": rng.choice([True, False]),
        "min_naturals": rng.choice([1, 1, 2]),
        "points": values(15),
        "deadwood": values(15),
        "wild_points": values(20),
        "low_ace_points": rng.choice([NO_LIMIT, NO_LIMIT, 1]),
        "wild_stands_for": rng.choice([False, False, True]),
        "joker_points": rng.choice([0, 50]),
        "joker_deadwood": rng.choice([0, 25]),
    }
    if rules["different_wilds"] and len(rules["wild_ranks"]) + (rules["jokers"] > 0) > 2:
        rules["group_wilds"] = rng.choice([0, 1, 2])
    return rules


def deck(rules: Rules) -> list[Card]:
    """All cards of the game."""
    faces = [(r, s) for r in range(1, rules["ranks"] + 1) for s in range(rules["suits"])]
    return faces * rules["copies"] + [JOKER] * rules["jokers"]


def deal(rng: Random, rules: Rules, size: int) -> list[Card]:
    """A hand of that size or smaller: any, of low cards, or with many wild cards."""
    cards = deck(rules)
    rng.shuffle(cards)
    kind = rng.random()
    if kind < 0.3:
        cards = [card for card in cards if card[0] <= 5]
    elif kind < 0.5:
        wild = [card for card in cards if card == JOKER or card[0] in rules["wild_ranks"]]
        wild = wild[: rng.randint(0, 4)]
        cards = wild + [c for c in cards if c != JOKER and c[0] not in rules["wild_ranks"]]
    return cards[:size]
