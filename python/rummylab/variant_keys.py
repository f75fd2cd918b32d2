"""The keys of rule sets by name: their values in nested dicts, and what is wrong with them.

Messages name the key, its value, what is allowed and the nearest known key.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from rummylab import arguments
from rummylab import variant_sections as sections
from rummylab.errors import short

Values = dict[str, dict[str, Any]]


def shown(value: Any) -> str:
    """A value as a rule file writes it."""
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        return arguments.shown(value)


def told(value: Any) -> str:
    """The same in a message: not too long."""
    return short(shown(value))


def nearest(text: str, known: Iterable[str]) -> str | None:
    """The known word that looks most like the text; None when none does."""
    lowered = {word.lower(): word for word in known}
    close = difflib.get_close_matches(text.lower(), lowered, n=1, cutoff=0.6)
    return lowered[close[0]] if close else None


def nearest_key(key: str, family: sections.Family = "table") -> str | None:
    """The known key that looks most like a key, in its own section, in another, or in none."""
    *head, leaf = key.split(".")
    at_home = bool(head) and head[0] in sections.sections_of(family)
    if at_home:
        keys = sections.section_keys(head[0], family)
        begun = [name for name in keys if leaf and name.startswith(leaf.lower())]
        own = nearest(leaf, keys) or (begun[0] if len(begun) == 1 else None)
        if own is not None:
            return f"{head[0]}.{own}"
    by_leaf: dict[str, str] = {}
    for known in sections.all_keys(family):
        by_leaf.setdefault(known.split(".", 1)[1], known)
    # In a known section the whole key is near to every key of it.
    whole = None if at_home else nearest(key, sections.all_keys(family))
    by_name = nearest(leaf, by_leaf)
    return whole or (by_leaf[by_name] if by_name else None)


def unknown_key(key: str, value: Any, family: sections.Family = "table") -> str:
    """The message for a key that no rule set of the family has."""
    named = short(key)
    section = key.split(".")[0]
    if key.startswith(sections.TILES_BY_PLAYERS + "."):
        return (
            f"{named} is {told(value)}; allowed: a number of players from 2 to 6 as the last part"
        )
    if section in sections.sections_of(family) and "." in key:
        allowed = f"[{section}] has {', '.join(sections.section_keys(section, family))}"
    else:
        allowed = f"the sections are {', '.join(sections.sections_of(family))}"
    others = [other for other in sections.FAMILIES if key in sections.all_keys(other)]
    if others:
        return f"{key} = {told(value)} is a key of {others[0]} games alone ({allowed})"
    guess = nearest_key(key, family)
    hint = f"; did you mean {guess}?" if guess else ""
    return f"{named} = {told(value)} is no key of a rule set{hint} ({allowed})"


def bad_value(key: str, value: Any) -> str:
    """The message for a value that its key does not take."""
    hint = nearest(value, sections.words(key)) if isinstance(value, str) else None
    guess = f'; did you mean "{hint}"?' if hint and hint != value else ""
    return f"{key} is {told(value)}; allowed: {sections.allowed(key)}{guess}"


def put(values: Values, key: str, value: Any) -> None:
    """Set a dotted key; ``players.tiles.5`` changes one entry of its table."""
    section, name, *count = key.split(".")
    if count:
        table = dict(values.setdefault(section, {}).get(name) or {})
        table[count[0]] = value
        values[section][name] = table
    else:
        values.setdefault(section, {})[name] = value


def get(values: Mapping[str, Mapping[str, Any]], key: str) -> Any:
    """The value of a dotted key in complete values."""
    section, name, *count = key.split(".")
    value = values[section][name]
    return value.get(count[0], "standard") if count else value


def is_known(key: str, family: sections.Family = "table") -> bool:
    """Whether a family has a dotted key."""
    return key in sections.all_keys(family) or key in sections.spelled_keys(family)


def check_values(
    values: Mapping[str, Any], places: Mapping[str, str], family: sections.Family = "table"
) -> list[str]:
    """Every unknown key, wrong type and value out of bounds, each with its place."""
    problems = []
    for name, entries in values.items():
        if name not in sections.sections_of(family):
            problems.append(places.get(name, "") + unknown_key(name, entries, family))
            continue
        if not isinstance(entries, Mapping):
            message = f"{name} is {told(entries)}; allowed: a section of keys, [{name}]"
            problems.append(places.get(name, "") + message)
            continue
        problems += check_section(name, entries, places, family)
    return problems


def check_section(
    name: str,
    entries: Mapping[str, Any],
    places: Mapping[str, str] = MappingProxyType({}),
    family: sections.Family | None = None,
) -> list[str]:
    """The same for one section; without a family it may have the keys of both."""
    kind = sections.SECTIONS[name]
    known = kind.model_fields if family is None else sections.section_keys(name, family)
    problems = []
    for key, value in entries.items():
        if key not in known:
            full = f"{name}.{key}"
            problems.append(places.get(full, "") + unknown_key(full, value, family or "table"))
    for key in kind.wrong({key: value for key, value in entries.items() if key in known}):
        problems.extend(_bad_entries(f"{name}.{key}", entries[key], places))
    return problems


def _bad_entries(key: str, value: Any, places: Mapping[str, str]) -> list[str]:
    if key != sections.TILES_BY_PLAYERS or not isinstance(value, Mapping):
        return [places.get(key, "") + bad_value(key, value)]
    problems = []
    for count, name in value.items():
        full = f"{key}.{count}"
        place = places.get(full, places.get(key, ""))
        if str(count) not in sections.PLAYER_COUNTS:
            problems.append(place + unknown_key(full, name))
        elif name not in sections.words(key):
            problems.append(place + bad_value(full, name))
    return problems
