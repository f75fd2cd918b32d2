"""Random rule sets, positions and results; `draw` picks one of a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from .melds import Read, all_melds
from .partition import partitioner
from .rules import Rules
from .search import Position, Text
from .tiles import JOKER, Bag, Tile, bag, minus

T = TypeVar("T")
Draw = Callable[[Sequence[T]], T]


def random_changes(
    draw: Draw[Any], *, jokers: Sequence[int] = (0, 1, 1, 2, 2, 3, 4)
) -> dict[str, Any]:
    """A legal rule set over a small tile set, as changes to the official sheet."""
    colours, numbers, copies = draw([3, 3, 4]), draw([5, 6, 7]), draw([1, 2, 2])
    changes: dict[str, Any] = {
        "tiles.colours": colours,
        "tiles.numbers": numbers,
        "tiles.copies": copies,
        "tiles.jokers": draw(list(jokers)),
        "players.min": 2,
        "players.max": 2,
        "deal.rack": 5,
        "melds.group_max": draw([3, min(4, colours)]),
        "melds.run_max": draw(["numbers", "numbers", 3, 4, 5]),
        "melds.run_wrap": draw(["none", "none", "ace_high", "round"]),
        "melds.min_length": draw([3, 3, 3, 3, 4]),
        "melds.max_jokers": draw(["no_limit", "no_limit", "no_limit", 0, 1, 2]),
        "opening.min_points": draw([0, 6, 9, 12, 15]),
        "opening.joker_value": draw(["face", "zero", "forbidden", 5]),
        "opening.melds": draw(["any", "any", "single"]),
        "opening.by": draw(["each", "anyone"]),
        "opening.continues_turn": draw([False, True]),
        "table.access": draw(["rearrange"] * 5 + ["add_only"] * 2 + ["closed"]),
        "joker.retrieval": draw(["any_legal", "exact_tile", "exact_tile", "never"]),
        "joker.tile_from": draw(["rack", "rack_or_table"]),
        "joker.reuse": draw(["any_meld", "new_meld", "new_meld_two_rack", "keep"]),
        "joker.lock": draw(["none", "no_remove", "full"]),
        "joker.group_of_three": draw(["either", "both"]),
        "scoring.joker_penalty": draw([0, 3, 30]),
    }
    if changes["melds.run_wrap"] == "round":  # a whole ring has very many readings
        changes["tiles.jokers"] = min(changes["tiles.jokers"], 2)
        changes["tiles.copies"] = 1
    shortest = changes["melds.min_length"]
    changes["melds.group_max"] = max(changes["melds.group_max"], shortest)
    if changes["melds.group_max"] > colours:  # no group is long enough: 4 stands for that
        changes["melds.group_max"] = 4
    if changes["melds.run_max"] != "numbers":
        changes["melds.run_max"] = max(changes["melds.run_max"], shortest)
    if changes["tiles.jokers"] == 0:
        changes["melds.max_jokers"] = "no_limit"
    elif changes["melds.max_jokers"] != "no_limit":
        changes["melds.max_jokers"] = min(changes["melds.max_jokers"], changes["tiles.jokers"])
    return changes


def tile_set(rules: Rules) -> Bag:
    """Every tile of the game."""
    return bag(
        [
            *(
                (n, c)
                for n in range(1, rules["tiles.numbers"] + 1)
                for c in range(rules["tiles.colours"])
                for _ in range(rules["tiles.copies"])
            ),
            *[JOKER] * rules["tiles.jokers"],
        ]
    )


def written(draw: Draw[Any], meld: Read) -> Text:
    """The meld as somebody may have written it: a group in any order."""
    items = list(meld.tiles)
    if meld.kind == "run":
        return tuple(items)
    mixed: list[Tile] = []
    while items:
        mixed.append(items.pop(draw(range(len(items)))))
    return tuple(mixed)


def random_position(
    draw: Draw[Any],
    rules: Rules,
    *,
    melds: int = 3,
    rack: int = 6,
    joker_bias: int = 2,
    side_by_side: bool = False,
) -> Position:
    """A legal table of at most `melds` melds and a rack; jokers come often.

    `side_by_side`: they lie in runs of one colour, whose tiles can go to groups with the rack's.
    """
    rest = list(tile_set(rules))
    table: list[Text] = []
    wanted: set[Tile] = set()
    plain = [meld for meld in all_melds(rules) if not any(meld.jokers)]
    jokered = [meld for meld in all_melds(rules) if any(meld.jokers) and len(meld.stands) <= 5]
    if side_by_side:
        jokered = [meld for meld in jokered if meld.kind == "run" and meld.stands[0][1] == 0]
    for _ in range(draw(range(melds + 1))):
        kinds = jokered if jokered and draw(range(joker_bias + 1)) else plain
        if not kinds:
            continue
        meld = draw(kinds)
        left = minus(rest, meld.tiles)
        if left is not None:
            rest = list(left)
            table.append(written(draw, meld))
            wanted.update(meld.joker_tiles)  # what an exchange asks for
            wanted.update(
                (n + step, c) for n, c in meld.stands for step in (-1, 1) if meld.kind == "run"
            )
            wanted.update(
                (meld.stands[0][0], c)
                for c in range(rules["tiles.colours"])
                if meld.kind == "group"
            )
            if side_by_side:
                wanted.update((n, c) for n, _ in meld.stands for c in (1, 2))
    held: list[Tile] = []
    for _ in range(draw(range(1, rack + 1))):
        if not rest:
            break
        wish = draw(range(5))
        near = [
            item for item in rest if (item == JOKER and wish == 0) or (item in wanted and wish > 1)
        ]
        held.append(draw(near or rest))
        rest.remove(held[-1])
    return Position(tuple(table), bag(held), draw([True, True, True, False]))


def random_result(draw: Draw[Any], rules: Rules, position: Position) -> tuple[Text, ...] | None:
    """What some player may leave on the table: most of it legal as melds, the turn often not."""
    split = partitioner(rules)
    lying = [item for meld in position.table for item in meld]
    choice = [item for item in position.rack if draw([True, False])]
    kept = draw([0, 0, 0, 1]) if JOKER in lying else 0
    for _ in range(kept):
        lying.remove(JOKER)
    counts = split.counts(bag([*lying, *choice]))
    if not split.can(counts):
        return None
    melds: list[Read] = []
    while any(counts):
        options = [(meld, rest) for meld, rest in split.melds(counts) if split.can(rest)]
        meld, counts = draw(options)
        melds.append(meld)
    result = [list(written(draw, meld)) for meld in melds]
    if result and draw(range(6)) == 0:
        spoil(draw, result)
    return tuple(tuple(meld) for meld in result)


def spoil(draw: Draw[Any], result: list[list[Tile]]) -> None:
    """Do one thing to a result that is seldom legal."""
    meld = draw(result)
    how = draw(["turn", "take", "move"])
    if how == "turn":
        meld.reverse()
        return
    item = meld.pop(draw(range(len(meld))))
    if how == "move":
        draw(result).append(item)
    if not meld:
        result.remove(meld)
