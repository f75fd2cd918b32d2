"""Rule sets in one line: an id or a file, and changes, ``rummikub:opening.min_points=50``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rummylab import variant_sections as sections
from rummylab.errors import VariantError, short
from rummylab.variant_keys import shown


def is_file(path: Path) -> bool:
    """Whether there is such a file."""
    try:
        return path.is_file()
    except OSError:  # a long spec is no file name
        return False


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


def split(spec: str) -> tuple[str, str]:
    """A spec's rule set and the text of its changes."""
    if is_file(Path(spec)):
        return spec, ""
    base, colon, changes = spec.partition(":")
    if colon and not changes.strip():
        message = f"{short(spec, 200)}: nothing follows the colon"
        raise VariantError([f"{message}; write changes as key=value or leave it out"])
    return base.strip(), changes


def changes_text(changes: Mapping[str, Any]) -> str:
    """Changes as a spec ends with them; nothing where there are none.

    Examples
    --------
    >>> changes_text({"deal.rack": 10, "joker.lock": "full"})
    ':deal.rack=10,joker.lock=full'
    """
    listed = ",".join(f"{key}={spelled(value)}" for key, value in changes.items())
    return f":{listed}" if listed else ""
