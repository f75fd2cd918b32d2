"""Which keys say something in a rule set: not those that are switched off or out of reach.

A key without a condition here is always in force.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummylab import variant_sections as sections

if TYPE_CHECKING:
    from rummylab.variant import Variant

_ONE_COPY = ("54",)  # every other named set has two copies or more, and all of them have jokers


def _sets(v: Variant) -> list[str]:
    named = {str(n): str(name) for n, name in v.players.tiles}
    return [named.get(str(n), "standard") for n in range(v.players.min, v.players.max + 1)]


def has_jokers(v: Variant) -> bool:
    """Whether a game of some number of players has jokers.

    Examples
    --------
    >>> from rummylab.variant import load
    >>> has_jokers(load("rummikub")), has_jokers(load("gin"))
    (True, False)
    """
    return v.tiles.jokers > 0 or any(name != "standard" for name in _sets(v))


def _has_copies(v: Variant) -> bool:
    return any(
        v.tiles.copies > 1 if name == "standard" else name not in _ONE_COPY for name in _sets(v)
    )


def _sets_by_players(v: Variant) -> dict[str, bool]:
    return {
        f"{sections.TILES_BY_PLAYERS}.{n}": v.players.min <= int(n) <= v.players.max
        for n, _ in v.players.tiles
    }


def _draw_play(v: Variant) -> dict[str, bool]:
    """The deal, the melds, what is wild and how a turn goes."""
    w = v.wild
    wild = has_jokers(v) or w.numbers != "none" or w.indicator
    turn, top = v.laying.when == "turn", v.draw.pile == "top"
    # With nothing but gin to show, nobody lays off.
    answered = v.end.by == "knock" and (v.knock.limit > 0 or v.knock.upcard)
    late = turn and v.opening.late_total != "none"
    return {
        "deal.starter_extra": v.end.by != "knock",
        "deal.upcard_offer": v.deal.upcard,
        "deal.next_starter": v.match.games != 1,
        "deal.cut_bonus": v.deal.cut_bonus > 0,
        "melds.group_repeats": wild or _has_copies(v),
        "melds.pairs": v.end.by == "hand" and v.melds.pairs > 0,
        "wild.numbers": w.numbers != "none",
        "wild.natural": w.numbers != "none",
        "wild.indicator": w.indicator or has_jokers(v),
        "wild.group_limit": wild,
        "wild.run_limit": wild,
        "wild.adjacent": wild and w.run_limit not in (0, 1),
        "wild.kinds": wild
        and w.group_limit not in (0, 1)
        and (w.kinds == "different" or w.numbers != "none"),
        "draw.return_taken": top,
        "draw.must_use": top and turn,
        "laying.first_lap": turn,
        "laying.lay_off": turn or answered,
        "opening.min_points": turn,
        "opening.pairs": turn and v.opening.pairs > 0,
        "opening.late_total": late,
        "opening.late_points": late,
    }


def _draw_count(v: Variant) -> dict[str, bool]:
    """The end of a deal, what it pays, and the match."""
    s, m = v.scoring, v.match
    knock, undercut = v.end.by == "knock", v.knock.limit > 0 or v.knock.upcard
    fixed, held = s.count == "fixed", s.count == "hand"
    laid = s.count == "laid_less_hand"
    pairs = (fixed and v.melds.pairs > 0) or (held and v.opening.pairs > 0)
    wild_last = (fixed or held) and v.wild.indicator
    return {
        "end.last_discard": v.end.by == "empty",
        "knock.limit": knock and (not v.knock.upcard or has_jokers(v)),
        "knock.upcard": knock and v.knock.upcard,
        "knock.spades_double": knock and v.knock.spades_double,
        "scoring.joker_penalty": not fixed and (has_jokers(v) or v.wild.indicator),
        "scoring.unopened_penalty": held and s.unopened_penalty > 0,
        "scoring.tile_values": not fixed,
        "scoring.gin_bonus": knock,
        "scoring.big_gin_bonus": knock,
        "scoring.undercut_bonus": knock and undercut,
        "scoring.undercut_tie": knock and undercut,
        "scoring.closer_bonus": (laid or held) and s.closer_bonus > 0,
        "scoring.long_run": laid and s.long_run > 0,
        "scoring.long_run_penalty": laid and s.long_run > 0,
        "scoring.loss": fixed,
        "scoring.pairs_factor": pairs and s.pairs_factor > 1,
        "scoring.wild_discard_factor": wild_last and s.wild_discard_factor > 1,
        "match.target": m.target != "none",
        "match.start": m.start > 0,
        "match.box_bonus": m.box_bonus > 0,
        "match.game_bonus": m.game_bonus > 0,
        "match.shutout_factor": m.shutout_factor > 1,
    }


def _table(v: Variant) -> dict[str, bool]:
    jokers, opening, s = has_jokers(v), v.opening, v.scoring
    open_table = jokers and v.table.access != "closed"
    freed = open_table and v.joker.retrieval != "never"
    by_copy = open_table and v.joker.retrieval == "exact_tile"
    return {
        "deal.starter_discards": v.deal.starter_extra > 0,
        "melds.max_jokers": jokers,
        "opening.joker_value": jokers
        and (opening.min_points > 0 or opening.joker_value == "forbidden"),
        "opening.melds": opening.min_points > 0,
        "joker.retrieval": open_table,
        "joker.tile_from": by_copy,
        "joker.reuse": freed,
        "joker.lock": open_table,
        "joker.group_of_three": by_copy,
        "scoring.joker_penalty": jokers,
        "scoring.one_turn_close": s.one_turn_close > 1,
        "scoring.unopened_penalty": s.unopened_penalty > 0,
        "match.target": v.match.target != "none",
    }


def silent(v: Variant) -> frozenset[str]:
    """The keys whose rule is not in force in this rule set.

    Examples
    --------
    >>> from rummylab.variant import load
    >>> "knock.limit" in silent(load("gin")), "knock.limit" in silent(load("okey"))
    (False, True)
    """
    parts = (_draw_play, _draw_count) if v.family == "draw" else (_table,)
    holds = _sets_by_players(v)
    for part in parts:
        holds.update(part(v))
    return frozenset(key for key, held in holds.items() if not held)
