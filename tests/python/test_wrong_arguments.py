"""Wrong kinds of values at every parameter of every public callable: one line that names it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from test_mistakes import FOREIGN, STUDY, TASK

import rummylab as rl
from rummylab import referee
from rummylab.analysis import metrics
from rummylab.arguments import shown
from rummylab.drama import drama
from rummylab.strategy import strategies
from rummylab.variant import shipped

TINY = "rummikub:tiles.colours=3,tiles.numbers=5,tiles.jokers=0,deal.rack=6,opening.min_points=0"
NOTHING_MUCH = object()


class Shy:
    """It cannot be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("not to be shown")


LONG = ("x" * 100_000, "R1 " * 40_000, "rummikub:" + "a=1," * 30_000)
# Values of every kind, most of which are wrong for most parameters.
VALUES: tuple[Any, ...] = (
    *(
        "two",
        "",
        "a\nb",
        "\0",
        "R1 \udcff",
        Shy(),
        7,
        -1,
        2.5,
        float("nan"),
        float("inf"),
        True,
        None,
        b"R1",
        NOTHING_MUCH,
    ),
    *([], ["x"], [1], [None], [[1]], (), {}, {"a": 1}, {"a": "x"}, {1: 2}, {"turns": "x"}),
    *(LONG[0], LONG[1], [(list(LONG), LONG[1], True)], {LONG[0]: 1}, {"A": LONG[1]}),
    {"deal.rack": list(LONG)},
    *(np.array([1, 2]), np.array(["x"]), 10**30, 10**5000, lambda *_: None),
)
RESULT = rl.simulate(TINY, games=20, players=2, threads=1)
FIRST = rl.Variant.load("rummikub")
GIN = rl.Variant.load("gin")
WHO = ["max_tiles", "random"]
QUICK: dict[str, Any] = {"players": 2, "seed": 1, "threads": 1}
PLAY: dict[str, Any] = {"variant": "rummikub", "table": ["R4 R5 R6"], "rack": "R7", "players": 2}

