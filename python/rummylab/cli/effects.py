"""``rummylab study effects``: what every factor of a design does."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rummylab.cli.options import JsonOption
from rummylab.cli.output import print_columns, print_json

if TYPE_CHECKING:
    from rummylab.analysis.intervals import Estimate
    from rummylab.study.explain import Explained


def effects(
    run: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of a run.")],
    metric: Annotated[
        str | None,
        typer.Option("--metric", "-m", metavar="NAME", help="By default the study's first metric."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Say what every factor of a study's design does to a metric, with intervals.

    A main effect is a level instead of the base level, averaged over the other factors. An
    interaction says how much two factors together differ from the sum of what each does alone.
    """
    from rummylab.study import StudyResult
    from rummylab.study.explain import explain

    result = StudyResult.load(run)
    name = metric or result.study.metrics.primary
    found = [explain(result, name, players) for players in result.study.players]
    told = [one for one in found if one is not None]
    if as_json:
        print_json([as_dict(one) for one in told])
        return
    for one in told:
        print_explained(one)
    if not told:
        print(f"{name}: not defined in every arm of {run}")


def as_dict(found: Explained) -> dict[str, Any]:
    """Everything that explains a metric, for JSON."""
    return {
        "metric": found.metric.name,
        "players": found.players,
        "paired": found.joint.paired,
        "arms": [
            {"levels": point, "value": float(value)}
            for point, value in zip(found.points, found.joint.values, strict=True)
        ],
        "main": [
            {"factor": e.factor, "level": e.level, "base": e.base, **e.change.to_dict()}
            for e in found.main
        ],
        "interactions": [
            {
                "factors": e.factors,
                "levels": e.levels,
                "bases": e.bases,
                "same_as": e.same,
                **e.change.to_dict(),
            }
            for e in found.together
        ],
        "shares": [
            {"factor": s.factor, "alone": s.alone.to_dict(), "total": s.total.to_dict()}
            for s in found.shares
        ],
        "slopes": {name: e.to_dict() for name, e in (found.slopes or {}).items()},
        "sobol": [vars(s) for s in found.sobol],
        "morris": [{**vars(m), "seen": m.seen} for m in found.morris],
    }


def _columns(estimates: Iterable[Estimate], unit: str) -> list[list[str]]:
    """A row with value and interval for each, all with the same decimals."""
    from rummylab.analysis import text

    scaled = [one.scaled(100) if unit == "share" else one for one in estimates]
    digits = text.alike(scaled)
    return [[text.number(one, "", digits), text.interval(one, "", digits)] for one in scaled]


def print_explained(found: Explained) -> None:
    """Effects as tables for people."""
    from rummylab.analysis.text import fixed
    from rummylab.study.factors import said

    unit = found.metric.unit
    word = "% points" if unit == "share" else unit
    print(f"{found.metric.title}, {found.players} players, in {word}")
    if found.main:
        changes = _columns((e.change for e in found.main), unit)
        rows = [
            [found.design.name(e.factor), f"{said(e.level)} for {said(e.base)}", *change]
            for e, change in zip(found.main, changes, strict=True)
        ]
        print_columns(("factor", "level", "change", "95 % interval"), rows, right="change")
    if found.together:
        rows = []
        changes = _columns((e.change for e in found.together), unit)
        for e, change in zip(found.together, changes, strict=True):
            pair = " x ".join(found.design.name(name) for name in e.factors)
            also = f" (or {', '.join(e.same)})" if e.same else ""
            rows.append([pair + also, " and ".join(said(x) for x in e.levels)])
            rows[-1] += change
        print_columns(("together", "levels", "beyond", "95 % interval, all"), rows, right="beyond")
    for head, rows in (
        (
            ("factor", "share alone", "with all it is part of"),
            [
                [found.design.name(s.factor)]
                + [f"{fixed(100 * e.value, 0)} % ({fixed(100 * e.low, 0)} to"
                   f" {fixed(100 * e.high, 0)} %)" for e in (s.alone, s.total)]
                for s in found.shares
            ],
        ),
        (
            ("factor", "per unit", "95 % interval"),
            [
                [found.design.name(name), *_columns([e], unit)[0]]
                for name, e in (found.slopes or {}).items()
            ],
        ),
        (
            ("factor", "share alone", "±", "in all", "± "),
            [
                [found.design.name(s.factor)]
                + [fixed(100 * x, 0) + " %" for x in
                   (s.alone, s.alone_error, s.total, s.total_error)]
                for s in found.sobol
            ],
        ),
        (
            ("factor", "mean", "size", "±", "varies by", "noise alone"),
            [
                [found.design.name(m.factor)]
                + [
                    f"{x:.3g}".replace("-", "−")
                    for x in (m.mean, m.size, m.error, m.spread, m.floor)
                ]
                for m in found.morris
            ],
        ),
    ):  # fmt: skip
        if rows:
            print_columns(head, rows)
    print()
