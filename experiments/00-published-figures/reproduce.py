"""Measure published figures of tile rummy again and print them beside what was published.

With --write the table goes into README.md beside this script.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

import game_figures
import solver_figures
import whole_hands
from row import Row

import rummylab
from rummylab.study import parse_count

HERE = Path(__file__).parent
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


def main() -> int:
    """Print the table; 1 when a figure differs and no reason is known."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", default="20k", help="games for each of the game figures")
    parser.add_argument("--racks", default="100k", help="racks for the opening odds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=None)
    parser.add_argument("--write", action="store_true", help="put the table into README.md")
    args = parser.parse_args()
    games, racks = parse_count(args.games), parse_count(args.racks, what="racks")
    parts: list[tuple[str, list[Row]]] = [
        ("Hands that can be laid down whole", hands()),
        ("Melds and the paper's example", [*solver_figures.melds(), *solver_figures.example()]),
        ("Opening", list(solver_figures.openings(racks, args.seed, args.threads or 2))),
        ("Length and seats", list(game_figures.lengths(games, args.seed, args.threads))),
        ("Two players", list(game_figures.two_players(games, args.seed, args.threads))),
        ("Mirrored deals", list(game_figures.mirrored(games // 10, args.seed, args.threads))),
    ]
    rows = [row for _, part in parts for row in part]
    off = [row for row in rows if not row.agrees]
    text = "\n\n".join(f"## {name}\n\n{table(part)}" for name, part in parts)
    print(text)
    print(f"\n{len(rows) - len(off)} of {len(rows)} agree", file=sys.stderr)
    if args.write:
        write(text, len(rows), len(off), games, racks, args.seed)
    return 1 if any(not row.note for row in off) else 0


def write(text: str, count: int, off: int, games: int, racks: int, seed: int) -> None:
    """README.md, all of it from this run."""
    begin = (HERE / "README.in.md").read_text(encoding="utf-8")
    filled = begin.format(
        table=text,
        agree=count - off,
        count=count,
        games=f"{games:,}",
        plain=games,
        racks=f"{racks:,}",
        seed=seed,
        version=rummylab.__version__,
    )
    (HERE / "README.md").write_text(filled, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
