"""Published figures of tile rummy that are quick to reproduce; the experiment does them all."""

from __future__ import annotations

import importlib.util
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import rummylab as rl


def load(folder: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def experiment(root: Path) -> Iterator[Path]:
    folder = root / "experiments/00-published-figures"
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))
    for name in ("row", "whole_hands", "solver_figures", "game_figures"):
        sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def hands(experiment: Path) -> ModuleType:
    return load(experiment, "whole_hands")


@pytest.fixture(scope="module")
def solver(experiment: Path) -> ModuleType:
    return load(experiment, "solver_figures")


def test_hands_that_can_be_laid_down_whole(hands: ModuleType) -> None:
    assert hands.count() == hands.PUBLISHED


@pytest.mark.parametrize("size", [6, 9, 12])
def test_the_solver_lays_whole_what_the_count_calls_whole(hands: ModuleType, size: int) -> None:
    rng = np.random.default_rng(size)
    tiles = [f"{c}{n}" for c in "RBKY" for n in range(1, 14) for _ in range(2)]
    # Hands from a narrow band of numbers, where whole hands are common enough to test both sides.
    band = [t for t in tiles if 4 <= int(t[1:]) <= 7]
    racks = [list(rng.choice(band, size, replace=False)) for _ in range(300)]
    positions = [([], " ".join(rack), False) for rack in racks]
    plays = rl.best_plays("rummikub:tiles.jokers=0,opening.min_points=0", positions)
    found = [play is not None and play.count == size for play in plays]
    counted = []
    for rack in racks:
        held = Counter(rack)
        counted.append(hands.is_whole(tuple(held[f"{c}{n}"] for c in "RBKY") for n in range(1, 14)))
    assert found == counted
    assert 3 <= sum(found) <= 297


def test_melds_worth_listing(solver: ModuleType) -> None:
    assert [solver.listed_melds(jokers) for jokers in range(3)] == [185, 494, 494]


def test_the_example_of_the_paper(solver: ModuleType) -> None:
    assert [int(row.found.value) for row in solver.example()] == [6, 31]


def test_opening_odds(solver: ModuleType) -> None:
    rows = list(solver.openings(2000, 1, 1))
    assert len(rows) == 6
    # Six intervals of 95 %, each with the slack of what was published: all six hold for this seed.
    assert [row.figure for row in rows if not row.agrees] == []


def test_mirrored_pairs_of_equal_players_all_split(experiment: Path) -> None:
    figures = load(experiment, "game_figures")
    (row,) = figures.mirrored(10, 3, 1)
    assert row.found.value == 1.0


def test_a_pair_that_one_player_wins_twice_does_not_split(experiment: Path) -> None:
    figures = load(experiment, "game_figures")
    run = rl.simulate(
        "platinium:tiles.jokers=0",
        games=20,
        players=2,
        strategies=["novice", "max_tiles"],
        rotate="players",
        seed=3,
        record="games",
    )
    frame = run.frame()
    # Seats to players: in rotation 1 seat 1 is the second player.
    player = (frame["winner"] - 1 + frame["rotation"]) % 2
    split = player.groupby(frame["game"]).nunique().eq(2).mean()
    assert figures.split_share(run.tally).value == pytest.approx(float(split))
    assert split < 1
