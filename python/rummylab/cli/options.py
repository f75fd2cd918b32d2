"""What several commands take, read the same way everywhere."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rummylab.errors import RummyError

if TYPE_CHECKING:
    from rummylab.variant import Variant

VariantArgument = Annotated[
    str,
    typer.Argument(
        metavar="VARIANT",
        help="A rule set: an id, a TOML file, or either with changes, such as "
        "rummikub:opening.min_points=50,joker.lock=full",
    ),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change a rule; may be given several times."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
PlayersOption = Annotated[
    str | None,
    typer.Option("--players", "-p", metavar="N", help="How many play.", show_default="4"),
]
_STRATEGIES = {
    "metavar": "NAMES",
    "help": "One for all seats, or one per seat with commas between; "
    "'rummylab strategies' lists them.",
}
StrategiesOption = Annotated[str, typer.Option("--strategies", "-s", **_STRATEGIES)]
# Where nothing is said, the usual strategy of the family plays.
FamilyStrategiesOption = Annotated[
    str | None,
    typer.Option(
        "--strategies", "-s", **_STRATEGIES, show_default="max_tiles; greedy in draw games"
    ),
]
SeedOption = Annotated[
    str, typer.Option("--seed", metavar="N", help="The same seed, the same deals.")
]
ThreadsOption = Annotated[
    str | None,
    typer.Option(
        "--threads",
        "-t",
        metavar="N",
        help="Native threads; all cores by default. Results are equal.",
    ),
]

ChoicesOption = Annotated[
    str,
    typer.Option(
        "--choices",
        metavar="N",
        help="Count the legal plays of every turn up to N, for the metrics 'decisions'.",
    ),
]
UntilOption = Annotated[
    list[str] | None,
    typer.Option(
        "--until",
        metavar="METRIC=HALFWIDTH",
        help="Stop when the metric is known so well, such as turns=0.1 (shares in % points); "
        "--games is then the most.",
    ),
]
SprtOption = Annotated[
    list[str] | None,
    typer.Option(
        "--sprt",
        metavar="METRIC=LOW:HIGH",
        help="Stop when a sequential test knows which of two values it is nearer: turns=0:1; "
        "turns=1 means the same.",
    ),
]


def group(help: str) -> typer.Typer:
    """A command of several; alone it prints its help."""
    app = typer.Typer(help=help)

    @app.callback(invoke_without_command=True)
    def start(context: typer.Context) -> None:
        if context.invoked_subcommand is None:
            typer.echo(context.get_help())

    return app


def load(spec: str, changes: list[str] | None = None) -> Variant:
    """The rule set of a command line."""
    from rummylab import variant, variant_spec

    loaded = variant.load(spec)
    for change in changes or ():
        loaded = loaded.replace(variant_spec.parse_changes(change, f"--set {change}"))
    return loaded


def whole(text: str, *, what: str, least: int, most: int) -> int:
    """A plain whole number within bounds."""
    if re.fullmatch(r"\d{1,20}", text) and least <= int(text) <= most:
        return int(text)
    allowed = f"a whole number from {least} to {most}" if least < most else str(least)
    raise RummyError(f"{what} is {text}; allowed: {allowed}")


def seed(text: str) -> int:
    """A seed."""
    return whole(text, what="--seed", least=0, most=2**64 - 1)


def count(text: str, *, what: str) -> int:
    """A count as people write it: ``200k``, ``1M``, ``1e6``."""
    from rummylab.study.counts import parse_count

    return parse_count(text, what=what)


def players(given: str | None, variant: Variant) -> int:
    """The number of players: four by default, or as near as the rules allow."""
    low, high = variant.players.min, variant.players.max
    if given is None:
        from rummylab.simulate_checks import usual_players

        return usual_players(variant)
    number = int(given) if re.fullmatch(r"\d{1,3}", given) else 0
    if low <= number <= high:
        return number
    may = f"write --players {low}" if low == high else "write one of these numbers"
    raise RummyError(
        f"--players is {given}; {variant.takes}: {may}, or leave --players out"
        f"{_with_more(variant, number)}"
    )


def _with_more(variant: Variant, number: int) -> str:
    """How to let so many play, where that is all that keeps them out."""
    if number <= variant.players.max:
        return ""
    try:
        variant.replace({"players.max": number})
    except RummyError:
        return ""
    return f" (--set players.max={number} changes that)"


def strategies(text: str) -> str | list[str]:
    """One strategy for all, or one per seat: ``max_tiles``, ``human:seconds=30,max_tiles``.

    A piece ``key=value`` belongs to the strategy before it.
    """
    specs: list[str] = []
    for piece in text.split(","):
        head = piece.split("=")[0]
        if specs and "=" in piece and ":" not in head:
            specs[-1] += f",{piece}"
        else:
            specs.append(piece.strip())
    return specs[0] if len(specs) == 1 else specs


def check_strategies(given: Sequence[str], variant: Variant) -> None:
    """Refuse what is no strategy, before anything is said about how many there are."""
    from rummylab.strategy import seated

    for text in given:
        names = strategies(text)
        seated(names, variant, 1 if isinstance(names, str) else len(names))


def threads(given: str | None) -> int | None:
    """A number of threads."""
    return None if given is None else whole(given, what="--threads", least=1, most=1024)


def writable(path: Path) -> Path:
    """A file that can be written, found out before the work and not after it.

    A folder that does not exist is made, and a note on stderr says so.
    """
    existed = path.exists()
    try:
        if not path.parent.is_dir():
            path.parent.mkdir(parents=True)
            typer.echo(f"made the folder {path.parent}", err=True)
        with path.open("ab"):
            pass
    except OSError as error:
        raise RummyError(
            f"{path}: cannot be written: {error.strerror}; give another file"
        ) from None
    if not existed:
        path.unlink()
    return path
