"""One look for all figures: told apart by colour-blind people, in grey print and at small size."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter
from numpy.typing import NDArray

from rummylab.analysis.intervals import Estimate

Floats = NDArray[np.float64]

INK = "#222222"
QUIET = "#6b6b6b"
GRID = "#dddddd"


@dataclass(frozen=True)
class Look:
    """How one series is drawn: colour, dashes and marker all differ from the others'."""

    colour: str
    dashes: str | tuple[int, tuple[float, ...]]
    marker: str


# Okabe and Ito's colours, dark ones first, each with dashes and a marker of its own.
_LOOKS = (
    Look("#0072B2", "-", "o"),
    Look("#D55E00", (0, (5, 2)), "s"),
    Look("#009E73", (0, (1.2, 1.2)), "^"),
    Look("#A0497D", (0, (6, 1.6, 1.2, 1.6)), "D"),
    Look("#000000", (0, (2.6, 1.2)), "v"),
    Look("#C98200", (0, (4, 1.2, 1.2, 1.2, 1.2, 1.2)), "P"),
    Look("#3A9BD5", (0, (8, 3)), "X"),
    Look("#7F7F7F", (0, (1, 2.4)), "*"),
)

# Fills of a stacked bar: from dark to light, so that grey print keeps the order, with hatches.
FILLS = (("#0072B2", ""), ("#9CCBE8", "////"), ("#F3E3B5", "...."), ("#FFFFFF", "xxxx"))
_DARK, _MIDDLE = ("#0B2F47", ""), ("#4A9FD4", "\\\\\\\\")

_RC: Any = {  # typed by names in new versions of matplotlib, by str in older ones
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": QUIET,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.grid": False,
    "grid.color": GRID,
    "grid.linewidth": 0.7,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "legend.frameon": False,
    "legend.handlelength": 3.2,
    "hatch.linewidth": 0.5,
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    "svg.fonttype": "path",
}


