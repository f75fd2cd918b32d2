"""Every clause of the rule sheets is covered by a test that carries its id."""

from __future__ import annotations

import importlib
from collections import Counter
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
CLAUSES = dict(
    line.split(" ", 1) for line in (HERE.parent / "data" / "clauses.txt").read_text().splitlines()
)
SHEETS = {
    "SIG": "signature",
    "APP": "fichas",
    "PLA": "platinium",
    "SCH": "schmidt",
    "ARG": "argentino",
}


def covered(sheet: str) -> Counter[str]:
    """How many tests carry each clause id of a sheet."""
    module = importlib.import_module(f"test_clauses_{SHEETS[sheet]}")
    ids: Counter[str] = Counter()
    for name, function in vars(module).items():
        if name.startswith("test_"):
            marks = getattr(function, "pytestmark", [])
            ids.update(mark.args[0] for mark in marks if mark.name == "clause")
    return ids


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_test_carries_the_clause(clause: str) -> None:
    assert covered(clause[:3])[clause] >= 1, f"no test for {clause}: {CLAUSES[clause]}"


@pytest.mark.parametrize("sheet", SHEETS)
def test_no_test_carries_a_clause_that_does_not_exist(sheet: str) -> None:
    assert not set(covered(sheet)) - set(CLAUSES)


def test_every_clause_has_a_statement() -> None:
    assert len(CLAUSES) == 84 + 22
    assert all(statement.endswith(".") for statement in CLAUSES.values())
    assert {clause[:3] for clause in CLAUSES} == set(SHEETS)
