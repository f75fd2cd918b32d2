"""The command line for single positions: best play, every play, rulings."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

import rummylab as rl
from rummylab.cli import main
from rummylab.cli.play import melds

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run_command(*words: str) -> tuple[int, str, str]:
        code = main(words)
        said = capsys.readouterr()
        return code, said.out, said.err

    return run_command


POSITION = ["rummikub", "--table", "R4 R5 R6 R7", "--rack", "R6 R8 K1"]


def test_the_best_play(run: Run) -> None:
    code, out, err = run("play", *POSITION)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Lay R6 R8: 2 tiles, 14 points off the rack."
    assert lines[1:3] == ["  * R4 R5 R6", "  * R6 R7 R8"]


def test_melds_that_stay_are_not_marked(run: Run) -> None:
    out = run("play", "rummikub", "--table", "R4 R5 R6, B9 K9 Y9", "--rack", "R7")[1]
    assert "    B9 K9 Y9" in out
    assert "  * R4 R5 R6 R7" in out
    assert out.startswith("Lay R7: 1 tile, 7 points")


def test_the_best_play_as_json(run: Run) -> None:
    found = json.loads(run("play", *POSITION, "--json")[1])
    best = rl.best_play("rummikub", table=["R4 R5 R6 R7"], rack="R6 R8 K1")
    assert best is not None
    assert found["play"] == {
        "placed": best.placed,
        "table": best.table,
        "count": best.count,
        "points": best.points,
    }
    assert found["variant_id"] == rl.load("rummikub").variant_id
    assert found["opened"] is True


def test_every_play(run: Run) -> None:
    plays = rl.plays("rummikub", table=["R4 R5 R6 R7"], rack="R6 R8 K1")
    listed = json.loads(run("play", *POSITION, "--all", "--json")[1])["plays"]
    assert [p["placed"] for p in listed] == [p.placed for p in plays] == ["R6 R8", "R8"]
    lines = run("play", *POSITION, "--all")[1].splitlines()
    assert [line.split()[0] for line in lines] == ["tiles", "2", "1"]
    few = json.loads(run("play", *POSITION, "--all", "--limit", "1", "--json")[1])["plays"]
    assert len(few) == 1


def test_objectives_differ(run: Run) -> None:
    position = ["rummikub", "--rack", "R1 R2 R3 R11 R12 R13 J", "--table", "B13 K13 Y13"]
    tiles = json.loads(run("play", *position, "--json")[1])["play"]
    points = json.loads(run("play", *position, "--objective", "points", "--json")[1])["play"]
    assert tiles["count"] >= points["count"]
    assert points["points"] >= tiles["points"]


def test_nothing_to_lay(run: Run) -> None:
    assert run("play", "rummikub", "--rack", "R1 B2 K5") == (0, "Nothing can be laid.\n", "")
    assert run("play", "rummikub", "--rack", "R1", "--all") == (0, "Nothing can be laid.\n", "")
    assert json.loads(run("play", "rummikub", "--rack", "R1", "--json")[1])["play"] is None
    assert json.loads(run("play", "rummikub", "--rack", "R1", "--all", "--json")[1])["plays"] == []


def test_who_has_not_opened_needs_the_points(run: Run) -> None:
    rack = ["--rack", "R6 R7 R8"]
    assert run("play", "rummikub", *rack)[1].startswith("Lay R6 R7 R8")
    assert run("play", "rummikub", *rack, "--unopened")[1] == "Nothing can be laid.\n"
    changed = run("play", "rummikub", *rack, "--unopened", "--set", "opening.min_points=21")
    assert changed[1].startswith("Lay R6 R7 R8")
    assert run("play", "signature", *rack, "--unopened")[1].startswith("Lay R6 R7 R8")


def test_the_set_of_a_larger_game(run: Run) -> None:
    rack = ["--rack", "R5 R5 R5 B5 K5"]
    code, _, err = run("play", "fichas", *rack)
    assert code == 2
    assert "the set has 2" in err
    assert run("play", "fichas", *rack, "--players", "5")[1].startswith("Lay R5 B5 K5")


def test_texts_of_a_table() -> None:
    assert melds("R4 R5 R6, K8 B8 J") == melds("R4 R5 R6 | K8 B8 J") == ["R4 R5 R6", "K8 B8 J"]
    assert melds("") == melds(" , ") == []


WRONG = [
    (["--table", "R4 R5 R9", "--rack", "R6"], 'the table\'s meld "R4 R5 R9" is not legal'),
    (["--table", "R4 R5", "--rack", "R6"], "a meld has at least 3"),
    (["--rack", "R4 R4 R4"], "more than 2 of R4"),
    (["--table", "R4 R5 R6, R4 R5 R6", "--rack", "R4"], "hold 3 of R4; the set has 2"),
    (["--rack", "J J J"], "more than 2 of J"),
    (["--rack", "Q7"], '"Q7"'),
    (["--rack", "R14"], "a number from 1 to 13"),
    (["--rack", "G5"], "R, B, K or Y"),
    (["--table", "R4-R5-R6", "--rack", "R7"], '"R4-R5-R6"'),
    (["--rack", "R7", "--players", "7"], "the rules of rummikub allow 2 to 4"),
    (["--rack", "R7", "--set", "deal.rack=99"], "deal.rack is 99"),
]


@pytest.mark.parametrize(("words", "part"), WRONG, ids=lambda value: str(value)[:60])
@pytest.mark.parametrize("more", [[], ["--all"], ["--json"]], ids=["best", "all", "json"])
def test_mistakes(run: Run, words: list[str], part: str, more: list[str]) -> None:
    code, out, err = run("play", "rummikub", *words, *more)
    assert (code, out) == (2, "")
    assert err.startswith("rummylab: ")
    assert err.count("\n") == 1
    assert part in err


# --- Rulings


def test_rulings_on_melds(run: Run) -> None:
    said = run("referee", "meld", "rummikub", "R5 B5 J")[1]
    assert said == "legal: a group, 15 points; jokers stand for K5|Y5\n"
    assert run("referee", "meld", "rummikub", "R6 R5 R4")[1].startswith("not legal: ")
    assert run("referee", "meld", "rummikub", "R6 R5 R4", "--unordered")[1].startswith("legal")
    assert run("referee", "meld", "rummikub:melds.run_wrap=ace_high", "R12 R13 R1")[1] == (
        "legal: a run, 26 points\n"
    )
    ruling = json.loads(run("referee", "meld", "rummikub", "R5 B5 J", "--json")[1])
    assert (ruling["legal"], ruling["kind"], ruling["value"]) == (True, "group", 15)


def test_rulings_on_turns(run: Run) -> None:
    swap = ["--table", "R4 R5 J", "--rack", "R6 B8 K8", "--result", "R4 R5 R6, B8 K8 J"]
    assert run("referee", "turn", "rummikub", *swap)[1] == "legal\n"
    assert run("referee", "turn", "rummikub:joker.retrieval=never", *swap)[1].startswith(
        "not legal: "
    )
    opening = ["--rack", "R10 B10 K10", "--result", "R10 B10 K10", "--unopened"]
    assert run("referee", "turn", "rummikub", *opening)[1] == (
        "legal; the opening counts 30 points\n"
    )
    ruling = json.loads(run("referee", "turn", "rummikub-sabra-50", *opening, "--json")[1])
    assert (ruling["legal"], ruling["opening_points"]) == (False, 30)
    out = run("referee", "turn", "rummikub", *opening, "--rack-after", "", "--json")[1]
    assert json.loads(out)["ends_game"] is True


def test_a_ruling_on_no_tile_is_a_mistake(run: Run) -> None:
    code, out, err = run("referee", "meld", "rummikub", "R5 Q5 K5")
    assert (code, out) == (2, "")
    assert '"Q5"' in err
