"""What a deal scores, and who wins a match; `referee` gives these functions with its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rummylab import _core, referee_draw
from rummylab.arguments import MELDS, TILES, flag, listed, mapped, optional, takes, text, whole
from rummylab.errors import RummyError, short
from rummylab.referee_native import VariantSpec, judge
from rummylab.variant import Variant, load

__all__ = ["match", "match_points", "score"]


def _points_of(
    variant: Variant,
    players: int,
    racks: Mapping[str, str] | None,
    rack_points: Mapping[str, int] | None,
) -> dict[str, int]:
    if (racks is None) == (rack_points is None):
        raise RummyError("score takes either racks (texts) or rack_points (numbers)")
    if racks is not None:
        rules = judge(variant, players or None)  # of nobody it says so itself
        points = rules.rack_points(list(racks.values()))
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


_POINTS = mapped(whole(), "points by player, such as {'A': 0, 'B': 12}")
_WON = mapped(whole(), "games won by player, such as {'A': 2, 'B': 1}")


@takes(
    ending=text(),
    winner=optional(text("the name of a player")),
    racks=optional(mapped(TILES, "tiles by player, such as {'A': '', 'B': 'R5 J'}")),
    rack_points=optional(_POINTS),
    one_turn_close=flag,
    opened=optional(mapped(flag, "True or False by player, such as {'A': True}")),
    laid=optional(mapped(MELDS, "melds by player, such as {'A': ['4S 5S 6S']}")),
    pairs=listed(text("the name of a player"), "a list of names of players"),
    wild_discard=flag,
    upcard=TILES,
    indicator=TILES,
)
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
        raise RummyError(f'ending is "{short(ending)}"; allowed: out, pool_empty')
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


@takes(totals=_POINTS, games_won=optional(_WON))
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
    else:
        seats = _core.match_winners(rules.native(), totals=list(totals.values()), games_won=won)
    return names[seats[0]] if len(seats) == 1 else [names[seat] for seat in seats]


@takes(totals=_POINTS, games_won=_WON)
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
