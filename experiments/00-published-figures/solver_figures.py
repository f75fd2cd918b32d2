"""Published figures that need no game: opening odds, melds worth listing, the paper's example."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
from row import Row

import rummylab as rl
from rummylab import referee
from rummylab.analysis.intervals import mean, wilson

COLOURS = "RBKY"
NUMBERS = range(1, 14)
RACK = 14
LONGEST_WAIT = 60  # draws; no rack waits this long for an opening


def tiles(jokers: int) -> list[str]:
    """Every tile of the set, two copies of each."""
    return [f"{c}{n}" for c in COLOURS for n in NUMBERS for _ in range(2)] + ["J"] * jokers


def shuffled(jokers: int, racks: int, seed: int) -> list[list[str]]:
    """The first tiles of so many shuffled sets: a rack, then its draws."""
    rng = np.random.default_rng([seed, jokers])
    names = np.array(tiles(jokers))
    longest = RACK + LONGEST_WAIT
    return [list(names[rng.permutation(len(names))[:longest]]) for _ in range(racks)]


def can_open(variant: str, racks: list[list[str]], threads: int) -> np.ndarray:
    """Whether each rack can open on an empty table."""
    positions = [([], " ".join(rack), False) for rack in racks]
    return np.array(
        [play is not None for play in rl.best_plays(variant, positions, threads=threads)]
    )


def draws_until_opening(variant: str, piles: list[list[str]], threads: int) -> np.ndarray:
    """How many tiles each rack draws before it can open, one by one."""
    draws = np.zeros(len(piles), dtype=np.int64)
    waiting = np.arange(len(piles))
    for drawn in range(LONGEST_WAIT):
        opened = can_open(variant, [piles[i][: RACK + drawn] for i in waiting], threads)
        draws[waiting[opened]] = drawn
        waiting = waiting[~opened]
        if not len(waiting):
            return draws
    raise RuntimeError(f"{len(waiting)} racks could not open after {LONGEST_WAIT} draws")


def openings(racks: int, seed: int, threads: int) -> Iterator[Row]:
    """The odds that a dealt rack can open with 30 points."""
    plain = "rummikub:tiles.jokers=0"
    found = can_open(plain, [pile[:RACK] for pile in shuffled(0, racks, seed)], threads)
    yield Row(
        "a dealt rack can open with 30", "104 tiles, no jokers", 0.349, 0.0005 + 0.001,
        wilson(int(found.sum()), racks), "share", "logancostello/Rummikub-Simulation, 10^6 racks",
    )  # fmt: skip
    piles = shuffled(2, racks, seed)
    able = can_open("rummikub", [pile[:RACK] for pile in piles], threads)
    source = "Eliot-MA/R.ummikub, 5,000 racks: 49.5 % (48.1 to 50.8); 49.7 % computed independently"
    yield Row(
        "the same with jokers at the value they stand for", "106 tiles", 0.497, 0.001,
        wilson(int(able.sum()), racks), "share", source,
    )  # fmt: skip
    jokers = np.array([pile[:RACK].count("J") for pile in piles])
    for count, published in ((0, 0.350), (1, 0.945), (2, 1.0)):
        held = able[jokers == count]
        yield Row(
            f"the same with {count} joker{'' if count == 1 else 's'} in the rack", "106 tiles",
            published, 0.0015, wilson(int(held.sum()), len(held)), "share",
            "computed independently",
        )  # fmt: skip
    some = piles[: max(1, racks // 4)]
    draws = draws_until_opening("rummikub", some, threads)
    yield Row(
        "draws until a rack can open", "106 tiles, one rack alone", 2.5, 0.05,
        mean(len(draws), int(draws.sum()), int(draws @ draws)), "draws",
        "2.40 by Eliot-MA/R.ummikub; 2.5 computed independently",
    )  # fmt: skip


def listed_melds(jokers: int) -> int:
    """Distinct melds of so many jokers among runs of 3 to 5 and groups of 3 and 4.

    A meld is what lies on the table, whatever its jokers are said to stand for.
    """
    runs = [
        [f"{colour}{start + i}" for i in range(length)]
        for colour in COLOURS
        for length in (3, 4, 5)
        for start in range(1, 15 - length)
    ]
    groups = [
        [f"{colour}{number}" for colour in colours]
        for number in NUMBERS
        for length in (3, 4)
        for colours in itertools.combinations(COLOURS, length)
    ]
    found = set()
    for meld in runs + groups:
        for hidden in itertools.combinations(range(len(meld)), jokers):
            shown = sorted("J" if i in hidden else tile for i, tile in enumerate(meld))
            found.add(" ".join(shown))
    rules = rl.load("rummikub")
    assert all(referee.meld(text, variant=rules, ordered=False).legal for text in found)
    return len(found)


def melds() -> Iterator[Row]:
    """The melds that den Hertog and Hulshof list for their integer program."""
    source = "den Hertog and Hulshof 2006; they print 1,174, one more than their own text gives"
    total = 0
    for jokers, published in ((0, 185), (1, 494), (2, 494)):
        found = listed_melds(jokers)
        total += found
        yield Row.exact(
            f"melds with {jokers} jokers", "runs of 3 to 5, groups", published, found, source
        )
    yield Row.exact("melds worth listing", "at most two jokers", 1173, total, source)


EXAMPLE_TABLE = [
    *("K1 K2 K3 K4", "K10 K11 K12", "Y6 Y7 Y8", "Y9 Y10 Y11 Y12 Y13"),
    *("B7 B8 B9", "B10 B11 B12", "R11 R12 R13"),
]
EXAMPLE_RACK = "Y1 Y3 Y4 Y8 B2 K2 K10 K13 J"


def example() -> Iterator[Row]:
    """The first example of the paper."""
    rules = "rummikub:scoring.joker_penalty=0,joker.reuse=any_meld"
    source = "den Hertog and Hulshof 2006, example 1"
    for objective, published in (("tiles", 6), ("points", 31)):
        play = rl.best_play(rules, table=EXAMPLE_TABLE, rack=EXAMPLE_RACK, objective=objective)
        found = 0 if play is None else play.count if objective == "tiles" else play.points
        yield Row.exact(f"example 1, most {objective}", "jokers free", published, found, source)
