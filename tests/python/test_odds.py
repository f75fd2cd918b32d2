"""rl.odds and its command: positions whose answer is known, and refusals."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

import rummylab as rl
from rummylab.cli import main
from rummylab.errors import RummyError

SMALL = "rummikub:tiles.colours=3,tiles.numbers=7,tiles.jokers=1,deal.rack=7,opening.min_points=6"


def chance(**given: Any) -> rl.Odds:
    options: dict[str, Any] = {"others": [5], "games": 400, "seed": 3, **given}
    return rl.odds("rummikub", **options)


def test_who_can_go_out_at_once_wins() -> None:
    found = chance(table=["R4 R5 R6"], rack="R7 R8")
    assert found.win.value == found.win.high == 1
    assert found.win.low > 0.99
    assert found.turns.value == 1


def test_who_lets_another_go_out_loses() -> None:
    found = chance(table=["R4 R5 R6"], rack="B1", others=[2], known=["R7 R8"], to_move=2)
    assert found.win.value == 0
    assert found.wins[1].value == 1
    assert found.scores[0].value == -1
    assert found.scores[1].value == 1


def test_a_hidden_tile_is_any_of_those_that_nobody_has_seen() -> None:
    # The other moves with one tile; six of the 100 unseen ones (two R3, two R7, two jokers) go out
    # at once. After any other the player goes out.
    found = chance(table=["R4 R5 R6"], rack="B1 B2 B3", others=[1], to_move=2, games=4000)
    assert abs(found.win.value - 0.94) < 4 * math.sqrt(0.94 * 0.06 / 4000)
    assert found.win.n == 4000
    # A joker that is known to be dead is not among them.
    dead = chance(
        table=["R4 R5 R6"], rack="B1 B2 B3", others=[1], to_move=2, games=4000, discards="R3 R3 J"
    )
    assert abs(dead.win.value - 94 / 97) < 4 * math.sqrt(0.94 * 0.06 / 4000)


def test_unopened_players_may_not_use_the_table() -> None:
    given: dict[str, Any] = {"table": ["R4 R5 R6"], "rack": "R7 R8", "others": [6], "games": 100}
    assert chance(**given).win.value == 1
    assert chance(**given, opened=False).win.value < 1
    assert chance(**given, to_move=2, others_opened=False).turns.value < 60


def test_intervals_cover_the_chance() -> None:
    given: dict[str, Any] = {
        "table": ["R4 R5 R6"],
        "rack": "B1 B2 B3",
        "others": [1],
        "to_move": 2,
        "games": 250,
    }
    hits = sum(
        found.win.low <= 0.94 <= found.win.high
        for found in (chance(**{**given, "seed": seed}) for seed in range(120))
    )
    assert hits >= 107  # 95 % of 120 less three standard errors


def test_the_answer_is_the_same_on_any_number_of_threads() -> None:
    given: dict[str, Any] = {"table": ["R4 R5 R6"], "rack": "R1 B4 K2", "others": [3]}
    one, two = (rl.odds(SMALL, **given, games=1500, threads=threads) for threads in (1, 3))
    assert one.tally == two.tally
    assert one == two


def test_who_asks_is_player_1_wherever_the_turn_is() -> None:
    given: dict[str, Any] = {"table": ["R4 R5 R6"], "rack": "R7", "others": [3, 3, 3]}
    found = chance(**given, to_move=1)
    assert found.wins[0].value == 1
    later = chance(**given, to_move=4, games=200)
    assert 0.3 < later.wins[0].value < 1  # the fourth may take the place of the R7
    assert sum(win.value for win in later.wins) == pytest.approx(1)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"rack": "R7 R7 R7"}, "more than 2 of R7"),
        ({"rack": "R4 R4"}, "the position holds 3 of R4; the game has 2"),
        ({"rack": ""}, "the own rack holds 0 tiles"),
        ({"others": [0]}, "the rack of player 2 holds 0 tiles"),
        ({"others": [200]}, "tiles more than the game has: 106"),
        ({"others": [1], "known": ["R7 R8"]}, "holds 1 tiles, but 2 are named"),
        ({"others": [1, 2, 3, 4]}, "players is 5"),
        ({"others": [-1]}, "a number of tiles"),
        ({"known": ["", ""]}, "known has 2 entries for 1 others"),
        ({"others_opened": [True, True]}, "others_opened has 2 entries"),
        ({"to_move": 3}, "to_move is 3; allowed: 1 to 2"),
        ({"table": ["R4 R5"]}, '"R4 R5" on the table is no legal meld'),
        ({"games": 0}, "games is 0"),
        ({"strategies": "best"}, "best"),
    ],
)
def test_a_position_that_cannot_be_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(RummyError, match=said):
        chance(**{"table": ["R4 R5 R6"], "rack": "R7", **given})


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["odds", "rummikub", "--table", "R4 R5 R6, K8 B8 Y8", "--rack", "R7 K1", "-n", "100"]
    assert main([*words, "--others", "4,6", "--known", "2:J", "--unopened", "3"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("You win ")
    assert "an equal share is 33.3 %" in out
    assert main([*words, "--others", "4,6", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 100
    assert 0 <= told["win"]["low"] <= told["win"]["value"] <= told["win"]["high"] <= 1
    assert len(told["wins"]) == 3


def test_what_is_known_of_one_player_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["odds", "rummikub", "--table", "R4 R5 R6", "--rack", "R7 K1", "-n", "20", "--json"]
    known = [["2:J R1 K5"], ["2:J", "2:R1", "2:K5"], ["2:J", "3:B9", "2:R1 K5"]]
    held = []
    for given in known:
        assert main([*words, "--others", "4,6", *(w for k in given for w in ("--known", k))]) == 0
        held.append(json.loads(capsys.readouterr().out)["position"]["racks"])
    assert held[0] == held[1] == ["R7 K1", "J R1 K5", ""]
    assert held[2] == ["R7 K1", "J R1 K5", "B9"]
    # Too many copies are refused as they are in one.
    said = []
    for given in (["2:J J J"], ["2:J", "2:J J"]):
        assert main([*words, "--others", "4,6", *(w for k in given for w in ("--known", k))]) == 2
        said.append(capsys.readouterr().err)
    assert said[0] == said[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--others", "9;12"], "write how many tiles each holds"),
        (["--others", "9", "--known", "J"], "write PLAYER:TILES"),
        (["--others", "9", "--known", "1:J"], "the player of --known 1:J is 1; allowed: 2"),
        (["--others", "9", "--unopened", "3"], "--unopened is 3"),
        (["--others", "9,9,9,9"], "which makes 5 players"),
    ],
)
def test_the_command_refuses_in_one_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["odds", "rummikub", "--rack", "R7", *words]) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.err.count("\n") == 1
