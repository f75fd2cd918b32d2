"""A toy game of known truth that counts what the engine counts, to test studies and reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rummylab.analysis.tally import BLOCK_CLUSTERS, Tally

BASE = (
    *("games", "turns", "plays", "draws", "forced_draws"),
    *("passes", "failures", "tiles_laid", "jokers_laid", "table_tiles_moved"),
    *("rearranging_turns", "openers", "opening_turn_sum", "pool_left", "pool_left_out"),
    *("end_out", "end_pool_empty", "end_cap", "winners", "winner_score"),
    *("losers", "loser_score", "rack_points_left", "one_turn_closes", "ties"),
    *("loser_rack_points", "loser_rack_tiles", "seconds", "lead_changes", "longest_waits"),
    *("holes", "sole_wins", "leads_quarter", "leads_half", "leads_three_quarters", "last_half"),
    *("deepest_deficits", "decisive_shares", "lead_squares", "lead_products"),
    *("jokers_0_players", "jokers_0_share", "jokers_1_players", "jokers_1_share"),
    *("jokers_2_players", "jokers_2_share"),
    *("choice_turns", "choices", "several_choices", "most_choices"),
)


def quantities(players: int) -> tuple[str, ...]:
    """The engine's quantities, in its order."""
    seats = range(1, players + 1)
    return (
        *BASE,
        *(f"share_seat_{s}" for s in seats),
        *(f"score_seat_{s}" for s in seats),
        *(f"share_player_{s}" for s in seats),
        *(f"score_player_{s}" for s in seats),
        "matches",
        *(f"match_share_player_{s}" for s in seats),
    )


def tally_of(
    players: int,
    names: tuple[str, ...],
    rows: np.ndarray,
    histograms: dict[str, np.ndarray] | None = None,
    *,
    first_block: int = 0,
    units: bool = False,
) -> Tally:
    """The tally of a matrix with one row per cluster."""
    rows = np.asarray(rows, dtype=np.int64)
    starts = range(0, len(rows), BLOCK_CLUSTERS)
    blocks = [rows[i : i + BLOCK_CLUSTERS].sum(axis=0) for i in starts]
    return Tally(
        players,
        names,
        len(rows),
        rows.sum(axis=0),
        rows.T @ rows,
        np.array(blocks, dtype=np.int64).reshape(len(blocks), len(names)),
        histograms or {},
        np.arange(first_block, first_block + len(blocks)),
        rows if units else None,
    )


