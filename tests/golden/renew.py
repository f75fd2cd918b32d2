"""Write the golden transcripts: ``python tests/golden/renew.py``.

There is one per shipped rule set. Table games are played by three, draw games by as many of three
as they allow, with strategies that are not all alike. A change of these files is a change of
behaviour: it is a commit of its own that says why.
"""

from __future__ import annotations

from pathlib import Path

from rummylab import replay
from rummylab.variant import load, shipped

HERE = Path(__file__).resolve().parent
PLAYERS = 3
STRATEGIES = {
    "table": ["max_tiles", "human:slip=10", "max_tiles"],
    "draw": ["greedy", "random", "greedy"],
}
SEED = 7
GAME = 2026


def transcript(variant: str) -> str:
    """The transcript that the file of a rule set holds."""
    rules = load(variant)
    players = min(PLAYERS, rules.players.max)
    found = replay(
        variant,
        players=players,
        strategies=STRATEGIES[rules.family][:players],
        seed=SEED,
        game=GAME,
    )
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
