"""The figures of a report, drawn from a study's result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing

from rummylab import plots
from rummylab.analysis import intervals
from rummylab.analysis.tally import Tally
from rummylab.report.design import MANY
from rummylab.report.design_figures import design_figures
from rummylab.report.page import Figure
from rummylab.report.told import Told
from rummylab.report.words import at, at_all, listed
from rummylab.study import StudyResult

_ENDINGS = {
    "went out": "end_out",
    "knock": "end_knock",
    "undercut": "end_undercut",
    "gin": "end_gin",
    "big gin": "end_big_gin",
    "whole hand": "end_hand",
    "pairs": "end_pairs",
    "pool empty": "end_pool_empty",
    "stock used up": "end_stock_empty",
    "stopped": "end_cap",
}
_PANELS = 3  # side by side in one figure
_BENEATH = "Where curves run on each other, the one beneath is wider."

Tallies = dict[str, Tally]
Draw = Callable[[Axes, Tallies, str], None]


def figures(result: StudyResult) -> Iterator[Figure]:
    """All figures in the order in which they print."""
    told = Told.of(result)
    if told is not None:
        yield from design_figures(told)
        if len(result.arms) > MANY:
            return
    tables = {
        n: {arm.label: result.tallies[arm.id, n] for arm in result.arms}
        for n in result.study.players
    }
    who = f"{listed([arm.label for arm in result.arms])}, {at_all(tables)}"
    rows = max(2.6, 0.42 * len(result.arms) + 1.1)
    every = [tally for found in tables.values() for tally in found.values()]
    width = plots.bin_width([t.histograms["turns"] for t in every])

    def lengths(ax: Axes, found: Tallies, title: str) -> None:
        plots.length_distribution(_bins(found, "turns"), ax=ax, title=title, width=width)

    yield from _figure(
        tables, "length", "How long games last",
        "Each curve shows what share of the games took so many turns (a pass is a turn); the marker"
        f" is the median: half of the games are no longer. {_BENEATH}",
        f"Distribution of the number of turns: {who}.", lengths, legend=True,
    )  # fmt: skip

    for histogram, name, title, what, spread, those in (
        ("winner_score", "winner-score", "What the winner scores", "points of the winner",
         "the winner's score", "winners"),
        ("loser_loss", "loser-loss", "What a loser loses", "points that a loser loses",
         "a loser's loss", "losers"),
    ):  # fmt: skip
        gains = those == "losers" and any(t.total("loser_score") > 0 for t in every)
        note = " Who scores points without winning loses 0 here." if gains else ""
        if not any(t.histograms[histogram][1:].any() for t in every):  # 0 in every game
            continue
        yield from _figure(
            tables, name, title,
            f"The marker and its number are the median. Half of the {those} lie in the thick bar,"
            f" eight in ten on the thin line.{note}",
            f"Spread of {spread}: {who}.", _scores(histogram, what), height=rows, sharey=True,
        )  # fmt: skip

    def seats(ax: Axes, found: Tallies, title: str) -> None:
        rates = {
            label: [
                result.estimate(label, t.players, f"win_rate.seat_{s}")
                for s in range(1, t.players + 1)
            ]
            for label, t in found.items()
        }
        plots.win_rate_by_seat(rates, ax=ax, title=title)

    yield from _figure(
        tables, "seats", "Who wins, by seat",
        "Seat 1 starts. The line is an equal share; the whiskers are 95 % intervals that hold for"
        " all seats of a game at once.{scales}",
        f"Win rate of every seat with its interval: {who}.", seats, legend=True,
    )  # fmt: skip

    quarters = ("runaway.quarter", "runaway.half", "runaway.three_quarters")

    def leads(ax: Axes, found: Tallies, title: str) -> None:
        curves = {
            label: [result.estimate(label, t.players, name) for name in quarters]
            for label, t in found.items()
            if t.total("sole_wins")
        }
        players = next(iter(found.values())).players
        plots.lead_curve(curves, ax=ax, title=title, players=players)

    if all("sole_wins" in t for found in tables.values() for t in found.values()):
        yield from _figure(
            tables, "leads", "When a game is decided",
            "How often the winner leads already, holding the rack of the fewest points, after so"
            " much of the game. The line is an equal share: on it, the lead tells nothing yet. The"
            " nearer to it a curve still is after three quarters, the longer the game stays open;"
            " at the end the winner leads in every game.",
            f"Share of games whose winner leads, by share of the turns: {who}.", leads, legend=True,
            sharey=True,
        )  # fmt: skip

    occur = {n: q for n, q in _ENDINGS.items() if any(q in t and t.total(q) for t in every)}

    def endings(ax: Axes, found: Tallies, title: str) -> None:
        shares = {
            label: {
                name: intervals.wilson(t.total(q), t.total("games"))
                for name, q in occur.items()
                if q in t
            }
            for label, t in found.items()
        }
        plots.ending_mix(shares, ax=ax, title=title)

    yield from _figure(
        tables, "endings", "How games end",
        "The share of the games that each kind of ending has.",
        f"How games end: {who}.", endings, legend=True, height=rows + 0.3, sharey=True,
    )  # fmt: skip

    def openings(ax: Axes, found: Tallies, title: str) -> None:
        openers = {
            label: t.total("openers") / (t.players * t.total("games")) for label, t in found.items()
        }
        plots.opening_turn(_bins(found, "opening_turn"), openers, ax=ax, title=title)

    if all("openers" in t for found in tables.values() for t in found.values()):
        yield from _figure(
            tables, "opening", "When players open",
            "Share of the players who have opened by so many turns of their own. A curve that"
            f" stays below 100 % belongs to games that end before everybody has opened. {_BENEATH}",
            f"Share of players who have opened, by own turn: {who}.", openings, legend=True,
            sharey=True,
        )  # fmt: skip


def _scores(histogram: str, what: str) -> Draw:
    def draw(ax: Axes, found: Tallies, title: str) -> None:
        plots.score_distribution(_bins(found, histogram), ax=ax, title=title, what=what)

    return draw


def _scales(axes: Sequence[Axes]) -> str:
    """What to know of upright scales before two heights are compared."""
    ends = [ax.get_ylim() for ax in axes]
    above = [low > 0 for low, _ in ends]
    one = "The scale does" if len(set(ends)) == 1 else "The scales differ and do"
    if all(above):
        return f" {one} not begin at zero."
    if any(above):
        return " The scales differ, and not all begin at zero."
    return "" if len(set(ends)) == 1 else " The scales differ."


def _bins(found: Tallies, name: str) -> dict[str, list[int]]:
    return {label: tally.histograms[name].tolist() for label, tally in found.items()}


def _figure(
    tables: dict[int, Tallies],
    name: str,
    title: str,
    caption: str,
    alt: str,
    draw: Draw,
    *,
    legend: bool = False,
    height: float = 3.1,
    sharey: bool = False,
) -> Iterator[Figure]:
    """The panels of a figure, at most three in a row; the rest makes a second figure.

    In the caption ``{scales}`` stands for what there is to say of the scales.
    """
    counts = list(tables)
    for start in range(0, len(counts), _PANELS):
        part = counts[start : start + _PANELS]
        with plots.styled():
            drawing: Drawing
            drawing, axes = plots.figure(
                len(part), height=height, sharey=sharey, width=9.6 if len(part) > 1 else 6.0
            )
            for ax, n in zip(axes, part, strict=True):
                draw(ax, tables[n], at(n).capitalize())
                if ax is not axes[0]:
                    ax.set_ylabel("")
            if legend:
                plots.legend_below(drawing, axes)
        suffix = f"-{start // _PANELS + 1}" if len(counts) > _PANELS else ""
        told = caption.replace("{scales}", _scales(axes))
        yield Figure(name + suffix, title, told, alt, drawing)
