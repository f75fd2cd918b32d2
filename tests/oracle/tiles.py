"""Tiles and bags of tiles, in plain Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

COLOURS = "RBKYGP"

Tile = tuple[int, int]  # (number, colour): sorts in the fixed order of tiles
JOKER: Tile = (99, 0)  # sorts last
Bag = tuple[Tile, ...]  # a multiset as a sorted tuple


def tile(text: str) -> Tile:
    """Read `R5` or `J`."""
    return JOKER if text == "J" else (int(text[1:]), COLOURS.index(text[0]))


def tiles(text: str) -> tuple[Tile, ...]:
    """Read `R5 B5 J` in its order."""
    return tuple(tile(word) for word in text.split())


def bag(items: Iterable[Tile]) -> Bag:
    """Make a multiset."""
    return tuple(sorted(items))


def name(item: Tile) -> str:
    """Write one tile."""
    return "J" if item == JOKER else f"{COLOURS[item[1]]}{item[0]}"


def text(items: Iterable[Tile]) -> str:
    """Write tiles in the order given."""
    return " ".join(name(item) for item in items)


def minus(whole: Iterable[Tile], part: Iterable[Tile]) -> Bag | None:
    """Take `part` out of `whole`; None when it is not all there."""
    rest = list(whole)
    for item in part:
        if item not in rest:
            return None
        rest.remove(item)
    return bag(rest)


def sub_bags(whole: Bag) -> Iterator[Bag]:
    """Every distinct multiset inside `whole`, the empty one too."""
    kinds = sorted(set(whole))

    def grow(at: int, taken: list[Tile]) -> Iterator[Bag]:
        if at == len(kinds):
            yield bag(taken)
            return
        for copies in range(whole.count(kinds[at]) + 1):
            yield from grow(at + 1, taken + [kinds[at]] * copies)

    yield from grow(0, [])
