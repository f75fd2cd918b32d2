"""The benchmark command: small sizes run, and the figures have their documented keys."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from rummylab.bench import PARTS, QUICK, run, to_page, to_text
from rummylab.bench import peer as peers
from rummylab.bench.clock import Timing, rate
from rummylab.bench.positions import jokers_in_play, positions_of_games, tiles_on_table
from rummylab.cli import main
from rummylab.variant import load

TINY = replace(QUICK, seconds=0.002, repeats=2, micro_games=1, games=(20,), rows=20, threads=(1,))
TIMING = {"median", "low", "high", "repeats"}


def ordered(timing: dict[str, float]) -> bool:
    return 0 < timing["low"] <= timing["median"] <= timing["high"]


def test_the_solver_is_timed_by_jokers_and_table() -> None:
    rows = run(TINY, parts=["micro"])["micro"]
    assert {row["call"] for row in rows} == {"best_play", "plays", "plays, tables"}
    assert {row["variant"] for row in rows} >= {"rummikub", "signature"}
    whole = next(row for row in rows if row["group"] == "all")
    for kind in ("in play", "table"):
        parts = [row["positions"] for row in rows if kind in row["group"]]
        assert sum(parts) == whole["positions"]
    for row in rows:
        assert set(row) == {"variant", "call", "group", "positions", "microseconds"}
        assert set(row["microseconds"]) == TIMING
        assert ordered(row["microseconds"])


def test_positions_are_those_of_games() -> None:
    seen = positions_of_games(load("rummikub"), games=2, players=2)
    assert seen == positions_of_games(load("rummikub"), games=2, players=2)
    assert tiles_on_table(seen[0]) == 0
    assert not seen[0][2]
    assert tiles_on_table((["R4 R5 J", "B1 B2 B3"], "K1", True)) == 6
    assert jokers_in_play((["R4 R5 J"], "K1 J", True)) == 2


def test_games_and_scaling_are_timed() -> None:
    found = run(TINY, parts=["scaling"])
    (row,) = found["scaling"]["runs"]
    assert set(row) == {"games", "threads", "games_per_second", "peak_megabytes"}
    assert ordered(row["games_per_second"])
    parquet = found["scaling"]["parquet"]
    assert set(parquet) == {
        *("games", "writing_over_playing", "megabytes_of_file", "peak_megabytes"),
    }
    assert set(found) == {"version", "machine", "sizes", "scaling"}


def test_sizes_grow_tenfold_up_to_what_was_asked() -> None:
    assert QUICK.up_to(50).games == (50,)
    assert QUICK.up_to(5_000).games == (200, 2_000, 5_000)


def test_every_rule_sheet_and_strategy_has_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rummylab.bench.games.rate", lambda *_, **__: Timing(2.0, 1.0, 3.0, 2))
    rows = run(TINY, parts=["macro"])["macro"]
    assert {row["variant"] for row in rows} >= {"rummikub", "schmidt", "gin", "okey"}
    assert {row["strategy"] for row in rows} >= {"novice", "human", "planner", "greedy"}
    assert set(rows[0]) == {"variant", "players", "strategy", "games_per_second"}


def test_a_peer_that_cannot_be_had_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "PACKAGE", "no such package")
    monkeypatch.setattr("sys.executable", "/no/such/python")
    found = run(TINY, parts=["peer"])
    assert found["peer"]["available"] is False
    assert "venv" in found["peer"]["reason"]
    assert "not to be had here" in to_text(found)


def test_the_peer_is_compared_on_the_same_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(_: Path, sample: list[object]) -> dict[str, list[float]]:
        return {"counts": [0] * len(sample), "seconds": [0.5] * len(sample)}

    monkeypatch.setattr(peers, "_install", lambda folder: folder)
    monkeypatch.setattr(peers, "_ask", ask)
    found = run(replace(TINY, positions=10), parts=["peer"])
    peer = found["peer"]
    assert peer["peer_positions_per_second"] == 2.0
    assert peer["equal"] < peer["positions"]  # some of them can be played
    assert peer["peer_lays_more"] == 0
    assert peer["times_as_fast"] > 1
    assert "| times as fast |" in to_page(found)


def test_a_rate_counts_units_of_work() -> None:
    done: list[int] = []

    def work(units: int) -> None:
        done.append(units)
        for _ in range(units * 1000):
            pass

    found = rate(work, seconds=0.01, repeats=3)
    assert found.repeats == 3
    assert len(set(done[-3:])) == 1
    assert found.low <= found.median <= found.high


def test_the_command_prints_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, page = tmp_path / "b.json", tmp_path / "b.md"
    words = ["bench", "--quick", "--only", "micro", "--games", "50"]
    assert main([*words, "--out", str(out), "--page", str(page)]) == 0
    assert "2 jokers in play" in capsys.readouterr().out
    found = json.loads(out.read_text())
    assert found["sizes"]["games"] == [50]
    assert page.read_text() == to_page(found)
    assert main(["bench", "--only", "speed"]) == 2
    assert f"allowed: {', '.join(PARTS)}" in capsys.readouterr().err
