"""Okey and 101 Okey: the turned tile, whole hands, pairs, openings and what they cost."""

from __future__ import annotations

import pytest

import rummylab as rl
from rummylab import _core, referee
from rummylab.errors import RummyError
from rummylab.variant import load

OKEY = "okey"
OK101 = "okey-101"
WHOLE = "R1 R2 R3 B4 B5 B6 K7 K8 K9 Y10 Y11 Y12 Y13"  # thirteen tiles in melds


def at(hands: list[str], *, spec: str = OKEY, **given: object) -> _core.DrawGame:
    options: dict[str, object] = {"stock": "K1 K2 K3 K4", "indicator": "R9", **given}
    return _core.DrawGame.at(load(spec).native_draw(), hands=hands, **options)


# --- Okey


@pytest.mark.parametrize(("indicator", "okey"), [("R9", "R10"), ("R13", "R1"), ("Y1", "Y2")])
def test_the_turned_tile_names_the_okey(indicator: str, okey: str) -> None:
    assert _core.okey(load(OKEY).native_draw(), indicator=indicator) == okey


def test_the_okey_is_wild_and_the_false_okey_is_its_face() -> None:
    # R10 is wild: it stands for K5. FJ is R10.
    assert referee.hand(OKEY, hand="K4 R10 K6", indicator="R9").gin
    assert referee.hand(OKEY, hand="R9 FJ R11", indicator="R9").gin
    assert not referee.hand(OKEY, hand="K4 FJ K6", indicator="R9").gin
    assert referee.hand(OKEY, hand="B10 K10 FJ", indicator="R9").gin
    assert not referee.hand(OKEY, hand="K4 R10 K6", indicator="R8").gin


def test_runs_end_with_12_13_1_and_go_no_further() -> None:
    assert referee.hand(OKEY, hand="R12 R13 R1", indicator="B5").gin
    assert not referee.hand(OKEY, hand="R13 R1 R2", indicator="B5").gin
    assert not referee.hand(OKEY, hand="R5 B5 R5", indicator="B9").gin


def test_the_starter_has_fifteen_and_discards_first() -> None:
    ruling = referee.deal(OKEY, players=4)
    assert (ruling.hands, ruling.discard, ruling.pool) == ([15, 14, 14, 14], 0, 106 - 57 - 1)
    game = _core.DrawGame(load(OKEY).native_draw(), players=4, seed=1)
    assert (game.phase, game.seat, len(game.hands[0].split())) == ("play", 0, 15)
    game.play(discard=game.hands[0].split()[0])
    assert (game.phase, game.seat, len(game.pile)) == ("draw", 1, 1)
    game.draw_pile()
    assert game.pile == []


def test_a_whole_hand_wins_after_the_discard() -> None:
    game = at([f"{WHOLE} R4", "B1"], stock="K13 K1 K2")
    game.draw_stock()
    with pytest.raises(RummyError, match="not whole"):
        game.play(discard="R1", show=True)
    game.play(discard="K13", show=True)
    assert game.ending == "hand"
    assert game.scores == [0, -2]


def test_seven_pairs_count_double() -> None:
    game = at(["R1 R1 B4 B4 K7 K7 Y9 Y9 R12 R12 B13 B13 K2 K2", "B1"], stock="Y13 K4 K5")
    game.draw_stock()
    game.play(discard="Y13", show=True)
    assert game.ending == "pairs"
    assert game.scores == [0, -4]
    six = at(["R1 R1 B4 B4 K7 K7 Y9 Y9 R12 R12 B13 B13 K2 K3", "B1"], stock="Y13 K4 K5")
    six.draw_stock()
    with pytest.raises(RummyError, match="no 7 pairs"):
        six.play(discard="Y13", show=True)
    # A wild okey makes the seventh.
    wild = at(["R1 R1 B4 B4 K7 K7 Y9 Y9 R12 R12 B13 B13 K2 R10", "B1"], stock="Y13 K4 K5")
    wild.draw_stock()
    wild.play(discard="Y13", show=True)
    assert wild.ending == "pairs"


def test_the_okey_as_the_last_discard_counts_double() -> None:
    game = at([f"{WHOLE} R4", "B1"], stock="R10 K1 K2")
    game.draw_stock()
    game.play(discard="R10", show=True)
    assert game.scores == [0, -4]
    held = {"A": 0, "B": 0, "C": 0, "D": 0}
    both = referee.score(OKEY, ending="pairs", winner="A", rack_points=held, wild_discard=True)
    assert both == {"A": 0, "B": -8, "C": -8, "D": -8}


def test_an_empty_round_pays_nothing() -> None:
    game = at(["R1 R5", "B1 B7"], stock="K1")
    game.draw_stock()
    game.play(discard="K1")
    assert (game.ending, game.scores) == ("stock_empty", [0, 0])


def test_a_match_begins_at_20_and_ends_at_0() -> None:
    rules = load(OKEY).native_draw()
    assert load(OKEY).match.start == 20
    assert not _core.draw_match_over(rules, totals=[20, 1, 5, 9], deals=3)
    assert _core.draw_match_over(rules, totals=[20, 0, 5, 9], deals=3)
    assert referee.match(OKEY, totals={"A": 20, "B": 0, "C": 5, "D": 9}) == "A"
    found = rl.simulate(OKEY, matches=20, players=4, seed=2)
    assert found.metrics()["games_per_match"].value >= 10 / 4
    later = load("okey:match.start=6")
    assert _core.draw_match_over(later.native_draw(), totals=[6, 0, 2, 4], deals=3)


