"""Ratings of players from games of two or more, and how much luck there is in them.

In a game the chance of a seat to win grows with the strength of who sits there and with what the
seat is worth: exp(strength + seat), divided by the sum over the seats. With two players this is the
model of Bradley and Terry with a seat effect, with more the first choice of Plackett and Luce.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rummylab.analysis.equality import ByValue
from rummylab.analysis.intervals import CONFIDENCE, Estimate, Moments, proportion, t_factor
from rummylab.errors import RummyError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ELO = 400 / math.log(10)  # points of a rating per unit of strength
# A player who never lost would be infinitely strong: strengths have a wide normal law beforehand,
# of no weight beside a dozen games.
_WIDE = 6.0
_DRAWS = 4000


@dataclass(frozen=True, eq=False)
class Games(ByValue):
    """Games and who won them.

    Parameters
    ----------
    seated : array of int, shape (G, n)
        Who sat in each seat of each game.
    shares : array of float, shape (G, n)
        Which part of the win each seat had; the parts of a game sum to 1.
    deals : array of int, shape (G,)
        Which deal was played: the games of one deal are one unit.
    """

    seated: Ints
    shares: Floats
    deals: Ints

    def __post_init__(self) -> None:
        if self.seated.shape != self.shares.shape or len(self.deals) != len(self.seated):
            raise RummyError(
                f"games have shapes {self.seated.shape}, {self.shares.shape}, {self.deals.shape};"
                " they must be (G, n), (G, n), (G,)"
            )
        if len(self.seated) and np.any(np.abs(self.shares.sum(axis=1) - 1) > 1e-9):
            raise RummyError("the shares of a game must sum to 1; leave out games without a winner")


@dataclass(frozen=True, eq=False)
class Ratings(ByValue):
    """Strengths with what is known of them.

    Parameters
    ----------
    players : array of float, shape (P,)
        Strength of every player, with mean 0.
    seats : array of float, shape (n,)
        What every seat is worth, with mean 0.
    covariance : array of float, shape (P + n, P + n)
        Of players and seats together, by deals.
    deals : int
        Units of inference.
    """

    players: Floats
    seats: Floats
    covariance: Floats
    deals: int

    def elo(self, player: int, confidence: float = CONFIDENCE) -> Estimate:
        """A player's rating in Elo points, 0 for the mean of all."""
        return self._estimate(player, float(self.players[player]), confidence)

    def seat_elo(self, seat: int, confidence: float = CONFIDENCE) -> Estimate:
        """What a seat is worth in Elo points, 0 for the mean of the seats."""
        return self._estimate(len(self.players) + seat, float(self.seats[seat]), confidence)

    def _estimate(self, place: int, value: float, confidence: float) -> Estimate:
        error = t_factor(self.deals, confidence) * math.sqrt(self.covariance[place, place])
        return Estimate(value, value - error, value + error, self.deals).scaled(ELO)

    def spread(self, confidence: float = CONFIDENCE) -> Estimate:
        """The standard deviation of the ratings in Elo points: how much skill there is to have."""
        return self._drawn(_spread, confidence)

    def ladder(self, confidence: float = CONFIDENCE) -> Estimate:
        """Kendall's tau between the order of the players and their strengths: 1 for a ladder."""
        count = len(self.players)
        low, high = np.triu_indices(count, 1)

        def tau(strengths: Floats) -> Floats:
            found: Floats = np.sign(strengths[..., high] - strengths[..., low]).mean(axis=-1)
            return found

        return self._drawn(tau, confidence)

    def _drawn(self, figure: Callable[[Floats], Floats], confidence: float) -> Estimate:
        """A figure of the strengths, with an interval from strengths as they may really be."""
        count = len(self.players)
        rng = np.random.Generator(np.random.Philox(key=1))
        covariance = self.covariance[:count, :count]
        drawn = rng.multivariate_normal(self.players, covariance, _DRAWS, method="eigh")
        tail = (1 - confidence) / 2
        low, high = np.quantile(figure(drawn), [tail, 1 - tail])
        value = float(figure(self.players))
        return Estimate(value, min(value, float(low)), max(value, float(high)), self.deals)


