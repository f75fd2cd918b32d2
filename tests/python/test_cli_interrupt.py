"""Control-C while the command is still being imported: one line and the exit code 130."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

# Something is raised where a module is looked for.
PROGRAM = """
import sys

class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise {error}

sys.meta_path.insert(0, Interrupted())
from rummylab.cli import main
sys.exit(main(["play", "rummikub", "--rack", "R1"]))
"""


@pytest.mark.parametrize("module", ["typer", "rummylab.cli.simulate", "rummylab._core"])
@pytest.mark.parametrize(
    "error",
    [
        "KeyboardInterrupt",
        "ImportError('initialization failed') from KeyboardInterrupt()",  # by a native module
    ],
)
def test_an_interrupt_while_something_is_imported(module: str, error: str) -> None:
    code = PROGRAM.format(module=module, error=error)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "rummylab: interrupted\n")


# Control-C itself, where a module is looked for.
PRESSED = """
import signal, sys

class Pressed:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            {press}

sys.meta_path.insert(0, Pressed())
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.argv = ["rummylab", "play", "rummikub", "--rack", "R1"]
from rummylab.cli import main
sys.exit(main())
"""
PRESSES = {
    "at once": "signal.raise_signal(signal.SIGINT)",
    # As dataclasses do; Python then wants to end as if nobody had caught it.
    "in a text that runs": "exec('signal.raise_signal(signal.SIGINT)')",
    # As packages do to find out what else is installed.
    "where all is caught": """
            try:
                signal.raise_signal(signal.SIGINT)
            except BaseException:
                pass""",
}


@pytest.mark.parametrize("module", ["typer", "rummylab._core"])
@pytest.mark.parametrize("press", PRESSES)
def test_control_c_while_something_is_imported(module: str, press: str, tmp_path: Path) -> None:
    (tmp_path / "pressed.py").write_text(PRESSED.format(module=module, press=PRESSES[press]))
    words = [sys.executable, "-m", "pressed"]  # with -c the exit code is told in another way
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "rummylab: interrupted\n")


def test_another_mistake_while_something_is_imported_is_told() -> None:
    code = PROGRAM.format(module="typer", error="ImportError('no typer')")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.endswith("ImportError: no typer\n")
