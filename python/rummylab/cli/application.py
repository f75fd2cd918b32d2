"""The application, and what becomes of every exception."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from rummylab import __version__
from rummylab.arguments import is_readable, shown
from rummylab.cli import (
    INTERRUPTED,
    InterruptedWorkError,
    balance,
    bench,
    compare,
    drama,
    league,
    listing,
    odds,
    plan,
    play,
    referee,
    replay,
    report,
    simulate,
    study,
    variant,
)
from rummylab.cli.output import fit_terminal
from rummylab.errors import RummyError, short

# What click raises for wrong usage; typer carries click under a name of its own.
_ClickException: Any = typer.BadParameter.__mro__[2]

USAGE = 2
FAILED = 1

app = typer.Typer(
    name="rummylab",
    help="What does this rule do to the game? Exact play and honest statistics for rummy games.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"rummylab {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


app.add_typer(variant.app, name="variant")
app.command("play")(play.play)
app.command("odds")(odds.odds)
app.command("plan", short_help="Say how many games a question needs.")(plan.plan)
app.command("league", short_help="Let strategies meet, and say who is stronger.")(league.league)
app.command("simulate")(simulate.simulate)
app.command("compare")(compare.compare)
app.command("replay")(replay.replay)
app.add_typer(study.app, name="study")
app.command("report")(report.report)
app.command("balance", short_help="Find the rules whose games meet targets.")(balance.balance)
app.command("drama")(drama.drama)
app.add_typer(referee.app, name="referee")
app.command("bench", short_help="Measure the solver and whole games.")(bench.bench)
app.command("strategies")(listing.strategies)
app.command("metrics", short_help="List the metrics with their definitions.")(listing.metrics)


def _complain(message: str) -> None:
    print(f"rummylab: {' '.join(message.split())}", file=sys.stderr)


def run(arguments: Sequence[str] | None) -> int:
    """Run a command line and return its exit code, see `rummylab.cli.main`."""
    if arguments is None:  # the streams are those of the command alone
        fit_terminal()
    words = list(sys.argv[1:] if arguments is None else arguments)
    for word in words:
        if not is_readable(word):
            _complain(
                f"{shown(word)} is no text in UTF-8; write it anew, or set the terminal to it"
            )
            return USAGE
    try:
        code = app(words, standalone_mode=False, prog_name="rummylab")
        if sys.stdout is not None:  # closed from the start
            sys.stdout.flush()
        if code == INTERRUPTED:  # typer has caught the KeyboardInterrupt
            _complain("interrupted")
        return code if isinstance(code, int) else 0
    except RummyError as error:
        for line in getattr(error, "listed", (str(error),)):
            _complain(line)
        return USAGE
    except InterruptedWorkError as error:
        _complain(f"interrupted; {error}")
        return INTERRUPTED
    except typer.Abort:
        _complain("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        # Who read the output has gone, as in `| head`; nothing more can be said to stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except OSError as error:
        what = f"{short(str(error.filename), 200)}: " if error.filename else ""
        _complain(f"{what}{error.strerror or error}")
        return USAGE if error.filename else FAILED
    except MemoryError:
        _complain("out of memory; play fewer games, or record fewer rows")
        return FAILED
    except _ClickException as error:
        command = error.ctx.command_path if getattr(error, "ctx", None) else "rummylab"
        _complain(f"{error.format_message()} (see {command} --help)")
        return USAGE