def _spread(strengths: Floats) -> Floats:
    found: Floats = ELO * np.std(strengths, axis=-1)
    return found


def fit(games: Games, players: int) -> Ratings:
    """The most likely strengths of players and seats.

    Parameters
    ----------
    games : Games
        What was played.
    players : int
        How many players there are.

    References
    ----------
    Bradley and Terry: "Rank analysis of incomplete block designs", 1952; Luce: "Individual choice
    behavior", 1959; White: "Maximum likelihood estimation of misspecified models", 1982, for the
    covariance, here with deals as units.

    Examples
    --------
    >>> seated, won = np.array([[0, 1], [1, 0]] * 4), np.array([[1.0, 0.0]] * 4 + [[0.0, 1.0]] * 4)
    >>> found = fit(Games(seated, won, np.repeat(np.arange(4), 2)), 2)
    >>> bool(abs(found.players).max() < 1e-9)  # both won as often
    True
    """
    count, seats = len(games.seated), games.seated.shape[1]
    if count == 0:
        raise RummyError("ratings need games that somebody won")
    size = players + seats
    rows = np.arange(count)
    value = np.zeros(size)
    prior = np.zeros(size)
    prior[:players] = 1 / _WIDE**2
    prior[players:] = 1 / _WIDE**2
    for _ in range(100):
        chances = _chances(value, games, players)
        gradient = _scores(games, chances, players).sum(axis=0) - prior * value
        hessian = np.diag(prior)
        for a in range(seats):
            for b in range(seats):
                weight = (chances[:, a] if a == b else 0.0) - chances[:, a] * chances[:, b]
                one, two = games.seated[rows, a], games.seated[rows, b]
                np.add.at(hessian, (one, two), weight)
                np.add.at(hessian, (one, np.full(count, players + b)), weight)
                np.add.at(hessian, (np.full(count, players + a), two), weight)
                hessian[players + a, players + b] += float(np.sum(weight))
        step = np.linalg.solve(hessian, gradient)
        value = value + np.clip(step, -2, 2)
        if np.max(np.abs(step)) < 1e-10:
            break
    centred = np.eye(size)
    centred[:players, :players] -= 1 / players
    centred[players:, players:] -= 1 / seats
    scores = _scores(games, _chances(value, games, players), players)
    units, place = np.unique(games.deals, return_inverse=True)
    by_deal = np.zeros((len(units), size))
    np.add.at(by_deal, place, scores)
    inverse = np.linalg.inv(hessian)
    n = len(units)
    middle = by_deal.T @ by_deal * (n / (n - 1) if n > 1 else math.inf)
    covariance = centred @ inverse @ middle @ inverse @ centred.T
    value = centred @ value
    return Ratings(value[:players], value[players:], covariance, n)


def _chances(value: Floats, games: Games, players: int) -> Floats:
    strength = value[games.seated] + value[players:]
    weights = np.exp(strength - strength.max(axis=1, keepdims=True))
    chances: Floats = weights / weights.sum(axis=1, keepdims=True)
    return chances


def _scores(games: Games, chances: Floats, players: int) -> Floats:
    """What every game pulls at every strength."""
    count, seats = games.seated.shape
    residual = games.shares - chances
    scores = np.zeros((count, players + seats))
    rows = np.arange(count)
    for seat in range(seats):
        np.add.at(scores, (rows, games.seated[:, seat]), residual[:, seat])
        scores[:, players + seat] += residual[:, seat]
    return scores


@dataclass(frozen=True)
class Luck:
    """Shares of the variance of who wins: they sum to 1, but for one that chance put below 0.

    Parameters
    ----------
    deal : Estimate
        What the deal decides: who sits where it is good wins, whoever that is.
    players, seats : Estimate
        What the strength of the players explains, and what the seats do on all deals.
    rest : Estimate
        What these players make of this deal.
    """

    deal: Estimate
    players: Estimate
    seats: Estimate
    rest: Estimate


