"""The command line for rule sets, and what becomes of every kind of mistake."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import rummylab
from rummylab.cli import main
from rummylab.cli.options import strategies
from rummylab.errors import RummyError
from rummylab.variant import load, shipped

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run_command(*words: str) -> tuple[int, str, str]:
        code = main(words)
        said = capsys.readouterr()
        return code, said.out, said.err

    return run_command


def test_alone_it_prints_its_help(run: Run) -> None:
    code, out, err = run()
    assert (code, err) == (0, "")
    assert out.startswith("Usage: rummylab")
    assert run("--help")[1] == run("-h")[1] == out
    for group in ("variant", "study", "referee"):
        assert run(group)[1] == run(group, "--help")[1]


def test_version(run: Run) -> None:
    assert run("--version") == (0, f"rummylab {rummylab.__version__}\n", "")


def test_list(run: Run) -> None:
    code, out, _ = run("variant", "list")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()[1:]] == list(shipped())
    rows = json.loads(run("variant", "list", "--json")[1])
    assert [row["id"] for row in rows] == list(shipped())
    assert {row["id"]: row["opening.min_points"] for row in rows}["fichas"] == 30


def test_show(run: Run) -> None:
    code, out, _ = run("variant", "show", "fichas", "--set", "opening.min_points=40")
    assert code == 0
    assert "at least 40 points" in out
    for sentence in load("fichas:opening.min_points=40").sentences().values():
        assert f"  {sentence}\n" in out


def test_show_json(run: Run) -> None:
    shown = json.loads(run("variant", "show", "schmidt", "--json")[1])
    schmidt = load("schmidt")
    assert shown["variant_id"] == schmidt.variant_id
    assert shown["rules"] == schmidt.to_dict()
    assert list(shown["sentences"]) == list(schmidt.sentences())


def test_show_toml_is_a_rule_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(run("variant", "show", "signature", "--toml")[1], encoding="utf-8")
    assert load(path) == load("signature")


def test_check_a_good_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "rummikub"\n[opening]\nmin_points = 40\n', encoding="utf-8")
    code, out, err = run("variant", "check", str(path))
    assert (code, err) == (0, "")
    assert out.startswith(f"{path}: fine; 1 key differs from rummikub")
    assert "opening.min_points = 40" in out
    checked = json.loads(run("variant", "check", str(path), "--json")[1])
    assert checked["ok"] is True
    assert checked["differs"] == {"opening.min_points": 40}


def test_check_a_bad_file_lists_every_mistake(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[opening]\nmin_point = 40\n[turn]\nseconds = -1\n", encoding="utf-8")
    code, out, err = run("variant", "check", str(path))
    assert (code, out) == (2, "")
    first, second = err.splitlines()
    assert first.startswith(f"rummylab: {path}, line 2: opening.min_point = 40 is no key")
    assert "did you mean opening.min_points?" in first
    assert second == (
        f"rummylab: {path}, line 4: turn.seconds is -1; allowed: an integer from 0 to 3600"
    )
    code, out, _ = run("variant", "check", str(path), "--json")
    assert code == 2
    assert len(json.loads(out)["problems"]) == 2


def test_diff(run: Run) -> None:
    code, out, _ = run("variant", "diff", "rummikub", "rummikub-sabra-50")
    assert code == 0
    assert out.splitlines()[0] == "opening.min_points: 30 -> 50"
    assert "at least 50 points" in out
    differing = json.loads(run("variant", "diff", "rummikub", "schmidt", "--json")[1])
    assert differing["scoring.joker_penalty"] == [30, 25]
    same = run("variant", "diff", "rummikub", "rummikub:opening.min_points=30")
    assert same[1] == "rummikub and rummikub have the same rules.\n"


def test_metrics(run: Run) -> None:
    code, out, _ = run("metrics")
    assert code == 0
    assert "Mean number of turns of a game" in out
    listed = json.loads(run("metrics", "--players", "2", "--json")[1])
    assert "win_rate.seat_2" in listed
    assert "win_rate.seat_3" not in listed
    assert listed["turns"]["command"] == "simulate"
    assert listed["suspense"]["command"] == "drama"
    assert listed["skill_score"]["command"] == "league"
    # With two players nobody is left to make a king of.
    assert "kingmaking" not in listed
    assert "kingmaking" in out


# --- Mistakes: one line on stderr, exit code 2, nothing on stdout


WRONG = [
    (["simulat"], "Did you mean 'simulate'?"),
    (["variant", "lst"], "list"),
    (["variant", "list", "--jso"], "--json"),
    (["variant", "show"], "VARIANT"),
    (["variant", "show", "rumikub"], "did you mean rummikub?"),
    (["variant", "show", "no.toml"], "there is no such file"),
    (["variant", "show", "rummikub", "--set", "opening.min_point=3"], "opening.min_points?"),
    (["variant", "show", "rummikub", "--set", "opening"], "key=value"),
    (["variant", "check", "rummikub:deal.rack=40"], "allowed: 1 to"),
    (["variant", "diff", "rummikub"], "VARIANT"),
    (["variant", "diff", "rummikub", "chess"], '"chess" is no rule set'),
    (["play", "rummikub"], "--rack"),
    (["play", "rummikub", "--rack", "R5", "--objective", "fun"], "allowed: tiles, points"),
    (["play", "rummikub", "--rack", "R5", "--all", "--limit", "0"], "write a whole number from 1"),
    (
        ["simulate", "rummikub", "--players", "7"],
        "--players is 7; the rules of rummikub allow 2 to 4",
    ),
    (["simulate", "rummikub", "--players", "5"], "--set players.max=5"),
    (["simulate", "rummikub", "--players", "many"], "--players"),
    (["simulate", "rummikub", "--games", "lots"], "--games is lots"),
    (["simulate", "rummikub", "--games", "0"], "--games is 0"),
    (["simulate", "rummikub", "--games", "-5"], "--games is -5"),
    (["simulate", "rummikub", "--games", "5", "--matches", "5"], "choose one"),
    (["simulate", "rummikub", "--seed", "-1"], "--seed is -1"),
    (["simulate", "rummikub", "--seed", "seven"], "--seed is seven"),
    (["simulate", "rummikub", "--threads", "0"], "--threads is 0"),
    (["simulate", "rummikub", "--record", "tiles"], "allowed: games, turns"),
    (["simulate", "rummikub", "--record", "games"], "--out rows.parquet"),
    (["simulate", "rummikub", "--out", "rows.xlsx"], ".csv or .parquet"),
    (["simulate", "rummikub", "--out", "/dev/null/rows.csv"], "cannot be written"),
    (["replay", "rummikub", "--game", "-1"], "--game is -1"),
    (["study", "run", "nowhere", "-o", "out"], "there is no such study"),
    (["study", "run", "nowhere"], "--out"),
    (["report", "nowhere", "-o", "report.html"], "there is no such folder"),
    (["report", ".", "-o", "report.pdf"], "end its name in .html or .md"),
    (["report", ".", "-o", "report.pdf", "--format", "pdf"], "allowed: html, md"),
    (["report", ".", "-o", "report.html"], "."),
    (["metrics", "--players", "7"], "from 2 to 6"),
]


@pytest.mark.parametrize(("words", "part"), WRONG, ids=lambda value: str(value)[:60])
def test_mistakes_get_one_line_and_exit_code_2(
    run: Run, words: list[str], part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.startswith("rummylab: ")
    assert err.count("\n") == 1
    assert part in err
    assert list(tmp_path.iterdir()) == []


def test_a_mistake_has_no_traceback_in_a_process_of_its_own(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "rummylab.cli", "variant", "show", "rumikub"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1


def test_who_stops_reading_gets_no_traceback() -> None:
    command = f"{sys.executable} -m rummylab variant show rummikub | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("Rummikub")
    assert done.stderr == ""


def test_an_interrupt_is_130(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> list[dict[str, object]]:
        raise KeyboardInterrupt

    monkeypatch.setattr("rummylab.variant.overview", interrupted)
    code, out, err = run("variant", "list")
    assert (code, out) == (130, "")
    assert err == "rummylab: interrupted\n"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (OSError(28, "No space left on device", "rows.csv"), 2),
        (OSError(5, "Input/output error"), 1),
        (MemoryError(), 1),
    ],
)
def test_what_the_machine_refuses_is_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int
) -> None:
    def refuse() -> list[dict[str, object]]:
        raise error

    monkeypatch.setattr("rummylab.variant.overview", refuse)
    found, _, err = run("variant", "list")
    assert found == code
    assert err.count("\n") == 1


def test_an_error_of_the_program_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> list[dict[str, object]]:
        raise ZeroDivisionError

    monkeypatch.setattr("rummylab.variant.overview", broken)
    with pytest.raises(ZeroDivisionError):
        main(["variant", "list"])


@pytest.mark.parametrize(
    ("text", "specs"),
    [
        ("max_tiles", "max_tiles"),
        ("max_tiles,random", ["max_tiles", "random"]),
        ("human:look=3,miss=10,max_tiles", ["human:look=3,miss=10", "max_tiles"]),
        ("human:look=3,human:look=4,miss=5", ["human:look=3", "human:look=4,miss=5"]),
    ],
)
def test_strategies_of_a_command_line(text: str, specs: str | list[str]) -> None:
    assert strategies(text) == specs


def test_errors_that_are_listed_are_rummy_errors() -> None:
    with pytest.raises(RummyError):
        load("rumikub")
