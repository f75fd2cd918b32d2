"""Published figures that need whole games."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd
from row import Row

import rummylab as rl
from rummylab.analysis import intervals, metrics
from rummylab.analysis.intervals import Estimate
from rummylab.analysis.metrics import SHARE
from rummylab.analysis.tally import Tally

# 30 to open with the joker worth 0, the opening ends the turn, jokers are free. The points that
# choose an opening count a joker as 0 too; the length of a game does not depend on the score.
EQUAL = "rummikub:opening.joker_value=zero,joker.reuse=any_meld,scoring.joker_penalty=0"
OPENS_FOR_POINTS = "max_tiles:opening=1"
NO_JOKERS = "rummikub:tiles.jokers=0"
OWN = "computed independently, 20,000 games"
AID = "aid_rummikub"

# Mean turns by number of players, and the error of such a mean over 20,000 games with its rounding.
LENGTHS = {4: (33.0, 0.2), 3: (41.0, 0.25), 2: (63.8, 0.4)}
SEATS = (0.249, 0.248, 0.243, 0.259)
SEAT_ERROR = 0.0005 + 1.96 * (0.25 * 0.75 / 20_000) ** 0.5


def lengths(games: int, seed: int, threads: int | None) -> Iterator[Row]:
    """Equal players who open with the most points and then lay the most tiles."""
    for players, (published, slack) in LENGTHS.items():
        run = rl.simulate(
            EQUAL,
            games=games,
            players=players,
            strategies=OPENS_FOR_POINTS,
            seed=seed,
            threads=threads,
        )
        where = f"{players} equal players"
        yield Row("turns of a game", where, published, slack, _of(run, "turns"), "turns", OWN)
        if players == 4:
            yield from _four(run, where)


def _four(run: rl.Result, where: str) -> Iterator[Row]:
    for name, what, value in (("turns.median", "median", 33), ("turns.p90", "P90", 47)):
        yield Row(f"turns of a game, {what}", where, value, 0.5, _of(run, name), "turns", OWN)
    laid = _of(run, "tiles_laid")
    yield Row("tiles on the table at the end", where, 60, 0.6, laid, "tiles", OWN)
    for seat, share in enumerate(SEATS, start=1):
        found = _of(run, f"win_rate.seat_{seat}")
        yield Row(f"wins of seat {seat}", where, share, SEAT_ERROR, found, "share", OWN)


def two_players(games: int, seed: int, threads: int | None) -> Iterator[Row]:
    """Two best-play players without jokers."""
    run = rl.simulate(NO_JOKERS, games=games, players=2, seed=seed, threads=threads, record="turns")
    where = "2 players, no jokers"
    turns = run.frame()
    yield Row(
        "turns on which nothing can be laid",
        where,
        0.53,
        0.01,
        _of(run, "forced_draw_share"),
        "share",
        AID,
        note="they seem to leave out the turns before both have opened, see the next line",
    )
    yield Row(
        "the same once both have opened", where, 0.53, 0.02, forced_when_open(turns), "share", AID
    )
    last = turns.groupby("game").tail(1)
    left = last[last["rack_tiles"] == 0]["pool_left"].to_numpy()
    median = intervals.quantile(np.bincount(left), 0.5)
    # Published as "about 29" from some hundred games, whose median is off by up to two tiles.
    yield Row(
        "tiles in the pool when somebody goes out, median", where, 29, 2.0, median, "tiles", AID
    )


def forced_when_open(turns: pd.DataFrame) -> Estimate:
    """The share of turns without a play after the last of the two openings; a game is a unit."""
    openings = turns[turns["opening"]].groupby("game")["turn"].agg(["max", "count"])
    both = openings[openings["count"] == 2]["max"].rename("both")
    late = turns.join(both, on="game")
    late = late[late["turn"] > late["both"]]
    by_game = late.groupby("game")["no_play_existed"].agg(["sum", "count"]).astype("int64")
    x, y = by_game["sum"], by_game["count"]
    moments = (len(x), x.sum(), y.sum(), (x * x).sum(), (x * y).sum(), (y * y).sum())
    return intervals.proportion(intervals.Moments(*map(int, moments)))


def mirrored(deals: int, seed: int, threads: int | None) -> Iterator[Row]:
    """Every deal twice, the two players with seats exchanged."""
    run = rl.simulate(
        NO_JOKERS, games=deals, players=2, seed=seed, threads=threads, rotate="players"
    )
    yield Row(
        "mirrored pairs that split one win each",
        "2 players, no jokers",
        28 / 30,
        0.09,
        split_share(run.tally),
        "share",
        AID,
        note="equal players without chance repeat the game in each other's seats: all pairs split",
    )


def split_share(tally: Tally) -> Estimate:
    """The share of pairs in which both players win as much, from exact second moments."""
    place = tally.quantities.index("share_player_1")
    total, squares = int(tally.sums[place]), int(tally.cross[place, place])
    # Over pairs the sum of (share - one win)^2; a pair that one player wins twice adds one win^2.
    spread = squares - 2 * SHARE * total + SHARE * SHARE * tally.clusters
    return intervals.wilson(tally.clusters - spread / SHARE**2, tally.clusters)


def _of(run: rl.Result, name: str) -> Estimate:
    return metrics.estimate(run.tally, name)
