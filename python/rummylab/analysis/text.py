"""Numbers and names as people read them: every number cut to its error."""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable

from rummylab.analysis.intervals import Estimate


def nearest(name: str, known: Iterable[str]) -> str:
    """The end of an error message: the nearest known name, or all of them when few.

    Examples
    --------
    >>> nearest("turn", ["turns", "winner_score"])
    '; did you mean turns?'
    """
    options = list(known)
    close = difflib.get_close_matches(str(name), options, n=1, cutoff=0.6)
    if not close and len(str(name)) > 3:  # a part of a name is near too
        parts = [one for one in options if str(name).lower() in one.lower()]
        close = difflib.get_close_matches(str(name), parts, n=1, cutoff=0.0)
    if close:
        return f"; did you mean {close[0]}?"
    if len(options) <= 12:
        return f"; known are {', '.join(options)}"
    return ""


def counted(number: int, what: str) -> str:
    """So many of something: ``1 game``, ``20,000 games``.

    Examples
    --------
    >>> counted(1, "match"), counted(20_000, "match")
    ('1 match', '20,000 matches')
    """
    more = "es" if what.endswith("ch") else "s"
    return f"{number:,} {what}{'' if number == 1 else more}"


def unit_after(said: str, unit: str) -> str:
    """The unit of a number as it is read aloud: one turn, two turns.

    Examples
    --------
    >>> unit_after("1", "turns"), unit_after("1.0", "turns"), unit_after("1", "% points")
    ('turn', 'turns', '% points')
    """
    return unit.removesuffix("s") if said in ("1", "−1") and not unit.startswith("%") else unit


def decimals(half_width: float, *, most: int = 6) -> int:
    """How many decimals a number with this error deserves: one digit of error, two if it is a 1.

    Examples
    --------
    >>> decimals(0.13), decimals(0.4), decimals(12.0), decimals(0.0)
    (2, 1, 0, 0)
    """
    if not math.isfinite(half_width) or half_width <= 0:
        return 0
    exponent = math.floor(math.log10(half_width))
    lead = half_width / 10**exponent
    return max(0, min(most, -exponent + (1 if lead < 2 else 0)))


def fixed(value: float, places: int) -> str:
    """The number with so many decimals, thousands apart, a true minus sign and never -0.

    Examples
    --------
    >>> fixed(12345.678, 1)
    '12,345.7'
    """
    if not math.isfinite(value):
        return "unknown"
    text = f"{value:,.{places}f}"
    if float(text.replace(",", "")) == 0:
        text = text.removeprefix("-")
    return text.replace("-", "−")


def places(estimate: Estimate, unit: str = "") -> int:
    """The decimals of this estimate in its unit (a share prints as %)."""
    ends = (estimate.value, estimate.low, estimate.high)
    if unit != "share" and all(math.isfinite(x) and x == int(x) for x in ends):
        return 0  # a quantile of whole numbers
    if unit != "share" and estimate.low == estimate.high:
        return 2  # exact, but no whole number
    factor = 100.0 if unit == "share" else 1.0
    least = 1e-9 if unit == "share" else 0.0
    return decimals(max(least, factor * estimate.half_width), most=4) if estimate.defined else 0


def alike(estimates: Iterable[Estimate | None], unit: str = "") -> int | None:
    """The decimals of numbers that are compared: what the one known best asks for.

    It is at most one more than the one known least asks for, which else would look better known.

    Exact values and shares of none or all have no say, and None comes of nothing else.

    Examples
    --------
    >>> alike([Estimate(58.4, 58.1, 58.7, 100), Estimate(58.83, 58.64, 59.02, 100)], "turns")
    2
    """
    known = [
        places(e, unit)
        for e in estimates
        if e is not None and e.low < e.high and not (unit == "share" and e.value in (0, 1))
    ]
    return min(max(known), min(known) + 1) if known else None


