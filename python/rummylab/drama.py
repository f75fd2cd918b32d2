"""The drama of a game: how the chances of the players move from turn to turn.

The chances come from a value function that is fitted on pilot games, which the study never uses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rummylab.analysis.course import VALUE_METRICS, mean_course
from rummylab.analysis.equality import ByValue
from rummylab.analysis.intervals import Estimate
from rummylab.analysis.value import (
    FEATURES,
    STEP_FEATURES,
    Positions,
    Value,
    fit,
    positions_of,
)
from rummylab.arguments import THREADS, takes, whole
from rummylab.errors import RummyError
from rummylab.kingmaking import check_kings
from rummylab.kingmaking import kingmaking as look_for_kings
from rummylab.simulate import TURN_CAP, Strategies, simulate
from rummylab.variant import Variant, load

__all__ = ["Drama", "drama"]

PILOT = 2**62  # added to the seed for the games that the value function learns from


@dataclass(frozen=True, eq=False)
class Drama(ByValue):
    """What `drama` found.

    Parameters
    ----------
    variant : Variant
        The rules.
    players, seed : int
        Players at the table; the seed of the games that were looked at.
    value : Value
        The frozen value function, with its weights.
    games : int
        Games with one winner that were looked at.
    metrics : dict of str to Estimate
        The metrics of `rummylab.analysis.course`, with intervals over the games that stay within
        what is possible.
    curve : array, shape (21, 4)
        Share of the game, mean chance of the later winner, and the ends of its 95 % interval.
    """

    variant: Variant
    players: int
    seed: int
    value: Value
    games: int
    metrics: dict[str, Estimate]
    curve: NDArray[np.float64]

    def to_dict(self) -> dict[str, Any]:
        """Everything, for JSON."""
        return {
            "variant": self.variant.spec,
            "players": self.players,
            "seed": self.seed,
            "games": self.games,
            "value": {
                "games": self.value.games,
                "loss": self.value.loss,
                "weights": dict(zip(FEATURES, self.value.weights, strict=True)),
                "step_weights": dict(zip(STEP_FEATURES, self.value.step_weights, strict=True)),
            },
            "metrics": {name: found.to_dict() for name, found in self.metrics.items()},
            "curve": [
                {"share": share, "chance": chance, "low": low, "high": high}
                for share, chance, low, high in self.curve.tolist()
            ],
        }


@takes(
    players=whole(),
    kingmaking=whole(0, 1_000_000, "a whole number of games, from 0"),
    seed=whole(0, PILOT - 1, "0 to 2**62 - 1"),
    threads=THREADS,
)
def drama(
    variant: str | Variant,
    *,
    players: int = 4,
    games: int = 1000,
    pilot: int = 500,
    kingmaking: int = 0,
    strategies: Strategies = "max_tiles",
    seed: int = 0,
    threads: int | None = None,
) -> Drama:
    """How the chances to win move in the games of a rule set.

    Parameters
    ----------
    variant
        A rule set of a table game, or a text that names one.
    players
        Players at the table.
    games
        Games to look at.
    pilot
        Other games, on another seed, that the value function is fitted on.
    kingmaking
        In how many of the games to look for kingmaking, which takes seconds for each; 0 does not.
    strategies
        Who plays.
    seed
        The seed, below 2**62.
    threads
        Threads; all cores by default. The numbers do not depend on it.

    Raises
    ------
    RummyError
        For arguments that cannot be used, and for games without a shared table.

    Examples
    --------
    >>> from rummylab.drama import drama
    >>> found = drama("rummikub", players=2, games=30, pilot=30, seed=1)
    >>> 0 < found.metrics["drama"].value < 1
    True
    """
    rules = load(variant)
    if rules.family != "table":
        raise RummyError(
            f"drama looks at games with a shared table; {rules.id} is a draw game, choose another"
        )
    if kingmaking:
        check_kings(players)
    given: dict[str, Any] = {
        "players": players,
        "strategies": strategies,
        "threads": threads,
    }
    learnt = _games(rules, games=pilot, seed=seed + PILOT, **given)
    value = fit(learnt)
    courses = [value.course(game) for game in _games(rules, games=games, seed=seed, **given)]
    if len(courses) < 2:
        raise RummyError(f"games is {games}: fewer than two of them have one winner; play more")
    found = {metric.name: metric.estimate(courses) for metric in VALUE_METRICS}
    if kingmaking:
        found["kingmaking"] = look_for_kings(
            rules,
            value,
            games=kingmaking,
            players=players,
            strategies=strategies,
            seed=seed,
            threads=threads,
        )
    return Drama(rules, players, seed, value, len(courses), found, mean_course(courses))


def _games(rules: Variant, *, games: int, players: int, **given: Any) -> list[Positions]:
    result = simulate(rules, games=games, players=players, record="turns", **given)
    needed = ("game", "seat", "turn", "tiles_laid", "rack_tiles", "rack_points", "pool_left")
    missing = [name for name in needed if name not in result.columns]
    if missing:
        raise RummyError(
            f"drama looks at games with a shared table; {rules.id} records no {missing[0]}"
        )
    return positions_of(result.columns, players, _winners(result.columns, players))


def _winners(columns: Any, players: int) -> dict[int, int]:
    """The seat that won alone, by game: who went out, or holds the cheapest rack at the end."""
    game = np.asarray(columns["game"])
    last = np.flatnonzero(np.append(np.diff(game) != 0, True))
    found = {}
    start = 0
    for end in last.tolist():
        part = slice(start, end + 1)
        start = end + 1
        if columns["rack_tiles"][end] == 0:
            found[int(game[end])] = int(columns["seat"][end]) - 1
        elif columns["turn"][end] < TURN_CAP:
            seats, points = columns["seat"][part], columns["rack_points"][part]
            final = [int(points[seats == s][-1]) for s in range(1, players + 1) if s in seats]
            if len(final) == players and final.count(min(final)) == 1:
                found[int(game[end])] = int(np.argmin(final))
    return found
