"""The referee: judges melds, tables, turns, scores, matches and deals by a rule set.

Tiles are texts such as ``R5 B12 J``; a table is a list of melds. A move against the rules is a
ruling with a reason; a text that makes no sense (an unknown tile, more copies than the set has, an
illegal table to begin with) raises :class:`~rummylab.errors.RummyError`.

Examples
--------
>>> from rummylab import referee
>>> referee.meld("R5 B5 K5 J", variant="rummikub")
MeldRuling(legal=True, kind='group', value=20, jokers=['Y5'], readings=['group 5-5-5-5'], reason='')
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import lru_cache

from rummylab import _core, referee_draw
from rummylab.errors import RummyError
from rummylab.referee_rulings import (
    DealRuling,
    HandRuling,
    MeldRuling,
    Reading,
    Ruling,
    TurnRuling,
)
from rummylab.variant import Variant, load

__all__ = [
    "DealRuling",
    "HandRuling",
    "MeldRuling",
    "Reading",
    "Ruling",
    "TurnRuling",
    "deal",
    "hand",
    "match",
    "match_points",
    "meld",
    "score",
    "table",
    "turn",
]

VariantSpec = str | os.PathLike[str] | Variant


@lru_cache(maxsize=256)
def _referee(variant: Variant, players: int) -> _core.Referee:
    return _core.Referee(variant.native(), players)


def _judge(variant: VariantSpec, players: int | None) -> _core.Referee:
    return _referee(load(variant), players or 0)


def _texts(melds: Sequence[str], what: str) -> list[str]:
    if isinstance(melds, str):
        raise RummyError(f'{what} is the text "{melds}"; give a list of melds, such as ["{melds}"]')
    return list(melds)


def meld(
    tiles: str,
    *,
    variant: VariantSpec,
    ordered: bool = True,
    players: int | None = None,
    indicator: str = "",
) -> MeldRuling:
    """Judge a meld.

    Parameters
    ----------
    tiles
        Its tiles with blanks between. In a run numbers rise as written and a joker stands for what
        its place says.
    variant
        A variant or the text that names one.
    ordered
        False: the tiles may be put in any order.
    players
        Where the tile set depends on the number of players; the standard set if not given.
    indicator
        Draw games with one: the turned tile; a false okey is written ``FJ``.

    Raises
    ------
    RummyError
        A text that is no tile of the set, or more copies than it has.

    Examples
    --------
    >>> from rummylab import referee
    >>> referee.meld("J R1 R2", variant="rummikub").reason
    '"J R1 R2" is no meld: the joker before R1 would stand for a number below 1'
    >>> referee.meld("J R1 R2", variant="rummikub", ordered=False).readings
    ['run R1 R2 R3']
    """
    loaded = load(variant)
    if loaded.family == "draw":
        return referee_draw.meld(
            loaded, tiles, ordered=ordered, indicator=indicator, players=players or 0
        )
    ruling = _judge(loaded, players).meld(tiles, ordered)
    readings = [Reading(r.text, r.kind, r.value, r.jokers) for r in ruling.readings]
    if not readings:
        return MeldRuling(False, None, None, [], [], ruling.reason)
    best = readings[0]
    return MeldRuling(True, best.kind, best.value, best.jokers, readings)


def table(melds: Sequence[str], *, variant: VariantSpec, players: int | None = None) -> Ruling:
    """Judge a table: every meld must be legal.

    Parameters
    ----------
    melds
        The melds as texts.
    variant, players
        As for :func:`meld`.

    Raises
    ------
    RummyError
        A text that is no tile of the set, or more copies on the table than it has.

    Examples
    --------
    >>> from rummylab import referee
    >>> referee.table(["R4 R5 R6", "B8 K8 J"], variant="rummikub")
    Ruling(legal=True, reason='')
    """
    return Ruling(*_judge(variant, players).table(_texts(melds, "melds")))


def turn(
    variant: VariantSpec,
    *,
    table: Sequence[str],
    rack: str,
    result: Sequence[str],
    opened: bool,
    rack_after: str | None = None,
    declared: Sequence[str] | None = None,
    players: int | None = None,
    total_before: int = 0,
    lap: int = 2,
    owners: Sequence[str] | None = None,
    indicator: str = "",
) -> TurnRuling:
    """Judge a turn by the table before and after it.

    Parameters
    ----------
    variant, players
        As for :func:`meld`.
    table
        The melds before the turn.
    rack
        The rack before the turn. Without `rack_after` it may be partial (the tiles laid or named),
        or empty: then the laid tiles are what the result adds.
    result
        The melds after the turn.
    opened
        Whether the player has opened (under ``opening.by = anyone``: whether anybody has).
    rack_after
        The rack after the turn: the rack less the tiles laid.
    declared
        How melds of the result that have several readings are meant, such as ``run R8 R9 R10`` or
        ``group 10-10-10``. The points of an opening are then those of the melds as written and
        declared; without it, the most that the laid tiles allow.
    total_before, lap
        Draw games: the player's points in the match before this deal, and which of the player's
        turns it is. The rack is the hand after the draw; `rack_after` what is left before the
        discard.
    owners
        Draw games: whose each meld of `table` is, ``"own"`` or a name; the player's own if not
        given.
    indicator
        Draw games with one: the turned tile.

    Raises
    ------
    RummyError
        Unknown tiles, more copies than the set has, a table that is not legal before the turn, or a
        declaration that fits no meld.

    Examples
    --------
    >>> from rummylab import referee
    >>> after = ["R4 R5 R6", "B8 K8 J"]
    >>> referee.turn("rummikub", table=["R4 R5 J"], rack="R6 B8 K8", result=after, opened=True)
    TurnRuling(legal=True, reason='', opening_points=None, ends_game=None)
    """
    loaded = load(variant)
    if loaded.family == "draw":
        whose = _texts(owners or [], "owners") or ["own"] * len(table)
        if len(whose) != len(table):
            raise RummyError(f"{len(whose)} owners for {len(table)} melds; give one for each")
        others = [name for name in dict.fromkeys(whose) if name != "own"]
        found = referee_draw.turn(
            loaded,
            table=_texts(table, "table"),
            owners=[0 if name == "own" else 1 + others.index(name) for name in whose],
            result=_texts(result, "result"),
            hand=rack,
            opened=opened,
            total_before=total_before,
            lap=lap,
            hand_after=rack_after,
            indicator=indicator,
        )
        opening = None if opened else found["points"]
        ends = found["ends"] if rack_after is not None and found["legal"] else None
        return TurnRuling(found["legal"], found["reason"], opening, ends)
    ruling = _judge(loaded, players).turn(
        table=_texts(table, "table"),
        rack=rack,
        result=_texts(result, "result"),
        opened=opened,
        rack_after=rack_after,
        declared=_texts(declared or [], "declared"),
    )
    return TurnRuling(ruling.legal, ruling.reason, ruling.opening_points, ruling.ends_game)


def _points_of(
    variant: Variant,
    players: int,
    racks: Mapping[str, str] | None,
    rack_points: Mapping[str, int] | None,
) -> dict[str, int]:
    if (racks is None) == (rack_points is None):
        raise RummyError("score takes either racks (texts) or rack_points (numbers)")
    if racks is not None:
        points = _referee(variant, players).rack_points(list(racks.values()))
        return dict(zip(racks, points, strict=True))
    assert rack_points is not None
    for seat, value in rack_points.items():
        if value < 0:
            raise RummyError(f"rack_points of {seat} is {value}; a rack costs 0 or more")
    return dict(rack_points)


def _winner_out(
    winner: str | None, racks: Mapping[str, str] | None, rack_points: Mapping[str, int] | None
) -> str:
    """Who went out: the one told, or the one whose rack is empty."""
    if racks is not None:
        empty = [seat for seat, rack in racks.items() if not rack.split()]
    else:
        empty = [seat for seat, points in (rack_points or {}).items() if points == 0]
    if winner is None:
        if len(empty) != 1:
            said = "nobody's rack is empty" if not empty else f"{', '.join(empty)} have empty racks"
            raise RummyError(f"who went out does not follow, for {said}; give winner")
        return empty[0]
    held = {**(racks or {}), **(rack_points or {})}
    if winner in held and winner not in empty:
        raise RummyError(f"winner {winner} went out but holds {held[winner]!r}")
    return winner


def score(
    variant: VariantSpec,
    *,
    ending: str,
    winner: str | None = None,
    racks: Mapping[str, str] | None = None,
    rack_points: Mapping[str, int] | None = None,
    one_turn_close: bool = False,
    opened: Mapping[str, bool] | None = None,
    laid: Mapping[str, Sequence[str]] | None = None,
    pairs: Sequence[str] = (),
    wild_discard: bool = False,
    upcard: str = "",
    indicator: str = "",
) -> dict[str, int]:
    """The scores at the end of a deal.

    Parameters
    ----------
    variant
        A variant or the text that names one.
    ending
        ``"out"``: somebody laid the last tile. ``"pool_empty"``: the pool ran out and play stopped.
        In draw games ``"out"``, ``"knock"``, ``"gin"``, ``"big_gin"``, ``"hand"``, ``"pairs"`` or
        ``"stock_empty"``, by the rules; the winner is then who ended the deal, and an undercut
        follows from the hands.
    winner
        Who went out; may be left out when one rack is empty, and may be missing from the racks.
    racks
        The tiles left to each player, in turn order (a tie's odd points go to the first).
    rack_points
        The same in points; give one of the two.
    one_turn_close
        The winner laid all tiles in one turn, and nothing before (`scoring.one_turn_close`).
    opened
        Who had opened, for `scoring.unopened_penalty`; who is not named had.
    laid
        Draw games: the melds that each has on the table.
    pairs
        Draw games: who opened with pairs.
    wild_discard
        Draw games: whether the last discard was wild.
    upcard, indicator
        Draw games: the first upcard, and the turned tile.

    Returns
    -------
    dict
        Points by player.

    Raises
    ------
    RummyError
        Players, racks or a winner that cannot be.

    Examples
    --------
    >>> from rummylab import referee
    >>> referee.score("rummikub", ending="out", winner="A", racks={"B": "J R5", "C": "K13 B12"})
    {'A': 60, 'B': -35, 'C': -25}
    """
    rules = load(variant)
    if rules.family == "draw":
        return referee_draw.score(
            rules,
            ending=ending,
            winner=winner,
            racks=racks,
            rack_points=rack_points,
            opened=opened or {},
            laid=laid or {},
            pairs=pairs,
            wild_discard=wild_discard,
            upcard=upcard,
            indicator=indicator,
        )
    if ending not in ("out", "pool_empty"):
        raise RummyError(f'ending is "{ending}"; allowed: out, pool_empty')
    if one_turn_close and ending != "out":
        raise RummyError(f"one_turn_close is for the ending out, not {ending}")
    named = list(racks if racks is not None else rack_points or {})
    if ending == "out":
        winner = _winner_out(winner, racks, rack_points)
        if winner not in named:
            named.insert(0, winner)
    elif winner is not None and winner not in named:
        raise RummyError(f"winner is {winner}; the racks are of {', '.join(named)}")
    held = _points_of(rules, len(named), racks, rack_points)
    for seat in opened or {}:
        if seat not in named:
            raise RummyError(f"opened names {seat}; the players are {', '.join(named)}")
    if ending == "pool_empty" and winner is not None and held[winner] > min(held.values()):
        raise RummyError(f"winner is {winner} with {held[winner]}; the lowest rack wins")
    points = _core.score_deal(
        rules.native(),
        ending=ending,
        winner=named.index(winner) if ending == "out" and winner is not None else -1,
        rack_points=[held.get(seat, 0) for seat in named],
        opened=[(opened or {}).get(seat, True) for seat in named],
        one_turn_close=one_turn_close,
    )
    return dict(zip(named, points, strict=True))


def match(
    variant: VariantSpec,
    *,
    totals: Mapping[str, int],
    games_won: Mapping[str, int] | None = None,
) -> str | list[str]:
    """Who won a match.

    Parameters
    ----------
    variant
        A variant or the text that names one.
    totals
        Points of each player over the games.
    games_won
        Games won by each; needed where `match.decided_by` is ``games_won``, and else it parts equal
        totals.

    Returns
    -------
    str or list of str
        The winner, or all who share the win.

    Examples
    --------
    >>> from rummylab import referee
    >>> referee.match("signature", totals={"A": -40, "B": -38, "C": -55})
    'B'
    """
    rules = load(variant)
    if not totals:
        raise RummyError("totals is empty; give the points of each player")
    if games_won is None and rules.match.decided_by == "games_won":
        raise RummyError("match.decided_by is games_won; give games_won too")
    if games_won is not None and set(games_won) != set(totals):
        raise RummyError(
            f"games_won is of {', '.join(games_won)}, totals of {', '.join(totals)}; "
            "name the same players"
        )
    names = list(totals)
    won = [games_won[name] if games_won is not None else 0 for name in names]
    if rules.family == "draw":
        seats = referee_draw.winners(rules, totals, games_won)
        return names[seats[0]] if len(seats) == 1 else [names[seat] for seat in seats]
    seats = _core.match_winners(rules.native(), totals=list(totals.values()), games_won=won)
    return names[seats[0]] if len(seats) == 1 else [names[seat] for seat in seats]


def match_points(
    variant: VariantSpec, *, totals: Mapping[str, int], games_won: Mapping[str, int]
) -> dict[str, int]:
    """The points of a match of a draw game with the bonuses at its end.

    Parameters
    ----------
    variant
        A variant or the text that names one.
    totals
        Points of each player over the deals.
    games_won
        Deals won by each.

    Examples
    --------
    >>> from rummylab import referee
    >>> gin = "gin:match.box_bonus=20,match.game_bonus=100"
    >>> referee.match_points(gin, totals={"A": 104, "B": 61}, games_won={"A": 5, "B": 3})
    {'A': 304, 'B': 121}
    """
    if set(games_won) != set(totals):
        raise RummyError(
            f"games_won is of {', '.join(games_won)}, totals of {', '.join(totals)}; "
            "name the same players"
        )
    return referee_draw.match_points(load(variant), totals, games_won)


def hand(variant: VariantSpec, *, hand: str, upcard: str = "", indicator: str = "") -> HandRuling:
    """Judge a hand of a draw game, melded at its best.

    Parameters
    ----------
    variant
        A variant or the text that names one.
    hand
        The cards after the discard.
    upcard
        The first upcard, where the knock limit follows from it.
    indicator
        The turned tile, in games that have one.

    Raises
    ------
    RummyError
        A text that is no card of the set, or more copies than it has; a table game.

    Examples
    --------
    >>> from rummylab import referee
    >>> ruling = referee.hand("gin", hand="AC 2C 3C 4D 5D 6D 7H 8H 9H 10S")
    >>> ruling.deadwood, ruling.can_knock, ruling.gin
    (10, True, False)
    """
    return referee_draw.hand(load(variant), hand, upcard=upcard, indicator=indicator)


def deal(variant: VariantSpec, *, players: int) -> DealRuling:
    """How many tiles lie where when the first regular turn begins.

    Parameters
    ----------
    variant
        A variant or the text that names one.
    players
        How many play.

    Raises
    ------
    RummyError
        A number of players that the variant is not for.

    Examples
    --------
    >>> from rummylab import referee
    >>> referee.deal("signature", players=4)
    DealRuling(total=106, hands=[14, 14, 14, 14], discard=1, pool=49, own_piles=[], remainder=0)
    """
    loaded = load(variant)
    if loaded.family == "draw":
        return DealRuling(
            **_core.draw_deal_counts(loaded.native_draw(), players=players), own_piles=[]
        )
    counts = _core.deal_counts(loaded.native(), players)
    return DealRuling(
        total=counts.total,
        hands=counts.hands,
        discard=counts.discard,
        pool=counts.pool,
        own_piles=counts.own_piles,
        remainder=counts.remainder,
    )
