"""What public classes of checked data have in common: a mistake is a RummyError, in words.

Pydantic, which checks them, raises errors of its own from the ways in that it adds to a class.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NoReturn, Self

from pydantic import BaseModel, ConfigDict, ValidationError

from rummylab.arguments import anything, flag, mapped, optional, shown, takes
from rummylab.errors import RummyError

_UPDATE = optional(mapped(anything, "values by field, or None"))


class Model(BaseModel):
    """Frozen data without unknown keys.

    Examples
    --------
    >>> class Pair(Model):
    ...     one: int
    ...     two: int
    >>> Pair(one=1, two=2).model_copy(update={"two": "many"})
    Traceback (most recent call last):
    rummylab.errors.RummyError: two is 'many': input should be a valid integer, ...
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    @classmethod
    def model_validate(cls, obj: Any, **how: Any) -> Self:
        """An object from a mapping, such as `model_dump` gives."""
        if isinstance(obj, Mapping) and not all(isinstance(key, str) for key in obj):
            raise _no_mapping(obj, cls)
        try:
            return super().model_validate(obj, **how)
        except ValidationError as error:
            raise in_words(error, cls) from None

    @classmethod
    def model_validate_json(cls, json_data: str | bytes | bytearray, **how: Any) -> Self:
        """An object from JSON, such as `model_dump_json` gives."""
        try:
            return super().model_validate_json(json_data, **how)
        except ValidationError as error:
            raise in_words(error, cls) from None

    @classmethod
    def model_validate_strings(cls, obj: Any, **how: Any) -> Self:
        """An object from a mapping whose values are texts."""
        try:
            return super().model_validate_strings(obj, **how)
        except ValidationError as error:
            raise in_words(error, cls) from None

    @takes(update=_UPDATE, deep=flag)
    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """A copy; with `update` some fields have other values, checked as those of a new one."""
        if not update:
            return super().model_copy(deep=deep)
        return self.model_validate({**self.model_dump(), **update})

    def copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:  # type: ignore[override]
        """The same as `model_copy`: that of pydantic checks nothing."""
        return self.model_copy(update=update, deep=deep)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in type(self).model_fields:
            self._refuse(name)
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        if name in type(self).model_fields:
            self._refuse(name)
        super().__delattr__(name)

    def _refuse(self, name: str) -> NoReturn:
        changed = "replace" if hasattr(self, "replace") else "model_copy"
        raise RummyError(
            f"{name} of a {type(self).__name__} cannot be set, it is frozen; {changed} makes a"
            " changed copy"
        )


def in_words(error: ValidationError, kind: type[BaseModel]) -> RummyError:
    """The first mistake that pydantic found; one that was found in words is that one."""
    details = error.errors()
    for detail in details:
        cause = detail.get("ctx", {}).get("error")
        if isinstance(cause, RummyError):
            return cause
    first = details[0]
    message = re.sub(r"^Value error, ", "", first["msg"])
    if first["type"] == "json_invalid":
        return RummyError(f"this is not valid JSON: {message.removeprefix('Invalid JSON: ')}")
    key = ".".join(str(part) for part in first["loc"])
    if not key and first["type"] == "value_error":  # of the whole, not of a field
        return RummyError(message)
    if not key:
        return _no_mapping(first["input"], kind)
    allowed = ", ".join(kind.model_fields)
    return RummyError(
        f"{key} is {shown(first['input'])}: {message[0].lower()}{message[1:]}; {kind.__name__} has"
        f" {allowed}"
    )


def _no_mapping(value: object, kind: type[BaseModel]) -> RummyError:
    return RummyError(
        f"{shown(value)} is no {kind.__name__}; allowed: a mapping of its fields, such as"
        " model_dump gives"
    )
