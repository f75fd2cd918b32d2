"""Who may use whom: the rooms of the native core and of the package, and their direction."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

# Native rooms, each with all that it may include from.
CPP_ROOMS: dict[str, set[str]] = {
    "base": set(),
    "random": {"base"},
    "stats": {"base"},
    "tiles": {"base"},
    "rules": {"base", "tiles"},
    "melds": {"base", "tiles", "rules"},
    "hands": {"base", "tiles", "rules"},
    "solver": {"base", "tiles", "rules", "melds"},
    "table_game": {"base", "random", "tiles", "rules", "melds", "solver"},
    "draw_game": {"base", "random", "tiles", "rules", "hands"},
    "strategies": {
        *("base", "random", "tiles", "rules", "melds", "solver", "table_game"),
        *("hands", "draw_game"),
    },
    "simulation": {
        *("base", "random", "stats", "tiles", "rules"),
        *("melds", "solver", "table_game", "hands", "draw_game", "strategies"),
    },
}

# Rooms of the package (a module or a sub-package), each with all that it may import from.
PYTHON_ROOMS: dict[str, set[str]] = {
    "errors": set(),
    "arguments": {"errors"},
    "_core": {"errors"},
    "models": {"errors", "arguments"},
    "variant": {"errors", "arguments", "models", "_core"},
    "referee": {"errors", "arguments", "_core", "variant"},
    "solve": {"errors", "arguments", "_core", "variant"},
    "hands": {"errors", "arguments", "_core", "variant"},
    "analysis": {"errors", "arguments"},
    "strategy": {"errors", "arguments", "_core", "variant"},
    "stopping": {"errors", "analysis"},
    "simulate": {"errors", "arguments", "_core", "variant", "analysis", "strategy", "stopping"},
    "compare": {"errors", "arguments", "variant", "analysis", "strategy", "stopping", "simulate"},
    "odds": {"errors", "arguments", "variant", "analysis", "simulate"},
    "plan": {"errors", "arguments", "variant", "analysis", "strategy", "simulate"},
    "league": {"errors", "arguments", "variant", "analysis", "strategy", "simulate", "compare"},
    "kingmaking": {"errors", "variant", "analysis", "solve", "simulate", "replay"},
    "drama": {"errors", "arguments", "variant", "analysis", "simulate", "kingmaking"},
    "replay": {"errors", "arguments", "_core", "variant", "strategy", "simulate"},
    "study": {
        "errors",
        "arguments",
        "models",
        "variant",
        "analysis",
        "strategy",
        "stopping",
        "simulate",
    },
    "balance": {
        "errors",
        "arguments",
        "models",
        "variant",
        "analysis",
        "strategy",
        "simulate",
        "study",
    },
    "plots": {"errors", "analysis"},
    "report": {"errors", "variant", "analysis", "strategy", "study", "balance", "plots"},
    "bench": {"errors", "variant", "solve", "strategy", "simulate"},
    "cli": {
        *("errors", "arguments", "variant", "referee", "solve", "analysis", "strategy"),
        *("simulate", "replay", "study", "balance", "plots", "report", "stopping", "compare"),
        *("odds", "plan", "league", "drama", "kingmaking", "bench"),
    },
}

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


def includes(text: str) -> list[str]:
    return INCLUDE.findall(text)


def python_room(module: str) -> str:
    """The room of a dotted module name below rummylab; variant_*.py are of `variant`, and so on."""
    first = module.split(".")[0]
    families = ("variant", "compare", "referee", "simulate")
    return next((family for family in families if first.startswith(family)), first)


def imported_rooms(text: str, package: str) -> set[str]:
    """The rooms that the source text of a module in `package` (dotted) imports from."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parents, *([base] if base else [])])
            names = [f"{base}.{alias.name}" for alias in node.names]
        for name in names:
            if name.startswith("rummylab.") and name != "rummylab.__version__":
                found.add(python_room(name.removeprefix("rummylab.")))
    return found


def cycle(graph: dict[str, set[str]]) -> list[str]:
    """The nodes of a graph that lie on a cycle or lead into one; empty for a sound direction."""
    left = {node: set(edges) for node, edges in graph.items()}
    while free := [node for node, edges in left.items() if not edges & left.keys()]:
        for node in free:
            del left[node]
    return sorted(left)


