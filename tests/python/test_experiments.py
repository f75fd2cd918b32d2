"""Every experiment has a study or a task that loads, and a page that was filled from its run."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest
from study_toys import Toy

from rummylab.balance import Balance, balance
from rummylab.report.balance import write
from rummylab.study import Study


def folders(root: Path) -> list[Path]:
    return sorted(p for p in (root / "experiments").iterdir() if (p / "README.in.md").is_file())


def test_every_experiment_loads(root: Path) -> None:
    found = folders(root)
    assert len(found) >= 3
    for folder in found:
        if (folder / "study.toml").is_file():
            assert Study.load(folder).resolved, folder
        elif (folder / "balance.toml").is_file():
            assert Balance.load(folder).settings, folder


def test_every_page_was_filled(root: Path) -> None:
    for folder in folders(root):
        text = (folder / "README.md").read_text(encoding="utf-8")
        assert "{findings}" not in text
        assert "{report}" not in text
        assert len(text) > 1000


@pytest.fixture(scope="module")
def tool(root: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("readme", root / "experiments" / "readme.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_page_of_a_design_is_filled_from_its_run(tool: ModuleType, tmp_path: Path) -> None:
    study = Study(
        title="Racks",
        players=[2],
        games=3000,
        design={"variant": "rummikub", "factors": {"deal.rack": [12, 14]}},
    )

    def play(cell, *, first, count, threads, progress):
        toy = Toy(turns=60 - cell.arm.levels["deal.rack"])
        return toy.tally(players=2, seed=0, first=first, count=count)

    result = study.run(tmp_path / "run", source=play)
    text = tool.fill("# {title}\n{short}\n{changes}\n{details}\n{tables}\n{games}", result)
    assert text.startswith("# Racks\n- ")
    assert "deal.rack 12 instead of 14" in text
    assert "| Two players | length of a game, turns |" in text
    assert text.endswith("3,000")


def test_a_page_of_a_task_is_filled_from_its_run(tool: ModuleType, tmp_path: Path) -> None:
    task = Balance(
        title="Night",
        question="Which?",
        variant="rummikub",
        players=[2],
        games=300,
        confirm=400,
        vary={"deal.rack": [12, 14], "opening.min_points": [0, 30]},
        targets={"turns": {"high": 47}, "ending.pool_empty": {"high": 0.5}},
    )

    def play(variant, *, players, seed, first, count):
        toy = Toy(turns=60 - variant.deal.rack)
        return toy.tally(players=players, seed=seed % 1000, first=first, count=count)

    result = balance(task, source=play)
    (tmp_path / "balance.json").write_text(json.dumps(result.to_dict()), encoding="utf-8")
    write(result, tmp_path / "report.md")
    text = tool.fill_balance(
        "# {title}\n{question}\n{summary}\n{report}\n{games} {confirm}", tmp_path
    )
    assert text.startswith("# Night\nWhich?\n4 settings of two rules, two players: ")
    assert "## The answer" in text
    assert "![" not in text  # the figures stay in the folder of the run
    assert "## All settings" in text
    assert text.endswith("300 400")
