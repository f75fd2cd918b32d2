"""Balancing in words: bands, verdicts, what a change costs, what evens the seats."""

from __future__ import annotations

import math

from rummylab.analysis import metrics, text
from rummylab.balance import BalanceResult, Check, Target
from rummylab.report.told import change_words as change_said
from rummylab.report.told import nothing_said, seen
from rummylab.report.words import at_all
from rummylab.study.factors import said


def band(target: Target, unit: str) -> str:
    """A band as people say it.

    Examples
    --------
    >>> band(Target(low=28, high=34), "turns"), band(Target(high=0.02), "share")
    ('28 to 34 turns', 'at most 2 %')
    """
    low, high = target.ends
    factor, word = (100.0, " %") if unit == "share" else (1.0, f" {unit}" if unit else "")

    def number(x: float) -> str:
        return f"{factor * x:.6g}".replace("-", "−")

    if target.within is not None:
        return f"within ±{number(target.within)}{word}"
    if math.isinf(low):
        return f"at most {number(high)}{word}"
    if math.isinf(high):
        return f"at least {number(low)}{word}"
    return f"{number(low)} to {number(high)}{word}"


def verdict(check: Check) -> str:
    """Whether a target holds, in a word or two."""
    if check.fate == "meets":
        return "yes"
    if check.fate == "misses":
        return "no"
    return "likely" if check.miss == 0 else "unlikely"


def change_words(result: BalanceResult, key: str) -> str:
    """A changed rule: its key, the level taken, and the level before."""
    before = result.task.base.flat()[key]
    after = result.answer.setting.point[key]
    shown = "none" if before is None else said(before)
    return f"{key} {said(after)} instead of {shown}"


def reverted_rows(result: BalanceResult) -> list[list[str]]:
    """What each target would be without each change: change, players, target, how it differs."""
    rows = []
    for key, by_players in result.answer.reverted.items():
        for players, differences in by_players.items():
            for found in differences:
                metric = metrics.get(found.metric, players=players)
                gap = found.difference
                if not gap.defined:
                    continue
                told = change_said(metric, gap) if seen(gap) else nothing_said(metric, gap)
                rows.append([change_words(result, key), str(players), metric.title, told])
    return rows


def seats_rows(result: BalanceResult) -> list[list[str]]:
    """What evens the seats: what, players, advantage left, points that even the scores."""
    rows = []
    for found in result.compensation:
        advantage = text.phrase(found.advantage, "% points")
        points = text.phrase(found.points, "points")
        rows.append([found.words, str(found.players), advantage, points])
    return rows


def players_words(result: BalanceResult) -> str:
    """The numbers of players in words."""
    return at_all(result.task.players)
