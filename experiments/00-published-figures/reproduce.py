"""Measure published figures of tile rummy again and print them beside what was published."""

from __future__ import annotations

from collections.abc import Iterable

import game_figures
import solver_figures
import whole_hands
from row import Row

COUNTS = {
    "games": ("20k", "games for each of the game figures"),
    "racks": ("100k", "racks for the opening odds"),
}
SEED = 1
HEAD = ("figure", "conditions", "published", "measured", "", "source")


def hands() -> list[Row]:
    """Whole hands, counted exactly."""
    rows = []
    for tiles, found in whole_hands.count().items():
        for what, published, measured in zip(
            ("distinct", "deals"), whole_hands.PUBLISHED[tiles], found, strict=True
        ):
            rows.append(
                Row.exact(
                    f"hands of {tiles} tiles laid down whole, {what}",
                    "104 tiles, no jokers",
                    published,
                    measured,
                    "computed independently",
                )
            )
    return rows


def table(rows: Iterable[Row]) -> str:
    """The rows as a Markdown table."""
    lines = ["| " + " | ".join(HEAD) + " |", "|" + " --- |" * len(HEAD)]
    lines += ["| " + " | ".join(row.cells()) + " |" for row in rows]
    return "\n".join(lines)


def measured(
    *, games: int, racks: int, seed: int, threads: int | None
) -> tuple[str, dict[str, object], int]:
    """The table; 1 when a figure differs and no reason is known."""
    parts: list[tuple[str, list[Row]]] = [
        ("Hands that can be laid down whole", hands()),
        ("Melds and the paper's example", [*solver_figures.melds(), *solver_figures.example()]),
        ("Opening", list(solver_figures.openings(racks, seed, threads or 2))),
        ("Length and seats", list(game_figures.lengths(games, seed, threads))),
        ("Two players", list(game_figures.two_players(games, seed, threads))),
        ("Mirrored deals", list(game_figures.mirrored(games // 10, seed, threads))),
    ]
    rows = [row for _, part in parts for row in part]
    off = [row for row in rows if not row.agrees]
    text = "\n\n".join(f"## {name}\n\n{table(part)}" for name, part in parts)
    values = {"table": text, "agree": len(rows) - len(off), "count": len(rows)}
    return text, {**values}, 1 if any(not row.note for row in off) else 0
