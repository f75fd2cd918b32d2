"""The sections and keys of a rule set: types, bounds, spellings and defaults.

There are two families of rule sets, table games and draw games. A section lists the keys of both;
`_FAMILY_OF` says which belong to one of them alone. The defaults of table games are the official
Rummikub sheet, those of draw games are gin. The native core has the same list and checks again; a
test holds the two together. Contradictions between keys are known to the native core alone.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from rummylab.errors import VariantError
from rummylab.models import Model

Family = Literal["table", "draw"]
FAMILIES: tuple[Family, ...] = ("table", "draw")

TileSetName = Literal["standard", "106", "160_4x3", "160_6x2", "54", "108"]


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


class Section(Model):
    """One section of a rule set; frozen, strict, and without unknown keys."""

    model_config = ConfigDict(strict=True)

    def __init__(self, /, **values: Any) -> None:
        try:
            super().__init__(**values)
        except ValidationError:
            from rummylab.variant_keys import check_section

            name = next(name for name, kind in SECTIONS.items() if kind is type(self))
            raise VariantError(check_section(name, values)) from None

    @classmethod
    def wrong(cls, values: Mapping[str, Any]) -> list[str]:
        """The keys whose values cannot be, in order."""
        try:
            BaseModel.__init__(cls.__new__(cls), **values)
        except ValidationError as error:
            return list(dict.fromkeys(str(detail["loc"][0]) for detail in error.errors()))
        return []


class Tiles(Section):
    colours: Annotated[int, Field(ge=3, le=6)] = 4
    numbers: Annotated[int, Field(ge=5, le=15)] = 13
    copies: Annotated[int, Field(ge=1, le=3)] = 2
    jokers: Annotated[int, Field(ge=0, le=4)] = 2
    print: Literal["cards", "tiles"] = "cards"


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
    upcard: bool = True
    upcard_offer: bool = True
    next_starter: Literal["rotate", "winner", "loser", "random"] = "rotate"
    cut_bonus: Annotated[int, Field(ge=0, le=1000)] = 0


class Melds(Section):
    min_length: Annotated[int, Field(ge=3, le=5)] = 3
    group_max: Annotated[int, Field(ge=3, le=6)] = 4
    run_max: Annotated[int, Field(ge=3, le=15)] | Literal["numbers"] = "numbers"
    run_wrap: Literal["none", "ace_high", "round"] = "none"
    max_jokers: Annotated[int, Field(ge=0, le=4)] | Literal["no_limit"] = "no_limit"
    group_repeats: bool = False
    pairs: Annotated[int, Field(ge=0, le=10)] = 0


class Wild(Section):
    numbers: Annotated[
        Literal["none"]
        | Annotated[tuple[Annotated[int, Field(ge=1, le=15)], ...], Field(min_length=1)],
        BeforeValidator(_tuple),
    ] = "none"
    natural: bool = False
    indicator: bool = False
    group_limit: Annotated[int, Field(ge=0, le=8)] | Literal["no_limit"] = "no_limit"
    run_limit: Annotated[int, Field(ge=0, le=8)] | Literal["no_limit"] = "no_limit"
    adjacent: bool = True
    kinds: Literal["any", "different"] = "any"


class Draw(Section):
    pile: Literal["top", "whole", "none"] = "top"
    return_taken: bool = False
    must_use: bool = False
    stock_end: Annotated[int, Field(ge=0, le=20)] = 2


class Laying(Section):
    when: Literal["show", "turn"] = "show"
    first_lap: bool = True
    lay_off: Literal["none", "own", "any"] = "any"


class Opening(Section):
    min_points: Annotated[int, Field(ge=0, le=500)] = 30
    joker_value: Annotated[
        Literal["face", "zero", "forbidden"] | Annotated[int, Field(ge=1, le=100)],
        BeforeValidator(_zero),
    ] = "face"
    melds: Literal["any", "single"] = "any"
    by: Literal["each", "anyone"] = "each"
    continues_turn: bool = False
    pairs: Annotated[int, Field(ge=0, le=10)] = 0
    late_total: Annotated[int, Field(ge=0, le=100000)] | Literal["none"] = "none"
    late_points: Annotated[int, Field(ge=0, le=1000)] = 0


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
    by: Literal["knock", "hand", "empty"] = "knock"
    last_discard: Literal["optional", "required"] = "required"


class Knock(Section):
    limit: Annotated[int, Field(ge=0, le=100)] = 10
    upcard: bool = False
    spades_double: bool = False


class Scoring(Section):
    count: Literal["difference", "fixed", "laid_less_hand", "hand"] = "difference"
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
    gin_bonus: Annotated[int, Field(ge=0, le=1000)] = 25
    big_gin_bonus: Annotated[int, Field(ge=0, le=1000)] = 31
    undercut_bonus: Annotated[int, Field(ge=0, le=1000)] = 25
    undercut_tie: bool = True
    closer_bonus: Annotated[int, Field(ge=0, le=1000)] = 0
    long_run: Annotated[int, Field(ge=0, le=14)] = 0
    long_run_penalty: Annotated[int, Field(ge=0, le=1000)] = 0
    loss: Annotated[int, Field(ge=0, le=1000)] = 0
    pairs_factor: Annotated[int, Field(ge=1, le=10)] = 1
    wild_discard_factor: Annotated[int, Field(ge=1, le=10)] = 1


class Match(Section):
    games: Annotated[int, Field(ge=1, le=1000)] | Literal["players"] = "players"
    target: Annotated[int, Field(ge=1, le=100000)] | Literal["none"] = "none"
    decided_by: Literal["points", "games_won"] = "games_won"
    start: Annotated[int, Field(ge=0, le=100000)] = 0
    box_bonus: Annotated[int, Field(ge=0, le=1000)] = 0
    game_bonus: Annotated[int, Field(ge=0, le=10000)] = 0
    shutout_factor: Annotated[int, Field(ge=1, le=10)] = 1


SECTIONS: dict[str, type[Section]] = {
    "tiles": Tiles,
    "players": Players,
    "deal": Deal,
    "melds": Melds,
    "wild": Wild,
    "draw": Draw,
    "laying": Laying,
    "opening": Opening,
    "table": Table,
    "joker": Joker,
    "turn": Turn,
    "end": End,
    "knock": Knock,
    "scoring": Scoring,
    "match": Match,
}

# The keys that one family alone has; all others belong to both.
_KEYS_OF: dict[Family, str] = {
    "table": """
        deal.starter deal.starter_discards deal.draw_from melds.max_jokers
        opening.joker_value opening.melds opening.by opening.continues_turn table.access
        joker.retrieval joker.tile_from joker.reuse joker.lock joker.group_of_three
        turn.must_play turn.draw turn.draw_then_play turn.seconds turn.failure_draw
        turn.failure_revert end.pool_empty scoring.winner scoring.exhausted scoring.one_turn_close
        """,
    "draw": """
        tiles.print deal.upcard deal.upcard_offer deal.next_starter deal.cut_bonus
        melds.group_repeats melds.pairs wild.numbers wild.natural wild.indicator wild.group_limit
        wild.run_limit wild.adjacent wild.kinds draw.pile draw.return_taken draw.must_use
        draw.stock_end laying.when laying.first_lap laying.lay_off opening.pairs
        opening.late_total opening.late_points end.by end.last_discard
        knock.limit knock.upcard knock.spades_double scoring.count
        scoring.gin_bonus scoring.big_gin_bonus scoring.undercut_bonus scoring.undercut_tie
        scoring.closer_bonus scoring.long_run scoring.long_run_penalty scoring.loss
        scoring.pairs_factor scoring.wild_discard_factor match.start match.box_bonus
        match.game_bonus match.shutout_factor
        """,
}
_FAMILY_OF: dict[str, Family] = {
    key: family for family in FAMILIES for key in _KEYS_OF[family].split()
}

# Where a key of both families has another default in draw games.
_DRAW_DEFAULTS: dict[str, Any] = {
    "tiles.copies": 1,
    "tiles.jokers": 0,
    "players.max": 2,
    "deal.rack": 10,
    "opening.min_points": 0,
    "scoring.joker_penalty": 0,
    "scoring.tile_values": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10),
    "match.games": 1000,
    "match.target": 100,
    "match.decided_by": "points",
}

# The one key that is a table of keys: players.tiles.5 = "160_4x3".
TILES_BY_PLAYERS = "players.tiles"
# The keys that take a list of integers, with the bounds of its entries.
LISTS = {"wild.numbers": (1, 15), "scoring.tile_values": (0, 100)}
PLAYER_COUNTS = ("2", "3", "4", "5", "6")


@cache
def section_keys(section: str, family: Family = "table") -> tuple[str, ...]:
    """The keys that a family has in a section; none where it does not have the section."""
    return tuple(
        key
        for key in SECTIONS[section].model_fields
        if _FAMILY_OF.get(f"{section}.{key}", family) == family
    )


@cache
def sections_of(family: Family = "table") -> tuple[str, ...]:
    """The sections of a family, in order."""
    return tuple(name for name in SECTIONS if section_keys(name, family))


@cache
def all_keys(family: Family = "table") -> tuple[str, ...]:
    """Every key as written in a rule file, in order: ``tiles.colours`` to ``match.decided_by``."""
    return tuple(
        f"{name}.{key}" for name in sections_of(family) for key in section_keys(name, family)
    )


@cache
def spelled_keys(family: Family = "table") -> tuple[str, ...]:
    """As `all_keys`, with ``players.tiles`` spelled out by number of players."""
    return tuple(
        spelled
        for key in all_keys(family)
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
    if key in LISTS:
        return LISTS[key]
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
    if key in LISTS:
        low, high = LISTS[key]
        each = ", one per number" if key == "scoring.tile_values" else ""
        return f"{said} or a list of integers from {low} to {high}{each}"
    limits = bounds(key)
    if limits is None:
        return said
    number = f"an integer from {limits[0]} to {limits[1]}"
    return f"{said} or {number}" if said else number


def default(key: str, family: Family = "table") -> Any:
    """The value that a key has when nothing is said."""
    if key.startswith(TILES_BY_PLAYERS + "."):
        return "standard"
    section, name = key.split(".", 1)
    if family == "draw" and key in _DRAW_DEFAULTS:
        value = _DRAW_DEFAULTS[key]
    else:
        value = SECTIONS[section].model_fields[name].default
    return list(value) if isinstance(value, tuple) and key in LISTS else value


def with_defaults(values: Mapping[str, Any], family: Family) -> dict[str, Any]:
    """The sections with the defaults in which a family differs filled in."""
    if family == "table":
        return dict(values)
    filled = {name: dict(entries) for name, entries in values.items()}
    for key in _DRAW_DEFAULTS:
        section, name = key.split(".", 1)
        filled.setdefault(section, {}).setdefault(name, default(key, family))
    return filled
