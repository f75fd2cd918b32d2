"""The command line for many games and for one of them."""

from __future__ import annotations

import json
import math
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from processes import started

import rummylab as rl
from rummylab.analysis import metrics
from rummylab.cli import main
from rummylab.cli.output import TOGETHER
from rummylab.variant_source import shipped_ids

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run_command(*words: str) -> tuple[int, str, str]:
        code = main(words)
        said = capsys.readouterr()
        return code, said.out, said.err

    return run_command


SMALL = ["--players", "2", "--games", "40", "--seed", "7"]
ASKED = (
    "turns",
    "winner_score",
    "loser_score",
    "first_player_win_rate",
    "opening_turn",
    "forced_draw_share",
    "pool_left",
    "ending.out",
    "ending.pool_empty",
    "ending.cap",
)
TIMING = ("seconds", "games_per_second", "threads")


def simulated(run: Run, *words: str) -> dict[str, Any]:
    code, out, err = run("simulate", *words, "--json")
    assert (code, err) == (0, "")
    assert out.count("\n") == 1
    found: dict[str, Any] = json.loads(out)
    return found


def test_json_has_what_others_read(run: Run) -> None:
    found = simulated(run, "rummikub", *SMALL)
    v = rl.load("rummikub")
    assert found["version"] == rl.__version__
    assert (found["variant"], found["variant_id"]) == ("rummikub", v.variant_id)
    assert (found["players"], found["games"], found["seed"]) == (2, 40, 7)
    assert found["strategies"] == ["max_tiles", "max_tiles"]
    assert found["seconds"] > 0
    assert found["games_per_second"] > 0
    for name in ASKED:
        estimate = found["metrics"][name]
        assert {"value", "low", "high"} <= set(estimate), name
    turns = found["metrics"]["turns"]
    assert turns["low"] < turns["value"] < turns["high"]
    result = rl.simulate(v, games=40, players=2, seed=7)
    assert math.isclose(turns["value"], result.metrics()["turns"].value)


def test_results_do_not_depend_on_threads(run: Run) -> None:
    few_tiles = "rummikub:tiles.numbers=6,tiles.jokers=0,deal.rack=6"
    words = [few_tiles, "--players", "2", "--games", "2500", "--seed", "7"]
    one = simulated(run, *words, "--threads", "1")
    two = simulated(run, *words, "--threads", "2")
    assert one["threads"] == 1
    assert two["threads"] == 2
    for key in TIMING:
        del one[key], two[key]
    assert one == two


def test_people_get_a_table(run: Run) -> None:
    code, out, err = run("simulate", "rummikub", *SMALL)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert [line for line in lines if line.startswith("turns ")]
    assert [line for line in lines if line.startswith("first_player_win_rate ") and "%" in line]


def test_changes_reach_the_engine(run: Run) -> None:
    changed = simulated(run, "rummikub", *SMALL, "--set", "opening.min_points=0")
    spelled = simulated(run, "rummikub:opening.min_points=0", *SMALL)
    assert changed["variant"] == spelled["variant"] == "rummikub:opening.min_points=0"
    assert changed["metrics"] == spelled["metrics"]
    plain = simulated(run, "rummikub", *SMALL)
    assert changed["metrics"]["opening_turn"]["value"] < plain["metrics"]["opening_turn"]["value"]


def test_strategies_by_seat(run: Run) -> None:
    found = simulated(run, "rummikub", *SMALL, "--strategies", "max_tiles,random")
    assert found["strategies"] == ["max_tiles", "random"]
    assert found["metrics"]["win_rate.player_1"]["value"] > 0.5


def test_counts_as_people_write_them(run: Run) -> None:
    assert simulated(run, "rummikub", "-p", "2", "-n", "0.1k")["games"] == 100
    assert simulated(run, "rummikub", "-p", "2", "-n", "1e2")["games"] == 100


