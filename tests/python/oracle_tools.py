"""Holds rummylab to the judge, one position at a time."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import rummylab as rl
from oracle import generate, search, tiles
from oracle.referee import laid_tiles, opening_points, turn_legal
from oracle.rules import Rules
from oracle.search import Position
from rummylab import referee
from rummylab.variant import Variant, load

# How much the bulk tests look at: RUMMY_ORACLE=20 looks at twenty times as much.
EFFORT = float(os.environ.get("RUMMY_ORACLE", "1"))
Draw = Callable[[Sequence[Any]], Any]


def many(count: int) -> int:
    """A number of examples, scaled."""
    return max(1, round(count * EFFORT))


def texts(table: Sequence[search.Text]) -> list[str]:
    """A table as rummylab takes it."""
    return [tiles.text(meld) for meld in table]


def read(table: Sequence[str]) -> tuple[search.Text, ...]:
    """A table as the judge takes it."""
    return tuple(tiles.tiles(meld) for meld in table)


def bag(text: str) -> tiles.Bag:
    """A multiset from text."""
    return tiles.bag(tiles.tiles(text))


def both(changes: dict[str, Any]) -> tuple[Variant, Rules]:
    """One rule set, for rummylab and for the judge."""
    return load("rummikub").replace(changes), Rules.of(changes)


def of(variant: Variant) -> Rules:
    """The judge's view of a rule set of rummylab."""
    return Rules.of(variant.flat())


def sound(variant: Variant, rules: Rules, position: Position, play: rl.Play) -> None:
    """The play says what it lays, and its table is legal for both referees."""
    table, rack = texts(position.table), tiles.text(position.rack)
    where = (variant, table, rack, position.opened, play)
    placed = bag(play.placed)
    assert play.count == len(placed), where
    assert play.points == search.points(rules, placed), where
    found = laid_tiles(position.table, read(play.table))
    assert found is not None, where
    assert found[0] == placed, where
    assert turn_legal(rules, position.table, position.rack, read(play.table), position.opened), (
        where
    )
    ruling = referee.turn(
        variant, table=table, rack=rack, result=list(play.table), opened=position.opened
    )
    assert ruling.legal, (*where, ruling)


def same_plays(variant: Variant, rules: Rules, position: Position) -> int:
    """rl.plays and rl.best_play answer as exhaustive search does; how many choices there are."""
    table, rack = texts(position.table), tiles.text(position.rack)
    where = (variant, table, rack, position.opened)
    wanted = search.plays(rules, position)
    found = rl.plays(variant, table=table, rack=rack, opened=position.opened)
    assert [tiles.text(laid) for laid in wanted] == [
        tiles.text(bag(play.placed)) for play in found
    ], where
    few = rl.plays(variant, table=table, rack=rack, opened=position.opened, limit=2)
    assert [play.placed for play in few] == [play.placed for play in found[:2]], where
    for play in found:
        sound(variant, rules, position, play)
    assert rl.can_play(variant, table=table, rack=rack, opened=position.opened) is bool(wanted), (
        where
    )
    for objective in ("tiles", "points"):
        first = min(wanted, key=lambda laid: search.order_key(rules, laid, objective), default=None)
        best = rl.best_play(
            variant, table=table, rack=rack, opened=position.opened, objective=objective
        )
        assert (best is None) is (first is None), (*where, objective)
        if best is not None:
            assert bag(best.placed) == first, (*where, objective)
            sound(variant, rules, position, best)
            # One choice of tiles has one table.
            assert best.table == {play.placed: play for play in found}[best.placed].table, where
    return len(wanted)


def same_ruling(
    variant: Variant, rules: Rules, position: Position, result: Sequence[search.Text]
) -> bool:
    """referee.turn judges the result as the judge does; the verdict."""
    ruling = referee.turn(
        variant,
        table=texts(position.table),
        rack=tiles.text(position.rack),
        result=texts(result),
        opened=position.opened,
    )
    legal = turn_legal(rules, position.table, position.rack, result, position.opened)
    where = (variant, texts(position.table), tiles.text(position.rack), texts(result))
    assert ruling.legal is legal, (*where, position.opened, ruling)
    assert bool(ruling.reason) is not legal, where
    found = laid_tiles(position.table, result)
    if not position.opened and found is not None:
        points = opening_points(rules, found[0])
        if points is not None:
            assert ruling.opening_points == points, (*where, ruling)
    return legal


def compare(
    draw: Draw,
    changes: dict[str, Any],
    positions: int,
    tally: Counter[str],
    *,
    side_by_side: bool = False,
) -> None:
    """Compare everything on some positions of one rule set."""
    variant, rules = both(changes)
    for _ in range(positions):
        position = generate.random_position(draw, rules, side_by_side=side_by_side)
        try:
            tally["plays"] += same_plays(variant, rules, position)
        except search.TooBigError:
            tally["too big"] += 1
            continue
        tally["positions"] += 1
        result = generate.random_result(draw, rules, position)
        if result is not None:
            legal = same_ruling(variant, rules, position, result)
            tally["legal" if legal else "illegal"] += 1
