"""The values of a rule set: every key checked, frozen, and ready for the native core."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any

from pydantic import BaseModel, SerializerFunctionWrapHandler, model_serializer

from rummylab import _core
from rummylab import variant_sections as sections
from rummylab.arguments import shown
from rummylab.errors import RummyError, VariantError
from rummylab.models import Model
from rummylab.variant_keys import check_values, get, told
from rummylab.variant_origin import BASES, SPEC_TEXTS, default_values

NativeRules = _core.Rules | _core.DrawRules


class VariantValues(Model):
    """The fields of a `Variant`, and what follows from them alone.

    Examples
    --------
    >>> VariantValues(opening={"min_points": 50}).flat()["opening.min_points"]
    50
    """

    name: str = "Rummikub"
    summary: str = ""
    source: str = ""
    family: sections.Family = "table"
    tiles: sections.Tiles = sections.Tiles()
    players: sections.Players = sections.Players()
    deal: sections.Deal = sections.Deal()
    melds: sections.Melds = sections.Melds()
    wild: sections.Wild = sections.Wild()
    draw: sections.Draw = sections.Draw()
    laying: sections.Laying = sections.Laying()
    opening: sections.Opening = sections.Opening()
    table: sections.Table = sections.Table()
    joker: sections.Joker = sections.Joker()
    turn: sections.Turn = sections.Turn()
    end: sections.End = sections.End()
    knock: sections.Knock = sections.Knock()
    scoring: sections.Scoring = sections.Scoring()
    match: sections.Match = sections.Match()

    def __init__(self, /, **data: Any) -> None:
        family = data.pop("family", "table")
        if not isinstance(family, str) or family not in sections.FAMILIES:
            raise VariantError([f'family is {told(family)}; allowed: "table", "draw"'])
        texts = {key: data.pop(key) for key in SPEC_TEXTS if key in data}
        for key, value in texts.items():
            if not isinstance(value, str):
                raise VariantError([f"{key} is {shown(value)}; allowed: a text"])
        given = {
            key: _of_family(key, value.model_dump(), family)
            if isinstance(value, sections.Section)
            else value
            for key, value in data.items()
        }
        if problems := check_values(given, {}, family):
            raise VariantError(problems)
        texts = {"name": BASES[family][1], **texts}
        BaseModel.__init__(self, family=family, **texts, **sections.with_defaults(given, family))
        try:
            self.native_rules()
        except VariantError:
            raise
        except RummyError as error:  # a contradiction, found by the native core
            raise VariantError([str(error)]) from None

    def to_dict(self) -> dict[str, dict[str, Any]]:
        """Every section and key as plain values, as the native core and TOML take them."""
        values: dict[str, dict[str, Any]] = {}
        for key in sections.all_keys(self.family):
            section, name = key.split(".", 1)
            value = getattr(getattr(self, section), name)
            if key == sections.TILES_BY_PLAYERS:
                value = dict(value)
            elif isinstance(value, tuple):
                value = list(value)
            values.setdefault(section, {})[name] = value
        return values

    def _texts(self) -> dict[str, str]:
        return {key: getattr(self, key) for key in SPEC_TEXTS}

    @model_serializer(mode="wrap")
    def _dumped(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """As the constructor takes it, without the keys of the other family."""
        dumped: dict[str, Any] = dump(self)
        known = sections.sections_of(self.family)
        values = {
            key: _of_family(key, value, self.family) if key in known else value
            for key, value in dumped.items()
            if key in known or key not in sections.SECTIONS
        }
        tiles = values.get("players", {})
        if "tiles" in tiles:
            tiles["tiles"] = dict(tiles["tiles"])
        return values

    def flat(self) -> dict[str, Any]:
        """Every key as written in a spec, ``players.tiles`` by number of players."""
        values = self.to_dict()
        return {key: get(values, key) for key in sections.spelled_keys(self.family)}

    @cached_property
    def canonical(self) -> str:
        """What identifies the rules: the keys that differ from the defaults, sorted, as JSON."""
        base = default_values(self.family)
        differing = {key: value for key, value in self.flat().items() if value != base[key]}
        content = {"family": self.family, "rules": differing}
        return json.dumps(content, sort_keys=True, separators=(",", ":"))

    @property
    def variant_id(self) -> str:
        """Twelve hexadecimal digits that are the same exactly for equal rules."""
        return hashlib.sha256(self.canonical.encode()).hexdigest()[:12]

    def native_rules(self) -> NativeRules:
        """The rules for the native core, which checks them again."""
        return _native(self.family, json.dumps(self.to_dict()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, VariantValues) and self.canonical == other.canonical

    def __hash__(self) -> int:
        return hash(self.canonical)


def _of_family(name: str, values: Mapping[str, Any], family: sections.Family) -> dict[str, Any]:
    keys = sections.section_keys(name, family)
    return {key: value for key, value in values.items() if key in keys}


@lru_cache(maxsize=512)
def _native(family: sections.Family, values: str) -> NativeRules:
    kind = _core.Rules if family == "table" else _core.DrawRules
    return kind.from_dict(json.loads(values))
