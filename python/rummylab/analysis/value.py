"""A value function for positions, and the drama of games seen through it.

The chance of every player to win is a softmax of a score that is linear in what lies open: the
value of the rack, its tiles, whether the player has opened, and the pool. The weights are fitted on
games that are used for nothing else, and then frozen.

A *course* is an array v of shape (T, n): v[t, i] is the estimated chance of player i after turn t.
Every function here takes one, and the number of the winner.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from rummylab.errors import RummyError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

FEATURES = (
    "rack value / 10",
    "rack tiles",
    "opened",
    "rack value / 10 x pool / 50",
    "rack tiles x pool / 50",
)
NEARLY_WON = 0.9


@dataclass(frozen=True)
class Positions:
    """The positions of one game after each turn, from the turn on by which everybody has moved.

    Parameters
    ----------
    points, tiles, opened : array, shape (T, n)
        By player: value of the rack, its tiles, whether tiles were laid.
    pool : array, shape (T,)
        Tiles in the pool.
    winner : int
        The player who won, from 0.
    """

    points: Ints
    tiles: Ints
    opened: Ints
    pool: Ints
    winner: int

    def features(self) -> Floats:
        """What the score is linear in, shape (T, n, F)."""
        pool = self.pool[:, None] / 50
        worth = self.points / 10
        parts = [worth, self.tiles, self.opened, worth * pool, self.tiles * pool]
        stacked: Floats = np.stack([np.asarray(part, dtype=float) for part in parts], axis=2)
        return stacked


@dataclass(frozen=True)
class Value:
    """A fitted value function.

    Parameters
    ----------
    weights : tuple of float
        One for every feature.
    games : int
        Games that it was fitted on.
    loss : float
        Mean of minus the logarithm of the winner's chance over the positions of those games.
    """

    weights: tuple[float, ...]
    games: int
    loss: float

    def course(self, positions: Positions) -> Floats:
        """The chance of every player after every turn, shape (T, n).

        After the last turn the game is decided: the winner has 1.
        """
        v = _softmax(positions.features() @ np.array(self.weights))
        v[-1] = 0
        v[-1, positions.winner] = 1
        return v


def _softmax(scores: Floats) -> Floats:
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: Floats = raised / raised.sum(axis=1, keepdims=True)
    return shares


def fit(games: Sequence[Positions]) -> Value:
    """The weights that make the winners likeliest, by Newton-like descent; a little shrunk.

    Raises
    ------
    RummyError
        Without any game to learn from.
    """
    if not games:
        raise RummyError("no game of the pilot has one winner; play more, or other strategies")
    x = np.concatenate([game.features()[:-1] for game in games])
    winner = np.concatenate([np.full(len(g.pool) - 1, g.winner) for g in games])
    if len(x) == 0:
        raise RummyError("the games of the pilot are over before everybody has moved")
    rows = np.arange(len(x))

    def loss(weights: Floats) -> tuple[float, Floats]:
        chances = _softmax(x @ weights)
        error = -float(np.mean(np.log(np.maximum(chances[rows, winner], 1e-300))))
        mean = np.einsum("tn,tnf->tf", chances, x)
        slope: Floats = np.mean(mean - x[rows, winner], axis=0) + 2e-4 * weights
        return error + 1e-4 * float(weights @ weights), slope

    found = minimize(loss, np.zeros(len(FEATURES)), jac=True, method="L-BFGS-B")
    weights = tuple(float(w) for w in found.x)
    plain = float(found.fun) - 1e-4 * float(found.x @ found.x)
    return Value(weights, len(games), plain)


def positions_of(
    columns: Mapping[str, NDArray[np.int32]], players: int, winners: Mapping[int, int]
) -> list[Positions]:
    """Games from recorded turns.

    Parameters
    ----------
    columns : mapping of str to array
        The recorded turns: game, seat (from 1), tiles_laid, rack_tiles, rack_points, pool_left.
    players : int
        Players at the table.
    winners : mapping of int to int
        The seat, from 0, that won alone, by game; other games are left out.
    """
    game = np.asarray(columns["game"])
    ends = np.flatnonzero(np.diff(game)) + 1
    found = []
    for part in np.split(np.arange(len(game)), ends):
        number = int(game[part[0]]) if len(part) else -1
        if number not in winners or len(part) <= players:
            continue
        seat = columns["seat"][part] - 1
        table: dict[str, Ints] = {}
        for name in ("rack_points", "rack_tiles"):
            table[name] = _last_known(seat, columns[name][part], players)
        laid = np.zeros((len(part), players), dtype=np.int64)
        laid[np.arange(len(part)), seat] = columns["tiles_laid"][part] > 0
        opened = np.maximum.accumulate(laid, axis=0)
        keep = slice(players - 1, None)
        found.append(
            Positions(
                table["rack_points"][keep],
                table["rack_tiles"][keep],
                opened[keep],
                np.asarray(columns["pool_left"][part], dtype=np.int64)[keep],
                winners[number],
            )
        )
    return found


def _last_known(seat: NDArray[np.int32], values: NDArray[np.int32], players: int) -> Ints:
    """Each player's value after every turn: that of the player's last turn so far."""
    table = np.zeros((len(seat), players), dtype=np.int64)
    for player in range(players):
        mine = np.where(seat == player, np.arange(len(seat)), -1)
        last = np.maximum.accumulate(mine)
        table[:, player] = np.where(last >= 0, np.asarray(values)[np.maximum(last, 0)], 0)
    return table


# --- The metrics of one course


def lead_change(v: Floats, winner: int) -> float:
    """Share of the turns after which the set of leaders is another one; the first is not counted.

    Examples
    --------
    >>> lead_change(np.array([[0.6, 0.4], [0.3, 0.7], [0.2, 0.8]]), 1)
    0.5
    """
    if len(v) < 2:
        return 0.0
    leaders = v >= v.max(axis=1, keepdims=True) - 1e-12
    return float(np.mean(np.any(leaders[1:] != leaders[:-1], axis=1)))


def behind(v: Floats, winner: int) -> Floats:
    """How far the winner was behind the leader after each turn; 0 where leading."""
    gaps: Floats = v.max(axis=1) - v[:, winner]
    return gaps


def drama(v: Floats, winner: int) -> float:
    """Mean deficit of the winner over the turns at which the winner was behind; 0 if never.

    Examples
    --------
    >>> drama(np.array([[0.6, 0.4], [0.7, 0.3], [0.0, 1.0]]), 1)
    0.3
    """
    gaps = behind(v, winner)
    positive = gaps[gaps > 1e-12]
    return round(float(positive.mean()), 12) if len(positive) else 0.0


def most_drama(v: Floats, winner: int) -> float:
    """The greatest deficit of the winner."""
    return float(behind(v, winner).max())


def dramatic_turns(v: Floats, winner: int) -> float:
    """Share of the turns after which the winner is behind."""
    return float(np.mean(behind(v, winner) > 1e-12))


def instability(v: Floats, winner: int) -> float:
    """Mean over the players of the variance over the turns of their chance."""
    return float(v.var(axis=0).mean())


def decisiveness(v: Floats, winner: int) -> float:
    """Share of the turns until the winner first exceeds all that a loser ever had.

    Examples
    --------
    >>> decisiveness(np.array([[0.6, 0.4], [0.5, 0.5], [0.3, 0.7], [0.0, 1.0]]), 1)
    0.75
    """
    most = float(np.delete(v, winner, axis=1).max())
    above = np.flatnonzero(v[:, winner] > most)
    return float((above[0] + 1) / len(v)) if len(above) else 1.0


def excitement(v: Floats, winner: int) -> float:
    """Sum over the turns of the changes of the chances, up or down, halved."""
    return float(np.abs(np.diff(v, axis=0)).sum() / 2)


def comeback(v: Floats, winner: int) -> float:
    """1 over the least chance that the winner ever had."""
    return float(1 / max(1e-9, v[:, winner].min()))


def surprise(v: Floats, winner: int) -> float:
    """Mean distance of the chances after a turn from those before it."""
    if len(v) < 2:
        return 0.0
    return float(np.mean(np.sqrt(np.sum(np.diff(v, axis=0) ** 2, axis=1))))


def runaway(v: Floats, winner: int) -> float:
    """Share of the turns after which the winner's chance is at least 0.9 for good.

    Examples
    --------
    >>> runaway(np.array([[0.95, 0.05], [0.5, 0.5], [0.92, 0.08], [1.0, 0.0]]), 0)
    0.75
    """
    low = np.flatnonzero(v[:, winner] < NEARLY_WON)
    first = int(low[-1]) + 1 if len(low) else 0
    return float((first + 1) / len(v)) if first < len(v) else 1.0


def leads_after(share: float) -> Callable[[Floats, int], float]:
    """Whether the winner is among the likeliest winners after this share of the turns.

    Examples
    --------
    >>> leads_after(0.5)(np.array([[0.6, 0.4], [0.7, 0.3], [0.4, 0.6], [0.0, 1.0]]), 1)
    0.0
    """

    def leads(v: Floats, winner: int) -> float:
        row = v[math.ceil(share * len(v)) - 1]
        return float(row[winner] >= row.max() - 1e-12)

    return leads


@dataclass(frozen=True)
class ValueMetric:
    """A metric of courses: name, what it is, and the function of one course."""

    name: str
    definition: str
    of: Callable[[Floats, int], float]


VALUE_METRICS = (
    ValueMetric("drama", "Mean deficit of the winner where behind, in chance to win.", drama),
    ValueMetric("drama.most", "Greatest deficit of the winner, in chance to win.", most_drama),
    ValueMetric("drama.turns", "Share of the turns after which the winner is behind.",
                dramatic_turns),
    ValueMetric("stability", "Mean over the players of the variance of their chance to win over the"
                " turns; the less, the stabler.", instability),
    ValueMetric("decisiveness", "Share of the game until the winner's chance first exceeds all that"
                " a loser ever had.", decisiveness),
    ValueMetric("excitement", "Sum over the turns of the chance that changes hands.", excitement),
    ValueMetric("comeback", "1 over the least chance that the winner ever had.", comeback),
    ValueMetric("surprise", "Mean distance of the chances after a turn from those before.",
                surprise),
    ValueMetric("runaway", "Share of the game after which the winner has a chance of 0.9 or more"
                " for good.", runaway),
    *(
        ValueMetric(f"leads.{name}", f"Share of the games whose winner is the likeliest after"
                    f" {said} of the turns.", leads_after(share))
        for name, said, share in (
            ("quarter", "a quarter", 0.25), ("half", "half", 0.5),
            ("three_quarters", "three quarters", 0.75),
        )
    ),
    ValueMetric("lead_change", "Share of the turns after which the likeliest winner is another"
                " one.", lead_change),
)  # fmt: skip


def mean_course(courses: Sequence[tuple[Floats, int]], points: int = 21) -> Floats:
    """Mean chance of the later winner at equal shares of the game, and its standard error.

    Returns
    -------
    array, shape (points, 3)
        Share of the game from 0 to 1, mean, standard error.
    """
    shares = np.linspace(0, 1, points)
    rows = np.array(
        [[v[round(share * (len(v) - 1)), winner] for share in shares] for v, winner in courses]
    )
    error = rows.std(axis=0, ddof=1) / math.sqrt(len(rows)) if len(rows) > 1 else 0 * shares
    return np.stack([shares, rows.mean(axis=0), error], axis=1)
