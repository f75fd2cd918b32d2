"""The metrics of strategies against each other: how much skill there is, and how much luck.

A metric is added in one place: one entry of `SKILL_METRICS`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from rummylab.analysis.intervals import Estimate
from rummylab.analysis.ratings import Luck, Ratings


class Played(Protocol):
    """What a league comes to."""

    @property
    def ratings(self) -> Ratings: ...
    @property
    def luck(self) -> Luck: ...
    @property
    def trace(self) -> Estimate: ...
    @property
    def skill_score(self) -> tuple[str, str, Estimate] | None: ...


@dataclass(frozen=True)
class SkillMetric:
    """A metric of a league: name, what it is, its unit, and how it is made; None where it is not.

    Parameters
    ----------
    name, definition, unit : str
        As those of any metric.
    of : callable
        From a league to the estimate.
    """

    name: str
    definition: str
    unit: str
    of: Callable[[Played], Estimate | None]


SKILL_METRICS = (
    SkillMetric(
        "skill_score",
        "1 minus the win rate of the weakest strategy over that of the strongest, each against the"
        " strongest at a table of two; 0: it does not matter who plays.",
        "ratio",
        lambda league: None if league.skill_score is None else league.skill_score[2],
    ),
    SkillMetric(
        "skill_trace",
        "How often each strategy scores more than the one listed before it; listed at strengths 1,"
        " 2, 4 .., what twice the strength is worth.",
        "share",
        lambda league: league.trace,
    ),
    SkillMetric(
        "rating_spread",
        "Standard deviation of the fitted Elo ratings of the strategies.",
        "points",
        lambda league: league.ratings.spread(),
    ),
    SkillMetric(
        "skill_ladder",
        "Kendall's tau between the order in which the strategies are listed and their ratings.",
        "ratio",
        lambda league: league.ratings.ladder(),
    ),
    SkillMetric(
        "deal_share",
        "Share of the variance of who wins that the deal explains.",
        "share",
        lambda league: league.luck.deal,
    ),
    SkillMetric(
        "player_share",
        "Share of the variance of who wins that the strength of the players explains.",
        "share",
        lambda league: league.luck.players,
    ),
    SkillMetric(
        "seat_share",
        "Share of the variance of who wins that the seat explains on all deals.",
        "share",
        lambda league: league.luck.seats,
    ),
)