def test_rotations_and_matches(run: Run) -> None:
    rotated = simulated(run, "rummikub", "-p", "2", "-n", "10", "--rotate")
    assert rotated["players"] == 2
    matches = simulated(run, "rummikub", "-p", "2", "--matches", "10", "--seed", "1")
    assert matches["metrics"]["turns"]["value"] > 0


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_rows_of_games(run: Run, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"rows{suffix}"
    found = simulated(run, "rummikub", *SMALL, "--out", str(path))
    rows = pd.read_csv(path) if suffix == ".csv" else pd.read_parquet(path)
    assert len(rows) == 40
    assert math.isclose(rows["turns"].mean(), found["metrics"]["turns"]["value"])


def test_rows_of_turns(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    found = simulated(run, "rummikub", *SMALL, "--record", "turns", "--out", str(path))
    rows = pd.read_parquet(path)
    assert math.isclose(len(rows) / 40, found["metrics"]["turns"]["value"])


def test_a_file_that_is_there_is_replaced(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("old\n" * 1000, encoding="utf-8")
    simulated(run, "rummikub", *SMALL, "--out", str(path))
    assert "old" not in path.read_text(encoding="utf-8")


WRONG = [
    (["simulate", "rummikub", "--strategies", "max_tile"], "max_tiles"),
    (["simulate", "rummikub", "--strategies", "human:depht=2"], "depht"),
    (["simulate", "rummikub", "--strategies", "max_tiles,random,random"], "4"),
    (["replay", "rummikub", "--strategies", "genius"], "max_tiles"),
    (["replay", "rummikub", "--players", "7"], "the rules of rummikub allow 2 to 4"),
]


@pytest.mark.parametrize(("words", "part"), WRONG, ids=lambda value: str(value)[:60])
def test_mistakes(run: Run, words: list[str], part: str) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.startswith("rummylab: ")
    assert err.count("\n") == 1
    assert part in err


def test_a_folder_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    code, out, err = run("simulate", "rummikub", "--out", str(tmp_path / "file" / "rows.csv"))
    assert (code, out) == (2, "")
    assert "cannot be written" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", shipped_ids())
def test_the_table_leaves_out_what_is_always_zero(run: Run, name: str) -> None:
    result = rl.simulate(name, games=200, players=2, strategies="random", seed=3)
    found, rules = result.metrics(), result.variant.flat()
    registry = metrics.registry(2)
    left_out = {m for m in found if registry[m].always_zero(rules)}
    for metric in left_out:
        assert found[metric].value == 0 or not found[metric].defined, metric
    code, out, _ = run("simulate", name, "-p", "2", "-n", "200", "-s", "random", "--seed", "3")
    assert code == 0
    table = [line for line in out.splitlines()[2:] if line != TOGETHER]
    shown = {line.split()[0] for line in table}
    assert shown == set(metrics.without_repeats(found)) - left_out


def test_what_is_always_zero_in_gin(run: Run) -> None:
    out = run("simulate", "gin", "-n", "100")[1]
    assert "loser_score" not in out
    assert "loser_loss" not in out
    assert "winner_score" in out
    assert "loser_score" in run("simulate", "gin", "-n", "100", "--json")[1]
    assert "loser_score" in run("simulate", "gin:deal.cut_bonus=50", "-n", "100")[1]
    assert "winner_score" not in run("simulate", "okey", "-n", "100")[1]


def test_strategies(run: Run) -> None:
    code, out, _ = run("strategies")
    assert code == 0
    listed = json.loads(run("strategies", "--json")[1])
    for name in ("random", "novice", "human", "max_tiles", "max_points", "hoarder", "strong"):
        assert name in json.dumps(listed)
        assert name in out
    assert "Of table games" in out
    assert "Of draw games" in out
    assert {row["family"] for row in listed} == {"table", "draw"}


def test_strategies_of_a_family_and_of_a_variant(run: Run) -> None:
    for words, has, lacks in (
        (("gin",), "greedy", "planner"),
        (("--family", "draw"), "greedy", "planner"),
        (("rummikub:deal.rack=7",), "planner", "greedy"),
        (("--family", "table"), "planner", "greedy"),
    ):
        code, out, _ = run("strategies", *words)
        assert code == 0
        assert has in out
        assert lacks not in out
    code, _, err = run("strategies", "gin", "--family", "table")
    assert code == 2
    assert "gin is a draw game" in err
    assert run("strategies", "--family", "cards")[0] == 2


# --- Progress and interruption


def test_no_progress_where_stderr_is_no_terminal() -> None:
    words = [sys.executable, "-m", "rummylab", "simulate", "rummikub", *SMALL]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stderr == ""


def test_progress_on_a_terminal_goes_to_stderr() -> None:
    terminal, end = pty.openpty()
    words = [sys.executable, "-m", "rummylab", "simulate", "rummikub", *SMALL, "--json"]
    environment = {**os.environ, "TERM": "xterm"}
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=end, check=True, env=environment)
    os.close(end)
    shown = os.read(terminal, 100_000)
    os.close(terminal)
    assert json.loads(done.stdout)["games"] == 40
    assert b"rummikub" in shown


def test_an_interrupt_stops_a_run_at_once() -> None:
    words = [sys.executable, "-m", "rummylab", "simulate", "rummikub", "--games", "1G"]
    with started(words, stderr=subprocess.PIPE) as process:
        time.sleep(5)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert out == ""
    assert err == "rummylab: interrupted\n"


# --- Replay


def test_replay_prints_a_game(run: Run) -> None:
    words = ["replay", "rummikub", "--players", "2", "--seed", "7", "--game", "31"]
    code, out, err = run(*words)
    assert (code, err) == (0, "")
    assert run(*words)[1] == out
    assert run(*words[:-1], "32")[1] != out
    assert len(out.splitlines()) > 10


def test_replay_as_json(run: Run) -> None:
    words = ["replay", "rummikub", "--players", "2", "--seed", "7", "--game", "31", "--json"]
    code, out, _ = run(*words)
    assert code == 0
    assert isinstance(json.loads(out), dict)


def test_a_replayed_game_is_that_of_the_run(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    simulated(run, "rummikub", *SMALL, "--out", str(path))
    rows = pd.read_parquet(path)
    found = rl.replay("rummikub", players=2, seed=7, game=31)
    assert str(rows["turns"].iloc[31]) in str(found)


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "gin", "-n", "100", "--until", "lead_changes=0.1"],
        ["simulate", "gin", "-n", "100", "--sprt", "lead_changes=0:1"],
        ["compare", "gin", "gin-oklahoma", "-n", "100", "--metric", "lead_changes"],
        ["compare", "gin", "gin-oklahoma", "-n", "100", "--sprt", "lead_changes=0:1"],
        ["plan", "gin", "gin-oklahoma", "--metric", "lead_changes", "--half-width", "1"],
    ],
)
def test_a_metric_of_another_family_is_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "did not count what the metric 'lead_changes' needs; choose a metric that" in said


def test_players_are_not_told_where_they_are_the_seats(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["-p", "2", "-n", "20", "--seed", "1"]
    for words in (["simulate", "rummikub"], ["compare", "rummikub", "rummikub-sabra-50"]):
        assert main([*words, *options]) == 0
        plain = capsys.readouterr().out
        assert "win_rate.seat_1" in plain
        assert ".player_" not in plain
        assert "win_rate and score: the intervals of all seats (or players) hold at once" in plain
        # Where the racks go round a player sits elsewhere in every game of a deal.
        assert main([*words, *options, "--rotate"]) == 0
        assert "win_rate.player_1" in capsys.readouterr().out
