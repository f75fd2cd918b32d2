"""From a study's result to a page."""

from __future__ import annotations

from collections.abc import Iterator

from rummylab.analysis import metrics, text
from rummylab.analysis.compare import MIN_BLOCKS
from rummylab.report.design import (
    MANY,
    design_arms,
    design_method,
    design_rules,
    design_summary,
    design_tables,
)
from rummylab.report.figures import figures
from rummylab.report.findings import findings
from rummylab.report.glossary import words_used
from rummylab.report.page import ArmLine, Page, Row, Table, Term
from rummylab.report.rules import differing, why_silent
from rummylab.report.told import Told
from rummylab.report.words import at, at_all, counted, listed, side_by_side
from rummylab.strategy import strategies
from rummylab.study import StudyResult
from rummylab.study.source import to_toml


def assemble(result: StudyResult) -> Page:
    """Everything that the report says."""
    study = result.study
    heard, silent = differing(result)
    told = Told.of(result)
    arms = tuple(
        ArmLine(
            arm.label,
            arm.spec,
            arm.variant.variant_id,
            arm.variant.summary,
            _players(arm.strategies, arm.first),
        )
        for arm in result.arms
        if told is None or not arm.levels
    )
    if told is not None:
        arms, heard, silent = (*arms, *design_arms(told)), design_rules(told), ()
    many = told is not None and len(result.arms) > MANY
    return Page(
        title=study.title,
        question=study.question.strip(),
        lead=_lead(result),
        warnings=_warnings(result),
        findings=findings(result),
        arms=arms,
        rules=heard,
        silent=silent,
        why_silent=why_silent(silent),
        together=_together(result),
        tables=design_tables(told)
        if told is not None and many
        else tuple(_table(result, players) for players in study.players),
        figures=tuple(figures(result)),
        commands=(
            "rummylab study run study.toml -o run",
            "rummylab report run -o report.html",
        ),
        study_file=to_toml(study),
        terms=_terms(result),
        method=_method(result),
        version=result.version,
        summary=design_summary(told) if told is not None else (),
    )


def _players(strategies: str | list[str], first: str | None = None) -> str:
    who = strategies if isinstance(strategies, str) else ", ".join(strategies)
    return who if first is None else f"{first} against {who}"


def _lead(result: StudyResult) -> str:
    study = result.study
    count = counted(len(result.arms)).capitalize()
    sets = "rule set" if len(result.arms) == 1 else "rule sets"
    who = list(dict.fromkeys(_players(arm.strategies, arm.first) for arm in result.arms))
    told = [term.definition.removeprefix("A player who ") for term in _strategies(result)]
    played = "Strategies differ."
    if len(who) == 1:
        means = f", which {told[0]}" if len(told) == 1 else "."
        played = f"All players use the strategy {who[0]}{means}"
    games = text.counted(study.games, "game") + (
        " in every rotation of the players" if study.rotate else ""
    )
    most = "at most " if study.stops_itself else ""
    ended = "".join(f" With {at(n)}: {why.says}." for n, why in result.why_stopped().items())
    return (
        f"{count} {sets}, {at_all(study.players)}, {most}{games} for each. {played}"
        f" All play the same deals (seed {study.seed}).{ended}"
    )


def _warnings(result: StudyResult) -> tuple[str, ...]:
    found = []
    if not result.complete:
        done = sum(t.total("games") for t in result.tallies.values())
        rotate = result.study.rotate
        asked = sum(cell.clusters * (cell.players if rotate else 1) for cell in result.cells())
        most = "at most " if result.study.stops_itself else ""
        found.append(
            f"This study is not finished: {done:,} of {most}{asked:,} games are played. The numbers"
            " are those of the games played."
        )
    if min(t.clusters for t in result.tallies.values()) < 1000:
        found.append("Fewer than 1,000 deals for each rule set: the intervals are rough.")
    return tuple(found)


def _table(result: StudyResult, players: int) -> Table:
    wanted = dict.fromkeys((result.study.metrics.primary, *result.study.metrics.others))
    rows = []
    for name in wanted:
        metric = metrics.find(name, players=players)
        if metric is None:  # a seat that this table does not have
            continue
        found = [
            result.estimate(arm.id, players, name)
            if metric.available(result.tallies[arm.id, players])
            else None
            for arm in result.arms
        ]
        if not any(estimate is not None and estimate.defined for estimate in found):
            continue
        numbers = side_by_side(found, metric.unit)
        unit = "" if metric.unit == "share" or metric.unit in metric.title else metric.unit
        rows.append(Row(metric.title, unit, numbers))
    games = {result.tallies[arm.id, players].total("games") for arm in result.arms}
    count = f"{min(games):,}" if len(games) == 1 else f"{min(games):,} to {max(games):,}"
    word = "game" if count == "1" else "games"
    title = f"{at(players).capitalize()}, {count} {word} each"
    return Table(title, tuple(arm.label for arm in result.arms), tuple(rows))