def _digits(estimate: Estimate, unit: str, digits: int | None) -> int:
    """Decimals as its neighbours have them, unless no interval would be left of it."""
    factor = 100.0 if unit == "share" else 1.0
    low, high = (fixed(factor * end, digits or 0) for end in (estimate.low, estimate.high))
    nothing_left = low == high and math.isfinite(estimate.half_width)
    return places(estimate, unit) if digits is None or nothing_left else digits


def number(estimate: Estimate, unit: str = "", digits: int | None = None) -> str:
    """The value alone, cut to its error, or with as many decimals as its neighbours.

    Examples
    --------
    >>> number(Estimate(33.0412, 32.911, 33.171, 20000), "turns")
    '33.04'
    """
    if not estimate.defined:
        return "–"
    digits = _digits(estimate, unit, digits)
    if unit == "share":
        digits = 0 if estimate.value in (0, 1) else digits
        return fixed(100 * estimate.value, digits) + " %"
    return fixed(estimate.value, digits)


def interval(estimate: Estimate, unit: str = "", digits: int | None = None) -> str:
    """The interval alone, cut to its error, or with as many decimals as its neighbours.

    Where few games bound a number on one side only it says so, and where on none that too.

    Examples
    --------
    >>> interval(Estimate(33.0412, 32.911, 33.171, 20000), "turns")
    '32.91 to 33.17'
    >>> interval(Estimate(53.0, 32.0, math.inf, 2)), interval(Estimate(3.0, -math.inf, math.inf, 1))
    ('at least 32', 'too few to tell')
    """
    if not estimate.defined:
        return "–"
    factor = 100.0 if unit == "share" else 1.0
    least_digits = digits or 0
    digits = _digits(estimate, unit, digits)
    sign = " %" if unit == "share" else ""
    if math.isinf(estimate.low) and math.isinf(estimate.high):
        return "too few to tell"
    if unit == "share" and estimate.value == estimate.low == 0 < estimate.high:
        most = 100 * estimate.high
        return f"at most {fixed(most, max(least_digits, decimals(most, most=4)))} %"
    if unit == "share" and estimate.value == estimate.high == 1 > estimate.low:
        least = 100 * estimate.low
        return f"at least {fixed(least, max(least_digits, decimals(100 - least, most=4)))} %"
    low, high = (fixed(factor * end, digits) for end in (estimate.low, estimate.high))
    if math.isinf(estimate.high):
        return f"at least {low}{sign}"
    if math.isinf(estimate.low):
        return f"at most {high}{sign}"
    return f"{low}{sign}" if estimate.low == estimate.high else f"{low} to {high}{sign}"


def between(estimate: Estimate, digits: int | None = None) -> str:
    """The interval in a sentence about where something lies.

    Examples
    --------
    >>> between(Estimate(4.0, -2.1, 10.2, 100)), between(Estimate(4.0, 2.0, math.inf, 9))
    ('between −2 and 10', 'at least 2')
    """
    said = interval(estimate, "", digits)
    both = math.isfinite(estimate.low) and math.isfinite(estimate.high)
    return f"between {said.replace(' to ', ' and ')}" if both else said


def phrase(estimate: Estimate, unit: str = "", digits: int | None = None) -> str:
    """Value, unit and interval as part of a sentence.

    Examples
    --------
    >>> phrase(Estimate(33.0412, 32.911, 33.171, 20000), "turns")
    '33.04 turns (32.91 to 33.17)'
    """
    said = value_phrase(estimate, unit, digits)
    if not estimate.defined or estimate.low == estimate.value == estimate.high:
        return said
    return f"{said} ({interval(estimate, unit, digits)})"


def value_phrase(estimate: Estimate, unit: str = "", digits: int | None = None) -> str:
    """Value and unit as part of a sentence.

    Examples
    --------
    >>> value_phrase(Estimate(33.0412, 32.911, 33.171, 20000), "turns")
    '33.04 turns'
    """
    if not estimate.defined:
        return "not known"
    said = number(estimate, unit, digits)
    return f"{said}{'' if unit in ('', 'share') else f' {unit_after(said, unit)}'}"
