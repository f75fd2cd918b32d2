"""``rummylab league``: strategies against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from rummylab.cli import options
from rummylab.cli.options import JsonOption, SeedOption, SetOption, ThreadsOption, VariantArgument
from rummylab.cli.output import bar, print_columns, print_json

if TYPE_CHECKING:
    from rummylab.league import League


def league(
    variant: VariantArgument,
    strategies: Annotated[
        str | None,
        typer.Option(
            "--strategies",
            "-s",
            metavar="NAMES",
            help="Who takes part, with commas between, the weak before the strong.",
            show_default="random,novice,human,max_tiles; in draw games all",
        ),
    ] = None,
    players: Annotated[
        str, typer.Option("--players", "-p", metavar="N", help="How many sit at a table.")
    ] = "2",
    deals: Annotated[
        str,
        typer.Option(
            "--deals", "-n", metavar="N", help="Deals of every group, each in every rotation."
        ),
    ] = "1000",
    seed: SeedOption = "0",
    threads: ThreadsOption = None,
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let strategies meet on mirrored deals, and say who is stronger and how much luck there is.

    Ratings are by deals won. In a game whose matches are decided by points, such as gin, the order
    may be another in whole matches; the points of a deal then stand beside them.
    """
    loaded = options.load(variant, changes)
    seats = options.players(players, loaded)
    from rummylab.league import usual

    who = usual(loaded) if strategies is None else options.strategies(strategies)
    names = [who] if isinstance(who, str) else who
    number = options.count(deals, what="--deals")
    from math import comb

    from rummylab.league import league as play

    with bar(number * comb(len(names), seats) * seats, "league") as tell:
        found = play(
            loaded,
            strategies=names,
            players=seats,
            deals=number,
            seed=options.seed(seed),
            threads=options.threads(threads),
            progress=None if tell is None else (lambda done: tell(done, "league")),
        )
    if as_json:
        print_json(found.to_json())
    else:
        print_league(found)


def print_league(found: League) -> None:
    """A league for people: the table, then what it says."""
    from rummylab.analysis import text

    names = found.frame()["strategy"].tolist()
    print(repr(found))
    rows = []
    ratings = [found.ratings.elo(found.strategies.index(name)) for name in names]
    of_ratings, of_wins = text.alike(ratings), text.alike(found.cross.values(), "share")
    of_points = text.alike(found.points.values())
    for place, (name, rating) in enumerate(zip(names, ratings, strict=True), 1):
        row = [str(place), name]
        row += [text.number(rating, "", of_ratings), text.interval(rating, "", of_ratings)]
        if found.note:
            points = found.points[name]
            row += [text.number(points, "", of_points), text.interval(points, "", of_points)]
        for other in names:
            beaten = None if other == name else found.cross[name, other]
            row.append("" if beaten is None else text.number(beaten, "share", of_wins))
        rows.append(row)
    head = [
        "",
        "strategy",
        "rating",
        "95 % interval",
        *(("points a deal", "95 % interval") if found.note else ()),
        *(f"beats {i + 1}" for i in range(len(names))),
    ]
    print_columns(head, rows, right="rating")
    print()
    if found.note:
        print(found.note)
    seats = [
        f"seat {seat + 1}: {text.phrase(found.ratings.seat_elo(seat))}"
        for seat in range(found.players)
    ]
    print(f"Ratings are Elo points about the mean; what a seat is worth: {', '.join(seats)}.")
    ladder = found.ratings.ladder()
    order = ", ".join(found.strategies)
    print(f"Kendall's tau with the order {order}: {text.phrase(ladder)}.")
    print(
        f"Each scores more than the one before it in that order in"
        f" {text.phrase(found.trace, 'share')} of their games (skill trace)."
    )
    print(f"The ratings spread by {text.phrase(found.ratings.spread())} points.")
    if found.skill_score is not None:
        weak, strong, score = found.skill_score
        print(
            f"Skill score: {text.phrase(score)}, 1 less the ratio of the wins of {weak} to those of"
            f" {strong} against {strong}."
        )
    luck = found.luck
    print(
        f"Of what decides who wins, {text.phrase(luck.deal, 'share')} is the deal,"
        f" {text.phrase(luck.players, 'share')} who plays, {text.phrase(luck.seats, 'share')} the"
        f" seat; {text.phrase(luck.rest, 'share')} is what these players make of this deal."
    )
