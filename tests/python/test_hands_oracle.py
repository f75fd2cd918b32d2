"""The hand solver and its validator of melds, against exhaustive search and an integer program."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from oracle_tools import many

from oracle.hand_deals import GAMES, deal, deck, random_rules
from oracle.hand_order import first_plan
from oracle.hand_program import best_value
from oracle.hands import DEFAULTS, Card, Hand, HandRules, Rules, read, text
from rummylab import _core
from rummylab.errors import RummyError

GOALS = ("deadwood", "points", "tiles")


def native(rules: Rules) -> _core.HandRules:
    """The same rules for the native solver."""
    made = _core.HandRules()
    for key, value in (DEFAULTS | rules).items():
        if key == "wild_ranks":
            made.wild_ranks = sum(1 << (rank - 1) for rank in value)
        else:
            setattr(made, key, list(value) if isinstance(value, tuple) else value)
    return made


def solver(rules: Rules) -> _core.PlainHandSolver:
    """The native solver of these rules."""
    return _core.PlainHandSolver(native(rules))


def words(cards: list[Card]) -> str:
    """A hand as text."""
    return " ".join(text(card) for card in cards)


def sound(rules: HandRules, found: _core.PlainHandSolver, hand: str, plan: _core.HandPlan) -> None:
    """The plan splits the hand into legal melds and a rest, and its sums are right."""
    where = (rules.rules, hand, plan)
    cards = Counter(hand.split())
    laid = Counter(word for meld in plan.melds for word in meld.split())
    assert laid + Counter(plan.leftover.split()) == cards, where
    assert plan.melded == sum(laid.values()), where
    assert plan.deadwood == sum(rules.cost(read(word)) for word in plan.leftover.split()), where
    points = 0
    for meld in plan.melds:
        assert rules.best_reading([read(word) for word in meld.split()]) is not None, where
        ruling = found.meld(meld)
        assert ruling.legal, (where, meld, ruling.reason)
        points += ruling.points
    assert plan.points <= points, where  # the ruling takes the reading that counts most


@pytest.mark.parametrize("part", range(4))
def test_random_hands_under_random_rules(part: int) -> None:
    rng = Random(f"hands {part}")
    melded = 0
    for _ in range(many(150)):
        rules = random_rules(rng)
        judge, found = HandRules(rules), solver(rules)
        for size in (rng.randint(3, 7), rng.randint(6, 9)):
            hand = deal(rng, rules, size)
            for goal in GOALS:
                truth = Hand(judge, hand, goal)
                plan = found.best(words(hand), goal)
                where = (rules, words(hand), goal, plan)
                assert found.value(words(hand), goal) == plan.value == truth.value(), where
                spent = sum(map(judge.cost, hand)) - plan.deadwood
                assert truth.best()[1] == (spent if goal == "tiles" else plan.melded), where
                sound(judge, found, words(hand), plan)
                melded += plan.melded
    assert melded > 0


@pytest.mark.parametrize("part", range(4))
def test_the_plan_is_the_first_in_the_documented_order(part: int) -> None:
    rng = Random(f"order {part}")
    for _ in range(many(80)):
        rules = random_rules(rng)
        judge, found = HandRules(rules), solver(rules)
        for _ in range(3):
            hand = deal(rng, rules, rng.randint(4, 8))
            for goal in GOALS:
                plan = found.best(words(hand), goal)
                first = first_plan(judge, Hand(judge, hand, goal))
                assert (plan.melds, plan.leftover) == first, (rules, words(hand), goal)


@pytest.mark.parametrize("game", GAMES)
def test_hands_of_games_against_an_integer_program(game: str) -> None:
    rules, sizes = GAMES[game]
    rules = DEFAULTS | rules
    rng = Random(game)
    judge, found = HandRules(rules), solver(rules)
    for _ in range(many(8)):
        for size in sizes:
            hand = deal(rng, rules, size)
            for goal in GOALS:
                plan = found.best(words(hand), goal)
                where = (game, words(hand), goal, plan)
                assert plan.value == best_value(judge, hand, goal), where
                assert plan.value == found.value(words(hand), goal), where
                sound(judge, found, words(hand), plan)


def test_large_hands_under_random_rules_against_an_integer_program() -> None:
    rng = Random("programs")
    for _ in range(many(40)):
        rules = DEFAULTS | random_rules(rng)
        judge, found = HandRules(rules), solver(rules)
        hand = deal(rng, rules, rng.randint(9, 16))
        for goal in GOALS:
            where = (rules, words(hand), goal)
            assert found.value(words(hand), goal) == best_value(judge, hand, goal), where


def test_the_best_discard_leaves_the_best_hand() -> None:
    rng = Random("discards")
    for _ in range(many(60)):
        rules = random_rules(rng) if rng.random() < 0.5 else GAMES[rng.choice(list(GAMES))][0]
        judge, found = HandRules(rules), solver(rules)
        hand = deal(rng, judge.rules, rng.randint(4, 15))
        for goal in GOALS:
            sign = -1 if goal == "deadwood" else 1
            card, value = found.best_discard(words(hand), goal)
            after = {}
            for face in set(hand):
                rest = list(hand)
                rest.remove(face)
                after[text(face)] = sign * found.value(words(rest), goal)
            best = max(after.values())
            where = (rules, words(hand), goal, card)
            assert sign * value == after[card] == best, where
            equal = [read(word) for word in after if after[word] == best]
            first = min(equal, key=lambda c: (-judge.cost(c), c[0] or 99, c[1]))
            assert card == text(first), where


def test_cards_as_one_meld() -> None:
    rng = Random("melds")
    verdicts: Counter[bool] = Counter()
    for _ in range(many(300)):
        rules = random_rules(rng)
        judge, found = HandRules(rules), solver(rules)
        cards = deck(rules)
        for _ in range(20):
            suit, rank = rng.randrange(rules["suits"]), rng.randint(1, rules["ranks"])
            wild = [c for c in cards if c == (0, 0) or c[0] in rules["wild_ranks"]]
            near = [c for c in cards if (c[1] == suit if rng.random() < 0.5 else c[0] == rank)]
            pool = rng.choice([cards, near + wild, near + wild])
            rng.shuffle(pool)
            meld = pool[: rng.randint(3, 6)]
            truth = judge.best_reading(meld)
            ruling = found.meld(words(meld), ordered=False)
            where = (rules, words(meld), truth, ruling.reason)
            assert ruling.legal == (truth is not None), where
            assert bool(ruling.reason) != ruling.legal, where
            if truth is not None:
                assert ruling.points == truth, where
            verdicts[ruling.legal] += 1
    assert min(verdicts.values()) > 100


@pytest.mark.parametrize(
    ("key", "value", "words_of_error"),
    [
        ("suits", 5, "suits is 5; allowed: 1 to 4"),
        ("ranks", 2, "ranks is 2; allowed: 3 to 15"),
        ("min_length", 2, "min_length is 2; allowed: 3 to 13"),
        ("group_max", 5, "group_max is 5; allowed: 3 to 4"),
        ("wild_ranks", 15, "the count of wild ranks is 4; allowed: 0 to 3"),
        ("min_naturals", 0, "min_naturals is 0; allowed: 1 to 3"),
        ("joker_points", 300, "joker_points is 300; allowed: 0 to 200"),
    ],
)
def test_rules_that_contradict_themselves(key: str, value: int, words_of_error: str) -> None:
    rules = _core.HandRules()
    setattr(rules, key, value)
    with pytest.raises(RummyError, match=words_of_error):
        _core.PlainHandSolver(rules)
