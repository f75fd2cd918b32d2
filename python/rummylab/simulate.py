"""Playing many games, and what they came to."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rummylab import _core
from rummylab.analysis import metrics, sequential
from rummylab.analysis.intervals import CONFIDENCE, Estimate
from rummylab.analysis.tally import Tally
from rummylab.errors import RummyError
from rummylab.stopping import Stop, Stopped, Tests, Until, play_rounds
from rummylab.strategy import Strategy, seated
from rummylab.variant import Variant, load
from rummylab.variant_sections import Family

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Result", "simulate", "tally_range"]

TURN_CAP = 1000
# Runs of at most so many clusters keep each of them, so that two runs on the same deals can be
# compared deal by deal; longer runs have blocks enough to be compared by these.
MOST_UNITS = 50_000
ENDINGS: dict[Family, tuple[str, ...]] = {
    "table": ("out", "pool_empty", "cap"),
    "draw": (
        *("knock", "gin", "big_gin", "undercut", "out", "hand", "pairs", "stock_empty", "cap"),
    ),
}
ACTIONS = ("play", "draw", "pass", "failure")

Progress = Callable[[int], None]
Live = Callable[[Tally, int], None]
Rotate = bool | str
Strategies = str | Strategy | Sequence[str | Strategy]


@dataclass(frozen=True)
class Result:
    """What a simulation counted, exactly.

    Parameters
    ----------
    variant : Variant
        The rules.
    players : int
        Players at the table.
    strategies : tuple of str
        Who played, by player; with `rotate` the players change seats from game to game.
    games : int
        Games played, all rotations and all games of the matches counted.
    seed : int
        The seed: the same seed deals the same tiles under any rules.
    rotate : bool or str
        Whether every deal was played in every rotation, see `simulate`.
    matches : bool
        Whether whole matches were played.
    tally : Tally
        The sums over deals (or matches), with their products by pairs and histograms.
    columns : mapping of str to array
        The recorded rows, column by column; empty unless asked for.
    stopped : Stopped or None
        Why the run ended where it did, for one that was looked at; its intervals then hold at all
        looks together.
    threads : int
        Threads used; no number of the result depends on it.
    seconds : float
        How long it took.

    Examples
    --------
    >>> import rummylab as rl
    >>> a = rl.simulate("rummikub", games=20, players=3, seed=7)
    >>> a
    rl.simulate('rummikub', games=20, players=3, strategies=['max_tiles'] * 3, seed=7)
    >>> a.metrics()["ending.cap"].value
    0.0
    """

    variant: Variant
    players: int
    strategies: tuple[str, ...]
    games: int
    seed: int
    rotate: Rotate
    matches: bool
    tally: Tally
    columns: Mapping[str, NDArray[np.int32]] = field(repr=False, compare=False)
    threads: int = field(compare=False)
    seconds: float = field(compare=False)
    stopped: Stopped | None = None

    def metrics(self, *, confidence: float = CONFIDENCE) -> dict[str, Estimate]:
        """Every metric that the games can give, with its interval."""
        return {name: self._estimate(name, confidence) for name in metrics.names(self.tally)}

    def _estimate(self, name: str, confidence: float) -> Estimate:
        metric = metrics.get(name, players=self.players)
        look = 0 if self.stopped is None else self.stopped.look
        return sequential.at_look(metric, self.tally, look=look, confidence=confidence)

    def summary(self, *, confidence: float = CONFIDENCE) -> pd.DataFrame:
        """A table: metric, value, low and high end of its interval, n."""
        import pandas as pd

        rows = [
            (name, found.value, found.low, found.high, found.n)
            for name, found in self.metrics(confidence=confidence).items()
        ]
        return pd.DataFrame(rows, columns=["metric", "value", "low", "high", "n"])

    def frame(self) -> pd.DataFrame:
        """The recorded rows: one per game, or one per turn.

        Seats count from 1, which started. Per game: who won (0: nobody, the cap; the first of
        those who share a win), turns, ending, and by seat the score, the own turn of the opening
        (0: never), tiles drawn, jokers dealt or drawn, tiles and points left on the rack. Per
        turn: what the seat did, tiles laid, table tiles moved, tiles drawn, and the rack and pool
        after it. In draw games a row of a deal has, by seat, the score, the own turn of the first
        lay-down, how often the pile was taken, and cards and points left in the hand; a row of a
        turn says where the card came from, what was taken, laid, laid off and shown.
        """
        import pandas as pd

        if not self.columns:
            raise RummyError('no rows were recorded; simulate with record="games" or "turns"')
        frame = pd.DataFrame({name: np.asarray(values) for name, values in self.columns.items()})
        for name, words in (("ending", ENDINGS[self.variant.family]), ("action", ACTIONS)):
            if name in frame:
                frame[name] = pd.Categorical.from_codes(
                    self.columns[name], categories=pd.Index(words)
                )
        for name in ("opening", "no_play_existed", "from_pile", "shows", "warning"):
            if name in frame:
                frame[name] = frame[name].astype(bool)
        return frame

    def to_json(self) -> dict[str, Any]:
        """Everything but the rows, ready for JSON."""
        from rummylab import __version__

        return {
            "version": __version__,
            "variant": self.variant.id,
            "variant_id": self.variant.variant_id,
            "players": self.players,
            "strategies": list(self.strategies),
            "games": self.games,
            "matches": self.tally.clusters if self.matches else 0,
            "rotate": self.rotate,
            "seed": self.seed,
            "threads": self.threads,
            "seconds": round(self.seconds, 3),
            "games_per_second": round(self.games / self.seconds, 1),
            "stopped": None if self.stopped is None else asdict(self.stopped),
            "metrics": {
                name: {"value": found.value, "low": found.low, "high": found.high}
                for name, found in self.metrics().items()
            },
        }

    def __repr__(self) -> str:
        what = "matches" if self.matches else "games"
        seats = (
            f"[{self.strategies[0]!r}] * {self.players}"
            if len(set(self.strategies)) == 1
            else repr(list(self.strategies))
        )
        rotate = f", rotate={self.rotate!r}" if self.rotate else ""
        return (
            f"rl.simulate({self.variant.spec!r}, {what}={self.tally.clusters},"
            f" players={self.players}, strategies={seats}, seed={self.seed}{rotate})"
        )


def simulate(
    variant: str | os.PathLike[str] | Variant,
    *,
    games: int | None = None,
    matches: int | None = None,
    players: int | None = None,
    strategies: Strategies | None = None,
    seed: int = 0,
    threads: int | None = None,
    rotate: Rotate = False,
    record: str | None = None,
    turn_cap: int = TURN_CAP,
    checked: bool = False,
    choices: int = 0,
    until: Until | None = None,
    sprt: Tests | None = None,
    progress: Progress | None = None,
    live: Live | None = None,
) -> Result:
    """Play many games and count what happens.

    Parameters
    ----------
    variant
        A variant, or a text that names one: ``rummikub:opening.min_points=50``.
    games
        How many deals to play, numbered from 0; 10,000 when neither this nor `matches` is given.
    matches
        How many whole matches to play instead.
    players
        Players at the table; 4, or as near as the rules allow, when not given.
    strategies
        One spec for all, or one for each player: ``max_tiles``, ``hoarder:tiles=6``, or objects of
        a class derived from `Strategy`; when not given ``max_tiles``, in draw games ``greedy``.
    seed
        Chooses the deals and every other chance; 0 to 2**64 - 1.
    threads
        Threads; all cores by default. The numbers do not depend on it.
    rotate
        Play every deal n times and count these games as one unit. Where strategies differ the
        players go round: player p sits in seat ``(p - r) mod n`` in rotation r, each seat with its
        rack. Where all play alike the racks and draws go round in the same way, so that every
        rack starts once. ``"players"`` or ``"racks"`` says what goes round, whoever plays.
    record
        ``"games"`` or ``"turns"`` keeps a row for each, see `Result.frame`.
    turn_cap
        A game is stopped after so many turns; it then counts as ended by the cap and nothing else.
    checked
        Hold every step to the rules and every state to its invariants (slow).
    choices
        Count the legal plays of every turn, up to this many, for the metrics ``decisions``; 0 does
        not count them, since that costs time.
    until
        Stop as soon as the always-valid interval of a metric is this narrow to each side, such as
        ``{"turns": 0.1}`` (shares in % points); `games` is then the most that is played, a million
        by default. The looks are at sizes fixed in advance, so the answer depends on nothing else.
    sprt
        Stop as soon as a sequential test knows which of two values a metric has, with 5 % for
        either error: ``{"win_rate.player_1": (50, 52)}``.
    progress
        Called about ten times a second with the number of deals or matches done.
    live
        Called after every look with the tally so far and the number of the look.

    Raises
    ------
    RummyError
        For arguments that cannot be used.

    Examples
    --------
    >>> import rummylab as rl
    >>> a = rl.simulate("rummikub", games=20, players=2, seed=7, record="games")
    >>> a.games, int(a.frame()["turns"].sum()) == a.tally.total("turns")
    (20, True)
    """
    if games is not None and matches is not None:
        raise RummyError("games and matches are both given; choose one")
    asked = matches if games is None else games
    loaded = load(variant)
    players = usual_players(loaded) if players is None else players
    options: dict[str, Any] = {
        "matches": matches is not None,
        "players": players,
        "strategies": strategies,
        "seed": seed,
        "threads": threads,
        "rotate": rotate,
        "turn_cap": turn_cap,
        "checked": checked,
        "choices": choices,
    }
    if not (until or sprt or live):
        count = 10_000 if asked is None else asked
        return _simulate(loaded, first=0, count=count, record=record, progress=progress, **options)
    if record not in (None, "none"):
        raise RummyError("rows are recorded only by runs of a fixed size; leave out record")
    check_players(loaded, players)
    if asked is not None:
        check_count(asked, "matches" if matches else "games")
    limit = 10_000 if asked is None and not (until or sprt) else asked
    stop = Stop.of(until=until, sprt=sprt, limit=limit, players=players)
    results: list[Result] = []

    def play(first: int, count: int) -> list[Tally]:
        tell = None if progress is None else (lambda done: progress(first + done))
        results.append(
            _simulate(loaded, first=first, count=count, record=None, progress=tell, **options)
        )
        return [results[-1].tally]

    def told(tallies: Sequence[Tally], look: int) -> None:
        if live is not None:
            live(tallies[0], look)

    (tally,), stopped = play_rounds(play, stop, keep_units=MOST_UNITS, told=told)
    return replace(
        results[-1],
        games=tally.total("games"),
        tally=tally,
        seconds=sum(result.seconds for result in results),
        stopped=stopped if until or sprt else None,
    )


def tally_range(
    variant: Variant,
    *,
    players: int,
    strategies: Strategies,
    seed: int,
    first: int,
    count: int,
    threads: int | None = None,
    rotate: Rotate = False,
    units: bool = False,
    choices: int = 0,
    progress: Progress | None = None,
) -> Tally:
    """The tally of the deals ``first .. first + count - 1``; `first` is a multiple of 1,000.

    With `units` it keeps every cluster, see `Tally.units`.
    """
    return _simulate(
        variant,
        first=first,
        count=count,
        matches=False,
        players=players,
        strategies=strategies,
        seed=seed,
        threads=threads,
        rotate=rotate,
        record=None,
        turn_cap=TURN_CAP,
        checked=False,
        choices=choices,
        units=units,
        progress=progress,
    ).tally


def _simulate(
    variant: Variant,
    *,
    first: int,
    count: int,
    matches: bool,
    players: int,
    strategies: Strategies | None,
    seed: int,
    threads: int | None,
    rotate: Rotate,
    record: str | None,
    turn_cap: int,
    checked: bool,
    choices: int,
    progress: Progress | None,
    units: bool | None = None,
    position: dict[str, Any] | None = None,
) -> Result:
    check_players(variant, players)
    check_seed(seed)
    check_count(count, "matches" if matches else "games")
    if record not in (None, "none", "games", "turns"):
        raise RummyError(f'record is {record!r}; allowed: None, "games", "turns"')
    native, names = seated(strategies, variant, players)
    if not whole(choices, 0, 1_000_000):
        raise RummyError(f"choices is {choices!r}; allowed: 0 to 1000000")
    used = cores() if threads is None else threads
    if not whole(used, 1, 1024):
        raise RummyError(f"threads is {threads!r}; allowed: 1 to 1024, or None for all cores")
    keep = count <= MOST_UNITS if units is None else units
    data = _core.simulate(
        variant.native_rules(),
        players=players,
        strategies=native,
        seed=seed,
        first=first,
        count=count,
        threads=used,
        rotate=rotation_of(names, rotate=rotate, matches=matches),
        matches=matches,
        units=keep,
        record=record or "none",
        turn_cap=turn_cap,
        checked=checked,
        choices=choices,
        position=position,
        progress=progress,
    )
    block_sums = data.block_sums
    tally = Tally(
        players,
        tuple(data.quantities),
        data.clusters,
        data.sums,
        data.cross,
        block_sums,
        data.histograms,
        np.arange(len(block_sums), dtype=np.int64) + first // _core.BLOCK_CLUSTERS,
        data.units if keep else None,
    )
    return Result(
        variant=variant,
        players=players,
        strategies=names,
        games=tally.total("games"),
        seed=seed,
        rotate=rotate,
        matches=matches,
        tally=tally,
        columns=data.columns,
        threads=used,
        seconds=data.seconds,
    )


def rotation_of(names: Sequence[str], *, rotate: Rotate, matches: bool) -> str:
    """What goes round in the games of one deal: nothing, the players, or the racks."""
    if rotate in ("players", "racks"):
        return str(rotate)
    if rotate not in (True, False):
        raise RummyError(f'rotate is {rotate!r}; allowed: True, False, "players", "racks"')
    if not rotate:
        return "none"
    return "racks" if len(set(names)) == 1 and not matches else "players"


def whole(value: object, low: int, high: int) -> bool:
    """Whether this is a whole number between the two."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def usual_players(variant: Variant) -> int:
    """Four players, or as near as the rules allow."""
    return min(max(4, variant.players.min), variant.players.max)


