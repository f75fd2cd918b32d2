"""The profile of the solver: what is read of valgrind's list, and the page that is made of it."""

from __future__ import annotations

import importlib.util
import re
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

# As callgrind_annotate lists functions: instructions, share, file and function.
LISTED = """\
--------------------------------------------------------------------------------
Profile data file 'out' (creator: callgrind-3.19.0)
--------------------------------------------------------------------------------
Events recorded:  Ir

--------------------------------------------------------------------------------
Ir
--------------------------------------------------------------------------------
1,000,000 (100.0%)  PROGRAM TOTALS

--------------------------------------------------------------------------------
Ir                 file:function
--------------------------------------------------------------------------------
600,000 (60.00%)  /s/lane_search.cpp:rummy::LaneSearchOf<rummy::UsualLane>::gain(int) [/b/bench]
150,000 (15.00%)  /s/usual_lane.cpp:rummy::UsualLane::fill(int)'2 [/b/bench]
100,000 (10.00%)  ???:rummy::Arranger::arrange(rummy::Table const&) [/b/bench]
 90,000 ( 9.00%)  /s/cover.cpp:rummy::LaneSearch::first_choice() [/b/bench]
 60,000 ( 6.00%)  ./malloc/malloc.c:malloc [/lib/libc.so.6]
"""


@pytest.fixture(scope="module")
def profile(root: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("profile", root / "tools/solver_profile.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_functions_are_counted_by_room(profile: ModuleType) -> None:
    rooms = profile.by_room(LISTED)
    assert rooms == {
        "The search over the numbers": 600_000,
        "Lanes, one colour each": 150_000,
        "The canonical table": 100_000,
        "Choices worth the same: the first in the order": 90_000,
        profile.REST: 60_000,
    }


def test_the_page_has_a_row_for_every_room_and_shares_of_all(profile: ModuleType) -> None:
    rooms = profile.by_room(LISTED)
    lines = profile.page({"rummikub": rooms, "fichas": Counter({profile.REST: 5})}).splitlines()
    table = [line for line in lines if line.startswith("|")]
    assert table[0] == "| | rummikub | fichas |"
    assert "| The search over the numbers | 60 % | 0 % |" in table
    assert table[-2:] == [
        f"| {profile.REST} | 6 % | 100 % |",
        "| Millions of instructions | 1 | 0 |",
    ]
    assert len(table) == 2 + len(profile.ROOMS) + 2


def test_the_page_in_docs_is_one_of_these(profile: ModuleType, root: Path) -> None:
    lines = (root / "docs/profile.md").read_text().splitlines()
    made = profile.page({rules: Counter({profile.REST: 1}) for rules in profile.RULES})
    heads = [re.split(r" \d", line)[0] for line in lines]
    assert heads == [re.split(r" \d", line)[0] for line in made.splitlines()]


def test_the_names_of_rooms_are_those_of_the_core(profile: ModuleType, root: Path) -> None:
    """A function that gets another name would silently count as the rest."""
    sources = "".join(path.read_text() for path in (root / "cpp/rummy").rglob("*.[ch]pp"))
    words = {word for names in profile.ROOMS.values() for word in re.findall(r"\w+", names)}
    assert len(words) > 20
    assert {word for word in words if word not in sources} == set()
