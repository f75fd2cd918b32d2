"""The first of the best plans of a hand in the documented order, from all of them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .hands import JOKER, SUITS, Card, Hand, HandRules, Laid, Reading, order, text

Key = tuple[Any, ...]


def run_key(reading: Reading) -> Key:
    """Runs of a suit: begins lower, longer, natural cards first."""
    wild = tuple(is_wild for _, is_wild in reading.places)
    return (reading.start, -len(wild), wild)


def group_key(reading: Reading) -> Key:
    """Groups of a rank: longer, fewer wild cards, more cards of the first suits."""
    suits = Counter(suit for (_, suit), wild in reading.places if not wild)
    return (-len(reading.places), reading.wilds, tuple(-suits[s] for s in range(len(SUITS))))


def suit_of(reading: Reading) -> int:
    """The suit of a run."""
    return reading.places[0][0][1]


def rank_of(reading: Reading) -> int:
    """The rank of a group."""
    return reading.places[0][0][0]


def runs_of(plan: list[Laid], suit: int) -> list[Reading]:
    """The runs of a suit in their order."""
    runs = [m.reading for m in plan if m.reading.kind == "run" and suit_of(m.reading) == suit]
    return sorted(runs, key=run_key)


def groups_of(plan: list[Laid], rank: int) -> list[Reading]:
    """The groups of a rank in their order."""
    groups = [m.reading for m in plan if m.reading.kind == "group" and rank_of(m.reading) == rank]
    return sorted(groups, key=group_key)


def wild_of(plan: list[Laid]) -> list[Card]:
    """The cards that lie as wild cards."""
    return sorted((card for meld in plan for card in meld.wild), key=order)


def plan_key(rules: HandRules, plan: list[Laid]) -> Key:
    """The order of plans that are equal in the goal and the second criterion."""
    ranks, suits = range(1, rules["ranks"] + 1), range(rules["suits"])
    wild = Counter(wild_of(plan))
    faces = [(rank, suit) for rank in ranks for suit in suits if rank in rules["wild_ranks"]]
    aside: Key = ()
    if rules["natural_wilds"]:
        used = tuple(wild[face] for face in faces)
        aside = (sum(used), used)
    groups: list[Key] = []
    for rank in ranks:
        found = groups_of(plan, rank)
        counts = [Counter(s for (_, s), w in g.places if not w) for g in found]
        taken = [sum(count[suit] for count in counts) for suit in suits]
        groups.append((sum(taken), sum(g.wilds for g in found), [-count for count in taken]))
    runs = [runs_of(plan, suit) for suit in suits]
    shares = [sum(run.wilds for run in own) for own in runs]
    return (
        aside,
        groups,
        (sum(shares), shares),
        [[run_key(run) for run in own] for own in runs],
        [[group_key(group) for group in groups_of(plan, rank)] for rank in ranks],
        supply_key(rules, plan),
    )


def supply_key(rules: HandRules, plan: list[Laid]) -> Key:
    """Which wild cards are melded: those that bring most are taken by the goal; then low ranks."""
    return tuple(order(card) for card in wild_of(plan))


def texts(rules: HandRules, hand: Hand, plan: list[Laid]) -> tuple[list[str], str]:
    """The melds and the rest, as rummylab writes them."""
    readings = [run for suit in range(rules["suits"]) for run in runs_of(plan, suit)]
    readings += [g for rank in range(1, rules["ranks"] + 1) for g in groups_of(plan, rank)]
    supply = wild_of(plan)
    filled: list[list[Card | None]] = [
        [None if wild else face for face, wild in reading.places] for reading in readings
    ]
    for reading, places in zip(readings, filled, strict=True):
        open_places = [i for i, card in enumerate(places) if card is None]
        if rules["different_wilds"] and reading.kind == "group" and len(open_places) == 2:
            kinds = Counter(card[0] or 99 for card in supply)
            chosen = sorted(sorted(kinds, key=lambda kind: (-kinds[kind], kind))[:2])
            for place, kind in zip(open_places, chosen, strict=True):
                card = next(c for c in supply if (c[0] or 99) == kind)
                places[place] = card
                supply.remove(card)
    for reading, places in zip(readings, filled, strict=True):
        suits = missing_suits(rules, reading)
        for i, (face, _) in enumerate(reading.places):
            if places[i] is None:
                stands = face if reading.kind == "run" else (face[0], next(suits))
                if stands in supply:
                    places[i] = stands
                    supply.remove(stands)
    for places in filled:
        for i, card in enumerate(places):
            if card is None:
                places[i] = supply.pop(0)
    melds = [" ".join(text(card or JOKER) for card in places) for places in filled]
    left = Counter(hand.cards) - Counter(card for places in filled for card in places)
    return melds, " ".join(text(card) for card in sorted(left.elements(), key=order))


def missing_suits(rules: HandRules, reading: Reading) -> Any:
    """The suits for which the wild cards of a group stand."""
    held = {suit for (_, suit), wild in reading.places if not wild}
    suit, last = 0, rules["suits"] - 1
    while True:
        while suit < last and suit in held:
            suit += 1
        yield suit
        suit = min(suit + 1, last)


def first_plan(rules: HandRules, hand: Hand) -> tuple[list[str], str]:
    """The melds and the rest of the first best plan."""
    return texts(rules, hand, min(hand.plans(), key=lambda plan: plan_key(rules, plan)))
