"""The figures of a run as text for a terminal and as a page."""

from __future__ import annotations

from typing import Any

Rows = list[list[str]]

_TITLES = {
    "micro": "The turn solver, microseconds for a position",
    "macro": "Games a second of one core",
    "scaling": "How a run scales: rummikub, four players, max_tiles",
    "parquet": "A row for every game as Parquet",
    "peer": "The integer-programming solver, side by side",
}
_SAYS = {
    "micro": "A packed batch of positions from games of four that the run played itself; `plays` "
    "lists every choice of tiles and reads each position from its text, `plays, tables` asks for "
    "the table of each besides.",
    "macro": "One thread, the time that the process computed.",
    "scaling": "Each run in a process of its own, by the clock on the wall; memory is the most "
    "that the process held.",
    "parquet": "What writing takes as a share of the time of playing on one thread.",
    "peer": "Positions of opened players under `platinium`, solved by both one after the other.",
}


def figure(value: float) -> str:
    """Three or four digits, thousands with commas."""
    if abs(value) >= 1000:
        return f"{float(f'{value:.3g}'):,.0f}"
    return f"{value:.3g}"


def _timing(timing: dict[str, Any]) -> list[str]:
    return [figure(timing["median"]), f"{figure(timing['low'])} to {figure(timing['high'])}"]


def _tables(found: dict[str, Any]) -> list[tuple[str, list[str], Rows]]:
    tables: list[tuple[str, list[str], Rows]] = []
    middle = ["median", "lowest to highest"]
    if "micro" in found:
        rows = [
            [
                row["variant"],
                row["call"],
                row["group"],
                f"{row['positions']:,}",
                *_timing(row["microseconds"]),
            ]
            for row in found["micro"]
        ]
        tables.append(("micro", ["rules", "call", "positions", "number", *middle], rows))
    if "macro" in found:
        rows = [
            [
                row["variant"],
                str(row["players"]),
                row["strategy"],
                *_timing(row["games_per_second"]),
            ]
            for row in found["macro"]
        ]
        tables.append(("macro", ["rules", "players", "strategy", *middle], rows))
    if "scaling" in found:
        runs, parquet = found["scaling"]["runs"], found["scaling"]["parquet"]
        rows = [
            [
                f"{row['games']:,}",
                str(row["threads"]),
                *_timing(row["games_per_second"]),
                _known(row["peak_megabytes"]),
            ]
            for row in runs
        ]
        head = ["games", "threads", "games a second", "lowest to highest", "MB"]
        tables.append(("scaling", head, rows))
        rows = [
            [
                f"{parquet['games']:,}",
                *_timing(parquet["writing_over_playing"]),
                figure(parquet["megabytes_of_file"]),
                _known(parquet["peak_megabytes"]),
            ]
        ]
        head = ["games", "writing / playing", "lowest to highest", "MB of file", "MB"]
        tables.append(("parquet", head, rows))
    if "peer" in found:
        tables.append(("peer", ["what", "figure"], _peer(found["peer"])))
    return tables


def _known(value: float | None) -> str:
    return "not known here" if value is None else figure(value)


def _peer(peer: dict[str, Any]) -> Rows:
    if not peer["available"]:
        return [["package", peer["package"]], ["not to be had here", peer["reason"]]]
    median, spread = _timing(peer["positions_per_second"])
    return [
        ["package", peer["package"]],
        ["positions, the same for both", f"{peer['positions']:,}"],
        ["peer, positions a second", figure(peer["peer_positions_per_second"])],
        ["rummylab, positions a second", f"{median} ({spread})"],
        ["times as fast", figure(peer["times_as_fast"])],
        ["as many tiles laid by both", f"{peer['equal']:,}"],
        [
            "as many without jokers in play",
            f"{peer['equal_without_jokers']:,} of {peer['without_jokers']:,}",
        ],
        ["peer lays more", f"{peer['peer_lays_more']:,}"],
    ]


def to_text(found: dict[str, Any]) -> str:
    """The figures in aligned columns."""
    lines = [_machine(found)]
    for name, head, rows in _tables(found):
        cells = [head, *rows]
        widths = [max(len(row[i]) for row in cells) for i in range(len(head))]
        lines += ["", _TITLES[name]]
        lines += [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in cells
        ]
    return "\n".join(lines)


def to_page(found: dict[str, Any]) -> str:
    """The figures as Markdown."""
    lines = [
        "# Benchmarks",
        "",
        "`rummylab bench --page FILE` measures and writes this page; it is never edited by hand.",
        "A figure is the median of its repeats, beside it the lowest and the highest of them.",
        "",
        _machine(found),
    ]
    for name, head, rows in _tables(found):
        lines += ["", f"## {_TITLES[name]}", "", _SAYS[name], ""]
        lines += [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
        lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(lines) + "\n"


def _machine(found: dict[str, Any]) -> str:
    machine, sizes = found["machine"], found["sizes"]
    return (
        f"rummylab {found['version']} on {machine['system']} {machine['processor']} with"
        f" {machine['cores']} cores, Python {machine['python']}; {sizes['repeats']} repeats."
    )
