"""Write an experiment's README from the folder that its study was run into.

The text of README.in.md is kept; {findings}, {tables}, {games} and the like are filled from the
results, so no number of the page is written by hand.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rummylab.errors import RummyError
from rummylab.report.assemble import assemble
from rummylab.report.page import Page, Table
from rummylab.study import StudyResult


def findings(page: Page) -> str:
    """The findings as lists under their subjects."""
    return "\n\n".join(
        "\n".join([f"**{found.subject}**", "", *(f"- {said}" for said in found.sentences)])
        for found in page.findings
    )


def table(found: Table) -> str:
    """One table of numbers with their intervals."""
    lines = [
        f"### {found.title}",
        "",
        "| | " + " | ".join(found.columns) + " |",
        "| --- |" + " ---: |" * len(found.columns),
    ]
    for row in found.rows:
        cells = [f"{n.value} ({n.interval})" if n.interval else n.value for n in row.numbers]
        title = f"{row.title}, {row.unit}" if row.unit else row.title
        lines.append(f"| {title} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def fill(template: str, result: StudyResult) -> str:
    """The page."""
    page = assemble(result)
    return template.format(
        title=page.title,
        question=page.question,
        lead=page.lead,
        findings=findings(page),
        tables="\n\n".join(table(found) for found in page.tables),
        games=f"{result.study.games:,}",
        count=result.study.games,
        version=page.version,
    )


def main() -> int:
    """Write README.md of the experiment; 2 for input that cannot be used."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("experiment", type=Path, help="the experiment's folder")
    parser.add_argument("run", type=Path, help="the folder that its study was run into")
    args = parser.parse_args()
    try:
        result = StudyResult.load(args.run)
        template = (args.experiment / "README.in.md").read_text(encoding="utf-8")
        if not result.complete:
            raise RummyError(f"{args.run} is not finished; run the study again into it first")
    except (RummyError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    text = fill(template, result)
    (args.experiment / "README.md").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
