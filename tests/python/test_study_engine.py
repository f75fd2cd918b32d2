"""Studies played by the engine itself: the numbers of simulate, whatever the threads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rummylab as rl
from rummylab.study import Study

GAMES = 30


def study(**changes: Any) -> Study:
    fields: dict[str, Any] = {
        "title": "Small",
        "players": [2, 3],
        "games": GAMES,
        "seed": 5,
        "arms": [
            {"variant": "platinium"},
            {"variant": "platinium", "changes": {"opening.min_points": 20}, "label": "Twenty"},
        ],
    }
    return Study(**{**fields, **changes})


def files(folder: Path) -> dict[str, bytes]:
    found = [f for f in sorted(folder.rglob("*")) if f.is_file() and f.name != ".lock"]
    return {str(f.relative_to(folder)): f.read_bytes() for f in found}


def test_a_study_holds_what_simulate_gives(tmp_path: Path) -> None:
    result = study().run(tmp_path / "out", threads=2)
    for arm in result.arms:
        for players in (2, 3):
            alone = rl.simulate(arm.variant, games=GAMES, players=players, seed=5, threads=1)
            assert result.tally(arm.id, players) == alone.tally


def test_the_folder_does_not_depend_on_the_threads(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    study().run(one, threads=1)
    study().run(two, threads=2)
    assert files(one) == files(two)


def test_rotated_deals_are_one_unit(tmp_path: Path) -> None:
    result = study(players=[3], rotate=True, strategies=["novice", "max_tiles", "max_tiles"]).run(
        tmp_path / "out"
    )
    tally = result.tally("twenty", 3)
    assert (tally.clusters, tally.total("games")) == (GAMES // 3, GAMES)
    assert not tally.single_games
    novice, other = (result.estimate("twenty", 3, f"win_rate.player_{p}") for p in (1, 2))
    assert novice.n == GAMES // 3
    assert novice.value < other.value


@pytest.mark.parametrize("games", [49_500, 52_000])
def test_a_run_grown_by_more_games_is_that_of_all(tmp_path: Path, games: int) -> None:
    """The larger run no longer keeps every deal, so neither may what was played before."""
    out, whole = tmp_path / "out", tmp_path / "whole"
    gin = {"players": [2], "strategies": "random", "arms": [{"variant": "gin"}]}
    study(**gin, games=44_000).run(out, threads=1)
    grown = study(**gin, games=games).run(out, threads=2)
    study(**gin, games=games).run(whole, threads=1)
    assert files(out) == files(whole)
    assert (grown.tally(grown.arms[0].id, 2).units is None) is (games > 50_000)


def test_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "out"

    def stop(step: object) -> None:
        if getattr(step, "done", 0) >= 2 * GAMES:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study().run(out, threads=1, progress=stop)
    assert 1 <= len(list(out.rglob("*.npz"))) < 4
    study().run(out, threads=2)
    whole = tmp_path / "whole"
    study().run(whole, threads=1)
    assert files(out) == files(whole)
