"""Counts as people write them: 200k, 1M, 1e6, 100_000."""

from __future__ import annotations

import re

from rummylab.arguments import shown
from rummylab.errors import RummyError

MOST = 2**53
_UNITS = {"": 1, "k": 1_000, "m": 1_000_000, "g": 1_000_000_000}
_COUNT = re.compile(r"(\d{1,16}(?:\.\d{1,16})?)(?:e(\d{1,2}))?([kmg]?)")


def parse_count(text: str | int, *, what: str = "games") -> int:
    """The whole number that a text such as ``200k`` means.

    Raises
    ------
    RummyError
        When it is no whole number of at least 1.

    Examples
    --------
    >>> parse_count("200k"), parse_count("1e6"), parse_count("1.5M"), parse_count(7)
    (200000, 1000000, 1500000, 7)
    """
    try:
        written = str(text).strip()
    except Exception:  # thousands of digits, or a class that cannot be shown
        written = ""
    said = re.sub(r"(?<=\d)[_, ](?=\d)", "", written.lower())
    found = _COUNT.fullmatch(said) if not isinstance(text, bool) else None
    if found:
        digits, exponent, unit = found.groups()
        whole, _, rest = digits.partition(".")
        power: int = 10 ** int(exponent or 0)
        value = int(whole + rest) * power * _UNITS[unit]
        divisor: int = 10 ** len(rest)
        quotient, left = divmod(value, divisor)
        if left == 0 and 1 <= quotient <= MOST:
            return quotient
    # An option is said as it was written, as all options are.
    given = written if what.startswith("--") and written else shown(text)
    raise RummyError(
        f"{what} is {given}; write a whole number from 1 to 2**53, such as 5000, 200k, 1M or 1e6"
    )
