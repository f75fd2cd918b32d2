"""Rule sets, or players, against each other on the same deals."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence

from rummylab.analysis import intervals, metrics
from rummylab.analysis.intervals import CONFIDENCE
from rummylab.analysis.tally import Tally
from rummylab.arguments import THREADS, callback, optional, takes, text
from rummylab.compare_play import side_by_side
from rummylab.compare_result import Arm, Comparison, Pair
from rummylab.errors import RummyError
from rummylab.simulate import MOST_UNITS, Strategies
from rummylab.simulate_checks import (
    CHANCE,
    HALF_WIDTHS,
    ROTATION,
    TESTS,
    Rotate,
    check_count,
    check_family,
    check_players,
    usual_players,
)
from rummylab.simulate_result import Result
from rummylab.stopping import Stop, Stopped, Tests, Until, play_rounds
from rummylab.strategy import STANDARD, seated
from rummylab.variant import Variant, load

__all__ = ["Arm", "Comparison", "Pair", "compare"]

# What a seat wins or scores: with equal players these gain most from racks that go round.
_SEATS = ("first_player", "win_rate.seat", "score.seat", "balance")

ArmLike = str | os.PathLike[str] | Variant | tuple[str | os.PathLike[str] | Variant, Strategies]
Live = Callable[[Comparison], None]


@takes(
    primary=text("the name of a metric"),
    threads=THREADS,
    rotate=optional(ROTATION),
    confidence=CHANCE,
    until=HALF_WIDTHS,
    sprt=TESTS,
    progress=callback,
    live=callback,
)
def compare(
    a: ArmLike | Result,
    b: ArmLike | Result,
    *more: ArmLike | Result,
    games: int | None = None,
    players: int | None = None,
    strategies: Strategies | None = None,
    primary: str = "turns",
    seed: int = 0,
    threads: int | None = None,
    rotate: Rotate | None = None,
    confidence: float = CONFIDENCE,
    choices: int = 0,
    until: Until | None = None,
    sprt: Tests | None = None,
    progress: Callable[[int], None] | None = None,
    live: Live | None = None,
) -> Comparison:
    """Play rule sets on the same deals and say what the change does.

    Parameters
    ----------
    a, b, *more
        Rule sets as in `simulate`, each alone or as a pair ``(variant, strategies)``; every one is
        held against the first. Or results of `simulate`: then nothing is played, and the other
        arguments but `primary` and `confidence` are those of the results.
    games
        How many deals to play of each, 10,000 by default.
    players, strategies, seed, threads, choices
        As in `simulate`.
    primary
        The metric that the comparison is about.
    rotate
        Play every deal in every rotation. By default where strategies differ (the players go
        round), and where all play alike when `primary` is about seats (the racks go round): that
        makes win rates by seat much more precise and game lengths less, so the design follows
        the metric.
    confidence
        Of every interval; those of `primary` hold for all pairs at once.
    until
        Stop when the always-valid interval of the difference in a metric is this narrow to each
        side, such as ``{"turns": 0.1}`` (shares in % points); `games` is then the most that is
        played.
    sprt
        Stop when a sequential test knows which of two differences is nearer, with 5 % for
        either error: ``{"turns": (0, 1)}``.
    progress
        Called with the number of deals done, of all arms together.
    live
        Called after every look with the comparison so far, whose intervals hold at every look.

    Raises
    ------
    RummyError
        For arguments that cannot be used, and for results whose games cannot be paired.

    Examples
    --------
    >>> import rummylab as rl
    >>> c = rl.compare("rummikub", "rummikub:opening.min_points=50", games=40, players=2, seed=7)
    >>> c.metrics["turns"].difference.n
    40
    >>> c.findings()[0].startswith("Opening at 50 instead of 30")
    True
    """
    given = (a, b, *more)
    results = [one for one in given if isinstance(one, Result)]
    if results:
        if len(results) < len(given):
            raise RummyError("compare takes rule sets or results of simulate, not both at once")
        return _of_results(results, primary, confidence)
    arms = [_arm(one, strategies) for one in given if not isinstance(one, Result)]
    _check(primary, confidence)
    check_family([variant for variant, _ in arms])
    if players is None:
        players = usual_players(*(variant for variant, _ in arms))
    for variant, _ in arms:
        check_players(variant, players)
    names = [seated(who, variant, players)[1] for variant, who in arms]
    if rotate is None:
        rotate = _design(names, primary)
    if games is not None:
        check_count(games, "games")
    limit = 10_000 if games is None and not (until or sprt) else games
    stop = Stop.of(until=until, sprt=sprt, limit=limit, players=players)
    labels = _labels([variant for variant, _ in arms], names)
    started = time.monotonic()

    def comparison(tallies: Sequence[Tally], stopped: Stopped | None) -> Comparison:
        sides = zip(labels, arms, names, tallies, strict=True)
        return Comparison(
            tuple(Arm(label, variant, who, tally) for label, (variant, _), who, tally in sides),
            players,
            tallies[0].total("games"),
            seed,
            rotate,
            primary,
            confidence,
            stopped,
            time.monotonic() - started,
        )

    def play(first: int, count: int) -> list[Tally]:
        options = {
            "players": players,
            "seed": seed,
            "first": first,
            "count": count,
            "rotate": rotate,
            "units": first + count <= MOST_UNITS,
            "choices": choices,
        }
        tell = None if progress is None else (lambda done: progress(len(arms) * first + done))
        return side_by_side(arms, options, threads, tell)

    def told(tallies: Sequence[Tally], look: int) -> None:
        if live is not None:
            live(comparison(tallies, Stopped("size", look, "under way")))

    if not (until or sprt or live):
        return comparison(play(0, stop.limit), None)
    tallies, stopped = play_rounds(play, stop, keep_units=MOST_UNITS, told=told)
    return comparison(tallies, stopped if until or sprt else None)


def _arm(given: ArmLike, strategies: Strategies | None) -> tuple[Variant, Strategies]:
    if isinstance(given, tuple):
        if len(given) != 2:
            raise RummyError(
                f"{given!r} is no side of a comparison; give a rule set, or a pair of a rule set"
                " and its strategies"
            )
        return load(given[0]), given[1]
    if not isinstance(given, str | os.PathLike | Variant):
        raise RummyError(
            f"cannot compare {type(given).__name__} objects: intervals need to know which games"
            " share a deal; give rule sets, or results of simulate"
        )
    variant = load(given)
    return variant, STANDARD[variant.family] if strategies is None else strategies


def _check(primary: str, confidence: float) -> None:
    metrics.get(primary, players=6)
    intervals.z_factor(confidence)


def _design(names: Sequence[tuple[str, ...]], primary: str) -> bool:
    """Whether deals are played in every rotation unless the user says."""
    return any(len(set(who)) > 1 for who in names) or seats_matter(primary)


def seats_matter(primary: str) -> bool:
    """Whether a metric is about what a seat wins or scores."""
    return primary.startswith(_SEATS)


def _labels(variants: Sequence[Variant], names: Sequence[tuple[str, ...]]) -> list[str]:
    """Short names that tell the arms apart."""
    differ = len(set(names)) > 1
    found: list[str] = []
    for variant, who in zip(variants, names, strict=True):
        label = variant.spec
        if differ:
            label += " with " + ", ".join(dict.fromkeys(who))
        if label in found:
            raise RummyError(f"{label} is given twice; compare different rules or strategies")
        found.append(label)
    return found


def _of_results(results: Sequence[Result], primary: str, confidence: float) -> Comparison:
    _check(primary, confidence)
    first = results[0]
    for what in ("players", "seed", "games", "rotate", "matches"):
        values = [getattr(result, what) for result in results]
        if any(value != values[0] for value in values):
            raise RummyError(
                f"cannot compare runs deal by deal whose {what} are"
                f" {', '.join(map(repr, values))}; simulate them with the same {what}"
            )
    names = [result.strategies for result in results]
    labels = _labels([result.variant for result in results], names)
    return Comparison(
        tuple(
            Arm(label, result.variant, result.strategies, result.tally)
            for label, result in zip(labels, results, strict=True)
        ),
        first.players,
        first.games,
        first.seed,
        first.rotate,
        primary,
        confidence,
        None,
        sum(result.seconds for result in results),
    )
