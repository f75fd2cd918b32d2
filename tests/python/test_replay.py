"""Games played again: golden transcripts, and a replay is the game that the run counted."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

import rummylab as rl
from rummylab.variant import shipped

SMALL = "rummikub:tiles.colours=3,tiles.numbers=7,tiles.jokers=1,deal.rack=7,opening.min_points=6"


def load_renew(root: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("renew", root / "tests/golden/renew.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_shipped_rule_set_has_a_golden_transcript(root: Path) -> None:
    assert {file.stem for file in (root / "tests/golden").glob("*.txt")} == set(shipped())


@pytest.mark.parametrize("variant", shipped())
def test_the_golden_transcript_holds(variant: str, root: Path) -> None:
    golden = load_renew(root)
    assert golden.transcript(variant) == golden.path(variant).read_text(encoding="utf-8")


def test_a_replay_is_the_game_of_the_run() -> None:
    options = {"players": 3, "strategies": ["max_tiles", "human:slip=20", "random"], "seed": 11}
    run = rl.simulate(SMALL, games=1200, record="games", **options)
    frame = run.frame().set_index("game")
    for game in (0, 1, 999, 1000, 1199):
        row = frame.loc[game]
        found = rl.replay(SMALL, game=game, **options).to_json()
        assert len(found["turns"]) == row["turns"]
        assert found["ending"] == row["ending"]
        assert found["scores"] == [row[f"score_{seat}"] for seat in (1, 2, 3)]
        assert found["winners"][0] == row["winner"]


def test_a_replay_of_a_rotation_seats_the_players() -> None:
    options = {"players": 3, "strategies": ["max_tiles", "novice", "random"], "seed": 4}
    run = rl.simulate(SMALL, games=20, rotate=True, record="games", **options)
    frame = run.frame().set_index(["game", "rotation"])
    for rotation in (0, 1, 2):
        found = rl.replay(SMALL, game=9, rotation=rotation, **options).to_json()
        row = frame.loc[(9, rotation)]
        assert found["scores"] == [row[f"score_{seat}"] for seat in (1, 2, 3)]
        assert found["first_player"] == row["first_player"] == rotation + 1
        assert found["strategies"][0] == options["strategies"][rotation]


def test_a_replay_of_a_match_has_its_starter() -> None:
    variant = f"{SMALL},match.games=4,deal.starter=last_loser"
    options = {"players": 2, "strategies": ["max_tiles", "novice"], "seed": 4}
    run = rl.simulate(variant, matches=8, record="games", **options)
    frame = run.frame().set_index(["match", "match_game"])
    starters = set()
    for match in (0, 5, 7):
        for game in range(4):
            found = rl.replay(variant, match=match, game=game, **options).to_json()
            row = frame.loc[(match, game)]
            assert found["scores"] == [row["score_1"], row["score_2"]]
            assert found["first_player"] == row["first_player"]
            starters.add(found["first_player"])
            if game:  # the loser of the game before starts
                before = frame.loc[(match, game - 1)]
                if before["winners"] == 1:
                    loser_seat = 3 - before["winner"]
                    loser = (
                        before["first_player"] if loser_seat == 1 else 3 - before["first_player"]
                    )
                    assert found["first_player"] == loser
    assert starters == {1, 2}
    with pytest.raises(rl.RummyError, match="the match has 4 games"):
        rl.replay(variant, match=0, game=4, **options)


def test_the_json_tells_the_same_game_turn_by_turn() -> None:
    found = rl.replay(SMALL, players=2, seed=1, game=3).to_json()
    assert json.loads(json.dumps(found)) == found
    racks = [sorted(rack.split()) for rack in found["racks"]]
    table: list[str] = []
    pool = found["pool"]
    for number, turn in enumerate(found["turns"], start=1):
        seat = turn["seat"] - 1
        assert turn["turn"] == number
        for tile in turn["laid"].split():
            racks[seat].remove(tile)
        racks[seat] += turn["drawn"].split()
        pool -= len(turn["drawn"].split())
        table = sorted(table + turn["laid"].split())
        assert sorted(turn["rack"].split()) == sorted(racks[seat])
        assert sorted(tile for meld in turn["table"] for tile in meld.split()) == table
        assert turn["pool_left"] == pool
    assert found["pool_left"] == pool


def test_the_transcript_can_be_followed() -> None:
    found = rl.replay("signature", players=2, seed=1, game=3)
    text = str(found)
    assert text.startswith("signature, 2 players, seed 1, game 3\n\nSeat 1 (max_tiles): ")
    assert "Seat 1 has discarded " in text
    assert f"after {len(found.to_json()['turns'])} turns." in text
    assert max(len(line) for line in text.splitlines()) <= 120
    for turn in found.to_json()["turns"]:
        if turn["laid"]:
            assert turn["laid"] in text


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": -1}, "game is -1"),
        ({"players": 7}, "players is 7; the rules of rummikub allow 2 to 4 players"),
        ({"seed": 2**64}, "seed is 18446744073709551616"),
        ({"rotation": 4}, "rotation is 4; allowed: 0 to 3"),
        ({"strategies": ["max_tiles"] * 3}, "3 strategies for 4 players"),
        ({"strategies": "best"}, 'no strategy "best"; there are: random, novice'),
        ({"match": 1.5}, "match is 1.5"),
    ],
)
def test_what_cannot_be_replayed_is_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(rl.RummyError, match=message):
        rl.replay("rummikub", **change)
