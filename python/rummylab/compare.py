"""Rule sets, or players, against each other on the same deals."""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rummylab.analysis import intervals, metrics, sequential
from rummylab.analysis.compare import Difference
from rummylab.analysis.corrections import benjamini_hochberg, holm
from rummylab.analysis.intervals import CONFIDENCE
from rummylab.analysis.tally import BLOCK_CLUSTERS, Tally
from rummylab.compare_words import sentence, subject
from rummylab.errors import RummyError
from rummylab.simulate import (
    MOST_UNITS,
    Result,
    Rotate,
    Strategies,
    check_count,
    check_players,
    cores,
    tally_range,
)
from rummylab.stopping import Stop, Stopped, Tests, Until, play_rounds
from rummylab.strategy import STANDARD, Strategy, seated
from rummylab.variant import Variant, load

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Arm", "Comparison", "Pair", "compare"]

_LEVEL = 0.05
_MOST_FINDINGS = 6
# What a seat wins or scores: with equal players these gain most from racks that go round.
_SEATS = ("first_player", "win_rate.seat", "score.seat", "balance")

# What says nearly the same as another metric; one of them is told in the findings.
_SAME = {
    "first_player_advantage": "first_player_win_rate",
    "minutes": "turns",
    "actions": "turns",
    "pool_left_out": "pool_left",
    "loser_rack_points": "rack_points_left",
    "loser_rack_tiles": "rack_points_left",
}

ArmLike = str | os.PathLike[str] | Variant | tuple[str | os.PathLike[str] | Variant, Strategies]
Live = Callable[["Comparison"], None]


@dataclass(frozen=True)
class Arm:
    """One side of a comparison.

    Parameters
    ----------
    label : str
        What it is called.
    variant : Variant
        Its rules.
    strategies : tuple of str
        Who plays, by player.
    tally : Tally
        What was counted.
    """

    label: str
    variant: Variant
    strategies: tuple[str, ...]
    tally: Tally = field(repr=False)


@dataclass(frozen=True)
class Pair:
    """Two arms, and what the second changes.

    Parameters
    ----------
    a, b : str
        Their labels.
    rules : dict
        The rules in which they differ, each with both values.
    metrics : dict of str to Difference
        Every metric in both, with the difference b - a.
    adjusted : dict of str to float
        p values with all questions of the comparison taken together: Holm for the primary metric
        over the pairs, Benjamini-Hochberg for the rest. Metrics that are no ratio have none.
    """

    a: str
    b: str
    rules: dict[str, tuple[Any, Any]]
    metrics: dict[str, Difference]
    adjusted: dict[str, float]

    def clear(self, name: str) -> bool:
        """Whether the difference in a metric stands when all questions are taken together."""
        if name in self.adjusted:
            return self.adjusted[name] <= _LEVEL
        return self.metrics[name].clear


