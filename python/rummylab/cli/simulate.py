"""``rummylab simulate``: play many games and print what happened, with intervals."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rummylab.cli import options
from rummylab.cli.options import (
    ChoicesOption,
    FamilyStrategiesOption,
    JsonOption,
    PlayersOption,
    SeedOption,
    SetOption,
    SprtOption,
    ThreadsOption,
    UntilOption,
    VariantArgument,
)
from rummylab.cli.output import TOGETHER, Tell, bar, print_columns, print_json
from rummylab.errors import RummyError

if TYPE_CHECKING:
    from rummylab.analysis.tally import Tally
    from rummylab.simulate_result import Result

RECORDS = ("games", "turns")
SUFFIXES = (".csv", ".parquet")


def simulate(
    variant: VariantArgument,
    players: PlayersOption = None,
    strategies: FamilyStrategiesOption = None,
    games: Annotated[
        str | None,
        typer.Option(
            "--games",
            "-n",
            metavar="N",
            help="How many games: 5000, 200k, 1M, 1e6.",
            show_default="10k",
        ),
    ] = None,
    matches: Annotated[
        str | None, typer.Option("--matches", metavar="N", help="Play whole matches instead.")
    ] = None,
    seed: SeedOption = "0",
    threads: ThreadsOption = None,
    changes: SetOption = None,
    rotate: Annotated[
        bool, typer.Option("--rotate", help="Play each deal with the players in every rotation.")
    ] = False,
    until: UntilOption = None,
    sprt: SprtOption = None,
    record: Annotated[
        str | None,
        typer.Option("--record", metavar="ROWS", help="Rows to keep for --out: games or turns."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Write the rows, .csv or .parquet."),
    ] = None,
    choices: ChoicesOption = "0",
    as_json: JsonOption = False,
) -> None:
    """Play many games and say what happened.

    Every number comes with its 95 % interval. What the rules keep at 0 in every game is left out of
    the table (--json has it). The results do not depend on --threads.
    """
    if games is not None and matches is not None:
        raise RummyError("--games and --matches are both given; choose one")
    if until and sprt:
        raise RummyError("--until and --sprt are both given; choose one rule to stop by")
    if out is not None and (until or sprt):
        raise RummyError("--out keeps rows of runs of a fixed size; leave out --until and --sprt")
    if record is not None and record not in RECORDS:
        raise RummyError(f"--record is {record}; allowed: {', '.join(RECORDS)}")
    if out is not None and out.suffix not in SUFFIXES:
        raise RummyError(f"--out is {out}; the file's name must end in {' or '.join(SUFFIXES)}")
    if record is not None and out is None:
        raise RummyError("--record keeps rows for a file; say where with --out rows.parquet")
    number = options.count(matches or games or "10k", what="--matches" if matches else "--games")
    loaded = options.load(variant, changes)
    given: dict[str, Any] = {
        "players": options.players(players, loaded),
        "strategies": None if strategies is None else options.strategies(strategies),
        "seed": options.seed(seed),
        "threads": options.threads(threads),
        "rotate": rotate,
        "choices": options.whole(choices, what="--choices", least=0, most=1_000_000),
    }
    if out is not None:
        options.writable(out)

    from rummylab import simulate as play
    from rummylab.stopping import MOST_CLUSTERS, parse_tests, parse_until

    if (until or sprt) and not (games or matches):
        number = MOST_CLUSTERS
    given |= {"until": parse_until(until or []), "sprt": parse_tests(sprt or [])}
    label = f"{loaded.id}, {given['players']} players"
    with bar(number, label) as tell:
        if tell is not None:
            given |= _shown(tell, label, watch=out is None)
        result = play(
            loaded,
            games=None if matches else number,
            matches=number if matches else None,
            record=(record or "games") if out is not None else None,
            **given,
        )
    if out is not None:
        write_rows(result, out)
    if as_json:
        print_json(result.to_json())
    else:
        print_result(result)


def _shown(tell: Tell, label: str, *, watch: bool) -> dict[str, Any]:
    """What shows a run under way; its figure holds whenever one looks."""
    from rummylab.analysis import metrics, sequential, text

    now: dict[str, Any] = {"label": label, "done": 0}

    def progress(done: int) -> None:
        now["done"] = done
        tell(done, now["label"])

    def live(tally: Tally, look: int) -> None:
        metric = metrics.get("turns", players=tally.players)
        found = sequential.always_valid(metric, tally, look=look)
        now["label"] = f"{label}: {text.phrase(found, metric.unit)} so far"
        tell(now["done"], now["label"])

    return {"progress": progress, "live": live} if watch else {"progress": progress}


def write_rows(result: Result, out: Path) -> None:
    """The rows of a result as a file."""
    frame = result.frame()
    try:
        if out.suffix == ".parquet":
            frame.to_parquet(out, index=False)
        else:
            frame.to_csv(out, index=False)
    except OSError as error:
        reason = error.strerror or str(error)
        raise RummyError(f"{out}: cannot be written: {reason}; give another file") from None


def print_result(result: Result) -> None:
    """A result as a table for people, without what these rules keep at 0 in every game."""
    from rummylab.analysis import metrics, text

    registry = metrics.registry(result.players)
    rules = result.variant.flat()
    rows = []
    shown = metrics.without_repeats(result.metrics())
    for name, estimate in shown.items():
        if registry[name].always_zero(rules):
            continue
        unit = registry[name].unit
        word = "" if unit == "share" else unit
        rows.append([name, text.number(estimate, unit), text.interval(estimate, unit), word])
    print(repr(result))
    if result.stopped is not None:
        print(f"{result.stopped.says[0].upper()}{result.stopped.says[1:]}.")
    print_columns(("metric", "value", "95 % interval", ""), rows, right="value")
    if metrics.hold_together(shown, result.players):
        print(TOGETHER)
