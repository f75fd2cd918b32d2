"""The calls of the referee: their answers, their reasons, and what they refuse."""

from __future__ import annotations

import dataclasses
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from rummylab import referee
from rummylab.errors import RummyError
from rummylab.variant import load

RKB = "rummikub"


def test_a_meld_ruling_says_all() -> None:
    ruling = referee.meld("R5 B5 K5 J", variant=RKB)
    assert ruling == referee.MeldRuling(
        legal=True,
        kind="group",
        value=20,
        jokers=["Y5"],
        readings=[referee.Reading("group 5-5-5-5", "group", 20, ["Y5"])],
        reason="",
    )
    assert bool(ruling)
    with pytest.raises(dataclasses.FrozenInstanceError):
        ruling.legal = False  # type: ignore[misc]


def test_a_joker_in_a_group_of_three_stands_for_either_colour() -> None:
    assert referee.meld("B8 J K8", variant=RKB).jokers == ["R8|Y8"]
    assert referee.meld("R5 B5 J J", variant=RKB).jokers == ["K5|Y5", "K5|Y5"]


def test_readings_are_declarations_that_carry_their_meaning() -> None:
    readings = referee.meld("J J R7", variant=RKB, ordered=False).readings
    assert readings == ["run R7 R8 R9", "run R6 R7 R8", "group 7-7-7", "run R5 R6 R7"]
    assert [r.value for r in readings] == [24, 21, 21, 18]
    assert readings[0].kind == "run"
    assert readings[0].jokers == ["R8", "R9"]
    again = pickle.loads(pickle.dumps(readings[0]))
    assert (again, again.value, again.jokers) == ("run R7 R8 R9", 24, ["R8", "R9"])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("R5 R6", "2 tiles"),
        ("R6 R5 R4", "rise by one"),
        ("R12 R13 R1", "after 13"),
        ("J R1 R2", "below 1"),
        ("R12 R13 J", "no run reaches"),
        ("R4 R4 J", "R4 is there twice"),
        ("R5 B5 K5 Y5 J", "at most 4"),
        ("R5 B6 K7", "neither one colour nor one number"),
        ("", "0 tiles"),
        (" ".join(f"R{n}" for n in range(1, 14)) + " J J", "at most 13"),
        (" ".join(f"R{n}" for n in range(1, 14)) + " B1 B2 B3", "16 tiles"),
    ],
)
def test_an_illegal_meld_has_its_reason(text: str, words: str) -> None:
    for ordered in (True, False):
        ruling = referee.meld(text, variant=RKB, ordered=ordered)
        if ruling.legal or (not ordered and words in ("rise by one", "after 13", "below 1")):
            assert not ordered
            continue
        assert ruling == referee.MeldRuling(False, None, None, [], [], ruling.reason)
        assert words in ruling.reason
        assert ruling.reason.startswith(f'"{text}" is no meld: ')


def test_melds_follow_the_switches() -> None:
    assert not referee.meld("J J R7", variant=f"{RKB}:melds.max_jokers=1")
    assert referee.meld("R12 R13 R1", variant=f"{RKB}:melds.run_wrap=ace_high").value == 26
    assert referee.meld("R13 R1 R2", variant=f"{RKB}:melds.run_wrap=round").value == 16
    assert not referee.meld("R1 R2 R3 R4", variant=f"{RKB}:melds.run_max=3")


def test_the_tile_set_may_depend_on_the_players() -> None:
    six = "fichas:players.tiles.5=160_6x2"
    assert referee.meld("R5 G5 P5", variant=six, players=5).legal
    with pytest.raises(RummyError, match="no tile of this game"):
        referee.meld("R5 G5 P5", variant=six)
    assert referee.meld("R5 R5 R5", variant="fichas", players=6).legal is False  # three copies
    with pytest.raises(RummyError, match="more than 2 of R5"):
        referee.meld("R5 R5 R5", variant="fichas")


def test_a_table_ruling_names_the_meld() -> None:
    assert referee.table([], variant=RKB) == referee.Ruling(True, "")
    ruling = referee.table(["R4 R5 R6", "B6 B7"], variant=RKB)
    assert not ruling
    assert '"B6 B7"' in ruling.reason


def turn(spec: str = RKB, **given: Any) -> referee.TurnRuling:
    asked: dict[str, Any] = {"table": [], "rack": "", "opened": True} | given
    return referee.turn(spec, **asked)


