"""What balancing found: every setting with its checks, the answer, and how sure it is."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Literal

from scipy import special

from rummylab.analysis.compare import Difference
from rummylab.analysis.effects import Level
from rummylab.analysis.intervals import Estimate
from rummylab.balance.spec import Balance, Target

Fate = Literal["meets", "open", "misses"]


@dataclass(frozen=True)
class Check:
    """One target at one number of players.

    Parameters
    ----------
    metric : str
        The metric of the target.
    players : int
        Players at the table.
    target : Target
        The band.
    found : Estimate
        The value, with an interval as wide as the decision about it asks.
    """

    metric: str
    players: int
    target: Target
    found: Estimate

    @property
    def fate(self) -> Fate:
        """Whether the interval lies in the band, outside of it, or across an end."""
        low, high = self.target.ends
        if not self.found.defined:
            return "open"
        if low <= self.found.low and self.found.high <= high:
            return "meets"
        if self.found.high < low or self.found.low > high:
            return "misses"
        return "open"

    @property
    def miss(self) -> float:
        """How far the value lies outside of the band, in units of the band."""
        return self.target.miss(self.found.value) if self.found.defined else math.inf

    def doubt(self, confidence: float) -> float:
        """The chance that the truth lies outside, by the normal law around the value."""
        low, high = self.target.ends
        if not self.found.defined:
            return 1.0
        value, factor = self.found.value, special.ndtri(0.5 + confidence / 2)
        # The longer side: what cannot be is cut off the other where games are few.
        error = max(self.found.high - value, value - self.found.low) / factor
        if math.isinf(error):
            return 1.0
        if error <= 0:
            return 0.0 if self.miss == 0 else 1.0
        inside = special.ndtr((high - self.found.value) / error) - special.ndtr(
            (low - self.found.value) / error
        )
        return float(1 - inside)


@dataclass(frozen=True)
class Setting:
    """One setting of the rules that may vary, as far as it was played."""

    point: dict[str, Level]
    cost: float
    games: int
    checks: tuple[Check, ...]

    @property
    def fate(self) -> Fate:
        """Misses when one target is clearly missed, meets when all are clearly met."""
        fates = {check.fate for check in self.checks}
        if "misses" in fates:
            return "misses"
        return "meets" if fates == {"meets"} else "open"

    @property
    def miss(self) -> float:
        """The sum of what it misses by."""
        return sum(check.miss for check in self.checks)

    def sure(self, confidence: float) -> float:
        """A lower bound of how sure it is that every target is met."""
        return max(0.0, 1 - sum(check.doubt(confidence) for check in self.checks))


@dataclass(frozen=True)
class Compensation:
    """One way to even the seats: what is given to whom, and what is then left of the advantage."""

    words: str
    players: int
    advantage: Estimate
    points: Estimate


@dataclass(frozen=True)
class Answer:
    """The setting proposed, on fresh games.

    Parameters
    ----------
    setting : Setting
        With its checks on deals that the search never used.
    confirmed : bool
        Whether every target lies in its band with 95 %, all together.
    sure : float
        How sure it is at least that every target is met.
    reverted : dict
        For every changed rule what each target becomes without that change, minus what it is with
        it, on the same deals, by number of players.
    """

    setting: Setting
    confirmed: bool
    sure: float
    reverted: dict[str, dict[int, list[Difference]]] = field(default_factory=dict)


@dataclass(frozen=True)
class BalanceResult:
    """Everything that balancing found."""

    task: Balance
    settings: tuple[Setting, ...]  # as the search left them, best first
    finalists: tuple[Answer, ...]  # on fresh games, best first
    compensation: tuple[Compensation, ...]
    games: int
    version: str

    @property
    def answer(self) -> Answer:
        """The setting proposed."""
        return self.finalists[0]

    @property
    def spec(self) -> str:
        """The rule set proposed, as every command takes it."""
        return self.task.base.replace(self.answer.setting.point).spec

    def front(self) -> list[Setting]:
        """The settings that no other beats in every target (Pareto's front)."""

        def misses(setting: Setting) -> tuple[float, ...]:
            return tuple(check.miss for check in setting.checks)

        found = []
        for one in self.settings:
            mine = misses(one)
            beaten = any(
                all(a <= b for a, b in zip(misses(other), mine, strict=True))
                and misses(other) != mine
                for other in self.settings
            )
            if not beaten:
                found.append(one)
        return found

    @property
    def fight(self) -> bool:
        """Whether no setting comes out inside all bands."""
        return all(setting.miss > 0 for setting in self.settings)

    def to_dict(self) -> dict[str, Any]:
        """Everything, for JSON."""
        return {
            "version": self.version,
            "task": self.task.model_dump(),
            "games": self.games,
            "answer": {
                "variant": self.spec,
                "changes": self.task.changed(self.answer.setting.point),
                "confirmed": self.answer.confirmed,
                "sure": self.answer.sure,
                "checks": [_check(check) for check in self.answer.setting.checks],
                "reverted": {
                    key: {
                        str(n): {d.metric: d.difference.to_dict() for d in found}
                        for n, found in by_players.items()
                    }
                    for key, by_players in self.answer.reverted.items()
                },
            },
            "finalists": [
                {"setting": a.setting.point, "confirmed": a.confirmed, "sure": a.sure}
                for a in self.finalists
            ],
            "compensation": [
                {
                    "what": c.words,
                    "players": c.players,
                    "advantage": c.advantage.to_dict(),
                    "points": c.points.to_dict(),
                }
                for c in self.compensation
            ],
            "front": [setting.point for setting in self.front()],
            "settings": [
                {
                    "setting": s.point,
                    "cost": s.cost,
                    "games": s.games,
                    "fate": s.fate,
                    "checks": [_check(check) for check in s.checks],
                }
                for s in self.settings
            ],
        }


def _check(check: Check) -> dict[str, Any]:
    low, high = check.target.ends
    return {
        "metric": check.metric,
        "players": check.players,
        "band": [low if math.isfinite(low) else None, high if math.isfinite(high) else None],
        "fate": check.fate,
        **check.found.to_dict(),
    }
