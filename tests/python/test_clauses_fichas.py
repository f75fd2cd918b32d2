"""Every clause of the sheet of `fichas`."""

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

from rummylab import _core, referee
from rummylab.errors import RummyError
from rummylab.variant import load, shipped

APP = "fichas"


@clause("APP-01")
def test_106_tiles_14_each() -> None:
    for players in (2, 3, 4):
        ruling = referee.deal(APP, players=players)
        assert (ruling.total, list(ruling.hands)) == (106, [14] * players)
    game = dealt(APP, 2)
    assert sizes(game.racks) == [14, 14]


@clause("APP-02")
@clause("APP-20")
def test_most_points_over_several_games_win() -> None:
    totals = {"A": 10, "B": 40, "C": -50}
    assert referee.match(APP, totals=totals, games_won={"A": 2, "B": 1, "C": 0}) == "B"
    by_games = "fichas:match.decided_by=games_won"
    assert referee.match(by_games, totals=totals, games_won={"A": 2, "B": 1, "C": 0}) == "A"


@clause("APP-03")
def test_the_rest_is_the_pool() -> None:
    assert [referee.deal(APP, players=n).pool for n in (2, 3, 4)] == [78, 64, 50]
    game = dealt(APP, 3)
    assert game.pool == 64
    assert list(game.table) == []


@clause("APP-04")
def test_five_and_six_play_with_160() -> None:
    assert seats_allowed(APP) == [2, 3, 4, 5, 6]
    for players in (5, 6):
        ruling = referee.deal(APP, players=players)
        assert (ruling.total, ruling.pool) == (160, 160 - 14 * players)
    six = "fichas:players.tiles.5=160_6x2"
    assert referee.deal(six, players=5).total == 160
    colours = {
        tile[0]
        for deal in range(5)
        for rack in dealt(six, 5, deal=deal).racks
        for tile in rack.split()
    }
    assert colours == set("RBKYGPJ")
    four = {
        tile[0]
        for deal in range(5)
        for rack in dealt(APP, 5, deal=deal).racks
        for tile in rack.split()
    }
    assert four == set("RBKYJ")
    triples = [rack.split() for deal in range(60) for rack in dealt(APP, 6, deal=deal).racks]
    assert any(rack.count(tile) == 3 for rack in triples for tile in rack if tile != "J")


@clause("APP-05")
@clause("APP-06")
def test_runs_and_groups() -> None:
    for text, is_legal, kind in (
        ("R1 R2 R3", True, "run"),
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13", True, "run"),
        ("R1 R2", False, None),
        ("R1 R2 B3", False, None),
        ("R1 R2 R4", False, None),
        ("R12 R13 R1", False, None),
        ("R5 B5 K5", True, "group"),
        ("R5 B5 K5 Y5", True, "group"),
        ("R5 B5 R5", False, None),
        ("R5 B5 K5 Y5 J", False, None),
        ("R5 B5 K6", False, None),
    ):
        ruling = meld(APP, text)
        assert ruling.legal is is_legal, text
        if is_legal:
            assert ruling.kind == kind


@clause("APP-07")
def test_the_opening_is_worth_30_from_own_tiles() -> None:
    assert legal(APP, [], "R10 B10 K10", ["R10 B10 K10"], opened=False)
    assert legal(APP, [], "R3 R4 R5 B6 K6 Y6", ["R3 R4 R5", "B6 K6 Y6"], opened=False)
    low = turn(APP, [], "K2 K3 K4 K5 R4 R5 R6", ["K2 K3 K4 K5", "R4 R5 R6"], opened=False)
    assert (low.legal, low.opening_points) == (False, 29)
    assert legal(APP, [], "R9 R10 J", ["R9 R10 J"], opened=False)
    # Table tiles do not count.
    table = ["R8 R9 R10"]
    assert not legal(APP, table, "R11 R12", ["R8 R9 R10 R11 R12"], opened=False)
    single = "fichas:opening.melds=single"
    assert not legal(single, [], "R3 R4 R5 B6 K6 Y6", ["R3 R4 R5", "B6 K6 Y6"], opened=False)


@clause("APP-08")
def test_the_opening_turn_goes_on() -> None:
    table = ["Y5 Y6 Y7"]
    result = ["Y4 Y5 Y6 Y7", "R10 B10 K10"]
    assert legal(APP, table, "R10 B10 K10 Y4", result, opened=False)
    assert not legal(
        "fichas:opening.continues_turn=false", table, "R10 B10 K10 Y4", result, opened=False
    )
    # The melds just laid may be used too.
    assert legal(APP, [], "R10 B10 K10 Y10 R11 R12", ["B10 K10 Y10", "R10 R11 R12"], opened=False)


@clause("APP-09")
def test_only_legal_melds_and_one_own_tile() -> None:
    table = ["R4 R5 R6", "R7 R8 R9"]
    assert not legal(APP, table, "", ["R4 R5 R6 R7 R8 R9"])
    assert legal(APP, table, "R10", ["R4 R5 R6 R7", "R8 R9 R10"])
    assert not legal(APP, ["R4 R5 R6 R7"], "B1 B2 B3", ["R4 R5 R6", "B1 B2 B3"])
    assert not referee.table(["R4 R5", "B1 B2 B3"], variant=APP).legal