def test_a_turn_without_a_rack_lays_what_the_result_adds() -> None:
    assert turn(table=["R4 R5 R6"], result=["R4 R5 R6 R7"]).legal
    assert turn(table=["R4 R5 R6"], rack="R7 B1", result=["R4 R5 R6 R7"]).legal
    short = turn(table=["R4 R5 R6"], rack="B1", result=["R4 R5 R6 R7"])
    assert "R7" in short.reason
    assert short.ends_game is None
    assert turn(table=["R4 R5 R6"], result=["R4 R5 R6"]).reason == (
        "a play lays at least one tile of the rack"
    )


def test_the_rack_after_a_turn_is_what_was_not_laid() -> None:
    table, result = ["R4 R5 R6"], ["R4 R5 R6 R7"]
    more = turn(table=table, rack="R7 B1", result=result, rack_after="B1")
    assert (more.legal, more.ends_game) == (True, False)
    last = turn(table=table, rack="R7", result=result, rack_after="")
    assert (last.legal, last.ends_game) == (True, True)
    wrong = turn(table=table, rack="R7 B1", result=result, rack_after="")
    assert 'should be "B1"' in wrong.reason
    assert not turn(table=table, rack="", result=result, rack_after="").legal


def test_table_tiles_never_go_to_a_rack() -> None:
    ruling = turn(table=["R4 R5 R6 R7"], rack="B1 B2 B3", result=["R4 R5 R6", "B1 B2 B3"])
    assert "R7" in ruling.reason
    assert not turn(table=["R4 R5 J"], rack="R6", result=["R4 R5 R6"]).legal
    kept = f"{RKB}:joker.reuse=keep"
    assert turn(kept, table=["R4 R5 J"], rack="R6", result=["R4 R5 R6"]).legal
    after = turn(kept, table=["R4 R5 J"], rack="R6", result=["R4 R5 R6"], rack_after="J")
    assert (after.legal, after.ends_game) == (True, False)


def test_a_result_with_an_illegal_meld() -> None:
    ruling = turn(table=["R4 R5 R6 R7"], rack="R6", result=["R4 R5 R6", "R6 R7"])
    assert ruling.reason == '"R6 R7" is no meld: it has 2 tiles; a meld has at least 3'


@pytest.mark.parametrize(
    ("spec", "given", "words"),
    [
        (
            "signature",
            {"table": ["R4 R5 J"], "result": ["R4 R5 J R7"]},
            ['"R4 R5 J"', "joker.lock = full"],
        ),
        (
            "signature:joker.lock=none",
            {
                "table": ["R4 R5 J", "R6 R7 R8 R9"],
                "result": ["R4 R5 R6", "R7 R8 R9", "B8 K8 J"],
            },
            ['"R4 R5 J"', "R6", "joker.tile_from = rack"],
        ),
        (
            "fichas",
            {"table": ["J B5 B6 B7"], "result": ["B5 B6 B7", "R9 K9 J"]},
            ['"J B5 B6 B7"', "B4", "joker.retrieval = exact_tile"],
        ),
        (
            RKB,
            {"table": ["R4 R5 J", "B1 B2 B3"], "result": ["R4 R5 R6", "B1 B2 B3 J"]},
            ['"R4 R5 J"', "joker.reuse = new_meld"],
        ),
        (
            "fichas:joker.group_of_three=both",
            {"table": ["B8 K8 J"], "result": ["R8 B8 K8", "Y2 Y3 J"]},
            ['"B8 K8 J"', "R8|Y8", "joker.group_of_three = both"],
        ),
        (
            f"{RKB}:joker.retrieval=never",
            {"table": ["R4 R5 J"], "result": ["R4 R5 R6", "B8 K8 J"]},
            ['"R4 R5 J"', "joker.retrieval = never"],
        ),
        (
            f"{RKB}:table.access=add_only",
            {
                "table": ["B1 B2 B3", "R4 R5 R6 R7 R8"],
                "result": ["B1 B2 B3", "R4 R5 R6", "R6 R7 R8"],
            },
            ['"R4 R5 R6 R7 R8"', "table.access = add_only"],
        ),
        (
            f"{RKB}:table.access=closed",
            {"table": ["B1 B2 B3"], "result": ["B1 B2 B3 B4"]},
            ['"B1 B2 B3"', "table.access = closed"],
        ),
    ],
)
def test_the_reason_names_meld_and_rule(spec: str, given: dict[str, Any], words: list[str]) -> None:
    ruling = turn(spec, **given)
    assert not ruling.legal
    for word in words:
        assert word in ruling.reason
    _, changes = spec.partition(":")[::2]
    if changes.startswith("table.access"):
        assert turn(RKB, **given).legal


