"""Solving as a program does it: many calls, from several threads at once."""

from concurrent.futures import ThreadPoolExecutor

import pytest

import rummylab as rl
from rummylab.bench.positions import positions_of_games
from rummylab.solve import Position


def _asked(position: Position) -> tuple[object, ...]:
    table, rack, opened = position
    best = rl.best_play("rummikub", table=table, rack=rack, opened=opened)
    return (
        best and (best.placed, best.table),
        rl.can_play("rummikub", table=table, rack=rack, opened=opened),
        [
            (play.placed, play.table)
            for play in rl.plays("rummikub", table=table, rack=rack, opened=opened, limit=20)
        ],
    )


def test_threads_that_ask_at_once_get_the_answers_of_one() -> None:
    positions = positions_of_games(rl.load("rummikub"), games=8, players=4)
    alone = [_asked(position) for position in positions]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(_asked, positions * 4)) == alone * 4


def test_a_play_equals_plays_alone() -> None:
    found = rl.best_plays("rummikub", [(["R1 R2 R3"], "R4", True), ([], "R4", True)])
    assert found[0] is not None
    assert found[0] != "R4"
    assert list(found).index(None) == 1


def test_a_limit_keeps_the_first() -> None:
    table = ["R4 R5 R6 R7 R8 R9", "B4 B5 B6 B7 B8", "K4 K5 K6 K7 K8", "R2 B2 K2", "R1 B1 J"]
    rack = "Y2 B3 Y3 Y4 B6 K7 K9 Y9"
    every = rl.plays("rummikub", table=table, rack=rack)
    assert len(every) > 60
    for limit in (1, 7, 60):
        assert rl.plays("rummikub", table=table, rack=rack, limit=limit) == every[:limit]


def test_jokers_of_one_meld_are_read_together() -> None:
    # 400,000 ways to read three jokers one by one, a hundred to read them as a meld.
    table = ["J J J", "K1 J R1 Y1", "B3 B4 B5 B6 B7", "K5 K6 K7 K8", "R2 R3 R4"]
    found = rl.plays("fichas", table=table, rack="B4 B1", players=5)
    assert [play.placed for play in found] == ["B1 B4", "B4", "B1"]
    for play in found:
        assert rl.referee.turn(
            "fichas", table=table, rack="B4 B1", result=play.table, opened=True, players=5
        ).legal


def test_texts_of_half_characters_are_told() -> None:
    with pytest.raises(rl.RummyError, match=r"rack is .* allowed: a text of tiles"):
        rl.plays("rummikub", rack="R1 \udcff")
