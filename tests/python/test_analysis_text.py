"""Numbers as people read them: cut to their error."""

from __future__ import annotations

import math

import pytest

from rummylab.analysis import text
from rummylab.analysis.intervals import Estimate


@pytest.mark.parametrize(
    ("half", "places"), [(0.13, 2), (0.27, 1), (0.0048, 3), (1.4, 1), (3.0, 0), (250.0, 0), (0, 0)]
)
def test_decimals_follow_the_error(half: float, places: int) -> None:
    assert text.decimals(half) == places


def test_phrases() -> None:
    turns = Estimate(33.0412, 32.911, 33.171, 20_000)
    assert text.phrase(turns, "turns") == "33.04 turns (32.91 to 33.17)"
    share = Estimate(0.25114, 0.24846, 0.25384, 100_000)
    assert text.phrase(share, "share") == "25.1 % (24.8 to 25.4 %)"
    assert text.number(Estimate(-20.04, -20.4, -19.7, 9)) == "−20.0"


def test_numbers_side_by_side_have_the_same_decimals() -> None:
    one, two = Estimate(58.4, 58.1, 58.7, 9), Estimate(58.83, 58.64, 59.02, 9)
    never, some = Estimate(0.0, 0.0, 0.0038, 9), Estimate(0.001, 0.0002, 0.0056, 9)
    assert text.alike([one, two, None]) == 2
    assert text.alike([one, one, Estimate(7.0, 7.0, 7.0, 9)]) == 1
    assert text.phrase(two, "turns", 1) == "58.8 turns (58.6 to 59.0)"
    assert text.phrase(Estimate(7.0, 7.0, 7.0, 9), "turns", 1) == "7 turns"
    assert text.alike([never, some], "share") == 1
    assert text.phrase(never, "share", 1) == "0 % (at most 0.4 %)"
    assert text.phrase(never, "share", 2) == "0 % (at most 0.38 %)"
    assert text.phrase(some, "share", 1) == "0.1 % (0.0 to 0.6 %)"
    assert text.alike([never, Estimate(math.nan, math.nan, math.nan, 0)], "share") is None
    # Decimals of which nothing would be left are not taken from the neighbours.
    little = Estimate(-0.0003, -0.0010, 0.0003, 9)
    assert text.alike([one, little]) == 2
    assert text.phrase(little, "points", 2) == "−0.0003 points (−0.0010 to 0.0003)"


def test_what_is_not_known_is_said_in_words() -> None:
    assert text.phrase(Estimate(math.nan, math.nan, math.nan, 0)) == "not known"
    assert text.number(Estimate(math.nan, math.nan, math.nan, 0)) == "–"
    assert text.interval(Estimate(3.0, -math.inf, math.inf, 1)) == "too few to tell"
    assert text.phrase(Estimate(1.0, 1.0, 1.0, 9), "turns") == "1 turn"


def test_what_is_bounded_on_one_side_says_so() -> None:
    above, below = Estimate(53.0, 32.0, math.inf, 2), Estimate(-9.0, -math.inf, 4.0, 2)
    assert text.phrase(above, "turns") == "53 turns (at least 32)"
    assert text.phrase(below, "turns") == "−9 turns (at most 4)"
    assert text.between(above) == "at least 32"
    assert text.between(Estimate(3.0, -math.inf, math.inf, 1)) == "too few to tell"


def test_an_exact_value_has_one_end() -> None:
    assert text.interval(Estimate(31.0, 31.0, 31.0, 500)) == "31"


def test_small_values_never_read_minus_zero() -> None:
    assert text.fixed(-0.0004, 2) == "0.00"
    assert text.fixed(-1234.5, 1) == "−1,234.5"


def test_a_rare_share_keeps_its_upper_end() -> None:
    rare = Estimate(0.0, 0.0, 0.0000384, 100_000)
    assert text.phrase(rare, "share") == "0 % (at most 0.004 %)"


def test_a_share_of_all_keeps_its_lower_end() -> None:
    sure = Estimate(1.0, 0.99981, 1.0, 20_000)
    assert text.phrase(sure, "share") == "100 % (at least 99.981 %)"


def test_a_quantile_of_whole_numbers_stays_whole() -> None:
    assert text.phrase(Estimate(33.0, 32.0, 34.0, 900), "turns") == "33 turns (32 to 34)"