# --- 101 Okey


OPENING = "R11 R12 R13 B11 B12 B13 K11 K12 K13"  # 108 points in three runs


def test_runs_of_101_do_not_wrap() -> None:
    assert not referee.hand(OK101, hand="R12 R13 R1", indicator="B5").gin


def test_an_opening_needs_101_points() -> None:
    def opens(melds: list[str], **given: object) -> rl.referee.TurnRuling:
        return referee.turn(
            OK101, table=[], rack="", result=melds, opened=False, indicator="Y5", **given
        )

    ruling = opens(["R11 R12 R13", "B11 B12 B13", "K11 K12 K13"])
    assert (ruling.legal, ruling.opening_points) == (True, 108)
    short = opens(["R11 R12 R13", "B11 B12 B13", "K1 K2 K3"])
    assert (short.legal, short.opening_points) == (False, 78)
    assert "needs 101" in short.reason
    # The wild okey (Y6) counts what it stands for.
    assert opens(["R11 R12 R13", "B11 B12 B13", "K11 K12 Y6"]).opening_points == 108


def test_five_pairs_open_too() -> None:
    hands = ["R1 R1 R2 R2 R3 R3 B4 B4 B5 B5 K9 K2", "B1"]
    game = at(hands, spec=OK101, stock="K1 Y1 K3 K4")
    game.draw_stock()
    with pytest.raises(RummyError, match="4 pairs; it needs 5"):
        game.play(pairs=["R1 R1", "R2 R2", "R3 R3", "B4 B4"], discard="K9")
    game.play(pairs=["R1 R1", "R2 R2", "R3 R3", "B4 B4", "B5 B5"], discard="K9")
    assert len(game.table) == 5
    game.draw_stock()
    game.play(discard="Y1")
    game.draw_stock()
    with pytest.raises(RummyError, match="lays only pairs"):
        game.play(melds=["K1 K2 K3"], discard="K3")


def test_a_taken_tile_must_be_laid() -> None:
    game = at([f"{OPENING} R1 Y8", "B1"], spec=OK101, pile="R2")
    game.draw_pile()
    melds = ["R11 R12 R13", "B11 B12 B13", "K11 K12 K13"]
    with pytest.raises(RummyError, match="R2 was taken from the pile and must be laid"):
        game.play(melds=melds, discard="Y8")
    game = at([f"{OPENING} R1 R3 Y8", "B1"], spec=OK101, pile="R2")
    game.draw_pile()
    game.play(melds=[*melds, "R1 R2 R3"], discard="Y8")
    assert game.ending == "out"


def test_tiles_are_laid_off_on_anybodys_melds_after_the_opening() -> None:
    table = [(1, "R4 R5 R6"), (0, "B11 B12 B13")]
    game = at(["R7 R3 K9", "B1"], spec=OK101, table=table)
    game.draw_stock()
    game.play(lay_offs=[(0, "R7", False), (0, "R3", True)], discard="K9")
    assert game.table[0] == "R3 R4 R5 R6 R7"
    closed = at(["R7 R3 K9", "B1"], spec=OK101, table=table[:1])
    closed.draw_stock()
    with pytest.raises(RummyError, match="after an own meld is laid"):
        closed.play(lay_offs=[(0, "R7", False)], discard="K9")


def test_the_last_tile_is_discarded() -> None:
    table = [(0, "R4 R5 R6")]
    game = at(["R7", "B1"], spec=OK101, table=table, stock="R8 K1 K2")
    game.draw_stock()
    with pytest.raises(RummyError, match="last card must be discarded"):
        game.play(lay_offs=[(0, "R7", False), (0, "R8", False)])
    game.play(lay_offs=[(0, "R7", False)], discard="R8")
    assert game.ending == "out"


def test_scores_of_101() -> None:
    racks = {"A": "", "B": "R1 R2", "C": "R13 B13", "D": "K5"}
    scores = referee.score(
        OK101, ending="out", racks=racks, opened={"C": False}, pairs=["D"], indicator="B8"
    )
    assert scores == {"A": 101, "B": -3, "C": -202, "D": -10}
    known = load("okey-101:scoring.unopened_penalty=0")
    assert referee.score(known, ending="out", racks=racks, opened={"C": False}, indicator="B8") == {
        "A": 101,
        "B": -3,
        "C": -26,
        "D": -5,
    }
    # The wild okey left on a rack.
    assert referee.score(OK101, ending="out", racks={"A": "", "B": "B9"}, indicator="B8") == {
        "A": 101,
        "B": -101,
    }


@pytest.mark.parametrize("spec", [OKEY, OK101])
@pytest.mark.parametrize("strategies", ["greedy", "random", "random:take=90,lay=100"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_deal_ends_and_every_step_is_legal(spec: str, strategies: str, players: int) -> None:
    found = rl.simulate(
        spec, games=40, players=players, strategies=strategies, checked=True, seed=9
    )
    assert found.tally.total("end_cap") == 0
    names = [name for name in found.tally.quantities if name.startswith("end_")]
    assert sum(found.tally.total(name) for name in names) == 40


@pytest.mark.parametrize("spec", [OKEY, OK101])
def test_greedy_beats_random(spec: str) -> None:
    found = rl.simulate(
        spec, games=150, players=2, strategies=["greedy", "random"], rotate="players"
    )
    scores = found.metrics()
    assert scores["score.player_1"].low > scores["score.player_2"].high
