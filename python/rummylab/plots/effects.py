"""Effects of factors: forests, interactions, shares of variance; and targets that fight."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from rummylab.analysis.intervals import Estimate
from rummylab.plots.style import (
    INK,
    QUIET,
    axes_or_new,
    bar_whiskers,
    ends,
    named,
    row_mark,
    rows,
    styled,
    whiskered_curve,
)


def forest(
    groups: Mapping[str, Mapping[str, Estimate]],
    *,
    ax: Axes | None = None,
    title: str = "",
    what: str = "",
) -> Axes:
    """Changes with their intervals around zero, row by row under the name of their group.

    A filled marker is a change that can be told from chance, an open one is not.

    Parameters
    ----------
    groups : mapping of str to mapping of str to Estimate
        For every factor its levels with what they change.
    ax : Axes, optional
        Where to draw; a new figure by default.
    title, what : str
        Title of the panel, and what is measured, with its unit.

    Examples
    --------
    >>> ax = forest({"opening": {"50 for 30": Estimate(4.1, 4.0, 4.2, 100)}}, what="turns")
    >>> [t.get_text() for t in ax.get_yticklabels()]
    ['opening', '50 for 30']
    """
    with styled():
        ax = axes_or_new(ax)
        ax.axvline(0, color=QUIET, linewidth=1)
        labels: list[str] = []
        heads: list[int] = []
        for index, (name, changes) in enumerate(groups.items()):
            heads.append(len(labels))
            labels.append(name)
            for label, found in changes.items():
                y = -len(labels)
                labels.append(label)
                row_mark(ax, y, found, index, filled=not found.low <= 0 <= found.high)
        rows(ax, [-i for i in range(len(labels))], labels)
        for index, tick in enumerate(ax.get_yticklabels()):
            tick.set_fontweight("bold" if index in heads else "normal")
        ax.set_ylim(-len(labels) + 0.4, 0.6)
        ax.xaxis.set_major_locator(MaxNLocator(5))
        named(ax, title, what, grid="x")
    return ax


def interaction(
    lines: Mapping[str, Sequence[Estimate]],
    levels: Sequence[str],
    *,
    ax: Axes | None = None,
    title: str = "",
    what: str = "",
    across: str = "",
) -> Axes:
    """A line for each level of one factor over the levels of another; parallel: no interaction.

    Parameters
    ----------
    lines : mapping of str to sequence of Estimate
        For every level of the first factor the metric at every level of the second.
    levels : sequence of str
        The levels of the second factor.
    ax : Axes, optional
        Where to draw; a new figure by default.
    title, what, across : str
        Title of the panel, what is measured, and the name of the second factor.
    """
    with styled():
        ax = axes_or_new(ax)
        x = np.arange(len(levels), dtype=float)
        step = min(0.13, 0.4 / max(1, len(lines) - 1))  # whiskers stand beside each other
        for index, (label, found) in enumerate(lines.items()):
            whiskered_curve(ax, x + (index - (len(lines) - 1) / 2) * step, found, index, label)
        ax.set_xticks(x, list(levels))
        ax.set_xlim(-0.35, len(levels) - 0.65)
        named(ax, title, across, what, grid="y")
    return ax


def sensitivity_bars(
    shares: Mapping[str, tuple[Estimate, Estimate]], *, ax: Axes | None = None, title: str = ""
) -> Axes:
    """For each factor its share of the variance, alone (dark) and with all it is part of (light).

    Parameters
    ----------
    shares : mapping of str to pair of Estimate
        The two shares of every factor, between 0 and 1.
    ax : Axes, optional
        Where to draw; a new figure by default.
    title : str
        Title of the panel.

    Examples
    --------
    >>> half = Estimate(0.5, 0.4, 0.6, 100)
    >>> ax = sensitivity_bars({"opening": (half, half)})
    >>> ax.get_xlabel()
    '% of the differences between the rule sets'
    """
    with styled():
        ax = axes_or_new(ax)
        places = np.arange(len(shares), dtype=float)[::-1]
        kinds = (
            ("alone", "#4A9FD4", "", 0.19),
            ("with all it is part of", "#9CCBE8", "////", -0.19),
        )
        for kind, (name, colour, hatch, up) in enumerate(kinds):
            value, reach = ends([pair[kind] for pair in shares.values()], 100)
            ax.barh(
                *(places + up, value),
                height=0.36,
                color=colour,
                hatch=hatch,
                edgecolor=INK,
                linewidth=0.6,
                label=name,
            )
            bar_whiskers(ax, value, places + up, reach)
        rows(ax, places, list(shares))
        ax.set_xlim(0, 102)
        named(ax, title, "% of the differences between the rule sets")
    return ax


def effect_bars(
    sizes: Mapping[str, tuple[Estimate, float]],
    *,
    ax: Axes | None = None,
    title: str = "",
    what: str = "",
) -> Axes:
    """For each factor how much it changes over its whole range, and what noise alone would show.

    Parameters
    ----------
    sizes : mapping of str to pair of Estimate and float
        The mean size of every factor's changes, and the size that noise would show.
    ax : Axes, optional
        Where to draw; a new figure by default.
    title, what : str
        Title of the panel, and what is measured, with its unit.

    Examples
    --------
    >>> ax = effect_bars({"opening": (Estimate(5.0, 4.0, 6.0, 10), 0.8)}, what="turns")
    >>> [t.get_text() for t in ax.get_yticklabels()]
    ['opening']
    """
    with styled():
        ax = axes_or_new(ax)
        places = np.arange(len(sizes), dtype=float)[::-1]
        value, reach = ends([size for size, _ in sizes.values()])
        ax.barh(
            *(places, value),
            height=0.5,
            color="#9CCBE8",
            edgecolor=INK,
            linewidth=0.6,
            label="changes by",
        )
        bar_whiskers(ax, value, places, reach)
        ax.plot(
            *([floor for _, floor in sizes.values()], places),
            linestyle="none",
            marker="|",
            markersize=16,
            markeredgewidth=2.2,
            color="#D55E00",
            label="noise alone would show",
        )
        rows(ax, places, list(sizes))
        ax.set_ylim(-0.6, len(sizes) - 0.4)
        ax.set_xlim(left=0)
        named(ax, title, what, grid="x")
    return ax


# How the settings of a balancing task look: those that meet all, those that may, those that miss.
_FATES = {
    "meets all targets": ("#009E73", "o", 46),
    "may meet all": ("#0072B2", "^", 34),
    "misses one": ("#9A9A9A", "x", 22),
}


def pareto(
    settings: Mapping[str, Sequence[tuple[float, float]]],
    bands: tuple[tuple[float, float], tuple[float, float]],
    *,
    front: Sequence[tuple[float, float]] = (),
    answer: tuple[float, float] | None = None,
    ax: Axes | None = None,
    names: tuple[str, str] = ("", ""),
    title: str = "",
) -> Axes:
    """Settings by two of their metrics, over the bands of the targets.

    Parameters
    ----------
    settings : mapping of str to sequence of pairs
        For ``meets all targets``, ``may meet all`` and ``misses one`` the places of the settings.
    bands : pair of pairs
        The band of each metric, with infinite ends where there is none.
    front : sequence of pairs
        The settings that no other beats in every target; a line joins them.
    answer : pair, optional
        The setting proposed.
    ax : Axes, optional
        Where to draw; a new figure by default.
    names : pair of str
        The names of the metrics with their units.
    title : str
        Title of the panel.
    """
    with styled():
        ax = axes_or_new(ax)
        every = [place for places in settings.values() for place in places]
        if answer is not None:
            every.append(answer)
        for axis, ends in enumerate(bands):
            values = [place[axis] for place in every] + [x for x in ends if math.isfinite(x)]
            room = 0.06 * ((max(values) - min(values)) or 1.0)
            limits = (min(values) - room, max(values) + room)
            low, high = (min(max(x, limits[0]), limits[1]) for x in ends)
            if axis == 0:
                ax.set_xlim(*limits)
                ax.axvspan(low, high, color="#009E73", alpha=0.12, zorder=0)
            else:
                ax.set_ylim(*limits)
                ax.axhspan(low, high, color="#009E73", alpha=0.12, zorder=0)
        if len(front) > 1:
            joined = sorted(front)
            ax.plot(
                *([p[0] for p in joined], [p[1] for p in joined]),
                color=QUIET, linewidth=1, linestyle=(0, (3, 2)), zorder=1,
                label="no other is better in every target",
            )  # fmt: skip
        for name, (colour, marker, size) in _FATES.items():
            places = settings.get(name, ())
            if places:
                ax.scatter(
                    *([p[0] for p in places], [p[1] for p in places]),
                    s=size, marker=marker, color=colour, label=name, zorder=2,
                )  # fmt: skip
        if answer is not None:
            ax.scatter(
                *([answer[0]], [answer[1]]), s=190, marker="*", color="#D55E00",
                edgecolor="white", linewidth=0.8, label="the answer", zorder=3,
            )  # fmt: skip
        named(ax, title, *names)
    return ax
