"""What a comparison found: the runs, their paired differences, and what stands."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rummylab.analysis import intervals, metrics, sequential
from rummylab.analysis.compare import Difference
from rummylab.analysis.corrections import benjamini_hochberg, holm
from rummylab.analysis.intervals import CONFIDENCE
from rummylab.analysis.tally import Tally
from rummylab.compare_words import sentence, subject
from rummylab.errors import RummyError
from rummylab.simulate_checks import Rotate
from rummylab.stopping import Stopped
from rummylab.variant import Variant

if TYPE_CHECKING:
    import pandas as pd

_LEVEL = 0.05
_MOST_FINDINGS = 6

# What says nearly the same as another metric; one of them is told in the findings.
_SAME = {
    "first_player_advantage": "first_player_win_rate",
    "minutes": "turns",
    "actions": "turns",
    "pool_left_out": "pool_left",
    "loser_rack_points": "rack_points_left",
    "loser_rack_tiles": "rack_points_left",
}


@dataclass(frozen=True)
class Arm:
    """One side of a comparison.

    Parameters
    ----------
    label : str
        What it is called.
    variant : Variant
        Its rules.
    strategies : tuple of str
        Who plays, by player.
    tally : Tally
        What was counted.
    """

    label: str
    variant: Variant
    strategies: tuple[str, ...]
    tally: Tally = field(repr=False)


@dataclass(frozen=True)
class Pair:
    """Two arms, and what the second changes.

    Parameters
    ----------
    a, b : str
        Their labels.
    rules : dict
        The rules in which they differ, each with both values.
    metrics : dict of str to Difference
        Every metric in both, with the difference b - a.
    adjusted : dict of str to float
        p values with all questions of the comparison taken together: Holm for the primary metric
        over the pairs, Benjamini-Hochberg for the rest. Metrics that are no ratio have none.
    """

    a: str
    b: str
    rules: dict[str, tuple[Any, Any]]
    metrics: dict[str, Difference]
    adjusted: dict[str, float]

    def clear(self, name: str) -> bool:
        """Whether the difference in a metric stands when all questions are taken together."""
        if name in self.adjusted:
            return self.adjusted[name] <= _LEVEL
        return self.metrics[name].clear


@dataclass(frozen=True)
class Comparison:
    """Runs on the same deals and their paired differences.

    Parameters
    ----------
    arms : tuple of Arm
        What is compared; the first is what the others are held against.
    players, games, seed : int
        Players at the table, games played of each arm, and the seed.
    rotate : bool or str
        Whether every deal was played in every rotation.
    primary : str
        The metric named before the run.
    confidence : float
        Of every interval.
    stopped : Stopped or None
        Why the run ended where it did, for one that was looked at.
    seconds : float
        How long it took.

    Examples
    --------
    >>> import rummylab as rl
    >>> rules = ("rummikub", "rummikub:deal.rack=13", "rummikub:deal.rack=12")
    >>> c = rl.compare(*rules, games=10, players=2, seed=7)
    >>> [(pair.b, pair.metrics["turns"].difference.n) for pair in c.pairs]
    [('rummikub:deal.rack=13', 10), ('rummikub:deal.rack=12', 10)]
    """

    arms: tuple[Arm, ...]
    players: int
    games: int
    seed: int
    rotate: Rotate
    primary: str
    confidence: float = CONFIDENCE
    stopped: Stopped | None = None
    seconds: float = field(default=0.0, compare=False)

    def __post_init__(self) -> None:
        for arm in self.arms:
            metrics.get(self.primary, players=self.players).require(arm.tally)

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Every arm against the first."""
        base, others = self.arms[0], self.arms[1:]
        found = [self._differences(base, arm) for arm in others]
        adjusted: list[dict[str, float]] = [{} for _ in found]
        asked = {name: math.isfinite(d.p) for f in found for name, d in f.items()}
        first = [(i, self.primary) for i, f in enumerate(found) if self._asked(f, self.primary)]
        rest = [
            (i, name)
            for i, f in enumerate(found)
            for name in asked
            if name != self.primary and self._asked(f, name)
        ]
        for chosen, correct in ((first, holm), (rest, benjamini_hochberg)):
            values = correct([found[i][name].p for i, name in chosen])
            for (i, name), value in zip(chosen, values, strict=True):
                adjusted[i][name] = value
        return tuple(
            Pair(base.label, arm.label, base.variant.diff(arm.variant), f, p)
            for arm, f, p in zip(others, found, adjusted, strict=True)
        )

    @staticmethod
    def _asked(found: Mapping[str, Difference], name: str) -> bool:
        return name in found and math.isfinite(found[name].p)

    def _differences(self, a: Arm, b: Arm) -> dict[str, Difference]:
        found = {}
        both = set(metrics.names(b.tally))
        # One with a number of its own, such as ideal_length.28-34, is in no list.
        for name in dict.fromkeys([*metrics.names(a.tally), self.primary]):
            if name not in both and name != self.primary:
                continue
            metric = metrics.get(name, players=self.players)
            # The differences of the metric that the comparison is about hold for all pairs at once.
            many = len(self.arms) - 1 if name == self.primary else 1
            each = intervals.simultaneous(self.confidence, many)
            look = 0 if self.stopped is None else self.stopped.look
            one = sequential.difference_at_look(
                metric, a.tally, b.tally, look=look, confidence=each
            )
            found[name] = replace(
                one,
                a=metric.under(one.a, a.variant.flat()),
                b=metric.under(one.b, b.variant.flat()),
            )
        return found

    @property
    def metrics(self) -> dict[str, Difference]:
        """The differences of a comparison of two; see `pairs` for more."""
        if len(self.pairs) != 1:
            raise RummyError(
                f"a comparison of {len(self.arms)} has {len(self.pairs)} differences of every"
                " metric; take them from its pairs"
            )
        return self.pairs[0].metrics

    def findings(self) -> list[str]:
        """Plain sentences: the primary metric of every pair first, then what else is clear."""
        found = []
        for pair, arm in zip(self.pairs, self.arms[1:], strict=True):
            begin = self._subject(arm)
            clear = [
                name
                for name, p in sorted(pair.adjusted.items(), key=lambda item: item[1])
                if name != self.primary and p <= _LEVEL and pair.metrics[name].clear
            ]
            names = [self.primary, *_apart(clear, self.primary)[:_MOST_FINDINGS]]
            found += [
                sentence(
                    begin,
                    metrics.get(name, players=self.players),
                    pair.metrics[name],
                    self.games,
                )
                for name in names
                if name in pair.metrics
            ]
        return found

    def _subject(self, arm: Arm) -> str:
        base = self.arms[0]
        who = (base.strategies, arm.strategies)
        return subject(base.variant, arm.variant, who, (base.label, arm.label))

    def frame(self) -> pd.DataFrame:
        """One row per pair and metric: both values, the difference, gain and p values."""
        import pandas as pd

        rows = [
            {
                "a": pair.a,
                "b": pair.b,
                "metric": name,
                "value_a": d.a.value,
                "value_b": d.b.value,
                "difference": d.difference.value,
                "low": d.difference.low,
                "high": d.difference.high,
                "gain": d.gain,
                "p": d.p,
                "p_adjusted": pair.adjusted.get(name, math.nan),
            }
            for pair in self.pairs
            for name, d in pair.metrics.items()
        ]
        return pd.DataFrame(rows)

    def to_json(self) -> dict[str, Any]:
        """Everything, ready for JSON; `metrics` is a list of pairs when there are more than two."""
        from rummylab import __version__

        told: list[dict[str, Any]] = [
            {
                "a": pair.a,
                "b": pair.b,
                "rules": {key: list(values) for key, values in pair.rules.items()},
                "metrics": {
                    name: {**d.to_dict(), "p_adjusted": pair.adjusted.get(name, math.nan)}
                    for name, d in pair.metrics.items()
                },
            }
            for pair in self.pairs
        ]
        return {
            "version": __version__,
            "arms": [
                {
                    "label": arm.label,
                    "variant": arm.variant.id,
                    "variant_id": arm.variant.variant_id,
                    "strategies": list(arm.strategies),
                }
                for arm in self.arms
            ],
            "players": self.players,
            "games": self.games,
            "clusters": self.arms[0].tally.clusters,
            "seed": self.seed,
            "rotate": self.rotate,
            "primary": self.primary,
            "confidence": self.confidence,
            "stopped": None if self.stopped is None else asdict(self.stopped),
            "seconds": round(self.seconds, 3),
            "rules": told[0]["rules"] if len(told) == 1 else [pair["rules"] for pair in told],
            "metrics": told[0]["metrics"] if len(told) == 1 else told,
            "findings": self.findings(),
        }

    def __str__(self) -> str:
        return "\n".join(self.findings())

    def __repr__(self) -> str:
        names = ", ".join(repr(arm.variant.spec) for arm in self.arms)
        return (
            f"<rl.compare of {names}: {self.games} games of {self.players} players each, seed"
            f" {self.seed}>"
        )


def _apart(names: Sequence[str], primary: str) -> list[str]:
    """Metrics without those that say the same as the primary or an earlier one, or of each seat."""
    found: dict[str, str] = {}
    for name in names:
        if name.startswith(("score.", "win_rate.", "match_win_rate.")):
            continue
        found.setdefault(_SAME.get(name, name), name)
    found.pop(_SAME.get(primary, primary), None)
    return list(found.values())
