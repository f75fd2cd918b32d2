"""The edge cases of the card and okey games that concern a score, a turn, a match or a deal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from test_cases import CASES

from rummylab import _core, referee
from rummylab.errors import RummyError
from rummylab.variant import load

SPECS = {
    "ARG": "argentino",
    "ARGWIKI": "argentino:wild.group_limit=2,wild.kinds=different",
    "GIN": "gin",
    "GIN_STRICT": "gin:scoring.undercut_tie=false",
    "OKEY": "okey",
    "OK101": "okey-101",
    # 500 rummy as rule values: the ace counts 15, low or high.
    "R500": "gin:melds.run_wrap=ace_high,scoring.tile_values=[15,5,5,5,5,5,5,5,5,10,10,10,10]",
    # Indian rummy as rule values: two packs, a hand counts at most 80.
    "IND": "gin:tiles.copies=2,tiles.jokers=4,melds.run_wrap=ace_high,"
    "scoring.tile_values=[10,2,3,4,5,6,7,8,9,10,10,10,10]",
}
Runner = Callable[[str, dict[str, Any], dict[str, Any]], None]


def setup_list(spec: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    rulings = [referee.deal(spec, players=players) for players in given["players"]]
    assert [r.total for r in rulings] == given["decks"]
    assert [sum(r.hands) for r in rulings] == expected["dealt"]
    assert {r.discard for r in rulings} == {expected["face_up"]}
    assert [r.pool for r in rulings] == expected["stock"]


def setup(spec: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    if "cut_packet" in given:
        rules = load(spec).replace({"deal.cut_bonus": 50}).native_draw()
        exact = _core.exact_cut(rules, players=given["players"], packet=given["cut_packet"])
        assert exact
        assert not _core.exact_cut(rules, players=given["players"], packet=given["cut_packet"] + 1)
        assert load(spec).deal.cut_bonus == 0  # a switch, off
        assert expected["cutter_bonus"] == 50
        return
    rules = load(spec).native_draw()
    assert _core.okey(rules, indicator=given["indicator"]) == expected["okey"]
    # The false okey stands for that face: it fills its place in a run.
    face = expected["false_joker_stands_for"]
    colour = face[0]
    game = _core.DrawGame.at(
        rules,
        hands=[f"FJ {colour}2 {colour}3 B9 K9 Y9", "B1"],
        stock="K5 K6",
        indicator=given["indicator"],
    )
    assert "FJ" in game.hands[0].split()
    ruling = _core.rule_on_hand(rules, f"FJ {colour}2 {colour}3", indicator=given["indicator"])
    assert ruling["gin"]


def score(spec: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    if "knocker" in given:
        who, points = expected["points"]
        scores = referee.score(
            spec,
            ending="knock",
            winner="knocker",
            rack_points={"knocker": given["knocker"], "opp": given["opp"]},
        )
        assert scores[who] == points
        assert sum(scores.values()) == points
    elif "laid" in given:
        hand = " ".join([*given["hand_melds"], *given["hand_loose"]])
        scores = referee.score(
            spec,
            ending="stock_empty",
            racks={"A": hand, "B": ""},
            laid={"A": given["laid"]},
        )
        assert scores["A"] == expected["score"]
    elif "run" in given:
        names = ["A", "B", "C"][: given["players"]]
        scores = referee.score(
            spec, ending="stock_empty", racks=dict.fromkeys(names, ""), laid={"A": [given["run"]]}
        )
        assert scores["A"] == expected["run_points"]
        assert [scores[name] for name in names[1:]] == expected["others"]
    else:
        indian(spec, given, expected)


def indian(spec: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    """No run without a joker, so all thirteen cards count, 80 at most."""
    rules = load(spec).native_draw()
    cards = " ".join([*given["melds"], *given["loose"]])
    pure = [meld for meld in given["melds"] if "JK" not in meld.split()]
    # The melds without a joker are groups: no card of them follows another.
    assert all(len({card[:-1] for card in meld.split()}) == 1 for meld in pure)
    cost = sum(
        10 if card[:-1] in ("A", "10", "J", "Q", "K") else int(card[:-1])
        for card in cards.split()
        if card != "JK"
    )
    (points, _) = _core.draw_hand_points(
        load(spec).replace({"scoring.joker_penalty": 0}).native_draw(),
        hands=["2C", "2D"],
        closer=-1,
        gin=False,
        indicator="",
    )
    assert points == 2
    assert _core.rule_on_hand(rules, cards)["melds"]
    assert min(80, cost) == expected["points"]


def score_list(spec: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    for case, (who, points) in zip(given["cases"], expected["points"], strict=True):
        ending = "gin" if case.get("gin") else "big_gin" if case.get("big_gin") else "knock"
        held = {"knocker": case["knocker"], "opp": case["opp"]}
        scores = referee.score(spec, ending=ending, winner="knocker", rack_points=held)
        assert scores == {"knocker": 0, "opp": 0} | {who: points}


def lay_down(spec: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    ruling = referee.turn(
        spec,
        table=[],
        rack="",
        result=given["melds"],
        opened=False,
        total_before=given["total_before"],
        lap=given.get("lap", 2),
    )
    assert ruling.legal == (expected["verdict"] == "legal")
    assert (ruling.reason == "") == ruling.legal
    if "points" in expected:
        assert ruling.opening_points == expected["points"]


def action(spec: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    deck = ["3S", "4S", "5S", "6H", "7H", "8H", "9D", "10D", "JD", "QC", "KC"]
    pile = ["3D", "4D", "5D", "6C", "7C", "8C", "9S"]
    assert (len(deck), len(pile)) == (given["hand"], given["pile"])
    game = _core.DrawGame.at(
        load(spec).native_draw(),
        hands=[" ".join(deck), "KS"],
        pile=" ".join(pile),
        stock="AS AH AD",
    )
    game.draw_pile()
    assert game.pile == []
    game.play(discard="KC")
    assert len(game.hands[0].split()) == expected["hand_after"]
    assert game.pile == ["KC"]
    assert len(game.pile) == expected["pile_after"]


def end_list(spec: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    hand = "3S 4S 5S 6S 7S 8S 9D 9H 9S KC KD"
    turns = {  # by the cards melded: the card drawn, the melds, the discard
        11: ("KH", ["3S 4S 5S 6S 7S", "9D 9H 9S", "KC KD KH"], "8S"),
        12: ("KH", ["3S 4S 5S 6S 7S 8S", "9D 9H 9S", "KC KD KH"], ""),
        10: ("9C", ["3S 4S 5S 6S 7S 8S", "9D 9H 9S 9C"], "KC"),
    }
    for case, verdict in zip(given["cases"], expected["verdicts"], strict=True):
        drawn, melds, discard = turns[case["melded"]]
        assert sum(len(meld.split()) for meld in melds) == case["melded"]
        assert (len(hand.split()), case["drawn"]) == (case["hand_before"], 1)
        game = _core.DrawGame.at(
            load(spec).native_draw(), hands=[hand, "8C"], pile="5C", stock=f"{drawn} 7C 7D"
        )
        game.draw_stock()
        game.play(melds=melds, discard=discard)
        assert (game.ending == "out") == (verdict == "legal")
        assert len(game.pile) - 1 == case["face_down_discard"]


def deadwood(spec: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    ruling = referee.hand(spec, hand=given["hand"])
    assert ruling.deadwood == expected["deadwood"]
    assert ruling.can_knock == expected["can_knock"]


def meld(spec: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    indicator = "B9" if load(spec).wild.indicator else ""
    ruling = referee.meld(
        given.get("cards", given.get("tiles")),
        variant=spec,
        ordered=given["ordered"],
        indicator=indicator,
    )
    assert ruling.legal == (expected["verdict"] == "legal")
    assert (ruling.reason == "") == ruling.legal
    if "points" in expected:
        assert ruling.value == expected["points"]


RUNNERS: dict[str, Runner] = {
    "meld": meld,
    "setup_list": setup_list,
    "setup": setup,
    "score": score,
    "score_list": score_list,
    "lay_down": lay_down,
    "action": action,
    "end_list": end_list,
    "deadwood": deadwood,
}
PAIRS = [
    (name, code)
    for name, case in CASES.items()
    for code in case["expected"]
    if code in SPECS and case["kind"] in RUNNERS
]


@pytest.mark.parametrize(("name", "code"), PAIRS, ids=[f"{n}-{c}" for n, c in PAIRS])
def test_case(name: str, code: str) -> None:
    case = CASES[name]
    RUNNERS[case["kind"]](SPECS[code], case["input"], case["expected"][code])


def test_every_case_of_these_games_is_run() -> None:
    left = [
        name
        for name, case in CASES.items()
        if set(SPECS) & set(case["expected"]) and case["kind"] not in RUNNERS
    ]
    assert left == []
    assert len(PAIRS) >= 30
    assert {code for _, code in PAIRS} == set(SPECS)


def test_what_wild_cards_stand_for() -> None:
    assert referee.meld("4S 5S 6S JK 8S 9S 2D JS", variant="argentino").jokers == ["7S", "10S"]
    ruling = referee.meld("7S 7H JK", variant="argentino")
    assert (ruling.kind, ruling.readings) == ("group", ["group 7-7-7"])
    okey = referee.meld("K4 R10 K6", variant="okey", indicator="R9")
    assert (okey.kind, okey.jokers, okey.readings) == ("run", ["K5"], ["run K4 K5 K6"])
    assert referee.meld("R9 FJ R11", variant="okey", indicator="R9").readings == ["run R9 R10 R11"]
    assert not referee.meld("K4 FJ K6", variant="okey", indicator="R9")
    with pytest.raises(RummyError, match="give the tile that was turned up"):
        referee.meld("K4 K5 K6", variant="okey")
    with pytest.raises(RummyError, match="there are more than 1 of 7S"):
        referee.meld("7S 7S 7H", variant="gin")


@pytest.mark.parametrize(
    ("name", "switch", "code"),
    [
        ("A17", "laying.first_lap=true", "ARG"),
        ("A11", "opening.late_total=none", "ARG"),
        ("G03", "scoring.undercut_tie=false", "GIN"),
    ],
)
def test_the_switch_flips_a_disputed_case(name: str, switch: str, code: str) -> None:
    case = CASES[name]
    with pytest.raises(AssertionError):
        RUNNERS[case["kind"]](f"{SPECS[code]}:{switch}", case["input"], case["expected"][code])
