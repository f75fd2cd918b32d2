"""What the factors of a design do, in sentences: which rule changed what, and how sure it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rummylab.analysis import metrics, text
from rummylab.analysis.effects import Effect, Level, main_effects
from rummylab.analysis.intervals import CONFIDENCE, simultaneous
from rummylab.analysis.metric import Metric
from rummylab.report.design_samples import sample_findings
from rummylab.report.page import ArmLine, Finding, Number, Row, Rule, Table
from rummylab.report.told import (
    TOO_FEW,
    Told,
    change_digits,
    change_words,
    may_be_words,
    seen,
    spoken,
    wanted,
)
from rummylab.report.words import at, at_all, by_players, side_by_side
from rummylab.study import StudyResult
from rummylab.study.explain import Explained
from rummylab.study.factors import said

MANY = 6  # more arms than these are told by their factors, in tables with a row for each
_COLUMNS = 6  # metrics side by side in such a table
_SPOKEN = 5  # metrics with a paragraph of their own
_NUMBERED = 3  # further metrics whose change is given in the short version


def design_findings(told: Told) -> list[Finding]:
    """The findings of a design, the short version first."""
    found = [Finding("In short", tuple(_in_short(told)))]
    for name in spoken(told)[:_SPOKEN]:
        title = told.metric(name).title
        found.append(Finding(title[0].upper() + title[1:], tuple(_about(told, name))))
    together = tuple(_together(told))
    if together:
        found.append(Finding("Rules together", together))
    return found


def _in_short(told: Told) -> Iterator[str]:
    """For every factor the metrics that it surely changes, with the largest change of each."""
    yield from _most_important(told)
    primary = wanted(told.result)[0]
    of_primary = sum(len(one.main) for (n, _), one in told.found.items() if n == primary)
    of_others = sum(len(one.main) for (n, _), one in told.found.items() if n != primary)
    if not of_primary + of_others:
        yield from sample_findings(told)
        return
    for factor in told.design.factors:
        largest: list[_Clear] = []
        silent: list[str] = []
        for name in spoken(told):
            each = simultaneous(CONFIDENCE, of_primary if name == primary else of_others)
            clear = [
                _Clear(abs(e.change.value) / (e.change.half_width or 1.0), name, players, e.level)
                for (metric, players), one in told.found.items()
                if metric == name
                for e in _at(one, factor, told.result.confidence(one.players, each))
                if seen(e.change)
            ]
            if clear:
                largest.append(max(clear, key=lambda found: found.size))
            else:
                silent.append(told.metric(name).title)
        yield from _short_of(told, factor, largest, silent)


@dataclass(frozen=True)
class _Clear:
    """Where a factor changes a metric most clearly: its size in half-widths, and the case."""

    size: float
    metric: str
    players: int
    level: Level


def _at(one: Explained, factor: str, confidence: float) -> list[Effect]:
    bases = {factor: one.bases[factor]}
    return main_effects(one.points, one.joint, bases, confidence=confidence)


def _short_of(told: Told, factor: str, largest: list[_Clear], silent: list[str]) -> Iterator[str]:
    """What a factor does to the named metric, and which others it changes, or leaves alone."""
    begin = told.begin(factor)
    primary = wanted(told.result)[0]
    title = told.metric(primary).title
    if not largest:
        yield f"{begin}: changes nothing here that can be told from chance."
        return
    level = next((found.level for found in largest if found.metric == primary), None)
    if level is not None:
        changed, open_, base = _of_level(told, primary, factor, level)
        rest = f", and nothing that can be told from chance with {_those(open_)}" if open_ else ""
        yield (
            f"{begin} {told.instead(factor, level, base)} changes the {title}:"
            f" {by_players(changed)}{rest}."
        )
    others = sorted((f for f in largest if f.metric != primary), key=lambda f: -f.size)
    if others:
        named = "" if level is None else f" {told.instead(factor, level, base)}"
        also = f"{named} also" if named else ""
        numbers = [_with_number(told, factor, found, level) for found in others[:_NUMBERED]]
        less = [_with_direction(told, factor, found, level) for found in others[_NUMBERED:]]
        yield f"{begin}{also} changes, the clearest first: {'; '.join(numbers)}."
        if less:
            yield f"{begin}{named} changes less clearly: {', '.join(less)}."
    if silent:
        yield f"{begin} does not visibly change: {', '.join(silent)}."


def _with_number(told: Told, factor: str, found: _Clear, known: Level | None) -> str:
    """A metric with its change where that is clearest."""
    one = told.found[found.metric, found.players]
    change = _effect(one, factor, found.level)
    words = change_words(one.metric, change.change, change_digits(one))
    levels = _levels(told, change, known)
    return f"{one.metric.title}, {words}{levels} with {at(found.players)}"


def _with_direction(told: Told, factor: str, found: _Clear, known: Level | None) -> str:
    """A metric with the direction of its change; where that depends on it with the players too."""
    one = told.found[found.metric, found.players]
    change = _effect(one, factor, found.level)
    seen_here = [
        e.change.value > 0
        for (name, _), other in told.found.items()
        if name == found.metric
        for e in other.main
        if (e.factor, e.level) == (factor, found.level) and seen(e.change)
    ]
    players = f" with {at(found.players)}" if len(set(seen_here)) > 1 else ""
    word = one.metric.more if change.change.value > 0 else one.metric.less
    return f"{one.metric.title} ({word}{_levels(told, change, known)}{players})"


def _effect(one: Explained, factor: str, level: Level) -> Effect:
    return next(e for e in one.main if e.factor == factor and e.level == level)


def _levels(told: Told, change: Effect, known: Level | None) -> str:
    """The levels of a change; those that were named are not repeated."""
    if change.level == known:
        return ""
    return f" for {told.instead(change.factor, change.level, change.base)}"


def _those(open_: Mapping[int, str]) -> str:
    return at_all(open_)


def _of_level(
    told: Told, name: str, factor: str, level: Level
) -> tuple[dict[int, str], dict[int, str], Level]:
    """The changes that can be told from none, the others' intervals, and the base level."""
    changed: dict[int, str] = {}
    open_: dict[int, str] = {}
    base: Level = ""
    for (metric, players), one in told.found.items():
        for e in one.main if metric == name else ():
            if e.factor != factor or e.level != level:
                continue
            base = e.base
            if seen(e.change):
                changed[players] = change_words(one.metric, e.change, change_digits(one))
            else:
                open_[players] = may_be_words(one.metric, e.change, change_digits(one))
    return changed, open_, base


