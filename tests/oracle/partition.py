"""Every way to lay a bag of tiles out as melds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from .melds import Read, all_melds
from .rules import Rules
from .tiles import JOKER, Bag, Tile

Counts = tuple[int, ...]


class Partitioner:
    """Splits bags into melds under one rule set, by exhaustive search."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        colours, numbers = rules["tiles.colours"], rules["tiles.numbers"]
        self.faces: list[Tile] = [(n, c) for n in range(1, numbers + 1) for c in range(colours)] + [
            JOKER
        ]
        self._index = {face: at for at, face in enumerate(self.faces)}
        self._with_tile: dict[int, list[tuple[Read, tuple[int, ...], int]]] = {}
        self._jokers_only: list[tuple[Read, int]] = []
        for meld in all_melds(rules):
            own = tuple(sorted(self._index[item] for item in meld.naturals))
            if own:
                for at in own:
                    self._with_tile.setdefault(at, []).append(
                        (meld, own, len(meld.stands) - len(own))
                    )
            else:
                self._jokers_only.append((meld, len(meld.stands)))
        self._rank = {meld: at for at, meld in enumerate(all_melds(rules))}
        self._melds: dict[Counts, list[tuple[Read, Counts]]] = {}
        self._whole: dict[Counts, bool] = {}

    def counts(self, bag: Bag) -> Counts:
        """The bag as one count per face."""
        return tuple(bag.count(face) for face in self.faces)

    def melds(self, counts: Counts) -> list[tuple[Read, Counts]]:
        """Every meld that holds the first tile of the bag, with what is left."""
        known = self._melds.get(counts)
        if known is None:
            if len(self._melds) > 300_000:
                self._melds.clear()
            known = self._melds[counts] = list(self._fitting(counts))
        return known

    def _fitting(self, counts: Counts) -> Iterator[tuple[Read, Counts]]:
        first = next((at for at, count in enumerate(counts) if count), len(counts) - 1)
        if first == len(counts) - 1:  # only jokers are left
            for meld, size in self._jokers_only:
                if size <= counts[-1]:
                    yield meld, (*counts[:-1], counts[-1] - size)
            return
        for meld, own, jokers in self._with_tile.get(first, []):
            if jokers <= counts[-1] and all(counts[at] for at in own):
                rest = list(counts)
                for at in own:
                    rest[at] -= 1
                rest[-1] -= jokers
                yield meld, tuple(rest)

    def can(self, counts: Counts) -> bool:
        """Whether the bag can be laid out wholly."""
        known = self._whole.get(counts)
        if known is None:
            known = not any(counts) or any(self.can(rest) for _, rest in self.melds(counts))
            self._whole[counts] = known
        return known

    def partitions(
        self, counts: Counts, after: tuple[int, int] = (-1, -1)
    ) -> Iterator[tuple[Read, ...]]:
        """Every way to lay the bag out, with every reading, each way once.

        Two melds with the same first tile come in the order of the list: `after` is the last one.
        """
        if not any(counts):
            yield ()
            return
        first = next(at for at, count in enumerate(counts) if count)
        for meld, rest in self.melds(counts):
            if self.can(rest) and (first != after[0] or self._rank[meld] >= after[1]):
                for others in self.partitions(rest, (first, self._rank[meld])):
                    yield (meld, *others)


@lru_cache(maxsize=64)
def partitioner(rules: Rules) -> Partitioner:
    """One partitioner for each rule set."""
    return Partitioner(rules)
