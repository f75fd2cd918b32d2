"""The scripts of experiments, and the one command that runs them."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest


def load(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def runner(root: Path) -> Iterator[ModuleType]:
    before = list(sys.path)
    yield load(root / "experiments" / "run.py")
    sys.path[:] = before
    for name in ("run", "reproduce", "row", "whole_hands", "solver_figures", "game_figures"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize(
    ("folder", "counts"),
    [
        ("00-published-figures", ["games", "racks"]),
        ("02-argentino", ["matches"]),
        ("04-opening-threshold", ["games"]),
        ("07-skill-and-luck", ["deals", "matches"]),
        ("09-games-saved", ["deals"]),
    ],
)
def test_every_script_is_found(
    runner: ModuleType, root: Path, folder: str, counts: list[str]
) -> None:
    for name in ("measure", "matches", "phases"):
        sys.modules.pop(name, None)
    script = runner.script_of(root / "experiments" / folder)
    sys.path.pop(0)
    assert list(script.COUNTS) == counts
    assert callable(script.measured)


def toy(folder: Path, page: str = "") -> Path:
    """An experiment that counts to a number."""
    folder.mkdir()
    (folder / "counting.py").write_text(
        f'''"""Count."""
from pathlib import Path
COUNTS = {{"games": ("20", "how far")}}
SEED = 3
{page}
def measured(*, games, seed, threads):
    return f"{{games}} from {{seed}}", {{"found": games + seed}}, 1
''',
        encoding="utf-8",
    )
    (folder / "README.in.md").write_text(
        "{found} of {games}, {plain_games}, {seed}\n", encoding="utf-8"
    )
    return folder


def run(runner: ModuleType, monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["run.py", *words])
    sys.modules.pop("counting", None)
    code: int = runner.main()
    return code


def test_a_script_prints_and_writes(
    runner: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = toy(tmp_path / "one")
    assert run(runner, monkeypatch, str(folder), "--games", "2k", "--write") == 1
    assert capsys.readouterr().out == "2000 from 3\n"
    assert (folder / "README.md").read_text(encoding="utf-8") == "2003 of 2,000, 2000, 3\n"
    beside = toy(tmp_path / "two", 'PAGE = "part.md"')
    assert run(runner, monkeypatch, str(beside), "--write") == 1
    assert (beside / "part.md").read_text(encoding="utf-8") == "20 from 3\n"
    assert not (beside / "README.md").exists()
    assert run(runner, monkeypatch, str(folder), "--games", "many") == 2
    assert "--games is many; write a whole number" in capsys.readouterr().err
    assert run(runner, monkeypatch, str(tmp_path)) == 2
    assert "has no script to run" in capsys.readouterr().err


def test_the_parts_of_two_games(root: Path) -> None:
    """In game 0 seat 2 opens on turn 4 of 6, in game 1 seat 1 never does."""
    phases = load(root / "experiments/04-opening-threshold/phases.py")
    columns = {
        "game": np.array([0] * 6 + [1] * 4),
        "turn": np.array([1, 2, 3, 4, 5, 6, 1, 2, 3, 4]),
        "seat": np.array([1, 2, 1, 2, 1, 2, 1, 2, 1, 2]),
        "tiles_laid": np.array([3, 0, 2, 6, 0, 1, 0, 4, 0, 10]),
    }
    found = phases.parts(columns, 2)
    assert found.turns.tolist() == [6, 4]
    assert found.waiting.tolist() == [4, 4]
    assert found.rest.tolist() == [2, 0]
    assert (found.laid, found.openers) == (3 + 6 + 4, 3)
    said = phases.sentence(2, found, phases.Parts(found.turns + 2, found.waiting, 0, 3))
    assert said.startswith("- With 2 players waiting is 80 % of the game at 30.")