def _most_important(told: Told) -> Iterator[str]:
    """Which factor makes most of the differences in the primary metric."""
    primary = wanted(told.result)[0]
    title = told.metric(primary).title
    parts: dict[str, dict[int, str]] = {}
    for players in told.result.study.players:
        one = told.found.get((primary, players))
        if one is None or not one.shares:
            continue
        top = max(one.shares, key=lambda share: share.total.value)
        if top.total.low > 0 and any(seen(e.change) for e in one.main if e.factor == top.factor):
            parts.setdefault(top.factor, {})[players] = text.phrase(top.total, "share")
    for factor, shares in parts.items():
        yield (
            f"{told.begin(factor)} matters most for the {title}: of all differences between the"
            f" rule sets it makes {by_players(shares)}."
        )


def _about(told: Told, name: str) -> Iterator[str]:
    """Every level of every factor against its base, by number of players."""
    for factor in told.design.factors:
        for level in told.design.levels[factor]:
            changed, open_, base = _of_level(told, name, factor, level)
            if not changed and not open_:
                continue
            begin = f"{told.begin(factor)} {told.instead(factor, level, base)}: "
            silent = {n: words for n, words in open_.items() if words == TOO_FEW}
            told_ = {n: words for n, words in open_.items() if n not in silent}
            parts = [by_players(changed)] if changed else []
            if told_:
                parts.append(f"no change that can be told from chance ({by_players(told_)})")
            if silent:
                parts.append(by_players(silent))
            yield f"{begin}{'; '.join(parts)}."


def _together(told: Told) -> Iterator[str]:
    """Pairs of factors of the primary metric that do more or less than the sum of both."""
    primary = wanted(told.result)[0]
    metric = told.metric(primary)
    found: list[tuple[float, str]] = []
    asked = 0
    for players in told.result.study.players:
        one = told.found.get((primary, players))
        for e in one.together if one is not None else ():
            asked += 1
            if not seen(e.change):
                continue
            pair = " and ".join(
                f"{told.name(f)} {told.quoted(f, level)}"
                for f, level in zip(e.factors, e.levels, strict=True)
            )
            other = (
                f" (or what the design cannot tell from it: {', '.join(e.same)})" if e.same else ""
            )
            found.append(
                (
                    -abs(e.change.value),
                    f"With {at(players)}, {pair} together{other}:"
                    f" {change_words(metric, e.change)} than the two changes added up.",
                )
            )
    if not asked:
        return
    if not found:
        yield (
            f"For {metric.title} no two rules reinforce or weaken each other in a way that can be"
            " told from chance: their changes add up."
        )
    yield from (words for _, words in sorted(found)[:6])
    if len(found) > 6:
        yield f"{len(found) - 6} weaker ones are left out; the figures show them."


def design_arms(told: Told) -> tuple[ArmLine, ...]:
    """The rule set that the design changes, in place of all its arms."""
    variant = told.result.base
    arms = [arm for arm in told.result.arms if arm.levels]
    who = arms[0].strategies
    base = ArmLine(
        f"{variant.name}, {len(arms)} combinations",
        variant.spec,
        variant.variant_id,
        variant.summary,
        who if isinstance(who, str) else ", ".join(who),
    )
    return (base,)


