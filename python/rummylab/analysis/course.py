"""How the chances of the players move in one game, and the metrics of that.

A metric is added in one place: one entry of `VALUE_METRICS`, with its function of a course.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from rummylab.analysis import intervals
from rummylab.analysis.equality import ByValue
from rummylab.analysis.intervals import CONFIDENCE, Estimate

Floats = NDArray[np.float64]

NEARLY_WON = 0.9


@dataclass(frozen=True, eq=False)
class Course(ByValue):
    """The chances of one game.

    Parameters
    ----------
    v : array, shape (T, n)
        The estimated chance of every player after every turn; after the last the winner has 1.
    winner : int
        The player who won, from 0.
    expected : array, shape (T - 1,)
        The squared distance that the chances were expected to go on the next turn, seen from every
        turn but the last.
    """

    v: Floats
    winner: int
    expected: Floats = field(default_factory=lambda: np.zeros(0))


def lead_change(course: Course) -> float:
    """Share of the turns after which the set of leaders is another one; the first is not counted.

    Examples
    --------
    >>> lead_change(Course(np.array([[0.6, 0.4], [0.3, 0.7], [0.2, 0.8]]), 1))
    0.5
    """
    if len(course.v) < 2:
        return 0.0
    leaders = course.v >= course.v.max(axis=1, keepdims=True) - 1e-12
    return float(np.mean(np.any(leaders[1:] != leaders[:-1], axis=1)))


def behind(course: Course) -> Floats:
    """How far the winner was behind the leader after each turn; 0 where leading."""
    gaps: Floats = course.v.max(axis=1) - course.v[:, course.winner]
    return gaps


def drama(course: Course) -> float:
    """Mean deficit of the winner over the turns at which the winner was behind; 0 if never.

    Examples
    --------
    >>> drama(Course(np.array([[0.6, 0.4], [0.7, 0.3], [0.0, 1.0]]), 1))
    0.3
    """
    gaps = behind(course)
    positive = gaps[gaps > 1e-12]
    return round(float(positive.mean()), 12) if len(positive) else 0.0


def most_drama(course: Course) -> float:
    """The greatest deficit of the winner."""
    return float(behind(course).max())


def dramatic_turns(course: Course) -> float:
    """Share of the turns after which the winner is behind."""
    return float(np.mean(behind(course) > 1e-12))


def instability(course: Course) -> float:
    """Mean over the players of the variance over the turns of their chance."""
    return float(course.v.var(axis=0).mean())


def decisiveness(course: Course) -> float:
    """Share of the turns until the winner first exceeds all that a loser ever had.

    Examples
    --------
    >>> decisiveness(Course(np.array([[0.6, 0.4], [0.5, 0.5], [0.3, 0.7], [0.0, 1.0]]), 1))
    0.75
    """
    most = float(np.delete(course.v, course.winner, axis=1).max())
    above = np.flatnonzero(course.v[:, course.winner] > most)
    return float((above[0] + 1) / len(course.v)) if len(above) else 1.0


def excitement(course: Course) -> float:
    """Sum over the turns of the changes of the chances, up or down, halved."""
    return float(np.abs(np.diff(course.v, axis=0)).sum() / 2)


def comeback(course: Course) -> float:
    """1 over the least chance that the winner ever had."""
    return float(1 / max(1e-9, course.v[:, course.winner].min()))


def surprise(course: Course) -> float:
    """Mean distance of the chances after a turn from those before it."""
    if len(course.v) < 2:
        return 0.0
    return float(np.mean(np.sqrt(np.sum(np.diff(course.v, axis=0) ** 2, axis=1))))


def suspense(course: Course) -> float:
    """Mean over the turns of the root of the squared distance that the next one is expected to go.

    References
    ----------
    Ely, Frankel, Kamenica: "Suspense and surprise", Journal of Political Economy 2015.

    Examples
    --------
    >>> suspense(Course(np.array([[0.5, 0.5], [0.3, 0.7], [0, 1]]), 1, np.array([0.04, 0.16])))
    0.3
    """
    return round(float(np.mean(np.sqrt(course.expected))), 12) if len(course.expected) else 0.0


def runaway(course: Course) -> float:
    """Share of the turns after which the winner's chance is at least 0.9 for good.

    Examples
    --------
    >>> runaway(Course(np.array([[0.95, 0.05], [0.5, 0.5], [0.92, 0.08], [1.0, 0.0]]), 0))
    0.75
    """
    low = np.flatnonzero(course.v[:, course.winner] < NEARLY_WON)
    first = int(low[-1]) + 1 if len(low) else 0
    return float((first + 1) / len(course.v)) if first < len(course.v) else 1.0


def leads_after(share: float) -> Callable[[Course], float]:
    """Whether the winner is among the likeliest winners after this share of the turns.

    Examples
    --------
    >>> leads_after(0.5)(Course(np.array([[0.6, 0.4], [0.7, 0.3], [0.4, 0.6], [0.0, 1.0]]), 1))
    0.0
    """

    def leads(course: Course) -> float:
        row = course.v[math.ceil(share * len(course.v)) - 1]
        return float(row[course.winner] >= row.max() - 1e-12)

    return leads


@dataclass(frozen=True)
class ValueMetric:
    """A metric of courses: name, unit, what it is, the function of one course, and its bounds."""

    name: str
    unit: str
    definition: str
    of: Callable[[Course], float]
    least: float = 0.0
    most: float = 1.0

    def estimate(self, courses: Sequence[Course], confidence: float = CONFIDENCE) -> Estimate:
        """Its mean over games, with an interval within its bounds."""
        each = np.array([self.of(course) for course in courses])
        return intervals.mean_between(each, self.least, self.most, confidence)


VALUE_METRICS = (
    ValueMetric(
        "drama", "chance", "Mean deficit of the winner where behind, in chance to win.", drama
    ),
    ValueMetric(
        "drama.most", "chance", "Greatest deficit of the winner, in chance to win.", most_drama
    ),
    ValueMetric(
        "drama.turns",
        "share",
        "Share of the turns after which the winner is behind.",
        dramatic_turns,
    ),
    ValueMetric(
        "stability",
        "ratio",
        "Mean over the players of the variance of their chance to win over the turns; the less, the"
        " stabler.",
        instability,
        most=0.25,  # half of the time 0, half of it 1
    ),
    ValueMetric(
        "decisiveness",
        "share",
        "Share of the game until the winner's chance first exceeds all that a loser ever had.",
        decisiveness,
    ),
    ValueMetric(
        "excitement",
        "chance",
        "Sum over the turns of the chance that changes hands.",
        excitement,
        most=math.inf,
    ),
    ValueMetric(
        "comeback",
        "ratio",
        "1 over the least chance that the winner ever had.",
        comeback,
        least=1.0,
        most=math.inf,
    ),
    ValueMetric(
        "surprise",
        "chance",
        "Mean distance of the chances after a turn from those before.",
        surprise,
        most=math.sqrt(2),  # from one player to another
    ),
    ValueMetric(
        "suspense",
        "chance",
        "Mean over the turns of how far the chances are expected to move on the next one, by the"
        " root of the squared distance.",
        suspense,
        most=math.sqrt(2),
    ),
    ValueMetric(
        "runaway",
        "share",
        "Share of the game after which the winner has a chance of 0.9 or more for good.",
        runaway,
    ),
    *(
        ValueMetric(
            f"leads.{name}",
            "share",
            f"Share of the games whose winner is the likeliest after {said} of the turns.",
            leads_after(share),
        )
        for name, said, share in (
            ("quarter", "a quarter", 0.25),
            ("half", "half", 0.5),
            ("three_quarters", "three quarters", 0.75),
        )
    ),
    ValueMetric(
        "lead_change",
        "share",
        "Share of the turns after which the likeliest winner is another one.",
        lead_change,
    ),
)


def mean_course(courses: Sequence[Course], points: int = 21) -> Floats:
    """Mean chance of the later winner at equal shares of the game, with 95 % intervals.

    Returns
    -------
    array, shape (points, 4)
        Share of the game from 0 to 1, mean, and the ends of its interval. At the end the winner has
        won, which is certain.
    """
    rows = []
    for share in np.linspace(0, 1, points).tolist():
        chances = np.array([one.v[round(share * (len(one.v) - 1)), one.winner] for one in courses])
        found = intervals.mean_between(chances)
        low, high = (1.0, 1.0) if share == 1 else (found.low, found.high)
        rows.append((share, found.value, low, high))
    return np.array(rows)
