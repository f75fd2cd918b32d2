"""Every clause of the sheet of `signature`."""

from __future__ import annotations

import pytest
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
    seats_allowed,
    sizes,
    turn,
    value,
)

from rummylab import referee
from rummylab.errors import RummyError

SIG = "signature"
OWN = "signature:deal.draw_from=own_share"


@clause("SIG-01")
def test_two_to_four_play() -> None:
    assert seats_allowed(SIG) == [2, 3, 4]


@clause("SIG-02")
def test_shares_or_one_bag() -> None:
    assert referee.deal(SIG, players=3).pool == 106 - 43
    shared = referee.deal(OWN, players=3)
    assert list(shared.own_piles) == [35 - 15, 35 - 14, 35 - 14]


@clause("SIG-02b")
def test_the_tiles() -> None:
    assert referee.deal(SIG, players=2).total == 106
    assert [value(SIG, f"tiles.{key}") for key in ("colours", "numbers", "copies", "jokers")] == [
        4,
        13,
        2,
        2,
    ]


@clause("SIG-02c")
def test_the_remainder_of_the_shares() -> None:
    for players, rest in ((2, 0), (3, 1), (4, 2)):
        ruling = referee.deal(OWN, players=players)
        assert ruling.remainder == rest
        assert ruling.pool == sum(ruling.own_piles) + rest


@clause("SIG-03")
@clause("SIG-04")
def test_chance_deals_and_names_the_starter() -> None:
    games = [dealt(SIG, 4, deal=deal) for deal in range(40)]
    assert len({tuple(game.racks) for game in games}) == 40
    assert value(SIG, "deal.starter") == "random"


@clause("SIG-05")
def test_turns_go_round() -> None:
    game = position(SIG, ["B1", "K13", "Y5"], table=["R4 R5 R6"], pool="R1 R2 R3 B3")
    seen = []
    for _ in range(4):
        seen.append(game.seat)
        game.draw()
    assert seen == [0, 1, 2, 0]


@clause("SIG-06")
@clause("SIG-08")
@clause("SIG-08b")
@clause("SIG-08c")
@clause("SIG-08d")
def test_the_starter_discards_one_dead_tile_and_then_moves() -> None:
    game = dealt(SIG, 4)
    starter = game.seat
    assert game.must_discard
    assert sorted(sizes(game.racks)) == [14, 14, 14, 15]
    assert len(game.racks[starter].split()) == 15
    pool = game.pool
    with pytest.raises(RummyError):
        game.draw()
    tile = game.racks[starter].split()[0]
    game.discard(tile)
    assert sizes(game.racks) == [14, 14, 14, 14]
    assert game.discards == tile
    assert game.pool == pool == 49, "the discard goes nowhere else"
    assert game.seat == starter
    assert not game.must_discard
    with pytest.raises(RummyError):
        game.discard(game.racks[starter].split()[0])
    game.draw()
    assert game.discards == tile


@clause("SIG-07")
def test_a_joker_takes_the_value_of_its_tile() -> None:
    ruling = meld(SIG, "R9 J R11")
    assert (ruling.legal, list(ruling.jokers), ruling.value) == (True, ["R10"], 30)
    assert turn(SIG, [], "R9 J R11", ["R9 J R11"], opened=False).opening_points == 30


@clause("SIG-09")
def test_any_own_meld_opens() -> None:
    assert legal(SIG, [], "R1 R2 R3", ["R1 R2 R3"], opened=False)
    table = ["R4 R5 R6"]
    assert not legal(SIG, table, "R7", ["R4 R5 R6 R7"], opened=False)


@clause("SIG-10")
@clause("SIG-10b")
def test_who_lays_nothing_draws_one() -> None:
    draws_one(SIG)


@clause("SIG-10c")
def test_drawing_is_free() -> None:
    may_draw_with_a_play(SIG)


@clause("SIG-11")
def test_a_joker_is_worth_25() -> None:
    assert official(SIG, {"B": "J"}, "A") == {"A": 0, "B": -25}
    spec = "signature:opening.min_points=30,opening.joker_value=25"
    assert turn(spec, [], "R2 R3 J", ["R2 R3 J"], opened=False).opening_points == 30
    assert legal(spec, [], "R2 R3 J", ["R2 R3 J"], opened=False)


@clause("SIG-12")
def test_others_add_after_their_own_opening() -> None:
    table, result = ["R4 R5 R6"], ["R4 R5 R6 R7"]
    assert legal(SIG, table, "R7", result)
    for by, allowed in (("each", False), ("anyone", True)):
        game = position(
            f"signature:opening.by={by}", ["R7 B1", "K1"], table=table, opened=[False, True]
        )
        if allowed:
            assert game.play(result)["laid"] == "R7"
        else:
            with pytest.raises(RummyError):
                game.play(result)


