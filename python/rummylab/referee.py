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
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from rummylab import _core
from rummylab.errors import RummyError
from rummylab.variant import Variant, load

__all__ = [
    "DealRuling",
    "MeldRuling",
    "Reading",
    "Ruling",
    "TurnRuling",
    "deal",
    "match",
    "meld",
    "score",
    "table",
    "turn",
]

VariantSpec = str | os.PathLike[str] | Variant


class Reading(str):
    """One way to read a meld, as a player declares it: ``run R8 R9 R10`` or ``group 10-10-10``.

    It is a text, so it can be given to ``turn(declared=...)``, and it carries what it means.

    Examples
    --------
    >>> from rummylab import referee
    >>> [(r, r.value) for r in referee.meld("J J R7", variant="rummikub").readings]
    [('group 7-7-7', 21), ('run R5 R6 R7', 18)]
    """

    __slots__ = ("jokers", "kind", "value")

    kind: str
    value: int
    jokers: list[str]

    def __new__(cls, text: str, kind: str, value: int, jokers: list[str]) -> Reading:
        reading = super().__new__(cls, text)
        reading.kind = kind
        reading.value = value
        reading.jokers = jokers
        return reading

    def __getnewargs__(self) -> tuple[str, str, int, list[str]]:  # type: ignore[override]
        return (str(self), self.kind, self.value, self.jokers)


@dataclass(frozen=True)
class Ruling:
    """Whether something is legal, and when it is not the reason in a sentence.

    Examples
    --------
    >>> from rummylab import referee
    >>> referee.table(["R4 R5 R6", "R6 R7"], variant="rummikub").reason
    '"R6 R7" is no meld: it has 2 tiles; a meld has at least 3'
    """

    legal: bool
    reason: str = ""

    def __bool__(self) -> bool:
        return self.legal


@dataclass(frozen=True)
class MeldRuling:
    """What a text is as a meld.

    Attributes
    ----------
    legal
        Whether it has a legal reading.
    kind
        ``"run"`` or ``"group"`` by the reading that counts most; None when illegal.
    value
        The points of that reading, a joker counting what it stands for; None when illegal.
    jokers
        What each joker stands for in it, ``Y5``, or ``K5|Y5`` where both fit.
    readings
        All legal readings, the one that counts most first.
    reason
        Why it is no meld, in a sentence; empty when it is one.

    Examples
    --------
    >>> from rummylab import referee
    >>> referee.meld("R4 J R6", variant="rummikub").jokers
    ['R5']
    """

    legal: bool
    kind: str | None
    value: int | None
    jokers: list[str]
    readings: list[Reading]
    reason: str = ""

    def __bool__(self) -> bool:
        return self.legal


@dataclass(frozen=True)
class TurnRuling:
    """Whether a turn is legal.

    Attributes
    ----------
    legal, reason
        The verdict, and when it is no the reason in a sentence.
    opening_points
        What the opening counts, legal or not; None when the player had opened before.
    ends_game
        Whether the last tile was laid; None when the rack after the turn is not known.

    Examples
    --------
    >>> from rummylab import referee
    >>> referee.turn("rummikub", table=[], rack="", result=["R9 R10 R11"], opened=False)
    TurnRuling(legal=True, reason='', opening_points=30, ends_game=None)
    """

    legal: bool
    reason: str = ""
    opening_points: int | None = None
    ends_game: bool | None = None

    def __bool__(self) -> bool:
        return self.legal


@dataclass(frozen=True)
class DealRuling:
    """Counts of tiles when the first regular turn begins.

    Attributes
    ----------
    total
        Tiles in the game.
    hands
        Tiles of each player, the starter first.
    discard
        Tiles that were discarded, dead.
    pool
        Tiles that can still be drawn.
    own_piles
        Under ``deal.draw_from = own_share`` what is left of each player's share; else empty.
    remainder
        Under ``own_share`` the tiles that no share has, drawn last; else 0.

    Examples
    --------
    >>> from rummylab import referee
    >>> referee.deal("rummikub", players=4).pool
    50
    """

    total: int
    hands: list[int]
    discard: int
    pool: int
    own_piles: list[int]
    remainder: int = 0


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
    tiles: str, *, variant: VariantSpec, ordered: bool = True, players: int | None = None
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
    ruling = _judge(variant, players).meld(tiles, ordered)
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
    ruling = _judge(variant, players).turn(
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
    ending: Literal["out", "pool_empty"],
    winner: str | None = None,
    racks: Mapping[str, str] | None = None,
    rack_points: Mapping[str, int] | None = None,
    one_turn_close: bool = False,
    opened: Mapping[str, bool] | None = None,
) -> dict[str, int]:
    """The scores at the end of a deal.

    Parameters
    ----------
    variant
        A variant or the text that names one.
    ending
        ``"out"``: somebody laid the last tile. ``"pool_empty"``: the pool ran out and play stopped.
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
    seats = _core.match_winners(rules.native(), totals=list(totals.values()), games_won=won)
    return names[seats[0]] if len(seats) == 1 else [names[seat] for seat in seats]


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
    counts = _core.deal_counts(load(variant).native(), players)
    return DealRuling(
        total=counts.total,
        hands=counts.hands,
        discard=counts.discard,
        pool=counts.pool,
        own_piles=counts.own_piles,
        remainder=counts.remainder,
    )