@pytest.mark.parametrize("graph", [CPP_ROOMS, PYTHON_ROOMS], ids=["cpp", "python"])
def test_the_direction_has_no_cycle(graph: dict[str, set[str]]) -> None:
    assert cycle(graph) == []


def test_every_native_folder_is_a_known_room(root: Path) -> None:
    folders = {path.name for path in (root / "cpp/rummy").iterdir() if path.is_dir()}
    assert folders == set(CPP_ROOMS)
    assert not [path.name for path in (root / "cpp/rummy").iterdir() if path.is_file()]


def test_native_rooms_include_only_what_lies_below(root: Path) -> None:
    wrong = []
    for path in sorted((root / "cpp/rummy").rglob("*.[ch]pp")):
        room = path.relative_to(root / "cpp/rummy").parts[0]
        for name in includes(path.read_text()):
            if name.startswith("rummy/"):
                target = name.split("/")[1]
                if target != room and target not in CPP_ROOMS[room]:
                    wrong.append(f"{path.relative_to(root)} includes {name}")
                if not (root / "cpp" / name).is_file():
                    wrong.append(f"{path.relative_to(root)} includes {name}, which does not exist")
    assert wrong == []


def test_only_the_bindings_know_python(root: Path) -> None:
    outside = [*(root / "cpp/rummy").rglob("*.[ch]pp"), *(root / "tests/cpp").rglob("*.[ch]pp")]
    wrong = [
        f"{path.relative_to(root)} includes {name}"
        for path in outside
        for name in includes(path.read_text())
        if name.startswith("pybind11/") or name == "Python.h"
    ]
    assert outside
    assert wrong == []


def test_native_headers_are_guarded_once(root: Path) -> None:
    headers = list((root / "cpp").rglob("*.hpp"))
    assert headers
    assert [str(h) for h in headers if not h.read_text().startswith("#pragma once")] == []


def test_game_logic_uses_no_chance_but_its_own_streams(root: Path) -> None:
    """The standard distributions and shuffles differ between platforms."""
    banned = re.compile(r"<random>|std::(ranges::)?shuffle|random_device|\brand\(\)")
    wrong = [
        str(path.relative_to(root))
        for path in (root / "cpp/rummy").rglob("*.[ch]pp")
        if banned.search(re.sub(r"//.*", "", path.read_text()))
    ]
    assert wrong == []


def python_files(root: Path) -> list[Path]:
    package = root / "python/rummylab"
    fronts = {package / "__init__.py", package / "__main__.py"}
    return sorted(set(package.rglob("*.py")) - fronts)


def test_every_python_file_is_in_a_known_room(root: Path) -> None:
    rooms = {
        python_room(path.relative_to(root / "python/rummylab").parts[0].removesuffix(".py"))
        for path in python_files(root)
    }
    assert rooms == set(PYTHON_ROOMS) - {"_core"}


def test_python_rooms_import_only_what_lies_below(root: Path) -> None:
    wrong = []
    for path in python_files(root):
        parts = path.relative_to(root / "python/rummylab").parts
        room = python_room(parts[0].removesuffix(".py"))
        package = ".".join(["rummylab", *parts[:-1]])
        for target in sorted(imported_rooms(path.read_text(), package) - {room}):
            if target not in PYTHON_ROOMS[room]:
                wrong.append(f"{path.relative_to(root)} imports rummylab.{target}")
    assert wrong == []


def test_the_checks_see_what_they_should() -> None:
    text = '#include <vector>\n  #  include "rummy/melds/meld.hpp"\n// "rummy/x.hpp"\n'
    assert includes(text) == ["vector", "rummy/melds/meld.hpp"]
    source = "from rummylab.study.store import x\nfrom rummylab import cli\nfrom .plots import y\n"
    assert imported_rooms(source, "rummylab") == {"study", "cli", "plots"}
    assert imported_rooms("from ..variant_model import z", "rummylab.study") == {"variant"}
    assert imported_rooms("def f():\n    import rummylab.report.page", "rummylab") == {"report"}
    assert cycle({"a": {"b"}, "b": {"a"}, "c": set()}) == ["a", "b"]
