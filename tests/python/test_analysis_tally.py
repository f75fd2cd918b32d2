"""Tallies add up exactly, whatever the order, and refuse to count a game twice."""

from __future__ import annotations

import io
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from study_toys import Toy, simple, tally_of

from rummylab.analysis.tally import Tally
from rummylab.errors import RummyError


def test_blocks_in_any_order_give_the_same_tally() -> None:
    toy = Toy()
    parts = [toy.tally(players=3, seed=5, first=1000 * b, count=1000) for b in range(5)]
    whole = toy.tally(players=3, seed=5, first=0, count=5000)
    for shuffle in range(4):
        order = random.Random(shuffle).sample(parts, len(parts))
        total = order[0]
        for part in order[1:]:
            total = total + part
        assert total == whole
    assert parts[0] + (parts[1] + parts[2]) == (parts[0] + parts[1]) + parts[2]


@given(st.lists(st.integers(1, 10**6), min_size=1, max_size=50), st.integers(0, 50))
def test_splitting_anywhere_changes_no_sum(values: list[int], cut: int) -> None:
    whole = simple(values)
    assert whole.total("turns") == sum(values)
    assert int(whole.cross[1, 1]) == sum(v * v for v in values)
    left, right = values[:cut], values[cut:]
    if left and right:
        names, rows = ("games", "turns"), np.array([[1, v] for v in right])
        total = simple(left) + tally_of(2, names, rows, first_block=1)
        assert (total.sums == whole.sums).all()
        assert (total.cross == whole.cross).all()


def test_the_same_block_twice_is_refused() -> None:
    part = Toy().tally(players=2, seed=1, first=2000, count=1000)
    with pytest.raises(RummyError, match="both hold block 2: its games would count twice"):
        part + part


def test_different_counts_are_refused() -> None:
    with pytest.raises(RummyError, match="cannot add tallies of 2 players"):
        simple([1]) + Toy().tally(players=3, seed=1, first=0, count=10)


def test_wrong_shapes_are_refused() -> None:
    with pytest.raises(RummyError, match="a tally of 2 quantities has sums of shape"):
        Tally(2, ("games", "turns"), 1, [1], [[1]], [[1]], {})  # type: ignore[arg-type]
    with pytest.raises(RummyError, match="block_ids of a tally must rise"):
        Tally(2, ("a",), 2, [2], [[2]], [[1], [1]], {}, [1, 0])  # type: ignore[arg-type]


def test_a_tally_survives_a_file_and_the_file_is_the_same_every_time() -> None:
    tally = Toy().tally(players=4, seed=9, first=1000, count=1500)
    files = [io.BytesIO() for _ in range(2)]
    for file in files:
        np.savez(file, allow_pickle=False, **tally.to_arrays())
    assert files[0].getvalue() == files[1].getvalue()
    files[0].seek(0)
    assert Tally.from_arrays(np.load(files[0])) == tally


def test_a_tally_cannot_be_changed() -> None:
    tally = simple([3, 4])
    with pytest.raises(ValueError, match="read-only"):
        tally.sums[0] = 5


def test_histograms_of_parts_add_up() -> None:
    toy = Toy()
    whole = toy.tally(players=2, seed=3, first=0, count=2000)
    assert whole.histograms["turns"].sum() == whole.total("games") == 2000
    values = np.arange(len(whole.histograms["turns"]))
    assert (values * whole.histograms["turns"]).sum() == whole.total("turns")


def test_single_games() -> None:
    assert simple([3, 4]).single_games
    assert not simple([3, 4], [2, 2]).single_games


def test_kept_clusters_add_up_in_any_order_of_the_blocks() -> None:
    toy = Toy()
    parts = [
        toy.tally(players=2, seed=3, first=1000 * i, count=count, units=True)
        for i, count in enumerate((1000, 1000, 400))
    ]
    whole = toy.tally(players=2, seed=3, first=0, count=2400, units=True)
    assert parts[2] + (parts[0] + parts[1]) == whole
    assert (parts[0] + parts[2]) + parts[1] == whole
    assert whole.units is not None
    assert whole.units.shape == (2400, len(whole.quantities))
    assert (parts[0] + toy.tally(players=2, seed=3, first=1000, count=9)).units is None
    assert whole.without_units() == toy.tally(players=2, seed=3, first=0, count=2400)
    assert Tally.from_arrays(whole.to_arrays()) == whole


def test_kept_clusters_must_be_those_of_the_sums() -> None:
    with pytest.raises(RummyError, match="that its sums are made of"):
        Tally(2, ("games",), 2, [2], [[2]], [[2]], {}, None, np.array([[1], [2]]))
