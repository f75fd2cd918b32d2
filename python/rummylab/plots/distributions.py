"""How counted values are spread: lengths, scores, the turn of the opening."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from rummylab.plots.style import (
    INK,
    QUIET,
    axes_or_new,
    look,
    named,
    percent,
    rows,
    styled,
    widths,
)

Histogram = Sequence[int] | NDArray[np.int64]


def _at(counts: NDArray[np.int64], share: float) -> int:
    cumulative = np.cumsum(counts)
    return int(np.searchsorted(cumulative, share * cumulative[-1]))


def _range(histograms: Iterable[Histogram]) -> tuple[int, int]:
    """Where nearly all values lie."""
    arrays = [h for h in (np.asarray(h, dtype=np.int64) for h in histograms) if h.sum()]
    first = min((_at(h, 0.002) for h in arrays), default=0)
    return first, max((_at(h, 0.995) for h in arrays), default=1)


def bin_width(histograms: Iterable[Histogram]) -> int:
    """A round number of values per bin: at most sixty points to a curve, and fewer for few games.

    Examples
    --------
    >>> bin_width([[0] * 10 + [100] * 100])
    2
    """
    arrays = [np.asarray(h, dtype=np.int64) for h in histograms]
    first, last = _range(arrays)
    games = min((int(h.sum()) for h in arrays if h.sum()), default=1)
    points = min(60, max(min(30, max(8, games // 5)), int(games**0.5)))
    return next((w for w in (1, 2, 5, 10, 20, 50) if last - first <= points * w), 100)


def length_distribution(
    histograms: Mapping[str, Histogram],
    *,
    ax: Axes | None = None,
    title: str = "",
    width: int | None = None,
) -> Axes:
    """Share of the games by their number of turns, a curve for each label, a marker at its median.

    Parameters
    ----------
    histograms : mapping of str to sequence of int
        ``histograms[label][t]`` games took t turns.
    ax : Axes, optional
        Where to draw; a new figure by default.
    title : str
        Title of the panel.
    width : int, optional
        Turns per bin; by `bin_width` when not given. Panels side by side must share it.

    Examples
    --------
    >>> ax = length_distribution({"mine": [0, 0, 3, 5, 2]})
    >>> ax.get_xlabel()
    'turns of a game'
    """
    with styled():
        ax = axes_or_new(ax)
        arrays = {label: np.asarray(h, dtype=np.int64) for label, h in histograms.items()}
        arrays = {label: h for label, h in arrays.items() if h.sum()}
        first, last = _range(arrays.values())
        width = width or bin_width(arrays.values())
        edges = np.arange(first // width * width, last + width + 1, width)
        shares = []
        for h in arrays.values():
            share = np.add.reduceat(np.pad(h, (0, int(edges[-1]) + 1)), edges[:-1])
            share = 100 * share[: len(edges) - 1] / h.sum()
            # The last bin of reduceat runs to the end of the counts: cut it to its width.
            share[-1] = 100 * h[edges[-2] : edges[-1]].sum() / h.sum()
            shares.append(share)
        centres = edges[:-1] + (width - 1) / 2
        drawn = zip(arrays.items(), shares, widths(shares), strict=True)
        for index, ((label, h), share, wide) in enumerate(drawn):
            style = look(index)
            ax.plot(
                *(centres, share),
                color=style.colour,
                linestyle=style.dashes,
                **wide,
                marker=style.marker,
                markevery=[int(np.argmin(np.abs(centres - _at(h, 0.5))))],
                markeredgecolor="white",
                clip_on=False,  # a marker on an axis is drawn whole
                label=label,
            )
        ax.set_ylim(bottom=0)
        ax.set_xlim(float(edges[0]) - 0.5, float(edges[-1]) - 0.5)  # a number is a bin one wide
        percent(ax.yaxis)
        ax.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        up = f"games per {width} turns" if width > 1 else "games"
        named(ax, title, "turns of a game", up, grid="y")
    return ax


def spread_bars(
    histograms: Mapping[str, Histogram],
    *,
    ax: Axes | None = None,
    title: str = "",
    what: str = "points",
) -> Axes:
    """Where the values of each label lie: half of them in the thick bar, eight tenths in the thin.

    Parameters
    ----------
    histograms : mapping of str to sequence of int
        ``histograms[label][v]`` observations have the value v.
    ax : Axes, optional
        Where to draw; a new figure by default.
    title, what : str
        Title of the panel, and the name of the values.

    Examples
    --------
    >>> ax = spread_bars({"mine": [0, 5, 3, 1]}, what="points")
    >>> [t.get_text() for t in ax.get_yticklabels()]
    ['mine']
    """
    with styled():
        ax = axes_or_new(ax)
        labels = list(histograms)
        for index, label in enumerate(labels):
            h = np.asarray(histograms[label], dtype=np.int64)
            y = len(labels) - 1 - index
            if not h.sum():
                ax.text(0, y, "none", va="center", color=QUIET)
                continue
            low, left, middle, right, high = (_at(h, q) for q in (0.1, 0.25, 0.5, 0.75, 0.9))
            style = look(index)
            ax.plot([low, high], [y, y], color=style.colour, linewidth=1.5)
            ax.plot(
                *([left, right], [y, y]),
                color=style.colour,
                linewidth=8,
                alpha=0.45,
                solid_capstyle="butt",
            )
            ax.plot(
                *([middle], [y]), marker=style.marker, color=style.colour, markeredgecolor="white",
                markersize=8, clip_on=False,
            )  # fmt: skip
            ax.annotate(
                *(f"{middle}", (middle, y)),
                xytext=(0, 8),
                textcoords="offset points",
                ha="center",
                va="bottom",
                color=INK,
                fontsize=8.5,
            )
        rows(ax, [len(labels) - 1 - i for i in range(len(labels))], labels)
        ax.set_ylim(-0.6, len(labels) - 0.3)
        # A mark at zero keeps clear of the labels.
        ax.set_xlim(left=-0.03 * ax.get_xlim()[1])
        ax.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        named(ax, title, what, grid="x")
    return ax


def score_distribution(
    histograms: Mapping[str, Histogram],
    *,
    ax: Axes | None = None,
    title: str = "",
    what: str = "points of the winner",
) -> Axes:
    """Where the scores of each label lie; see `spread_bars`."""
    return spread_bars(histograms, ax=ax, title=title, what=what)


def opening_turn(
    histograms: Mapping[str, Histogram],
    openers: Mapping[str, float] | None = None,
    *,
    ax: Axes | None = None,
    title: str = "",
) -> Axes:
    """Share of the players who have opened by their n-th own turn.

    Parameters
    ----------
    histograms : mapping of str to sequence of int
        ``histograms[label][t]`` players opened on their t-th own turn.
    openers : mapping of str to float, optional
        Share of all players who ever opened; 1 when not given.
    ax : Axes, optional
        Where to draw; a new figure by default.
    title : str
        Title of the panel.
    """
    with styled():
        ax = axes_or_new(ax)
        last = 2
        curves = []
        for label, counts in histograms.items():
            h = np.asarray(counts, dtype=np.int64)
            share = 100 * (1.0 if openers is None else openers[label])
            curves.append(share * np.cumsum(h)[1:] / h.sum() if h.sum() else np.zeros(0))
            last = max(last, _at(h, 0.97) if h.sum() else 0)
        drawn = zip(histograms, curves, widths(curves), strict=True)
        for index, (label, reached, wide) in enumerate(drawn):
            if not len(reached):
                continue
            style = look(index)
            ax.plot(
                *(np.arange(1, len(reached) + 1), reached),
                color=style.colour,
                linestyle=style.dashes,
                **wide,
                marker=style.marker,
                markeredgecolor="white",
                markeredgewidth=0.5,
                label=label,
            )
        ax.set_xlim(0.7, last + 0.3)
        ax.set_ylim(0, 103)
        percent(ax.yaxis)
        ax.xaxis.set_major_locator(MaxNLocator(7, integer=True))
        named(ax, title, "own turn", "players who have opened", grid="y")
    return ax