@clause("APP-10")
def test_who_lays_nothing_draws_one() -> None:
    draws_one(APP)
    may_draw_with_a_play(APP)


@clause("APP-11")
def test_a_joker_is_any_tile() -> None:
    assert list(meld(APP, "R4 J R6").jokers) == ["R5"]
    assert list(meld(APP, "R4 B4 J").jokers) == ["K4|Y4"]
    assert meld(APP, "R3 J J R6").legal
    assert not meld("fichas:melds.max_jokers=1", "R3 J J R6").legal


@clause("APP-12")
def test_a_joker_is_freed_by_its_tile() -> None:
    assert legal(APP, ["R4 R5 J"], "R6 B8 K8", ["R4 R5 R6", "B8 K8 J"])
    assert legal(APP, ["R4 R5 J"], "R6", ["R4 R5 R6 J"]), "reused in any meld"
    from_table = (["R4 R5 J", "R6 R7 R8 R9"], "B8 K8", ["R4 R5 R6", "R7 R8 R9", "B8 K8 J"])
    assert legal(APP, *from_table)
    assert not legal("fichas:joker.tile_from=rack", *from_table)
    without = (["J B5 B6 B7"], "R9 K9", ["B5 B6 B7", "R9 K9 J"])
    assert not legal(APP, *without), "it stood for B4"
    assert legal("fichas:joker.retrieval=any_legal", *without)
    either = (["B8 K8 J"], "R8 Y2 Y3", ["R8 B8 K8", "Y2 Y3 J"])
    assert legal(APP, *either)
    assert not legal("fichas:joker.group_of_three=both", *either)
    assert not legal(APP, ["R4 R5 J"], "R6", ["R4 R5 R6"]), "used in the same turn"
    assert not legal(APP, ["R4 R5 J"], "R6 B8 K8", ["R4 R5 R6", "B8 K8 J"], opened=False)


@clause("APP-13")
@clause("APP-14")
@clause("APP-15")
def test_going_out_and_what_it_pays() -> None:
    assert goes_out(APP) == [55, -25, -30]
    assert official(APP, {"B": "J R5", "C": "K13 B12"}, "A") == {"A": 60, "B": -35, "C": -25}


@clause("APP-16")
@clause("APP-17")
def test_an_empty_pool() -> None:
    scores, winners = lowest_rack_wins(APP)
    assert (scores, winners) == ([16, -12, -4], [0])
    points = referee.score(APP, ending="pool_empty", rack_points={"A": 12, "B": 12, "C": 30})
    assert points == {"A": 9, "B": 9, "C": -18}


@clause("APP-18")
@clause("APP-19")
def test_how_many_games() -> None:
    count = _core.match_games
    assert [count(load(APP).native(), players=n) for n in (2, 3, 6)] == [2, 3, 6]
    assert count(load("fichas:match.games=7").native(), players=3) == 7


@clause("APP-21")
def test_a_target_and_a_dear_joker_are_options() -> None:
    assert value(APP, "match.target") in (None, "none")
    assert value("fichas:match.target=200", "match.target") == 200
    spec = "fichas:scoring.joker_penalty=50"
    assert official(spec, {"B": "J"}, "A") == {"A": 50, "B": -50}


@clause("APP-22")
def test_no_shipped_table_game_has_an_indicator() -> None:
    for name in shipped():
        keys = load(name).flat()
        if any(key.startswith("table.") for key in keys):
            assert not [key for key in keys if "indicator" in key or "okey" in key]
    with pytest.raises(RummyError):
        load("fichas:tiles.indicator=true")


@clause("APP-23")
def test_closing_in_one_turn_may_double() -> None:
    assert value(APP, "scoring.one_turn_close") == 1
    double = "fichas:scoring.one_turn_close=2"
    points = {"B": 20, "C": 35}
    for spec, in_one, factor in ((APP, True, 1), (double, True, 2), (double, False, 1)):
        scores = referee.score(
            spec, ending="out", winner="A", rack_points=points, one_turn_close=in_one
        )
        assert scores == {"A": 55 * factor, "B": -20 * factor, "C": -35 * factor}
    for opened, factor in ((False, 2), (True, 1)):
        game = position(double, ["R10 B10 K10", "K5"], opened=[opened, True], pool="Y9")
        game.play(["R10 B10 K10"])
        assert list(game.scores) == [5 * factor, -5 * factor]


@clause("APP-24")
def test_a_rule_set_is_frozen() -> None:
    variant = load(APP)
    with pytest.raises(RummyError, match="opening of a Variant cannot be set"):
        variant.opening = None  # type: ignore[misc, assignment]
    changed = variant.replace({"opening.min_points": 50})
    assert variant.flat()["opening.min_points"] == 30
    assert changed.flat()["opening.min_points"] == 50
