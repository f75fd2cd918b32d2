"""Headline findings as sentences, each number with its interval."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from rummylab.analysis import metrics, text
from rummylab.analysis.intervals import CONFIDENCE, Estimate, simultaneous
from rummylab.analysis.metric import Metric
from rummylab.report.design import MANY, design_findings
from rummylab.report.page import Finding
from rummylab.report.told import Told
from rummylab.report.words import at, by_players, called, listed, under
from rummylab.study import StudyResult

_SUBJECTS = {
    "turns": "Length",
    "winner_score": "Winner's score",
    "loser_score": "Losers' score",
    "opening_turn": "Opening",
    "forced_draw_share": "Turns without a play",
    "pool_left": "Pool",
}
# These have findings of their own form.
_SPECIAL = ("first_player_win_rate", "first_player_advantage")
_MOST_SUBJECTS = 4  # metrics with a paragraph of their own; the tables hold the others
_RARE = 0.01  # an ending surely below this share is not worth a number here


def findings(result: StudyResult) -> tuple[Finding, ...]:
    """What a reader should know first."""
    told = Told.of(result)
    if told is not None:
        rest = [_first_player(result)]
        if len(result.arms) <= MANY:
            rest.append(_endings(result))
        rest.append(_same_games(result))
        return tuple(f for f in (*design_findings(told), *rest) if f.sentences)
    study = result.study
    wanted = dict.fromkeys([study.metrics.primary, *study.metrics.others])
    plain = [
        name
        for name in wanted
        if name not in _SPECIAL and not name.startswith(("ending.", "win_rate.", "score."))
        if name == study.metrics.primary or not _is_quantile(name)
    ]
    found = [_about(result, name) for name in plain[:_MOST_SUBJECTS]]
    start = _first_player(result)
    # Who starts comes first where the study asks for it.
    found.insert(0 if study.metrics.primary in _SPECIAL else len(found), start)
    found += [_price(result), _endings(result), _same_games(result)]
    return tuple(finding for finding in found if finding.sentences)


def _is_quantile(name: str) -> bool:
    metric = metrics.find(name, players=6)
    return metric is not None and not metric.paired


# What is the same in two runs whose players made the same moves, whatever the moves scored.
_MOVES = (
    *("turns", "plays", "draws", "tiles_laid", "table_tiles_moved", "pool_left", "openers"),
    *("stock_draws", "pile_takes", "cards_laid", "stock_left"),  # of draw games
)


def _same_games(result: StudyResult) -> Finding:
    """Rule sets under which every block of every number of players went alike."""
    told = Told.of(result)
    moves: dict[tuple[bytes, ...], list[str]] = {}
    for arm in result.arms:
        key = []
        for players in result.study.players:
            tally = result.tallies[arm.id, players]
            wanted = [tally.quantities.index(name) for name in _MOVES if name in tally]
            key.append(tally.block_sums[:, wanted].tobytes())
        label = called(arm.label) if told is None or not arm.levels else told.label(arm)
        moves.setdefault(tuple(key), []).append(label)
    return Finding(
        "Same games",
        tuple(
            f"Under {listed(labels)} all games went the same way, move by move: here these differ"
            " in the points at most."
            for labels in moves.values()
            if len(labels) > 1
        ),
    )


def _about(result: StudyResult, name: str) -> Finding:
    sentences = [
        sentence
        for players in result.study.players
        for sentence in _extremes(result, name, players)
    ]
    if name == result.study.metrics.primary:
        sentences += _against_first(result, name)
    title = metrics.get(name, players=result.study.players[0]).title
    return Finding(_SUBJECTS.get(name, title[0].upper() + title[1:]), tuple(sentences))


def _estimates(result: StudyResult, name: str, players: int) -> list[tuple[str, Estimate]]:
    """The metric of every arm that has it at this number of players, from low to high."""
    metric = metrics.find(name, players=players)
    found = []
    for arm in result.arms:
        tally = result.tallies[arm.id, players]
        if metric is not None and metric.available(tally):
            estimate = result.estimate(arm.id, players, name)
            if estimate.defined:
                found.append((arm.label, estimate))
    return sorted(found, key=lambda pair: pair[1].value)


def _row_digits(result: StudyResult, name: str, players: int) -> int | None:
    """The decimals of a metric at this number of players: those of its row in the tables."""
    found = [estimate for _, estimate in _estimates(result, name, players)]
    return text.alike(found, metrics.get(name, players=players).unit)


def _extremes(result: StudyResult, name: str, players: int) -> Iterator[str]:
    """The rule sets with the lowest and the highest value, or that they hardly differ."""
    values = _estimates(result, name, players)
    if not values:
        return
    metric = metrics.get(name, players=players)
    digits = _row_digits(result, name, players)
    (low_label, low), (high_label, high) = values[0], values[-1]
    quiet = all(unknown(found) for _, found in values)
    say = text.value_phrase if quiet else text.phrase
    said = f"With {at(players)} {metric.sentence.format(say(low, metric.unit, digits))}"
    if low.value == high.value:
        labels = [label for label, _ in values]
        whole = len(labels) == len(result.arms)
        said += "" if len(result.arms) == 1 else " under every rule set" if whole else under(labels)
        end = ""
    else:
        said += f"{under([low_label])} and {say(high, metric.unit, digits)}{under([high_label])}"
        end = ", and the others lie between" if len(values) > 2 else ""
        if not _apart(result, metric, low_label, high_label, players):
            end = ": no difference that can be told from chance"
    yield f"{said}{': too few games to tell more' if quiet else end}."


def _apart(result: StudyResult, metric: Metric, one: str, two: str, players: int) -> bool:
    """Whether the extremes differ on the same deals, as one pair of all that could be extreme."""
    pairs = len(result.arms) * (len(result.arms) - 1) // 2
    if not metric.paired:
        low, high = (result.estimate(arm, players, metric.name) for arm in (one, two))
        return low.high < high.low
    each = simultaneous(CONFIDENCE, pairs)
    gap = result.difference(two, one, players, metric.name, each).difference
    return gap.defined and not gap.low <= 0 <= gap.high


def _against_first(result: StudyResult, name: str) -> Iterator[str]:
    """Every other arm minus the first, on the same deals."""
    base = result.arms[0]
    for arm in result.arms[1:]:
        told: dict[int, str] = {}
        open_: dict[int, str] = {}
        silent: list[int] = []
        for players in result.study.players:
            metric = metrics.get(name, players=players)
            one, two = result.tallies[base.id, players], result.tallies[arm.id, players]
            if not metric.paired or not (metric.available(one) and metric.available(two)):
                continue
            gap = result.difference(arm.id, base.id, players, name).difference
            if metric.unit == "share":
                gap = gap.scaled(100)
            if gap.defined and not gap.low <= 0 <= gap.high:
                told[players] = _change(metric, gap)
            elif gap.defined and unknown(gap):
                silent.append(players)
            elif gap.defined:
                open_[players] = _between(gap)
        pair = f"{called(arm.label)} against {called(base.label)}, on the same deals: "
        parts = [by_players(told)] if told else []
        if open_:
            parts.append(f"no difference that can be told from chance ({by_players(open_)})")
        if silent:
            parts.append(by_players(dict.fromkeys(silent, "too few games to tell a difference")))
        if parts:
            yield f"{pair}{'; '.join(parts)}."


def unknown(found: Estimate) -> bool:
    """Whether so few games tell nothing of how far the truth may be away."""
    return math.isinf(found.low) and math.isinf(found.high)


def _between(gap: Estimate) -> str:
    return "none at all" if gap.low == gap.high else text.between(gap)


def _change(metric: Metric, gap: Estimate) -> str:
    word = metric.more if gap.value > 0 else metric.less
    size = gap if gap.value > 0 else gap.scaled(-1)
    said = text.number(size)
    unit = text.unit_after(said, "% points" if metric.unit == "share" else metric.unit)
    return f"{said} {unit} {word} ({text.interval(size)})"


def _price(result: StudyResult) -> Finding:
    """What it costs a player to be barred from something, where an arm bars one."""
    sentences = []
    for arm in result.arms:
        if arm.first is None:
            continue
        told = {}
        for players in result.study.players:
            metric = metrics.get("win_rate.player_1", players=players)
            found = result.estimate(arm.id, players, metric.name)
            cost = found.scaled(-100, 100 / players)
            if not found.defined:
                continue
            digits = _row_digits(result, metric.name, players)
            said = f"{text.phrase(found, 'share', digits)} of the games"
            if not cost.low <= 0 <= cost.high:
                word = "less" if cost.value > 0 else "more"
                size = cost if cost.value > 0 else cost.scaled(-1)
                said += f", {text.number(size, digits=digits)} % points {word} than an equal share"
            else:
                said += ", no difference from an equal share that can be told from chance,"
            told[players] = said
        if told:
            against = arm.strategies if isinstance(arm.strategies, str) else "the others"
            sentences.append(
                f"{called(arm.label)}: a player who plays {arm.first} against {against} wins"
                f" {by_players(told)}."
            )
    return Finding("The price of a rule", tuple(sentences))


def _first_player(result: StudyResult) -> Finding:
    """Where the starter has an edge; all cases are judged at once, and have ranges of their own."""
    name = "first_player_win_rate"
    cases = [(arm, n) for arm in result.arms for n in result.study.players]
    confidence = simultaneous(CONFIDENCE, len(cases))
    told: dict[str, dict[int, str]] = {}
    quiet = 0
    reach: dict[int, float] = {}
    for arm, players in cases:
        found = result.estimate(arm.id, players, name, confidence)
        if not found.defined:
            continue
        if found.low <= 1 / players <= found.high:
            quiet += 1
            # No share is below 0 or above 1, whatever an interval of a few games says.
            high, low = min(found.high, 1.0), max(found.low, 0.0)
            away = max(high - 1 / players, 1 / players - low)
            reach[players] = max(reach.get(players, 0.0), 100 * away)
        else:
            own = result.estimate(arm.id, players, name)  # as in the tables
            digits = _row_digits(result, name, players)
            told.setdefault(arm.label, {})[players] = text.phrase(own, "share", digits)
    sentences = [
        f"Under {called(label)} who starts wins {by_players(parts)}."
        for label, parts in told.items()
    ]
    if told:
        sentences.append(
            f"An equal share is {_equal(n for parts in told.values() for n in parts)}."
        )
    if quiet:
        most = {n: f"{text.fixed(x, text.decimals(x))} % points" for n, x in reach.items()}
        where = (
            "Nowhere"
            if not told
            else "In the other cases no"
            if quiet > 1
            else "In the other case no"
        )
        can = "can an advantage or handicap" if not told else "advantage or handicap"
        rest = "be told from chance" if not told else "can be told from chance"
        alone = ""
        if len(cases) > 1:
            kinds = ["rule sets"] * (len(result.arms) > 1)
            kinds += ["numbers of players"] * (len(result.study.players) > 1)
            alone = (
                f" That holds for all {listed(kinds)} at once; the ranges in the tables are"
                " narrower because each is for one case alone."
            )
        sentences.append(
            f"{where} {can} of who starts {rest}; if there is one, it is at most"
            f" {by_players(most)}.{alone}"
        )
    return Finding("Who starts", tuple(sentences))


def _equal(players: Iterable[int]) -> str:
    return by_players({n: f"{100 / n:.3g} %" for n in sorted(set(players))})


def _endings(result: StudyResult) -> Finding:
    empty: dict[str, dict[int, str]] = {}
    capped: list[str] = []
    rare, games, draw_game = False, 0, False
    for arm in result.arms:
        for players in result.study.players:
            tally = result.tallies[arm.id, players]
            games += tally.total("games")
            draw_game = "end_stock_empty" in tally
            name = "ending.stock_empty" if draw_game else "ending.pool_empty"
            share = result.estimate(arm.id, players, name)
            if share.high >= _RARE:
                digits = _row_digits(result, name, players)
                empty.setdefault(arm.label, {})[players] = text.phrase(share, "share", digits)
            else:
                rare = True
            if count := tally.total("end_cap"):
                capped.append(f"{count:,} with {at(players)} under {called(arm.label)}")
    before = "the pool is empty before anyone goes out"
    first = "the pool runs empty first"
    if draw_game:
        before = "the stock is used up before anyone ends the deal"
        first = "the stock is used up first"
    everywhere = len(empty) == len(result.arms) > 1
    alike: dict[str, list[str]] = {}
    for label, parts in empty.items():
        alike.setdefault(by_players(parts), []).append(called(label))
    sentences = [
        f"Under {listed(labels) if len(alike) > 1 or not everywhere else 'every rule set'} the"
        f" share of games in which {before} is {said}."
        for said, labels in alike.items()
    ]
    if rare:
        where = "In all other cases" if empty else "Everywhere"
        sentences.append(f"{where} that happens in less than {100 * _RARE:g} % of the games.")
        if not empty:
            sentences[-1] = sentences[-1].replace("that happens", first)
    if capped:
        sentences.append(f"The cap on turns stopped games: {listed(capped)}.")
    else:
        none = f"None of the {games:,} games was" if games > 1 else "The one game was not"
        sentences.append(f"{none} stopped by the cap on turns.")
    return Finding("Endings", tuple(sentences))
