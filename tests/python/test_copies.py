"""What people get back can be copied and sent to other processes, and is the same there."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest
from test_mistakes import STUDY, TASK

import rummylab as rl
from rummylab import referee

TINY = "rummikub:tiles.colours=3,tiles.numbers=5,tiles.jokers=0,deal.rack=6,opening.min_points=0"
QUICK: dict[str, Any] = {"players": 2, "seed": 1, "threads": 1}
TABLE = ["R4 R5 R6 R7", "B8 K8 J"]
POSITIONS = [(TABLE, "R6 R8 K1", True), ([], "R1 B9", True)]
RUN = rl.simulate(TINY, games=20, record="turns", **QUICK)
FOUND: dict[str, Any] = {
    "Play": rl.best_play("rummikub", table=TABLE, rack="R6 R8 K1"),
    "Play with a joker on the rack": rl.best_play(
        "rummikub:joker.reuse=keep", table=["R5 B5 K5 J"], rack="Y5"
    ),
    "Play of six colours": rl.best_play(
        "fichas:players.tiles.5=160_6x2", rack="G9 G10 G11", opened=False, players=5
    ),
    "plays": rl.plays("rummikub", table=TABLE, rack="R6 R8 K1 Y8"),
    "PackedPositions": rl.pack("rummikub", POSITIONS),
    "Plays": rl.best_plays("rummikub", POSITIONS),
    "HandPlan": rl.best_hand("gin", "4S 5S 6S 8S 8H 8D KC"),
    "HandPlans": rl.best_hands("okey", ["R1 R2 FJ", "B9 B10 B13"], indicator="B12", players=4),
    "Variant": rl.load("rummikub:opening.min_points=50"),
    "Result": RUN,
    "Estimate": RUN.metrics()["turns"],
    "Comparison": rl.compare(TINY, f"{TINY},deal.rack=5", games=20, **QUICK),
    "Replay": rl.replay(TINY, players=2),
    "Odds": rl.odds("rummikub", rack="R7 R8", others=[5], table=["R4 R5 R6"], games=5),
    "Plan": rl.plan(TINY, f"{TINY},deal.rack=5", half_width=1.0, pilot=20, **QUICK),
    "League": rl.league(TINY, strategies=["max_tiles", "random"], deals=40, **QUICK),
    "Study": rl.Study(**STUDY),
    "Balance": rl.Balance(**TASK),
    "MeldRuling": referee.meld("R5 B5 K5 J", variant="rummikub"),
    "TurnRuling": referee.turn("rummikub", table=[], rack="", result=["R9 R10 R11"], opened=True),
    "HandRuling": referee.hand("gin", hand="AC 2C 3C 4D 5D 6D 7H 8H 9H 10S"),
    "DealRuling": referee.deal("rummikub", players=2),
    "RummyError": rl.RummyError("a mistake"),
}
WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
}


def _plain(value: Any) -> Any:
    """What can be compared: lists for sequences, texts for what is not equal to its copy."""
    if isinstance(value, rl.RummyError | type(FOUND["PackedPositions"])):
        return repr(value)
    return list(value) if isinstance(value, Iterable) and not isinstance(value, str) else value


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", FOUND)
def test_a_copy_is_the_same(name: str, way: str) -> None:
    found = FOUND[name]
    again = WAYS[way](found)
    assert type(again) is type(found)
    assert (_plain(again), repr(again)) == (_plain(found), repr(found))


@pytest.mark.parametrize("protocol", [0, 1])
@pytest.mark.parametrize("name", ["Play", "PackedPositions", "Plays", "HandPlan", "HandPlans"])
def test_old_protocols_carry_native_objects(name: str, protocol: int) -> None:
    again = pickle.loads(pickle.dumps(FOUND[name], protocol))
    assert _plain(again) == _plain(FOUND[name])


def test_copies_can_still_be_asked() -> None:
    packed = WAYS["pickle"](FOUND["PackedPositions"])
    assert list(rl.best_plays("rummikub", packed)) == list(FOUND["Plays"])
    plans = WAYS["pickle"](FOUND["HandPlans"])
    assert np.array_equal(plans.values, FOUND["HandPlans"].values)
    assert WAYS["pickle"](FOUND["Play with a joker on the rack"]).to_rack == "J"


def test_every_public_result_is_here() -> None:
    made = {name for name in rl.__all__ if isinstance(getattr(rl, name), type)}
    assert made - {"Strategy"} <= set(FOUND)
