"""The sections and keys of a rule set: types, bounds, spellings and defaults.

The defaults are the official Rummikub sheet. The native core has the same list and checks again; a
test holds the two together. Contradictions between keys are known to the native core alone.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

TileSetName = Literal["standard", "106", "160_4x3", "160_6x2"]


def _pairs(value: object) -> object:
    """Tile sets by players as sorted pairs: hashable, and "standard" said by leaving it out."""
    if isinstance(value, Mapping):
        return tuple(sorted((str(n), name) for n, name in value.items() if name != "standard"))
    return value


def _tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _zero(value: object) -> object:
    """One spelling for one rule: a joker that counts 0 is "zero"."""
    return "zero" if value == 0 and type(value) is int else value


class Section(BaseModel):
    """One section of a rule set; frozen, strict, and without unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Tiles(Section):
    colours: Annotated[int, Field(ge=3, le=6)] = 4
    numbers: Annotated[int, Field(ge=5, le=15)] = 13
    copies: Annotated[int, Field(ge=1, le=3)] = 2
    jokers: Annotated[int, Field(ge=0, le=4)] = 2


class Players(Section):
    min: Annotated[int, Field(ge=2, le=6)] = 2
    max: Annotated[int, Field(ge=2, le=6)] = 4
    tiles: Annotated[
        tuple[tuple[Literal["2", "3", "4", "5", "6"], TileSetName], ...], BeforeValidator(_pairs)
    ] = ()


class Deal(Section):
    rack: Annotated[int, Field(ge=1, le=60)] = 14
    starter_extra: Annotated[int, Field(ge=0, le=1)] = 0
    starter: Literal["highest_tile", "lowest_tile", "random", "last_loser"] = "highest_tile"
    starter_discards: bool = False
    draw_from: Literal["pool", "own_share"] = "pool"


class Melds(Section):
    min_length: Annotated[int, Field(ge=3, le=5)] = 3
    group_max: Annotated[int, Field(ge=3, le=6)] = 4
    run_max: Annotated[int, Field(ge=3, le=15)] | Literal["numbers"] = "numbers"
    run_wrap: Literal["none", "ace_high", "round"] = "none"
    max_jokers: Annotated[int, Field(ge=0, le=4)] | Literal["no_limit"] = "no_limit"


class Opening(Section):
    min_points: Annotated[int, Field(ge=0, le=500)] = 30
    joker_value: Annotated[
        Literal["face", "zero", "forbidden"] | Annotated[int, Field(ge=1, le=100)],
        BeforeValidator(_zero),
    ] = "face"
    melds: Literal["any", "single"] = "any"
    by: Literal["each", "anyone"] = "each"
    continues_turn: bool = False


class Table(Section):
    access: Literal["rearrange", "add_only", "closed"] = "rearrange"


class Joker(Section):
    retrieval: Literal["any_legal", "exact_tile", "never"] = "any_legal"
    tile_from: Literal["rack", "rack_or_table"] = "rack_or_table"
    reuse: Literal["any_meld", "new_meld", "new_meld_two_rack", "keep"] = "new_meld"
    lock: Literal["none", "no_remove", "full"] = "none"
    group_of_three: Literal["either", "both"] = "either"


class Turn(Section):
    must_play: bool = False
    draw: Annotated[int, Field(ge=1, le=7)] = 1
    draw_then_play: bool = False
    seconds: Annotated[int, Field(ge=0, le=3600)] = 60
    failure_draw: Annotated[int, Field(ge=0, le=14)] = 3
    failure_revert: Literal["all", "unfinished"] = "all"


class End(Section):
    pool_empty: Literal["play_on", "one_more_lap", "stop"] = "play_on"


class Scoring(Section):
    winner: Literal["sum_of_losers", "zero"] = "sum_of_losers"
    exhausted: Literal["difference", "own_rack"] = "difference"
    joker_penalty: Annotated[int, Field(ge=0, le=500)] = 30
    one_turn_close: Annotated[int, Field(ge=1, le=2)] = 1
    unopened_penalty: Annotated[int, Field(ge=0, le=1000)] = 0
    tile_values: Annotated[
        Literal["face"]
        | Annotated[tuple[Annotated[int, Field(ge=0, le=100)], ...], Field(min_length=1)],
        BeforeValidator(_tuple),
    ] = "face"


