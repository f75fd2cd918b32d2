"""Runs under the interpreter of the peer's environment: solves positions and says what it found.

Reads ``{"positions": [[table tiles, rack tiles], ..]}`` from the standard input, tiles as colour
and number, ``[2, 13]``, or null for a joker; prints ``{"counts": [..], "seconds": [..]}``.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any


def main() -> None:
    """Answers the standard input."""
    from rummikub_solver import RuleSet, SolverMode  # type: ignore[import-not-found]

    rules = RuleSet()
    tiles = list(rules.tiles)

    def tile(which: list[int] | None) -> Any:
        return tiles[-1] if which is None else tiles[which[0] * rules.numbers + which[1] - 1]

    counts, seconds = [], []
    for table, rack in json.load(sys.stdin)["positions"]:
        state = rules.new_game()
        state.add_table(*(tile(which) for which in table))
        state.add_rack(*(tile(which) for which in rack))
        state.initial = False
        start = time.process_time()
        found = rules.solve(state, SolverMode.TILE_COUNT)
        seconds.append(time.process_time() - start)
        counts.append(0 if found is None else len(found.tiles))
    print(json.dumps({"counts": counts, "seconds": seconds}))


if __name__ == "__main__":
    main()
