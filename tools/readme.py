"""Run the examples of README.md and write their real output into it.

    python tools/readme.py            write README.md anew
    python tools/readme.py --check    fail where README.md is not what its examples print

A block fenced ``console`` holds commands after ``$``; one fenced ``pycon`` holds Python after
``>>>``. Both kinds are run in an empty folder, all blocks one after the other. Blocks fenced ``sh``
or ``toml`` are text; the first line ``# file NAME`` of a toml block writes the block as that file.
"""

from __future__ import annotations

import argparse
import contextlib
import doctest
import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

README = Path(__file__).resolve().parent.parent / "README.md"
_BLOCK = re.compile(r"^```(console|pycon|toml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def _commands(text: str) -> list[str]:
    commands: list[str] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            commands.append(line[2:])
        elif commands and commands[-1].endswith("\\"):
            commands[-1] += f"\n{line}"
    return commands


def _run_console(text: str, folder: Path) -> str:
    out = []
    environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "100"}
    for command in _commands(text):
        assert command.startswith("rummylab "), command
        words = f"{sys.executable} -m {command}"
        done = subprocess.run(
            words,
            shell=True,
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        printed = done.stdout + done.stderr
        if done.returncode not in (0, 2):  # 2: a mistake that the page shows
            sys.exit(f"{command!r} ended with {done.returncode}: {printed}")
        out.append(f"$ {command}\n{printed}")
    return "".join(out)


def _run_python(text: str, scope: dict[str, Any]) -> str:
    out = []
    for example in doctest.DocTestParser().get_examples(text):
        first, *rest = example.source.rstrip("\n").split("\n")
        out.append("".join([f">>> {first}\n", *(f"... {line}\n" for line in rest)]))
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(example.source, "README.md", "single"), scope)
        out.append(printed.getvalue())
    return "".join(out)


def render(text: str, folder: Path) -> str:
    """The text with the output of every example as it is now."""
    scope: dict[str, Any] = {}

    def run(block: re.Match[str]) -> str:
        kind, body = block[1], block[2]
        if kind == "toml":
            if name := re.match(r"# file (\S+)\n", body):
                (folder / name[1]).write_text(body, encoding="utf-8")
            return block[0]
        with contextlib.chdir(folder):
            fresh = _run_console(body, folder) if kind == "console" else _run_python(body, scope)
        return f"```{kind}\n{fresh}```"

    return _BLOCK.sub(run, text)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="change nothing, only compare")
    check = parser.parse_args().check
    old = README.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        new = render(old, Path(folder))
    if new == old:
        return 0
    if check:
        print("README.md is not fresh: run python tools/readme.py", file=sys.stderr)
        return 1
    README.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
