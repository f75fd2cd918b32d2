"""Reading rule sets: ids, TOML files that extend others, and spec texts with changes.

Nothing here builds a `Variant`; it gathers values together with the place where each was written,
so that a mistake can be shown where it is.
"""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from rummylab import arguments
from rummylab import variant_sections as sections
from rummylab.errors import VariantError, short

SHIPPED = Path(__file__).parent / "variants"
_TEXTS = ("name", "summary", "source")

Values = dict[str, dict[str, Any]]


@cache
def shipped_ids() -> tuple[str, ...]:
    """The ids of the shipped rule sets, in order."""
    return tuple(sorted(path.stem for path in SHIPPED.glob("*.toml")))


@dataclass(frozen=True)
class Source:
    """What a spec said: values by section, where each was written, and the mistakes found."""

    id: str
    base: str
    family: sections.Family
    texts: dict[str, str]
    values: Values
    places: dict[str, str] = field(default_factory=dict)
    problems: tuple[str, ...] = ()


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
        wrong: dict[str, Any] = {}
        known: dict[str, Any] = {}
        for key, value in entries.items():
            if key in sections.section_keys(name, family):
                known[key] = value
            else:
                full = f"{name}.{key}"
                problems.append(places.get(full, "") + unknown_key(full, value, family))
        try:
            sections.SECTIONS[name].model_validate(known)
        except ValidationError as error:
            for detail in error.errors():
                key = f"{name}.{detail['loc'][0]}"
                wrong[key] = known[str(detail["loc"][0])]
        for key, value in wrong.items():
            problems.extend(_bad_entries(key, value, places))
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


# --- TOML files


_KEY = re.compile(
    r"""^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*="""
)
_HEADER = re.compile(r"^\s*\[+\s*([^\]]+?)\s*\]+")


def _split_dotted(text: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in text.split("."))


def line_of(text: str, key: str) -> int | None:
    """The line of a TOML text on which a dotted key is set, or the table that holds it."""
    wanted = tuple(key.split("."))
    best: tuple[int, int] | None = None
    for number, full in _keys_of_lines(text):
        depth = len(full)
        if full == wanted[:depth] and (best is None or depth > best[0]):
            best = (depth, number)
    return best[1] if best else None


@lru_cache(maxsize=8)
def _keys_of_lines(text: str) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """The lines of a TOML text that name a key or a table, and its parts."""
    keys = []
    header: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if found := _HEADER.match(line):
            header = _split_dotted(found[1])
            keys.append((number, header))
        elif found := _KEY.match(line):
            keys.append((number, header + _split_dotted(found[1])))
    return tuple(keys)


def _read_file(path: Path, said: str) -> tuple[dict[str, Any], str]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise VariantError([f"{said}: cannot be read: {reason}"]) from None
    try:
        return tomllib.loads(text), text
    except (ValueError, RecursionError) as error:
        line, reason = of_toml(error, text)
        raise VariantError([f"{said}, line {line}: this is not valid TOML: {reason}"]) from None


def of_toml(error: ValueError | RecursionError, text: str) -> tuple[int, str]:
    """The line of a mistake in TOML, the last where it ends too early, and what it is.

    A `ValueError` is a TOMLDecodeError, or a number of thousands of digits.
    """
    if isinstance(error, RecursionError):
        deepest = max(enumerate(text.splitlines(), start=1), key=lambda row: row[1].count("["))
        return deepest[0], "lists in lists, too many of them"
    line = re.search(r"line (\d+)", str(error))
    reason = re.sub(r" \(at [^)]*\)$", "", str(error))
    return int(line[1]) if line else len(text.splitlines()), reason


def _called(base: str, path: Path) -> str:
    """The name of a file in messages."""
    return f"{base}.toml" if path.parent == SHIPPED else str(path)


def _find(base: str, folder: Path | None) -> Path:
    if base in shipped_ids():
        return SHIPPED / f"{base}.toml"
    path = Path(base).expanduser()
    if folder is not None and not path.is_absolute():
        path = folder / path
    if _is_file(path):
        return path
    known = ", ".join(shipped_ids())
    if base and len(base) < 200 and path.is_dir():
        raise VariantError([f"{base} is a folder; give a TOML file or one of: {known}"])
    if base.endswith(".toml") or "/" in base:
        raise VariantError(
            [f"{short(base, 200)}: there is no such file; shipped rule sets: {known}"]
        )
    guess = nearest(base, shipped_ids())
    hint = f"did you mean {guess}? " if guess else ""
    raise VariantError(
        [f'"{short(base, 200)}" is no rule set and no file; {hint}shipped rule sets: {known}']
    )


def read(base: str) -> Source:
    """Read a shipped id or a TOML file with all that it extends."""
    return _read(base, _find(base, None), ())