def test_opening_points_are_the_most_that_the_tiles_allow() -> None:
    assert turn(result=["J J R10"], opened=False).opening_points == 33  # R10 R11 R12
    low = turn(result=["R1 R2 R3"], opened=False)
    assert (low.legal, low.opening_points) == (False, 6)
    assert "6 points" in low.reason
    # Illegal for another reason: still the points of what could be melded.
    beside = {"table": ["Y5 Y6 Y7"], "result": ["Y4 Y5 Y6 Y7", "R10 B10 K10"], "opened": False}
    assert (turn(**beside).legal, turn(**beside).opening_points) == (False, 30)
    assert turn("fichas", **beside).legal
    layoff = turn(table=["R10 B10 K10"], result=["R10 B10 K10 Y10"], opened=False)
    assert (layoff.legal, layoff.opening_points) == (False, 0)
    assert turn(result=["R10 B10 K10"]).opening_points is None


def test_a_declaration_fixes_the_reading() -> None:
    meld = ["J J R10"]
    assert turn(result=meld, opened=False, declared=["group 10-10-10"]).opening_points == 30
    run = turn(result=meld, opened=False, declared=["run  R8 R9 R10 "])
    assert (run.legal, run.opening_points) == (False, 27)
    assert "declared" in run.reason
    reading = referee.meld("J J R10", variant=RKB).readings[0]
    assert turn(result=meld, opened=False, declared=[reading]).legal
    for wrong in ("run R10 R11 R12", "group 10-10", "10-10-10", ""):
        with pytest.raises(RummyError, match="fits no meld"):
            turn(result=meld, opened=False, declared=[wrong])
    with pytest.raises(RummyError, match="fits no meld"):  # each declares another meld
        turn(result=meld, opened=False, declared=["group 10-10-10", "group 10-10-10"])


@pytest.mark.parametrize(
    ("value", "points"), [("face", 30), ("zero", 19), ("forbidden", 0), (25, 44)]
)
def test_a_joker_in_an_opening(value: str | int, points: int) -> None:
    spec = load(RKB).replace({"opening.joker_value": value})
    for declared in (None, ["run R9 R10 R11"]):
        ruling = referee.turn(
            spec, table=[], rack="", result=["R9 R10 J"], opened=False, declared=declared
        )
        assert ruling.opening_points == points
        assert ruling.legal is (points >= 30)


def test_one_meld_alone_may_have_to_reach_the_minimum() -> None:
    single = f"{RKB}:opening.melds=single"
    two = {"result": ["R3 R4 R5", "B6 K6 Y6"], "opened": False}
    assert (turn(**two).legal, turn(**two).opening_points) == (True, 30)
    assert (turn(single, **two).legal, turn(single, **two).opening_points) == (False, 18)
    declared = turn(single, **two, declared=["group 6-6-6"])
    assert (declared.legal, declared.opening_points) == (False, 18)


def test_scores_by_texts_and_by_points() -> None:
    texts = referee.score(RKB, ending="out", winner="A", racks={"B": "J R5", "C": "K13 B12"})
    assert texts == {"A": 60, "B": -35, "C": -25}
    assert list(texts) == ["A", "B", "C"]
    follows = referee.score(RKB, ending="out", racks={"B": "R5", "A": "", "C": "K13"})
    assert follows == {"B": -5, "A": 18, "C": -13}
    assert referee.score(RKB, ending="out", rack_points={"A": 0, "B": 7}) == {"A": 7, "B": -7}
    classes = f"{RKB}:scoring.tile_values=[5,5,5,5,5,5,5,5,5,10,10,10,10]"
    assert referee.score(classes, ending="out", winner="A", racks={"B": "R1 R13 J"})["B"] == -45


def test_a_tie_of_the_lowest_rack_splits_in_turn_order() -> None:
    racks = {"A": 14, "B": 9, "C": 9}
    expected = {"A": -5, "B": 3, "C": 2}
    assert referee.score(RKB, ending="pool_empty", rack_points=racks) == expected
    assert referee.score(RKB, ending="pool_empty", winner="C", rack_points=racks) == expected


def test_matches() -> None:
    totals = {"A": 10, "B": 50, "C": -60}
    assert referee.match(RKB, totals=totals, games_won={"A": 2, "B": 1, "C": 0}) == "A"
    assert referee.match(RKB, totals=totals, games_won={"A": 1, "B": 1, "C": 1}) == "B"
    assert referee.match("fichas", totals=totals) == "B"
    assert referee.match("signature", totals={"A": -1, "B": -9, "C": -1}) == ["A", "C"]
    won = {"A": 1, "B": 1, "C": 2}
    assert referee.match("signature", totals={"A": -1, "B": -9, "C": -1}, games_won=won) == "C"


