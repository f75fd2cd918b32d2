"""Sobol's and Morris's sensitivity by SALib, with the noise of the games taken off.

SALib works on the unit cube; a point of it stands for a level of every factor. Several points may
stand for one arm, which is played once.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rummylab.analysis.intervals import Estimate
from rummylab.analysis.joint import Joint
from rummylab.errors import RummyError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MORRIS_LEVELS = 4


@dataclass(frozen=True)
class SobolIndex:
    """Shares of the variance over the space: of the factor alone, and with all it is part of.

    `alone_error` and `total_error` are half-widths of 95 % intervals of the sampled points.
    """

    factor: str
    alone: float
    alone_error: float
    total: float
    total_error: float

    @property
    def estimates(self) -> tuple[Estimate, Estimate]:
        """Alone, and with all it is part of."""
        pairs = ((self.alone, self.alone_error), (self.total, self.total_error))
        alone, total = (Estimate(v, max(0.0, v - e), min(1.0, v + e), 0) for v, e in pairs)
        return alone, total


@dataclass(frozen=True)
class MorrisEffect:
    """What a factor does over its whole range: on average, in size, and how much that varies.

    `error` is the half-width of the 95 % interval of the size over the trajectories, and `floor`
    the mean size that noise alone would show.
    """

    factor: str
    mean: float
    size: float
    error: float
    spread: float
    floor: float

    @property
    def estimate(self) -> Estimate:
        """The size with its interval."""
        return Estimate(self.size, max(0.0, self.size - self.error), self.size + self.error, 0)

    @property
    def seen(self) -> bool:
        """Whether the size is well above what noise alone shows.

        Trajectories may share their arms, so the size is no surer than one difference of two: the
        floor is 0.8 of its standard error, and 3 floors are 2.4 errors.
        """
        return self.size > 3 * self.floor


def _salib(module: str) -> Any:
    try:
        return importlib.import_module(f"SALib.{module}")
    except ImportError:
        raise RummyError(
            "Sobol and Morris designs need SALib, which is not installed; install it with: pip"
            ' install \'rummylab[sensitivity]\', or use kind = "full" or "latin"'
        ) from None


def problem(factors: Sequence[str]) -> dict[str, Any]:
    """The unit cube, as SALib wants it."""
    return {
        "num_vars": len(factors),
        "names": list(factors),
        "bounds": [[0.0, 1.0]] * len(factors),
    }


def sobol_sample(factors: Sequence[str], runs: int, seed: int) -> Floats:
    """Saltelli's points: ``runs * (factors + 2)`` rows of the unit cube; runs is a power of two."""
    if runs < 2 or runs & (runs - 1):
        raise RummyError(f"runs is {runs}; a Sobol design takes a power of two, such as 64")
    points: Floats = _salib("sample.sobol").sample(
        problem(factors), runs, calc_second_order=False, seed=seed
    )
    return points


def morris_sample(factors: Sequence[str], runs: int, seed: int) -> Floats:
    """`runs` trajectories of ``factors + 1`` rows each."""
    points: Floats = _salib("sample.morris").sample(
        problem(factors), runs, num_levels=MORRIS_LEVELS, seed=seed
    )
    return points


def sobol(joint: Joint, factors: Sequence[str], arms: Ints, seed: int = 0) -> list[SobolIndex]:
    """Sobol's indices of a sample.

    Parameters
    ----------
    joint : Joint
        The metric in every arm.
    factors : sequence of str
        The factors in the order of the sample.
    arms : array of int
        The arm of every row of the sample.

    Notes
    -----
    Noise adds to the variance of the outputs, to the squares that make the total index, and, as
    far as arms share their deals, to the products that make the first. The expectation of each is
    known from the covariance of the arms and is taken off.
    """
    d = len(factors)
    y = joint.values[arms]
    if float(np.var(y)) == 0:
        return [SobolIndex(name, 0.0, 0.0, 0.0, 0.0) for name in factors]
    raw = _salib("analyze.sobol").analyze(
        problem(factors), y, calc_second_order=False, seed=seed, print_to_console=False
    )
    covariance = joint.covariance()
    rows = arms.reshape(-1, d + 2)
    first, second = rows[:, 0], rows[:, d + 1]
    pooled = np.concatenate([first, second])
    seen = float(np.var(joint.values[pooled]))
    within = covariance[np.ix_(pooled, pooled)]
    noise = float(np.mean(np.diag(within)) - np.mean(within))
    true = seen - noise
    if true <= 0:  # the arms differ by no more than noise does
        return [SobolIndex(name, 0.0, 1.0, 0.0, 1.0) for name in factors]
    found = []
    for i, name in enumerate(factors):
        mixed = rows[:, i + 1]
        product = float(np.mean(covariance[second, mixed] - covariance[second, first]))
        square = float(
            np.mean(
                covariance[first, first] + covariance[mixed, mixed] - 2 * covariance[first, mixed]
            )
        )
        alone = (float(raw["S1"][i]) * seen - product) / true
        total = (float(raw["ST"][i]) * seen - square / 2) / true
        grow = seen / true
        found.append(
            SobolIndex(
                name,
                min(1.0, max(0.0, alone)),
                float(raw["S1_conf"][i]) * grow,
                min(1.0, max(0.0, total)),
                float(raw["ST_conf"][i]) * grow,
            )
        )
    return found


def morris(
    joint: Joint, factors: Sequence[str], arms: Ints, sample: Floats, seed: int = 0
) -> list[MorrisEffect]:
    """Morris's elementary effects of a sample of trajectories; see `sobol` for the arguments."""
    raw = _salib("analyze.morris").analyze(
        problem(factors),
        sample,
        joint.values[arms],
        num_levels=MORRIS_LEVELS,
        print_to_console=False,
        seed=seed,
    )
    covariance = joint.covariance()
    d = len(factors)
    paths = arms.reshape(-1, d + 1)
    points = sample.reshape(-1, d + 1, d)
    found = []
    for i, name in enumerate(factors):
        noise = []
        for path, steps in zip(paths, points, strict=True):
            moved = np.abs(np.diff(steps[:, i]))
            k = int(np.argmax(moved))
            a, b = path[k], path[k + 1]
            variance = covariance[a, a] + covariance[b, b] - 2 * covariance[a, b]
            noise.append(float(variance) / float(moved[k]) ** 2)
        mean_noise = float(np.mean(noise))
        spread = math.sqrt(max(0.0, float(raw["sigma"][i]) ** 2 - mean_noise))
        floor = math.sqrt(2 / math.pi * mean_noise)
        found.append(
            MorrisEffect(
                name,
                float(raw["mu"][i]),
                float(raw["mu_star"][i]),
                float(raw["mu_star_conf"][i]),
                spread,
                floor,
            )
        )
    return found
