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

from collections.abc import Sequence

from rummylab import _core, referee_draw
from rummylab.arguments import MELDS, PLAYERS, TILES, flag, listed, optional, takes, text, whole
from rummylab.errors import RummyError, short
from rummylab.referee_native import VariantSpec, judge
from rummylab.referee_rulings import (
    DealRuling,
    HandRuling,
    MeldRuling,
    Reading,
    Ruling,
    TurnRuling,
)
from rummylab.referee_scores import match, match_points, score
from rummylab.variant import Variant, load, native_players

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


def _no_indicator(variant: Variant, indicator: str) -> None:
    if indicator:
        raise RummyError(
            f'indicator is "{short(indicator)}", but {variant.id} has none; leave it out'
        )


@takes(tiles=TILES, ordered=flag, players=PLAYERS, indicator=TILES)
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
        number = native_players(loaded, players)
        return referee_draw.meld(
            loaded, tiles, ordered=ordered, indicator=indicator, players=number
        )
    _no_indicator(loaded, indicator)
    ruling = judge(loaded, players).meld(tiles, ordered)
    readings = [Reading(r.text, r.kind, r.value, r.jokers) for r in ruling.readings]
    if not readings:
        return MeldRuling(False, None, None, [], [], ruling.reason)
    best = readings[0]
    return MeldRuling(True, best.kind, best.value, best.jokers, readings)


@takes(melds=MELDS, players=PLAYERS)
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
    return Ruling(*judge(variant, players).table(list(melds)))


@takes(
    table=MELDS,
    rack=TILES,
    result=MELDS,
    opened=flag,
    rack_after=optional(TILES),
    declared=optional(listed(text(), 'a list of readings, such as ["run R8 R9 R10"]')),
    players=PLAYERS,
    total_before=whole(),
    lap=whole(),
    owners=optional(listed(text(), 'a list with one name per meld, such as ["own", "B"]')),
    indicator=TILES,
)
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
        native_players(loaded, players)
        whose = list(owners or []) or ["own"] * len(table)
        if len(whose) != len(table):
            raise RummyError(f"{len(whose)} owners for {len(table)} melds; give one for each")
        others = [name for name in dict.fromkeys(whose) if name != "own"]
        found = referee_draw.turn(
            loaded,
            table=list(table),
            owners=[0 if name == "own" else 1 + others.index(name) for name in whose],
            result=list(result),
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
    _no_indicator(loaded, indicator)
    ruling = judge(loaded, players).turn(
        table=list(table),
        rack=rack,
        result=list(result),
        opened=opened,
        rack_after=rack_after,
        declared=list(declared or []),
    )
    return TurnRuling(ruling.legal, ruling.reason, ruling.opening_points, ruling.ends_game)


@takes(hand=TILES, upcard=TILES, indicator=TILES)
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


@takes(players=whole())
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
    loaded.check_players(players)
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
