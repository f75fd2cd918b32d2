"""How many units it takes: for an interval of a given width, or to find a difference.

From the variance of one unit, as a pilot tells it. The answers are those of a normal law, which
sums over hundreds of deals follow closely.
"""

from __future__ import annotations

import math

from scipy import special

from rummylab.analysis.intervals import CONFIDENCE, z_factor
from rummylab.errors import RummyError


def units_for_width(variance: float, half_width: float, confidence: float = CONFIDENCE) -> int:
    """Units for an interval that reaches so far to each side.

    Examples
    --------
    >>> units_for_width(100.0, 0.1)  # (1.96 * 10 / 0.1) squared
    38415
    """
    _check(variance, half_width, "half_width")
    return max(2, math.ceil(variance * (z_factor(confidence) / half_width) ** 2))


def units_for_power(
    variance: float, effect: float, power: float = 0.9, confidence: float = CONFIDENCE
) -> int:
    """Units to find a difference of this size with this chance.

    To find it is to see an interval of the given confidence that leaves out zero.

    Examples
    --------
    >>> units_for_power(100.0, 1.0, power=0.8)
    785
    """
    _check(variance, effect, "effect")
    if not 0.05 <= power < 1:
        raise RummyError(f"power is {power}; it must lie between 0.05 and 1, such as 0.9")
    both = z_factor(confidence) + float(special.ndtri(power))
    return max(2, math.ceil(variance * (both / effect) ** 2))


def _check(variance: float, size: float, what: str) -> None:
    if not (math.isfinite(variance) and variance >= 0):
        raise RummyError("the pilot does not tell how much games vary; play a longer one")
    if not (math.isfinite(size) and size > 0):
        raise RummyError(f"{what} is {size}; give a positive number, such as 0.1")


def smallest_effect(
    variance: float, units: int, power: float = 0.9, confidence: float = CONFIDENCE
) -> float:
    """The smallest difference that so many units find with this chance.

    Examples
    --------
    >>> round(smallest_effect(100.0, 785, power=0.8), 2)
    1.0
    """
    _check(variance, 1.0, "effect")
    both = z_factor(confidence) + float(special.ndtri(power))
    return both * math.sqrt(variance / units)
