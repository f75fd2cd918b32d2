"""Positions of whole games and dense tables, full tile sets, against integer programs."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from math import prod
from typing import Any

import pytest
from oracle_tools import EFFORT, bag, both, many, of, read, sound, texts

import rummylab as rl
from oracle import generate, melds, tiles
from oracle.program import Program
from oracle.rules import Rules
from oracle.search import Position, TooBigError, order_key
from oracle.story_program import StoryProgram
from rummylab.variant import Variant, load

FREE = {"joker.retrieval": "any_legal", "joker.reuse": "any_meld", "joker.lock": "none"}

# Rule sets with free jokers; the name says what is special.
RULE_SETS: dict[str, dict[str, Any]] = {
    "no-jokers": {"tiles.jokers": 0},
    "one-joker": {"tiles.jokers": 1, "opening.continues_turn": True},
    "two-jokers": {},
    "three-jokers": {"tiles.jokers": 3, "opening.joker_value": "zero"},
    "four-jokers": {"tiles.jokers": 4, "opening.continues_turn": True},
    "three-copies": {"tiles.copies": 3, "tiles.jokers": 4, "opening.min_points": 40},
    "six-colours": {"tiles.colours": 6, "tiles.jokers": 2, "melds.group_max": 6},
    "dear-jokers": {"scoring.joker_penalty": 100, "opening.joker_value": "forbidden"},
    "classes": {
        "scoring.tile_values": [5] * 5 + [10] * 5 + [15] * 3,
        "opening.joker_value": 25,
        "opening.continues_turn": True,
    },
}


def play_games(variant: Variant, rules: Rules, rng: random.Random) -> Iterator[Position]:
    """Positions of games without end: three players who lay what they can, all by rummylab."""
    while True:
        pool = list(generate.tile_set(rules))
        rng.shuffle(pool)
        racks = [[pool.pop() for _ in range(14)] for _ in range(3)]
        opened = [False] * 3
        table: list[str] = []
        seat = passes = 0
        while passes < 3 and all(racks):
            position = Position(read(table), tiles.bag(racks[seat]), opened[seat])
            yield position
            objective = rng.choice(["tiles", "tiles", "points"])
            rack = tiles.text(position.rack)
            play = rl.best_play(
                variant, table=table, rack=rack, opened=opened[seat], objective=objective
            )
            passes = 0 if play or pool else passes + 1
            if play:
                for item in tiles.tiles(play.placed):
                    racks[seat].remove(item)
                table, opened[seat] = list(play.table), True
            elif pool:
                racks[seat].append(pool.pop())
            seat = (seat + 1) % 3


def dense(variant: Variant, rules: Rules, rng: random.Random) -> Iterator[Position]:
    """Tables full of melds, with the jokers among them, and racks of what fits beside them."""
    short = [meld for meld in melds.all_melds(rules) if len(meld.stands) <= 5]
    plain = [meld for meld in short if not any(meld.jokers)]
    jokered = [meld for meld in short if 1 <= sum(meld.jokers) <= 2] or plain
    while True:
        rest = list(generate.tile_set(rules))
        table: list[tuple[tiles.Tile, ...]] = []
        wanted = rng.randint(3, 16)
        for _ in range(60):
            meld = rng.choice(jokered if rng.random() < 0.25 else plain)
            left = tiles.minus(rest, meld.tiles)
            if left is not None and len(table) < wanted:
                rest = list(left)
                table.append(meld.tiles)
        rack = rng.sample(rest, rng.randint(1, 10))
        yield Position(tuple(table), tiles.bag(rack), rng.random() < 0.8)


def compare(
    variant: Variant, rules: Rules, program: Program, positions: Iterator[Position], count: int
) -> int:
    """Hold positions to the program, some in the complete order; how many had a play."""
    found = 0
    for number in range(count):
        position = next(positions)
        objective = ("tiles", "points")[number % 2]
        where = (variant, texts(position.table), tiles.text(position.rack), position.opened)
        play = rl.best_play(
            variant,
            table=texts(position.table),
            rack=tiles.text(position.rack),
            opened=position.opened,
            objective=objective,
        )
        best = program.solve(position, objective)
        assert (play is None) is (best is None), (*where, objective, play, best)
        if play is None or best is None:
            continue
        found += 1
        sound(variant, rules, position, play)
        laid = bag(play.placed)
        assert (len(laid), laid.count(tiles.JOKER), play.points) == (
            best.count,
            best.jokers,
            best.points,
        ), (*where, objective, play, best)
        assert order_key(rules, laid, objective) <= order_key(rules, best.laid, objective), where
        if number % 10 < 2:
            assert program.first(position, objective) == laid, (*where, objective, play)
    return found


@pytest.mark.parametrize("name", RULE_SETS)
def test_positions_of_games(name: str) -> None:
    variant, rules = both(FREE | RULE_SETS[name])
    program = Program(rules)
    count = many(150)
    found = compare(variant, rules, program, play_games(variant, rules, random.Random(name)), count)
    assert found > count / 8


@pytest.mark.parametrize("name", RULE_SETS)
def test_dense_tables(name: str) -> None:
    variant, rules = both(FREE | RULE_SETS[name])
    program = Program(rules)
    count = many(100)
    found = compare(variant, rules, program, dense(variant, rules, random.Random(name)), count)
    assert found > count / 4


LIMITS: dict[str, dict[str, Any]] = {
    "wrap-round": {"melds.run_wrap": "round", "tiles.jokers": 1},
    "wrap-ace-high": {"melds.run_wrap": "ace_high", "tiles.jokers": 2},
    "runs-of-four": {"melds.run_max": 4, "tiles.jokers": 3},
    "runs-of-six": {"melds.run_max": 6, "tiles.jokers": 2},
    "one-joker-in-a-meld": {"melds.max_jokers": 1, "tiles.jokers": 4},
    "four-at-least": {"melds.min_length": 4, "tiles.jokers": 2},
    "one-meld-opens": {"opening.melds": "single", "tiles.jokers": 1, "opening.min_points": 40},
}


@pytest.mark.parametrize("name", LIMITS)
def test_limits_on_melds(name: str) -> None:
    """Runs of every length are columns here; fewer numbers keep the program small."""
    variant, rules = both(FREE | {"tiles.numbers": 9} | LIMITS[name])
    program = Program(rules, longest=rules.run_max)
    count = many(40)
    rng = random.Random(name)
    compare(variant, rules, program, play_games(variant, rules, rng), count)
    assert compare(variant, rules, program, dense(variant, rules, rng), count) > count / 8


def ways_to_read(rules: Rules, position: Position) -> int:
    """How many readings the melds with jokers have together; 0 without a joker."""
    jokered = [meld for meld in position.table if tiles.JOKER in meld]
    return prod(len(melds.readings(rules, meld)) for meld in jokered) if jokered else 0


# Sheets and house rules whose jokers are not free.
JOKER_RULES = [
    "signature",
    "fichas",
    "schmidt",
    "rummikub",
    "platinium",
    "signature:tiles.jokers=4",
    "schmidt:tiles.jokers=4",
    "rummikub:tiles.jokers=4",
    "rummikub:tiles.jokers=3,joker.lock=no_remove,opening.continues_turn=true",
    "rummikub:tiles.jokers=4,joker.reuse=new_meld_two_rack,joker.retrieval=exact_tile",
    "fichas:tiles.jokers=4,joker.group_of_three=both,joker.tile_from=rack",
    "fichas:tiles.jokers=3,joker.reuse=keep",
    "fichas:tiles.jokers=4,joker.retrieval=never",
]


@pytest.mark.parametrize("spec", JOKER_RULES)
@pytest.mark.parametrize("source", [play_games, dense], ids=["games", "dense"])
def test_joker_rules_on_whole_tables(spec: str, source: Any) -> None:
    """Free jokers bound the play from above; below that the joker rules are solved.

    The program leaves melds of very many sources out, so it may fall short of a play, which then
    both referees have found legal; it may never beat one.
    """
    variant = load(spec)
    rules = of(variant)
    bound, exact = Program(of(variant.replace(FREE))), StoryProgram(rules, jokers=2, sources=8)
    count = many(12 if source is play_games else 5)
    rng = random.Random(f"{spec} of {source.__name__}")
    positions = (
        position
        for position in source(variant, rules, rng)
        if 1 <= ways_to_read(rules, position) <= 4 and rng.random() < 0.25
    )
    tally: Counter[str] = Counter()
    while tally["compared"] < count:
        position = next(positions)
        objective = ("tiles", "points")[tally["compared"] % 2]
        table, rack = texts(position.table), tiles.text(position.rack)
        where = (variant, table, rack, position.opened, objective)
        tally["compared"] += 1
        play = rl.best_play(
            variant, table=table, rack=rack, opened=position.opened, objective=objective
        )
        mine = None
        if play is not None:
            sound(variant, rules, position, play)
            mine = order_key(rules, bag(play.placed), objective)
            tally["plays"] += 1
        above = bound.solve(position, objective)
        best = above and order_key(rules, above.laid, objective)
        if not position.opened and not rules["opening.continues_turn"]:
            assert (mine and mine[:3]) == (best and best[:3]), (*where, play, above)
            continue
        if mine == best or (mine and best and mine[:3] == best[:3]):
            continue
        tally["below the bound"] += 1
        try:
            found = exact.best(position, objective)
        except TooBigError:
            tally["given up"] += 1
            continue
        best = found and order_key(rules, found.laid, objective)
        assert best is None or (mine is not None and mine[:3] <= best[:3]), (*where, play, found)
        tally["solved"] += (mine and mine[:3]) == (best and best[:3])
    assert tally["plays"] > 0 or EFFORT < 1
    assert tally["solved"] + tally["given up"] >= tally["below the bound"] - 1
    assert tally["given up"] <= count / 4
