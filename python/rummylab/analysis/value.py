"""A value function for positions.

The chance of every player to win is a softmax of a score that is linear in what lies open: the
value of the rack, its tiles, whether the player has opened, and the pool. How far the chances are
likely to move on the next turn is another function, log-linear in what the chances are. The weights
of both are fitted on games that are used for nothing else, and then frozen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from rummylab.analysis.course import Course, Floats
from rummylab.analysis.equality import ByValue
from rummylab.errors import RummyError

Ints = NDArray[np.int64]

FEATURES = (
    "rack value / 10",
    "rack tiles",
    "opened",
    "rack value / 10 x pool / 50",
    "rack tiles x pool / 50",
)
STEP_FEATURES = (
    "1",
    "logarithm of the uncertainty, the sum of v (1 - v)",
    "logarithm of 1 + the fewest tiles on a rack",
    "1 / (1 + the fewest tiles on a rack)",
    "sum of 1 / (1 + tiles) over the racks",
    "pool / 50",
    "share of the players who have opened",
)


@dataclass(frozen=True, eq=False)
class Positions(ByValue):
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

    def step_features(self, chances: Floats) -> Floats:
        """What the logarithm of the expected next step is linear in, shape (T - 1, S).

        Parameters
        ----------
        chances : array, shape (T, n)
            The chances after the same turns. After the last there is no next step.
        """
        uncertain = np.maximum((chances * (1 - chances)).sum(axis=1), 1e-6)
        fewest = 1 + self.tiles.min(axis=1)
        parts = [
            np.ones(len(chances)),
            np.log(uncertain),
            np.log(fewest),
            1 / fewest,
            (1 / (1 + self.tiles)).sum(axis=1),
            self.pool / 50,
            self.opened.mean(axis=1),
        ]
        stacked: Floats = np.stack(parts, axis=1)[:-1]
        return stacked


@dataclass(frozen=True)
class Value:
    """A fitted value function.

    Parameters
    ----------
    weights : tuple of float
        One for every feature.
    step_weights : tuple of float
        One for every feature of the next step.
    games : int
        Games that it was fitted on.
    loss : float
        Mean of minus the logarithm of the winner's chance over the positions of those games.
    """

    weights: tuple[float, ...]
    step_weights: tuple[float, ...]
    games: int
    loss: float

    def course(self, positions: Positions) -> Course:
        """The chances of a game, and how far they were expected to move."""
        v = _chances(positions, self.weights)
        expected = np.exp(positions.step_features(v) @ np.array(self.step_weights))
        return Course(v, positions.winner, expected)


def _chances(positions: Positions, weights: Sequence[float]) -> Floats:
    """The chance of every player after every turn; after the last the winner has 1."""
    v = _softmax(positions.features() @ np.array(weights))
    v[-1] = 0
    v[-1, positions.winner] = 1
    return v


def _softmax(scores: Floats) -> Floats:
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: Floats = raised / raised.sum(axis=1, keepdims=True)
    return shares


def fit(games: Sequence[Positions]) -> Value:
    """The weights that make the winners likeliest, by Newton-like descent; a little shrunk.

    Those of the next step are fitted to the squared steps of the chances in the same way, as if
    they were counts, which finds their mean whatever their law.

    References
    ----------
    Gourieroux, Monfort, Trognon: "Pseudo maximum likelihood methods: applications to Poisson
    models", 1984.

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
    return Value(weights, _fit_steps(games, weights), len(games), plain)


def _fit_steps(games: Sequence[Positions], weights: Sequence[float]) -> tuple[float, ...]:
    courses = [_chances(game, weights) for game in games]
    z = np.concatenate([g.step_features(v) for g, v in zip(games, courses, strict=True)])
    steps = np.concatenate([np.sum(np.diff(v, axis=0) ** 2, axis=1) for v in courses])

    def loss(weights: Floats) -> tuple[float, Floats]:
        linear = np.minimum(z @ weights, 20.0)
        error = float(np.mean(np.exp(linear) - steps * linear))
        slope: Floats = z.T @ (np.exp(linear) - steps) / len(z) + 2e-5 * weights
        return error + 1e-5 * float(weights @ weights), slope

    start = np.zeros(len(STEP_FEATURES))
    start[0] = np.log(max(1e-6, float(steps.mean())))
    found = minimize(loss, start, jac=True, method="L-BFGS-B")
    return tuple(float(w) for w in found.x)


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
