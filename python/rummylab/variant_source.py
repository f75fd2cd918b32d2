"""Reading rule files: TOML, of which one may extend another.

Nothing here builds a `Variant`; it gathers values together with the place where each was written,
so that a mistake can be shown where it is.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from rummylab import variant_sections as sections
from rummylab.errors import VariantError, short
from rummylab.variant_keys import Values, check_values, nearest, put, told
from rummylab.variant_spec import is_file

SHIPPED = Path(__file__).parent / "variants"
_TEXTS = ("name", "summary", "source")


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
    if is_file(path):
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
