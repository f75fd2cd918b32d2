"""``rummylab drama``: how the chances of the players move in the games of rule sets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rummylab.cli import options
from rummylab.cli.options import JsonOption, PlayersOption, SeedOption, ThreadsOption
from rummylab.cli.output import print_columns, print_json
from rummylab.errors import RummyError


def drama(
    variants: Annotated[
        list[str], typer.Argument(metavar="VARIANT...", help="One or more rule sets.")
    ],
    players: PlayersOption = None,
    games: Annotated[
        str, typer.Option("--games", "-n", metavar="N", help="Games of each to look at.")
    ] = "1k",
    pilot: Annotated[
        str,
        typer.Option("--pilot", metavar="N", help="Other games, to fit the value function on."),
    ] = "500",
    kingmaking: Annotated[
        str | None,
        typer.Option(
            "--kingmaking", metavar="N", help="Look for kingmaking in so many of the games (slow)."
        ),
    ] = None,
    seed: SeedOption = "0",
    threads: ThreadsOption = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw the curves, a .png.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Say how close games are, and how often the lead turns.

    The chances come from a value function (rack value, tiles, opened, pool), fitted on games that
    are used for nothing else.
    """
    from rummylab.analysis import text
    from rummylab.analysis.course import VALUE_METRICS
    from rummylab.drama import drama as look
    from rummylab.kingmaking import DEFINITION

    if plot is not None and plot.suffix != ".png":
        raise RummyError(f"--plot is {plot}; end its name in .png")
    kings = 0 if kingmaking is None else options.count(kingmaking, what="--kingmaking")
    found = {}
    for spec in variants:
        loaded = options.load(spec)
        found[spec] = look(
            loaded,
            players=options.players(players, loaded),
            games=options.count(games, what="--games"),
            pilot=options.count(pilot, what="--pilot"),
            kingmaking=kings,
            seed=options.seed(seed),
            threads=options.threads(threads),
        )
    if plot is not None:
        from rummylab import plots

        options.writable(plot)
        counts = {one.players for one in found.values()}
        with plots.styled():
            drawing, (ax,) = plots.figure(1, width=6.4, height=3.6)
            plots.drama_curve(
                {spec: one.curve for spec, one in found.items()},
                ax=ax,
                players=counts.pop() if len(counts) == 1 else None,
                title="How surely the later winner is ahead; bands hold for 95 in 100",
            )
            plots.legend_below(drawing, [ax])
        plot.write_bytes(plots.to_png(drawing))
    if as_json:
        print_json([one.to_dict() for one in found.values()])
        return
    told = {metric.name: metric.definition for metric in VALUE_METRICS}
    if kings:
        told["kingmaking"] = DEFINITION
    rows = []
    for name, definition in told.items():
        each = [one.metrics[name] for one in found.values()]
        digits = text.alike(each)
        rows.append([name, *(text.phrase(one, "", digits) for one in each), definition])
    print_columns(("metric", *found, "definition"), rows)
