"""Where the time of a game goes: instructions of whole games, counted by valgrind, as a page.

    cmake --preset dev -DRUMMY_BUILD_BENCH=ON && cmake --build build/dev
    python tools/solver_profile.py build/dev/solver_bench > docs/profile.md

Instructions do not depend on what else the machine does; they are the same in every run.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

RULES = ("rummikub", "fichas", "schmidt", "signature")
PLAYERS, GAMES = 4, 10

# The first that fits a function's name says what it does.
ROOMS = {
    "Choices worth the same: the first in the order": r"first_choice|drop_equals|is_first",
    "The search over the numbers": r"LaneSearchOf|LaneSearch::|LaneMemo|LaneBounds",
    "Lanes, one colour each": r"Lane::|LaneStore|RunAutomaton|UseTable|state_sets",
    "The probe, before lanes": r"Probe::",
    "Freed jokers: cases and new melds": r"TurnSearch|JokerCases|MeldMoves::.*TurnSearch|Cover::",
    "The canonical table": r"Layout|Arranger|StandIns|JokerMelds|KeepFirst|has_loner",
    "Is the exchange of jokers legal?": r"Exchange|exchange|same_meld|readings|Reading|look\(",
    "Openings and tables that only grow": r"Opening|AddOnly",
}
REST = "The game itself: deals, turns, scores, counting, memory"


def instructions(program: Path, rules: str) -> Counter[str]:
    """By room, of playing games of a rule set and solving their positions again."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        played = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", str(program)]
        subprocess.run(
            [*played, rules, str(PLAYERS), str(GAMES)], check=True, capture_output=True, timeout=900
        )
        listed = subprocess.run(
            ["callgrind_annotate", "--threshold=100", str(out)],
            check=True, capture_output=True, text=True, timeout=300,
        )  # fmt: skip
    return by_room(listed.stdout)


def by_room(listed: str) -> Counter[str]:
    """The instructions that `callgrind_annotate` lists by function, by room."""
    rooms: Counter[str] = Counter()
    for line in listed.splitlines():
        found = re.match(r"\s*([\d,]+) \([^)]*\)\s+\S*?:(.*)", line)
        if found is None:
            continue
        name = found[2]
        room = next((room for room, names in ROOMS.items() if re.search(names, name)), REST)
        rooms[room] += int(found[1].replace(",", ""))
    return rooms


def page(found: dict[str, Counter[str]]) -> str:
    """The page for the counts of several rule sets."""
    lines = [
        f"# Where the time of a game goes\n\n`{Path(__file__).name}` in `tools` counts and writes "
        f"this page. Shares of the instructions of {GAMES} games of\n{PLAYERS} players of "
        "`max_tiles`, played and then solved position by position.\n",
        "| | " + " | ".join(found) + " |",
        "| --- |" + " ---: |" * len(found),
    ]
    for room in (*ROOMS, REST):
        shares = [100 * rooms[room] / rooms.total() for rooms in found.values()]
        lines.append(f"| {room} | " + " | ".join(f"{share:.0f} %" for share in shares) + " |")
    millions = " | ".join(f"{rooms.total() / 1e6:,.0f}" for rooms in found.values())
    lines.append(f"| Millions of instructions | {millions} |")
    return "\n".join(lines)


def main() -> None:
    """Write the page to standard output."""
    program = Path(sys.argv[1])
    print(page({rules: instructions(program, rules) for rules in RULES}))


if __name__ == "__main__":
    main()
