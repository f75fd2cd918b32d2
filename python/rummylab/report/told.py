"""A design explained: every metric at every number of players, for all parts of a report."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from rummylab.analysis import metrics, text
from rummylab.analysis.effects import Level
from rummylab.analysis.intervals import Estimate
from rummylab.analysis.metric import Metric
from rummylab.study import Design, StudyResult
from rummylab.study.design import ResolvedArm
from rummylab.study.explain import Explained, explain


@dataclass(frozen=True)
class Told:
    """The design of a study with what explains each metric at each number of players."""

    result: StudyResult
    design: Design
    found: Mapping[tuple[str, int], Explained]

    @classmethod
    def of(cls, result: StudyResult) -> Told | None:
        """None for a study without a design."""
        if result.study.design is None:
            return None
        if _KEPT and _KEPT[0].result is result:  # every part of a report asks for the same
            return _KEPT[0]
        found = {}
        for name in wanted(result):
            for players in result.study.players:
                if metrics.find(name, players=players) is None:
                    continue
                one = explain(result, name, players)
                if one is not None:
                    found[name, players] = one
        _KEPT[:] = [cls(result, result.study.design, found)]
        return _KEPT[0]

    def name(self, factor: str) -> str:
        """The factor in a sentence."""
        return self.design.name(factor)

    def begin(self, factor: str) -> str:
        """The factor at the beginning of a sentence; a key stays as it is written."""
        name = self.name(factor)
        return name if name == factor else name[0].upper() + name[1:]

    def word(self, factor: str, level: Level) -> str:
        """A level in a sentence."""
        return self.design.word(factor, level)

    def quoted(self, factor: str, level: Level) -> str:
        """A level in a sentence, words in quotes."""
        return self.design.quoted(factor, level)

    def instead(self, factor: str, level: Level, base: Level) -> str:
        """A level in place of another, in a sentence."""
        return self.design.instead(factor, level, base)

    def label(self, arm: ResolvedArm) -> str:
        """A rule set by its levels, in the words of the factors."""
        levels = [f"{self.name(f)} {self.quoted(f, level)}" for f, level in arm.levels.items()]
        return ", ".join(levels) or arm.label

    def metric(self, name: str) -> Metric:
        """The metric, as of the largest table."""
        return metrics.get(name, players=max(self.result.study.players))


_KEPT: list[Told] = []


def wanted(result: StudyResult) -> list[str]:
    """The metrics of the study, the primary one first."""
    return list(dict.fromkeys((result.study.metrics.primary, *result.study.metrics.others)))


def spoken(told: Told) -> list[str]:
    """The metrics that get sentences: ratios that are explained somewhere."""
    known = {name for name, _ in told.found}
    return [
        name
        for name in wanted(told.result)
        if name in known and (told.metric(name).paired or name == wanted(told.result)[0])
    ]


def change_digits(one: Explained) -> int | None:
    """The decimals of the changes of a metric, the same in sentences and in the table of them."""
    return text.alike([_in_unit(one.metric, e.change)[0] for e in one.main])


def change_words(metric: Metric, change: Estimate, digits: int | None = None) -> str:
    """A change as people say it.

    Examples
    --------
    >>> change_words(metrics.get("turns"), Estimate(-3.04, -3.95, -2.13, 100))
    '3.0 turns shorter (2.1 to 4.0)'
    """
    scaled, unit = _in_unit(metric, change)
    word = metric.more if change.value > 0 else metric.less
    size = scaled if change.value > 0 else scaled.scaled(-1)
    said, around = text.number(size, digits=digits), text.interval(size, digits=digits)
    return " ".join(f"{said} {unit} {word} ({around})".split())


def nothing_said(metric: Metric, change: Estimate) -> str:
    """A change that may be none, as people say it.

    Examples
    --------
    >>> nothing_said(metrics.get("turns"), Estimate(-1.04, -3.95, 1.87, 100))
    'no difference that can be told from chance (between −4 and 2 turns)'
    """
    said = may_be_words(metric, change)
    if said == TOO_FEW:
        return f"{said} a difference"
    around = f"{said} {_in_unit(metric, change)[1]}".rstrip()
    return f"no difference that can be told from chance ({around})"


TOO_FEW = "too few games to tell"


def may_be_words(metric: Metric, change: Estimate, digits: int | None = None) -> str:
    """Where a change lies that may be none.

    Examples
    --------
    >>> may_be_words(metrics.get("turns"), Estimate(-1.04, -3.95, 1.87, 100))
    'between −4 and 2'
    """
    scaled, _ = _in_unit(metric, change)
    if math.isinf(scaled.low) and math.isinf(scaled.high):
        return TOO_FEW
    return "none at all" if scaled.low == scaled.high else text.between(scaled, digits)


def _in_unit(metric: Metric, change: Estimate) -> tuple[Estimate, str]:
    """A change in the unit in which it is said."""
    if metric.unit == "share":
        return change.scaled(100), "% points"
    return change, "" if metric.unit == "ratio" else metric.unit


def seen(estimate: Estimate) -> bool:
    """Whether a change can be told from none."""
    return estimate.low > 0 or estimate.high < 0
