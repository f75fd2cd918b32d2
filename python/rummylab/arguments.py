"""What people give to functions, looked at first: a wrong kind of value is told in their words.

`takes` says for the parameters of a function of what kind each is. What a kind lets pass reaches
the function as it wants it: a list for whatever holds texts, plain numbers for those of numpy. What
a value must be besides (a tile of the set, a number of players of the rules) the function says.
"""

from __future__ import annotations

import functools
import inspect
import math
import numbers
import operator
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import numpy as np

from rummylab.errors import RummyError, short

# From a value to the value that the function gets; raises WrongKindError.
Kind = Callable[[Any], Any]
F = TypeVar("F", bound=Callable[..., Any])

_MOST_NUMBER = 1e300


class WrongKindError(Exception):
    """A value of a wrong kind: what is allowed, and where in the argument it stands."""

    def __init__(self, value: object, allowed: str, place: str = "") -> None:
        self.value, self.allowed, self.place = value, allowed, place


def shown(value: object) -> str:
    """A value in a message, on one line and not too long.

    Examples
    --------
    >>> shown("two"), len(shown("long " * 99))
    ("'two'", 79)
    """
    try:
        text = " ".join(repr(value).split())
    except ValueError:  # an integer of thousands of digits
        text = f"a very long {type(value).__name__}"
    except Exception:  # of a class whose own __repr__ fails
        text = f"a {type(value).__name__}"
    return short(text)


def takes(**kinds: Kind) -> Callable[[F], F]:
    """Look at these arguments of a function before it is called.

    Examples
    --------
    >>> @takes(rack=TILES)
    ... def count(rack):
    ...     return len(rack.split())
    >>> count("R4 J")
    2
    >>> count(rack=4)
    Traceback (most recent call last):
    rummylab.errors.RummyError: rack is 4; allowed: a text of tiles with blanks between, or ""
    """

    def decorated(function: F) -> F:
        parameters = inspect.signature(function).parameters
        assert kinds.keys() <= parameters.keys(), function
        places = [p.name for p in parameters.values() if p.kind is p.POSITIONAL_OR_KEYWORD]

        def looked_at(name: str, value: Any) -> Any:
            kind = kinds.get(name)
            if kind is None:
                return value
            try:
                return kind(value)
            except WrongKindError as wrong:
                raise RummyError(
                    f"{name}{wrong.place} is {shown(wrong.value)}; allowed: {wrong.allowed}"
                ) from None

        @functools.wraps(function)
        def checked(*args: Any, **named: Any) -> Any:
            first = [looked_at(name, value) for name, value in zip(places, args, strict=False)]
            given = {name: looked_at(name, value) for name, value in named.items()}
            return function(*first, *args[len(first) :], **given)

        return checked  # type: ignore[return-value]  # the same function to its callers

    return decorated


# --- Kinds


def of(kind: type | tuple[type, ...], allowed: str) -> Kind:
    """Objects of a class."""

    def look(value: Any) -> Any:
        if not isinstance(value, kind):
            raise WrongKindError(value, allowed)
        return value

    return look


def text(allowed: str = "a text") -> Kind:
    """Texts, without halves of characters such as a terminal makes of bytes that are none."""

    def look(value: Any) -> Any:
        if not isinstance(value, str) or not is_readable(value):
            raise WrongKindError(value, allowed)
        return value

    return look


def is_readable(value: str) -> bool:
    """Whether a text can be written as UTF-8.

    Examples
    --------
    >>> is_readable("R1"), is_readable("R1\\udcff")
    (True, False)
    """
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def one_of(*words: str) -> Kind:
    """Some words."""

    def look(value: Any) -> Any:
        if not isinstance(value, str) or value not in words:
            raise WrongKindError(value, ", ".join(words))
        return value

    return look


