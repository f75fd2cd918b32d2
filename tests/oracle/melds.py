"""Melds: every shape that the rules allow, and how a written meld may be read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, permutations

from .rules import Rules
from .tiles import JOKER, Tile


@dataclass(frozen=True)
class Read:
    """A meld with one reading: what each place stands for and which places hold jokers."""

    kind: str  # "run" or "group"
    stands: tuple[Tile, ...]
    jokers: tuple[bool, ...]

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """What lies on the table, in the written order."""
        return tuple(JOKER if j else t for t, j in zip(self.stands, self.jokers, strict=True))

    @cached_property
    def places(self) -> frozenset[tuple[Tile, bool]]:
        """What stands where and by what: two melds with equal places are the same meld."""
        return frozenset(zip(self.stands, self.jokers, strict=True))

    @cached_property
    def naturals(self) -> frozenset[Tile]:
        """The tiles that are no jokers."""
        return frozenset(t for t, j in zip(self.stands, self.jokers, strict=True) if not j)

    @cached_property
    def joker_tiles(self) -> tuple[Tile, ...]:
        """What the jokers stand for, in order of place."""
        return tuple(t for t, j in zip(self.stands, self.jokers, strict=True) if j)

    @property
    def value(self) -> int:
        """Face value, jokers at what they stand for."""
        return sum(number for number, _ in self.stands)


@lru_cache(maxsize=4096)
def shapes(rules: Rules) -> tuple[tuple[str, tuple[Tile, ...]], ...]:
    """Every legal meld by what its places stand for."""
    colours, numbers, shortest = (
        rules["tiles.colours"],
        rules["tiles.numbers"],
        rules["melds.min_length"],
    )
    wrap = rules["melds.run_wrap"]
    found: list[tuple[str, tuple[Tile, ...]]] = []
    for length in range(shortest, rules.run_max + 1):
        for start in range(1, numbers + 1):
            end = start + length - 1
            if end > numbers and wrap == "none":
                continue
            if end > numbers + 1 and wrap == "ace_high":
                continue
            line = [(number - 1) % numbers + 1 for number in range(start, end + 1)]
            for colour in range(colours):
                found.append(("run", tuple((number, colour) for number in line)))
    for length in range(shortest, rules.group_max + 1):
        for number in range(1, numbers + 1):
            for chosen in combinations(range(colours), length):
                found.append(("group", tuple((number, colour) for colour in chosen)))
    return tuple(found)


@lru_cache(maxsize=4096)
def all_melds(rules: Rules) -> tuple[Read, ...]:
    """Every legal meld with every choice of the places that jokers take."""
    return tuple(
        Read(kind, stands, tuple(at in places for at in range(len(stands))))
        for kind, stands in shapes(rules)
        for count in range(min(rules.max_jokers, len(stands)) + 1)
        for places in combinations(range(len(stands)), count)
    )


@lru_cache(maxsize=200_000)
def readings(rules: Rules, meld: tuple[Tile, ...]) -> tuple[Read, ...]:
    """Every legal reading of an ordered meld; each joker of a group stands for one colour."""
    count = meld.count(JOKER)
    length = len(meld)
    if count > rules.max_jokers or length < rules["melds.min_length"]:
        return ()
    found: list[Read] = []
    flags = tuple(item == JOKER for item in meld)
    colours, numbers, wrap = rules["tiles.colours"], rules["tiles.numbers"], rules["melds.run_wrap"]
    if length <= rules.run_max:
        for colour in range(colours):
            for start in range(1, numbers + 1):
                end = start + length - 1
                if end > numbers and (wrap == "none" or (wrap == "ace_high" and end > numbers + 1)):
                    continue
                stands = tuple(
                    ((number - 1) % numbers + 1, colour) for number in range(start, end + 1)
                )
                if all(
                    j or item == stand for item, stand, j in zip(meld, stands, flags, strict=True)
                ):
                    found.append(Read("run", stands, flags))
    if length <= rules.group_max:
        own = [item for item in meld if item != JOKER]
        used = [colour for _, colour in own]
        free = [colour for colour in range(colours) if colour not in used]
        for number in range(1, numbers + 1):
            if any(item[0] != number for item in own) or len(set(used)) != len(used):
                continue
            for chosen in permutations(free, count):
                supply = iter(chosen)
                stands = tuple(
                    (number, next(supply)) if j else item
                    for item, j in zip(meld, flags, strict=True)
                )
                found.append(Read("group", stands, flags))
    return tuple(found)


def orders(rules: Rules, meld: tuple[Tile, ...]) -> tuple[Read, ...]:
    """Every reading of an unordered meld, by trying every legal meld that has just these tiles."""
    wanted = sorted(meld)
    return tuple(read for read in all_melds(rules) if sorted(read.tiles) == wanted)
