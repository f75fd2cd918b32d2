"""What people get back can be copied and sent to other processes, and is the same there."""

from __future__ import annotations

import copy
import dataclasses
import importlib
import inspect
import pickle
import pkgutil
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from test_mistakes import STUDY, TASK

import rummylab as rl
from rummylab import _core, referee
from rummylab.drama import drama

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
    "Drama": drama(TINY, games=30, **QUICK),
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
    """What can be compared: errors are equal to none but themselves."""
    return repr(value) if isinstance(value, rl.RummyError) else value


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", FOUND)
def test_a_copy_is_the_same(name: str, way: str) -> None:
    found = FOUND[name]
    again = WAYS[way](found)
    assert type(again) is type(found)
    assert (_plain(again), repr(again)) == (_plain(found), repr(found))


@pytest.mark.parametrize("name", FOUND)
def test_anything_can_be_compared(name: str) -> None:
    found = FOUND[name]
    for other in [None, *FOUND.values()]:
        assert (found == other) is (found is other)


def _array_classes() -> list[type]:
    """The dataclasses of the package that hold arrays or frames."""
    found = []
    for module in pkgutil.walk_packages(rl.__path__, "rummylab."):
        if module.name.endswith(("__main__", "._core")):
            continue
        for value in vars(importlib.import_module(module.name)).values():
            own = inspect.isclass(value) and value.__module__ == module.name
            if own and dataclasses.is_dataclass(value):
                listed = [field for field in dataclasses.fields(value) if field.compare]
                kinds = " ".join(str(field.type) for field in listed)
                if re.search(r"Ints|Floats|NDArray|ndarray|DataFrame|Series", kinds):
                    found.append(value)
    return found


def test_what_holds_arrays_is_compared_by_value() -> None:
    """The comparison that a dataclass makes raises for arrays."""
    kinds = [kind for kind in _array_classes() if not kind.__name__.startswith("_")]
    assert len(kinds) > 5
    for kind in kinds:
        assert not kind.__dataclass_params__.eq, kind
        assert kind.__eq__ is not object.__eq__, kind


def test_another_value_is_not_equal() -> None:
    found = FOUND["Drama"]
    other = dataclasses.replace(found, curve=found.curve + 1)
    assert found != other
    assert dataclasses.replace(found, curve=np.where(found.curve > 2, found.curve, np.nan)) != found
    assert FOUND["Plays"] != rl.best_plays("rummikub", POSITIONS[:1])
    assert FOUND["PackedPositions"] != rl.pack("rummikub", POSITIONS[:1])


@pytest.mark.parametrize("protocol", [0, 1])
@pytest.mark.parametrize("name", ["Play", "PackedPositions", "Plays", "HandPlan", "HandPlans"])
def test_old_protocols_carry_native_objects(name: str, protocol: int) -> None:
    again = pickle.loads(pickle.dumps(FOUND[name], protocol))
    assert _plain(again) == _plain(FOUND[name])


def _native_classes() -> list[str]:
    return [name for name, value in vars(_core).items() if isinstance(value, type)]


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_what_has_no_copies_says_so(protocol: int) -> None:
    """The oldest protocols ended the process."""
    solver = _core.Solver(rl.load("rummikub").native())
    for ask in (lambda: pickle.dumps(solver, protocol), solver.__reduce__):
        with pytest.raises(TypeError, match="cannot copy or pickle 'Solver' object"):
            ask()


# Every member of a class, read from an object that was made without what it holds.
EMPTY = """
from rummylab import RummyError, _core

kind = getattr(_core, NAME)
own = [name for name in vars(kind) if not name.startswith(("__", "_pybind11"))]
own += [name for name in ("__repr__", "__eq__", "__len__", "__hash__") if vars(kind).get(name)]
seen = 0
for name in own:
    empty = kind.__new__(kind)
    try:
        member = getattr(empty, name)
        found = member(empty) if name == "__eq__" else member() if callable(member) else member
    except RummyError as error:
        assert "holds nothing" in str(error), error
        seen += 1
    except TypeError:  # it wants arguments
        pass
    else:
        raise AssertionError(f"{name} is {found!r:.80}")
print(seen, "refused")
"""


@pytest.mark.parametrize("name", _native_classes())
def test_an_object_made_without_its_data_is_not_read(name: str) -> None:
    """In a process of its own: it used to read memory as it lay there, or to end it."""
    code = f"NAME = {name!r}\n{EMPTY}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("refused\n")


def test_an_object_made_without_its_data_is_no_argument() -> None:
    kind = _core.PackedPositions
    with pytest.raises(rl.RummyError, match="holds nothing"):
        _core.best_plays(kind.__new__(kind), "tiles", 1)
    play = FOUND["Play"]
    with pytest.raises(rl.RummyError, match="holds nothing"):
        _ = play == type(play).__new__(type(play))


def test_copies_can_still_be_asked() -> None:
    packed = WAYS["pickle"](FOUND["PackedPositions"])
    assert list(rl.best_plays("rummikub", packed)) == list(FOUND["Plays"])
    plans = WAYS["pickle"](FOUND["HandPlans"])
    assert np.array_equal(plans.values, FOUND["HandPlans"].values)
    assert WAYS["pickle"](FOUND["Play with a joker on the rack"]).to_rack == "J"


def test_every_public_result_is_here() -> None:
    made = {name for name in rl.__all__ if isinstance(getattr(rl, name), type)}
    assert made - {"Strategy"} <= set(FOUND)
