"""The exceptions of rummylab for input that cannot be used."""

from __future__ import annotations

_MOST = 1000  # characters of a message: lists of what is allowed may be long
_BEGINNING, _END = 150, 400  # what is kept of a longer one: the thing, and what to do next


def short(text: str, most: int = 60) -> str:
    """A text that somebody gave, in a message: of a long one the beginning and the length.

    Examples
    --------
    >>> short("R1"), short("R1 " * 40_000, most=8)
    ('R1', 'R1 R1 R1.. (120000 characters)')
    """
    return text if len(text) <= most else f"{text[:most]}.. ({len(text)} characters)"


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
        line = message.replace("\n", "\\n")  # a value in it may be a text of lines
        if len(line) > _MOST:  # or as long as a book
            line = f"{line[:_BEGINNING]} .. ({len(line)} characters) .. {line[-_END:]}"
        super().__init__(line)


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
        self.problems = tuple(str(RummyError(problem)) for problem in problems)
        more = len(self.problems) - 1
        tail = f" (and {more} more mistake{'s' if more > 1 else ''})" if more else ""
        super().__init__(self.problems[0] + tail)

    def __reduce__(self) -> tuple[type[VariantError], tuple[tuple[str, ...]]]:
        return (VariantError, (self.problems,))
