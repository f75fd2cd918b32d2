"""The README says what its examples print."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="module")
def readme_tool(root: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("readme_tool", root / "tools" / "readme.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_examples_are_fresh(root: Path, readme_tool: ModuleType, tmp_path: Path) -> None:
    text = (root / "README.md").read_text(encoding="utf-8")
    assert readme_tool.render(text, tmp_path) == text


def test_a_stale_example_is_noticed(readme_tool: ModuleType, tmp_path: Path) -> None:
    stale = "```console\n$ rummylab --version\nrummylab 0.0.0\n```\n"
    assert readme_tool.render(stale, tmp_path) != stale
    stale = "```pycon\n>>> 1 + 1\n3\n```\n"
    assert readme_tool.render(stale, tmp_path) == "```pycon\n>>> 1 + 1\n2\n```\n"


def test_links_lead_somewhere(root: Path) -> None:
    text = (root / "README.md").read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)]+)\)", text) if "://" not in link]
    assert links
    assert [link for link in links if not (root / link).exists()] == []
