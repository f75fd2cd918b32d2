"""Strategies against each other on mirrored deals: ratings, a cross table, luck against skill."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from rummylab.analysis import intervals, ratings
from rummylab.analysis.equality import ByValue
from rummylab.analysis.intervals import Estimate
from rummylab.analysis.ratings import Games, Luck, Ratings
from rummylab.analysis.skill import SKILL_METRICS
from rummylab.analysis.tally import Tally
from rummylab.arguments import THREADS, callback, shown, takes
from rummylab.compare_play import side_by_side
from rummylab.errors import RummyError
from rummylab.simulate import MOST_UNITS
from rummylab.simulate_checks import check_players, check_seed, is_whole
from rummylab.simulate_result import heading
from rummylab.strategy import Strategy, listed_strategies, seated
from rummylab.strategy import strategies as strategies_of
from rummylab.variant import Variant, load

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["League", "league"]

_SHARE = 60  # a whole win
_LEAST = 40  # deals of a pairing


@dataclass(frozen=True, eq=False)
class League(ByValue):
    """A round robin on mirrored deals.

    Parameters
    ----------
    variant : Variant
        The rules.
    players : int
        Players at a table.
    strategies : tuple of str
        Who took part, in the order given: the weak before the strong.
    groups : tuple of tuple of int
        Who met whom.
    deals, games, seed : int
        Deals of every group, games of all, and the seed; all groups play the same deals.
    outcomes : tuple of array, shape (deals, players, players)
        For every group the part of the win of each seat by rotation: in rotation r seat s is held
        by the member ``(s + r) mod n`` of the group. A game without a winner has none.
    scores : tuple of array, of the same shape
        The scores.

    Examples
    --------
    >>> import rummylab as rl
    >>> found = rl.league("rummikub:deal.rack=7", strategies=["random", "max_tiles"], deals=40)
    >>> found.games, found.cross["max_tiles", "random"].n
    (80, 40)
    """

    variant: Variant
    players: int
    strategies: tuple[str, ...]
    groups: tuple[tuple[int, ...], ...]
    deals: int
    games: int
    seed: int
    outcomes: tuple[ratings.Floats, ...] = field(repr=False, compare=False)
    scores: tuple[ratings.Floats, ...] = field(repr=False, compare=False)

    @cached_property
    def ratings(self) -> Ratings:
        """Strengths of strategies and seats."""
        seats = np.arange(self.players)
        seated_in, shares, deals = [], [], []
        for group, outcome in zip(self.groups, self.outcomes, strict=True):
            members = np.asarray(group)
            for rotation in range(self.players):
                found = outcome[:, rotation]
                won = found.sum(axis=1) > 0.5  # somebody: no game that the cap stopped
                holders = members[(seats + rotation) % self.players]
                seated_in.append(np.tile(holders, (int(won.sum()), 1)))
                shares.append(found[won])
                deals.append(np.flatnonzero(won))
        games = Games(np.concatenate(seated_in), np.concatenate(shares), np.concatenate(deals))
        return ratings.fit(games, len(self.strategies))

    @cached_property
    def cross(self) -> dict[tuple[str, str], Estimate]:
        """How often the first scores more than the second at one table, equal scores half."""
        pairs = itertools.permutations(range(len(self.strategies)), 2)
        return {
            (self.strategies[one], self.strategies[two]): self._beats([(one, two)])
            for one, two in pairs
        }

    @cached_property
    def trace(self) -> Estimate:
        """The skill trace: how often each scores more than the one listed before it.

        List one strategy at strengths 1, 2, 4 .., and it says what twice the strength is worth.
        """
        return self._beats([(place, place - 1) for place in range(1, len(self.strategies))])

    def _beats(self, pairs: Sequence[tuple[int, int]]) -> Estimate:
        """How often the first of the pairs score more than the second, at all tables of both."""
        mine, theirs, deals = [], [], []
        for one, two in pairs:
            for group, score in zip(self.groups, self.scores, strict=True):
                if one not in group or two not in group:
                    continue
                for rotation in range(self.players):
                    a, b = ((group.index(who) - rotation) % self.players for who in (one, two))
                    mine.append(score[:, rotation, a])
                    theirs.append(score[:, rotation, b])
                    deals.append(np.arange(self.deals))
        return ratings.beats(np.concatenate(mine), np.concatenate(theirs), np.concatenate(deals))

    @cached_property
    def points(self) -> dict[str, Estimate]:
        """The mean points a deal of each strategy, over all its tables."""
        return {name: self._points(place) for place, name in enumerate(self.strategies)}

    def _points(self, place: int) -> Estimate:
        total, tables = np.zeros(self.deals), 0
        for group, score in zip(self.groups, self.scores, strict=True):
            if place not in group:
                continue
            for rotation in range(self.players):
                total += score[:, rotation, (group.index(place) - rotation) % self.players]
                tables += 1
        sums = [int(value) for value in total]  # whole points of every deal: exact
        squares = sum(value * value for value in sums)
        return intervals.mean(self.deals, sum(sums), squares).scaled(1 / tables)

    @property
    def note(self) -> str | None:
        """What to know before the ratings are read as who wins matches; None where that is so."""
        match = self.variant.match
        if match.decided_by != "points" or match.games == 1:
            return None
        return (
            "Ratings are by deals won; a match of this game is decided by points: see the points a"
            " deal too, and 'rummylab simulate --matches' plays whole matches."
        )

    @cached_property
    def luck(self) -> Luck:
        """What the deal, the players and the seats decide, and what is left."""
        return ratings.luck(list(self.outcomes))

    @property
    def skill_score(self) -> tuple[str, str, Estimate] | None:
        """Weakest, strongest, and 1 less the ratio of their win rates at a table of two.

        0: it does not matter who plays; 1: the weakest never wins. The strongest against itself
        would win half. None at larger tables, which have no game of these two alone.
        """
        if self.players != 2:
            return None
        order = np.argsort(self.ratings.players)
        weak = self.strategies[int(order[0])]
        if "random" in self.strategies:
            weak = "random"
        strong = self.strategies[int(order[-1])]
        if weak == strong:
            return None
        return weak, strong, self.cross[weak, strong].scaled(-2.0, 1.0)

    def frame(self) -> pd.DataFrame:
        """One row per strategy, the strongest first: rating, points of a deal, who it beats."""
        import pandas as pd

        rows = []
        for place in self._order():
            name = self.strategies[place]
            rating = self.ratings.elo(place)
            row: dict[str, Any] = {
                "strategy": name,
                "rating": rating.value,
                "low": rating.low,
                "high": rating.high,
                "points": self.points[name].value,
                "points_low": self.points[name].low,
                "points_high": self.points[name].high,
            }
            for other in self._order():
                rival = self.strategies[other]
                row[f"beats {rival}"] = (
                    float("nan") if rival == name else self.cross[name, rival].value
                )
            rows.append(row)
        return pd.DataFrame(rows)

    @cached_property
    def metrics(self) -> dict[str, Estimate]:
        """Every metric of `rummylab.analysis.skill` that these games can give."""
        found = ((metric.name, metric.of(self)) for metric in SKILL_METRICS)
        return {name: estimate for name, estimate in found if estimate is not None}

    def _order(self) -> list[int]:
        return [int(i) for i in np.argsort(-self.ratings.players, kind="stable")]

    def to_json(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        skill = self.skill_score
        return {
            **heading(self.variant),
            "players": self.players,
            "strategies": list(self.strategies),
            "deals": self.deals,
            "games": self.games,
            "seed": self.seed,
            "ratings": {
                self.strategies[place]: self.ratings.elo(place).to_dict() for place in self._order()
            },
            "note": self.note,
            "points": {
                self.strategies[place]: self.points[self.strategies[place]].to_dict()
                for place in self._order()
            },
            "seats": [self.ratings.seat_elo(s).to_dict() for s in range(self.players)],
            "cross": {
                one: {two: self.cross[one, two].to_dict() for two in self.strategies if two != one}
                for one in self.strategies
            },
            "spread": self.ratings.spread().to_dict(),
            "ladder": self.ratings.ladder().to_dict(),
            "trace": self.trace.to_dict(),
            "skill_score": None
            if skill is None
            else {"weak": skill[0], "strong": skill[1], **skill[2].to_dict()},
            "metrics": {name: found.to_dict() for name, found in self.metrics.items()},
            "luck": {
                name: getattr(self.luck, name).to_dict()
                for name in ("deal", "players", "seats", "rest")
            },
        }

    def __repr__(self) -> str:
        return (
            f"rl.league({self.variant.spec!r}, strategies={list(self.strategies)},"
            f" players={self.players}, deals={self.deals}, seed={self.seed})"
        )


@takes(threads=THREADS, progress=callback)
def league(
    variant: str | os.PathLike[str] | Variant,
    *,
    strategies: Sequence[str | Strategy] | None = None,
    players: int = 2,
    deals: int = 1000,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> League:
    """Let every strategy meet every other on mirrored deals.

    Every group of strategies that fits a table plays the same deals, each in every rotation of the
    players, so that all get the same tiles; a deal with all its games is one unit.

    Ratings are by deals won. Where a match is decided by points, as in gin, the order in points may
    be another: `League.points` has them.

    Parameters
    ----------
    variant
        A variant, or a text that names one.
    strategies
        Who takes part, at least as many as sit at a table; list the weak before the strong, then
        the ladder says whether that is the order. By default random, novice, human and max_tiles,
        in draw games every native strategy.
    players
        Players at a table.
    deals
        Deals of every group, 40 to 50,000.
    seed, threads
        As in `simulate`.
    progress
        Called with the number of deals done, every rotation counted.

    Raises
    ------
    RummyError
        For arguments that cannot be used.

    Examples
    --------
    >>> import rummylab as rl
    >>> found = rl.league("rummikub:deal.rack=7", strategies=["random", "max_tiles"], deals=40)
    >>> found.frame()["strategy"].tolist()
    ['max_tiles', 'random']
    """
    loaded = load(variant)
    given = listed_strategies(usual(loaded) if strategies is None else strategies, loaded)
    check_players(loaded, players)
    check_seed(seed)
    if not is_whole(deals, _LEAST, MOST_UNITS):
        raise RummyError(f"deals is {shown(deals)}; allowed: {_LEAST} to {MOST_UNITS}")
    names = tuple(seated(one, loaded, players)[1][0] for one in given)
    if len(given) < max(2, players):
        raise RummyError(
            f"a league of {players} at a table needs {max(2, players)} strategies or more, such as"
            f" {','.join(usual(loaded))}"
        )
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise RummyError(f"{twice[0]} is listed twice; list different strategies")
    groups = tuple(itertools.combinations(range(len(names)), players))
    tables = [
        (loaded, [given[group[(s + r) % players]] for s in range(players)])
        for group in groups
        for r in range(players)
    ]
    options = {
        "players": players,
        "seed": seed,
        "first": 0,
        "count": deals,
        "rotate": False,
        "units": True,
        "choices": 0,
    }
    tallies = side_by_side(tables, options, threads, progress)
    outcomes, scores = [], []
    for number in range(len(groups)):
        mine = tallies[number * players : (number + 1) * players]
        outcomes.append(_by_seat(mine, "share_seat_") / _SHARE)
        scores.append(_by_seat(mine, "score_seat_"))
    return League(
        loaded,
        players,
        names,
        groups,
        deals,
        len(tables) * deals,
        seed,
        tuple(outcomes),
        tuple(scores),
    )


def usual(variant: Variant) -> list[str]:
    """Who takes part in a league when nothing is said, the weak before the strong."""
    if variant.family == "table":
        return ["random", "novice", "human", "max_tiles"]
    names: list[str] = strategies_of(variant.family)["name"].tolist()
    return names


def _by_seat(tallies: Sequence[Tally], prefix: str) -> ratings.Floats:
    """A quantity of every seat, shape (deals, rotations, seats)."""
    rows = []
    for tally in tallies:
        assert tally.units is not None
        places = [tally.quantities.index(f"{prefix}{s + 1}") for s in range(tally.players)]
        rows.append(tally.units[:, places].astype(np.float64))
    return np.stack(rows, axis=1)
