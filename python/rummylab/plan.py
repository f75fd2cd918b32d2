"""How many games a question needs, and how long they take on this machine."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from rummylab.analysis import compare as pairs
from rummylab.analysis import metrics, planning, sequential
from rummylab.analysis.intervals import CONFIDENCE
from rummylab.analysis.metric import Metric, moments
from rummylab.analysis.tally import BLOCK_CLUSTERS, Tally
from rummylab.arguments import THREADS, callback, number, optional, shown, takes, text
from rummylab.errors import RummyError
from rummylab.simulate import MOST_UNITS, Strategies, simulate
from rummylab.simulate_checks import (
    CHANCE,
    check_family,
    check_players,
    check_seed,
    cores,
    is_whole,
    usual_players,
)
from rummylab.simulate_result import Result
from rummylab.strategy import seated
from rummylab.variant import Variant, load

__all__ = ["Design", "Plan", "plan"]

# Pilot deals are those of another seed, so that no game is both planned by and counted.
_OTHER_SEED = 0x9E3779B97F4A7C15
LEAST_PILOT, MOST_PILOT = 20, 10_000_000  # deals


@dataclass(frozen=True)
class Design:
    """One way to answer the question.

    Parameters
    ----------
    name : str
        What is done.
    rotate : bool
        Whether every deal is played in every rotation.
    paired : bool
        Whether both rule sets are played on the same deals.
    deviation : float
        Standard deviation of one deal's answer, in the unit of the metric.
    deals, games : int
        How many it takes, of each rule set.
    seconds : float
        How long all of it takes here.
    watched : bool
        Whether the run is watched and stops by itself, with ``until``: how far it is expected to
        go. Its intervals hold at every look, so it takes more games than a size fixed beforehand.
    """

    name: str
    rotate: bool
    paired: bool
    deviation: float
    deals: int
    games: int
    seconds: float
    watched: bool = False


@dataclass(frozen=True)
class Plan:
    """What a question costs.

    Parameters
    ----------
    variants : tuple of Variant
        One rule set whose metric is asked for, or two whose difference is.
    metric : str
        The metric.
    players : int
        Players at the table.
    half_width, detect : float or None
        What is asked for: an interval that reaches so far, or a difference found with `power`.
    power, confidence : float
        The chance to find it, and the confidence of the interval.
    pilot : int
        Deals of the pilot for each design.
    threads : int
        Threads that the time is for.
    designs : tuple of Design
        The ways there are, those of a fixed size first, and the one with the fewest games first.

    Examples
    --------
    >>> import rummylab as rl
    >>> found = rl.plan("rummikub", half_width=1.0, players=2, pilot=20)
    >>> [design.games >= design.deals for design in found.designs]
    [True, True, True, True]
    """

    variants: tuple[Variant, ...]
    metric: str
    players: int
    half_width: float | None
    detect: float | None
    power: float
    confidence: float
    pilot: int
    threads: int
    designs: tuple[Design, ...]

    def to_json(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        from rummylab import __version__

        return {
            "version": __version__,
            "variants": [variant.spec for variant in self.variants],
            "metric": self.metric,
            "players": self.players,
            "half_width": self.half_width,
            "detect": self.detect,
            "power": self.power,
            "confidence": self.confidence,
            "pilot": self.pilot,
            "threads": self.threads,
            "designs": [asdict(design) for design in self.designs],
        }


@takes(
    metric=text("the name of a metric"),
    half_width=optional(number("a number above 0, such as 0.1")),
    detect=optional(number("a number other than 0, such as 0.5")),
    power=CHANCE,
    threads=THREADS,
    confidence=CHANCE,
    progress=callback,
)
def plan(
    a: str | os.PathLike[str] | Variant,
    b: str | os.PathLike[str] | Variant | None = None,
    *,
    metric: str = "turns",
    half_width: float | None = None,
    detect: float | None = None,
    power: float = 0.9,
    players: int | None = None,
    strategies: Strategies | None = None,
    pilot: int = 400,
    seed: int = 0,
    threads: int | None = None,
    confidence: float = CONFIDENCE,
    progress: Callable[[int], None] | None = None,
) -> Plan:
    """Say how many games a question needs, from a pilot.

    For a precision there are two answers: a run of a size fixed beforehand, and a run that is
    watched and stops by itself, with ``until`` of `simulate` and `compare` (95 % intervals that
    hold at every look, so more games).

    Parameters
    ----------
    a, b
        A rule set, whose metric is asked for; or two, whose difference is.
    metric
        The metric; no quantile.
    half_width
        How far the interval may reach to each side (shares in % points).
    detect
        Instead: the difference that is to be found, in the same unit; `b` must be given.
    power
        The chance to find it.
    players, strategies, seed, threads
        As in `simulate`.
    pilot
        Deals of the pilot, for each rule set and design.
    progress
        Called with the number of pilot deals done.

    Raises
    ------
    RummyError
        For arguments that cannot be used.

    Examples
    --------
    >>> import rummylab as rl
    >>> found = rl.plan(
    ...     "rummikub", "rummikub:opening.min_points=50", half_width=0.5, players=2, pilot=40
    ... )
    >>> by_name = {design.name: design for design in found.designs}
    >>> by_name["the same deals"].games < by_name["deals of their own"].games
    True
    """
    loaded = tuple(load(one) for one in (a, b) if one is not None)
    check_family(loaded)
    if len(loaded) == 2 and loaded[0] == loaded[1]:
        raise RummyError(
            f"{loaded[1].id} has the rules of {loaded[0].id}; plan for different rules"
        )
    players = usual_players(*loaded) if players is None else players
    for variant in loaded:
        check_players(variant, players)
    asked = metrics.get(metric, players=players)
    if not asked.paired:
        raise RummyError(f"metric is {metric}, which is no ratio; choose a mean or a share")
    if asked.counted == "choice_turns":
        raise RummyError(
            f"metric is {metric}, which a pilot does not count: it takes long; choose another"
        )
    if (half_width is None) == (detect is None):
        raise RummyError("give either half_width or detect: a precision, or a difference to find")
    if detect is not None and detect == 0:
        raise RummyError("detect is 0; give the difference to find, such as 0.5")
    if detect is not None and len(loaded) < 2:
        raise RummyError("detect asks for a difference; give two rule sets")
    check_seed(seed)
    if not is_whole(pilot, LEAST_PILOT, MOST_PILOT):
        raise RummyError(f"pilot is {shown(pilot)}; allowed: 20 or more deals, up to 10 million")
    most = cores() if threads is None else threads
    options: dict[str, Any] = {
        "games": pilot,
        "players": players,
        "strategies": strategies,
        "seed": seed ^ _OTHER_SEED,
        "threads": threads,
    }

    def units(variance: float) -> int:
        share = 100.0 if asked.unit == "share" else 1.0
        if half_width is not None:
            return planning.units_for_width(variance, half_width / share, confidence)
        assert detect is not None
        return planning.units_for_power(variance, abs(detect) / share, power, confidence)

    done = 0

    def pilots(rotate: bool) -> list[Result]:
        nonlocal done
        found = []
        for variant in loaded:
            before = done
            tell = None if progress is None else (lambda n, at=before: progress(at + n))
            found.append(simulate(variant, rotate=rotate, progress=tell, **options))
            done += pilot
        return found

    mixed = len(set(seated(strategies, loaded[0], players)[1])) > 1
    scale = 100.0 if asked.unit == "share" else 1.0
    designs: list[Design] = []
    for rotate in (True,) if mixed else (False, True):
        results = pilots(rotate)
        # Seconds of one core for a game of each rule set.
        cost = _used(pilot, most) * sum(result.seconds / result.games for result in results)
        for paired in (False, True) if len(loaded) == 2 else (False,):
            tallies = [result.tally for result in results]
            variance = _unit_variance(asked, tallies, paired)
            sizes = {False: units(variance)}
            # What is watched are runs on the same deals; see `compare`.
            if half_width is not None and paired == (len(loaded) == 2):
                far = sequential.watched_clusters(
                    asked, tallies, half_width / scale, keep_units=MOST_UNITS
                )
                sizes |= {} if far is None else {True: far}
            name = _name(rotate, paired, of_two=len(loaded) == 2, mixed=mixed)
            deviation = scale * math.sqrt(variance)
            for watched, deals in sizes.items():
                games = deals * (players if rotate else 1)
                seconds = games * cost / _used(deals, most)
                told = f"{name}, watched" if watched else name
                designs.append(
                    Design(told, rotate, paired, deviation, deals, games, seconds, watched)
                )
    designs.sort(key=lambda design: (design.watched, design.games))
    return Plan(
        loaded,
        metric,
        players,
        half_width,
        detect,
        power,
        confidence,
        pilot,
        most,
        tuple(designs),
    )


def _used(deals: int, threads: int) -> int:
    """Threads that so many deals keep busy."""
    return min(threads, -(-deals // BLOCK_CLUSTERS))


def _unit_variance(metric: Metric, tallies: list[Tally], paired: bool) -> float:
    """The variance of what one deal says about the metric, or about its difference."""
    n = tallies[0].clusters
    if paired:
        return n * pairs.moments_of_difference(metric, *tallies)[1]
    total = 0.0
    for tally in tallies:
        metric.require(tally)
        parts = moments(tally, metric.numerator, metric.denominator)
        if parts.y == 0:
            raise RummyError(
                f"the pilot of {n} deals did not see what {metric.name} is about; play a longer one"
            )
        total += metric.scale**2 * parts.ratio_variance()
    return n * total


def _name(rotate: bool, paired: bool, *, of_two: bool, mixed: bool) -> str:
    base = "the same deals" if paired else "deals of their own" if of_two else "each deal once"
    if not rotate:
        return base
    what = "players in every rotation" if mixed else "racks going round"
    return f"{base}, {what}" if of_two else what
