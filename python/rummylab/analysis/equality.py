"""Equality of what holds arrays: by value, as of everything else that functions return."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np


class ByValue:
    """For dataclasses with arrays among their fields, made with ``eq=False``.

    Two are equal when they are of one class and all their fields are; what is not known (NaN)
    equals itself. Python's own comparison of arrays is an array, and the one that a dataclass
    makes of it raises. There is no hash, since arrays have none.

    Examples
    --------
    >>> from rummylab.analysis.course import Course
    >>> one, two = (Course(np.array([[0.5, 0.5]]), 0) for _ in range(2))
    >>> one == two, one == Course(np.array([[0.5, 0.5]]), 1)
    (True, False)
    """

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        names = [field.name for field in fields(self) if field.compare]  # type: ignore[arg-type]
        return all(same(getattr(self, name), getattr(other, name)) for name in names)

    __hash__ = None  # type: ignore[assignment]


def same(one: Any, two: Any) -> bool:
    """Whether two values are equal, whatever they hold.

    Examples
    --------
    >>> same({"a": np.array([1.0, np.nan])}, {"a": np.array([1.0, np.nan])})
    True
    """
    if isinstance(one, np.ndarray) or isinstance(two, np.ndarray):
        real = np.asarray(one).dtype.kind == np.asarray(two).dtype.kind == "f"
        return np.array_equal(one, two, equal_nan=real)
    if isinstance(one, Mapping) and isinstance(two, Mapping):
        return one.keys() == two.keys() and all(same(one[key], two[key]) for key in one)
    if isinstance(one, list | tuple) and type(one) is type(two):
        return len(one) == len(two) and all(map(same, one, two))
    return bool(one == two) or bool(one != one and two != two)
