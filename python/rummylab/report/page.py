"""What a report says, free of how it is written: sentences, tables and figures as plain data."""

from __future__ import annotations

from dataclasses import dataclass

from matplotlib.figure import Figure as Drawing


@dataclass(frozen=True)
class Finding:
    """A subject, such as Length, and its sentences."""

    subject: str
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class Rule:
    """A rule in which the arms differ: its key, and each meaning with the arms that have it."""

    key: str
    meanings: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Number:
    """A value and its interval as text."""

    value: str
    interval: str


@dataclass(frozen=True)
class Row:
    """A metric in a table."""

    title: str
    unit: str
    numbers: tuple[Number, ...]


@dataclass(frozen=True)
class Table:
    """The metrics of all arms at one number of players."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    arms: bool = False  # whether a row is an arm and not a metric


@dataclass(frozen=True)
class Figure:
    """A drawing with a title, a caption on how to read it, and a text for who cannot see it."""

    name: str
    title: str
    caption: str
    alt: str
    drawing: Drawing


@dataclass(frozen=True)
class Term:
    """A word and its definition."""

    word: str
    definition: str


@dataclass(frozen=True)
class ArmLine:
    """What identifies an arm."""

    label: str
    spec: str
    variant_id: str
    summary: str
    strategies: str


@dataclass(frozen=True)
class Page:
    """A whole report."""

    title: str
    question: str
    lead: str
    warnings: tuple[str, ...]
    findings: tuple[Finding, ...]
    arms: tuple[ArmLine, ...]
    rules: tuple[Rule, ...]
    silent: tuple[Rule, ...]
    why_silent: str
    together: str
    tables: tuple[Table, ...]
    figures: tuple[Figure, ...]
    commands: tuple[str, ...]
    study_file: str
    terms: tuple[Term, ...]
    method: tuple[str, ...]
    version: str
    summary: tuple[Table, ...] = ()  # what each rule changes, for the first page

    @property
    def mixed(self) -> bool:
        """Whether the arms are played by different strategies."""
        return len({arm.strategies for arm in self.arms}) > 1
