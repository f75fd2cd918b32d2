"""Play whole matches of rummy argentino with and without the 250 rule (ARG-19).

The rule touches only deals that begin with somebody
above 750 points, so a study of single deals cannot show it.
"""

from __future__ import annotations

import rummylab as rl

COUNTS = {"matches": ("10k", "matches for each line")}
SEED = 1
PAGE = "matches.md"
ARMS = {
    "250 points above 750": "argentino",
    "no such rule": "argentino:opening.late_total=none",
}
COLUMNS = {
    "games_per_match": "deals of a match",
    "match_turns": "turns of a match",
    "opening_turn": "turns to open",
    "never_opened_share": "hands that never open, %",
}


def row(
    label: str, variant: str, players: int, matches: int, seed: int, threads: int | None
) -> str:
    found = rl.simulate(
        variant, players=players, strategies="greedy", matches=matches, seed=seed, threads=threads
    ).metrics()
    cells = []
    for name in COLUMNS:
        factor, digits = (100, 1) if name.endswith("_share") else (1, 2)
        shown = [
            f"{factor * x:.{digits}f}"
            for x in (found[name].value, found[name].low, found[name].high)
        ]
        cells.append(f"{shown[0]} ({shown[1]} to {shown[2]})")
    return f"| {players} | {label} | " + " | ".join(cells) + " |"


def measured(*, matches: int, seed: int, threads: int | None) -> tuple[str, dict[str, object], int]:
    """The page."""
    lines = [
        "# The 250 rule over whole matches",
        "",
        f"{matches:,} matches to 1,000 of greedy players for each line; behind each number stands "
        "its 95 % interval. Both rules have the same first deals, but the matches part when the "
        "rule first matters, so the lines are compared as independent ones.",
        "",
        "| players | rule | " + " | ".join(COLUMNS.values()) + " |",
        "| ---: | --- |" + " ---: |" * len(COLUMNS),
    ]
    lines += [
        row(label, arm, players, matches, seed, threads)
        for players in (2, 3, 4)
        for label, arm in ARMS.items()
    ]
    lines += [
        "",
        "Written by `python experiments/run.py experiments/02-argentino --matches"
        f" {matches} --write` with rummylab {rl.__version__}.",
    ]
    return "\n".join(lines), {}, 0
