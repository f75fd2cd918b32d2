"""When a run is long enough: after so many games, at a precision, or when a test knows.

Runs that stop by themselves are played in rounds that end at sizes fixed in advance, so that the
answer is the same for any number of workers; see `rummylab.analysis.sequential`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rummylab.analysis import compare, metrics, sequential, text
from rummylab.analysis.intervals import Estimate
from rummylab.analysis.metric import Metric, moments
from rummylab.analysis.sequential import Sprt
from rummylab.analysis.tally import Tally
from rummylab.errors import RummyError

__all__ = ["MOST_CLUSTERS", "Round", "Stop", "Stopped", "play_rounds", "rounds"]

# A run that waits for a precision or a verdict gives up here unless a size was given.
MOST_CLUSTERS = 1_000_000

_NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"

Until = Mapping[str, float]
Tests = Mapping[str, float | tuple[float, float]]


@dataclass(frozen=True)
class Stopped:
    """Why a run ended where it did.

    Parameters
    ----------
    rule : str
        ``"size"``, ``"until"`` or ``"sprt"``.
    look : int
        The number of the last look, from 1; 0 when the size was fixed and nobody looked.
    says : str
        The reason in a sentence.
    verdict : str or None
        What a sequential test answered: ``"low"`` or ``"high"``.
    """

    rule: str
    look: int
    says: str
    verdict: str | None = None


@dataclass(frozen=True)
class Stop:
    """The rule by which a run stops; the first of its parts that is met.

    Parameters
    ----------
    until : mapping of str to float
        Half-widths of always-valid intervals that are narrow enough, by metric; all must be met.
    tests : mapping of str to Sprt
        Sequential tests by metric; each must have its verdict.
    limit : int
        The most clusters that are played.

    Examples
    --------
    >>> Stop.of(until={"turns": 0.1}, sprt=None, limit=None, players=2).limit
    1000000
    """

    until: Mapping[str, float] = field(default_factory=dict)
    tests: Mapping[str, Sprt] = field(default_factory=dict)
    limit: int = MOST_CLUSTERS

    @classmethod
    def of(
        cls, *, until: Until | None, sprt: Tests | None, limit: int | None, players: int
    ) -> Stop:
        """The rule that these arguments say; a test may be one number, against 0."""
        for name in until or {}:
            metrics.get(name, players=players)
        for name in sprt or {}:
            if not metrics.get(name, players=players).paired:
                raise RummyError(f"sprt is about {name}, which is no ratio; choose a mean or share")
        for name, width in (until or {}).items():
            if not math.isfinite(width) or width <= 0:
                raise RummyError(
                    f"until is {name}={width}; give the half-width of its interval, such as"
                    f" {name}=0.1"
                )
        if until and sprt:
            raise RummyError("until and sprt are both given; choose one rule to stop by")
        tests = {}
        for name, ends in (sprt or {}).items():
            low, high = ends if isinstance(ends, tuple) else against_nothing(float(ends))
            if low > high:
                raise RummyError(
                    f"sprt is {name}=({low:g}, {high:g}); the lower value comes first: give"
                    f" {name}=({high:g}, {low:g})"
                )
            tests[name] = Sprt(low, high)
        return cls(dict(until or {}), tests, MOST_CLUSTERS if limit is None else limit)

    @property
    def names(self) -> list[str]:
        """The metrics that it is about."""
        return [*self.until, *self.tests]

    def check(self, tallies: Sequence[Tally], look: int) -> Stopped | None:
        """Whether runs so far are enough: of one run its metrics, of several their differences."""
        pairs = _pairs(tallies)
        size = _size(tallies)
        if self.until:
            widths = self._widths(tallies, look)
            if all(widths[name] <= self.until[name] for name in widths):
                said = ", ".join(_plus_minus(name, widths[name], self.until) for name in widths)
                return Stopped("until", look, f"stopped after {size}: {said}")
        if self.tests:
            verdicts = {
                (name, i): test.verdict(*_moments(name, a, b))
                for name, test in self.tests.items()
                for i, (a, b) in enumerate(pairs)
            }
            if all(verdicts.values()):
                said = ", ".join(
                    _answer(name, self.tests[name], str(verdict), b is not None)
                    for (name, i), verdict in verdicts.items()
                    for b in [pairs[i][0]]
                )
                only = set(verdicts.values())
                verdict = only.pop() if len(only) == 1 else None
                return Stopped("sprt", look, f"stopped after {size}: {said}", verdict)
        return None

    def so_far(self, tallies: Sequence[Tally], look: int) -> str:
        """How far a run is from the precision asked for, in words that hold whenever one looks."""
        return "; ".join(
            _plus_minus(name, width, self.until)
            for name, width in self._widths(tallies, look).items()
        )

    def _widths(self, tallies: Sequence[Tally], look: int) -> dict[str, float]:
        return {
            name: max(_always(name, a, b, look).half_width for a, b in _pairs(tallies))
            for name in self.until
        }

    def gave_up(self, tallies: Sequence[Tally], look: int) -> Stopped:
        """What to say at the limit."""
        size = _size(tallies)
        if not self.until and not self.tests:
            return Stopped("size", 0, f"played {size}, as many as were asked for")
        what = "half-width" if self.until else "verdict"
        return Stopped(
            "size", look, f"stopped at the limit of {size}, without the {what} asked for"
        )


def _pairs(tallies: Sequence[Tally]) -> list[tuple[Tally | None, Tally]]:
    """Every run against the first, or the one run alone."""
    return [(tallies[0], other) for other in tallies[1:]] or [(None, tallies[0])]


def _size(tallies: Sequence[Tally]) -> str:
    each = " for each" if len(tallies) > 1 else ""
    return f"{text.counted(tallies[0].clusters, _unit(tallies[0]))}{each}"


def _unit(tally: Tally) -> str:
    if "matches" in tally and tally.total("matches"):
        return "match"
    return "game" if "games" not in tally or tally.single_games else "deal"


def _always(name: str, a: Tally | None, b: Tally, look: int) -> Estimate:
    metric = metrics.get(name, players=b.players)
    found = (
        sequential.always_valid(metric, b, look=look)
        if a is None
        else sequential.always_valid_difference(metric, a, b, look=look).difference
    )
    scaled = found.scaled(100) if metric.unit == "share" else found
    if scaled.defined and math.isfinite(scaled.half_width):
        return scaled
    return Estimate(scaled.value, -math.inf, math.inf, scaled.n)


def _moments(name: str, a: Tally | None, b: Tally) -> tuple[float, float]:
    """Value and variance of a metric, or of its difference, in the unit that people read."""
    metric = metrics.get(name, players=b.players)
    metric.require(b)
    factor = 100.0 if metric.unit == "share" else 1.0
    if a is not None:
        metric.require(a)
        value, variance, count = compare.moments_of_difference(metric, a, b)
        known = count > compare.MIN_BLOCKS
    else:
        parts = moments(b, metric.numerator, metric.denominator)
        known = parts.n > 1 and parts.y != 0
        value = metric.scale * parts.x / parts.y + metric.offset if known else math.nan
        variance = metric.scale**2 * parts.ratio_variance() if known else math.inf
    return factor * value, factor**2 * variance if known else math.inf


def unit_of(metric: Metric) -> str:
    """The unit in which half-widths and differences of a metric are given."""
    return "% points" if metric.unit == "share" else metric.unit


def _plus_minus(name: str, width: float, asked: Mapping[str, float]) -> str:
    unit = unit_of(metrics.get(name, players=6))
    width_said = text.fixed(width, text.decimals(width) + 1)
    return f"{name} is known to ±{width_said} {unit}, ±{asked[name]:g} was asked for"


def _answer(name: str, test: Sprt, verdict: str, of_difference: bool) -> str:
    unit = unit_of(metrics.get(name, players=6))
    what = f"the difference in {name}" if of_difference else name
    yes, no = (test.high, test.low) if verdict == "high" else (test.low, test.high)
    return f"{what} is nearer {yes:g} than {no:g} {unit}"


def against_nothing(effect: float) -> tuple[float, float]:
    """The two answers of a test of an effect against none, the lower one first.

    Examples
    --------
    >>> against_nothing(2.0), against_nothing(-2.0)
    ((0.0, 2.0), (-2.0, 0.0))
    """
    return min(0.0, effect), max(0.0, effect)


def parse_until(given: Sequence[str]) -> dict[str, float]:
    """Half-widths as written on a command line: ``turns=0.1``.

    Examples
    --------
    >>> parse_until(["turns=0.1"])
    {'turns': 0.1}
    """
    found = {}
    for piece in given:
        match = re.fullmatch(rf"([\w.-]+)=({_NUMBER})", piece.strip())
        if not match:
            raise RummyError(f"--until is {piece}; write METRIC=HALFWIDTH, such as turns=0.1")
        found[match[1]] = float(match[2])
        if found[match[1]] <= 0:
            raise RummyError(
                f"--until is {piece}; the half-width is a positive number, such as {match[1]}=0.1"
            )
    return found


def parse_tests(given: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Sequential tests as written on a command line: ``turns=0:1``, or ``turns=1`` against 0.

    Examples
    --------
    >>> parse_tests(["turns=0:1"])
    {'turns': (0.0, 1.0)}
    """
    found = {}
    for piece in given:
        match = re.fullmatch(rf"([\w.]+)=(?:({_NUMBER}):)?({_NUMBER})", piece.strip())
        if not match:
            raise RummyError(
                f"--sprt is {piece}; write METRIC=EFFECT, such as turns=1, or METRIC=LOW:HIGH, such"
                " as turns=0:1"
            )
        low, high = match[2], match[3]
        if low and float(low) > float(high):
            raise RummyError(
                f"--sprt is {piece}; the lower value comes first: write {match[1]}={high}:{low}"
            )
        found[match[1]] = (float(low), float(high)) if low else against_nothing(float(high))
    return found


