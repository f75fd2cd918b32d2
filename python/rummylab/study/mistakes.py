"""Mistakes of a file in words: the place, the key, its value, what is allowed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from rummylab import variant_keys, variant_source
from rummylab.analysis.text import nearest
from rummylab.errors import RummyError

Where = tuple[int | str, ...]
Place = Callable[[Where], str]


def said_place(file: Path, line: int | None) -> str:
    """The beginning of a message about a line of a file."""
    return f"{file}, line {line}: " if line else f"{file}: "


def read_file(file: Path, what: str, usual: str) -> tuple[dict[str, Any], str]:
    """The values and the text of a TOML file.

    Parameters
    ----------
    file : Path
        The file.
    what, usual : str
        What it should hold, such as ``study``, and its usual name.

    Raises
    ------
    RummyError
        When there is no such file, or it cannot be read, is no TOML, or says nothing.
    """
    try:
        text = file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise RummyError(
            f"{file}: there is no such {what}; give a {what} file or a folder that has a {usual}"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise RummyError(f"{file}: cannot be read: {reason}") from None
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        line, reason = variant_source.of_toml(error, text)
        raise RummyError(f"{said_place(file, line)}this is not valid TOML: {reason}") from None
    if not data:
        raise RummyError(f"{file}: the file says nothing; a {what} has a title, to begin with")
    return data, text


class FileError(RummyError):
    """A file with mistakes.

    Parameters
    ----------
    listed
        Every mistake, one line each, which the command line shows; the message of the error is
        the first of them.
    """

    def __init__(self, listed: Sequence[str]) -> None:
        self.listed = tuple(str(RummyError(line)) for line in listed)
        more = f" (and {len(listed) - 1} more)" if len(listed) > 1 else ""
        super().__init__(self.listed[0] + more)

    def __reduce__(self) -> tuple[type[FileError], tuple[tuple[str, ...]]]:
        return (FileError, (self.listed,))


@dataclass(frozen=True)
class Keys:
    """The keys of a kind of file.

    Parameters
    ----------
    allowed : mapping of str to str
        What every key takes, in the words of a message; dots between section and key.
    parts : mapping of str to tuple
        The model of every section and how it is written; that of the whole file under "".
    """

    allowed: Mapping[str, str]
    parts: Mapping[str, tuple[type[BaseModel], str]]

    def error(self, error: ValidationError, place: Place = lambda _: "") -> RummyError:
        """The first mistake, with its place, and how many more there are; a command lists all."""
        return FileError(self.problems(error, place))

    def problems(self, error: ValidationError, place: Place = lambda _: "") -> list[str]:
        """Every mistake that pydantic found, in words, each with its place."""
        found: dict[str, None] = {}
        for detail in error.errors():
            where = tuple(detail["loc"])
            key, takes = self._known(
                ".".join(str(part) for part in where if not isinstance(part, int))
            )
            kind = detail["type"]
            if kind == "extra_forbidden":
                message = self._unknown(where, detail["input"])
            elif kind == "missing":
                message = f"{key} is missing; it takes {takes}"
            elif kind == "value_error":
                message = re.sub(r"^Value error, ", "", detail["msg"])
                if key and not message.startswith(key):
                    message = f"{key}: {message}"
            else:
                value = variant_keys.told(detail["input"])
                message = f"{key} is {value}; allowed: {takes}"
            found.setdefault(place(where) + message)
        return list(found)

    def _known(self, key: str) -> tuple[str, str]:
        """The key that a message is about, and what it takes.

        Pydantic adds the branch of a union: strategies.str.
        """
        heads = [head for head in self.allowed if f"{key}.".startswith(f"{head}.")]
        if not heads:
            return key, ""
        longest = max(heads, key=len)
        return (key if longest in self.parts else longest), self.allowed[longest]

    def _unknown(self, where: Where, value: Any) -> str:
        section = str(where[0]) if len(where) > 1 else ""
        model, written = self.parts[section]
        known = list(model.model_fields)
        name = str(where[-1])
        hint = nearest(name, known)
        listed = f" ({written} has {', '.join(known)})" if "did you mean" in hint else ""
        return f"{name} = {variant_keys.told(value)} is no key of {written}{hint}{listed}"
