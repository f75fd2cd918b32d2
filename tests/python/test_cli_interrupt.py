"""Control-C while the command is still being imported: one line and the exit code 130."""

from __future__ import annotations

import subprocess
import sys

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


def test_another_mistake_while_something_is_imported_is_told() -> None:
    code = PROGRAM.format(module="typer", error="ImportError('no typer')")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.endswith("ImportError: no typer\n")
