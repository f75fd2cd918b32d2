"""Reading study files; a mistake is shown with its file, line, key, value and what is allowed."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from rummylab import variant_keys, variant_source
from rummylab.study.design import Arm, Metrics, Study, resolve
from rummylab.study.factors import KINDS, Design
from rummylab.study.mistakes import Keys, Place, Where, read_file, said_place

FILE_NAME = "study.toml"

_ARM_HEADER = re.compile(r"^\s*\[\[\s*arms\s*\]\]")

# What a key takes, in the words of a message.
_ALLOWED = {
    "title": "a text",
    "question": "a text",
    "players": "a list of numbers of players from 2 to 6, such as [2, 3, 4]",
    "strategies": "the name of a strategy, or a list of one per seat",
    "games": "a whole number such as 5000, 200k, 1M or 1e6",
    "seed": "an integer from 0",
    "rotate": "true or false",
    "until": "half-widths by metric, such as { turns = 0.1 }",
    "sprt": "the effect to look for by metric, such as { turns = 1.0 }, or two values to tell"
    " apart, such as { turns = [0.0, 1.0] }",
    "metrics": "a section, [metrics], with primary and others",
    "metrics.primary": "the name of a metric",
    "metrics.others": "a list of names of metrics",
    "arms": "one or more sections [[arms]]",
    "arms.variant": "a rule set: an id, the path of a TOML file, or either with changes",
    "arms.changes": 'changed keys, such as { "opening.min_points" = 50 }',
    "arms.label": "a text",
    "arms.strategies": "the name of a strategy, or a list of one per seat",
    "arms.first": "the name of a strategy for player 1 alone",
    "design": "a section, [design], with kind, variant and factors",
    "design.kind": "one of " + ", ".join(KINDS),
    "design.variant": "a rule set: an id, the path of a TOML file, or either with changes",
    "design.factors": "keys of the rule set, each with a list of levels or { low, high, step }",
    "design.runs": "a whole number from 1",
    "design.names": 'words for factors, such as { "opening.min_points" = "opening minimum" }, and'
    ' for levels, such as { "joker.lock=full" = "locked" }',
    "design.seed": "an integer from 0",
}

_KEYS = Keys(
    _ALLOWED,
    {
        "": (Study, "a study"),
        "arms": (Arm, "[[arms]]"),
        "metrics": (Metrics, "[metrics]"),
        "design": (Design, "[design]"),
    },
)


def load(path: Path) -> Study:
    """The study of a file, or of the ``study.toml`` of a folder."""
    # That of Path raises for a text too long for a name.
    file = path / FILE_NAME if os.path.isdir(path) else path  # noqa: PTH112
    data, text = read_file(file, "study", FILE_NAME)
    _beside(data, file.parent)

    def place(where: Where) -> str:
        return said_place(file, line_of(text, where))

    study = build(data, place)
    # Again with the lines of the file, so that a mistake in an arm is shown where the arm is.
    count = len(study.arms)
    resolve(study, lambda i: place(("arms", i, "variant") if i < count else ("design", "factors")))
    return study


def build(data: dict[str, Any], place: Place = lambda _: "") -> Study:
    """The study of the values of a file.

    Raises
    ------
    RummyError
        The first mistake, with its place, and how many more there are.
    """
    study = Study.__new__(Study)
    fill(study, data, place)
    return study


def fill(study: Study, data: dict[str, Any], place: Place = lambda _: "") -> None:
    """Give a new study these values; the errors are those of `build`."""
    try:
        BaseModel.__init__(study, **data)
    except ValidationError as error:
        raise _KEYS.error(error, place) from None


def line_of(text: str, where: Where) -> int | None:
    """The line on which a key is set; keys of arms are sought below the arm's own header."""
    if where and where[0] == "arms" and len(where) > 1 and isinstance(where[1], int):
        lines = text.splitlines()
        heads = [i for i, line in enumerate(lines) if _ARM_HEADER.match(line)]
        if where[1] >= len(heads):  # arms = [{...}] in one piece
            return variant_source.line_of(text, "arms")
        start = heads[where[1]]
        end = heads[where[1] + 1] if where[1] + 1 < len(heads) else len(lines)
        names = ".".join(str(part) for part in where if not isinstance(part, int))
        found = variant_source.line_of("\n".join(lines[start:end]), names)
        return start + (found or 1)
    return variant_source.line_of(text, ".".join(map(str, where)))


def to_toml(study: Study) -> str:
    """The study as the text of a study file, everything in its place.

    Examples
    --------
    >>> s = Study(title="Opening", arms=[{"variant": "rummikub"}], players=[2], games=2000)
    >>> to_toml(s).splitlines()[0]
    'title = "Opening"'
    """
    shown = variant_keys.shown
    values = study.model_dump(exclude={"metrics", "arms", "design"})
    lines = [
        f"{key} = {_table(value) if isinstance(value, dict) else shown(value)}"
        for key, value in values.items()
        if value not in ("", {})
    ]
    lines += ["", "[metrics]", f"primary = {shown(study.metrics.primary)}"]
    lines += [f"others = [{_wrapped(study.metrics.others)}]"]
    for arm in study.arms:
        lines += ["", "[[arms]]", f"variant = {shown(arm.variant)}"]
        if arm.changes:
            lines.append(f"changes = {_table(arm.changes)}")
        if arm.label:
            lines.append(f"label = {shown(arm.label)}")
        if arm.strategies is not None:
            lines.append(f"strategies = {shown(arm.strategies)}")
        if arm.first is not None:
            lines.append(f"first = {shown(arm.first)}")
    lines += _design_lines(study.design) if study.design is not None else []
    return "\n".join(lines) + "\n"


def _design_lines(design: Design) -> list[str]:
    shown = variant_keys.shown
    lines = ["", "[design]", f"kind = {shown(design.kind)}", f"variant = {shown(design.variant)}"]
    if design.runs is not None:
        lines.append(f"runs = {design.runs}")
    if design.seed:
        lines.append(f"seed = {design.seed}")
    lines += ["", "[design.factors]"]
    for key, given in design.factors.items():
        said = (
            shown(given)
            if isinstance(given, list)
            else f"{{ low = {given.low}, high = {given.high}, step = {given.step} }}"
        )
        lines.append(f"{shown(key)} = {said}")
    if design.names:
        lines += ["", "[design.names]"]
        lines += [f"{shown(key)} = {shown(name)}" for key, name in design.names.items()]
    return lines


def _table(values: dict[str, Any]) -> str:
    shown = variant_keys.shown
    return f"{{ {', '.join(f'{shown(key)} = {shown(value)}' for key, value in values.items())} }}"


def _wrapped(names: list[str]) -> str:
    """Names as the inside of a list, one to a line when they are many."""
    said = [variant_keys.shown(name) for name in names]
    return ", ".join(said) if len(said) < 4 else "".join(f"\n  {name}," for name in said) + "\n"


def _beside(data: dict[str, Any], folder: Path) -> None:
    """Let an arm or a design name a rule file that lies beside the study."""
    arms = data.get("arms")
    for part in [*(arms if isinstance(arms, list) else ()), data.get("design")]:
        if isinstance(part, dict) and isinstance(part.get("variant"), str):
            base, colon, changes = part["variant"].partition(":")
            if base.endswith(".toml") and (folder / base).is_file():
                part["variant"] = f"{folder / base}{colon}{changes}"