def _together(result: StudyResult) -> str:
    """What to know of intervals that are wider than those of one number alone."""
    wanted = (result.study.metrics.primary, *result.study.metrics.others)
    if not any(m.family > 1 for n in wanted if (m := metrics.find(n, players=6)) is not None):
        return ""
    return (
        "The intervals of the wins, or scores, of single seats or players hold for all of them at"
        " once, so each is wider than that of one alone."
    )


def _terms(result: StudyResult) -> tuple[Term, ...]:
    wanted = dict.fromkeys((result.study.metrics.primary, *result.study.metrics.others))
    most = max(result.study.players)
    known = [metric for name in wanted if (metric := metrics.find(name, players=most))]
    terms = [
        Term(metric.title, metric.definition)
        for metric in known
        if any(metric.available(tally) for tally in result.tallies.values())
    ]
    terms += _strategies(result)
    said = [line for finding in findings(result) for line in finding.sentences]
    said += [f"{term.word}: {term.definition}" for term in terms]
    interval = "A range made so that it holds the true value in 95 of 100 studies."
    return (*terms, *words_used(said), Term("95 % interval", interval))


def _strategies(result: StudyResult) -> Iterator[Term]:
    """Who plays, in the words of the list of strategies."""
    given = [arm.strategies for arm in result.arms] + [arm.first or [] for arm in result.arms]
    specs = [spec for who in given for spec in ([who] if isinstance(who, str) else who)]
    known = strategies(result.arms[0].variant.family).set_index("name")["summary"]
    for name in dict.fromkeys(spec.partition(":")[0] for spec in specs):
        if name in known:
            yield Term(f"strategy {name}", f"A player who {known[name]}.")


def _method(result: StudyResult) -> tuple[str, ...]:
    study = result.study
    unit = (
        "all rotations of one deal together" if study.rotate else "one deal, which is one game here"
    )
    said = [
        f"The unit of inference is {unit}. Means and ratios have t intervals by the delta method"
        " over the units, shares have Wilson intervals, quantiles lie between order statistics."
        " Every interval holds with 95 % on its own; those of the seats of a game hold together."
        " Whether who starts has an advantage is judged for all cases together (Bonferroni).",
        f"The metric named before the run is “{metrics.get(study.metrics.primary).title}”; what is"
        " said about others is exploratory.",
        _when_it_ended(result),
        "A game that the cap on turns stopped counts in the length and in the endings, and never in"
        " scores or wins.",
    ]
    told = Told.of(result)
    if told is not None:
        return (*said, *design_method(told))
    gains = _gains(result)
    blocks = min(len(tally.ids) for tally in result.tallies.values())
    if len(result.arms) > 1 and blocks < MIN_BLOCKS:
        said.append(
            f"There are fewer than {MIN_BLOCKS} blocks of 1,000 deals, so differences are judged as"
            " if the rule sets did not share their deals, which is on the safe side."
        )
    if gains:
        said.append(
            f"Differences are paired: {result.arms[0].label} and the other rule sets play the same"
            " deals in blocks of 1,000, and the difference is judged by how it varies from block to"
            f" block. For the named metric the pairing was worth {gains} times as many games."
        )
    return tuple(said)


def _when_it_ended(result: StudyResult) -> str:
    study = result.study
    wide = (
        " Every interval is made wide enough to hold at all looks together: those of values and"
        " differences by mixtures, the others by sharing out the 5 % over the looks."
    )
    if study.sprt:
        asked = listed(
            [
                f"{metrics.get(name).title} is nearer {low:g} or {high:g}"
                for name, (low, high) in study.sprt.items()
            ]
        )
        return (
            "The run was looked at, at sizes fixed in advance, and stopped when a sequential test"
            f" (Wald) knew whether the difference in {asked} (shares in % points): each answer is"
            f" wrong with 5 % at most where the other is true.{wide}"
        )
    if not study.until:
        return "How many games are played was fixed before the run."
    asked = listed([f"{name} to ±{width:g}" for name, width in study.until.items()])
    what = "every difference from the first rule set" if len(result.arms) > 1 else "the value"
    return (
        f"The run was looked at, at sizes fixed in advance, and stopped when {what} was known well"
        f" enough: {asked} (shares in % points).{wide}"
    )


def _gains(result: StudyResult) -> str:
    found = []
    for players in result.study.players:
        metric = metrics.get(result.study.metrics.primary, players=players)
        if not metric.paired:
            return ""
        first = result.arms[0].id
        base = result.tallies[first, players]
        for arm in result.arms[1:]:
            gain = result.difference(arm.id, first, players, metric.name).gain
            if gain == gain and len(base.ids) >= 20:  # with fewer blocks the gain is mostly noise
                found.append(gain)
    if not found:
        return ""
    low, high = text.fixed(min(found), 1), text.fixed(max(found), 1)
    return low if low == high else f"{low} to {high}"