@clause("SIG-13")
@clause("SIG-15")
def test_three_tiles_stay_in_every_meld() -> None:
    assert legal(SIG, ["R4 R5 R6 R7"], "B4 K4", ["R5 R6 R7", "R4 B4 K4"])
    assert not legal(SIG, ["R4 R5 R6"], "B4 K4", ["R5 R6", "R4 B4 K4"])
    assert not legal(SIG, ["R5 B5 K5"], "R6 R7", ["B5 K5", "R5 R6 R7"])


@clause("SIG-14")
def test_the_four_manipulations() -> None:
    assert legal(SIG, ["R4 R5 R6"], "R7", ["R4 R5 R6 R7"])
    assert legal(SIG, ["R10 B10 Y10"], "K10", ["R10 B10 K10 Y10"])
    assert legal(SIG, ["B8 B9 B10"], "B11 K8 R8", ["B9 B10 B11", "B8 K8 R8"])
    assert legal(SIG, ["R4 R5 R6 R7 R8"], "R6", ["R4 R5 R6", "R6 R7 R8"])


@clause("SIG-16")
def test_the_printed_play() -> None:
    assert legal(
        SIG,
        ["R5 R6 R7", "Y5 Y6 Y7", "K5 K6 K7 K8 K9"],
        "K10 B5",
        ["R5 Y5 K5 B5", "R6 Y6 K6", "R7 Y7 K7", "K8 K9 K10"],
    )


@clause("SIG-17")
def test_losers_mark_their_racks() -> None:
    assert goes_out(SIG) == [0, -25, -25]


@clause("SIG-18")
def test_a_match_is_four_games() -> None:
    assert value(SIG, "match.games") == 4
    assert referee.match(SIG, totals={"A": -40, "B": -38, "C": -55}) == "B"
    tied = {"A": -40, "B": -40, "C": -55}
    assert referee.match(SIG, totals=tied, games_won={"A": 1, "B": 2, "C": 1}) == "B"
    assert referee.match(SIG, totals=tied, games_won={"A": 2, "B": 2, "C": 0}) == ["A", "B"]


@clause("SIG-19")
def test_an_empty_rack_ends_the_game() -> None:
    table, result = ["R4 R5 R6"], ["R4 R5 R6 R7"]
    assert turn(SIG, table, "R7", result, rack_after="").ends_game is True
    assert turn(SIG, table, "R7 K1", result, rack_after="K1").ends_game is False
    goes_out(SIG)


@clause("SIG-20")
def test_an_unfinished_table_is_taken_back() -> None:
    game = position(SIG, ["R7 R9", "K13"], table=["R4 R5 R6"], pool="Y1 Y2 Y3 Y4")
    event = game.fail(["R4 R5", "R6 R7"])
    assert list(game.table) == ["R4 R5 R6"]
    assert event["drawn"].split() == ["Y1", "Y2", "Y3"]
    assert len(game.racks[0].split()) == 5


@clause("SIG-21")
def test_a_joker_is_exchanged_from_the_rack_and_used() -> None:
    assert legal(SIG, ["R4 R5 J"], "R6 B8 K8", ["R4 R5 R6", "B8 K8 J"])
    table = ["R4 R5 J", "R6 R7 R8 R9"]
    assert not legal(SIG, table, "B8 K8", ["R4 R5 R6", "R7 R8 R9", "B8 K8 J"])
    assert legal(
        "signature:joker.tile_from=rack_or_table",
        table,
        "B8 K8",
        ["R4 R5 R6", "R7 R8 R9", "B8 K8 J"],
    )
    assert not legal(SIG, ["R4 R5 J"], "R6", ["R4 R5 R6"]), "the joker does not go to the rack"
    assert not legal(SIG, ["R4 R5 J"], "R6 B8 K8", ["R4 R5 R6", "B8 K8 J"], opened=False)


@clause("SIG-22")
def test_a_meld_with_a_joker_is_locked() -> None:
    added = (["R4 R5 J"], "R7", ["R4 R5 J R7"])
    taken = (["R4 R5 R6 J"], "B4 K4", ["R5 R6 J", "R4 B4 K4"])
    assert not legal(SIG, *added)
    assert not legal(SIG, *taken)
    assert legal("signature:joker.lock=no_remove", *added)
    assert not legal("signature:joker.lock=no_remove", *taken)
    assert legal("signature:joker.lock=none", *taken)
    # Freed of its joker it is a meld like any other.
    assert legal(SIG, ["R4 R5 R6 J"], "R7 B4 K4 B9 K9", ["R5 R6 R7", "R4 B4 K4", "B9 K9 J"])


@clause("SIG-23")
def test_the_silences() -> None:
    assert not meld(SIG, "R5 B5 R5").legal
    assert not meld(SIG, "R12 R13 R1").legal
    assert value(SIG, "turn.seconds") == 0
    scores, winners = lowest_rack_wins(SIG)
    assert (scores, winners) == ([-1, -13, -5], [0])
