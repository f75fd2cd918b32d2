"""Every switch, on small tile sets, against exhaustive search."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle_tools import bag, both, compare, many, read, same_plays, sound

import rummylab as rl
from oracle import generate, search, tiles
from oracle.rules import Rules
from oracle.search import Position
from rummylab import referee


@settings(max_examples=many(150))
@given(data=st.data())
def test_random_rules(data: st.DataObject) -> None:
    def draw(options: Any) -> Any:
        return data.draw(st.sampled_from(options))

    compare(draw, generate.random_changes(draw), 1, Counter())


SWITCHES: dict[str, list[Any]] = {
    "table.access": ["rearrange", "add_only", "closed"],
    "joker.retrieval": ["any_legal", "exact_tile", "never"],
    "joker.tile_from": ["rack", "rack_or_table"],
    "joker.reuse": ["any_meld", "new_meld", "new_meld_two_rack", "keep"],
    "joker.lock": ["none", "no_remove", "full"],
    "joker.group_of_three": ["either", "both"],
    "melds.run_wrap": ["none", "ace_high", "round"],
    "melds.max_jokers": ["no_limit", 0, 1, 2],
    "melds.min_length": [3, 4],
    "melds.run_max": ["numbers", 3],
    "opening.melds": ["any", "single"],
    "opening.joker_value": ["face", "zero", "forbidden", 5],
    "opening.continues_turn": [False, True],
}
VALUES = [(key, value) for key, values in SWITCHES.items() for value in values]


@pytest.mark.parametrize(("key", "value"), VALUES, ids=[f"{k}={v}" for k, v in VALUES])
def test_each_value_of_each_switch(key: str, value: Any) -> None:
    rng = random.Random(f"{key}={value}")
    tally: Counter[str] = Counter()
    for _ in range(many(8)):
        changes = generate.random_changes(rng.choice, jokers=(1, 2, 2, 3))
        if key.startswith("joker."):
            changes["table.access"] = rng.choice(["rearrange", "rearrange", "add_only"])
        if key in ("joker.tile_from", "joker.group_of_three"):  # what an exchange asks for
            changes["joker.retrieval"] = "exact_tile"
        changes[key] = value
        if value == "round":
            changes |= {"tiles.jokers": min(changes["tiles.jokers"], 2), "tiles.copies": 1}
        if key.startswith("melds."):
            changes |= {"melds.group_max": 4, "melds.run_max": "numbers", key: value}
            if key != "melds.min_length":
                changes["melds.min_length"] = 3
            if isinstance(value, int) and key == "melds.max_jokers":
                changes["melds.max_jokers"] = min(value, changes["tiles.jokers"])
        compare(rng.choice, changes, 4, tally)
    assert tally["positions"] >= many(8) * 3
    assert tally["plays"] > 0


JOKER_RULES = [
    (retrieval, reuse, lock)
    for retrieval in SWITCHES["joker.retrieval"]
    for reuse in SWITCHES["joker.reuse"]
    for lock in SWITCHES["joker.lock"]
]


@pytest.mark.parametrize("rules", JOKER_RULES, ids=["-".join(rules) for rules in JOKER_RULES])
def test_joker_rules_together(rules: tuple[str, str, str]) -> None:
    retrieval, reuse, lock = rules
    rng = random.Random("-".join(rules))
    tally: Counter[str] = Counter()
    for _ in range(many(6)):
        changes = generate.random_changes(rng.choice, jokers=(1, 2, 2, 3))
        changes |= {
            "joker.retrieval": retrieval,
            "joker.reuse": reuse,
            "joker.lock": lock,
            "table.access": rng.choice(["rearrange", "rearrange", "add_only"]),
            "melds.max_jokers": "no_limit",
        }
        compare(rng.choice, changes, 4, tally)
    assert tally["positions"] >= many(6) * 3


@pytest.mark.parametrize("rules", JOKER_RULES, ids=["-".join(rules) for rules in JOKER_RULES])
def test_jokers_side_by_side(rules: tuple[str, str, str]) -> None:
    """What one run can do for several jokers, and one rack tile for several melds."""
    retrieval, reuse, lock = rules
    rng = random.Random("side by side " + "-".join(rules))
    tally: Counter[str] = Counter()
    for _ in range(many(6)):
        changes = generate.random_changes(rng.choice, jokers=(2, 2, 3))
        changes |= {
            "tiles.numbers": 7,
            "joker.retrieval": retrieval,
            "joker.reuse": reuse,
            "joker.lock": lock,
            "table.access": "rearrange",
            "melds.max_jokers": "no_limit",
        }
        compare(rng.choice, changes, 4, tally, side_by_side=True)
    assert tally["positions"] >= many(6) * 3


TRAPS: list[tuple[str, dict[str, Any], list[str], str, str]] = [
    # what it is about, changes, table, rack, the best choice by tiles
    ("the same meld twice", {}, ["R1 R2 R3"], "R1 R2 R3", "R1 R2 R3"),
    ("a joker that nobody needs stays", {}, ["R1 R2 R3 J"], "R5", "R5"),
    ("a group of four with two jokers", {}, ["R5 B5 J"], "J", "J"),
    ("table tiles do not come back", {}, ["R4 R5 R6 R7"], "R6 B1", ""),
    ("a joker does not come back", {}, ["R4 R5 J"], "R6", "R6"),
    ("three runs of one colour at once", {}, ["R4 R5 J", "R4 R5 J"], "J R6 R6 R4", "R4 R6 R6 J"),
]


@pytest.mark.parametrize("trap", TRAPS, ids=[trap[0] for trap in TRAPS])
def test_known_traps(trap: tuple[str, dict[str, Any], list[str], str, str]) -> None:
    _, changes, table, rack, best = trap
    small = {"tiles.numbers": 7, "tiles.copies": 3, "tiles.jokers": 4, "joker.reuse": "any_meld"}
    variant, rules = both(small | {"deal.rack": 5, "players.max": 2} | changes)
    position = Position(read(table), bag(rack), opened=True)
    same_plays(variant, rules, position)
    play = rl.best_play(variant, table=table, rack=rack)
    assert (play.placed if play else "") == best


FEW: dict[str, Any] = {
    "players.max": 2,
    "deal.rack": 5,
    "melds.group_max": 3,
    "tiles.colours": 3,
}
FOUND: list[tuple[str, dict[str, Any], list[str], str, bool]] = [
    # what it is about, changes, table, rack, opened
    (
        "a meld of jokers grows as a run",
        {"tiles.jokers": 4, "table.access": "add_only", "joker.retrieval": "never"},
        ["J J J J"],
        "R2",
        True,
    ),
    (
        "a tile of the opening frees a joker",
        FEW
        | {
            "tiles.numbers": 6,
            "tiles.copies": 1,
            "tiles.jokers": 3,
            "melds.run_max": 4,
            "opening.min_points": 0,
            "opening.continues_turn": True,
            "joker.retrieval": "exact_tile",
            "scoring.joker_penalty": 0,
        },
        ["J J R4 R5", "R1 B1 K1"],
        "R2 R3 R6 J",
        False,
    ),
    (
        "one of two jokers leaves a locked group",
        FEW
        | {
            "tiles.numbers": 7,
            "joker.retrieval": "exact_tile",
            "joker.reuse": "keep",
            "joker.lock": "full",
            "joker.group_of_three": "both",
        },
        ["J J R2"],
        "B1 B2 K2 K2",
        True,
    ),
    (
        "an opening worth nothing",
        FEW
        | {
            "tiles.numbers": 5,
            "tiles.jokers": 4,
            "opening.min_points": 0,
            "opening.joker_value": "zero",
            "opening.continues_turn": True,
        },
        ["B5 R5 K5"],
        "R5 J J J",
        False,
    ),
    (
        "a tile that frees one joker lies beside the other",
        FEW
        | {
            "tiles.numbers": 7,
            "tiles.copies": 1,
            "joker.retrieval": "exact_tile",
            "joker.reuse": "new_meld_two_rack",
            "joker.group_of_three": "both",
        },
        ["J J B3"],
        "B1 B2 R4 B4",
        True,
    ),
    (
        "of two equal tiles one frees a joker and lies beside it",
        FEW
        | {
            "tiles.numbers": 7,
            "opening.min_points": 0,
            "joker.retrieval": "exact_tile",
            "joker.tile_from": "rack",
            "joker.reuse": "new_meld_two_rack",
            "joker.lock": "full",
            "joker.group_of_three": "both",
        },
        ["K6 J J"],
        "R1 R6 R6 B6 B6 K6",
        True,
    ),
    (
        "a joker takes the place of another that stays",
        FEW
        | {
            "tiles.numbers": 7,
            "tiles.jokers": 3,
            "opening.min_points": 12,
            "joker.retrieval": "exact_tile",
        },
        ["B1 B2 B3", "B1 B2 B3 B4 J"],
        "R4 B4 B6 B6 J J",
        True,
    ),
    (
        "two jokers stand for a tile that lies there twice",
        {"joker.retrieval": "never"},
        ["K10 J K12", "K8 K9 K10 J", "R11 B11 K11", "R11 K11 Y11"],
        "K13 B10",
        True,
    ),
    (
        "a run longer than allowed is parted",
        {"melds.run_max": 5},
        ["R1 R2 R3"],
        "R4 R5 R6 R7",
        True,
    ),
    (
        "a joker keeps the place of a tile of less worth where runs are short",
        FEW
        | {
            "tiles.numbers": 7,
            "melds.run_max": 3,
            "joker.retrieval": "never",
            "joker.reuse": "keep",
        },
        ["B3 K3 J", "B7 K7 R7"],
        "R3 K4 K5 K6 K7 J",
        True,
    ),
    (
        "best_play and plays lay one choice out alike",
        FEW
        | {
            "tiles.colours": 4,
            "tiles.numbers": 6,
            "tiles.copies": 1,
            "melds.group_max": 4,
            "melds.min_length": 4,
            "melds.max_jokers": 1,
        },
        ["K1 K2 J K4", "K5 J B5 R5"],
        "K3 Y5 K6",
        True,
    ),
    (
        "one run serves the joker that was its last and the one that was its first",
        {"joker.retrieval": "never"},
        ["R2 R3 J", "J R4 R5"],
        "B3 K3 B4 K4",
        True,
    ),
    (
        "a joker that stays lies in the new meld of a freed one",
        {"joker.retrieval": "exact_tile", "joker.tile_from": "rack"},
        ["R2 R3 J", "R4 B4 K4", "B7 J K7"],
        "R6 B2 K2 Y7",
        True,
    ),
    (
        "a joker that is worth less than nothing is laid the long way",
        FEW
        | {
            "tiles.numbers": 7,
            "melds.max_jokers": 1,
            "joker.retrieval": "exact_tile",
            "joker.reuse": "keep",
            "joker.group_of_three": "both",
            "scoring.joker_penalty": 0,
        },
        ["R1 R2 R3 R4 J"],
        "K2 J",
        True,
    ),
    (
        "a locked meld gives a tile to another once its joker is freed",
        FEW
        | {
            "tiles.numbers": 6,
            "tiles.jokers": 3,
            "joker.retrieval": "exact_tile",
            "joker.reuse": "any_meld",
            "joker.lock": "full",
        },
        ["R3 J R5 J", "R2 J R4"],
        "R2 K2 K3 K3 B4 B6",
        True,
    ),
    (
        "a locked meld with a joker equals another without",
        {"joker.retrieval": "exact_tile", "joker.lock": "full"},
        ["B3 B4 B5", "B3 J B5"],
        "B2 B9",
        True,
    ),
]


@pytest.mark.parametrize("found", FOUND, ids=[found[0] for found in FOUND])
def test_found_by_random_rules(
    found: tuple[str, dict[str, Any], list[str], str, bool],
) -> None:
    _, changes, table, rack, opened = found
    variant, rules = both(changes)
    same_plays(variant, rules, Position(read(table), bag(rack), opened))


@pytest.mark.parametrize(
    ("changes", "table", "rack", "wanted"),
    [
        (
            "melds.run_wrap=round,melds.run_max=6",
            ["R1 R2 R3", "R11 R12 R13"],
            "R10 R4 R5",
            ["R1 R2 R3 R4 R5", "R10 R11 R12 R13"],
        ),
        (
            "melds.run_max=6",
            ["R1 R2 R3", "R7 R8 R9"],
            "R4 R5 R6 R10",
            ["R1 R2 R3", "R4 R5 R6", "R7 R8 R9 R10"],
        ),
    ],
)
def test_old_melds_grow_where_runs_have_limits(
    changes: str, table: list[str], rack: str, wanted: list[str]
) -> None:
    play = rl.best_play(f"rummikub:{changes}", table=table, rack=rack)
    assert play is not None
    assert sorted(play.table) == sorted(wanted)


def test_an_opening_counts_equal_values_twice() -> None:
    play = rl.best_play("rummikub", rack="R5 B5 K5 R5 B5 K5", opened=False)
    assert play is not None
    assert play.count == 6
    assert sorted(play.table) == ["R5 B5 K5", "R5 B5 K5"]
    assert rl.best_play("rummikub", rack="R5 B5 K5 R4 B4 K4", opened=False) is None


def test_the_example_of_the_paper() -> None:
    """Den Hertog and Hulshof 2006, example 1."""
    variant = "rummikub:joker.reuse=any_meld,scoring.joker_penalty=0"
    table = [
        "K1 K2 K3 K4",
        "K10 K11 K12",
        "Y6 Y7 Y8",
        "Y9 Y10 Y11 Y12 Y13",
        "B7 B8 B9",
        "B10 B11 B12",
        "R11 R12 R13",
    ]
    rack = "Y1 Y3 Y4 Y8 B2 K2 K10 K13 J"
    tiles_first = rl.best_play(variant, table=table, rack=rack, objective="tiles")
    points_first = rl.best_play(variant, table=table, rack=rack, objective="points")
    assert tiles_first is not None
    assert points_first is not None
    assert tiles_first.count == 6
    assert points_first.points == 31


def random_packs(rng: random.Random, rules: Rules, count: int) -> list[Position]:
    return [generate.random_position(rng.choice, rules) for _ in range(count)]


@pytest.mark.parametrize("objective", ["tiles", "points"])
@pytest.mark.parametrize("threads", [1, 2])
def test_many_positions_in_one_call(objective: str, threads: int) -> None:
    rng = random.Random(31)
    for _ in range(many(3)):
        changes = generate.random_changes(rng.choice, jokers=(0, 1, 2))
        variant, rules = both(changes)
        positions = random_packs(rng, rules, 40)
        asked = [
            ([tiles.text(m) for m in p.table], tiles.text(p.rack), p.opened) for p in positions
        ]
        alone = [
            rl.best_play(variant, table=table, rack=rack, opened=opened, objective=objective)
            for table, rack, opened in asked
        ]
        together = rl.best_plays(variant, asked, objective=objective, threads=threads)
        packed = rl.best_plays(variant, rl.pack(variant, asked), objective=objective)
        assert len(together) == len(packed) == len(asked)
        assert list(together) == list(packed) == alone
        for position, play in zip(positions, together, strict=True):
            if play is not None:
                sound(variant, rules, position, play)
                assert search.can_be_laid(rules, position, bag(play.placed))


def test_plays_stop_at_the_limit_with_the_best_first() -> None:
    every = rl.plays("rummikub", table=["R4 R5 R6"], rack="R7 R8 R3 B1 B2 B3 B4")
    assert len(every) > 5
    assert (
        rl.plays("rummikub", table=["R4 R5 R6"], rack="R7 R8 R3 B1 B2 B3 B4", limit=3) == every[:3]
    )
    assert every[0] == rl.best_play("rummikub", table=["R4 R5 R6"], rack="R7 R8 R3 B1 B2 B3 B4")


def test_a_result_that_changes_a_table_tile_is_illegal() -> None:
    ruling = referee.turn(
        "rummikub", table=["R4 R5 R6"], rack="B4 B5 B6", result=["B4 B5 B6"], opened=True
    )
    assert not ruling.legal