def is_whole(value: Any, low: float = -math.inf, high: float = math.inf) -> bool:
    """Whether a value is a whole number within bounds; True and False are none.

    Examples
    --------
    >>> is_whole(np.int64(3), 1, 3), is_whole(4, 1, 3), is_whole(True), is_whole(3.0)
    (True, False, False, False)
    """
    found = isinstance(value, numbers.Integral) and not isinstance(value, bool)
    return found and low <= operator.index(value) <= high


def is_number(value: Any) -> bool:
    """Whether a value is a finite number; True and False are none.

    Examples
    --------
    >>> is_number(0.5), is_number(np.float32(2)), is_number(float("nan")), is_number("2")
    (True, True, False, False)
    """
    found = isinstance(value, numbers.Real) and not isinstance(value, bool)
    try:
        return found and abs(float(value)) < _MOST_NUMBER
    except OverflowError:  # an integer of hundreds of digits
        return False


def whole(low: int = -(2**31), high: int = 2**31 - 1, allowed: str = "a whole number") -> Kind:
    """Whole numbers within bounds, those of numpy too."""

    def look(value: Any) -> int:
        if not is_whole(value, low, high):
            raise WrongKindError(value, allowed)
        return operator.index(value)

    return look


def number(allowed: str = "a number") -> Kind:
    """Finite numbers."""

    def look(value: Any) -> Any:
        if not is_number(value):
            raise WrongKindError(value, allowed)
        return value

    return look


def flag(value: Any) -> bool:
    """True and False, those of numpy too."""
    if not isinstance(value, bool | np.bool_):
        raise WrongKindError(value, "True or False")
    return bool(value)


def listed(each: Kind, allowed: str) -> Kind:
    """Lists, and whatever else can be listed but a text."""

    def look(value: Any) -> list[Any]:
        if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
            raise WrongKindError(value, allowed)
        return [_inside(each, entry, place) for place, entry in enumerate(value)]

    return look


def tupled(*kinds: Kind, allowed: str) -> Kind:
    """As many values as there are kinds, one of each."""

    def look(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or len(value) != len(kinds):
            raise WrongKindError(value, allowed)
        pairs = zip(kinds, value, strict=True)
        return tuple(_inside(kind, entry, place) for place, (kind, entry) in enumerate(pairs))

    return look


def mapped(each: Kind, allowed: str) -> Kind:
    """Mappings from texts."""

    def look(value: Any) -> dict[str, Any]:
        if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
            raise WrongKindError(value, allowed)
        return {key: _inside(each, entry, key) for key, entry in value.items()}

    return look


def _inside(kind: Kind, entry: object, place: int | str) -> Any:
    try:
        return kind(entry)
    except WrongKindError as wrong:
        wrong.place = f"[{shown(place)}]{wrong.place}"
        raise


def optional(kind: Kind) -> Kind:
    """A kind, or None."""
    return lambda value: None if value is None else kind(value)


def either(first: Kind, second: Kind, allowed: str) -> Kind:
    """One kind or the other."""

    def look(value: Any) -> Any:
        for kind in (first, second):
            try:
                return kind(value)
            except WrongKindError:
                continue
        raise WrongKindError(value, allowed)

    return look


def callback(value: Any) -> Any:
    """Something that can be called, or None."""
    if value is not None and not callable(value):
        raise WrongKindError(value, "a function, or None")
    return value


def anything(value: Any) -> Any:
    """Any value; what it must be is looked at later."""
    return value


def path(value: Any) -> str | os.PathLike[str]:
    """Paths of files and folders."""
    allowed = "the path of a file or folder"
    found = os.fspath(value) if isinstance(value, str | os.PathLike) else None
    if not isinstance(found, str) or "\0" in found:
        raise WrongKindError(value, allowed)
    given: str | os.PathLike[str] = value
    return given


TILES = text('a text of tiles with blanks between, or ""')
MELDS = listed(TILES, 'a list with one text per meld, such as ["R4 R5 R6"]')
PLAYERS = optional(whole(allowed="a whole number, or None for the standard set of tiles"))
THREADS = optional(whole(1, 1024, "1 to 1024, or None for all cores"))
