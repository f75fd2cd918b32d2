"""The exceptions of rummylab for input that cannot be used."""

from __future__ import annotations


class RummyError(ValueError):
    """A mistake in what was asked.

    The message is one line that names the thing, its value, what is allowed and what to do next.

    Examples
    --------
    >>> from rummylab.errors import RummyError
    >>> issubclass(RummyError, ValueError)
    True
    """

    def __init__(self, message: str) -> None:
        super().__init__(message.replace("\n", "\\n"))  # a value in it may be a text of lines


class VariantError(RummyError):
    """A rule set that cannot be used.

    Parameters
    ----------
    problems
        Every mistake found, one line each; the message of the error is the first of them.

    Examples
    --------
    >>> import rummylab as rl
    >>> rl.Variant.load("rummikub:opening.min_point=50")  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    rummylab.errors.VariantError: ... did you mean opening.min_points? ...
    """

    def __init__(self, problems: tuple[str, ...] | list[str]) -> None:
        self.problems = tuple(problems)
        more = len(self.problems) - 1
        tail = f" (and {more} more mistake{'s' if more > 1 else ''})" if more else ""
        super().__init__(self.problems[0] + tail)

    def __reduce__(self) -> tuple[type[VariantError], tuple[tuple[str, ...]]]:
        return (VariantError, (self.problems,))
