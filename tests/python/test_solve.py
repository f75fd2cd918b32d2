"""Solving as a program does it: many calls, from several threads at once."""

from concurrent.futures import ThreadPoolExecutor

import rummylab as rl
from rummylab.bench.positions import positions_of_games
from rummylab.solve import Position


def _asked(position: Position) -> tuple[object, ...]:
    table, rack, opened = position
    best = rl.best_play("rummikub", table=table, rack=rack, opened=opened)
    return (
        best and (best.placed, best.table),
        rl.can_play("rummikub", table=table, rack=rack, opened=opened),
        [play.placed for play in rl.plays("rummikub", table=table, rack=rack, opened=opened)],
    )


def test_threads_that_ask_at_once_get_the_answers_of_one() -> None:
    positions = positions_of_games(rl.load("rummikub"), games=8, players=4)
    alone = [_asked(position) for position in positions]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(_asked, positions * 4)) == alone * 4