def look(index: int) -> Look:
    """The look of the series of this place; after eight the colours come with other dashes."""
    colour, drawn = (_LOOKS[i % len(_LOOKS)] for i in (index, index + 3 * (index // len(_LOOKS))))
    return Look(colour.colour, drawn.dashes, drawn.marker)


def fills(count: int) -> tuple[tuple[str, str], ...]:
    """Colours and hatches of a bar with so many parts, at most six of which differ."""
    return FILLS if count <= len(FILLS) else (_DARK, FILLS[0], _MIDDLE, *FILLS[1:])


def widths(curves: Sequence[Floats]) -> list[dict[str, Any]]:
    """Width and marker size of each curve; one that runs beneath later ones is wider than they are.

    So it remains in sight where two rule sets come to the same.

    Parameters
    ----------
    curves : sequence of array
        The heights of the curves at the same places; one may end before another.

    Examples
    --------
    >>> one, two = np.array([0.0, 10.0, 5.0]), np.array([0.0, 10.0, 9.0])
    >>> [found["linewidth"] for found in widths([one, two, one])]
    [3.8, 1.7, 1.7]
    """
    near = 0.03 * max((float(np.ptp(curve)) for curve in curves if len(curve)), default=0.0)
    above = [0] * len(curves)
    for index, curve in enumerate(curves):
        for later in curves[index + 1 :]:
            both = min(len(curve), len(later))
            alike = both > 0 and float(np.max(np.abs(curve[:both] - later[:both]))) <= near
            above[index] += alike
    step = min(2.1, 6 / max([1, *above]))
    return [{"linewidth": 1.7 + step * n, "markersize": 5.5 + 1.3 * step * n} for n in above]


@contextlib.contextmanager
def styled() -> Iterator[None]:
    """Draw with the style of rummylab, and leave matplotlib as it was."""
    with mpl.rc_context(_RC):
        yield


def figure(
    panels: int = 1, *, width: float = 9.6, height: float = 3.2, sharey: bool = True
) -> tuple[Figure, list[Axes]]:
    """A figure of panels side by side, apart from pyplot's global state.

    Examples
    --------
    >>> fig, axes = figure(3)
    >>> len(axes)
    3
    """
    fig = Figure(figsize=(width, height), layout="constrained")
    engine = fig.get_layout_engine()
    assert engine is not None
    engine.set(wspace=0.06)  # type: ignore[call-arg]  # 100 of one panel is no 1000 with the next's 0
    FigureCanvasAgg(fig)
    axes = fig.subplots(1, panels, sharey=sharey, squeeze=False)
    return fig, list(axes[0])


def axes_or_new(ax: Axes | None) -> Axes:
    """The axes given, or those of a new figure."""
    return figure(1, width=6.0)[1][0] if ax is None else ax


def ends(found: Sequence[Estimate], scale: float = 1.0) -> tuple[Floats, Floats]:
    """The values, and how far their intervals reach below and above, shape (2, N).

    Examples
    --------
    >>> value, reach = ends([Estimate(0.5, 0.4, 0.7, 100)], 100)
    >>> value.tolist(), reach.round(9).tolist()
    ([50.0], [[10.0], [20.0]])
    """
    value = np.array([scale * e.value for e in found])
    low = np.array([scale * e.low for e in found])
    high = np.array([scale * e.high for e in found])
    return value, np.clip(np.stack([value - low, high - value]), 0, None)


def named(ax: Axes, title: str, across: str, up: str = "", *, grid: str = "") -> None:
    """Title and names of the axes, with lines behind the drawing across the axis ``grid``."""
    ax.set_title(title)
    ax.set_xlabel(across)
    ax.set_ylabel(up)
    if grid:
        ax.grid(axis=grid)  # type: ignore[arg-type]
        ax.set_axisbelow(True)


def rows(ax: Axes, places: Sequence[float] | NDArray[Any], labels: Sequence[str]) -> None:
    """A row for each label, without an axis beside them."""
    ax.set_yticks(places, list(labels))
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)


def percent(axis: Axis) -> None:
    """Numbers of an axis as per cent."""
    axis.set_major_formatter(FuncFormatter(lambda v, _: f"{v:g} %"))


def legend_below(fig: Figure, axes: Sequence[Axes]) -> None:
    """One legend for all panels, under them, in as few rows as fit, of all that any shows."""
    known: dict[str, Any] = {}
    for ax in axes:
        for handle, label in zip(*ax.get_legend_handles_labels(), strict=True):
            known.setdefault(label, handle)
    labels = list(known)
    if labels:
        inches = [0.78 + 0.08 * len(label) for label in labels]  # the handle and its text
        room = fig.get_figwidth()
        fits = sum(inches) <= room
        columns = len(labels) if fits else max(1, int(room // max(inches)))
        fig.legend(list(known.values()), labels, loc="outside lower center", ncols=columns)


def to_svg(fig: Figure, *, salt: str) -> str:
    """The figure as an SVG element, the same bytes every time; `salt` keeps its ids its own."""
    out = io.StringIO()
    with mpl.rc_context({**_RC, "svg.hashsalt": salt}):
        fig.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    return text[text.index("<svg") :]


def to_png(fig: Figure, *, dpi: int = 150) -> bytes:
    """The figure as a PNG picture."""
    out = io.BytesIO()
    with styled():
        fig.savefig(out, format="png", dpi=dpi, metadata={"Software": None})
    return out.getvalue()


def whiskered_curve(
    ax: Axes,
    x: Floats,
    found: Sequence[Estimate],
    index: int,
    label: str,
    *,
    scale: float = 1.0,
) -> None:
    """The curve of a series through its estimates, with their intervals."""
    style = look(index)
    value, reach = ends(found, scale)
    ax.errorbar(
        *(x, value),
        yerr=reach,
        color=style.colour,
        linestyle=style.dashes,
        marker=style.marker,
        markersize=5.5,
        linewidth=1.6,
        elinewidth=1.2,
        capsize=2.5,
        label=label,
    )


def row_mark(ax: Axes, y: float, found: Estimate, index: int, *, filled: bool = True) -> None:
    """One estimate in a row of its own, in the look of a series."""
    style = look(index)
    value, reach = ends([found])
    ax.errorbar(
        *(value, [y]),
        xerr=reach,
        color=style.colour,
        marker=style.marker,
        markersize=6,
        markerfacecolor=style.colour if filled else "white",
        elinewidth=1.5,
        capsize=3,
    )


def bar_whiskers(ax: Axes, value: Floats, places: Floats, reach: Floats) -> None:
    """The intervals of bars that lie."""
    ax.errorbar(
        *(value, places), xerr=reach, linestyle="none", color=INK, elinewidth=1.2, capsize=2.5
    )
