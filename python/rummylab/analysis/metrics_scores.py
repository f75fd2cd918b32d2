"""Metrics of how the score of a seat spreads; they need every game by itself.

Sums tell the mean score of a seat but not its law, so these are of runs that keep their deals.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from rummylab.analysis import intervals
from rummylab.analysis.intervals import Estimate
from rummylab.analysis.metric import Form, Metric, figure, spread
from rummylab.analysis.tally import Ints, Tally


def score_metrics(players: int) -> Iterator[Metric]:
    """The metrics of the scores of every seat of games of so many players."""
    for seat in range(1, players + 1):
        needed = {f"score_seat_{seat}": 1}
        yield Metric(
            f"score.seat_{seat}.sd", f"score of seat {seat}, standard deviation",
            f"Standard deviation of the score of seat {seat} in a decided game.",
            "points", needed, {"end_cap": 1}, form=_spread_of_seat(seat), deals=True, floor=0,
        )  # fmt: skip
        for part, q, title, words in (
            ("p10", 0.1, "lowest tenth", "a tenth"),
            ("median", 0.5, "median", "half"),
            ("p90", 0.9, "highest tenth", "nine tenths"),
        ):
            yield Metric(
                f"score.seat_{seat}.{part}", f"score of seat {seat}, {title}",
                f"The least score of seat {seat} that {words} of the decided games do not exceed.",
                "points", needed, {"end_cap": 1}, form=_quantile_of_seat(seat, q), deals=True,
            )  # fmt: skip


def _scores(tally: Tally, seat: int) -> Ints:
    """The score of a seat in every decided game."""
    assert tally.units is not None  # a metric of deals is available only with them
    decided = tally.units @ tally.weights({"end_cap": 1}) == 0
    found: Ints = (tally.units @ tally.weights({f"score_seat_{seat}": 1}))[decided]
    return found


def _spread_of_seat(seat: int) -> Form:
    def form(tally: Tally, confidence: float) -> Estimate:
        values, counts = np.unique(_scores(tally, seat), return_counts=True)
        return figure(values.astype(float), counts, spread, int(counts.sum()), confidence)

    return form


def _quantile_of_seat(seat: int, q: float) -> Form:
    def form(tally: Tally, confidence: float) -> Estimate:
        scores = _scores(tally, seat)
        if len(scores) == 0:
            return intervals.NOTHING
        least = int(scores.min())
        found = intervals.quantile(np.bincount(scores - least), q, confidence, floor=-math.inf)
        return found.scaled(1, least)

    return form
