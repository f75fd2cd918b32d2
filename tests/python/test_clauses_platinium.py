"""Every clause of the sheet of `platinium`."""

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
    position,
    seats_allowed,
    sizes,
    turn,
    value,
)

from rummylab import _core, referee
from rummylab.variant import load

PLA = "platinium"


@clause("PLA-01")
def test_the_tiles() -> None:
    assert referee.deal(PLA, players=4).total == 106
    seen = {
        tile
        for deal in range(60)
        for rack in dealt(PLA, 4, deal=deal).racks
        for tile in rack.split()
    }
    assert seen == {f"{c}{n}" for c in "RBKY" for n in range(1, 14)} | {"J"}


@clause("PLA-02")
def test_a_seat_sees_its_own_rack_alone() -> None:
    here = position(PLA, ["R7 B1", "K1 K2"], table=["R4 R5 R6"], pool="Y8 Y9")
    there = position(PLA, ["R7 B1", "Y9 K1"], table=["R4 R5 R6"], pool="K2 Y8")
    assert list(here.racks) != list(there.racks)
    assert here.view == there.view, "what others hold, and in which order tiles lie, is not seen"
    other = position(PLA, ["R7 B2", "K1 K2"], table=["R4 R5 R6"], pool="Y8 Y9")
    assert here.view != other.view


@clause("PLA-03")
def test_14_each() -> None:
    assert seats_allowed(PLA) == [2, 3, 4]
    assert sizes(dealt(PLA, 4).racks) == [14] * 4


@clause("PLA-04")
def test_the_highest_tile_starts() -> None:
    assert value(PLA, "deal.starter") == "highest_tile"
    assert _core.starters(draws=[["R7"], ["J", "Y4"], ["B12"], ["K9"]], lowest=False) == [2]
    assert _core.starters(draws=[["R12"], ["B12"], ["K1"]], lowest=False) == [0, 1]
    rules = load(PLA).native()
    seats = [_core.draw_starter(rules, players=4, seed=1, deal=deal) for deal in range(200)]
    assert set(seats) == {0, 1, 2, 3}
    game = dealt(PLA, 4)
    assert sum(sizes(game.racks)) + game.pool == 106, "the drawn tiles went back"


@clause("PLA-05")
def test_a_joker_counts_nothing_in_the_opening() -> None:
    low = turn(PLA, [], "R9 R10 J", ["R9 R10 J"], opened=False)
    assert (low.legal, low.opening_points) == (False, 19)
    enough = turn(PLA, [], "R9 R10 R11 J", ["R9 R10 R11 J"], opened=False)
    assert (enough.legal, enough.opening_points) == (True, 30)
    assert legal(PLA, [], "R3 R4 R5 B6 K6 Y6", ["R3 R4 R5", "B6 K6 Y6"], opened=False)
    assert not legal(PLA, ["R10 B10 K10"], "Y10", ["R10 B10 K10 Y10"], opened=False)


@clause("PLA-06")
def test_without_30_a_player_draws() -> None:
    game = position(PLA, ["R1 R2 R3", "K13"], opened=[False, False], pool="Y9 Y8")
    assert game.draw()["drawn"] == "Y9"
    assert game.seat == 1
    draws_one(PLA)


@clause("PLA-07")
def test_later_any_meld_is_enough() -> None:
    assert legal(PLA, [], "R1 R2 R3", ["R1 R2 R3"])
    assert not legal(PLA, [], "R1 R2 R3", ["R1 R2 R3"], opened=False)
    may_draw_with_a_play(PLA)


@clause("PLA-08")
@clause("PLA-10")
def test_series_and_runs() -> None:
    for text, is_legal in (
        ("R5 B5 K5", True),
        ("R5 B5 K5 Y5", True),
        ("R5 B5 R5", False),
        ("R5 B5 K5 Y5 J", False),
        ("R5 R6 R7", True),
        ("R5 B6 R7", False),
        ("R5 R6", False),
    ):
        assert meld(PLA, text).legal is is_legal, text


@clause("PLA-09")
def test_adding_and_rearranging() -> None:
    whole = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13"
    assert legal(PLA, [whole.removesuffix(" R13")], "R13", [whole])
    split = (["R4 R5 R6 R7 R8"], "R6", ["R4 R5 R6", "R6 R7 R8"])
    assert legal(PLA, *split)
    literal = "platinium:table.access=add_only"
    assert not legal(literal, *split)
    assert legal(literal, ["R4 R5 R6"], "R7 R3", ["R3 R4 R5 R6 R7"])
    assert legal(literal, ["R5 B5 K5"], "Y5", ["Y5 R5 B5 K5"])


@clause("PLA-11")
@clause("PLA-12")
def test_going_out_and_what_it_pays() -> None:
    assert goes_out(PLA) == [55, -25, -30]
    scores = referee.score(PLA, ending="out", winner="A", rack_points={"B": 5, "C": 10, "D": 3})
    assert scores == {"A": 18, "B": -5, "C": -10, "D": -3}


@clause("PLA-13")
def test_an_empty_pool() -> None:
    game = position(PLA, ["B1 R7", "K13"], table=["R4 R5 R6"], pool="")
    game.play(["R4 R5 R6 R7"])
    assert not game.over, "play goes on with an empty pool"
    scores, winners = lowest_rack_wins(PLA)
    assert (scores, winners) == ([16, -12, -4], [0])


@clause("PLA-14")
def test_the_silences() -> None:
    assert legal(PLA, ["J B5 B6 B7"], "R9 K9", ["B5 B6 B7", "R9 K9 J"])
    assert not legal(
        "platinium:joker.retrieval=exact_tile", ["J B5 B6 B7"], "R9 K9", ["B5 B6 B7", "R9 K9 J"]
    )
    assert value(PLA, "turn.seconds") == 0
    assert _core.match_games(load(PLA).native(), players=4) == 1