Calls = dict[str, tuple[Callable[..., Any], dict[str, Any]]]
# Every public callable that takes something of a person's, with arguments that are right.
CALLS: Calls = {
    "Balance": (rl.Balance, TASK),
    "Balance.replace": (rl.Balance(**TASK).replace, {"games": 100}),
    "Balance.model_copy": (rl.Balance(**TASK).model_copy, {"update": {"games": 100}}),
    "Balance.load": (rl.Balance.load, {"path": "none.toml"}),
    "Study": (rl.Study, STUDY),
    "Study.model_copy": (rl.Study(**STUDY).model_copy, {"update": {"games": 100}}),
    "Study.model_validate": (rl.Study.model_validate, {"obj": STUDY}),
    "Study.replace": (rl.Study(**STUDY).replace, {"games": 100}),
    "Study.load": (rl.Study.load, {"path": "none.toml"}),
    "Variant": (rl.Variant, {"opening": {"min_points": 40}}),
    "Variant.load": (rl.Variant.load, {"spec": "rummikub"}),
    "Variant.from_dict": (rl.Variant.from_dict, {"values": {"deal": {"rack": 10}}}),
    "Variant.replace": (FIRST.replace, {"changes": {"deal.rack": 10}}),
    "Variant.model_copy": (FIRST.model_copy, {"update": {"deal": {"rack": 10}}}),
    "Variant.model_validate": (rl.Variant.model_validate, {"obj": {"deal": {"rack": 10}}}),
    "Variant.deal.model_copy": (FIRST.deal.model_copy, {"update": {"rack": 10}}),
    "Variant.diff": (FIRST.diff, {"other": "schmidt"}),
    "Variant.diff_sentences": (FIRST.diff_sentences, {"other": "schmidt"}),
    "Variant.tile_count": (FIRST.tile_count, {"players": 2}),
    "Variant.to_toml": (FIRST.to_toml, {"extends": "schmidt"}),
    "Result.metrics": (RESULT.metrics, {"confidence": 0.9}),
    "Result.summary": (RESULT.summary, {"confidence": 0.9}),
    "load": (rl.load, {"spec": "rummikub"}),
    "shipped": (shipped, {"family": "table"}),
    "strategies": (strategies, {"family": "table"}),
    "metrics.find": (metrics.find, {"name": "turns", "players": 2}),
    "metrics.get": (metrics.get, {"name": "turns", "players": 2}),
    "metrics.unknown": (metrics.unknown, {"name": "turn", "players": 2}),
    "metrics.estimate": (
        metrics.estimate,
        {"tally": RESULT.tally, "name": "turns", "confidence": 0.9},
    ),
    "simulate": (rl.simulate, {"variant": TINY, "games": 20, **QUICK}),
    "simulate until": (
        rl.simulate,
        {"variant": TINY, "games": 20, "until": {"turns": 1.0}, **QUICK},
    ),
    "compare": (
        rl.compare,
        {
            "a": TINY,
            "b": f"{TINY},deal.rack=5",
            "more": f"{TINY},deal.rack=4",
            "games": 20,
            **QUICK,
        },
    ),
    "plan": (
        rl.plan,
        {"a": TINY, "b": f"{TINY},deal.rack=5", "half_width": 1.0, "pilot": 20, **QUICK},
    ),
    "plan detect": (
        rl.plan,
        {"a": TINY, "b": f"{TINY},deal.rack=5", "detect": 1.0, "pilot": 20, **QUICK},
    ),
    "drama": (drama, {"variant": TINY, "players": 2, "games": 30, "pilot": 30, "threads": 1}),
    "league": (rl.league, {"variant": TINY, "strategies": WHO, "deals": 40, **QUICK}),
    "odds": (
        rl.odds,
        {
            "variant": "rummikub",
            "rack": "R7 R8",
            "others": [5],
            "table": ["R4 R5 R6"],
            "games": 5,
            "seed": 1,
            "threads": 1,
        },
    ),
    "replay": (rl.replay, {"variant": TINY, "players": 2, "seed": 1}),
    "best_play": (rl.best_play, PLAY),
    "can_play": (rl.can_play, PLAY),
    "plays": (rl.plays, {**PLAY, "limit": 3}),
    "pack": (rl.pack, {"variant": "rummikub", "positions": [(["R4 R5 R6"], "R7", True)]}),
    "best_plays": (
        rl.best_plays,
        {"variant": "rummikub", "positions": [(["R4 R5 R6"], "R7", True)]},
    ),
    "best_hand": (rl.best_hand, {"variant": "gin", "hand": "4S 5S 6S"}),
    "best_hand okey": (
        rl.best_hand,
        {"variant": "okey", "hand": "R1 R2 FJ", "indicator": "B12", "players": 4},
    ),
    "best_hands": (rl.best_hands, {"variant": "gin", "hands": ["4S 5S 6S"]}),
    "referee.meld": (referee.meld, {"tiles": "R1 R2 R3", "variant": "rummikub"}),
    "referee.meld okey": (
        referee.meld,
        {"tiles": "R1 R2 R3", "variant": "okey", "indicator": "B12"},
    ),
    "referee.table": (referee.table, {"melds": ["R1 R2 R3"], "variant": "rummikub"}),
    "referee.turn": (
        referee.turn,
        {
            "variant": "rummikub",
            "table": ["R4 R5 R6"],
            "rack": "R7",
            "result": ["R4 R5 R6 R7"],
            "opened": True,
        },
    ),
    "referee.turn argentino": (
        referee.turn,
        {
            "variant": "argentino",
            "table": ["4S 5S 6S"],
            "rack": "7S KD",
            "result": ["4S 5S 6S 7S"],
            "opened": True,
        },
    ),
    "referee.score": (
        referee.score,
        {"variant": "rummikub", "ending": "out", "winner": "A", "racks": {"A": "", "B": "R1"}},
    ),
    "referee.score points": (
        referee.score,
        {"variant": "rummikub", "ending": "out", "rack_points": {"A": 0, "B": 7}},
    ),
    "referee.score gin": (
        referee.score,
        {
            "variant": "gin",
            "ending": "knock",
            "winner": "A",
            "racks": {"A": "AC 2C 3C 4D 5D 6D 7H 8H 9H 10S", "B": "KS KD QH JC 9C 8D 7D 6S 5S 3H"},
        },
    ),
    "referee.match": (
        referee.match,
        {"variant": "signature", "totals": {"A": 1, "B": 2}, "games_won": {"A": 1, "B": 2}},
    ),
    "referee.match gin": (
        referee.match,
        {"variant": "gin", "totals": {"A": 1, "B": 2}, "games_won": {"A": 1, "B": 2}},
    ),
    "referee.match_points": (
        referee.match_points,
        {"variant": "gin", "totals": {"A": 104, "B": 61}, "games_won": {"A": 5, "B": 3}},
    ),
    "referee.hand": (
        referee.hand,
        {"variant": "gin", "hand": "AC 2C 3C 4D 5D 6D 7H 8H 9H 10S", "upcard": "2S"},
    ),
    "referee.deal": (referee.deal, {"variant": "rummikub", "players": 2}),
    "referee.deal gin": (referee.deal, {"variant": "gin", "players": 2}),
}
# What is made by calls and not by people, or is derived from and not called.
MADE = ("Comparison", "HandPlan", "League", "Odds", "Plan", "Play", "Result")
NOT_CALLED = (*MADE, "RummyError", "Strategy", "referee", "variants", "__version__")