def design_rules(told: Told) -> tuple[Rule, ...]:
    """Every factor with what each level means."""
    rules = []
    for factor, levels in told.design.levels.items():
        meanings = []
        for level in levels:
            arm = next((a for a in told.result.arms if a.levels.get(factor) == level), None)
            if arm is None:
                continue
            sentence = arm.variant.sentences(every=True).get(factor, f"{factor} is {said(level)}.")
            base = " (compared with)" if told.design.bases(told.result.base.flat())[
                factor] == level else ""  # fmt: skip
            meanings.append((sentence, (f"{told.word(factor, level)}{base}",)))
        rules.append(Rule(factor, tuple(meanings)))
    return tuple(rules)


def design_tables(told: Told) -> tuple[Table, ...]:
    """A row for each arm and a column for each metric, some metrics to a table."""
    found = []
    for players in told.result.study.players:
        names = [n for n in wanted(told.result) if metrics.find(n, players=players) is not None]
        games = min(told.result.tallies[arm.id, players].total("games") for arm in told.result.arms)
        for start in range(0, len(names), _COLUMNS):
            part = [metrics.get(n, players=players) for n in names[start : start + _COLUMNS]]
            heads = tuple(
                m.title if m.unit in ("share", "ratio") or m.unit in m.title
                else f"{m.title}, {m.unit}"
                for m in part
            )  # fmt: skip
            columns = [_column(told.result, players, m) for m in part]
            rows = tuple(
                Row(told.label(arm), "", numbers)
                for arm, numbers in zip(told.result.arms, zip(*columns, strict=True), strict=True)
            )
            more = "" if start == 0 else ", continued"
            title = f"{at(players).capitalize()}, {text.counted(games, 'game')} each{more}"
            found.append(Table(title, heads, rows, arms=True))
    return tuple(found)


def _column(result: StudyResult, players: int, metric: Metric) -> tuple[Number, ...]:
    """A metric in every arm."""
    found = [
        result.estimate(arm.id, players, metric.name)
        if metric.available(result.tallies[arm.id, players])
        else None
        for arm in result.arms
    ]
    return side_by_side(found, metric.unit)


def design_summary(told: Told) -> tuple[Table, ...]:
    """For each number of players what each level changes, in a few metrics side by side."""
    found = []
    for players in told.result.study.players:
        names = [n for n in spoken(told) if (n, players) in told.found][:_COLUMNS]
        explained = [told.found[n, players] for n in names]
        if not explained or not explained[0].main:
            continue
        heads = []
        for one in explained:
            unit = "% points" if one.metric.unit == "share" else one.metric.unit
            bare = unit == "ratio" or unit in one.metric.title
            heads.append(one.metric.title if bare else f"{one.metric.title}, {unit}")
        columns = [_changes(one) for one in explained]
        rows = []
        for e, cells in zip(explained[0].main, zip(*columns, strict=True), strict=True):
            title = f"{told.name(e.factor)} {told.instead(e.factor, e.level, e.base)}"
            rows.append(Row(title, "", cells))
        found.append(Table(at(players).capitalize(), tuple(heads), tuple(rows)))
    return tuple(found)


def _changes(one: Explained) -> list[Number]:
    """Every change of a metric; a dot for one that cannot be told from none."""
    share = one.metric.unit == "share"
    changes = [e.change.scaled(100) if share else e.change for e in one.main]
    digits = text.alike(changes)
    cells = []
    for change in changes:
        sign = "+" if change.value > 0 else ""
        said = f"{sign}{text.number(change, '', digits)}" if seen(change) else "·"
        cells.append(Number(said, text.interval(change, "", digits)))
    return cells


def design_method(told: Told) -> list[str]:
    """How effects and shares are made."""
    design = told.design
    explained = [one for (name, _), one in told.found.items() if name == wanted(told.result)[0]]
    paired = all(one.joint.paired for one in explained)
    how = (
        "deal by deal, or block by block: what a deal does to all rule sets cancels"
        if paired
        else "as if the rule sets did not share their deals, which is on the safe side"
    )
    kinds = {
        "full": "every combination of the levels",
        "fractional": f"a regular fraction of {design.runs} combinations",
        "latin": f"{design.runs} combinations spread evenly over the levels (a latin hypercube)",
        "sobol": f"Saltelli's sample of {design.runs} base points (SALib)",
        "morris": f"{design.runs} of Morris's trajectories (SALib)",
    }
    said_ = [
        f"The design is {kinds[design.kind]}: {len(design.points)} rule sets. A change is the mean"
        " over all rule sets with the level, minus the mean over those with the base level, every"
        f" combination of the other rules weighing the same; it is judged {how}.",
        "The short version names a change of the named metric when it holds together with all of"
        " its changes with 95 % (Bonferroni over levels and numbers of players), and one of another"
        " metric when it holds together with all of those; the numbers in it have 95 % intervals of"
        " their own. Intervals of rules together hold all at once for one number of players.",
    ]
    if any(one.shares for one in explained):
        said_.append(
            "A rule's share of the differences is the variance of the metric over all combinations"
            " that the rule makes alone, or with everything that it is part of, over the whole"
            " variance. What chance adds to these variances, known from the errors, is taken off."
        )
    return said_
