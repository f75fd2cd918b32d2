"""Regular fractions of two-level designs: few arms for many factors, with known confusions."""

from __future__ import annotations

import itertools

import numpy as np

from rummylab.errors import RummyError


def fraction(factors: int, runs: int) -> list[tuple[int, ...]]:
    """The rows, of 0 and 1, of a regular fraction with the best resolution there is.

    The first columns are a full design; every other column is the product of some of them. Of all
    choices that one is taken whose shortest confusion (the number of effects in it) is longest,
    and has the fewest of that length.

    Examples
    --------
    >>> fraction(3, 4)
    [(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)]
    """
    basic = runs.bit_length() - 1
    if runs != 1 << basic or not factors <= runs - 1 or basic < 2:
        least = 1 << max(2, factors.bit_length())
        raise RummyError(
            f"runs is {runs} for {factors} factors; a fractional design takes a power of two above"
            f" the number of factors: {least} or more"
        )
    if basic > factors:
        raise RummyError(
            f"runs is {runs}, but all combinations of {factors} factors are {1 << factors};"
            ' use kind = "full"'
        )
    added = factors - basic
    # A generator is a set of at least two basic columns, as bits.
    words = sorted(
        (w for w in range(1 << basic) if w.bit_count() >= 2), key=lambda w: (-w.bit_count(), w)
    )
    best: tuple[int, ...] = ()
    best_key: tuple[int, int] | None = None
    for chosen in itertools.islice(itertools.combinations(words, added), 20_000):
        key = _quality(chosen, basic)
        if best_key is None or key > best_key:
            best, best_key = chosen, key
    rows = []
    for row in itertools.product((0, 1), repeat=basic):
        # A product of signs is -1 to the number of low levels; 1 is the high level.
        extra = [1 - sum(1 - row[i] for i in range(basic) if word >> i & 1) % 2 for word in best]
        rows.append((*row, *extra))
    flipped = np.array(rows)
    # The row of all base levels (0) is part of the design: turn columns that are 1 there.
    return [tuple(int(x) for x in row) for row in flipped ^ flipped[0]]


def _quality(generators: tuple[int, ...], basic: int) -> tuple[int, int]:
    """Length of the shortest defining word, and minus how many there are of it."""
    lengths: list[int] = []
    for size in range(1, len(generators) + 1):
        for part in itertools.combinations(range(len(generators)), size):
            word = 0
            for i in part:
                word ^= generators[i]
            lengths.append(size + (word & ((1 << basic) - 1)).bit_count())
    if not lengths:
        return (basic + 1, 0)
    return (min(lengths), -lengths.count(min(lengths)))