Play = Callable[[int, int], Sequence[Tally]]


@dataclass(frozen=True)
class Round:
    """Runs side by side at one look: the tallies so far, and why they stop here if they do."""

    tallies: list[Tally]
    look: int
    stopped: Stopped | None


def rounds(play: Play, stop: Stop, *, keep_units: int) -> Iterator[Round]:
    """Play runs side by side from look to look; the last round is the one that stopped.

    Parameters
    ----------
    play : callable
        From the first cluster and a count to a tally of every run; a pure function.
    stop : Stop
        The rule.
    keep_units : int
        Runs up to so many clusters keep their units; all rounds of longer ones lose them.
    """
    done, totals = 0, list[Tally]()
    sizes = sequential.looks(stop.limit)
    for look, size in enumerate(sizes, 1):
        parts = play(done, size - done)
        totals = [a + b for a, b in zip(totals, parts, strict=True)] if totals else list(parts)
        if size > keep_units:
            totals = [tally.without_units() for tally in totals]
        done = size
        found = stop.check(totals, look)
        if found is None and look == len(sizes):
            found = stop.gave_up(totals, look)
        yield Round(totals, look, found)
        if found is not None:
            return


def play_rounds(
    play: Play,
    stop: Stop,
    *,
    keep_units: int,
    told: Callable[[Sequence[Tally], int], None] | None = None,
) -> tuple[list[Tally], Stopped]:
    """Play runs side by side until the rule says stop; see `rounds` for the first three.

    Parameters
    ----------
    told : callable, optional
        Called after every round with the tallies so far and the number of the look.
    """
    for found in rounds(play, stop, keep_units=keep_units):
        if told is not None:
            told(found.tallies, found.look)
    assert found.stopped is not None  # the last round is the one that stopped
    return found.tallies, found.stopped
