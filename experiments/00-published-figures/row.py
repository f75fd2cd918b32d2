"""One published figure beside the one measured here."""

from __future__ import annotations

from dataclasses import dataclass

from rummylab.analysis import text
from rummylab.analysis.intervals import Estimate


@dataclass(frozen=True)
class Row:
    """A figure, its conditions, what was published and what came out.

    `slack` is how far the published number may be off by itself: its rounding and its own error.
    """

    figure: str
    conditions: str
    published: float
    slack: float
    found: Estimate
    unit: str
    source: str
    note: str = ""

    @classmethod
    def exact(cls, figure: str, conditions: str, published: int, found: int, source: str) -> Row:
        """A row of whole numbers without error."""
        estimate = Estimate(found, found, found, 1)
        return cls(figure, conditions, published, 0.0, estimate, "", source)

    @property
    def agrees(self) -> bool:
        """Whether the published number lies in the interval, its own slack allowed."""
        return self.found.low - self.slack <= self.published <= self.found.high + self.slack

    def cells(self) -> list[str]:
        """The row as the cells of a table."""
        whole = self.published == int(self.published) and self.unit != "share"
        shown = f"{self.published:,.0f}" if whole else f"{self.published:g}"
        if self.unit == "share":
            shown = f"{100 * self.published:.3g} %"
        found = text.phrase(self.found, self.unit)
        if self.found.low == self.found.high:
            found = text.number(self.found, self.unit)
        verdict = "agrees" if self.agrees else f"differs: {self.note}" if self.note else "differs"
        return [self.figure, self.conditions, shown, found, verdict, self.source]
