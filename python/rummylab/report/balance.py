"""The report of a balancing task: one HTML page."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from pathlib import Path

from matplotlib.axes import Axes

from rummylab import plots
from rummylab.analysis import metrics, text
from rummylab.balance import BalanceResult, Setting
from rummylab.balance.spec import to_toml
from rummylab.errors import RummyError
from rummylab.report.balance_words import (
    band,
    change_words,
    players_words,
    reverted_rows,
    seats_rows,
    verdict,
)
from rummylab.report.build import template
from rummylab.report.page import Figure, Term
from rummylab.report.words import at, counted, listed, side_by_side
from rummylab.study.factors import said

_FATES = {"meets": "meets all targets", "open": "may meet all", "misses": "misses one"}


@dataclass(frozen=True)
class BalancePage:
    """Everything that the page says, as plain data."""

    title: str
    question: str
    summary: str
    answer: str
    spec: str
    sentences: tuple[tuple[str, str], ...]
    checks: tuple[tuple[str, ...], ...]
    reverted: tuple[tuple[str, ...], ...]
    seats: tuple[tuple[str, ...], ...]
    settings_head: tuple[str, ...]
    settings: tuple[tuple[str, ...], ...]
    figures: tuple[Figure, ...]
    terms: tuple[Term, ...]
    method: tuple[str, ...]
    task_file: str
    version: str


def summary_sentence(result: BalanceResult) -> str:
    """How many settings there were and what became of them."""
    fates = [setting.fate for setting in result.settings]
    rules = counted(len(result.task.vary))
    word = "rule" if len(result.task.vary) == 1 else "rules"
    tried = f"{len(fates):,} settings of {rules} {word}"
    if result.task.searched:
        tried = (
            f"{len(result.task.points):,} settings of {rules} {word}, of which optuna tried up to"
            f" {result.task.trials:,} and {len(fates):,} were looked at closely"
        )
    kinds = (
        (fates.count("meets"), "clearly meet all targets"),
        (fates.count("open"), "may meet all targets"),
        (fates.count("misses"), "clearly miss one"),
    )
    told = [f"{number:,} {words}" for number, words in kinds if number]
    return f"{tried}, {players_words(result)}: {listed(told)}. {result.games:,} games were played."


def answer_sentence(result: BalanceResult) -> str:
    """The setting proposed and how sure it is."""
    answer = result.answer
    changes = result.task.changed(answer.setting.point)
    did = (
        f"{listed([change_words(result, key) for key in changes])}" if changes else "change nothing"
    )
    if answer.confirmed:
        sure = f"all targets hold on {answer.setting.games:,} fresh games (95 % for all together)"
    elif answer.setting.miss == 0:
        sure = (
            f"on {answer.setting.games:,} fresh games every value lies in its band, but not every"
            f" interval; all targets hold with at least {100 * answer.sure:.0f} %"
        )
    else:
        missed = {
            metrics.get(c.metric, players=c.players).title
            for c in answer.setting.checks
            if c.miss > 0
        }
        sure = (
            "no setting met every target; this one comes nearest and misses"
            f" {listed(sorted(missed))}"
        )
    return f"Answer: {did}; {sure}."


def assemble(result: BalanceResult) -> BalancePage:
    """Everything that the page says."""
    answer = result.answer
    variant = result.task.base.replace(answer.setting.point)
    sentences = variant.sentences(every=True)
    changes = result.task.changed(answer.setting.point)
    checks = []
    for check in answer.setting.checks:
        metric = metrics.get(check.metric, players=check.players)
        checks.append(
            (
                metric.title,
                str(check.players),
                band(check.target, metric.unit),
                text.phrase(check.found, metric.unit),
                verdict(check),
            )
        )
    head, rows = _settings(result)
    return BalancePage(
        title=result.task.title,
        question=result.task.question.strip(),
        summary=summary_sentence(result),
        answer=answer_sentence(result),
        spec=result.spec,
        sentences=tuple(
            (change_words(result, key), sentences.get(key, f"{key} is {variant.flat()[key]}."))
            for key in changes
        ),
        checks=tuple(checks),
        reverted=tuple(tuple(row) for row in reverted_rows(result)),
        seats=tuple(tuple(row) for row in seats_rows(result)),
        settings_head=head,
        settings=rows,
        figures=tuple(_pictures(result)),
        terms=tuple(
            Term(known.title, known.definition)
            for name in result.task.targets
            if (known := metrics.find(name, players=result.task.players[0])) is not None
        ),
        method=_method(result),
        task_file=to_toml(result.task),
        version=result.version,
    )


def _settings(result: BalanceResult) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    checks = [(c.metric, c.players) for c in result.settings[0].checks]
    several = len(result.task.players) > 1
    head = [key.rsplit(".", 1)[-1] for key in result.task.vary]
    for name, players in checks:
        metric = metrics.get(name, players=players)
        bare = metric.unit in ("share", "ratio") or metric.unit in metric.title
        title = metric.title if bare else f"{metric.title}, {metric.unit}"
        head.append(f"{title}, {at(players)}" if several else title)
    head += ["games", "fate"]
    shown = result.settings[:60]
    columns = []
    for place, (name, players) in enumerate(checks):
        unit = metrics.get(name, players=players).unit
        columns.append(side_by_side([s.checks[place].found for s in shown], unit))
    rows = []
    for setting, numbers in zip(shown, zip(*columns, strict=True), strict=True):
        row = [said(setting.point[key]) for key in result.task.vary]
        row += [number.value for number in numbers]
        rows.append((*row, f"{setting.games:,}", _FATES[setting.fate]))
    return tuple(head), tuple(rows)


def _pictures(result: BalanceResult) -> list[Figure]:
    """The settings by those two targets that are missed the most."""
    count = len(result.settings[0].checks)
    if count < 2:
        return []

    def misses(place: int) -> float:
        found = [s.checks[place].miss for s in result.settings]
        return sum(x for x in found if math.isfinite(x)) / len(found)

    order = sorted(range(count), key=lambda place: (-misses(place), place))[:3]
    pairs = list(itertools.combinations(sorted(order), 2))[:3]
    front = result.front()
    width = 9.6 if len(pairs) > 1 else 6.0
    with plots.styled():
        drawing, axes = plots.figure(len(pairs), height=3.4, sharey=False, width=width)
        for ax, (a, b) in zip(axes, pairs, strict=True):
            _picture(result, ax, a, b, front)
        plots.legend_below(drawing, axes)
    fight = (
        "The line joins the settings that no other beats in every target: where no setting lies in"
        " all bands, one target is had at the price of another."
        if result.fight
        else "Where the bands cross, both targets are met."
    )
    return [
        Figure(
            "pareto",
            "Targets against each other",
            f"Each mark is a setting, where the search left it; the bands are the targets. {fight}",
            "Settings of the rules by two of their metrics, over the bands of the targets.",
            drawing,
        )
    ]


def _picture(result: BalanceResult, ax: Axes, a: int, b: int, front: list[Setting]) -> None:
    first, second = (result.settings[0].checks[i] for i in (a, b))
    units = [metrics.get(c.metric, players=c.players).unit for c in (first, second)]
    factors = [100.0 if unit == "share" else 1.0 for unit in units]

    def place(setting: Setting) -> tuple[float, float]:
        x, y = (setting.checks[i].found.value for i in (a, b))
        return (factors[0] * x, factors[1] * y)

    names = []
    for check, unit in zip((first, second), units, strict=True):
        title = metrics.get(check.metric, players=check.players).title
        word = "%" if unit == "share" else unit
        more = f", {at(check.players)}" if len(result.task.players) > 1 else ""
        names.append(f"{title}{more}" if word in title else f"{title}{more}, {word}")
    bands = [
        tuple(factor * end for end in check.target.ends)
        for check, factor in zip((first, second), factors, strict=True)
    ]
    by_fate: dict[str, list[tuple[float, float]]] = {}
    for setting in result.settings:
        by_fate.setdefault(_FATES[setting.fate], []).append(place(setting))
    plots.pareto(
        by_fate,
        ((bands[0][0], bands[0][1]), (bands[1][0], bands[1][1])),
        front=[place(s) for s in front] if result.fight else (),
        answer=place(result.answer.setting),
        ax=ax,
        names=(names[0], names[1]),
    )


def _method(result: BalanceResult) -> tuple[str, ...]:
    task = result.task
    how = (
        "optuna's tree of Parzen estimators chose settings, and the best third was played further"
        if task.searched
        else "every setting was played"
    )
    rotate = " Every rack starts once; the games of a deal are one unit." if task.rotate else ""
    return (
        f"All settings play the same deals (seed {task.seed}, strategy {task.strategies}); {how}."
        f" After each of at most eight rounds a setting drops out when an interval lies wholly"
        f" outside a band, and needs no more games when all lie inside. The intervals are so wide"
        f" that a setting which meets every target drops out with a chance of at most 5 % over all"
        f" rounds and targets (Bonferroni). The games saved go to the settings still open.{rotate}",
        f"The best {task.finalists} were played on {task.confirm:,} fresh games each, with another"
        f" seed, so that the choice does not flatter them. A target is confirmed when its interval"
        f" lies in the band; the intervals of one setting hold all together with 95 %. “Sure at"
        f" least” is 1 minus the sum of the chances that each target is missed, by the normal law.",
        "What a change does is measured by taking it back alone, on the same deals. Points for who"
        " starts are those that even the mean scores; they do not change who wins a deal.",
    )


def write(result: BalanceResult, path: Path) -> Path:
    """Write the page, as HTML or, where the name ends in .md, as Markdown with its figures beside.

    Raises
    ------
    RummyError
        When it cannot be written.
    """
    page = assemble(result)
    try:
        if path.suffix == ".md":
            folder = path.with_name(f"{path.stem}-figures")
            folder.mkdir(exist_ok=True)
            for figure in page.figures:
                (folder / f"{figure.name}.png").write_bytes(plots.to_png(figure.drawing))
            text = template("balance.md.j2", autoescape=False).render(page=page, folder=folder.name)
        else:
            drawn = {f.name: plots.to_svg(f.drawing, salt=f.name) for f in page.figures}
            text = template("balance.html.j2", autoescape=True).render(page=page, drawn=drawn)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise RummyError(f"cannot write {path}: {error.strerror}; choose another place") from None
    return path
