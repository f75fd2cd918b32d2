"""The rules in which the arms of a study differ, in plain words from the rules themselves."""

from __future__ import annotations

from rummylab.report.page import Rule
from rummylab.report.words import listed
from rummylab.study import StudyResult
from rummylab.variant_describe import unsaid

# Keys that cannot change single deals between players that never err and never run out of time.
_NEVER = (
    "players.min",
    "players.max",
    "deal.starter",
    "match.games",
    "match.target",
    "match.decided_by",
)
_ERRING = ("turn.seconds", "turn.failure_draw", "turn.failure_revert")


def differing(result: StudyResult) -> tuple[tuple[Rule, ...], tuple[Rule, ...]]:
    """The rules that differ and can show in the numbers, and those that differ silently.

    Silent are the rules of matches and of who starts, since seat 1 starts every deal, and those of
    time and failed moves unless a player of the kind ``human`` takes part.
    """
    variants = [arm.variant for arm in result.arms]
    keys: dict[str, None] = {}
    for variant in variants[1:]:
        keys.update(dict.fromkeys(variants[0].diff(variant)))
    ordered = [key for key in variants[0].flat() if key in keys]
    erring = any(
        spec.startswith("human")
        for arm in result.arms
        for spec in ([arm.strategies] if isinstance(arm.strategies, str) else arm.strategies)
    )
    silent = set(_NEVER) | (set() if erring else set(_ERRING))
    heard: list[Rule] = []
    unheard: list[Rule] = []
    for key in ordered:
        by_players = key.startswith("players.tiles.")
        if by_players and int(key.rsplit(".", 1)[1]) not in result.study.players:
            continue
        rule = _rule(result, key)
        if rule is not None:
            (unheard if key in silent else heard).append(rule)
    return tuple(heard), tuple(unheard)


def why_silent(rules: tuple[Rule, ...]) -> str:
    """Why the silent rules cannot show, a reason for each kind of them."""
    keys = {rule.key for rule in rules}
    reasons = []
    if "deal.starter" in keys:
        reasons.append("seat 1 starts every deal")
    if any(key.startswith("match.") for key in keys):
        reasons.append("deals are played singly, not as matches")
    if keys & set(_ERRING):
        reasons.append("these players neither err nor run out of time")
    if any(key.startswith("players.") for key in keys):
        reasons.append("the number of players is given")
    return listed(reasons)


def _rule(result: StudyResult, key: str) -> Rule | None:
    meanings: dict[str, list[str]] = {}
    for arm in result.arms:
        sentences = arm.variant.sentences(every=True)
        said = sentences.get(key) or unsaid(key)
        meanings.setdefault(said, []).append(arm.label)
    if len(meanings) < 2:
        return None
    return Rule(key, tuple((said, tuple(labels)) for said, labels in meanings.items()))
