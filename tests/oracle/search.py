"""Best play and every play by exhaustive search: for small tile sets only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .partition import partitioner
from .referee import may_open, result_legal
from .rules import Rules
from .tiles import JOKER, Bag, bag, sub_bags
from .tiles import Tile as _Tile

Text = tuple[_Tile, ...]


class TooBigError(Exception):
    """The position has more results than the search was allowed to look at."""


@dataclass(frozen=True)
class Position:
    """A table, a rack, and whether the player has opened."""

    table: tuple[Text, ...]
    rack: Bag
    opened: bool


def points(rules: Rules, laid: Bag) -> int:
    """What the tiles would cost on the rack at the final count."""
    return sum(
        rules["scoring.joker_penalty"] if item == JOKER else rules.cost(item[0]) for item in laid
    )


def order_key(rules: Rules, laid: Bag, objective: str) -> tuple[object, ...]:
    """The complete order of plays (D13): the smallest key is the best play."""
    count, cost = len(laid), points(rules, laid)
    first, second = (count, cost) if objective == "tiles" else (cost, count)
    faces = [
        (n, c) for n in range(1, rules["tiles.numbers"] + 1) for c in range(rules["tiles.colours"])
    ] + [JOKER]
    return (-first, laid.count(JOKER), -second, tuple(-laid.count(face) for face in faces))


def can_be_laid(rules: Rules, position: Position, laid: Bag, budget: int = 20_000) -> bool:
    """Whether some result with just these rack tiles is legal; looks at `budget` results."""
    split = partitioner(rules)
    if not position.opened and not may_open(rules, laid):
        return False
    if not position.opened and not rules["opening.continues_turn"]:
        return split.can(
            split.counts(laid)
        )  # old melds stay, the laid tiles are melds of their own
    if rules["table.access"] == "closed":
        return split.can(split.counts(laid))
    lying = [item for meld in position.table for item in meld]
    spare = 0
    if rules["joker.reuse"] == "keep" and JOKER not in laid:
        spare = lying.count(JOKER)
    for to_rack in range(spare + 1):
        rest = list(lying)
        for _ in range(to_rack):
            rest.remove(JOKER)
        counts = split.counts(bag([*rest, *laid]))
        if not split.can(counts):
            continue
        for melds in split.partitions(counts):
            budget -= 1
            if budget < 0:
                raise TooBigError
            if result_legal(
                rules, position.table, laid, [(meld,) for meld in melds], position.opened
            ):
                return True
    return False


def plays(rules: Rules, position: Position) -> list[Bag]:
    """Every distinct choice of rack tiles that can be laid, best first for `tiles`."""
    found = [
        laid for laid in sub_bags(position.rack) if laid and can_be_laid(rules, position, laid)
    ]
    return sorted(found, key=lambda laid: order_key(rules, laid, "tiles"))


def best_play(rules: Rules, position: Position, objective: str) -> Bag | None:
    """The first choice in the complete order that can be laid."""
    choices = sorted(
        (laid for laid in sub_bags(position.rack) if laid),
        key=lambda laid: order_key(rules, laid, objective),
    )
    return next((laid for laid in choices if can_be_laid(rules, position, laid)), None)


def ordered(table: Sequence[Text]) -> tuple[Text, ...]:
    """A table as a tuple of melds."""
    return tuple(tuple(meld) for meld in table)