def _read(base: str, path: Path, seen: tuple[tuple[Path, str], ...]) -> Source:
    said = _called(base, path)
    data, text = _read_file(path, said)
    says_rules = bool({*data} - {*_TEXTS, "family"})  # extends, or a section

    def place(key: str) -> str:
        line = line_of(text, key)
        return f"{said}, line {line}: " if line else f"{said}: "

    parent: Source | None = None
    if "extends" in data:
        extends = data.pop("extends")
        if not isinstance(extends, str):
            raise VariantError(
                [f"{place('extends')}extends is {told(extends)}; allowed: a rule set or a file"]
            )
        try:
            above = _find(extends, path.parent)
        except VariantError as error:
            raise VariantError([place("extends") + problem for problem in error.problems]) from None
        seen = (*seen, (path.resolve(), said))
        if above.resolve() in [one for one, _ in seen]:
            circle = " -> ".join([*(name for _, name in seen), _called(extends, above)])
            raise VariantError(
                [
                    f"{place('extends')}extends goes round in a circle: {circle}; end it at a rule"
                    " set that extends none of these"
                ]
            )
        parent = _read(extends, above, seen)

    texts = dict(parent.texts) if parent else dict.fromkeys(_TEXTS, "")
    texts["name"] = path.stem
    problems: list[str] = list(parent.problems) if parent else []
    family: sections.Family = parent.family if parent else "table"
    if "family" in data:
        said_family = data.pop("family")
        if said_family not in sections.FAMILIES:
            allowed = '; allowed: "table", "draw"'
            raise VariantError([f"{place('family')}family is {told(said_family)}{allowed}"])
        if parent and said_family != family:
            raise VariantError(
                [
                    f'{place("family")}family is {told(said_family)}, but "{extends}" is of the'
                    f' family "{family}"; extend a rule set of the same family'
                ]
            )
        family = said_family
    for key in _TEXTS:
        if key in data:
            said_text = data.pop(key)
            if isinstance(said_text, str):
                texts[key] = said_text
            else:
                problems.append(f"{place(key)}{key} is {told(said_text)}; allowed: a text")

    if not says_rules and not problems:
        problems.append(
            f"{said}: the file says no rule; name a rule set to begin with, such as extends ="
            ' "rummikub", and list what differs from it'
        )
    places = dict(parent.places) if parent else {}
    for section, entries in data.items():
        places[section] = place(section)
        for key, value in entries.items() if isinstance(entries, dict) else ():
            places[f"{section}.{key}"] = place(f"{section}.{key}")
            for inner in value if isinstance(value, dict) else ():
                places[f"{section}.{key}.{inner}"] = place(f"{section}.{key}.{inner}")
    problems += check_values(data, places, family)
    values = {name: dict(entries) for name, entries in parent.values.items()} if parent else {}
    for section, entries in data.items():
        if section in sections.sections_of(family) and isinstance(entries, dict):
            for key, value in entries.items():
                merged = f"{section}.{key}" == sections.TILES_BY_PLAYERS and isinstance(value, dict)
                for inner, entry in value.items() if merged else ():
                    put(values, f"{section}.{key}.{inner}", entry)
                if not merged:
                    put(values, f"{section}.{key}", value)
    return Source(path.stem, base, family, texts, values, places, tuple(problems))


# --- Spec texts


def parse_value(key: str, text: str) -> Any:
    """The value of a change as written in a spec: ``50``, ``true``, ``full``, ``[1, 2, 3]``."""
    text = text.strip()
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'":
        inner = text[1:-1]
        return inner if text[0] == "'" else re.sub(r"\\([\"\\])", r"\1", inner)
    if key.startswith(sections.TILES_BY_PLAYERS):
        return text
    if text.startswith("[") and text.endswith("]"):
        return [parse_value(key, part) for part in text[1:-1].split(",") if part.strip()]
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"[+-]?\d{1,18}", text) else text


def spelled(value: Any) -> str:
    """A value as a spec writes it, in quotes where it would not be read as it is."""
    if isinstance(value, list):
        return "[" + ",".join(map(spelled, value)) + "]"
    if not isinstance(value, str):
        return shown(value)
    if value and parse_value("", value) == value and len(list(_parts(f"={value}"))) == 1:
        return value
    return '"' + re.sub(r'(["\\])', r"\\\1", value) + '"'


# A change: what has commas of its own is in quotes or brackets, up to the next comma or the end.
_CHANGE = re.compile(
    r"""([^,=]*=\s*(?:"(?:[^"\\]|\\.)*"|'[^']*'|\[[^\]]*\])\s*|[^,]*)(,|\Z)""", re.DOTALL
)


def _parts(text: str) -> Iterator[str]:
    at = 0
    while True:
        found = _CHANGE.match(text, at)
        assert found is not None, text
        yield found[1]
        if not found[2]:
            return
        at = found.end()


def parse_changes(text: str, said: str) -> dict[str, Any]:
    """The changes after the colon of a spec: ``opening.min_points=50,joker.lock=full``.

    A change may follow another of the same key and takes its place.
    """
    changes: dict[str, Any] = {}
    for part in _parts(text):
        key, equals, value = part.partition("=")
        if not equals or not key.strip() or not value.strip():
            message = f'{short(said, 200)}: "{short(part.strip())}" is no change; write key=value'
            raise VariantError([f"{message}, such as opening.min_points=50"])
        changes[key.strip()] = parse_value(key.strip(), value)
    return changes


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a long spec is no file name
        return False


def split(spec: str) -> tuple[str, str]:
    """A spec's rule set and the text of its changes."""
    if _is_file(Path(spec)):
        return spec, ""
    base, colon, changes = spec.partition(":")
    if colon and not changes.strip():
        message = f"{short(spec, 200)}: nothing follows the colon"
        raise VariantError([f"{message}; write changes as key=value or leave it out"])
    return base.strip(), changes
