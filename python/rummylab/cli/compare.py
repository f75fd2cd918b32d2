"""``rummylab compare``: rule sets against each other on the same deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from rummylab.cli import options
from rummylab.cli.options import (
    ChoicesOption,
    JsonOption,
    PlayersOption,
    SeedOption,
    SprtOption,
    ThreadsOption,
    UntilOption,
)
from rummylab.cli.output import TOGETHER, bar, print_columns, print_json, said
from rummylab.errors import RummyError

if TYPE_CHECKING:
    from rummylab.compare import Comparison, Pair


def compare(
    variants: Annotated[
        list[str],
        typer.Argument(
            metavar="VARIANT...",
            help="Two or more rule sets, ids or TOML files, with changes if you like; each is "
            "held against the first.",
        ),
    ],
    players: PlayersOption = None,
    strategies: Annotated[
        list[str] | None,
        typer.Option(
            "--strategies",
            "-s",
            metavar="NAMES",
            help="Who plays, as in simulate; give it once, or once for each rule set.",
            show_default="max_tiles; greedy in draw games",
        ),
    ] = None,
    games: Annotated[
        str | None,
        typer.Option("--games", "-n", metavar="N", help="Deals of each.", show_default="10k"),
    ] = None,
    primary: Annotated[
        str, typer.Option("--metric", "-m", metavar="NAME", help="What it is about.")
    ] = "turns",
    seed: SeedOption = "0",
    threads: ThreadsOption = None,
    rotate: Annotated[
        bool | None,
        typer.Option(
            "--rotate/--no-rotate",
            help="Play each deal in every rotation.",
            show_default="as the metric and the strategies ask",
        ),
    ] = None,
    until: UntilOption = None,
    sprt: SprtOption = None,
    choices: ChoicesOption = "0",
    as_json: JsonOption = False,
) -> None:
    """Play rule sets on the same deals and say what the change does.

    Every difference comes with its 95 % interval and with its gain: how many times as many games
    a comparison on different deals would need to know as much.
    """
    from rummylab.stopping import MOST_CLUSTERS, parse_tests, parse_until
    from rummylab.strategy import STANDARD

    first = options.load(variants[0])
    given = strategies or [STANDARD[first.family]]
    options.check_strategies(given, first)
    if len(variants) < 2 and len(given) < 2:
        raise RummyError(
            "compare needs two rule sets, such as: rummylab compare rummikub"
            " rummikub:opening.min_points=50"
        )
    if len(variants) == 1:
        variants = variants * len(given)
    if len(given) not in (1, len(variants)):
        raise RummyError(
            f"--strategies is given {len(given)} times for {len(variants)} rule sets; give it once,"
            " or once for each"
        )
    if until and sprt:
        raise RummyError("--until and --sprt are both given; choose one rule to stop by")
    loaded = [options.load(spec) for spec in variants]
    who = [options.strategies(one) for one in given]
    if len(who) == 1:
        who = who * len(loaded)
    asked: dict[str, Any] = {
        "games": None if games is None else options.count(games, what="--games"),
        "primary": primary,
        "seed": options.seed(seed),
        "threads": options.threads(threads),
        "rotate": rotate,
        "choices": options.whole(choices, what="--choices", least=0, most=1_000_000),
        "until": parse_until(until or []),
        "sprt": parse_tests(sprt or []),
    }
    seats = None
    if players is not None:
        (seats,) = {options.players(players, variant) for variant in loaded}
    from rummylab.compare import compare as play

    usual = MOST_CLUSTERS if until or sprt else 10_000
    total = len(loaded) * (asked["games"] or usual)
    with bar(total, "comparing") as tell:
        if tell is not None:
            now: dict[str, Any] = {"label": "comparing", "done": 0}

            def progress(done: int) -> None:
                now["done"] = done
                tell(done, now["label"])

            def live(found: Comparison) -> None:
                now["label"] = _line(found)
                tell(now["done"], now["label"])

            asked |= {"progress": progress, "live": live}
        found = play(*zip(loaded, who, strict=True), players=seats, **asked)
    if as_json:
        print_json(found.to_json())
    else:
        print_comparison(found)


def _line(found: Comparison) -> str:
    """The primary difference so far, which holds whenever one looks."""
    from rummylab.analysis import metrics, text

    metric = metrics.get(found.primary, players=found.players)
    gaps = [
        text.phrase(pair.metrics[found.primary].difference, metric.unit) for pair in found.pairs
    ]
    return f"so far {'; '.join(gaps)}"


def print_comparison(found: Comparison) -> None:
    """A comparison for people: what differs, what it does, and the numbers."""
    for pair in found.pairs:
        print(f"A  {pair.a}")
        print(f"B  {pair.b}")
        for key, (old, new) in pair.rules.items():
            print(f"   {key}: {said(old)} -> {said(new)}")
    print(_design(found))
    if found.stopped is not None:
        print(f"{found.stopped.says[0].upper()}{found.stopped.says[1:]}.")
    print()
    for line in found.findings():
        print(line)
    for pair in found.pairs:
        print()
        if len(found.pairs) > 1:
            print(f"A: {pair.a}, B: {pair.b}")
        _print_pair(pair, found.players)
    print()
    print(_legend(found))
    print(TOGETHER)


def _design(found: Comparison) -> str:
    from rummylab.analysis import text
    from rummylab.compare import seats_matter

    deals = found.arms[0].tally.clusters
    who = {arm.strategies for arm in found.arms}
    players = f"{found.players} players"
    if len(who) == 1:
        names = list(dict.fromkeys(next(iter(who))))
        players += f" ({', '.join(names)})"
    games = f"{text.counted(found.games, 'game')} of each, seed {found.seed}"
    if not found.rotate:
        hint = (
            "; --rotate would know it better: every rack would start once"
            if seats_matter(found.primary)
            else ""
        )
        return f"{players}, {games}, on the same deals{hint}."
    alike = all(len(set(arm.strategies)) == 1 for arm in found.arms)
    what = "racks going round, so that each starts once" if alike else "players in every rotation"
    hint = (
        "; --no-rotate would know it better, for as many games"
        if alike and not seats_matter(found.primary)
        else ""
    )
    return f"{players}, {games}: the same {text.counted(deals, 'deal')}, the {what}{hint}."


def _print_pair(pair: Pair, players: int) -> None:
    from rummylab.analysis import metrics, text
    from rummylab.compare_words import row_digits

    rows = []
    for name, d in metrics.without_repeats(pair.metrics).items():
        metric = metrics.get(name, players=players)
        share = metric.unit == "share"
        gap = d.difference.scaled(100) if share else d.difference
        unit = "% points" if share else metric.unit
        mark = "*" if pair.clear(name) else ""
        digits = row_digits(metric, d)
        gain = "" if d.gain != d.gain else text.fixed(d.gain, 0 if d.gain >= 9.95 else 1)
        rows.append(
            [
                name,
                text.number(d.a, metric.unit, digits),
                text.number(d.b, metric.unit, digits),
                text.number(gap, digits=digits) + mark,
                text.interval(gap, digits=digits),
                unit,
                gain,
            ]
        )
    head = ("metric", "A", "B", "B−A", "95 % interval", "", "gain")
    print_columns(head, rows, right="A B B−A gain")


def _legend(found: Comparison) -> str:
    many = len(found.pairs) > 1
    holm = ", by Holm's method over the rule sets," if many else ""
    at_once = " whenever one looks" if found.stopped is not None and found.stopped.look else ""
    wide = f"\nThose of {found.primary} hold for all rule sets at once." if many else ""
    return (
        f"* stands at 5 %: for {found.primary}{holm} as asked before the run, for the others by"
        f" Benjamini-Hochberg over\nall of them. Intervals hold{at_once} for 95 in 100. gain: how"
        f" many times as many games on different deals would tell as much.{wide}"
    )
