"""Write the golden transcripts: ``python tests/golden/renew.py``.

There is one per shipped rule set. A change of these files is a change of behaviour: it is a commit
of its own that says why.
"""

from __future__ import annotations

from pathlib import Path

from rummylab import replay
from rummylab.variant import shipped

HERE = Path(__file__).resolve().parent
PLAYERS = 3
STRATEGIES = ["max_tiles", "human:slip=10", "max_tiles"]
SEED = 7
GAME = 2026


def transcript(variant: str) -> str:
    """The transcript that the file of a rule set holds."""
    found = replay(variant, players=PLAYERS, strategies=STRATEGIES, seed=SEED, game=GAME)
    return f"{found}\n"


def path(variant: str) -> Path:
    """The file of a rule set."""
    return HERE / f"{variant}.txt"


def main() -> None:
    """Write every file, and take those away whose rule set is gone."""
    wanted = {path(variant): variant for variant in shipped()}
    for file in HERE.glob("*.txt"):
        if file not in wanted:
            file.unlink()
    for file, variant in wanted.items():
        file.write_text(transcript(variant), encoding="utf-8")
        print(file.name)


if __name__ == "__main__":
    main()
