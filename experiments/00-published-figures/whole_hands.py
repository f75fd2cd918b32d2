"""Count the hands of tiles that can be laid down whole: no jokers, two copies of each tile.

A sweep over the numbers 1 to 13. After a number, a way to meld what was seen so far is described by
the runs that may go on: per colour, how many of them hold one tile, two, or at least three. A hand
belongs to the *set* of ways that it allows, so that every hand is counted once; hands that differ
by a permutation of the colours share a set. A way is dropped when another of the set can do all
that it can do.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterable
from functools import cache
from math import comb, prod

COLOURS = 4
NUMBERS = 13
COPIES = 2
MOST = 14

Runs = tuple[int, int, int]  # open runs of one colour with one, two, three or more tiles
Way = tuple[Runs, ...]
Ways = tuple[Way, ...]

CLOSED: Runs = (0, 0, 0)

# Hands of 3 to 14 tiles that can be laid down whole: distinct hands, and with copies told apart.
PUBLISHED = {
    3: (96, 768),
    4: (53, 848),
    5: (36, 1152),
    6: (4656, 264120),
    7: (4980, 547272),
    8: (4731, 996837),
    9: (151728, 54670224),
    10: (233412, 157545780),
    11: (279108, 348307872),
    12: (3753318, 7740251610),
    13: (7244080, 26987333960),
    14: (10232524, 68006854852),
}


@cache
def extend(runs: Runs, tiles: int) -> Runs | None:
    """The open runs after so many tiles of the next number; None when a short run breaks off.

    Short runs must go on; then long ones go on before new ones begin, which can do no harm since a
    long run may end at any time.
    """
    one, two, long = runs
    spare = tiles - one - two
    if spare < 0:
        return None
    longer = min(spare, long)
    return (spare - longer, one, two + longer)


def groups(used: tuple[int, ...]) -> bool:
    """Whether tiles of one number, so many of each colour, can be split into groups of 3 and 4."""
    total = sum(used)
    return any(max(used) <= k and 3 * k <= total <= 4 * k for k in range(total // 3 + 1))


HANDS = list(itertools.product(range(COPIES + 1), repeat=COLOURS))


@cache
def to_runs(hand: tuple[int, ...]) -> list[tuple[int, ...]]:
    """What may go to runs when the rest of the tiles of a number goes to groups."""
    splits = itertools.product(*(range(count + 1) for count in hand))
    return [
        tuple(count - used for count, used in zip(hand, split, strict=True))
        for split in splits
        if groups(split)
    ]


@cache
def covers(one: Runs, other: Runs) -> bool:
    """Whether open runs can do all that the other ones can: each as long, the rest free to end."""
    mine = sorted(_lengths(one), reverse=True)
    theirs = sorted(_lengths(other), reverse=True)
    if len(theirs) > len(mine):
        return False
    extra = len(mine) - len(theirs)
    free = [length for length in mine if length == 3]
    if len(free) < extra:
        return False
    kept = mine[extra:]  # the extra ones are long and may end
    return all(a >= b for a, b in zip(kept, theirs, strict=True))


def _lengths(runs: Runs) -> list[int]:
    return [length for length, count in zip((1, 2, 3), runs, strict=True) for _ in range(count)]


def prune(ways: set[Way]) -> list[Way]:
    """The ways that no other covers."""
    kept: list[Way] = []
    for way in sorted(ways, reverse=True):
        if any(all(map(covers, other, way)) for other in kept):
            continue
        kept = [other for other in kept if not all(map(covers, way, other))]
        kept.append(way)
    return kept


def canonical(ways: Iterable[Way]) -> Ways:
    """One set of ways for all that differ by a permutation of the colours."""
    listed = list(ways)
    return min(
        tuple(sorted(tuple(way[i] for i in order) for way in listed))
        for order in itertools.permutations(range(COLOURS))
    )


def advance(ways: Iterable[Way], hand: tuple[int, ...]) -> list[Way]:
    """The ways after the tiles of the next number; none when the hand cannot go on."""
    found: set[Way] = set()
    ways = list(ways)
    for rest in to_runs(hand):
        for way in ways:
            after = tuple(extend(runs, count) for runs, count in zip(way, rest, strict=True))
            if None not in after:
                found.add(after)  # type: ignore[arg-type]
    return prune(found)


@cache
def step(ways: Ways, hand: tuple[int, ...]) -> Ways:
    """The same for all sets of ways that a permutation of the colours makes equal."""
    found = advance(ways, hand)
    return canonical(found) if found else ()


def ended(ways: Iterable[Way]) -> bool:
    """Whether some way leaves no run too short."""
    return any(all(one == two == 0 for one, two, _ in way) for way in ways)


def is_whole(hand: Iterable[tuple[int, ...]]) -> bool:
    """Whether one hand, tiles by colour for each number, can be laid down whole."""
    ways: list[Way] = [(CLOSED,) * COLOURS]
    for tiles in hand:
        ways = advance(ways, tiles)
    return ended(ways)


def count(most: int = MOST) -> dict[int, tuple[int, int]]:
    """Hands of 3 to `most` tiles: (distinct, with copies told apart) by number of tiles."""
    start: Ways = ((CLOSED,) * COLOURS,)
    level: dict[Ways, list[tuple[int, int]]] = {start: [(1, 1)] + [(0, 0)] * most}
    weights = [(hand, sum(hand), prod(comb(COPIES, n) for n in hand)) for hand in HANDS]
    for _ in range(NUMBERS):
        after: dict[Ways, list[tuple[int, int]]] = {}
        for ways, counts in level.items():
            least = next(size for size, (distinct, _) in enumerate(counts) if distinct)
            for hand, size, weight in weights:
                if least + size > most or not (target := step(ways, hand)):
                    continue
                total = after.setdefault(target, [(0, 0)] * (most + 1))
                for tiles in range(least, most + 1 - size):
                    distinct, deals = counts[tiles]
                    old = total[tiles + size]
                    total[tiles + size] = (old[0] + distinct, old[1] + weight * deals)
        level = after
    done = [(0, 0)] * (most + 1)
    for ways, counts in level.items():
        if ended(ways):
            done = [(a + c, b + d) for (a, b), (c, d) in zip(done, counts, strict=True)]
    return {tiles: done[tiles] for tiles in range(3, most + 1)}


def main() -> int:
    """Print the counts beside the published ones; 1 when any differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--most", type=int, default=MOST, help="tiles of the largest hand")
    found = count(parser.parse_args().most)
    print("tiles  distinct hands  copies told apart  as published")
    for tiles, numbers in found.items():
        same = PUBLISHED.get(tiles) == numbers
        print(f"{tiles:5d}  {numbers[0]:14,d}  {numbers[1]:17,d}  {'yes' if same else 'NO'}")
    return 0 if all(PUBLISHED.get(n) == found[n] for n in found) else 1


if __name__ == "__main__":
    sys.exit(main())
