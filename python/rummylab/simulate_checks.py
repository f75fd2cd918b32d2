"""What several runs ask of their arguments: players, seeds, counts, cores."""

from __future__ import annotations

import os
from collections.abc import Sequence

from rummylab.arguments import either, flag, mapped, number, one_of, optional, shown, tupled
from rummylab.errors import RummyError
from rummylab.variant import Variant

Rotate = bool | str

# Kinds of arguments of several runs, see `rummylab.arguments`.
ROTATION = either(flag, one_of("players", "racks"), 'True, False, "players", "racks"')
CHANCE = number("a number between 0 and 1, such as 0.95")
HALF_WIDTHS = optional(
    mapped(number("a half-width, such as 0.1"), "half-widths by metric, such as {'turns': 0.1}")
)
TESTS = optional(
    mapped(
        either(number(), tupled(number(), number(), allowed=""), "a number, or two as (low, high)"),
        "two values by metric, such as {'turns': (0, 1)}",
    )
)


def rotation_of(names: Sequence[str], *, rotate: Rotate, matches: bool) -> str:
    """What goes round in the games of one deal: nothing, the players, or the racks."""
    if isinstance(rotate, str):
        return rotate
    if not rotate:
        return "none"
    return "racks" if len(set(names)) == 1 and not matches else "players"


def is_whole(value: object, low: int, high: int) -> bool:
    """Whether this is a whole number between the two."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def usual_players(*variants: Variant) -> int:
    """Four players, or as near as all of these rules allow."""
    most = min(4, *(variant.players.max for variant in variants))
    return max(most, *(variant.players.min for variant in variants))


def check_family(variants: Sequence[Variant]) -> None:
    """Refuse to compare games that have no metric in common."""
    if len({variant.family for variant in variants}) > 1:
        raise RummyError(
            "cannot compare table games with draw games; compare rule sets of one family"
        )


def check_players(variant: Variant, players: int) -> None:
    """Refuse a number of players that the rules do not allow."""
    variant.check_players(players)


def check_seed(seed: int) -> None:
    """Refuse what is no seed."""
    if not is_whole(seed, 0, 2**64 - 1):
        raise RummyError(f"seed is {shown(seed)}; allowed: a whole number, 0 to 2**64 - 1")


def check_count(count: int, what: str) -> None:
    """Refuse what is no number of games."""
    if not is_whole(count, 1, 2**53):
        raise RummyError(f"{what} is {shown(count)}; allowed: a whole number, 1 to 2**53")


def cores() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
