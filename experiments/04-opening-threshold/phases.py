"""Why a higher opening minimum shortens games of two and lengthens games of four.

A game has two parts: until everybody has opened, and the rest. Both rule sets play the same deals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import rummylab as rl
from rummylab.analysis import intervals, text
from rummylab.analysis.intervals import Estimate

COUNTS = {"games": ("2k", "games for each rule set and number of players")}
SEED = 4
PAGE = "phases.md"
LOW, HIGH = 30, 50

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Parts:
    """Games in their parts.

    Parameters
    ----------
    turns, waiting : array of int, shape (games,)
        All turns, and those up to the turn by which everybody had opened; all of them where
        somebody never did.
    laid, openers : int
        The tiles that all openings laid, and how many there were.
    """

    turns: Ints
    waiting: Ints
    laid: int
    openers: int

    @property
    def rest(self) -> Ints:
        """The turns after everybody had opened."""
        return self.turns - self.waiting


def parts(columns: Mapping[str, Any], players: int) -> Parts:
    """The parts of recorded games, from the columns game, turn, seat and tiles_laid."""
    game, turn, seat, tiles = (
        np.asarray(columns[name], dtype=np.int64) for name in ("game", "turn", "seat", "tiles_laid")
    )
    turns = np.zeros(int(game.max()) + 1, dtype=np.int64)
    np.maximum.at(turns, game, turn)
    waiting, laid, openers = np.zeros_like(turns), 0, 0
    for player in range(1, players + 1):
        mine = (seat == player) & (tiles > 0)
        opened, first = np.unique(game[mine], return_index=True)  # rows are in the order of turns
        at = turns.copy()
        at[opened] = turn[mine][first]
        waiting = np.maximum(waiting, at)
        laid += int(tiles[mine][first].sum())
        openers += len(opened)
    return Parts(turns, waiting, laid, openers)


def played(minimum: int, players: int, games: int, seed: int, threads: int | None) -> Parts:
    """The parts of the games under one opening minimum."""
    found = rl.simulate(
        f"rummikub:opening.min_points={minimum}",
        games=games,
        players=players,
        strategies="max_tiles",
        seed=seed,
        threads=threads,
        record="turns",
    )
    return parts(found.columns, players)


def gap(a: Ints, b: Ints) -> Estimate:
    """How much more b is than a, on the same deals."""
    steps = b - a
    return intervals.mean(len(steps), int(steps.sum()), int(steps @ steps))


def cell(a: Ints, b: Ints) -> str:
    """Both means, and their difference with its interval."""
    found = gap(a, b)
    before, after = (text.fixed(float(one.mean()), 1) for one in (a, b))
    sign = "+" if found.value > 0 else ""
    return f"{before} to {after}: {sign}{text.number(found)} ({text.interval(found)})"


def row(players: int, low: Parts, high: Parts) -> str:
    """A row of the table."""
    tiles = [text.fixed(one.laid / one.openers, 1) for one in (low, high)]
    return (
        f"| {players} | {cell(low.turns, high.turns)} | {cell(low.waiting, high.waiting)} |"
        f" {cell(low.rest, high.rest)} | {tiles[0]} to {tiles[1]} |"
    )


def sentence(players: int, low: Parts, high: Parts) -> str:
    """What the row says."""
    whole, rest = gap(low.turns, high.turns), gap(high.rest, low.rest)
    if whole.low > 0:
        way = f"{text.number(whole)} turns longer"
    elif whole.high < 0:
        way = f"{text.number(whole.scaled(-1))} turns shorter"
    else:
        way = "as long as before, as far as can be told"
    share = 100 * low.waiting.sum() / low.turns.sum()
    return (
        f"- With {players} players waiting is {share:.0f} % of the game at {LOW}. At {HIGH} it"
        f" takes {text.number(gap(low.waiting, high.waiting))} turns more and the rest"
        f" {text.number(rest)} turns less: the game is {way}."
    )


def measured(*, games: int, seed: int, threads: int | None) -> tuple[str, dict[str, object], int]:
    """The table and what it says."""
    found = {
        players: [played(minimum, players, games, seed, threads) for minimum in (LOW, HIGH)]
        for players in (2, 3, 4)
    }
    page = [
        "A game has two parts: the turns until everybody has opened, on which many can only wait"
        f" and draw, and the rest. An opening minimum of {HIGH} instead of {LOW} makes the first"
        " part longer. It makes the second shorter, since who opens with more points lays more"
        " tiles at once and has less left to do. How many play decides which counts for more: with"
        " four players everybody waits for three others, and hardly any game is left once all have"
        " opened.",
        "",
        *(sentence(players, *both) for players, both in found.items()),
        "",
        f"| players | turns of a game, {LOW} to {HIGH} | until all have opened | the rest | tiles"
        " of an opening |",
        "| ---: | --- | --- | --- | --- |",
        *(row(players, *both) for players, both in found.items()),
        "",
        f"{games:,} games for each, on the same deals (seed {seed}); in brackets the 95 % interval"
        " of the difference. A game in which somebody never opens is all waiting. Written by"
        f" `python experiments/run.py experiments/04-opening-threshold --games {games} --write`"
        f" with rummylab {rl.__version__}.",
    ]
    return "\n".join(page), {}, 0
