"""A rule set as the judge reads it: dotted keys, with the official sheet as the default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

DEFAULTS: dict[str, Any] = {
    "tiles.colours": 4,
    "tiles.numbers": 13,
    "tiles.copies": 2,
    "tiles.jokers": 2,
    "melds.min_length": 3,
    "melds.group_max": 4,
    "melds.run_max": "numbers",
    "melds.run_wrap": "none",
    "melds.max_jokers": "no_limit",
    "opening.min_points": 30,
    "opening.joker_value": "face",
    "opening.melds": "any",
    "opening.continues_turn": False,
    "table.access": "rearrange",
    "joker.retrieval": "any_legal",
    "joker.tile_from": "rack_or_table",
    "joker.reuse": "new_meld",
    "joker.lock": "none",
    "joker.group_of_three": "either",
    "scoring.joker_penalty": 30,
    "scoring.tile_values": "face",
}


@dataclass(frozen=True)
class Rules:
    """What the judge needs to know: (dotted key, value) pairs over the official sheet."""

    changes: tuple[tuple[str, Any], ...] = ()

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self.changes)

    @staticmethod
    def of(changes: Mapping[str, Any]) -> Rules:
        """Take the keys that concern a turn out of a flat mapping."""
        known = {
            key: tuple(value) if isinstance(value, list) else value
            for key, value in changes.items()
        }
        return Rules(tuple(sorted((key, value) for key, value in known.items() if key in DEFAULTS)))

    @staticmethod
    def nested(sections: Mapping[str, Any]) -> Rules:
        """The same from a mapping by section, as a rule file has it."""
        flat = {
            f"{section}.{key}": value
            for section, keys in sections.items()
            if isinstance(keys, Mapping)
            for key, value in keys.items()
        }
        return Rules.of(flat)

    @cached_property
    def _values(self) -> dict[str, Any]:
        return DEFAULTS | dict(self.changes)

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    @cached_property
    def group_max(self) -> int:
        """Longest group; never more than there are colours."""
        return min(int(self["melds.group_max"]), int(self["tiles.colours"]))

    @cached_property
    def run_max(self) -> int:
        """Longest run; no number comes twice in a run."""
        numbers = int(self["tiles.numbers"])
        return (
            numbers
            if self["melds.run_max"] == "numbers"
            else min(int(self["melds.run_max"]), numbers)
        )

    @cached_property
    def max_jokers(self) -> int:
        """Most jokers in one meld."""
        jokers = int(self["tiles.jokers"])
        return (
            jokers
            if self["melds.max_jokers"] == "no_limit"
            else min(int(self["melds.max_jokers"]), jokers)
        )

    def cost(self, number: int) -> int:
        """What a tile of this number costs on a rack at the final count."""
        values = self["scoring.tile_values"]
        return number if values == "face" else int(values[number - 1])
