"""The Tally: exact integer sums over clusters of games, which add up.

A *cluster* is the unit of inference: one deal, all rotations of one deal, or one match. A *block*
is a fixed range of 1,000 clusters. Everything here is an integer, so `a + b` is exact, associative
and commutative, and a result never depends on the order in which its blocks arrived.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rummylab.errors import RummyError

Ints = NDArray[np.int64]

BLOCK_CLUSTERS = 1000
_HISTOGRAM_PREFIX = "histogram."


def _ints(values: Any) -> Ints:
    array = np.array(values, dtype=np.int64)
    array.flags.writeable = False
    return array


@dataclass(frozen=True, eq=False)
class Tally:
    """Sums over clusters of what happened in their games.

    Parameters
    ----------
    players : int
        Players at the table.
    quantities : tuple of str
        The K names of what is summed, such as ``"turns"`` or ``"share_seat_1"``.
    clusters : int
        Number of clusters summed.
    sums : array of int64, shape (K,)
        Sum of every quantity over the clusters.
    cross : array of int64, shape (K, K)
        Sum over the clusters of the products of their quantities.
    block_sums : array of int64, shape (B, K)
        The sums, block by block.
    histograms : mapping of str to array of int64
        Counts per value; the last bin counts that value and everything above.
    block_ids : array of int64, shape (B,), optional
        The numbers of the blocks, rising; 0, 1, 2 ... when not given.
    units : array of int64, shape (clusters, K), optional
        The quantities of every cluster, in the order of the blocks. Short runs keep them, and two
        runs that do are compared cluster by cluster.

    Examples
    --------
    >>> one = Tally(2, ("games", "turns"), 1, [1, 40], [[1, 40], [40, 1600]], [[1, 40]], {})
    >>> two = Tally(2, ("games", "turns"), 1, [1, 30], [[1, 30], [30, 900]], [[1, 30]], {}, [1])
    >>> (one + two).total("turns")
    70
    """

    players: int
    quantities: tuple[str, ...]
    clusters: int
    sums: Ints
    cross: Ints
    block_sums: Ints
    histograms: Mapping[str, Ints]
    block_ids: Ints | None = None
    units: Ints | None = None
    _index: dict[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        count = len(self.quantities)
        put = object.__setattr__
        put(self, "quantities", tuple(self.quantities))
        put(self, "sums", _ints(self.sums))
        put(self, "cross", _ints(self.cross))
        put(self, "block_sums", _ints(self.block_sums))
        put(self, "histograms", {name: _ints(bins) for name, bins in self.histograms.items()})
        ids = range(len(self.block_sums)) if self.block_ids is None else self.block_ids
        put(self, "block_ids", _ints(ids))
        put(self, "_index", {name: i for i, name in enumerate(self.quantities)})
        if self.units is not None:
            units = _ints(self.units)
            put(self, "units", units)
            if units.shape != (self.clusters, count) or np.any(units.sum(axis=0) != self.sums):
                raise RummyError(
                    f"units of a tally have shape {units.shape}; they must be the {self.clusters}"
                    f" clusters by {count} quantities that its sums are made of"
                )
        if (
            self.sums.shape != (count,)
            or self.cross.shape != (count, count)
            or self.block_sums.shape[1:] != (count,)
            or self.ids.shape != (len(self.block_sums),)
        ):
            raise RummyError(
                f"a tally of {count} quantities has sums of shape {self.sums.shape}, cross"
                f" {self.cross.shape}, block_sums {self.block_sums.shape}, block_ids"
                f" {self.ids.shape}; they must be ({count},), ({count}, {count}),"
                f" (B, {count}), (B,)"
            )
        if np.any(np.diff(self.ids) <= 0):
            raise RummyError("block_ids of a tally must rise; sort the blocks first")

    @property
    def ids(self) -> Ints:
        """The numbers of the blocks, rising."""
        assert self.block_ids is not None  # __post_init__ filled it
        return self.block_ids

    def __contains__(self, quantity: object) -> bool:
        return quantity in self._index

    def total(self, quantity: str) -> int:
        """The sum of one quantity over all clusters."""
        return int(self.sums[self._index[quantity]])

    def weights(self, combination: Mapping[str, int]) -> Ints:
        """The vector of a linear combination of quantities, in the order of `quantities`."""
        vector = np.zeros(len(self.quantities), dtype=np.int64)
        for name, factor in combination.items():
            vector[self._index[name]] += factor
        return vector

    @property
    def single_games(self) -> bool:
        """Whether every cluster is one game."""
        return self.total("games") == self.clusters and (
            "matches" not in self or self.total("matches") == 0
        )

    def __add__(self, other: Tally) -> Tally:
        """The tally of both; they must count the same things and share no block."""
        if not isinstance(other, Tally):
            return NotImplemented
        if self.players != other.players or self.quantities != other.quantities:
            raise RummyError(
                f"cannot add tallies of {self.players} players with {len(self.quantities)}"
                f" quantities and of {other.players} players with {len(other.quantities)}:"
                " add only parts of one run"
            )
        shared = np.intersect1d(self.ids, other.ids)
        if len(shared):
            raise RummyError(
                f"cannot add two tallies that both hold block {shared[0]}: its games would count"
                " twice; add parts of one run with different blocks, and use rummylab.compare for"
                " two rule sets on the same deals"
            )
        ids = np.concatenate([self.ids, other.ids])
        order = np.argsort(ids)
        names = sorted({*self.histograms, *other.histograms})
        return Tally(
            self.players,
            self.quantities,
            self.clusters + other.clusters,
            self.sums + other.sums,
            self.cross + other.cross,
            np.concatenate([self.block_sums, other.block_sums])[order],
            {
                name: _add_bins(self.histograms.get(name), other.histograms.get(name))
                for name in names
            },
            ids[order],
            self._units_with(other),
        )

    def _rows_of_blocks(self) -> list[Ints] | None:
        """The kept clusters block by block; None when they are not kept or cannot be parted."""
        if self.units is None:
            return None
        # Every block but the last of a run is full.
        starts = BLOCK_CLUSTERS * np.arange(len(self.ids))
        if len(starts) == 0 or starts[-1] >= len(self.units):
            return None
        if np.any(np.add.reduceat(self.units, starts) != self.block_sums):
            return None
        return np.split(self.units, starts[1:])

    def _units_with(self, other: Tally) -> Ints | None:
        mine, theirs = self._rows_of_blocks(), other._rows_of_blocks()
        if mine is None or theirs is None:
            return None
        rows = [*mine, *theirs]
        order = np.argsort(np.concatenate([self.ids, other.ids]))
        return np.concatenate([rows[i] for i in order])

    def without_units(self) -> Tally:
        """The same sums without the single clusters."""
        return self if self.units is None else replace(self, units=None)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tally):
            return NotImplemented
        mine, theirs = self.to_arrays(), other.to_arrays()
        return mine.keys() == theirs.keys() and all(
            np.array_equal(mine[name], theirs[name]) for name in mine
        )

    __hash__ = None  # type: ignore[assignment]  # it holds arrays

    def __repr__(self) -> str:
        return (
            f"<Tally of {self.clusters} clusters in {len(self.ids)} blocks, {self.players} players,"
            f" {len(self.quantities)} quantities>"
        )

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """The tally as named arrays, ready for ``numpy.savez``; `from_arrays` reads them back."""
        arrays: dict[str, NDArray[Any]] = {
            "players": np.array(self.players, dtype=np.int64),
            "quantities": np.array(self.quantities, dtype=np.str_),
            "clusters": np.array(self.clusters, dtype=np.int64),
            "sums": self.sums,
            "cross": self.cross,
            "block_sums": self.block_sums,
            "block_ids": self.ids,
        }
        if self.units is not None:
            arrays["units"] = self.units
        for name in sorted(self.histograms):
            arrays[_HISTOGRAM_PREFIX + name] = self.histograms[name]
        return arrays

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Tally:
        """The tally that `to_arrays` wrote."""
        return cls(
            players=int(arrays["players"]),
            quantities=tuple(str(name) for name in arrays["quantities"]),
            clusters=int(arrays["clusters"]),
            sums=arrays["sums"],
            cross=arrays["cross"],
            block_sums=arrays["block_sums"],
            block_ids=arrays["block_ids"],
            units=arrays.get("units"),
            histograms={
                name.removeprefix(_HISTOGRAM_PREFIX): arrays[name]
                for name in arrays
                if name.startswith(_HISTOGRAM_PREFIX)
            },
        )


def _add_bins(left: Ints | None, right: Ints | None) -> Ints:
    if left is None or right is None:
        bins = left if right is None else right
        assert bins is not None  # the name came from one of the two
        return bins
    if left.shape != right.shape:
        raise RummyError(f"cannot add histograms of {len(left)} and {len(right)} bins")
    return left + right