@dataclass(frozen=True)
class Toy:
    """A game whose truth is known: mean turns, chances of the seats, share of empty pools."""

    turns: float = 30.0
    edge: float = 0.0  # added to the chance of seat 1
    pool_empty: float = 0.02
    opening: float = 0.3  # chance to open on a turn
    noise: int = 0  # another stream of what pairing does not share

    def chances(self, players: int) -> np.ndarray:
        even = np.full(players, (1 - self.edge) / players)
        even[0] += self.edge
        return even

    def tally(
        self, *, players: int, seed: int, first: int, count: int, units: bool = False
    ) -> Tally:
        """A pure function of the arguments, block by block, like the engine."""
        assert first % BLOCK_CLUSTERS == 0
        total: Tally | None = None
        for block in range(first // BLOCK_CLUSTERS, -(-(first + count) // BLOCK_CLUSTERS)):
            size = min(BLOCK_CLUSTERS, first + count - block * BLOCK_CLUSTERS)
            part = self._block(players, seed, block, size, units)
            total = part if total is None else total + part
        assert total is not None
        return total

    def _block(self, players: int, seed: int, block: int, size: int, units: bool) -> Tally:
        luck = np.random.default_rng([seed, block, players])
        own = np.random.default_rng([seed, block, players, self.noise, 1])
        names = quantities(players)
        q = {name: np.zeros(size, dtype=np.int64) for name in names}
        length = luck.gamma(8.0, 1.0, size) / 8.0  # shared by arms: the luck of the deal
        turns = 1 + own.poisson(length * (self.turns - 1))
        order = luck.random(size)
        winner = np.searchsorted(np.cumsum(self.chances(players)), order, side="right")
        winner = np.minimum(winner, players - 1)
        losses = own.integers(5, 60, (size, players))
        losses[np.arange(size), winner] = 0
        opening = own.geometric(self.opening, (size, players))
        opened = opening <= -(-turns // players)[:, None]
        empty = own.random(size) < self.pool_empty
        q["games"][:] = 1
        q["turns"] = turns
        q["forced_draws"] = own.binomial(turns, 0.5)
        q["draws"] = q["forced_draws"]
        q["plays"] = turns - q["draws"]
        q["rearranging_turns"] = own.binomial(turns, 0.1)
        q["table_tiles_moved"] = 2 * q["rearranging_turns"]
        q["tiles_laid"] = 40 + own.integers(0, 20, size)
        q["jokers_laid"] = own.integers(0, 3, size)
        q["openers"] = opened.sum(axis=1)
        q["opening_turn_sum"] = (opening * opened).sum(axis=1)
        q["pool_left"] = np.where(empty, 0, own.integers(1, 50, size))
        q["pool_left_out"] = q["pool_left"]
        q["end_out"] = ~empty
        q["end_pool_empty"] = empty
        q["winners"][:] = 1
        q["winner_score"] = losses.sum(axis=1)
        q["losers"][:] = players - 1
        q["sole_wins"] = ~empty
        q["ties"] = empty
        for name, chance in (
            *(("leads_quarter", 0.4), ("leads_half", 0.5), ("leads_three_quarters", 0.6)),
            ("last_half", 0.2),
        ):
            q[name] = (own.random(size) < chance) & ~empty
        q["lead_changes"] = own.binomial(turns, 0.2)
        q["longest_waits"] = own.integers(players, 5 * players, size)
        q["deepest_deficits"] = own.integers(0, 80, size)
        q["lead_squares"] = own.integers(0, 900, size)
        q["lead_products"] = -own.integers(0, 900, size)
        q["loser_rack_points"] = losses.sum(axis=1)
        q["loser_rack_tiles"] = losses.sum(axis=1) // 8
        with_joker = own.random(size) < 0.6
        q["jokers_0_players"] = players - with_joker
        q["jokers_1_players"] = with_joker
        q["jokers_1_share"] = 60 * (with_joker & (own.random(size) < 0.5))
        q["jokers_0_share"] = 60 - q["jokers_1_share"]
        q["decisive_shares"] = own.integers(5000, 10_001, size) * ~empty  # of single winners
        q["seconds"] = 15 * q["turns"] + 3 * q["tiles_laid"] + 5 * q["table_tiles_moved"]
        q["loser_score"] = -losses.sum(axis=1)
        q["rack_points_left"] = losses.sum(axis=1)
        for s in range(players):
            won = winner == s
            for kind in ("seat", "player"):
                q[f"share_{kind}_{s + 1}"] = 60 * won
                q[f"score_{kind}_{s + 1}"] = np.where(won, q["winner_score"], -losses[:, s])
        losing = losses[losses > 0]
        histograms = {
            "turns": _bins(turns, 1000),
            "winner_score": _bins(q["winner_score"], 500),
            "loser_loss": _bins(losing, 300),
            "pool_left": _bins(q["pool_left"], 256),
            "opening_turn": _bins(opening[opened], 100),
            "rack_tiles_left": _bins(losing // 8, 100),
            "actions": _bins(q["tiles_laid"] + q["table_tiles_moved"] + q["draws"], 1000),
            "minutes": _bins((q["seconds"] + 30) // 60, 300),
        }
        rows = np.stack([q[name] for name in names], axis=1)
        return tally_of(players, names, rows, histograms, first_block=block, units=units)


def _bins(values: np.ndarray, size: int) -> np.ndarray:
    return np.bincount(np.minimum(values, size - 1), minlength=size)


def simple(values: Sequence[int], counts: Sequence[int] | None = None) -> Tally:
    """A tally with clusters of so many games and turns."""
    games = np.ones(len(values), dtype=np.int64) if counts is None else np.asarray(counts)
    return tally_of(2, ("games", "turns"), np.stack([games, np.asarray(values)], axis=1))