@dataclass(frozen=True)
class Comparison:
    """Runs on the same deals and their paired differences.

    Parameters
    ----------
    arms : tuple of Arm
        What is compared; the first is what the others are held against.
    players, games, seed : int
        Players at the table, games played of each arm, and the seed.
    rotate : bool or str
        Whether every deal was played in every rotation.
    primary : str
        The metric named before the run.
    confidence : float
        Of every interval.
    stopped : Stopped or None
        Why the run ended where it did, for one that was looked at.
    seconds : float
        How long it took.

    Examples
    --------
    >>> import rummylab as rl
    >>> rules = ("rummikub", "rummikub:deal.rack=13", "rummikub:deal.rack=12")
    >>> c = rl.compare(*rules, games=10, players=2, seed=7)
    >>> [(pair.b, pair.metrics["turns"].difference.n) for pair in c.pairs]
    [('rummikub:deal.rack=13', 10), ('rummikub:deal.rack=12', 10)]
    """

    arms: tuple[Arm, ...]
    players: int
    games: int
    seed: int
    rotate: Rotate
    primary: str
    confidence: float = CONFIDENCE
    stopped: Stopped | None = None
    seconds: float = field(default=0.0, compare=False)

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Every arm against the first."""
        base, others = self.arms[0], self.arms[1:]
        found = [self._differences(base, arm) for arm in others]
        adjusted: list[dict[str, float]] = [{} for _ in found]
        asked = {name: math.isfinite(d.p) for f in found for name, d in f.items()}
        first = [(i, self.primary) for i, f in enumerate(found) if self._asked(f, self.primary)]
        rest = [
            (i, name)
            for i, f in enumerate(found)
            for name in asked
            if name != self.primary and self._asked(f, name)
        ]
        for chosen, correct in ((first, holm), (rest, benjamini_hochberg)):
            values = correct([found[i][name].p for i, name in chosen])
            for (i, name), value in zip(chosen, values, strict=True):
                adjusted[i][name] = value
        return tuple(
            Pair(base.label, arm.label, base.variant.diff(arm.variant), f, p)
            for arm, f, p in zip(others, found, adjusted, strict=True)
        )

    @staticmethod
    def _asked(found: Mapping[str, Difference], name: str) -> bool:
        return name in found and math.isfinite(found[name].p)

    def _differences(self, a: Arm, b: Arm) -> dict[str, Difference]:
        found = {}
        both = set(metrics.names(b.tally))
        for name in metrics.names(a.tally):
            if name not in both:
                continue
            metric = metrics.get(name, players=self.players)
            # The differences of the metric that the comparison is about hold for all pairs at once.
            many = len(self.arms) - 1 if name == self.primary else 1
            each = intervals.simultaneous(self.confidence, many)
            look = 0 if self.stopped is None else self.stopped.look
            found[name] = sequential.difference_at_look(
                metric, a.tally, b.tally, look=look, confidence=each
            )
        return found

    @property
    def metrics(self) -> dict[str, Difference]:
        """The differences of a comparison of two; see `pairs` for more."""
        if len(self.pairs) != 1:
            raise RummyError(
                f"a comparison of {len(self.arms)} has {len(self.pairs)} differences of every"
                " metric; take them from its pairs"
            )
        return self.pairs[0].metrics

    def findings(self) -> list[str]:
        """Plain sentences: the primary metric of every pair first, then what else is clear."""
        found = []
        for pair, arm in zip(self.pairs, self.arms[1:], strict=True):
            begin = self._subject(arm)
            clear = [
                name
                for name, p in sorted(pair.adjusted.items(), key=lambda item: item[1])
                if name != self.primary and p <= _LEVEL and pair.metrics[name].clear
            ]
            names = [self.primary, *_apart(clear, self.primary)[:_MOST_FINDINGS]]
            found += [
                sentence(
                    begin,
                    metrics.get(name, players=self.players),
                    pair.metrics[name],
                    f"{self.games:,} games",
                )
                for name in names
                if name in pair.metrics
            ]
        return found

    def _subject(self, arm: Arm) -> str:
        base = self.arms[0]
        who = (base.strategies, arm.strategies)
        return subject(base.variant, arm.variant, who, (base.label, arm.label))

    def frame(self) -> pd.DataFrame:
        """One row per pair and metric: both values, the difference, gain and p values."""
        import pandas as pd

        rows = [
            {
                "a": pair.a,
                "b": pair.b,
                "metric": name,
                "value_a": d.a.value,
                "value_b": d.b.value,
                "difference": d.difference.value,
                "low": d.difference.low,
                "high": d.difference.high,
                "gain": d.gain,
                "p": d.p,
                "p_adjusted": pair.adjusted.get(name, math.nan),
            }
            for pair in self.pairs
            for name, d in pair.metrics.items()
        ]
        return pd.DataFrame(rows)

    def to_json(self) -> dict[str, Any]:
        """Everything, ready for JSON; `metrics` is a list of pairs when there are more than two."""
        from rummylab import __version__

        told: list[dict[str, Any]] = [
            {
                "a": pair.a,
                "b": pair.b,
                "rules": {key: list(values) for key, values in pair.rules.items()},
                "metrics": {
                    name: {**d.to_dict(), "p_adjusted": pair.adjusted.get(name, math.nan)}
                    for name, d in pair.metrics.items()
                },
            }
            for pair in self.pairs
        ]
        return {
            "version": __version__,
            "arms": [
                {
                    "label": arm.label,
                    "variant": arm.variant.id,
                    "variant_id": arm.variant.variant_id,
                    "strategies": list(arm.strategies),
                }
                for arm in self.arms
            ],
            "players": self.players,
            "games": self.games,
            "clusters": self.arms[0].tally.clusters,
            "seed": self.seed,
            "rotate": self.rotate,
            "primary": self.primary,
            "confidence": self.confidence,
            "stopped": None if self.stopped is None else asdict(self.stopped),
            "seconds": round(self.seconds, 3),
            "rules": told[0]["rules"] if len(told) == 1 else [pair["rules"] for pair in told],
            "metrics": told[0]["metrics"] if len(told) == 1 else told,
            "findings": self.findings(),
        }

    def __str__(self) -> str:
        return "\n".join(self.findings())

    def __repr__(self) -> str:
        names = ", ".join(repr(arm.variant.spec) for arm in self.arms)
        return (
            f"<rl.compare of {names}: {self.games} games of {self.players} players each, seed"
            f" {self.seed}>"
        )


def _apart(names: Sequence[str], primary: str) -> list[str]:
    """Metrics without those that say the same as the primary or an earlier one, or of each seat."""
    found: dict[str, str] = {}
    for name in names:
        if name.startswith(("score.", "win_rate.", "match_win_rate.")):
            continue
        found.setdefault(_SAME.get(name, name), name)
    found.pop(_SAME.get(primary, primary), None)
    return list(found.values())


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
        Stop when a sequential test knows which of two differences is the right one, with 5 % for
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
    families = {variant.family for variant, _ in arms}
    if len(families) > 1:
        raise RummyError(
            "cannot compare table games with draw games; compare rule sets of one family"
        )
    if players is None:
        players = min(4, *(arm.players.max for arm, _ in arms))
        players = max(players, *(arm.players.min for arm, _ in arms))
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


def side_by_side(
    arms: Sequence[tuple[Variant, Strategies]],
    options: Mapping[str, Any],
    threads: int | None,
    progress: Callable[[int], None] | None,
) -> list[Tally]:
    """The tallies of all arms; arms too short to use every core share them."""
    most = cores() if threads is None else threads
    blocks = -(-options["count"] // BLOCK_CLUSTERS)
    native = all(isinstance(who, str) or not _in_python(who) for _, who in arms)
    together = max(1, min(len(arms), most // blocks)) if native else 1
    done = [0] * len(arms)
    broken = threading.Event()

    def play(number: int) -> Tally:
        def tell(within: int) -> None:
            if broken.is_set():
                raise KeyboardInterrupt
            done[number] = within
            if progress is not None:
                progress(sum(done))

        variant, who = arms[number]
        return tally_range(
            variant,
            strategies=who,
            threads=max(1, most // together),
            progress=tell,
            **options,
        )

    if together == 1:
        return [play(number) for number in range(len(arms))]
    with ThreadPoolExecutor(together) as pool:
        futures = [pool.submit(play, number) for number in range(len(arms))]
        try:
            return [future.result() for future in futures]
        except BaseException:
            broken.set()  # Control-C reaches this thread alone
            for future in futures:
                future.cancel()
            raise


def _in_python(who: Strategies) -> bool:
    return isinstance(who, Strategy) or any(isinstance(one, Strategy) for one in who)


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
