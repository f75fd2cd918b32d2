"""Kingmaking: turns of a player without hope whose choice decides which of the others wins.

What a play does to the others is found by playing on. In a position of a game that was played, with
every rack as it was, each of a few legal plays is made, and from there the game is played to its
end many times, the pool in another order each time, the same orders after every play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from rummylab.analysis import intervals
from rummylab.analysis.course import Floats
from rummylab.analysis.intervals import Estimate, Moments
from rummylab.analysis.value import Value, positions_of
from rummylab.errors import RummyError
from rummylab.replay import replay
from rummylab.simulate import Strategies, play_position
from rummylab.simulate_result import Result
from rummylab.solve import plays
from rummylab.variant import Variant

__all__ = ["DEFINITION", "check_kings", "kingmaking", "makes_king"]

DEFINITION = (
    "Share of the turns on which the player to move has a chance below 0.1 whatever it plays, and"
    " decides about 0.1 or more of the chance of another; found by playing on."
)

HOPELESS = 0.1
SWING = 0.1
# Plays that are tried beside laying nothing, of up to so many legal ones.
_TRIED, _LISTED = 3, 60
_GAMES = 300  # that are played on after each play
# Who may be without hope by the value function is looked at closely.
_CLOSELY = 2 * HOPELESS


def makes_king(mover: int, one: Floats, two: Floats) -> bool:
    """Whether this player decides between others.

    The player has a chance below 0.1 after every play that was tried, and two of these plays give
    another player chances that are 0.1 or more apart. Which two, and which player, is chosen by one
    half of the games played on and judged by the other, or chance would find somebody always.

    Parameters
    ----------
    mover : int
        The player whose turn it is, from 0.
    one, two : array of float, shape (plays, n)
        The chance of every player after every play, in each half of the games played on.

    Examples
    --------
    >>> chances = np.array([[0.02, 0.6, 0.38], [0.01, 0.4, 0.59]])
    >>> makes_king(0, chances, chances), makes_king(1, chances, chances)
    (True, False)
    """
    if len(one) < 2 or float((one + two)[:, mover].max()) / 2 >= HOPELESS:
        return False
    others = np.delete(one, mover, axis=1)
    player = int(np.argmax(np.ptp(others, axis=0)))
    best, worst = int(np.argmax(others[:, player])), int(np.argmin(others[:, player]))
    judged = np.delete(two, mover, axis=1)[:, player]
    return float(judged[best] - judged[worst]) >= SWING - 1e-12


def kingmaking(
    variant: Variant,
    value: Value,
    *,
    games: int,
    players: int,
    strategies: Strategies,
    seed: int,
    threads: int | None = None,
) -> Estimate:
    """The share of the turns on which the player to move is without hope and makes a king.

    Parameters
    ----------
    variant
        A rule set of a table game.
    value
        A value function; it tells whose turns need a close look.
    games
        How many games, from the first of this seed; those without a single winner are left out.
    players, strategies, seed, threads
        As in `simulate`.

    Returns
    -------
    Estimate
        With a t interval over the games.

    Raises
    ------
    RummyError
        With two players, where nobody is left to choose between.
    """
    check_kings(players)
    found = []
    for game in range(games):
        told = replay(variant, players=players, strategies=strategies, seed=seed, game=game)
        if told.data["ending"] != "cap" and len(told.data["winners"]) == 1:
            found.append(_of_game(variant, value, told.data, strategies, seed, threads))
    if len(found) < 2:
        raise RummyError(
            f"kingmaking is {games}: fewer than two of these games have one winner; look at more"
        )
    x, y = (np.array(column, dtype=np.int64) for column in zip(*found, strict=True))
    sums = (int(part) for part in (x.sum(), y.sum(), x @ x, x @ y, y @ y))
    return intervals.proportion(Moments(len(found), *sums))


def check_kings(players: int) -> None:
    """Refuse two players, where nobody is left to choose between."""
    if players < 3:
        raise RummyError(
            f"kingmaking is about three players or more, not {players}: with two a player without"
            " hope has no king to choose; give more players, or leave kingmaking out"
        )


def _of_game(
    variant: Variant,
    value: Value,
    game: Mapping[str, Any],
    strategies: Strategies,
    seed: int,
    threads: int | None,
) -> tuple[int, int]:
    """How many turns made a king, of how many."""
    turns, players = game["turns"], int(game["players"])
    columns = {
        "game": np.zeros(len(turns), dtype=np.int32),
        "tiles_laid": np.array([len(turn["laid"].split()) for turn in turns], dtype=np.int32),
        **{
            name: np.array([turn[name] for turn in turns], dtype=np.int32)
            for name in ("seat", "rack_tiles", "rack_points", "pool_left")
        },
    }
    looked_at = positions_of(columns, players, {0: game["winners"][0] - 1})
    if not looked_at:  # over before everybody has moved
        return 0, 0
    chances = value.course(looked_at[0]).v
    made = 0
    for step, turn in enumerate(turns[players:]):
        mover = turn["seat"] - 1
        if turn["no_play_existed"] or chances[step, mover] >= _CLOSELY:
            continue
        halves = _after_plays(variant, game, players + step, strategies, seed, threads)
        made += makes_king(mover, *halves)
    return made, len(turns) - players


def _after_plays(
    variant: Variant,
    game: Mapping[str, Any],
    at: int,
    strategies: Strategies,
    seed: int,
    threads: int | None,
) -> tuple[Floats, Floats]:
    """Every player's chance after each play of a turn, in both halves of the games played on."""
    turns, players = game["turns"], int(game["players"])
    mover = turns[at]["seat"] - 1
    racks = list(game["racks"])
    opened = [False] * players
    for turn in turns[:at]:
        racks[turn["seat"] - 1] = turn["rack"]
        opened[turn["seat"] - 1] |= turn["action"] == "play"
    table = turns[at - 1]["table"]
    listed = plays(
        variant,
        table=table,
        rack=racks[mover],
        opened=opened[mover],
        limit=_LISTED,
        players=players,
    )
    tried = [listed[i] for i in sorted(set(np.linspace(0, len(listed) - 1, _TRIED).astype(int)))]
    rows = []
    for play in tried:
        left = _without(racks[mover], play.placed) + play.to_rack.split()
        if not left:
            return np.eye(players)[[mover]], np.eye(players)[[mover]]  # wins at once
        rows.append(([*left], len(left), play.table, True))
    if not variant.turn.must_play:
        held = racks[mover].split()
        drawn = variant.turn.draw if turns[at - 1]["pool_left"] else 0
        rows.append((held, len(held) + drawn, table, opened[mover]))
    halves = []
    for half in (0, 1):
        chances = []
        for held, size, laid, open_now in rows:
            order = [(mover + 1 + k) % players for k in range(players)]  # the mover comes last
            known = [" ".join(held) if p == mover else racks[p] for p in order]
            sizes = [size if p == mover else len(racks[p].split()) for p in order]
            position = {
                "table": laid,
                "racks": known,
                "others": sizes[1:],
                "has_laid": [open_now if p == mover else opened[p] for p in order],
                "discards": game["discards"],
                "to_move": 0,
            }
            who = _in_order(strategies, order)
            result = play_position(
                variant,
                position,
                count=_GAMES // 2,
                players=players,
                strategies=who,
                seed=(seed + half) % 2**64,
                threads=threads,
            )
            chances.append(_by_player(result, order))
        halves.append(np.array(chances))
    return halves[0], halves[1]


def _in_order(strategies: Strategies, order: Sequence[int]) -> Strategies:
    if isinstance(strategies, str) or not isinstance(strategies, Sequence):
        return strategies
    return [strategies[p] for p in order]


def _without(rack: str, placed: str) -> list[str]:
    left = rack.split()
    for tile in placed.split():
        left.remove(tile)
    return left


def _by_player(result: Result, order: Sequence[int]) -> Floats:
    tally = result.tally
    whole = 60 * max(1, tally.total("games"))
    chances: Floats = np.zeros(len(order))
    for place, player in enumerate(order):
        chances[player] = tally.total(f"share_player_{place + 1}") / whole
    return chances
