"""The judge judged: its two ways to the best play agree, and it reproduces published figures."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from oracle import generate, melds, search, tiles
from oracle.exchange import exchange_legal
from oracle.partition import partitioner
from oracle.program import Program
from oracle.referee import laid_tiles, opening_points, opening_value, turn_legal
from oracle.rules import Rules

FREE = {
    "table.access": "rearrange",
    "joker.retrieval": "any_legal",
    "joker.reuse": "any_meld",
    "joker.lock": "none",
}


def table_of(*texts: str) -> tuple[search.Text, ...]:
    return tuple(tiles.tiles(text) for text in texts)


@pytest.mark.parametrize("seed", range(6))
def test_exhaustive_search_and_integer_program_agree(seed: int) -> None:
    rng = random.Random(seed)
    found = 0
    for _ in range(15):
        rules = Rules.of(generate.random_changes(rng.choice) | FREE)
        program = Program(rules, longest=rules.run_max)
        for _ in range(3):
            position = generate.random_position(rng.choice, rules, rack=7)
            for objective in ("tiles", "points"):
                plain = search.best_play(rules, position, objective)
                assert program.first(position, objective) == plain, (rules, position)
                found += plain is not None
    assert found > 20


def test_identity_is_tried_wherever_it_matters() -> None:
    """Looking only at copies near jokers gives the verdict that looking at all copies gives."""
    rng = random.Random(5)
    verdicts: Counter[bool] = Counter()
    while sum(verdicts.values()) < 400:
        rules = Rules.of(generate.random_changes(rng.choice) | {"table.access": "rearrange"})
        position = generate.random_position(rng.choice, rules)
        result = generate.random_result(rng.choice, rules, position)
        found = result and laid_tiles(position.table, result)
        if not result or not found or len(found[0]) == 0:
            continue
        readings = [melds.readings(rules, meld) for meld in result]
        quick = exchange_legal(rules, position.table, readings, found[0])
        full = exchange_legal(rules, position.table, readings, found[0], everything=True)
        assert quick is full, (rules, position, result)
        verdicts[quick] += 1
    assert min(verdicts[True], verdicts[False]) > 50


def test_every_partition_comes_once_and_only_of_legal_melds() -> None:
    rules = Rules.of({"tiles.colours": 3, "tiles.numbers": 6, "melds.run_wrap": "round"})
    split = partitioner(rules)
    bag = tiles.bag(tiles.tiles("R1 R2 R3 R1 R2 R3 B1 B2 B3 J"))
    ways = [tuple(sorted(way, key=repr)) for way in split.partitions(split.counts(bag))]
    assert len(ways) == len(set(ways)) == 4
    for way in ways:
        assert tiles.bag(item for meld in way for item in meld.tiles) == bag
        assert all(meld in melds.readings(rules, meld.tiles) for meld in way)


def test_a_meld_reads_as_it_is_written_or_as_any_order_allows() -> None:
    rules = Rules.of({})
    assert not melds.readings(rules, tiles.tiles("J R1 R2"))
    assert {read.joker_tiles for read in melds.orders(rules, tiles.tiles("J R1 R2"))} == {((3, 0),)}
    values = {read.value for read in melds.orders(rules, tiles.tiles("J J R7"))}
    assert values == {18, 21, 24}
    four = melds.orders(rules, tiles.tiles("R5 B5 J J"))
    assert {read.value for read in four} == {20}
    assert not melds.orders(rules, tiles.tiles("R5 B5 K5 Y5 J"))


WRAPS = {"none": (False, False), "ace_high": (True, False), "round": (True, True)}


@pytest.mark.parametrize("wrap", WRAPS)
def test_runs_past_the_last_number(wrap: str) -> None:
    rules = Rules.of({"melds.run_wrap": wrap})
    for text, legal in zip(("R12 R13 R1", "R13 R1 R2"), WRAPS[wrap], strict=True):
        assert bool(melds.readings(rules, tiles.tiles(text))) is legal


def test_melds_worth_listing_are_those_of_the_paper() -> None:
    """Runs of 3 to 5, groups of 3 and 4, at most two jokers (den Hertog and Hulshof 2006)."""
    rules = Rules.of({})
    distinct = {tiles.bag(m.tiles) for m in melds.all_melds(rules) if len(m.stands) <= 5}
    counts = Counter(bag.count(tiles.JOKER) for bag in distinct)
    assert [counts[0], counts[1], counts[2]] == [185, 494, 494]


PAPER = search.Position(
    table_of(
        "K1 K2 K3 K4",
        "K10 K11 K12",
        "Y6 Y7 Y8",
        "Y9 Y10 Y11 Y12 Y13",
        "B7 B8 B9",
        "B10 B11 B12",
        "R11 R12 R13",
    ),
    tiles.bag(tiles.tiles("Y1 Y3 Y4 Y8 B2 K2 K10 K13 J")),
    opened=True,
)


def test_the_example_of_the_paper() -> None:
    program = Program(Rules.of(FREE | {"scoring.joker_penalty": 0}))
    by_tiles = program.solve(PAPER, "tiles")
    by_points = program.solve(PAPER, "points")
    assert by_tiles is not None
    assert by_points is not None
    assert by_tiles.count == 6
    assert by_points.points == 31


TRAPS: list[tuple[str, dict[str, Any], list[str], str, str]] = [
    # what it is about, changes, table, rack, the best choice by tiles
    ("the same meld twice", {}, ["R1 R2 R3"], "R1 R2 R3", "R1 R2 R3"),
    ("a joker that nobody needs stays", {}, ["R1 R2 R3 J"], "R5", "R5"),
    ("a group of four with two jokers", {}, ["R5 B5 J"], "J", "J"),
    ("table tiles do not come back", {}, ["R4 R5 R6 R7"], "R6 B1", ""),
    ("three runs of one colour at once", {}, ["R4 R5 J", "R4 R5 J"], "J R6 R6 R4", "R6 R6 R4 J"),
]


@pytest.mark.parametrize("trap", TRAPS, ids=[trap[0] for trap in TRAPS])
def test_known_traps(trap: tuple[str, dict[str, Any], list[str], str, str]) -> None:
    _, changes, table, rack, best = trap
    small = {"tiles.colours": 4, "tiles.numbers": 7, "tiles.copies": 3, "tiles.jokers": 4}
    rules = Rules.of(FREE | small | changes)
    position = search.Position(table_of(*table), tiles.bag(tiles.tiles(rack)), opened=True)
    found = search.best_play(rules, position, "tiles")
    assert (found or ()) == tiles.bag(tiles.tiles(best))
    assert Program(rules, longest=7).first(position, "tiles") == found


def test_an_opening_counts_equal_values_twice() -> None:
    rules = Rules.of({})
    laid = tiles.bag(tiles.tiles("R5 B5 K5 R5 B5 K5"))
    assert opening_points(rules, laid) == 30
    assert turn_legal(rules, (), laid, table_of("R5 B5 K5", "R5 B5 K5"), opened=False)


def test_opening_points_are_the_most_over_every_way_to_meld() -> None:
    rng = random.Random(9)
    found = 0
    for _ in range(60):
        rules = Rules.of(generate.random_changes(rng.choice, jokers=(0, 1, 2)))
        if rules["opening.joker_value"] == "forbidden":
            continue
        split = partitioner(rules)
        laid = tiles.bag(rng.sample(generate.tile_set(rules), 8))
        ways = [
            [opening_value(rules, meld) for meld in way]
            for part in ([laid], tiles.sub_bags(laid))[rules["opening.continues_turn"]]
            for way in split.partitions(split.counts(part))
            if way
        ]
        worth = max if rules["opening.melds"] == "single" else sum
        assert opening_points(rules, laid) == max(map(worth, ways), default=None)
        found += bool(ways)
    assert found > 10