def test_deals() -> None:
    assert referee.deal(RKB, players=2) == referee.DealRuling(106, [14, 14], 0, 78, [], 0)
    assert referee.deal("signature", players=4) == referee.DealRuling(106, [14] * 4, 1, 49, [], 0)
    own = referee.deal("signature:deal.draw_from=own_share", players=4)
    assert own == referee.DealRuling(106, [14] * 4, 1, 49, [11, 12, 12, 12], 2)
    kept = referee.deal("signature:deal.starter_discards=false", players=3)
    assert (kept.hands, kept.discard, kept.pool) == ([15, 14, 14], 0, 63)
    assert referee.deal("fichas", players=5).total == 160


REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: referee.meld("X5 R5 B5", variant=RKB), '"X5" in "X5 R5 B5" is no tile'),
    (lambda: referee.meld("R14 R13 R12", variant=RKB), "number from 1 to 13"),
    (lambda: referee.meld("R5,B5", variant=RKB), "is no tile"),
    (lambda: referee.meld("R5 R5 R5", variant=RKB), "more than 2 of R5"),
    (lambda: referee.meld("J J J", variant=RKB), "more than 2 of J"),
    (lambda: referee.meld("R5 J", variant=f"{RKB}:tiles.jokers=0"), "no joker"),
    (lambda: referee.meld("R5 B5 K5", variant="nosuch"), "nosuch"),
    (lambda: referee.table(["R5 R6 R7", "R5 B5 K5", "R5 R6 R7"], variant=RKB), "more than 2 of R5"),
    (lambda: referee.table("R5 R6 R7", variant=RKB), "a list with one text per meld"),
    (lambda: turn(table=["R5 R6"], result=[]), "table is not legal"),
    (
        lambda: turn(table=["R5 R6 R7"], rack="R5 R5", result=["R5 R6 R7"]),
        "table and rack together",
    ),
    (lambda: turn(rack="R5 R99", result=["R5 R6 R7"]), "R99"),
    (lambda: turn(result=["R5 R6 R7", "R5 R6 R7", "R5 B5 K5"]), "in the result"),
    (lambda: turn(rack="R5", result=["R5 B5 K5"], rack_after="R5 R5 R5"), "rack after"),
    (lambda: referee.score(RKB, ending="cap", rack_points={"A": 1}), "allowed: out, pool_empty"),  # type: ignore[arg-type]
    (lambda: referee.score(RKB, ending="out", racks={"A": "R5", "B": "R6"}), "give winner"),
    (lambda: referee.score(RKB, ending="out", racks={"A": "", "B": ""}), "A, B"),
    (lambda: referee.score(RKB, ending="out", winner="A", racks={"A": "R5", "B": "R6"}), "holds"),
    (lambda: referee.score(RKB, ending="out", winner="A"), "either racks"),
    (
        lambda: referee.score(RKB, ending="out", winner="A", racks={"B": ""}, rack_points={"B": 0}),
        "either racks",
    ),
    (lambda: referee.score(RKB, ending="out", winner="A", rack_points={"B": -1}), "0 or more"),
    (
        lambda: referee.score(RKB, ending="out", winner="A", rack_points=dict.fromkeys("BCDE", 1)),
        "5",
    ),
    (
        lambda: referee.score(RKB, ending="pool_empty", winner="A", rack_points={"A": 2, "B": 1}),
        "lowest",
    ),
    (
        lambda: referee.score(RKB, ending="pool_empty", winner="X", rack_points={"A": 2, "B": 1}),
        "X",
    ),
    (
        lambda: referee.score(
            RKB, ending="pool_empty", one_turn_close=True, rack_points={"A": 2, "B": 1}
        ),
        "one_turn_close",
    ),
    (
        lambda: referee.score(
            RKB, ending="out", winner="A", rack_points={"B": 1}, opened={"Z": True}
        ),
        "opened names Z",
    ),
    (
        lambda: referee.score(RKB, ending="out", winner="A", racks={"B": "R5 R5", "C": "R5"}),
        "the racks together",
    ),
    (lambda: referee.match(RKB, totals={"A": 1, "B": 2}), "games_won"),
    (lambda: referee.match("fichas", totals={}), "totals is empty"),
    (lambda: referee.match(RKB, totals={"A": 1}, games_won={"B": 1}), "same players"),
    (lambda: referee.match("fichas", totals=dict.fromkeys("ABCDEFG", 1)), "at most 6"),
    (lambda: referee.score(RKB, ending="pool_empty", racks={}), "rack of each player"),
    (lambda: referee.deal(RKB, players=7), "players is 7"),
    (lambda: referee.deal(RKB, players=0), "players is 0"),
]


@pytest.mark.parametrize(("call", "words"), REFUSED, ids=[words for _, words in REFUSED])
def test_what_cannot_be_is_refused_in_one_line(call: Callable[[], object], words: str) -> None:
    with pytest.raises(RummyError) as caught:
        call()
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
