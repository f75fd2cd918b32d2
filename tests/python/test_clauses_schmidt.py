"""Every clause of the sheet of `schmidt`."""

from __future__ import annotations

from sheet_tools import (
    clause,
    dealt,
    draws_one,
    goes_out,
    legal,
    lowest_rack_wins,
    may_draw_with_a_play,
    meld,
    official,
    position,
    sizes,
    turn,
    value,
)

from rummylab import _core, referee
from rummylab.variant import load

SCH = "schmidt"


@clause("SCH-01")
def test_the_tiles() -> None:
    assert referee.deal(SCH, players=2).total == 106
    assert value(SCH, "tiles.jokers") == 2


@clause("SCH-02")
@clause("SCH-03")
def test_14_each_and_the_rest_face_down() -> None:
    game = dealt(SCH, 3)
    assert sizes(game.racks) == [14] * 3
    assert game.pool == 64
    seen = game.view
    assert seen["rack"] == game.racks[game.seat]
    assert len(seen["unseen"].split()) == 106 - 14


@clause("SCH-04")
def test_the_lot_names_the_starter() -> None:
    assert value(SCH, "deal.starter") == "random"
    rules = load(SCH).native()
    seats = [_core.draw_starter(rules, players=3, seed=1, deal=deal) for deal in range(100)]
    assert set(seats) == {0, 1, 2}
    game = position(SCH, ["B1", "K13", "Y5"], pool="R1 R2 R3 B3")
    order = []
    for _ in range(4):
        order.append(game.seat)
        game.draw()
    assert order == [0, 1, 2, 0]


@clause("SCH-05")
def test_lay_if_able_and_willing() -> None:
    may_draw_with_a_play(SCH)


@clause("SCH-06")
def test_two_minutes() -> None:
    assert value(SCH, "turn.seconds") == 120
    game = position(SCH, ["R7 R9 K9", "K13"], table=["R4 R5 R6"], pool="Y1 Y2")
    event = game.fail(["R4 R5 R6 R7", "R9 K9"])
    assert list(game.table) == ["R4 R5 R6 R7"], "what was rightly combined stays"
    assert sorted(game.racks[0].split()) == ["K9", "R9"]
    assert event["drawn"] == ""
    assert game.pool == 2
    assert game.seat == 1


@clause("SCH-07")
@clause("SCH-08")
def test_the_opening() -> None:
    assert legal(SCH, [], "R3 R4 R5 B6 K6 Y6", ["R3 R4 R5", "B6 K6 Y6"], opened=False)
    low = turn(SCH, [], "K2 K3 K4 K5 R4 R5 R6", ["K2 K3 K4 K5", "R4 R5 R6"], opened=False)
    assert (low.legal, low.opening_points) == (False, 29)
    with_joker = turn(SCH, [], "R9 R10 J", ["R9 R10 J"], opened=False)
    assert (with_joker.legal, with_joker.opening_points) == (True, 30)
    assert legal(SCH, ["Y5 Y6 Y7"], "R10 B10 K10 Y4", ["Y4 Y5 Y6 Y7", "R10 B10 K10"], opened=False)


@clause("SCH-09")
def test_a_drawn_tile_waits() -> None:
    draws_one(SCH)


@clause("SCH-10")
@clause("SCH-11")
def test_series_and_runs() -> None:
    for text, is_legal in (
        ("R5 B5 K5", True),
        ("R5 B5 K5 Y5", True),
        ("R5 B5 R5", False),
        ("R5 B5 K5 Y5 J", False),
        ("R5 R6 R7", True),
        ("R7 R6 R5", False),
        ("R5 B6 R7", False),
        ("R12 R13 R1", False),
    ):
        assert meld(SCH, text).legal is is_legal, text
    assert meld(SCH, "R7 R6 R5", ordered=False).legal


@clause("SCH-12")
def test_a_joker_costs_25_at_the_end() -> None:
    assert list(meld(SCH, "R4 J R6").jokers) == ["R5"]
    assert official(SCH, {"B": "J R5", "C": "K13 B12"}, "A") == {"A": 55, "B": -30, "C": -25}


@clause("SCH-13")
def test_an_opened_player_may_exchange_a_joker() -> None:
    swap = (["R4 R5 J"], "R6 B8 K8", ["R4 R5 R6", "B8 K8 J"])
    assert legal(SCH, *swap)
    assert not legal(SCH, *swap, opened=False)
    assert not legal(SCH, ["J B5 B6 B7"], "R9 K9", ["B5 B6 B7", "R9 K9 J"]), "it stood for B4"
    assert legal(SCH, ["R4 R5 J", "B1 B2 B3"], "R6", ["R4 R5 R6", "B1 B2 B3 J"])


@clause("SCH-14")
def test_opened_players_use_the_table() -> None:
    take = (["R10 B10 K10 Y10"], "Y11 Y12", ["R10 B10 K10", "Y10 Y11 Y12"])
    assert legal(SCH, *take)
    assert not legal(SCH, *take, opened=False)
    assert not legal(SCH, ["R10 B10 K10"], "K11 K12", ["R10 B10", "K10 K11 K12"])
    assert not legal(SCH, ["R10 B10 K10 Y10"], "R1 R2 R3", ["R10 B10 K10", "R1 R2 R3"])
    # A joker keeps its place until it is exchanged.
    assert legal(SCH, ["R4 R5 R6 J"], "B4 K4", ["R5 R6 J", "R4 B4 K4"])
    assert not legal(SCH, ["R4 R5 R6 J"], "R2", ["R2 J R4 R5 R6"])
    assert legal(SCH, ["R4 R5 R6 J"], "R7", ["J R4 R5 R6 R7"]), "its tile is laid, so it may move"


@clause("SCH-15")
def test_opened_players_extend_melds() -> None:
    for spec, result in (("R7", ["R4 R5 R6 R7"]), ("R3", ["R3 R4 R5 R6"])):
        assert legal(SCH, ["R4 R5 R6"], spec, result)
        assert not legal(SCH, ["R4 R5 R6"], spec, result, opened=False)


@clause("SCH-16")
def test_the_end_is_that_of_the_official_sheet() -> None:
    assert goes_out(SCH) == [50, -25, -25]
    scores, winners = lowest_rack_wins(SCH)
    assert (scores, winners) == ([16, -12, -4], [0])
    assert _core.match_games(load(SCH).native(), players=3) == 1
