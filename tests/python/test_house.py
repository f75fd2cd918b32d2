"""The house itself: public names, stubs, sizes, start-up, examples in docstrings, native tests."""

from __future__ import annotations

import ast
import doctest
import importlib
import os
import pkgutil
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import rummylab

MAX_LINES = 600
TEXT = {".py", ".pyi", ".cpp", ".hpp", ".md", ".toml", ".json", ".txt", ".j2", ".css", ".yml", ""}


def project_files(root: Path) -> list[Path]:
    """Every text file that belongs to the project, with or without git."""
    tops = ["cpp", "python", "tests", "tools", "experiments", ".ci"]
    files = [path for top in tops for path in (root / top).rglob("*") if path.is_file()]
    files += [path for path in root.iterdir() if path.is_file()]
    hidden = {"__pycache__", ".hypothesis", ".benchmarks"}
    return sorted(path for path in files if path.suffix in TEXT and not hidden & {*path.parts})


def modules() -> list[ModuleType]:
    names = [m.name for m in pkgutil.walk_packages(rummylab.__path__, "rummylab.")]
    return [importlib.import_module(n) for n in names if not n.endswith(("__main__", "._core"))]


# Public names


@pytest.mark.parametrize("name", rummylab.__all__)
def test_public_name_resolves(name: str) -> None:
    assert getattr(rummylab, name) is not None
    assert name in dir(rummylab)


def test_type_checkers_see_the_same_public_names(root: Path) -> None:
    tree = ast.parse((root / "python/rummylab/__init__.py").read_text())
    block = next(n for n in tree.body if isinstance(n, ast.If))
    seen = {
        alias.asname: (node.module or "").removeprefix("rummylab").removeprefix(".")
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert seen == rummylab._HOMES


def test_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'simulat'"):
        rummylab.simulat  # noqa: B018


def test_functions_stay_functions_when_their_module_is_imported() -> None:
    code = (
        "import rummylab, rummylab.simulate, rummylab.replay\n"
        "assert callable(rummylab.simulate) and callable(rummylab.replay)\n"
        "from rummylab.simulate import Result\n"
        "assert callable(rummylab.simulate) and rummylab.Result is Result\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_native_input_error_is_a_rummy_error() -> None:
    with pytest.raises(rummylab.RummyError) as caught:
        rummylab.best_play("rummikub", table=[], rack="Q99")
    assert "Q99" in str(caught.value)
    assert "\n" not in str(caught.value)


# Start-up


def test_help_imports_neither_pandas_nor_matplotlib() -> None:
    code = (
        "import sys\n"
        "from rummylab.cli import main\n"
        "try:\n"
        "    sys.argv = ['rummylab', '--help']; main()\n"
        "except SystemExit as stop:\n"
        "    assert not stop.code, stop.code\n"
        "heavy = {'pandas', 'matplotlib', 'scipy', 'pyarrow'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "simulate" in done.stdout


# Documentation that runs


def docstring_tests() -> list[doctest.DocTest]:
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = []
    for module in [rummylab, *modules()]:
        found += [test for test in finder.find(module, module.__name__) if test.examples]
    return found


@pytest.mark.parametrize("example", docstring_tests(), ids=lambda test: test.name)
def test_docstring_example(
    example: doctest.DocTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said: list[str] = []
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    result = doctest.DocTestRunner(optionflags=flags).run(example, out=said.append)
    assert result.failed == 0, "".join(said)


@pytest.mark.parametrize("name", sorted(rummylab._HOMES))
def test_public_name_has_an_example(name: str) -> None:
    value = getattr(rummylab, name)
    assert ">>>" in (value.__doc__ or ""), f"rummylab.{name} has no example in its docstring"


# Files


def test_stubs_are_fresh(root: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(root / "tools/stubs.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_no_file_is_too_long_to_read(root: Path) -> None:
    code = [p for p in project_files(root) if p.suffix in {".py", ".cpp", ".hpp"}]
    lengths = {str(p.relative_to(root)): len(p.read_text().splitlines()) for p in code}
    assert len(lengths) > 40
    assert {name: n for name, n in lengths.items() if n > MAX_LINES} == {}


def test_the_guards_of_the_invariants_exist(root: Path) -> None:
    """Every row of the table names its tests, and each of them is there."""
    text = (root / "ARCHITECTURE.md").read_text()
    rows = [line for line in text.split("## Invariants")[1].splitlines() if line.startswith("| ")]
    python = {
        node.name
        for path in (root / "tests").rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef)
    }
    native = set()
    for path in (root / "tests/cpp").glob("test_*.cpp"):
        native |= set(re.findall(r'TEST_CASE\(\s*"([^"]+)"', path.read_text()))
    assert len(rows) > 15
    for row in rows[2:]:
        guard = row.split("|")[2]
        named = set(re.findall(r"`(test_\w+)`", guard))
        quoted = set(re.findall(r'"([^"]+)"', guard))
        assert named | quoted, row
        assert named <= python, named - python
        assert quoted <= native, quoted - native


def test_no_path_of_one_machine_is_written_down(root: Path) -> None:
    tops = "|".join(["work", "farm", "root", "home", "tmp"])
    pattern = re.compile(rf"(?<![\w.}}])/(?:{tops})/|[.][.]/shared|\bseeds/")
    wrong = [
        f"{path.relative_to(root)}:{number}: {line.strip()}"
        for path in project_files(root)
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if pattern.search(line)
    ]
    assert pattern.search("see /" + "work/notes")
    # This file spells the pattern in parts; it is the only line that may look like one.
    assert [line for line in wrong if "re.compile" not in line] == []


def test_no_test_is_skipped_and_nothing_is_left_undone(root: Path) -> None:
    marks = ["TO" + "DO", "FIX" + "ME", "x" + "fail(", "pytest." + "skip", "mark." + "skip"]
    wrong = [
        f"{path.relative_to(root)}: {mark}"
        for path in project_files(root)
        if path.suffix in {".py", ".cpp", ".hpp"}
        for mark in marks
        if mark in path.read_text()
    ]
    assert wrong == []


def test_shipped_data_lies_beside_the_package() -> None:
    folder = Path(rummylab.__file__).parent
    assert (folder / "py.typed").is_file()
    assert list((folder / "variants").glob("*.toml"))


# Native tests


def tool(name: str) -> str:
    beside = Path(sys.executable).with_name(name)
    found = str(beside) if beside.exists() else shutil.which(name)
    assert found, f"{name} is missing: pip install '.[dev]'"
    return found


def test_native_tests_pass(root: Path) -> None:
    """Builds the native tests (again only what changed) and runs them."""
    build = root / os.environ.get("RUMMY_NATIVE_BUILD", "build/native")
    options = ["-DRUMMY_BUILD_PYTHON=OFF", "-DRUMMY_BUILD_TESTS=ON", "-DRUMMY_LTO=OFF"]
    if not (build / "CMakeCache.txt").exists():
        subprocess.run([tool("cmake"), "-S", str(root), "-B", str(build), *options], check=True)
    subprocess.run([tool("cmake"), "--build", str(build), "-j", "2"], check=True)
    done = subprocess.run([build / "rummy_tests"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"[1-9]\d* passed, 0 failed\n", done.stdout)
