"""Many questions at once: Holm for those named before the run, Benjamini-Hochberg for the rest."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rummylab.errors import RummyError


def _checked(values: Sequence[float]) -> np.ndarray:
    p = np.asarray(values, dtype=np.float64)
    if p.ndim != 1 or not np.all((p >= 0) & (p <= 1)):
        raise RummyError(f"p values are {list(values)}; each must lie between 0 and 1")
    return p


def holm(values: Sequence[float]) -> list[float]:
    """Adjusted p values: all that are at most 5 % stand, with a chance of 5 % that any is false.

    Parameters
    ----------
    values : sequence of float
        p values of the questions, in any order; the answer keeps it.

    References
    ----------
    Holm: "A simple sequentially rejective multiple test procedure", 1979.

    Examples
    --------
    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    p = _checked(values)
    order = np.argsort(p, kind="stable")
    adjusted = np.maximum.accumulate(p[order] * (len(p) - np.arange(len(p))))
    found = np.empty(len(p))
    found[order] = np.minimum(adjusted, 1.0)
    return [float(x) for x in found]


def benjamini_hochberg(values: Sequence[float]) -> list[float]:
    """Adjusted p values: of all that are at most 5 %, about 5 % at most are false.

    Parameters
    ----------
    values : sequence of float
        p values of the questions, in any order; the answer keeps it.

    References
    ----------
    Benjamini and Hochberg: "Controlling the false discovery rate", 1995.

    Examples
    --------
    >>> [round(p, 3) for p in benjamini_hochberg([0.01, 0.04, 0.03])]
    [0.03, 0.04, 0.04]
    """
    p = _checked(values)
    order = np.argsort(p, kind="stable")[::-1]
    ranks = len(p) - np.arange(len(p))
    adjusted = np.minimum.accumulate(p[order] * len(p) / ranks)
    found = np.empty(len(p))
    found[order] = np.minimum(adjusted, 1.0)
    return [float(x) for x in found]
