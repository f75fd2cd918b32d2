"""The best melds of a hand by exhaustive search: every set of cards is tried as a meld.

Written from the rules of melds alone and for small hands. Cards are pairs (rank, suit); a joker is
(0, 0). Rules are a dict with the names of the native struct.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise, product
from typing import Any

Card = tuple[int, int]
Rules = dict[str, Any]

JOKER: Card = (0, 0)
NO_LIMIT = -1
SUITS = "RBKY"

DEFAULTS: Rules = {
    "suits": 4,
    "ranks": 13,
    "copies": 1,
    "jokers": 0,
    "wild_ranks": (),
    "natural_wilds": False,
    "min_length": 3,
    "run_max": NO_LIMIT,
    "run_wrap": "none",
    "group_max": 4,
    "group_repeats": False,
    "group_wilds": NO_LIMIT,
    "run_wilds": NO_LIMIT,
    "different_wilds": False,
    "adjacent_wilds": True,
    "min_naturals": 1,
    "points": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10),
    "deadwood": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10),
    "wild_points": (0,) * 13,
    "low_ace_points": NO_LIMIT,
    "wild_stands_for": False,
    "joker_points": 0,
    "joker_deadwood": 0,
}


def text(card: Card) -> str:
    return "J" if card == JOKER else f"{SUITS[card[1]]}{card[0]}"


def read(word: str) -> Card:
    return JOKER if word == "J" else (int(word[1:]), SUITS.index(word[0]))


def order(card: Card) -> tuple[int, int]:
    """The fixed order of cards: rank, suit, jokers last."""
    return (99, 0) if card == JOKER else card


@dataclass(frozen=True)
class Reading:
    """One way in which cards lie as a meld: place by place the face, and whether it is wild."""

    kind: str  # run, group
    places: tuple[tuple[Card, bool], ...]
    start: int  # position of a run's first place
    points: int  # without what wild cards count as what they are

    @property
    def wilds(self) -> int:
        return sum(wild for _, wild in self.places)


class HandRules:
    """The rules of melds, asked about cards."""

    def __init__(self, rules: Rules) -> None:
        self.rules = DEFAULTS | rules

    def __getitem__(self, key: str) -> Any:
        return self.rules[key]

    @cached_property
    def longest_run(self) -> int:
        return int(self["ranks"] if self["run_max"] == NO_LIMIT else self["run_max"])

    @cached_property
    def last_position(self) -> int:
        ranks = int(self["ranks"])
        return {"none": ranks, "ace_high": ranks + 1, "round": 2 * ranks - 1}[self["run_wrap"]]

    def rank_at(self, position: int) -> int:
        return (position - 1) % int(self["ranks"]) + 1

    def run_points(self, position: int) -> int:
        if position == 1 and self["low_ace_points"] != NO_LIMIT:
            return int(self["low_ace_points"])
        return int(self["points"][self.rank_at(position) - 1])

    def cost(self, card: Card) -> int:
        return int(self["joker_deadwood"] if card == JOKER else self["deadwood"][card[0] - 1])

    def own_points(self, card: Card) -> int:
        """What a wild card counts as what it is."""
        if self["wild_stands_for"]:
            return 0
        return int(self["joker_points"] if card == JOKER else self["wild_points"][card[0] - 1])

    def roles(self, card: Card) -> tuple[bool, ...]:
        """As which it may lie: wild or not."""
        if card == JOKER:
            return (True,)
        if card[0] not in self["wild_ranks"]:
            return (False,)
        return (False, True) if self["natural_wilds"] else (True,)

    def readings(self, cards: Sequence[Card], roles: Sequence[bool]) -> Iterator[Reading]:
        """Every legal way in which the cards can lie when these of them are wild."""
        naturals = [card for card, wild in zip(cards, roles, strict=True) if not wild]
        wilds = [card for card, wild in zip(cards, roles, strict=True) if wild]
        if len(cards) < self["min_length"] or len(naturals) < self["min_naturals"]:
            return
        yield from self._runs(naturals, len(wilds))
        yield from self._groups(naturals, wilds)

    def _runs(self, naturals: list[Card], wilds: int) -> Iterator[Reading]:
        size = len(naturals) + wilds
        limit = self["run_wilds"]
        if len({suit for _, suit in naturals}) != 1 or len(set(naturals)) < len(naturals):
            return
        if size > self.longest_run or (limit != NO_LIMIT and wilds > limit):
            return
        suit = naturals[0][1]
        ranks = {rank for rank, _ in naturals}
        for start in range(1, int(self["ranks"]) + 1):
            positions = range(start, start + size)
            held = [self.rank_at(position) in ranks for position in positions]
            if positions[-1] > self.last_position or sum(held) != len(ranks):
                continue
            apart = all(a or b for a, b in pairwise(held))
            if not self["adjacent_wilds"] and not apart:
                continue
            yield Reading(
                "run",
                tuple(
                    ((self.rank_at(position), suit), not natural)
                    for position, natural in zip(positions, held, strict=True)
                ),
                start,
                sum(
                    self.run_points(position)
                    for position, natural in zip(positions, held, strict=True)
                    if natural or self["wild_stands_for"]
                ),
            )

    def _groups(self, naturals: list[Card], wilds: list[Card]) -> Iterator[Reading]:
        size, limit = len(naturals) + len(wilds), self["group_wilds"]
        if len({rank for rank, _ in naturals}) != 1 or size > self["group_max"]:
            return
        if not self["group_repeats"] and len(set(naturals)) < len(naturals):
            return
        if limit != NO_LIMIT and len(wilds) > limit:
            return
        kinds = {rank for rank, _ in wilds}
        if self["different_wilds"] and len(kinds) < len(wilds):
            return
        rank = naturals[0][0]
        counted = size if self["wild_stands_for"] else len(naturals)
        places = tuple((card, False) for card in sorted(naturals, key=order))
        yield Reading(
            "group",
            places + (((rank, -1), True),) * len(wilds),
            0,
            counted * self["points"][rank - 1],
        )

    def best_reading(self, cards: Sequence[Card]) -> int | None:
        """The most that the cards count as one meld; None where they are none."""
        found = [
            reading.points + sum(self.own_points(c) for c, w in zip(cards, roles, strict=True) if w)
            for roles in product(*map(self.roles, cards))
            for reading in self.readings(cards, roles)
        ]
        return max(found, default=None)


@dataclass(frozen=True)
class Laid:
    """Cards laid as a meld: which of them are wild, and how they lie."""

    cards: tuple[Card, ...]
    wild: tuple[Card, ...]
    reading: Reading
    worth: tuple[int, int]


class Hand:
    """A hand and everything that can be laid of it, for one goal."""

    def __init__(self, rules: HandRules, hand: Sequence[Card], goal: str) -> None:
        self.rules, self.goal = rules, goal
        self.cards = sorted(hand, key=order)
        self.everything = (1 << len(self.cards)) - 1
        self._best: dict[int, tuple[int, int]] = {0: (0, 0)}
        self._known: dict[tuple[Card, ...], list[Laid]] = {}
        self._melds: list[list[tuple[int, list[Laid]]]] = [[] for _ in self.cards]
        for size in range(rules["min_length"], len(self.cards) + 1):
            for chosen in combinations(range(len(self.cards)), size):
                laid = self._laid(tuple(self.cards[i] for i in chosen))
                if laid:
                    self._melds[chosen[0]].append((sum(1 << i for i in chosen), laid))

    def _laid(self, cards: tuple[Card, ...]) -> list[Laid]:
        if cards not in self._known:
            self._known[cards] = [
                Laid(cards, wild, reading, self._worth(cards, wild, reading))
                for roles in product(*map(self.rules.roles, cards))
                for wild in [tuple(c for c, w in zip(cards, roles, strict=True) if w)]
                for reading in self.rules.readings(cards, roles)
            ]
        return self._known[cards]

    def _worth(
        self, cards: Sequence[Card], wild: Sequence[Card], reading: Reading
    ) -> tuple[int, int]:
        cost, size = sum(map(self.rules.cost, cards)), len(cards)
        points = reading.points + sum(map(self.rules.own_points, wild))
        worths = {"deadwood": (cost, size), "points": (points, size), "tiles": (size, cost)}
        return worths[self.goal]

    def best(self, mask: int | None = None) -> tuple[int, int]:
        """The goal and the second criterion of the best partition, as sums over melded cards.

        Deadwood is counted as what the melded cards would have cost.
        """
        mask = self.everything if mask is None else mask
        if mask not in self._best:
            top = self.best(mask & (mask - 1))
            for meld, laid in self._melds[(mask & -mask).bit_length() - 1]:
                if meld & mask == meld:
                    rest = self.best(mask ^ meld)
                    here = max(one.worth for one in laid)
                    top = max(top, (here[0] + rest[0], here[1] + rest[1]))
            self._best[mask] = top
        return self._best[mask]

    def value(self) -> int:
        """In the unit of the goal, as rummylab gives it."""
        best = self.best()[0]
        return sum(map(self.rules.cost, self.cards)) - best if self.goal == "deadwood" else best

    def plans(self) -> Iterator[list[Laid]]:
        """Every best partition, some of them several times."""
        yield from self._plans(self.everything, self.best())

    def _plans(self, mask: int, need: tuple[int, int]) -> Iterator[list[Laid]]:
        if mask == 0:
            if need == (0, 0):
                yield []
            return
        if self.best(mask) != need:
            return
        yield from self._plans(mask & (mask - 1), need)
        for meld, laid in self._melds[(mask & -mask).bit_length() - 1]:
            if meld & mask == meld:
                for one in laid:
                    rest = (need[0] - one.worth[0], need[1] - one.worth[1])
                    yield from ([one, *plan] for plan in self._plans(mask ^ meld, rest))
