"""The best melds of a hand as an integer program: hands of any size.

One column counts how often a meld is laid, given by its natural cards and the number of its wild
cards; further columns count how many wild cards of each kind are used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

import highspy
import numpy as np

from .hands import JOKER, NO_LIMIT, Card, HandRules


@dataclass(frozen=True)
class Column:
    """A meld: natural cards, wild cards, points of its places."""

    naturals: tuple[Card, ...]
    wilds: int
    points: int
    pair: bool  # two wild cards of different kinds


def runs(rules: HandRules, held: Counter[Card], wilds: int) -> Iterator[Column]:
    """Every run of natural cards of the hand and wild cards."""
    limit = min(wilds, rules["run_wilds"]) if rules["run_wilds"] != NO_LIMIT else wilds
    for suit in range(rules["suits"]):
        for start in range(1, rules["ranks"] + 1):
            longest = min(rules.longest_run, rules.last_position - start + 1)
            for length in range(rules["min_length"], longest + 1):
                places = range(start, start + length)
                faces = [(rules.rank_at(place), suit) for place in places]
                missing = {i for i, face in enumerate(faces) if held[face] == 0}
                others = [i for i in range(length) if i not in missing]
                for more in range(max(0, limit - len(missing)) + 1):
                    for extra in combinations(others, more):
                        wild = missing | set(extra)
                        if len(wild) > limit or length - len(wild) < rules["min_naturals"]:
                            continue
                        if not rules["adjacent_wilds"] and any(i + 1 in wild for i in wild):
                            continue
                        points = sum(
                            rules.run_points(place)
                            for i, place in enumerate(places)
                            if i not in wild or rules["wild_stands_for"]
                        )
                        naturals = tuple(face for i, face in enumerate(faces) if i not in wild)
                        yield Column(naturals, len(wild), points, False)


def groups(rules: HandRules, held: Counter[Card], wilds: int) -> Iterator[Column]:
    """Every group of natural cards of the hand and wild cards."""
    limit = min(wilds, rules["group_wilds"]) if rules["group_wilds"] != NO_LIMIT else wilds
    if rules["different_wilds"]:
        limit = min(limit, 2)
    pick = combinations_with_replacement if rules["group_repeats"] else combinations
    for rank in range(1, rules["ranks"] + 1):
        faces = [(rank, suit) for suit in range(rules["suits"]) if held[rank, suit]]
        for count in range(rules["min_naturals"], rules["group_max"] + 1):
            for naturals in pick(faces, count):
                if Counter(naturals) - held:
                    continue
                for wild in range(limit + 1):
                    size = count + wild
                    if not rules["min_length"] <= size <= rules["group_max"]:
                        continue
                    counted = size if rules["wild_stands_for"] else count
                    points = counted * rules["points"][rank - 1]
                    pair = bool(rules["different_wilds"]) and wild == 2
                    yield Column(naturals, wild, points, pair)


def best_value(rules: HandRules, hand: Sequence[Card], goal: str) -> int:
    """In the unit of the goal, as rummylab gives it."""
    held = Counter(card for card in hand if False in rules.roles(card))
    kinds = Counter(card[0] for card in hand if True in rules.roles(card))
    wilds = sum(kinds.values())
    columns = [*runs(rules, held, wilds), *groups(rules, held, wilds)]
    ranks = sorted(kinds)

    def weight(card: Card, points: int) -> int:
        return {"deadwood": rules.cost(card), "points": points, "tiles": 1}[goal]

    gains: list[float] = []
    for column in columns:
        if goal == "points":
            gains.append(column.points)
        else:
            gains.append(sum(weight(card, 0) for card in column.naturals))
    for rank in ranks:
        card = JOKER if rank == 0 else (rank, 0)
        gains.append(weight(card, rules.own_points(card)))
    count = len(gains)
    rows: list[tuple[dict[int, float], float, float]] = []
    inf = highspy.kHighsInf
    for face, copies in held.items():
        use = {
            i: float(c.naturals.count(face)) for i, c in enumerate(columns) if face in c.naturals
        }
        rows.append((use, 0.0, float(copies)))
    first_kind = len(columns)
    for at, rank in enumerate(ranks):
        # A card lies once, as a wild card or as what is printed on it.
        use = {first_kind + at: 1.0}
        for i, column in enumerate(columns):
            printed = sum(card[0] == rank for card in column.naturals)
            if rank != 0 and printed:
                use[i] = float(printed)
        rows.append((use, 0.0, float(kinds[rank])))
        if any(column.pair for column in columns):
            # Every pair needs a card that is not of this kind.
            pairs = {i: -1.0 for i, column in enumerate(columns) if column.pair}
            others = {first_kind + other: 1.0 for other in range(len(ranks)) if other != at}
            rows.append((pairs | others, 0.0, inf))
    used = {i: -float(c.wilds) for i, c in enumerate(columns) if c.wilds}
    rows.append((used | {first_kind + at: 1.0 for at in range(len(ranks))}, 0.0, 0.0))
    melded = _maximum(gains, rows, count)
    if goal == "deadwood":
        return sum(map(rules.cost, hand)) - melded
    return melded


def _maximum(
    gains: list[float], rows: list[tuple[dict[int, float], float, float]], count: int
) -> int:
    if count == 0:
        return 0
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)  # all models of a process have to agree on it
    solver.setOptionValue("mip_rel_gap", 0.0)
    solver.addVars(count, np.zeros(count), np.full(count, 20.0))
    columns = np.arange(count, dtype=np.int32)
    solver.changeColsCost(count, columns, np.array(gains, dtype=float))
    solver.changeColsIntegrality(count, columns, np.ones(count, dtype=np.uint8))
    for use, low, high in rows:
        index = np.array(list(use), dtype=np.int32)
        solver.addRow(low, high, len(use), index, np.array(list(use.values()), dtype=float))
    solver.changeObjectiveSense(highspy.ObjSense.kMaximize)
    solver.run()
    assert solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return round(solver.getInfo().objective_function_value)
