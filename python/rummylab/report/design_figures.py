"""The figures of a design: forests of effects, interactions, shares of the differences."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import numpy as np

from rummylab import plots
from rummylab.analysis.intervals import Estimate
from rummylab.report.page import Figure
from rummylab.report.told import Told, spoken, wanted
from rummylab.report.words import at, at_all
from rummylab.study.explain import Explained

_FORESTS = 4
_PAIRS = 3


def design_figures(told: Told) -> Iterator[Figure]:
    """All figures of a design, the primary metric first."""
    primary = wanted(told.result)[0]
    for name in spoken(told)[:_FORESTS]:
        yield from _forest(told, name)
    yield from _interactions(told, primary)
    yield from _shares(told, primary)
    yield from _sizes(told, primary)


def _by_players(told: Told, name: str) -> dict[int, Explained]:
    return {n: told.found[name, n] for n in told.result.study.players if (name, n) in told.found}


def _unit(one: Explained) -> tuple[str, float]:
    return ("% points", 100.0) if one.metric.unit == "share" else (one.metric.unit, 1.0)


def _forest(told: Told, name: str) -> Iterator[Figure]:
    found = {n: one for n, one in _by_players(told, name).items() if one.main}
    if not found:
        return
    some = next(iter(found.values()))
    rows = len(some.main) + len(some.bases)
    with plots.styled():
        drawing, axes = plots.figure(
            len(found), height=max(2.2, 0.27 * rows + 0.9), width=9.6 if len(found) > 1 else 6.4
        )
        for ax, (n, one) in zip(axes, found.items(), strict=True):
            unit, factor = _unit(one)
            groups: dict[str, dict[str, Estimate]] = {}
            for e in one.main:
                label = told.word(e.factor, e.level)
                groups.setdefault(told.name(e.factor), {})[label] = e.change.scaled(factor)
            plots.forest(groups, ax=ax, title=at(n).capitalize(), what=f"change in {unit}")
    title = some.metric.title
    bare = any(not math.isfinite(e.change.half_width) for one in found.values() for e in one.main)
    yield Figure(
        f"effects-{name.replace('.', '-')}",
        f"What each rule changes: {title}",
        f"Each mark is a rule changed from what it is compared with ({_bases(told, some)}),"
        f" averaged over the other rules; right of the line {title} is {some.metric.more}, left"
        f" {some.metric.less}. A filled mark can be told from no change (its 95 % interval leaves"
        f" zero out).{' One without a line stands for too few games to tell.' if bare else ''}",
        f"Changes of {title} with their intervals, by rule and level: {at_all(found)}.",
        drawing,
    )


def _bases(told: Told, one: Explained) -> str:
    return ", ".join(f"{told.name(f)} {told.quoted(f, base)}" for f, base in one.bases.items())


def _interactions(told: Told, name: str) -> Iterator[Figure]:
    """For each pair of factors a line for each level of the one over the levels of the other."""
    found = {n: one for n, one in _by_players(told, name).items() if one.main}
    factors = list(told.design.factors)
    for a, b in list(itertools.combinations(factors, 2))[:_PAIRS]:
        # The factor with fewer levels makes the lines.
        lines, across = sorted((a, b), key=lambda f: len(told.design.levels[f]))
        if not found:
            return
        with plots.styled():
            drawing, axes = plots.figure(
                len(found), height=3.2, sharey=False, width=9.6 if len(found) > 1 else 6.0
            )
            for ax, (n, one) in zip(axes, found.items(), strict=True):
                unit, factor = _unit(one)
                drawn = {
                    told.word(lines, x): [
                        _mean(told, one, {lines: x, across: y}).scaled(factor)
                        for y in told.design.levels[across]
                    ]
                    for x in told.design.levels[lines]
                }
                plots.interaction(
                    drawn,
                    [told.word(across, y) for y in told.design.levels[across]],
                    ax=ax,
                    title=at(n).capitalize(),
                    what=f"{one.metric.title}, {unit}" if n == next(iter(found)) else "",
                    across=told.name(across),
                )
            plots.legend_below(drawing, axes)
        title = next(iter(found.values())).metric.title
        yield Figure(
            f"together-{factors.index(a)}-{factors.index(b)}",
            f"{told.name(lines)} and {told.name(across)} together"[:1].upper()
            + f"{told.name(lines)} and {told.name(across)} together"[1:],
            f"A line for each level of {told.name(lines)}. Where the lines run side by side the two"
            f" rules do not touch each other; where they cross or part, they do. Since all rule"
            " sets play the same deals, differences are surer than the whiskers of the single"
            " values suggest.",
            f"{title} by {told.name(across)}, a line for each {told.name(lines)}.",
            drawing,
        )


def _mean(told: Told, one: Explained, levels: dict[str, object]) -> Estimate:
    hits = np.array([all(p[f] == x for f, x in levels.items()) for p in one.points], dtype=float)
    if not hits.any():
        return Estimate(np.nan, np.nan, np.nan, 0)
    weights = hits / hits.sum()
    # A single value's own error: the rows of the joint are about the arm itself, not a difference.
    return one.joint.contrast(weights, told.result.confidence(one.players))


def _shares(told: Told, name: str) -> Iterator[Figure]:
    found = {n: one for n, one in _by_players(told, name).items() if one.shares or one.sobol}
    if not found:
        return
    some = next(iter(found.values()))
    with plots.styled():
        drawing, axes = plots.figure(
            len(found), height=0.55 * len(some.bases) + 1.5, width=9.6 if len(found) > 1 else 6.4
        )
        for ax, (n, one) in zip(axes, found.items(), strict=True):
            bars = {told.name(s.factor): (s.alone, s.total) for s in one.shares}
            bars |= {told.name(s.factor): s.estimates for s in one.sobol}
            plots.sensitivity_bars(bars, ax=ax, title=at(n).capitalize())
            ax.set_xlabel("% of the differences")
        plots.legend_below(drawing, axes)
    yield Figure(
        "shares",
        f"Which rule matters: {some.metric.title}",
        "How much of the differences between the rule sets each rule makes: alone, and with"
        " everything that it is part of. What chance adds is taken off.",
        f"Shares of the differences in {some.metric.title} by rule.",
        drawing,
    )


def _sizes(told: Told, name: str) -> Iterator[Figure]:
    """Morris's sizes of every factor."""
    found = {n: one for n, one in _by_players(told, name).items() if one.morris}
    if not found:
        return
    some = next(iter(found.values()))
    with plots.styled():
        drawing, axes = plots.figure(
            len(found), height=0.45 * len(some.bases) + 1.5, width=9.6 if len(found) > 1 else 6.4
        )
        for ax, (n, one) in zip(axes, found.items(), strict=True):
            unit, factor = _unit(one)
            bars = {
                told.name(m.factor): (m.estimate.scaled(factor), factor * m.floor)
                for m in one.morris  # in the same order in every panel: they share their rows
            }
            plots.effect_bars(bars, ax=ax, title=at(n).capitalize(), what=f"changes by, {unit}")
        plots.legend_below(drawing, axes)
    yield Figure(
        "sizes",
        f"Which rule matters: {some.metric.title}",
        "How much each rule changes over its whole range, up or down, on average over the other"
        " rules (Morris's method), with the 95 % interval. Where the bar does not reach well beyond"
        " the orange mark, the change cannot be told from noise.",
        f"Sizes of the changes of {some.metric.title} by rule.",
        drawing,
    )
