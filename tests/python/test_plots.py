"""Figures: right numbers in the right place, told apart without colour, always the same bytes."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb

from rummylab import plots
from rummylab.analysis.intervals import Estimate, wilson
from rummylab.plots import style

LENGTHS = {"one": np.bincount([3, 4, 4, 5, 9], minlength=20), "two": np.bincount([6, 7, 7, 30])}
RATES = {
    "one": [Estimate(0.55, 0.5, 0.6, 9), Estimate(0.45, 0.4, 0.5, 9)],
    "two": [wilson(50, 100), wilson(50, 100)],
}
ENDINGS = {
    "one": {"went out": wilson(18, 20), "pool empty": wilson(2, 20), "stopped": wilson(0, 20)},
    "two": {"went out": wilson(20, 20), "pool empty": wilson(0, 20), "stopped": wilson(0, 20)},
}

ALL: dict[str, Callable[[], Axes]] = {
    "length": lambda: plots.length_distribution(LENGTHS, title="t"),
    "score": lambda: plots.score_distribution(LENGTHS, title="t"),
    "seats": lambda: plots.win_rate_by_seat(RATES, title="t"),
    "ending": lambda: plots.ending_mix(ENDINGS, title="t"),
    "opening": lambda: plots.opening_turn(LENGTHS, {"one": 1.0, "two": 0.5}, title="t"),
    "effects": lambda: plots.effect_bars(
        {"opening": (RATES["one"][0], 0.1)}, title="t", what="turns"
    ),
    "drama": lambda: plots.drama_curve(
        {"one": np.array([[0, 0.5, 0.4, 0.6], [0.5, 0.6, 0.5, 0.7], [1, 1, 1, 1]])}, title="t"
    ),
    "differences": lambda: plots.differences({"one": RATES["one"][0]}, title="t", what="turns"),
}


@pytest.mark.parametrize("name", ALL)
def test_every_figure_has_labels_and_a_title(name: str) -> None:
    ax = ALL[name]()
    assert ax.get_xlabel()
    assert ax.get_title(loc="left") == "t"
    assert ax.get_ylabel() or ax.get_yticklabels()


@pytest.mark.parametrize("name", ALL)
def test_every_figure_is_the_same_every_time(name: str) -> None:
    def draw() -> tuple[str, bytes]:
        figure = ALL[name]().figure
        return plots.to_svg(figure, salt=name), plots.to_png(figure)

    first, second = draw(), draw()
    assert first == second
    svg, png = first
    assert svg.startswith("<svg")
    assert "<text" not in svg  # letters are drawn, so that they look the same everywhere
    assert png.startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ALL)
def test_drawing_leaves_matplotlib_as_it_was(name: str) -> None:
    before = dict(mpl.rcParams)
    plots.to_svg(ALL[name]().figure, salt="x")
    assert dict(mpl.rcParams) == before


def test_lengths_are_shares_of_the_games_with_a_marker_at_the_median() -> None:
    ax = plots.length_distribution(LENGTHS, width=1)
    line = ax.get_lines()[0]
    x, y = np.asarray(line.get_xdata()), np.asarray(line.get_ydata())
    assert y[x == 4][0] == pytest.approx(40.0)
    assert y.sum() == pytest.approx(100.0)
    marked = line.get_markevery()
    assert isinstance(marked, list)
    assert x[marked[0]] == 4


def test_a_median_on_an_axis_is_drawn_whole() -> None:
    ax = plots.length_distribution({"short": np.bincount([1, 1, 1, 5, 9])}, width=1)
    (line,) = ax.get_lines()
    assert not line.get_clip_on()
    first = float(np.asarray(line.get_xdata())[0])
    assert ax.get_xlim()[0] < first  # the bin of the first number is not cut in half


def test_shares_are_drawn_on_a_scale_of_shares() -> None:
    ax = plots.win_rate_by_seat({"few": [wilson(0, 3), wilson(3, 3)]})
    assert ax.get_ylim() == (0.0, 100.0)


def test_few_games_have_no_decimals() -> None:
    def numbers(games: int) -> list[str]:
        part = {"out": wilson(3 * games // 5, games), "empty": wilson(2 * games // 5, games)}
        return [number.get_text() for number in plots.ending_mix({"one": part}).texts]

    assert numbers(5) == ["60 %", "40 %"]
    assert numbers(5000) == ["60.0 %", "40.0 %"]


def test_long_games_are_gathered_in_bins_that_still_add_up() -> None:
    rng = np.random.default_rng(1)
    h = np.bincount(rng.poisson(150, 5000), minlength=1000)
    ax = plots.length_distribution({"one": h})
    y = np.asarray(ax.get_lines()[0].get_ydata())
    assert 99 < y.sum() <= 100
    assert "per 2 turns" in ax.get_ylabel()
    assert plots.bin_width([h]) == 2
    assert plots.bin_width([np.bincount([10, 90])]) == 10  # few games make coarse bins
    assert "per 5 turns" in plots.length_distribution({"one": h}, width=5).get_ylabel()


def test_seat_intervals_are_drawn_where_they_are() -> None:
    ax = plots.win_rate_by_seat(RATES)
    bars = ax.containers[0].lines[2][0].get_segments()
    assert [round(float(v), 6) for v in bars[0][:, 1]] == [50.0, 60.0]
    assert [t.get_text() for t in ax.get_xticklabels()] == ["1", "2"]
    assert 50.0 in np.asarray(ax.get_lines()[0].get_ydata())


def test_an_ending_that_never_occurs_is_left_out() -> None:
    ax = plots.ending_mix(ENDINGS)
    assert ax.get_legend_handles_labels()[1] == ["went out", "pool empty"]
    widths = [patch.get_width() for patch in ax.patches]
    assert sum(widths) == pytest.approx(200.0)


def test_opening_curves_end_at_the_share_that_ever_opened() -> None:
    ax = plots.opening_turn(LENGTHS, {"one": 1.0, "two": 0.5})
    ends = [float(np.asarray(line.get_ydata())[-1]) for line in ax.get_lines()]
    assert ends == pytest.approx([100.0, 50.0])


def test_spread_bars_mark_the_median_and_say_none_for_nothing() -> None:
    ax = plots.spread_bars({"some": np.bincount([1, 2, 2, 3]), "nothing": [0, 0]})
    assert [t.get_text() for t in ax.texts] == ["2", "none"]


def test_looks_differ_without_colour() -> None:
    assert len({(look.dashes, look.colour) for look in map(style.look, range(24))}) == 24
    looks = [style.look(i) for i in range(8)]
    assert len({look.marker for look in looks}) == 8
    assert len({str(look.dashes) for look in looks}) == 8
    assert len({look.colour for look in looks}) == 8


def test_bars_keep_their_order_in_grey_print() -> None:
    for count in (4, 6):
        fills = style.fills(count)
        assert len(set(fills)) == count
        greys = [np.dot(to_rgb(colour), (0.299, 0.587, 0.114)) for colour, _ in fills]
        assert all(b - a > 0.1 for a, b in pairwise(greys))


def test_the_parts_of_a_bar_differ() -> None:
    names = ("knock", "undercut", "gin", "big gin", "stock used up")
    ax = plots.ending_mix({"one": dict.fromkeys(names, wilson(20, 100))})
    assert len({(patch.get_facecolor(), patch.get_hatch()) for patch in ax.patches}) == 5


def test_the_curve_of_the_drama_stops_before_the_game_is_won() -> None:
    line = ALL["drama"]().lines[0]
    assert list(line.get_xdata()) == [0, 50]
    assert list(line.get_ydata()) == [50, 60]


def test_one_legend_for_all_panels() -> None:
    figure, axes = plots.figure(2)
    for ax in axes:
        plots.length_distribution(LENGTHS, ax=ax)
    plots.legend_below(figure, axes)
    (legend,) = figure.legends
    assert [t.get_text() for t in legend.get_texts()] == ["one", "two"]


def test_the_legend_has_what_any_panel_shows() -> None:
    figure, axes = plots.figure(2)
    for ax, name in zip(axes, ("one", "two"), strict=True):
        plots.length_distribution({name: LENGTHS[name]}, ax=ax)
    plots.legend_below(figure, axes)
    assert [t.get_text() for t in figure.legends[0].get_texts()] == ["one", "two"]


@pytest.mark.parametrize("draw", [plots.length_distribution, plots.opening_turn])
def test_a_curve_beneath_another_is_wider(draw: Callable[..., Axes]) -> None:
    found = {"one": LENGTHS["one"], "other": LENGTHS["two"], "same as one": LENGTHS["one"]}
    below, apart, above = draw(found).get_lines()
    assert below.get_linewidth() > above.get_linewidth() + 1
    assert below.get_markersize() > above.get_markersize() + 1
    assert apart.get_linewidth() == above.get_linewidth()


def test_many_curves_on_each_other_stay_slender() -> None:
    found = dict.fromkeys("abcdefgh", LENGTHS["one"])
    assert max(line.get_linewidth() for line in plots.length_distribution(found).get_lines()) < 8


def test_a_curve_of_drama_beneath_another_is_wider() -> None:
    curve = np.array([[0, 0.5, 0.4, 0.6], [0.5, 0.6, 0.5, 0.7]])
    below, above = plots.drama_curve({"one": curve, "two": curve}).get_lines()
    assert below.get_linewidth() > above.get_linewidth() + 1


def test_ids_of_two_figures_on_one_page_do_not_meet() -> None:
    def ids(salt: str) -> set[str]:
        svg = plots.to_svg(ALL["ending"]().figure, salt=salt)
        return set(re.findall(r'id="([mph][0-9a-f]{10})"', svg))

    assert ids("a")
    assert not ids("a") & ids("b")