class Match(Section):
    games: Annotated[int, Field(ge=1, le=1000)] | Literal["players"] = "players"
    target: Annotated[int, Field(ge=1, le=100000)] | Literal["none"] = "none"
    decided_by: Literal["points", "games_won"] = "games_won"


SECTIONS: dict[str, type[Section]] = {
    "tiles": Tiles,
    "players": Players,
    "deal": Deal,
    "melds": Melds,
    "opening": Opening,
    "table": Table,
    "joker": Joker,
    "turn": Turn,
    "end": End,
    "scoring": Scoring,
    "match": Match,
}

# The one key that is a table of keys: players.tiles.5 = "160_4x3".
TILES_BY_PLAYERS = "players.tiles"
PLAYER_COUNTS = ("2", "3", "4", "5", "6")


@cache
def all_keys() -> tuple[str, ...]:
    """Every key as written in a rule file, in order: ``tiles.colours`` to ``match.decided_by``."""
    return tuple(
        f"{name}.{key}" for name, section in SECTIONS.items() for key in section.model_fields
    )


@cache
def spelled_keys() -> tuple[str, ...]:
    """As `all_keys`, with ``players.tiles`` spelled out by number of players."""
    return tuple(
        spelled
        for key in all_keys()
        for spelled in ([f"{key}.{n}" for n in PLAYER_COUNTS] if key == TILES_BY_PLAYERS else [key])
    )


def _parts(annotation: Any) -> Iterator[tuple[Any, list[Any]]]:
    """The plain types of an annotation, each with its metadata; unions are taken apart."""
    if get_origin(annotation) is Annotated:
        inner, *metadata = get_args(annotation)
        for part, more in _parts(inner):
            yield part, [*metadata, *more]
    elif get_origin(annotation) in (Union, types.UnionType):
        for part in get_args(annotation):
            yield from _parts(part)
    else:
        yield annotation, []


@cache
def _field_parts(key: str) -> tuple[tuple[Any, tuple[Any, ...]], ...]:
    section, name = key.split(".", 1)
    field = SECTIONS[section].model_fields[name]
    return tuple(
        (part, (*field.metadata, *metadata)) for part, metadata in _parts(field.annotation)
    )


def _limits(metadata: tuple[Any, ...]) -> tuple[int, int] | None:
    low = high = None
    for item in metadata:
        for constraint in [item, *getattr(item, "metadata", [])]:
            low = getattr(constraint, "ge", low)
            high = getattr(constraint, "le", high)
    return None if low is None or high is None else (low, high)


def words(key: str) -> tuple[str, ...]:
    """The words that a key takes: ``("none", "no_remove", "full")``."""
    if key.startswith(TILES_BY_PLAYERS):
        return get_args(TileSetName)
    return tuple(
        word
        for part, _ in _field_parts(key)
        if get_origin(part) is Literal
        for word in get_args(part)
    )


def bounds(key: str) -> tuple[int, int] | None:
    """The least and the greatest integer that a key takes; None where it takes none."""
    if key == "scoring.tile_values":
        return (0, 100)
    if key.startswith(TILES_BY_PLAYERS):
        return None
    for part, metadata in _field_parts(key):
        if part is int:
            return _limits(metadata)
    return None


def takes_bool(key: str) -> bool:
    """Whether the key is a yes or no."""
    return not key.startswith(TILES_BY_PLAYERS) and _field_parts(key)[0][0] is bool


def allowed(key: str) -> str:
    """What a key takes, for a message: ``an integer from 0 to 500``."""
    if key == TILES_BY_PLAYERS:
        return 'a table of tile sets by number of players, such as { 5 = "160_4x3" }'
    if takes_bool(key):
        return "true or false"
    said = ", ".join(f'"{word}"' for word in words(key))
    if key == "scoring.tile_values":
        return f"{said} or a list of integers from 0 to 100, one per number"
    limits = bounds(key)
    if limits is None:
        return said
    number = f"an integer from {limits[0]} to {limits[1]}"
    return f"{said} or {number}" if said else number


def default(key: str) -> Any:
    """The value that a key has when nothing is said."""
    if key.startswith(TILES_BY_PLAYERS + "."):
        return "standard"
    section, name = key.split(".", 1)
    return SECTIONS[section].model_fields[name].default
