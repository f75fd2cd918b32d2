"""The command line for studies and their reports."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from processes import started

import rummylab as rl
from rummylab.cli import main

Run = Callable[..., tuple[int, str, str]]

STUDY = """
title = "What a higher opening does"
question = "Does an opening of 50 make games longer?"
players = [2]
games = 60
seed = 7

[[arms]]
variant = "rummikub"

[[arms]]
variant = "rummikub-sabra-50"
label = "Fifty"
"""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run_command(*words: object) -> tuple[int, str, str]:
        code = main([str(word) for word in words])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run_command


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "opening"
    folder.mkdir()
    (folder / "study.toml").write_text(STUDY, encoding="utf-8")
    return folder


def test_a_study_from_file_to_report(run: Run, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    code, first, err = run("study", "run", folder, "-o", out)
    assert (code, err) == (0, "")
    assert first.startswith(f"What a higher opening does: 120 games of 60 deals in {out}")
    assert "Fifty" in first
    # Again: nothing is left to play, and the same is said.
    assert run("study", "run", folder, "-o", out) == (0, first, "")

    for format, beginning in (("html", "<!doctype html>"), ("md", "# ")):
        page = tmp_path / f"report.{format}"
        assert run("report", out, "-o", page) == (0, f"{page}\n", "")
        text = page.read_text(encoding="utf-8")
        assert text.lower().startswith(beginning)
        assert "What a higher opening does" in text
    other = tmp_path / "page"
    assert run("report", out, "-o", other, "--format", "md")[0] == 0
    assert other.read_text(encoding="utf-8").startswith("# ")


def test_results_as_json(run: Run, folder: Path, tmp_path: Path) -> None:
    found = json.loads(run("study", "run", folder, "-o", tmp_path / "run", "--json")[1])
    assert (found["title"], found["games"]) == ("What a higher opening does", 60)
    assert [cell["players"] for cell in found["cells"]] == [2, 2]
    turns = [cell["metrics"]["turns"] for cell in found["cells"]]
    for estimate in turns:
        assert estimate["low"] < estimate["value"] < estimate["high"]
    alone = rl.simulate("rummikub-sabra-50", games=60, players=2, seed=7)
    assert turns[1] == alone.metrics()["turns"].to_dict()


def test_another_number_of_games(run: Run, folder: Path, tmp_path: Path) -> None:
    out = run("study", "run", folder, "-o", tmp_path / "run", "--games", "20")[1]
    assert "40 games of 20 deals" in out


def test_what_a_study_would_play(run: Run, folder: Path) -> None:
    code, out, _ = run("study", "show", folder)
    assert code == 0
    assert "Does an opening of 50 make games longer?" in out
    shown = json.loads(run("study", "show", folder, "--json")[1])
    assert [cell["variant"] for cell in shown["cells"]] == ["rummikub", "rummikub-sabra-50"]
    assert [cell["deals"] for cell in shown["cells"]] == [60, 60]


WRONG = {
    "unknown strategy": ("seed = 7", 'seed = 7\nstrategies = "genius"', "max_tiles"),
    "unknown key": ("seed = 7", "sed = 7", "did you mean seed?"),
    "unknown rule set": ('"rummikub"', '"rumikub"', "did you mean rummikub?"),
    "bad rule": ('"rummikub"', '"rummikub:deal.rack=99"', "deal.rack is 99"),
    "too many players": ("players = [2]", "players = [5]", "allow 2 to 4"),
    "no player": ("players = [2]", "players = [1]", "players"),
    "bad count": ("games = 60", 'games = "many"', "games is 'many'"),
    "unknown metric": ("seed = 7", 'seed = 7\nmetrics = { primary = "turn" }', "turns"),
    "not TOML": ("players = [2]", "players = [2", "not valid TOML"),
}


@pytest.mark.parametrize("case", WRONG)
def test_bad_studies(run: Run, folder: Path, tmp_path: Path, case: str) -> None:
    old, new, part = WRONG[case]
    file = folder / "study.toml"
    file.write_text(STUDY.replace(old, new, 1), encoding="utf-8")
    code, out, err = run("study", "run", folder, "-o", tmp_path / "run")
    assert (code, out) == (2, "")
    assert err.startswith("rummylab: ")
    assert err.count("\n") == 1
    assert part in err
    assert str(file) in err
    assert not (tmp_path / "run").exists()


def test_a_folder_that_cannot_be_written(run: Run, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for out in (tmp_path / "file", tmp_path / "file" / "run"):
        code, said, err = run("study", "run", folder, "-o", out)
        assert (code, said) == (2, "")
        assert err.count("\n") == 1
        assert str(out) in err


def test_a_report_that_cannot_be_written(run: Run, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    assert run("study", "run", folder, "-o", out)[0] == 0
    page = folder / "study.toml" / "report.html"
    code, said, err = run("report", out, "-o", page)
    assert (code, said) == (2, "")
    assert err.count("\n") == 1
    assert str(page) in err


def test_a_folder_without_a_run_has_no_report(run: Run, folder: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    code, out, err = run("report", folder, "-o", page)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert not page.exists()


def test_an_interrupted_study_says_how_to_go_on(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    words = [sys.executable, "-m", "rummylab", "study", "run", folder, "-o", out, "-n", "1M"]
    with started(words, stderr=subprocess.PIPE) as process:
        while not out.exists():
            assert process.poll() is None
            time.sleep(0.1)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        said, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert said == ""
    assert err == "rummylab: interrupted; the same command goes on from here\n"
