"""The best play as an integer program: tile sets of any size, jokers on the table free.

One column counts how often a meld is used, one how many copies of a tile are laid. The opening that
the rules ask for is a second set of melds, made of laid tiles alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import highspy
import numpy as np

from .melds import all_melds
from .referee import opening_value
from .rules import Rules
from .search import Position, TooBigError, points
from .tiles import JOKER, Bag, Tile, bag


def weight(rules: Rules, face: Tile, objective: str) -> float:
    """Objective first, then fewer jokers, then the other objective."""
    cost = points(rules, (face,))
    first, second = (1, cost) if objective == "tiles" else (cost, 1)
    return 10_000.0 * first - 1_000.0 * (face == JOKER) + second


def optimum(solver: highspy.Highs) -> bool:
    """Run to the optimum; False when there is no solution. A failed run is repeated."""
    sure = (
        highspy.HighsModelStatus.kOptimal,
        highspy.HighsModelStatus.kInfeasible,
        highspy.HighsModelStatus.kSolutionLimit,
    )
    solver.run()
    if solver.getModelStatus() not in sure:
        solver.clearSolver()
        solver.setOptionValue("presolve", "off")
        solver.run()
        solver.setOptionValue("presolve", "on")
    if solver.getModelStatus() == highspy.HighsModelStatus.kSolutionLimit:
        raise TooBigError
    assert solver.getModelStatus() in sure, solver.getModelStatus()
    return bool(solver.getModelStatus() == highspy.HighsModelStatus.kOptimal)


@dataclass(frozen=True)
class Best:
    """A best choice: rack tiles laid, jokers among them, cost at the final count."""

    count: int
    jokers: int
    points: int
    laid: Bag


class Program:
    """Solves positions of one rule set, one after the other."""

    def __init__(self, rules: Rules, *, longest: int = 5) -> None:
        self.rules = rules
        numbers, colours = rules["tiles.numbers"], rules["tiles.colours"]
        self.faces: list[Tile] = [(n, c) for n in range(1, numbers + 1) for c in range(colours)] + [
            JOKER
        ]
        values: dict[Bag, int] = {}
        for meld in all_melds(rules):
            if meld.kind == "run" and len(meld.stands) > longest:
                continue
            key = bag(meld.tiles)
            values[key] = max(values.get(key, -1), opening_value(rules, meld))
        self.melds = sorted(values)
        self.single = rules["opening.melds"] == "single"
        self._solver = self._build([values[meld] for meld in self.melds])

    def _build(self, values: list[int]) -> highspy.Highs:
        """Rows: table, opening, opening inside what is laid, points, one meld, one tile."""
        faces, melds = len(self.faces), len(self.melds)
        index = {face: at for at, face in enumerate(self.faces)}
        least = self.rules["opening.min_points"]
        supply = bag(face for face in self.faces for _ in range(self._copies(face)))
        starts, rows, entries = [0], [], []
        upper: list[float] = []
        for opening in (False, True):
            for meld, value in zip(self.melds, values, strict=True):
                column = {
                    index[face] + faces * opening: float(meld.count(face)) for face in set(meld)
                }
                if opening:
                    worth = float(value >= least) if self.single else float(value)
                    column |= {3 * faces: worth, 3 * faces + 1: 1.0}
                rows += list(column)
                entries += list(column.values())
                starts.append(len(rows))
                banned = (
                    opening and self.rules["opening.joker_value"] == "forbidden" and JOKER in meld
                )
                upper.append(
                    0.0
                    if banned
                    else float(min(supply.count(face) // meld.count(face) for face in meld))
                )
        for opening in (False, True):
            for at in range(faces):  # what is laid, and what of it opens
                column = {at: -1.0, 2 * faces + at: -1.0, 3 * faces + 2: 1.0}
                if opening:
                    column = {faces + at: -1.0, 2 * faces + at: 1.0}
                rows += list(column)
                entries += list(column.values())
                starts.append(len(rows))
                upper.append(0.0)
        model = highspy.HighsLp()
        model.num_col_, model.num_row_ = len(upper), 3 * faces + 3
        model.sense_ = highspy.ObjSense.kMaximize
        model.col_cost_ = np.zeros(len(upper))
        model.col_lower_, model.col_upper_ = np.zeros(len(upper)), np.array(upper)
        model.row_lower_, model.row_upper_ = (
            np.zeros(model.num_row_),
            np.full(model.num_row_, highspy.kHighsInf),
        )
        model.integrality_ = [highspy.HighsVarType.kInteger] * len(upper)
        model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        model.a_matrix_.start_ = np.array(starts)
        model.a_matrix_.index_ = np.array(rows)
        model.a_matrix_.value_ = np.array(entries)
        solver = highspy.Highs()
        for option, value in (
            ("output_flag", False),
            ("threads", 1),
            ("mip_rel_gap", 0.0),
            ("mip_abs_gap", 0.5),
        ):
            solver.setOptionValue(option, value)
        solver.passModel(model)
        self._upper, self._laid, self._opening = np.array(upper), 2 * melds, 2 * melds + faces
        return solver

    def _copies(self, face: Tile) -> int:
        return int(self.rules["tiles.jokers"] if face == JOKER else self.rules["tiles.copies"])

    def solve(
        self, position: Position, objective: str, floor: dict[Tile, int] | None = None
    ) -> Best | None:
        """The best choice up to the fixed order of tiles; `floor` asks for copies at least."""
        solver, faces, melds = self._solver, len(self.faces), len(self.melds)
        infinity = highspy.kHighsInf
        onto_table = position.opened or self.rules["opening.continues_turn"]
        lying = [item for meld in position.table for item in meld] if onto_table else []
        for at, face in enumerate(self.faces):
            count = float(lying.count(face))
            held = float(position.rack.count(face))
            if (
                face == JOKER
                and not onto_table
                and self.rules["opening.joker_value"] == "forbidden"
            ):
                held = 0.0
            low = float((floor or {}).get(face, 0))
            solver.changeRowBounds(at, count, count)
            solver.changeRowBounds(faces + at, 0.0, 0.0)
            solver.changeRowBounds(2 * faces + at, -infinity, 0.0)
            solver.changeColBounds(self._laid + at, low, held)
            solver.changeColBounds(self._opening + at, 0.0, 0.0 if position.opened else held)
            solver.changeColCost(self._laid + at, weight(self.rules, face, objective))
        if not onto_table:  # the opening is all that is laid
            for at in range(faces):
                solver.changeRowBounds(2 * faces + at, 0.0, 0.0)
        for at in range(melds):
            solver.changeColBounds(
                melds + at, 0.0, 0.0 if position.opened else float(self._upper[melds + at])
            )
        least = 1.0 if self.single else float(self.rules["opening.min_points"])
        solver.changeRowBounds(3 * faces, -infinity if position.opened else least, infinity)
        solver.changeRowBounds(3 * faces + 1, -infinity if position.opened else 1.0, infinity)
        solver.changeRowBounds(3 * faces + 2, 1.0, infinity)
        if not optimum(solver):
            return None
        amounts = [
            round(x) for x in solver.getSolution().col_value[self._laid : self._laid + faces]
        ]
        laid = bag(
            face for face, amount in zip(self.faces, amounts, strict=True) for _ in range(amount)
        )
        return Best(len(laid), laid.count(JOKER), points(self.rules, laid), laid)

    def first(self, position: Position, objective: str) -> Bag | None:
        """The first choice of the complete order: then the fixed order of tiles."""
        best = self.solve(position, objective)
        if best is None:
            return None
        value = sum(weight(self.rules, face, objective) for face in best.laid)
        floor: dict[Tile, int] = {}
        laid = best.laid
        for face in sorted(set(position.rack)):
            floor[face] = laid.count(face)
            while floor[face] < position.rack.count(face):
                more = self.solve(position, objective, {**floor, face: floor[face] + 1})
                if (
                    more is None
                    or sum(weight(self.rules, item, objective) for item in more.laid) < value
                ):
                    break
                laid = more.laid
                floor[face] = laid.count(face)
        return laid
