"""``rummylab plan``: how many games a question needs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from rummylab.cli import options
from rummylab.cli.options import (
    FamilyStrategiesOption,
    JsonOption,
    PlayersOption,
    SeedOption,
    ThreadsOption,
    VariantArgument,
)
from rummylab.cli.output import bar, print_columns, print_json
from rummylab.errors import RummyError

if TYPE_CHECKING:
    from rummylab.plan import Plan


def plan(
    variant: VariantArgument,
    other: Annotated[
        str | None,
        typer.Argument(metavar="[VARIANT]", help="A second one, to plan a comparison of both."),
    ] = None,
    metric: Annotated[
        str, typer.Option("--metric", "-m", metavar="NAME", help="What is asked for.")
    ] = "turns",
    half_width: Annotated[
        str | None,
        typer.Option(
            "--half-width",
            "-w",
            metavar="X",
            help="How far the interval may reach to each side (shares in % points).",
        ),
    ] = None,
    detect: Annotated[
        str | None,
        typer.Option("--detect", "-d", metavar="X", help="Or: the difference to be found."),
    ] = None,
    power: Annotated[
        str, typer.Option("--power", metavar="P", help="The chance to find it.")
    ] = "0.9",
    players: PlayersOption = None,
    strategies: FamilyStrategiesOption = None,
    pilot: Annotated[
        str, typer.Option("--pilot", metavar="N", help="Deals of the pilot, for each design.")
    ] = "400",
    seed: SeedOption = "0",
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say how many games a question needs and how long they take here, from a pilot.

    With one rule set the question is how well its metric is known; with two, how well the
    difference is, or whether it is found. A run that is watched stops by itself, with --until; its
    interval holds at every look, so it takes more games than a run of a fixed size.
    """
    loaded = options.load(variant)
    second = None if other is None else options.load(other)
    sets = [loaded] if second is None else [loaded, second]
    (seats,) = {None if players is None else options.players(players, one) for one in sets}
    width = None if half_width is None else _number(half_width, "--half-width")
    effect = None if detect is None else _number(detect, "--detect")
    if width is None and effect is None:
        raise RummyError("plan needs --half-width or --detect, such as --half-width 0.1")
    if width is not None and effect is not None:
        raise RummyError("--half-width and --detect are both given; choose one")
    if effect is not None and second is None:
        raise RummyError("--detect asks for a difference; give a second rule set")
    from rummylab.plan import LEAST_PILOT, MOST_PILOT

    deals = options.count(pilot, what="--pilot")
    if not LEAST_PILOT <= deals <= MOST_PILOT:
        raise RummyError(
            f"--pilot is {pilot}; allowed: a whole number from {LEAST_PILOT} to {MOST_PILOT:,}"
        )
    chance = _number(power, "--power")
    if not 0.05 <= chance < 1:
        raise RummyError(f"--power is {power}; it must lie between 0.05 and 1, such as 0.9")
    who = None if strategies is None else options.strategies(strategies)
    from rummylab.plan import plan as make

    mixed = isinstance(who, list) and len(set(who)) > 1
    total = deals * (1 if second is None else 2) * (1 if mixed else 2)
    with bar(total, "pilot") as tell:
        found = make(
            loaded,
            second,
            metric=metric,
            half_width=width,
            detect=effect,
            power=chance,
            players=seats,
            strategies=who,
            pilot=deals,
            seed=options.seed(seed),
            threads=options.threads(threads),
            progress=None if tell is None else (lambda done: tell(done, "pilot")),
        )
    if as_json:
        print_json(found.to_json())
    else:
        print_plan(found)


def _number(text: str, what: str) -> float:
    number = float(text) if re.fullmatch(r"\d+(\.\d*)?|\.\d+", text) else 0.0
    if number == 0:
        raise RummyError(f"{what} is {text}; give a positive number, such as 0.5")
    return number


def duration(seconds: float) -> str:
    """A time as people say it.

    Examples
    --------
    >>> duration(0.3), duration(75), duration(7300), duration(250_000)
    ('1 s', '1 min 15 s', '2 h 1 min', '2 d 21 h')
    """
    whole = max(1, round(seconds))
    for size, name, below, small in ((86_400, "d", 3600, "h"), (3600, "h", 60, "min")):
        if whole >= size:
            return f"{whole // size} {name} {whole % size // below} {small}"
    return f"{whole // 60} min {whole % 60} s" if whole >= 60 else f"{whole} s"


def print_plan(found: Plan) -> None:
    """A plan for people."""
    from rummylab.analysis import metrics, text
    from rummylab.stopping import MOST_CLUSTERS

    metric = metrics.get(found.metric, players=found.players)
    unit = "% points" if metric.unit == "share" else metric.unit
    two = len(found.variants) == 2
    what = f"the difference in {found.metric}" if two else found.metric
    if found.half_width is not None:
        print(f"To know {what} to ±{found.half_width:g} {unit}, with 95 in 100 intervals right:")
    else:
        size = f"{found.detect:g}"
        print(
            f"To find a difference of {size} {text.unit_after(size, unit)} in {found.metric} in"
            f" {100 * found.power:g} of 100 runs:"
        )
    rows = [
        [
            design.name,
            f"{design.deviation:.3g}",
            f"{design.deals:,}",
            f"{design.games:,}",
            duration(design.seconds),
        ]
        for design in found.designs
    ]
    games = "games of each" if two else "games"
    print_columns(("design", "sd of a deal", "deals", games, "time here"), rows)
    print(
        f"From a pilot of {found.pilot:,} deals for each design; times are for {found.threads}"
        f" thread{'s' if found.threads > 1 else ''}."
    )
    watched = [design for design in found.designs if design.watched]
    if watched:
        command = "compare" if two else "simulate"
        print(
            f"watched: rummylab {command} --until {found.metric}={found.half_width:g}; it stops at"
            " the first look at which it is known so well, and its interval holds at every look."
        )
        if any(design.deals > MOST_CLUSTERS for design in watched):
            print(
                f"It gives up after {MOST_CLUSTERS:,} deals, unless --games says how many it may"
                " play."
            )
