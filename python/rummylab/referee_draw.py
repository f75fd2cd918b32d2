"""The referee's rulings on draw games; `referee` asks here when a variant is one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rummylab import _core
from rummylab.errors import RummyError, short
from rummylab.referee_rulings import HandRuling, MeldRuling, Reading
from rummylab.variant import Variant

ENDINGS = {
    "knock": ("knock", "undercut", "gin", "big_gin", "stock_empty"),
    "hand": ("hand", "pairs", "stock_empty"),
    "empty": ("out", "stock_empty"),
}


def hand(variant: Variant, text: str, *, upcard: str, indicator: str) -> HandRuling:
    """The ruling on a hand."""
    rules = variant.native_draw()
    found = _core.rule_on_hand(rules, text, upcard=upcard, indicator=indicator)
    return HandRuling(
        found["deadwood"],
        found["melds"],
        found["can_knock"],
        found["gin"],
        found["leftover"],
        found["points"],
    )


def meld(
    variant: Variant, tiles: str, *, ordered: bool, indicator: str, players: int
) -> MeldRuling:
    """The ruling on a meld: its reading that counts most."""
    if variant.wild.indicator and not indicator:
        raise RummyError(
            f"{variant.id} has an indicator; give the tile that was turned up, such as R9"
            " (--indicator R9)"
        )
    found = _core.rule_on_cards(
        variant.native_draw(), tiles, ordered=ordered, indicator=indicator, players=players
    )
    if not found["legal"]:
        return MeldRuling(False, None, None, [], [], found["reason"])
    kind, stands, wild = found["kind"], found["stands"], found["wild"]
    if kind == "run":
        text = f"run {' '.join(stands)}"
    else:
        cards = variant.tiles.print == "cards"
        text = "group " + "-".join(card[:-1] if cards else card[1:] for card in stands)
    reading = Reading(text, kind, found["points"], wild)
    return MeldRuling(True, kind, found["points"], wild, [reading])


def turn(variant: Variant, **given: Any) -> dict[str, Any]:
    """What the native core says about a turn of laying."""
    if variant.laying.when != "turn":
        raise RummyError(
            f"{variant.id} shows its melds when the deal ends; ask referee.hand of Python"
        )
    return dict(_core.rule_on_turn(variant.native_draw(), **given))


def _names(
    winner: str | None,
    racks: Mapping[str, str] | None,
    rack_points: Mapping[str, int] | None,
    laid: Mapping[str, Sequence[str]],
) -> list[str]:
    if (racks is None) == (rack_points is None):
        raise RummyError("score takes either racks (texts) or rack_points (numbers)")
    names = list(racks if racks is not None else rack_points or {})
    if winner is not None and winner not in names:
        names.insert(0, winner)
    return [*names, *(name for name in laid if name not in names)]


def score(
    variant: Variant,
    *,
    ending: str,
    winner: str | None,
    racks: Mapping[str, str] | None,
    rack_points: Mapping[str, int] | None,
    opened: Mapping[str, bool],
    laid: Mapping[str, Sequence[str]],
    pairs: Sequence[str],
    wild_discard: bool,
    upcard: str,
    indicator: str,
) -> dict[str, int]:
    """The scores of a deal."""
    rules = variant.native_draw()
    allowed = ENDINGS[variant.end.by]
    if ending not in allowed:
        raise RummyError(
            f'ending is "{short(ending)}"; allowed in {variant.id}: {", ".join(allowed)}'
        )
    names = _names(winner, racks, rack_points, laid)
    if not variant.players.min <= len(names) <= variant.players.max:
        raise RummyError(f"{len(names)} players are named ({', '.join(names)}); {variant.takes}")
    for what, given in (("opened", opened), ("pairs", pairs)):
        for name in given:
            if name not in names:
                raise RummyError(f"{what} names {name}; the players are {', '.join(names)}")
    if winner is None and ending == "out" and racks is not None:
        empty = [name for name in names if not racks.get(name, "").split()]
        winner = empty[0] if len(empty) == 1 else None
    if winner is None and ending != "stock_empty":
        raise RummyError(f'who ended the deal does not follow; give winner with "{ending}"')
    closer = -1 if winner is None or ending == "stock_empty" else names.index(winner)
    if racks is not None:
        hands = [racks.get(name, "") for name in names]
        gin = ending in ("gin", "big_gin")
        points = _core.draw_hand_points(
            rules, hands=hands, closer=closer, gin=gin, indicator=indicator
        )
    else:
        points = [(rack_points or {}).get(name, 0) for name in names]
    if ending in ("knock", "undercut"):
        mine, theirs = points[closer], points[1 - closer]
        under = theirs < mine or (theirs == mine and variant.scoring.undercut_tie)
        ending = "undercut" if under else "knock"
    melds = [
        _core.draw_laid_points(rules, melds=list(laid.get(name, ())), players=len(names))
        for name in names
    ]
    scores = _core.score_draw_deal(
        rules,
        ending=ending,
        closer=closer,
        points=points,
        laid=[count for count, _ in melds],
        long_runs=[runs for _, runs in melds],
        opened=[opened.get(name, True) for name in names],
        by_pairs=[name in pairs for name in names],
        wild_discard=wild_discard,
        doubled=variant.knock.spades_double and upcard.endswith("S"),
        cutter=-1,
    )
    return dict(zip(names, scores, strict=True))


def winners(
    variant: Variant, totals: Mapping[str, int], games_won: Mapping[str, int] | None
) -> list[int]:
    """Who won a match, by place in the totals."""
    won = [(games_won or {}).get(name, 0) for name in totals]
    rules = variant.native_draw()
    return _core.draw_match_winners(rules, totals=list(totals.values()), games_won=won)


def match_points(
    variant: Variant, totals: Mapping[str, int], games_won: Mapping[str, int]
) -> dict[str, int]:
    """The points of a match with its bonuses."""
    rules = variant.native_draw()
    points = _core.draw_match_points(
        rules,
        totals=list(totals.values()),
        games_won=[games_won.get(name, 0) for name in totals],
    )
    return dict(zip(totals, points, strict=True))
