"""Shares with their intervals: wins by seat, and how games end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from numpy.typing import NDArray

from rummylab.analysis.intervals import Estimate
from rummylab.analysis.text import alike, fixed
from rummylab.plots.style import (
    INK,
    QUIET,
    axes_or_new,
    ends,
    fills,
    look,
    named,
    percent,
    row_mark,
    rows,
    styled,
    whiskered_curve,
    widths,
)


def win_rate_by_seat(
    rates: Mapping[str, Sequence[Estimate]], *, ax: Axes | None = None, title: str = ""
) -> Axes:
    """Win rate of every seat with its interval, a marker for each label, around the equal share.

    Parameters
    ----------
    rates : mapping of str to sequence of Estimate
        Win rates of seats 1 to n, as shares.
    ax : Axes, optional
        Where to draw; a new figure by default.
    title : str
        Title of the panel.

    Examples
    --------
    >>> from rummylab.analysis.intervals import wilson
    >>> ax = win_rate_by_seat({"mine": [wilson(52, 100), wilson(48, 100)]})
    >>> ax.get_xlabel()
    'seat (1 starts)'
    """
    with styled():
        ax = axes_or_new(ax)
        seats = max((len(found) for found in rates.values()), default=2)
        step = 0.7 / max(len(rates), 1)
        for seat in range(1, seats + 1):
            if seat % 2 == 0:
                ax.axvspan(seat - 0.5, seat + 0.5, color="#f4f4f4", zorder=0)
        ax.axhline(100 / seats, color=QUIET, linewidth=1, zorder=1)
        for index, (label, found) in enumerate(rates.items()):
            style = look(index)
            x = np.arange(1, len(found) + 1) + (index - (len(rates) - 1) / 2) * step
            value, reach = ends(found, 100)
            ax.errorbar(
                *(x, value),
                yerr=reach,
                color=style.colour,
                linestyle="none",
                marker=style.marker,
                markersize=5,
                elinewidth=1.3,
                capsize=2.5,
                clip_on=False,
                label=label,
            )
        ax.set_xticks(range(1, seats + 1))
        ax.set_xlim(0.5, seats + 0.5)
        ax.tick_params(axis="x", length=0)
        low, high = ax.get_ylim()
        ax.set_ylim(max(0, low), min(100, high))  # no share lies beyond
        percent(ax.yaxis)
        named(ax, title, "seat (1 starts)", "games won")
    return ax


def ending_mix(
    shares: Mapping[str, Mapping[str, Estimate]], *, ax: Axes | None = None, title: str = ""
) -> Axes:
    """How games end: a bar for each label, split into its endings.

    Parameters
    ----------
    shares : mapping of str to mapping of str to Estimate
        Share of the games by ending; an ending that never occurs is left out.
    ax : Axes, optional
        Where to draw; a new figure by default.
    title : str
        Title of the panel.

    Examples
    --------
    >>> from rummylab.analysis.intervals import wilson
    >>> ax = ending_mix({"mine": {"went out": wilson(3, 5), "pool empty": wilson(2, 5)}})
    >>> [number.get_text() for number in ax.texts]
    ['60 %', '40 %']
    """
    with styled():
        ax = axes_or_new(ax)
        labels = list(shares)
        endings = list(dict.fromkeys(name for found in shares.values() for name in found))
        never = Estimate(0.0, 0.0, 0.0, 0)
        digits = min(
            1, alike((e for found in shares.values() for e in found.values()), "share") or 0
        )
        seen = [
            name for name in endings if any(shares[a].get(name, never).value > 0 for a in labels)
        ]
        places = np.arange(len(labels))[::-1]
        left = np.zeros(len(labels))
        chosen = fills(len(endings))
        for name in seen:
            colour, hatch = chosen[endings.index(name) % len(chosen)]
            dark = float(np.dot(to_rgb(colour), (0.299, 0.587, 0.114))) < 0.5
            part = np.array([100 * shares[label].get(name, never).value for label in labels])
            ax.barh(
                *(places, part),
                left=left,
                height=0.62,
                color=colour,
                hatch=hatch,
                edgecolor=INK,
                linewidth=0.6,
                label=name,
            )
            for y, start, size in zip(places, left, part, strict=True):
                if size >= 9:
                    ax.text(
                        *(start + size / 2, y, f"{fixed(size, digits)} %"),
                        ha="center",
                        va="center",
                        fontsize=8.5,
                        color="white" if dark else INK,
                        bbox=None
                        if dark
                        else {"facecolor": "white", "edgecolor": "none", "pad": 1},
                    )
            left = left + part
        rows(ax, places, labels)
        ax.set_xlim(0, 100.4)  # the last edge is drawn whole
        ax.set_xticks([0, 25, 50, 75, 100])
        named(ax, title, "% of the games")
    return ax


def lead_curve(
    shares: Mapping[str, Sequence[Estimate]],
    *,
    ax: Axes | None = None,
    title: str = "",
    players: int | None = None,
) -> Axes:
    """When a game is decided: how often its winner leads already, a curve for each label.

    Parameters
    ----------
    shares : mapping of str to sequence of Estimate
        The share of the games whose winner leads after 1/4, 2/4 and 3/4 of the turns.
    ax : Axes, optional
        Where to draw; a new figure by default.
    title : str
        Title of the panel.
    players : int, optional
        Players at the table: a line marks the equal share.

    Examples
    --------
    >>> from rummylab.analysis.intervals import wilson
    >>> ax = lead_curve({"mine": [wilson(30, 100), wilson(45, 100), wilson(60, 100)]})
    >>> ax.get_xlabel()
    '% of the turns played'
    """
    with styled():
        ax = axes_or_new(ax)
        if players is not None:
            ax.axhline(100 / players, color=QUIET, linewidth=1, zorder=1)
        step = min(4.0, 14.0 / max(1, len(shares) - 1))  # whiskers stand beside each other
        for index, (label, found) in enumerate(shares.items()):
            x = np.array([25.0, 50.0, 75.0]) + (index - (len(shares) - 1) / 2) * step
            whiskered_curve(ax, x, found, index, label, scale=100)
        ax.set_xticks([25, 50, 75])
        ax.set_xlim(15, 85)
        percent(ax.yaxis)
        named(ax, title, "% of the turns played", "games whose winner leads", grid="y")
    return ax


def drama_curve(
    curves: Mapping[str, NDArray[np.float64]],
    *,
    ax: Axes | None = None,
    title: str = "",
    players: int | None = None,
) -> Axes:
    """The mean chance of the later winner until shortly before the end, its interval as a band.

    Parameters
    ----------
    curves : mapping of str to array, shape (P, 4)
        For every label the share of the game, the mean chance and the ends of its interval.
    ax : Axes, optional
        Where to draw; a new figure by default.
    title : str
        Title of the panel.
    players : int, optional
        Players at the table: a line marks the equal share.

    Examples
    --------
    >>> ax = drama_curve({"mine": np.array([[0, 0.5, 0.46, 0.54], [1, 1, 1, 1]])})
    >>> ax.get_ylabel()
    'chance of the later winner'
    """
    with styled():
        ax = axes_or_new(ax)
        if players is not None:
            ax.axhline(100 / players, color=QUIET, linewidth=1, zorder=1, label="an equal share")
        # At the end the winner has won; the jump to it would press the rest of the curve flat.
        shown = {label: 100 * curve[curve[:, 0] < 1].T for label, curve in curves.items()}
        wide = widths([chance for _, chance, _, _ in shown.values()])
        for index, (label, (share, chance, low, high)) in enumerate(shown.items()):
            style = look(index)
            ax.fill_between(share, low, high, color=style.colour, alpha=0.18, linewidth=0)
            ax.plot(
                *(share, chance),
                color=style.colour,
                linestyle=style.dashes,
                marker=style.marker,
                markevery=4,
                **wide[index],
                label=label,
            )
        ax.set_xlim(0, 100)
        percent(ax.yaxis)
        named(ax, title, "% of the turns played", "chance of the later winner", grid="y")
    return ax


def differences(
    changes: Mapping[str, Estimate], *, ax: Axes | None = None, title: str = "", what: str = ""
) -> Axes:
    """Differences with their intervals around zero, a row for each label.

    Parameters
    ----------
    changes : mapping of str to Estimate
        The differences.
    ax : Axes, optional
        Where to draw; a new figure by default.
    title, what : str
        Title of the panel, and what is measured, with its unit.
    """
    with styled():
        ax = axes_or_new(ax)
        places = list(range(len(changes)))[::-1]
        ax.axvline(0, color=QUIET, linewidth=1)
        for index, (y, found) in enumerate(zip(places, changes.values(), strict=True)):
            # The first look belongs to what all are compared with.
            row_mark(ax, y, found, index + 1)
        rows(ax, places, list(changes))
        ax.set_ylim(-0.6, len(changes) - 0.4)
        named(ax, title, what, grid="x")
    return ax
