"""The best play under the joker rules as an integer program, for big tables that may be rearranged.

A column is a meld of the result. Where it holds a joker that lay on the table before, it also says
which one, and where each of its other tiles came from, so that the column alone tells whether the
joker stays and whether its reuse is legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations, product

import highspy
import numpy as np

from .exchange import RACK, OldJoker, meld_ok
from .melds import Read, all_melds, readings, shapes
from .program import optimum, weight
from .referee import opening_value
from .rules import Rules
from .search import Position
from .tiles import JOKER, Bag, Tile, bag

Row = tuple[object, ...]


@dataclass
class Model:
    """Rows by name, columns as they come."""

    lower: dict[Row, float] = field(default_factory=dict)
    upper: dict[Row, float] = field(default_factory=dict)
    columns: list[tuple[float, float, dict[Row, float]]] = field(default_factory=list)

    def row(self, name: Row, low: float, high: float) -> None:
        """Add a row."""
        self.lower[name], self.upper[name] = low, high

    def column(self, cost: float, most: float, entries: dict[Row, float]) -> int:
        """Add a column; its number."""
        self.columns.append((cost, most, entries))
        return len(self.columns) - 1

    def solve(self) -> tuple[float, list[int]] | None:
        """The greatest cost and the whole numbers that reach it."""
        index = {name: at for at, name in enumerate(self.lower)}
        starts, rows, entries = [0], [], []
        for _, _, column in self.columns:
            for name, value in column.items():
                rows.append(index[name])
                entries.append(value)
            starts.append(len(rows))
        model = highspy.HighsLp()
        model.num_col_, model.num_row_ = len(self.columns), len(index)
        model.sense_ = highspy.ObjSense.kMaximize
        model.col_cost_ = np.array([cost for cost, _, _ in self.columns])
        model.col_lower_ = np.zeros(len(self.columns))
        model.col_upper_ = np.array([most for _, most, _ in self.columns])
        model.row_lower_ = np.array(list(self.lower.values()))
        model.row_upper_ = np.array(list(self.upper.values()))
        model.integrality_ = [highspy.HighsVarType.kInteger] * len(self.columns)
        model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        model.a_matrix_.start_ = np.array(starts)
        model.a_matrix_.index_ = np.array(rows)
        model.a_matrix_.value_ = np.array(entries)
        solver = highspy.Highs()
        options = (
            ("output_flag", False),
            ("threads", 1),
            ("mip_rel_gap", 0.0),
            ("mip_max_nodes", 50),
        )
        for option, value in options:
            solver.setOptionValue(option, value)
        solver.passModel(model)
        if not optimum(solver):
            return None
        return solver.getInfo().objective_function_value, [
            round(x) for x in solver.getSolution().col_value
        ]


@dataclass(frozen=True)
class Found:
    """A best play: the choice and the result."""

    laid: Bag
    table: tuple[Read, ...]


class StoryProgram:
    """Solves positions of opened players, or of openings that go on, under one rule set."""

    def __init__(
        self, rules: Rules, *, longest: int = 5, sources: int = 16, jokers: int = 4
    ) -> None:
        """Melds with table jokers of at most so many ways and jokers: fewer give a lower bound."""
        assert rules["table.access"] == "rearrange"
        self.rules = rules
        self.longest, self.sources, self.jokers = longest, sources, jokers
        self.plain: dict[Bag, Read] = {}
        for meld in all_melds(rules):
            if len(meld.stands) <= longest or meld.kind == "group":
                self.plain.setdefault(bag(meld.tiles), meld)
        self.opening: dict[Bag, int] = {}
        for meld in all_melds(rules):
            if rules["opening.joker_value"] == "forbidden" and any(meld.jokers):
                continue
            if len(meld.stands) <= longest or rules["opening.melds"] == "single":
                key = bag(meld.tiles)
                self.opening[key] = max(self.opening.get(key, -1), opening_value(rules, meld))

    def best(self, position: Position, objective: str) -> Found | None:
        """The best choice up to the fixed order of tiles, over every reading of the old melds."""
        assert position.opened or self.rules["opening.continues_turn"]
        old = [readings(self.rules, meld) for meld in position.table]
        answers = [self._solve(position, objective, list(before)) for before in product(*old)]
        best = max(
            (answer for answer in answers if answer), key=lambda answer: answer[0], default=None
        )
        return best[1] if best else None

    def _solve(
        self, position: Position, objective: str, before: list[Read]
    ) -> tuple[float, Found] | None:
        rules, model = self.rules, Model()
        infinity = highspy.kHighsInf
        lying = [item for meld in before for item in meld.tiles if item != JOKER]
        here = {
            face: lying.count(face) + position.rack.count(face) for face in {*lying, *position.rack}
        }
        jokers = [
            OldJoker(at, place, old.stands[place])
            for at, old in enumerate(before)
            for place, joker in enumerate(old.jokers)
            if joker
        ]
        from_rack = position.rack.count(JOKER)
        for face in here:
            if face != JOKER:
                model.row(("face", face), lying.count(face), lying.count(face))
        model.row(("jokers",), 0, 0)
        model.row(("some",), 1, infinity)
        for joker in jokers:
            model.row(("joker", joker), 1, 1)
        laid = {}
        for face in sorted(set(position.rack)):
            name: Row = ("jokers",) if face == JOKER else ("face", face)
            column = {name: -1.0, ("some",): 1.0}
            laid[face] = model.column(
                weight(rules, face, objective), position.rack.count(face), column
            )
        results: dict[int, Read] = {}
        for key, meld in self.plain.items():
            used = key.count(JOKER)
            if used <= from_rack and all(here.get(face, 0) for face in meld.naturals):
                entries: dict[Row, float] = {("face", face): 1.0 for face in meld.naturals}
                if used:
                    entries[("jokers",)] = float(used)
                results[model.column(0.0, 4.0, entries)] = meld
        demand: dict[Tile, dict[int, float]] = {}
        seen: set[tuple[object, ...]] = set()
        for meld, who, origin in self._told(before, jokers, here, from_rack, position):
            entries = {("face", face): 1.0 for face in meld.naturals}
            rack_jokers = sum(joker is None for joker in who.values())
            if rack_jokers:
                entries[("jokers",)] = float(rack_jokers)
            mine = {joker: place for place, joker in who.items() if joker is not None}
            for joker in mine:
                entries[("joker", joker)] = 1.0
            for place, source in origin.items():
                if not meld.jokers[place]:
                    entries[("token", meld.stands[place], source)] = 1.0
                    if ("token", meld.stands[place], source) not in model.lower:
                        model.row(
                            ("token", meld.stands[place], source), -infinity, float(source != RACK)
                        )
            freed = meld_ok(rules, before, meld, mine, origin)
            if freed is None:
                continue
            form = (meld, tuple(sorted(mine.items(), key=repr)), tuple(sorted(origin.items())))
            if form in seen:
                continue
            seen.add(form)
            number = model.column(0.0, 1.0, entries)
            results[number] = meld
            for joker in freed:
                self._ask(before, joker, number, demand)
        kept: dict[OldJoker, int] = {}
        if rules["joker.reuse"] == "keep" and rules["joker.retrieval"] != "never":
            for joker in jokers:
                model.row(("kept", joker), -infinity, 4)
                kept[joker] = model.column(0.0, 1.0, {("joker", joker): 1.0, ("kept", joker): 4.0})
                if JOKER in laid:
                    model.columns[laid[JOKER]][2][("kept", joker)] = 1.0
                self._ask(before, joker, kept[joker], demand)
        for name in [name for name in model.lower if name[0] == "token" and name[2] == RACK]:
            face = name[1]
            model.columns[laid[face]][2][name] = -1.0  # type: ignore[index]
        if rules["joker.retrieval"] == "exact_tile":
            for face, asking in demand.items():
                spare = lying.count(face) if rules["joker.tile_from"] == "rack_or_table" else 0
                model.row(("exact", face), -infinity, float(spare))
                for number, value in asking.items():
                    model.columns[number][2][("exact", face)] = value
                if face in laid:
                    model.columns[laid[face]][2][("exact", face)] = -1.0
        if not position.opened:
            self._open(model, position, laid)
        answer = model.solve()
        if answer is None:
            return None
        value, amounts = answer
        chosen = bag(face for face, number in laid.items() for _ in range(amounts[number]))
        table = tuple(meld for number, meld in results.items() for _ in range(amounts[number]))
        return value, Found(chosen, table)

    def _ask(
        self,
        before: Sequence[Read],
        joker: OldJoker,
        number: int,
        demand: dict[Tile, dict[int, float]],
    ) -> None:
        """What a freed joker costs under exact_tile."""
        old = before[joker.meld]
        wanted = [joker.tile]
        if (
            self.rules["joker.group_of_three"] == "both"
            and old.kind == "group"
            and len(old.stands) == 3
        ):
            held = {colour for _, colour in old.naturals}
            wanted = [
                (joker.tile[0], colour)
                for colour in range(self.rules["tiles.colours"])
                if colour not in held
            ]
        for face in wanted:
            asking = demand.setdefault(face, {})
            asking[number] = asking.get(number, 0.0) + 1.0

    def _told(
        self,
        before: Sequence[Read],
        jokers: Sequence[OldJoker],
        here: dict[Tile, int],
        from_rack: int,
        position: Position,
    ) -> Iterator[tuple[Read, dict[int, OldJoker | None], dict[int, int]]]:
        """Melds with table jokers: who each joker is, and where each other tile came from."""
        rules = self.rules
        if not jokers:
            return
        for kind, stands in shapes(rules):
            absent = sum(not here.get(face, 0) for face in stands)
            most = min(rules.max_jokers, len(jokers) + from_rack, len(stands), self.jokers)
            for count in range(max(1, absent), most + 1):
                for places in combinations(range(len(stands)), count):
                    naturals = [at for at in range(len(stands)) if at not in places]
                    if not all(here.get(stands[at], 0) for at in naturals):
                        continue
                    flags = tuple(at in places for at in range(len(stands)))
                    meld = Read(kind, stands, flags)
                    options = []
                    for at in naturals:
                        found = [k for k, old in enumerate(before) if stands[at] in old.naturals]
                        options.append(found + [RACK] * (stands[at] in position.rack))
                    ways = 1
                    for option in options:
                        ways *= len(option)
                    if ways > self.sources:
                        continue
                    crew: list[OldJoker | None] = [*jokers, *[None] * min(from_rack, count)]
                    for order in set(permutations(range(len(crew)), count)):
                        who = {place: crew[at] for place, at in zip(places, order, strict=True)}
                        if all(joker is None for joker in who.values()):
                            continue
                        held = {p: RACK if j is None else j.meld for p, j in who.items()}
                        for way in product(*options):
                            yield meld, who, held | dict(zip(naturals, way, strict=True))

    def _open(self, model: Model, position: Position, laid: dict[Tile, int]) -> None:
        """Some of the laid tiles are an opening of their own."""
        infinity = highspy.kHighsInf
        least = self.rules["opening.min_points"]
        single = self.rules["opening.melds"] == "single"
        for face, number in laid.items():
            model.row(("own", face), -infinity, 0)
            model.columns[number][2][("own", face)] = -1.0
        model.row(("opens",), 1, infinity)
        model.row(("worth",), 1.0 if single else float(least), infinity)
        for key, value in self.opening.items():
            if all(key.count(face) <= position.rack.count(face) for face in set(key)):
                worth = float(value >= least) if single else float(value)
                entries: dict[Row, float] = {
                    ("own", face): float(key.count(face)) for face in set(key)
                }
                model.column(0.0, 4.0, {**entries, ("opens",): 1.0, ("worth",): worth})