def parameters(call: Callable[..., Any], given: dict[str, Any]) -> list[str]:
    """The parameters of a call; of one that takes keys of a file, these keys."""
    found = inspect.signature(call).parameters.values()
    if any(p.kind is p.VAR_KEYWORD for p in found):
        return list(given)
    return [p.name for p in found]


def called(call: Callable[..., Any], given: dict[str, Any]) -> Any:
    """The call with these arguments; those of a ``*more`` are one."""
    names = {p.name: p.kind for p in inspect.signature(call).parameters.values()}
    rest = [name for name, kind in names.items() if kind is inspect.Parameter.VAR_POSITIONAL]
    if not rest:
        return call(**given)
    before = list(names)[: list(names).index(rest[0]) + 1]
    keywords = {name: value for name, value in given.items() if name not in before}
    return call(*(given[name] for name in before), **keywords)


CASES = [(name, p) for name, (call, given) in CALLS.items() for p in parameters(call, given)]


@pytest.mark.parametrize(("name", "parameter"), CASES, ids=lambda word: word)
def test_a_wrong_value_is_a_rummy_error(name: str, parameter: str) -> None:
    call, given = CALLS[name]
    said: dict[int, str] = {}
    for place, value in enumerate(VALUES):
        try:
            called(call, {**given, parameter: value})
        except rl.RummyError as error:
            said[place] = str(error)
    for message in said.values():
        assert not any(word in message for word in FOREIGN), message
        assert len(message) < 600, message
    # Nothing takes these two, and what is said of them names the parameter, the value or its type.
    for value in (b"R1", NOTHING_MUCH):
        message = said[VALUES.index(value)]
        named = (parameter, shown(value), type(value).__name__)
        assert any(word in message for word in named), message


SEATED = [
    name for name, p in CASES if p == "players" and "variant" in CALLS[name][1] and name[0] != "B"
]


@pytest.mark.parametrize("name", [*SEATED, "Variant.tile_count", "compare", "plan"])
def test_players_are_those_of_the_rules(name: str) -> None:
    call, given = CALLS[name]
    for players in (-1, 0, 1, 5, 7):
        with pytest.raises(rl.RummyError, match=f"players is {players}; the rules of"):
            called(call, {**given, "players": players})


def test_players_of_packed_positions_are_not_forgotten() -> None:
    packed = rl.pack("fichas", [([], "R1 R2 R3", False)], players=5)
    assert len(rl.best_plays("fichas", packed, players=5)) == 1
    with pytest.raises(rl.RummyError, match="players is 4, but the positions were packed for 5"):
        rl.best_plays("fichas", packed, players=4)


def test_right_arguments_are_right() -> None:
    """Else no parameter after a wrong one would be looked at."""
    for name, (call, given) in CALLS.items():
        if not name.endswith(".load") or name == "Variant.load":
            called(call, given)


def test_every_public_callable_is_here() -> None:
    tested = {name.split()[0] for name in CALLS}
    assert {*rl.__all__} - {*NOT_CALLED} - tested == set()
    public = {name for name in referee.__all__ if name[0].islower()}
    assert {f"referee.{name}" for name in public} - tested == set()