def luck(outcomes: list[Floats], confidence: float = CONFIDENCE) -> Luck:
    """What decides games of mirrored deals.

    Parameters
    ----------
    outcomes : list of array of float, shape (deals, rotations, seats)
        For every group of players, the part of the win of each seat, in every rotation of them.

    Notes
    -----
    A game whose deal decides all is won by the same seat in every rotation. So the covariance of a
    seat's wins over two rotations is the variance that the deal explains, and the means over the
    deals tell what players and seats explain. The intervals are of a jackknife over the deals.

    Examples
    --------
    >>> always_seat_1 = np.tile([[1.0, 0.0], [1.0, 0.0]], (50, 1, 1))
    >>> luck([always_seat_1]).seats.value
    1.0
    """
    deals, rotations = outcomes[0].shape[:2]
    if deals < 40 or rotations < 2:
        raise RummyError(f"the share of the deal needs 40 mirrored deals or more, not {deals}")
    groups = 40
    parts = np.array_split(np.arange(deals), groups)
    whole = _luck(outcomes)
    left = np.array([_luck([np.delete(o, part, axis=0) for o in outcomes]) for part in parts])
    error = np.sqrt((groups - 1) / groups * np.sum((left - left.mean(axis=0)) ** 2, axis=0))
    reach = t_factor(groups, confidence) * error
    # What is hardly there may come out a little below nothing by chance; it is none then.
    found = [
        Estimate(v, max(0.0, v - r), min(1.0, v + r), deals)
        for v, r in zip(np.clip(whole, 0.0, 1.0).tolist(), reach.tolist(), strict=True)
    ]
    return Luck(*found)


def _luck(outcomes: list[Floats]) -> Floats:
    parts = np.zeros(4)
    total = 0.0
    for outcome in outcomes:
        deals, rotations, seats = outcome.shape
        even = 1 / seats
        means = outcome.mean(axis=0)
        of_seat = means.mean(axis=0)
        away = outcome - means
        summed = away.sum(axis=1)
        # Sum over pairs of different rotations of their covariance, by the square of a sum.
        pairs = (np.sum(summed**2) - np.sum(away**2)) / (rotations * (rotations - 1))
        deal = pairs / (deals - 1) / seats
        noise = np.sum(away**2) / (deals - 1) / (rotations * seats)
        # Means of so many deals vary by chance too; that is taken off.
        of_mean = np.sum(summed**2) / (deals - 1) / deals / seats / rotations**2
        seat = float(np.mean((of_seat - even) ** 2)) - of_mean
        player = float(np.mean((means - of_seat) ** 2)) - (noise / deals - of_mean)
        variance = deal + (noise - deal) + seat + player
        parts += [deal, player, seat, noise - deal]
        total += variance
    if total <= 0:
        raise RummyError("every game ended alike; there is no luck to be parted")
    shares: Floats = parts / total
    return shares


def beats(one: Floats, two: Floats, deals: Ints, confidence: float = CONFIDENCE) -> Estimate:
    """How often one score is higher than another, equal ones half, with deals as units.

    Parameters
    ----------
    one, two : array of float, shape (G,)
        The scores of two players in the same games.
    deals : array of int, shape (G,)
        Which deal was played.
    """
    won = np.where(one > two, 2, np.where(one == two, 1, 0)).astype(np.int64)
    units, place = np.unique(deals, return_inverse=True)
    x, y = np.zeros(len(units), dtype=np.int64), np.zeros(len(units), dtype=np.int64)
    np.add.at(x, place, won)
    np.add.at(y, place, 2)
    parts = Moments(len(units), int(x.sum()), int(y.sum()), int(x @ x), int(x @ y), int(y @ y))
    return proportion(parts, confidence)
