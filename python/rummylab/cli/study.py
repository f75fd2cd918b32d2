"""``rummylab study``: run a study, or say what it would play."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rummylab.cli import InterruptedWorkError, effects, options
from rummylab.cli.options import JsonOption, SprtOption, ThreadsOption, UntilOption, group
from rummylab.cli.output import bar, print_columns, print_json
from rummylab.errors import RummyError

if TYPE_CHECKING:
    from rummylab.study import StudyResult

app = group("Studies: compare rule sets as a study file says.")
app.command("effects", short_help="Say what every factor of a design does.")(effects.effects)

StudyArgument = Annotated[
    Path, typer.Argument(metavar="STUDY", help="A folder with a study.toml, or the file.")
]
GamesOption = Annotated[
    str | None, typer.Option("--games", "-n", metavar="N", help="In place of the study's number.")
]


@app.command()
def run(
    study: StudyArgument,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FOLDER", help="Where blocks and results go.")
    ],
    games: GamesOption = None,
    until: UntilOption = None,
    sprt: SprtOption = None,
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play a study into a folder.

    The same command goes on where an interrupted one stopped, and with more --games the run grows
    from what is there. With --until every number of players
    stops when the metric is known so well: that of a single rule set, or of several the differences
    from the first. With --sprt, for two rule sets, it stops when a sequential test knows which of
    two values their difference is nearer, with 5 % for either error. The study's games are then the
    most.
    """
    from rummylab.stopping import parse_tests, parse_until
    from rummylab.study import Step, Study

    if until and sprt:
        raise RummyError("--until and --sprt are both given; choose one rule to stop by")
    loaded = Study.load(study)
    if games is not None:
        loaded = loaded.replace(games=options.count(games, what="--games"))
    if until or sprt:  # in place of the study's rule
        tests = {name: list(ends) for name, ends in parse_tests(sprt or ()).items()}
        loaded = loaded.replace(until=parse_until(until or ()), sprt=tests)
    total = sum(cell.clusters for cell in loaded.cells())
    try:
        with bar(total, loaded.title) as tell:

            def progress(step: Step) -> None:
                if tell is not None:
                    tell(step.done, step.label)

            result = loaded.run(
                out,
                threads=options.threads(threads),
                progress=None if tell is None else progress,
            )
    except KeyboardInterrupt:
        raise InterruptedWorkError("the same command goes on from here") from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise RummyError(f"{out}: cannot be written: {reason}; give another folder") from None
    if as_json:
        print_json(as_dict(result))
        return
    print(f"{loaded.title}: {_played(result)} in {out}")
    stopped = result.why_stopped()
    if stopped:
        from rummylab.report.words import at
    for players, why in stopped.items():
        print(f"With {at(players)}: {why.says}.")
    print_primary(result)
    print(f"\nrummylab report {out} -o report.html")


def _played(result: StudyResult) -> str:
    """A deal is dealt once; a game is a deal played by one rule set, in one rotation."""
    from rummylab.analysis import text

    games = sum(tally.total("games") for tally in result.tallies.values())
    dealt: dict[int, int] = {}
    for (_, players), tally in result.tallies.items():
        dealt[players] = max(dealt.get(players, 0), tally.clusters)
    deals = sum(dealt.values())
    return f"{text.counted(games, 'game')} of {text.counted(deals, 'deal')}"


def as_dict(result: StudyResult) -> dict[str, Any]:
    """What a study found, for JSON."""
    from rummylab.analysis import metrics

    cells = []
    for (arm, players), tally in result.tallies.items():
        found = {name: result.estimate(arm, players, name) for name in metrics.names(tally)}
        cells.append(
            {
                "arm": arm,
                "variant": result.arm(arm).variant.spec,
                "variant_id": result.arm(arm).variant.variant_id,
                "players": players,
                "games": tally.total("games"),
                "metrics": {name: estimate.to_dict() for name, estimate in found.items()},
            }
        )
    study = result.study
    return {
        "title": study.title,
        "games": study.games,
        "seed": study.seed,
        "until": study.until,
        "sprt": study.sprt,
        "stopped": {str(n): asdict(why) for n, why in result.why_stopped().items()},
        "cells": cells,
    }


def print_primary(result: StudyResult) -> None:
    """The metric that the study names first, for every arm and number of players."""
    from rummylab.analysis import metrics, text

    metric = metrics.get(result.study.metrics.primary)
    print(f"{metric.title}: {metric.definition}")
    found = {place: result.estimate(*place, metric.name) for place in result.tallies}
    digits = text.alike(found.values(), metric.unit)
    rows = []
    for (arm, players), estimate in found.items():
        value = text.number(estimate, metric.unit, digits)
        interval = text.interval(estimate, metric.unit, digits)
        rows.append([result.arm(arm).label, players, value, interval])
    print_columns(
        ("arm", "players", metric.name, "95 % interval"), rows, right=f"players {metric.name}"
    )


@app.command()
def show(study: StudyArgument, as_json: JsonOption = False) -> None:
    """Check a study and say what it would play."""
    from rummylab.study import Study

    loaded = Study.load(study)
    rows = [
        {
            "arm": cell.arm.label,
            "variant": cell.arm.variant.spec,
            "players": cell.players,
            "strategies": cell.strategies,
            "deals": cell.clusters,
        }
        for cell in loaded.cells()
    ]
    if as_json:
        print_json({"title": loaded.title, "question": loaded.question, "cells": rows})
        return
    print(loaded.title)
    if loaded.question:
        print(loaded.question)
    head = ("arm", "variant", "players", "strategies", "deals")
    table = [
        [r["arm"], r["variant"], r["players"], " ".join(dict.fromkeys(cell.strategies)), r["deals"]]
        for r, cell in zip(rows, loaded.cells(), strict=True)
    ]
    print_columns(head, table, right="players deals")
