"""``rummylab balance``: the rules whose games meet the targets."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rummylab.cli import options
from rummylab.cli.options import JsonOption, ThreadsOption
from rummylab.cli.output import bar, print_columns, print_json
from rummylab.errors import RummyError

if TYPE_CHECKING:
    from rummylab.balance import BalanceResult


def balance(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A folder with a balance.toml, or the file.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FOLDER",
            help="Write balance.json and the report, in HTML and Markdown, there.",
        ),
    ] = None,
    games: Annotated[
        str | None,
        typer.Option("--games", "-n", metavar="N", help="Games for each setting on the average."),
    ] = None,
    confirm: Annotated[
        str | None, typer.Option("--confirm", metavar="N", help="Fresh games for each finalist.")
    ] = None,
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Find the rules, among those that may vary, whose games meet the targets.

    Settings that clearly miss a target drop out early; the finalists are confirmed on fresh games.
    The answer is the same for any number of threads.
    """
    from rummylab.balance import Balance
    from rummylab.balance import balance as find

    task = Balance.load(file)
    if games is not None:
        task = task.replace(games=options.count(games, what="--games"))
    if confirm is not None:
        task = task.replace(confirm=options.count(confirm, what="--confirm"))
    if out is not None:
        try:  # the folder of a run is made, like that of a study
            out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RummyError(f"{out}: cannot be made: {error.strerror}; give another") from None
        options.writable(out / "balance.json")
    used = options.threads(threads)
    with bar(1000, task.title) as tell:
        result = find(
            task,
            threads=used,
            progress=None
            if tell is None
            else lambda done, most, label: tell(1000 * done // most, label),
        )
    if out is not None:
        from rummylab.report.balance import write

        text = json.dumps(result.to_dict(), indent=1, ensure_ascii=False) + "\n"
        (out / "balance.json").write_text(text, encoding="utf-8")
        write(result, out / "report.html")
        write(result, out / "report.md")
    if as_json:
        print_json(result.to_dict())
        return
    print_result(result)
    if out is not None:
        print(f"\n{out / 'report.html'}")


def print_result(result: BalanceResult) -> None:
    """The answer as tables for people."""
    from rummylab.analysis import metrics, text
    from rummylab.report.balance import answer_sentence, summary_sentence
    from rummylab.report.balance_words import band, reverted_rows, seats_rows, verdict

    task = result.task
    print(summary_sentence(result))
    print(answer_sentence(result))
    print()
    rows = []
    for check in result.answer.setting.checks:
        metric = metrics.get(check.metric, players=check.players)
        rows.append(
            [
                metric.title,
                check.players,
                band(check.target, metric.unit),
                text.number(check.found, metric.unit),
                text.interval(check.found, metric.unit),
                verdict(check),
            ]
        )
    print_columns(
        ("target", "players", "band", "found", "interval", "holds"), rows, right="players found"
    )
    print("(intervals for all targets together; those below are each for one figure alone)")
    changes = reverted_rows(result)
    if changes:
        print("\nWhat would be without a change:")
        print_columns(("change", "players", "target", "without it"), changes, right="players")
    print("\nTo even the seats:")
    print_columns(
        ("what", "players", "advantage of who starts", "and points to who starts"),
        seats_rows(result),
        right="players",
    )
    others = [a for a in result.finalists[1:] if math.isfinite(a.sure)]
    if others:
        print("\nThe other finalists:")
        base = task.base
        print_columns(
            ("rule set", "sure at least"),
            [[base.replace(a.setting.point).spec, f"{100 * a.sure:.0f} %"] for a in others],
            right="",
        )
