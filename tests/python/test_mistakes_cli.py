"""Odd texts at every option and argument of every command: no traceback reaches a person."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from test_mistakes import FOREIGN
from test_study_until import QUICK

from rummylab.cli import main
from rummylab.cli.application import app

COMMANDS: dict[str, list[str]] = {
    "play": ["rummikub", "--rack", "R1 R2 R3"],
    "odds": ["rummikub", "--rack", "R1", "--others", "5", "-n", "2", "-t", "1"],
    "plan": [QUICK, "-w", "9", "-p", "2", "--pilot", "20", "-t", "1"],
    "league": [QUICK, "-s", "max_tiles,random", "-n", "40", "-t", "1"],
    "simulate": [QUICK, "-n", "5", "-p", "2", "-t", "1"],
    "compare": [QUICK, f"{QUICK},deal.rack=5", "-n", "5", "-p", "2", "-t", "1"],
    "replay": [QUICK, "-p", "2"],
    "report": ["none", "-o", "x.md"],
    "balance": ["none"],
    "drama": [QUICK, "-n", "30", "--pilot", "30", "-p", "2", "-t", "1"],
    "strategies": [],
    "metrics": [],
    "study run": ["none", "-o", "out"],
    "study show": ["none"],
    "study effects": ["none"],
    "variant list": [],
    "variant show": ["gin"],
    "variant diff": ["gin", "okey"],
    "variant check": ["gin"],
    "referee meld": ["okey", "R1 R2 R3", "--indicator", "B9"],
    "referee turn": ["okey-101", "--rack", "R1 R2 R3", "--result", "R1 R2 R3"],
}
ODD = (
    "",
    "R1 \udcff",  # a byte that is no UTF-8
    " ",
    "x",
    "0",
    "-1",
    "2.5",
    "nan",
    "1e9999",
    "9" * 30,
    "ä",
    "=",
    "a=b",
    ",",
    ":",
    "[",
    ".",
)


def command_of(name: str) -> Any:
    found: Any = typer.main.get_command(app)
    for word in name.split():
        found = found.commands[word]
    return found


def leaves(group: Any, head: str = "") -> set[str]:
    found = set()
    for name, command in group.commands.items():
        deeper = hasattr(command, "commands")
        found |= leaves(command, f"{head}{name} ") if deeper else {f"{head}{name}"}
    return found


def test_every_command_is_thrown_at() -> None:
    assert leaves(typer.main.get_command(app)) == {*COMMANDS, "bench"}  # bench measures for minutes


@pytest.mark.parametrize("name", COMMANDS)
def test_no_value_of_an_option_ends_in_a_traceback(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Odd texts in place of every argument and at every option: 0, or 2 and one line."""
    monkeypatch.chdir(tmp_path)
    base = COMMANDS[name]
    options = [p.opts[-1] for p in command_of(name).params if p.opts[0][0] == "-" and not p.is_flag]
    lines = [[*base, option, odd] for option in options for odd in ODD]
    for place, word in enumerate(base):
        if not word.startswith("-") and (place == 0 or not base[place - 1].startswith("-")):
            lines += [[*base[:place], odd, *base[place + 1 :]] for odd in ODD]
    for line in lines:
        code = main([*name.split(), *line])
        said = capsys.readouterr().err.removeprefix("made the folder ")
        assert code in (0, 2), (line, said)
        assert (said.count("\n") == 1) == (code == 2), (line, said)
        assert not any(word in said.strip() for word in FOREIGN), (line, said)


def on_ascii(*words: str) -> subprocess.CompletedProcess[str]:
    """A command where the terminal knows no other characters than those of ASCII."""
    alone = {**os.environ, "PYTHONIOENCODING": "ascii"}
    return subprocess.run(
        [sys.executable, "-m", "rummylab", *words],
        capture_output=True,
        text=True,
        check=False,
        env=alone,
        encoding="ascii",
    )


def test_a_terminal_of_ascii_gets_what_it_can_show() -> None:
    done = on_ascii("compare", QUICK, f"{QUICK},deal.rack=5", "-n", "20", "-p", "2", "-t", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r" -\d", done.stdout)  # a minus sign elsewhere
    done = on_ascii("variant", "show", f"{QUICK},name=“Señor”")
    assert '"Se\\xf1or"' in done.stdout


def test_json_keeps_its_characters_on_a_terminal_of_ascii() -> None:
    done = on_ascii("variant", "show", f"{QUICK},name=“Señor”", "--json")
    assert json.loads(done.stdout)["name"] == "“Señor”"