def check_players(variant: Variant, players: int) -> None:
    """Refuse a number of players that the rules do not allow."""
    low, high = variant.players.min, variant.players.max
    if not whole(players, low, high):
        allowed = f"the rules of {variant.id} are for {low} to {high}"
        raise RummyError(f"players is {players!r}; {allowed}")


def check_seed(seed: int) -> None:
    """Refuse what is no seed."""
    if not whole(seed, 0, 2**64 - 1):
        raise RummyError(f"seed is {seed!r}; allowed: a whole number, 0 to 2**64 - 1")


def play_position(
    variant: Variant,
    position: dict[str, Any],
    *,
    count: int,
    players: int,
    strategies: Strategies,
    seed: int,
    threads: int | None,
    progress: Progress | None = None,
) -> Result:
    """Play on from a position so many times, each time with what is hidden in another order."""
    return _simulate(
        variant,
        first=0,
        count=count,
        matches=False,
        players=players,
        strategies=strategies,
        seed=seed,
        threads=threads,
        rotate=False,
        record=None,
        turn_cap=TURN_CAP,
        checked=False,
        choices=0,
        progress=progress,
        position=position,
    )


def check_count(count: int, what: str) -> None:
    """Refuse what is no number of games."""
    if not whole(count, 1, 2**53):
        raise RummyError(f"{what} is {count!r}; allowed: a whole number, 1 or more")


def cores() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
