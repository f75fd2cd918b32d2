"""Measure how many games the same deals save, and letting racks go round."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import rummylab as rl
from rummylab.analysis import intervals, metrics
from rummylab.analysis.compare import influence
from rummylab.analysis.intervals import Estimate
from rummylab.analysis.tally import Tally

COUNTS = {"deals": ("4000", "deals of every run")}
SEED = 2
GROUPS = 50  # of deals, for the error of a gain
BASE = "rummikub"
CHANGES = {50: "rummikub:opening.min_points=50", 20: "rummikub:opening.min_points=20"}
# What the design of these comparisons has to reach: metric, opening, players, least gain.
PAIRED = (
    ("turns", 50, 2, 4.0),
    ("turns", 50, 4, 2.0),
    ("winner_score", 50, 2, 2.0),
    ("winner_score", 50, 4, 1.4),
    ("turns", 20, 2, 8.0),
    ("turns", 20, 4, 3.0),
    ("first_player_win_rate", 50, 2, None),
    ("first_player_win_rate", 50, 4, None),
)
ROTATED = (
    ("first_player_win_rate", 2, 2.5),
    ("first_player_win_rate", 4, 1.6),
    ("turns", 2, None),
    ("turns", 4, None),
)
TITLES = {
    "turns": "length of a game",
    "winner_score": "winner's score",
    "first_player_win_rate": "win rate of who starts",
}

Steps = NDArray[np.float64]


@dataclass(frozen=True)
class Line:
    """One measured gain."""

    what: str
    players: int
    gain: Estimate
    least: float | None

    @property
    def met(self) -> bool:
        return self.least is None or self.gain.value >= self.least

    def cells(self) -> list[str]:
        found = f"{self.gain.value:.2f} ({self.gain.low:.2f} to {self.gain.high:.2f})"
        if self.least is None:
            return [self.what, str(self.players), found, "", ""]
        return [self.what, str(self.players), found, f"{self.least:g}", "yes" if self.met else "NO"]


def steps(name: str, tally: Tally) -> Steps:
    """What every deal adds to the error of a metric."""
    assert tally.units is not None
    return influence(metrics.get(name, players=tally.players), tally, tally.units)


def jackknife(value: Callable[[Steps], float], rows: Steps) -> Estimate:
    """A figure of the deals, with an interval from leaving out a fiftieth of them at a time."""
    parts = np.array_split(np.arange(len(rows)), GROUPS)
    left = np.array([value(np.delete(rows, part, axis=0)) for part in parts])
    error = np.sqrt((GROUPS - 1) / GROUPS * np.sum((left - left.mean()) ** 2))
    reach = intervals.t_factor(GROUPS) * float(error)
    whole = value(rows)
    return Estimate(whole, whole - reach, whole + reach, len(rows))


def gain_of_pairing(name: str, a: Tally, b: Tally) -> Estimate:
    """Unpaired variance over paired variance."""

    def ratio(rows: Steps) -> float:
        return float(np.sum(rows**2) / np.sum((rows[:, 1] - rows[:, 0]) ** 2))

    return jackknife(ratio, np.stack([steps(name, a), steps(name, b)], axis=1))


def gain_of_rotation(name: str, single: Tally, round_: Tally) -> Estimate:
    """Variance with every deal once over that with every rack first once, for as many games."""
    n = single.players

    def ratio(rows: Steps) -> float:
        return float(np.mean(rows[:, 0] ** 2) / np.mean(rows[:, 1] ** 2)) / n

    # Of single deals as many are played; the influence is that of a whole run.
    once, all_round = steps(name, single), steps(name, round_)
    return jackknife(ratio, np.stack([once, all_round], axis=1))


def measure(deals: int, seed: int, threads: int | None) -> tuple[list[Line], list[Line]]:
    """All lines: pairing, then rotation."""
    runs: dict[tuple[str, int, bool], Tally] = {}

    def run(spec: str, players: int, rotate: bool = False) -> Tally:
        key = (spec, players, rotate)
        if key not in runs:
            print(f"playing {spec}, {players} players", file=sys.stderr)
            runs[key] = rl.simulate(
                spec, games=deals, players=players, seed=seed, threads=threads, rotate=rotate
            ).tally
        return runs[key]

    paired = [
        Line(
            f"{TITLES[name]}, opening 30 against {points}",
            players,
            gain_of_pairing(name, run(BASE, players), run(CHANGES[points], players)),
            least,
        )
        for name, points, players, least in PAIRED
    ]
    rotated = [
        Line(
            TITLES[name],
            players,
            gain_of_rotation(name, run(BASE, players), run(BASE, players, True)),
            least,
        )
        for name, players, least in ROTATED
    ]
    return paired, rotated


def table(lines: Sequence[Line]) -> str:
    """The lines as a Markdown table."""
    head = ("", "players", "gain", "at least", "reached")
    rows = [head, ("---", "---:", "---:", "---:", "---"), *(line.cells() for line in lines)]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def measured(*, deals: int, seed: int, threads: int | None) -> tuple[str, dict[str, object], int]:
    """The tables; 1 when a gain stays below what it should reach."""
    paired, rotated = measure(deals, seed, threads)
    tables = {"paired": table(paired), "rotated": table(rotated)}
    met = all(line.met for line in (*paired, *rotated))
    return "\n\n".join(tables.values()), {**tables}, 0 if met else 1
