"""Write an experiment's README from the folder that its study, or balancing task, was run into.

The text of README.in.md is kept; {findings}, {tables}, {games} and the like are filled from the
results, so no number of the page is written by hand. What a script of the experiment wrote, such as
phases.md, fills {phases}. For a balancing task {report} is the report
that `rummylab balance` wrote.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from rummylab.errors import RummyError
from rummylab.report.assemble import assemble
from rummylab.report.page import Page, Table
from rummylab.study import StudyResult


def findings(page: Page, first: int = 0) -> str:
    """The findings as lists under their subjects, from this one on."""
    return "\n\n".join(
        "\n".join([f"**{found.subject}**", "", *(f"- {said}" for said in found.sentences)])
        for found in page.findings[first:]
    )


def short(page: Page) -> str:
    """The sentences of the first finding."""
    return "\n".join(f"- {said}" for said in page.findings[0].sentences)


def changes(found: Table) -> str:
    """One table of what each rule changes."""
    lines = [
        f"| {found.title} | " + " | ".join(found.columns) + " |",
        "| --- |" + " ---: |" * len(found.columns),
    ]
    for row in found.rows:
        cells = [f"{n.value} ({n.interval})" for n in row.numbers]
        lines.append(f"| {row.title} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


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


def fill(template: str, result: StudyResult, parts: Mapping[str, str] | None = None) -> str:
    """The page; parts are what scripts of the experiment wrote, by the names of their files."""
    page = assemble(result)
    return template.format(
        **(parts or {}),
        title=page.title,
        question=page.question,
        lead=page.lead,
        findings=findings(page),
        short=short(page),
        details=findings(page, 1),
        changes="\n\n".join(changes(found) for found in page.summary),
        tables="\n\n".join(table(found) for found in page.tables),
        games=f"{result.study.games:,}",
        count=result.study.games,
        version=page.version,
    )


def fill_balance(template: str, run: Path) -> str:
    """The page of a balancing task, from balance.json and the report beside it."""
    kept = json.loads((run / "balance.json").read_text(encoding="utf-8"))
    report = (run / "report.md").read_text(encoding="utf-8")
    # The figures stay in the folder of the run.
    report = re.sub(r"## [^\n]+\n\n!\[[^\n]+\n\n[^\n]+\n\n", "", report)
    task = kept["task"]
    return template.format(
        title=task["title"],
        question=task["question"].strip(),
        report=report[report.index("## The answer") :].strip(),
        summary=report[: report.index("## The answer")].strip().splitlines()[-1],
        games=f"{task['games']:,}",
        confirm=f"{task['confirm']:,}",
        version=kept["version"],
    )


def main() -> int:
    """Write README.md of the experiment; 2 for input that cannot be used."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("experiment", type=Path, help="the experiment's folder")
    parser.add_argument("run", type=Path, help="the folder that its study was run into")
    args = parser.parse_args()
    try:
        template = (args.experiment / "README.in.md").read_text(encoding="utf-8")
        if (args.run / "balance.json").is_file():
            text = fill_balance(template, args.run)
            (args.experiment / "README.md").write_text(text, encoding="utf-8")
            return 0
        result = StudyResult.load(args.run)
        if not result.complete:
            raise RummyError(f"{args.run} is not finished; run the study again into it first")
    except (RummyError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    parts = {
        file.stem: file.read_text(encoding="utf-8").strip()
        for file in args.experiment.glob("*.md")
        if not file.name.startswith("README")
    }
    text = fill(template, result, parts)
    (args.experiment / "README.md").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
