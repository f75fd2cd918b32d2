"""What several runs ask of their arguments: players, seeds, counts, cores."""

from __future__ import annotations

import os
from collections.abc import Sequence

from rummylab.errors import RummyError
from rummylab.variant import Variant

Rotate = bool | str


def rotation_of(names: Sequence[str], *, rotate: Rotate, matches: bool) -> str:
    """What goes round in the games of one deal: nothing, the players, or the racks."""
    if rotate in ("players", "racks"):
        return str(rotate)
    if rotate not in (True, False):
        raise RummyError(f'rotate is {rotate!r}; allowed: True, False, "players", "racks"')
    if not rotate:
        return "none"
    return "racks" if len(set(names)) == 1 and not matches else "players"


def whole(value: object, low: int, high: int) -> bool:
    """Whether this is a whole number between the two."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def usual_players(variant: Variant) -> int:
    """Four players, or as near as the rules allow."""
    return min(max(4, variant.players.min), variant.players.max)


def check_players(variant: Variant, players: int) -> None:
    """Refuse a number of players that the rules do not allow."""
    low, high = variant.players.min, variant.players.max
    if not whole(players, low, high):
        raise RummyError(f"players is {players!r}; {variant.takes}")


def check_seed(seed: int) -> None:
    """Refuse what is no seed."""
    if not whole(seed, 0, 2**64 - 1):
        raise RummyError(f"seed is {seed!r}; allowed: a whole number, 0 to 2**64 - 1")


def check_count(count: int, what: str) -> None:
    """Refuse what is no number of games."""
    if not whole(count, 1, 2**53):
        raise RummyError(f"{what} is {count!r}; allowed: a whole number, 1 or more")


def cores() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
