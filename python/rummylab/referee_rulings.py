"""What the referee answers: small frozen values."""

from __future__ import annotations

from dataclasses import dataclass


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


@dataclass(frozen=True)
class HandRuling:
    """What a hand is worth when it is melded at its best.

    Attributes
    ----------
    deadwood
        What the cards outside melds cost.
    melds
        The melds, as texts.
    can_knock
        Whether the hand may end the deal, after the discard: by its deadwood where a knock does,
        else because it is whole.
    gin
        Whether every card lies in a meld.
    leftover
        The cards outside melds.
    points
        What the melds count.

    Examples
    --------
    >>> from rummylab import referee
    >>> referee.hand("gin", hand="AC 2C 3C 4D 5D 6D 7H 8H 9H 10S").deadwood
    10
    """

    deadwood: int
    melds: list[str]
    can_knock: bool
    gin: bool
    leftover: str = ""
    points: int = 0
