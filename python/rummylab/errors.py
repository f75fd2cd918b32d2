"""The one exception of rummylab for input that cannot be used."""

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
