"""What several commands take, read the same way everywhere."""

from __future__ import annotations

import re
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
    int | None, typer.Option("--players", "-p", help="How many play.", show_default="4")
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
    int | None,
    typer.Option(
        "--threads", "-t", help="Native threads; all cores by default. Results are equal."
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
        help="Stop when a sequential test knows which of two values it is, such as turns=0:1; "
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
    from rummylab import variant, variant_source

    loaded = variant.load(spec)
    for change in changes or ():
        loaded = loaded.replace(variant_source.parse_changes(change, f"--set {change}"))
    return loaded


def whole(text: str, *, what: str, least: int, most: int) -> int:
    """A plain whole number within bounds."""
    if re.fullmatch(r"\d{1,20}", text) and least <= int(text) <= most:
        return int(text)
    raise RummyError(f"{what} is {text}; allowed: a whole number from {least} to {most}")


def seed(text: str) -> int:
    """A seed."""
    return whole(text, what="--seed", least=0, most=2**64 - 1)


def count(text: str, *, what: str) -> int:
    """A count as people write it: ``200k``, ``1M``, ``1e6``."""
    from rummylab.study.counts import parse_count

    return parse_count(text, what=what)


def players(given: int | None, variant: Variant) -> int:
    """The number of players: four by default, or as near as the rules allow."""
    low, high = variant.players.min, variant.players.max
    if given is None:
        return min(max(4, low), high)
    if not low <= given <= high:
        raise RummyError(
            f"--players is {given}; the rules of {variant.id} allow {low} to {high}"
            + ("" if given > 6 or given < 2 else f" (--set players.max={given} changes that)")
        )
    return given


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


def threads(given: int | None) -> int | None:
    """A number of threads."""
    if given is not None and not 1 <= given <= 1024:
        raise RummyError(f"--threads is {given}; allowed: 1 to 1024")
    return given


def writable(path: Path) -> Path:
    """A file that can be written, found out before the work and not after it."""
    existed = path.exists()
    try:
        with path.open("ab"):
            pass
    except OSError as error:
        raise RummyError(
            f"{path}: cannot be written: {error.strerror}; give another file"
        ) from None
    if not existed:
        path.unlink()
    return path
