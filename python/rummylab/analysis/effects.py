"""What each factor of a design does: main effects, interactions, slopes, shares of the variance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from rummylab.analysis.intervals import CONFIDENCE, Estimate, simultaneous
from rummylab.analysis.joint import Joint

Floats = NDArray[np.float64]
Level = int | str | bool
Point = Mapping[str, Level]


@dataclass(frozen=True)
class Effect:
    """A level of a factor instead of its base level, averaged over the other factors."""

    factor: str
    level: Level
    base: Level
    change: Estimate


@dataclass(frozen=True)
class Interaction:
    """How much two factors together differ from the sum of what each does alone.

    `same` names other pairs that the design cannot tell from this one.
    """

    factors: tuple[str, str]
    levels: tuple[Level, Level]
    bases: tuple[Level, Level]
    change: Estimate
    same: tuple[str, ...] = ()


@dataclass(frozen=True)
class Share:
    """A factor's share of the variance between the arms: alone, and with all that it is part of."""

    factor: str
    alone: Estimate
    total: Estimate


def levels_of(points: Sequence[Point], factor: str) -> list[Level]:
    """The levels of a factor in the order in which they occur."""
    return list(dict.fromkeys(point[factor] for point in points))


def _mean(points: Sequence[Point], wanted: Point) -> Floats | None:
    """Weights of the mean over the arms with these levels; None when there is none."""
    hits = np.array([all(p[f] == level for f, level in wanted.items()) for p in points])
    return hits / hits.sum() if hits.any() else None


def main_effects(
    points: Sequence[Point],
    joint: Joint,
    bases: Point,
    *,
    confidence: float = CONFIDENCE,
    given: Point | None = None,
) -> list[Effect]:
    """Every level of every factor against its base level, averaged over the other factors.

    Parameters
    ----------
    points : sequence of mapping
        The levels of every arm, in the order of the values.
    joint : Joint
        The metric in every arm.
    bases : mapping
        The base level of every factor.
    given : mapping, optional
        Only over the arms with these levels: a simple effect instead of a main effect.
    """
    fixed = dict(given or {})
    found = []
    for factor, base in bases.items():
        if factor in fixed:
            continue
        below = _mean(points, {**fixed, factor: base})
        for level in levels_of(points, factor):
            above = _mean(points, {**fixed, factor: level})
            if level == base or above is None or below is None:
                continue
            found.append(Effect(factor, level, base, joint.contrast(above - below, confidence)))
    return found


def interactions(
    points: Sequence[Point], joint: Joint, bases: Point, *, confidence: float = CONFIDENCE
) -> list[Interaction]:
    """Every pair of levels of two factors: the difference of their differences.

    All intervals hold at once (Bonferroni). Where a fractional design gives two pairs the same
    contrast, the first is kept and names the other.
    """
    asked: list[tuple[tuple[str, str], tuple[Level, Level], Floats]] = []
    for a, b in combinations(bases, 2):
        for x in levels_of(points, a):
            for y in levels_of(points, b):
                if x == bases[a] or y == bases[b]:
                    continue
                parts = [
                    _mean(points, {a: p, b: q})
                    for p, q in ((x, y), (x, bases[b]), (bases[a], y), (bases[a], bases[b]))
                ]
                if any(part is None for part in parts):
                    continue
                both, left, right, none = (part for part in parts if part is not None)
                asked.append(((a, b), (x, y), both - left - right + none))
    kept: list[tuple[tuple[str, str], tuple[Level, Level], Floats]] = []
    same: list[list[str]] = []
    for pair, levels, weights in asked:
        for index, (_, _, known) in enumerate(kept):
            if np.allclose(weights, known) or np.allclose(weights, -known):
                same[index].append(" x ".join(pair))
                break
        else:
            kept.append((pair, levels, weights))
            same.append([])
    each = simultaneous(confidence, max(1, len(kept)))
    return [
        Interaction(
            pair,
            levels,
            (bases[pair[0]], bases[pair[1]]),
            joint.contrast(weights, each),
            tuple(others),
        )
        for (pair, levels, weights), others in zip(kept, same, strict=True)
    ]


def slopes(
    points: Sequence[Point], joint: Joint, *, confidence: float = CONFIDENCE
) -> dict[str, Estimate]:
    """The slope of the metric on every numeric factor, per unit, by least squares over the arms.

    The interval is that of the straight line that fits these arms best: it holds the noise of the
    games, and not how far the truth is from a straight line.
    """
    numeric = [
        name
        for name in points[0]
        if all(isinstance(p[name], int) and not isinstance(p[name], bool) for p in points)
        and len(levels_of(points, name)) > 1
    ]
    if not numeric or len(points) <= len(numeric):
        return {}
    design = np.array([[1.0, *(float(p[name]) for name in numeric)] for p in points])
    weights = np.linalg.pinv(design)
    return {name: joint.contrast(weights[i + 1], confidence) for i, name in enumerate(numeric)}


def is_grid(points: Sequence[Point], factors: Sequence[str]) -> bool:
    """Whether the arms are every combination of the levels, each once."""
    size = 1
    for factor in factors:
        size *= len(levels_of(points, factor))
    return len({tuple(p[f] for f in factors) for p in points}) == len(points) == size


def shares(
    points: Sequence[Point],
    joint: Joint,
    factors: Sequence[str],
    *,
    confidence: float = CONFIDENCE,
    seed: int = 0,
) -> list[Share]:
    """How much of the variance over a whole grid each factor explains (Sobol's indices, exactly).

    Every variance is a quadratic form of the values, which the noise of the games makes too large
    by the trace of form times covariance: that floor is taken off. Intervals are percentiles of
    2,000 draws of that noise.
    """
    count = len(points)
    covariance = joint.covariance()
    if not np.all(np.isfinite(covariance)):  # one game does not tell what chance adds
        return []
    centre = np.eye(count) - np.full((count, count), 1 / count)
    whole = centre / count

    def form(free: Sequence[str]) -> Floats:
        """The form of the variance of the means over what is not held equal on `free`."""
        mean = np.array([[all(p[f] == q[f] for f in free) for q in points] for p in points], float)
        mean /= mean.sum(axis=1, keepdims=True)
        parted: Floats = (mean @ centre).T @ (mean @ centre) / count
        return parted

    rng = np.random.default_rng(seed)
    roots, axes = np.linalg.eigh(covariance)
    noise = rng.standard_normal((2000, count)) * np.sqrt(np.clip(roots, 0, None)) @ axes.T

    def of(matrix: Floats, values: Floats, floors: int) -> Floats:
        floor = float(np.sum(matrix * covariance))
        quadratic: Floats = np.einsum("...i,ij,...j->...", values, matrix, values)
        return quadratic - floors * floor

    total = of(whole, joint.values, 1)
    # A draw has the noise of the values twice: its own, and that which they hold already.
    draws = of(whole, joint.values + noise, 2)
    found = []
    for factor in factors:
        others = [name for name in factors if name != factor]
        pair = []
        for matrix in (form([factor]), whole - form(others)):
            value = float(of(matrix, joint.values, 1) / total) if total > 0 else 0.0
            parts = of(matrix, joint.values + noise, 2)
            spread = np.divide(parts, draws, out=np.zeros_like(draws), where=draws > 0)
            tail = 100 * (1 - confidence) / 2
            low, high = np.percentile(np.clip(spread, 0, 1), [tail, 100 - tail])
            value = min(1.0, max(0.0, value))
            pair.append(Estimate(value, min(float(low), value), max(float(high), value), count))
        found.append(Share(factor, pair[0], pair[1]))
    return found
