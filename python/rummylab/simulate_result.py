"""What a simulation came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rummylab.analysis import metrics, sequential
from rummylab.analysis.intervals import CONFIDENCE, Estimate
from rummylab.analysis.tally import Tally
from rummylab.arguments import takes
from rummylab.errors import RummyError
from rummylab.simulate_checks import CHANCE, Rotate
from rummylab.stopping import Stopped
from rummylab.variant import Variant
from rummylab.variant_sections import Family

if TYPE_CHECKING:
    import pandas as pd

ENDINGS: dict[Family, tuple[str, ...]] = {
    "table": ("out", "pool_empty", "cap"),
    "draw": (
        *("knock", "gin", "big_gin", "undercut", "out", "hand", "pairs", "stock_empty", "cap"),
    ),
}
ACTIONS = ("play", "draw", "pass", "failure")


def heading(variant: Variant) -> dict[str, Any]:
    """What the JSON of every result of one rule set begins with.

    Examples
    --------
    >>> import rummylab as rl
    >>> list(heading(rl.load("rummikub")))
    ['version', 'variant', 'variant_id']
    """
    from rummylab import __version__

    return {"version": __version__, "variant": variant.id, "variant_id": variant.variant_id}


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

    @takes(confidence=CHANCE)
    def metrics(self, *, confidence: float = CONFIDENCE) -> dict[str, Estimate]:
        """Every metric that the games can give, with its interval."""
        return {name: self._estimate(name, confidence) for name in metrics.names(self.tally)}

    def _estimate(self, name: str, confidence: float) -> Estimate:
        metric = metrics.get(name, players=self.players)
        look = 0 if self.stopped is None else self.stopped.look
        found = sequential.at_look(metric, self.tally, look=look, confidence=confidence)
        return metric.under(found, self.variant.flat())

    @takes(confidence=CHANCE)
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
        return {
            **heading(self.variant),
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
