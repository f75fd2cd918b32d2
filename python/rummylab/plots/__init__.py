"""Figures: each function takes data and gives matplotlib Axes; none knows a study or a rule.

Examples
--------
>>> from rummylab import plots
>>> ax = plots.length_distribution({"mine": [0, 0, 3, 5, 2]})
>>> ax.get_ylabel()
'games'
"""

from rummylab.plots.distributions import (
    bin_width,
    length_distribution,
    opening_turn,
    score_distribution,
    spread_bars,
)
from rummylab.plots.effects import effect_bars, forest, interaction, pareto, sensitivity_bars
from rummylab.plots.shares import (
    differences,
    drama_curve,
    ending_mix,
    lead_curve,
    win_rate_by_seat,
)
from rummylab.plots.style import figure, legend_below, styled, to_png, to_svg

__all__ = [
    "bin_width",
    "differences",
    "drama_curve",
    "effect_bars",
    "ending_mix",
    "figure",
    "forest",
    "interaction",
    "lead_curve",
    "legend_below",
    "length_distribution",
    "opening_turn",
    "pareto",
    "score_distribution",
    "sensitivity_bars",
    "spread_bars",
    "styled",
    "to_png",
    "to_svg",
    "win_rate_by_seat",
]
