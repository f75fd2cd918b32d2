"""Is a turn legal, and what is an opening worth? (D1 to D10 of the rules of the switches.)"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .exchange import exchange_legal, unchanged
from .melds import Read, all_melds, readings
from .rules import Rules
from .tiles import JOKER, Bag, Tile, bag, minus

Text = tuple[Tile, ...]


def opening_value(rules: Rules, meld: Read) -> int:
    """What a meld counts in an opening."""
    how = rules["opening.joker_value"]
    own = sum(number for number, _ in meld.naturals)
    if how in ("zero", "forbidden"):
        return own
    if how == "face":
        return own + sum(number for number, _ in meld.joker_tiles)
    return own + int(how) * len(meld.joker_tiles)


@lru_cache(maxsize=64)
def _own_melds(rules: Rules) -> dict[Tile, list[tuple[Bag, int]]]:
    """Melds for an opening by their first tile, with the most that each counts.

    A longer run is two runs, worth the same together; only where one meld must do alone it counts.
    """
    alone = rules["opening.melds"] == "single"
    most: dict[Bag, int] = {}
    for meld in all_melds(rules):
        if not alone and meld.kind == "run" and len(meld.stands) >= 2 * rules["melds.min_length"]:
            continue
        if rules["opening.joker_value"] == "forbidden" and any(meld.jokers):
            continue
        key = bag(meld.tiles)
        most[key] = max(most.get(key, -1), opening_value(rules, meld))
    found: dict[Tile, list[tuple[Bag, int]]] = {}
    for key, value in most.items():
        found.setdefault(key[0], []).append((key, value))
    return found


@lru_cache(maxsize=200_000)
def _most_points(rules: Rules, laid: Bag, whole: bool) -> int | None:
    """The most for melds out of these tiles, all of them if `whole`; None: no such melds."""
    if not laid:
        return None
    options = [] if whole else [_most_points(rules, laid[1:], whole)]
    for meld, value in _own_melds(rules).get(laid[0], []):
        rest = minus(laid, meld)
        if rest is None:
            continue
        others = _most_points(rules, rest, whole)
        if others is None:
            options.append(None if whole and rest else value)
        else:
            options.append(
                max(value, others) if rules["opening.melds"] == "single" else value + others
            )
    return max((points for points in options if points is not None), default=None)


def melded_points(rules: Rules, laid: Bag) -> int | None:
    """The most points for laying all of these tiles as melds of their own; None: not possible."""
    return _most_points(rules, laid, True)


def opening_points(rules: Rules, laid: Bag) -> int | None:
    """The most that an opening in these laid tiles counts; None when there is none."""
    return _most_points(rules, laid, not rules["opening.continues_turn"])


def may_open(rules: Rules, laid: Bag) -> bool:
    """The laid tiles hold an opening that reaches the minimum."""
    points = opening_points(rules, laid)
    return points is not None and points >= rules["opening.min_points"]


def table_legal(rules: Rules, table: Sequence[Text]) -> bool:
    """Every meld has a legal reading."""
    return all(readings(rules, meld) for meld in table)


def laid_tiles(table: Sequence[Text], result: Sequence[Text]) -> tuple[Bag, Bag] | None:
    """(Laid, jokers taken to the rack); None when another tile left the table."""
    old = bag(item for meld in table for item in meld)
    new = bag(item for meld in result for item in meld)
    more = new.count(JOKER) - old.count(JOKER)
    rest = minus((item for item in new if item != JOKER), (item for item in old if item != JOKER))
    if rest is None:
        return None
    return bag([*rest, *[JOKER] * max(more, 0)]), bag([JOKER] * max(-more, 0))


def result_legal(
    rules: Rules, table: Sequence[Text], laid: Bag, result: Sequence[Sequence[Read]], opened: bool
) -> bool:
    """Judge a result by the readings of its melds; the tiles are known to add up."""
    if not laid:
        return False
    if not opened:
        if not may_open(rules, laid):
            return False
        if not rules["opening.continues_turn"]:
            return unchanged(rules, [readings(rules, meld) for meld in table], result)
    return exchange_legal(rules, table, result, laid)


def turn_legal(
    rules: Rules, table: Sequence[Text], rack: Bag, result: Sequence[Text], opened: bool
) -> bool:
    """Judge a turn by what lies on the table before and after it."""
    if not table_legal(rules, result):
        return False
    found = laid_tiles(table, result)
    if found is None:
        return False
    laid, to_rack = found
    if minus(rack, laid) is None or (to_rack and rules["joker.reuse"] != "keep"):
        return False
    return result_legal(rules, table, laid, [readings(rules, meld) for meld in result], opened)
