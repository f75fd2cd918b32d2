"""The design of a study: factors with their levels, and which combinations of them are played."""

from __future__ import annotations

import itertools
from functools import cached_property
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import (
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
    model_validator,
)

from rummylab.analysis import sensitivity
from rummylab.analysis.effects import Level, Point
from rummylab.errors import RummyError
from rummylab.models import Model
from rummylab.study.fraction import fraction
from rummylab.study.mistakes import Keys

KINDS = ("full", "fractional", "latin", "sobol", "morris")
MOST_ARMS = 2000

Kind = Literal["full", "fractional", "latin", "sobol", "morris"]


class Span(Model):
    """The whole numbers from `low` to `high` in steps.

    Examples
    --------
    >>> Span(low=0, high=60, step=20).levels
    [0, 20, 40, 60]
    """

    model_config = ConfigDict(strict=True)

    low: int
    high: int
    step: Annotated[int, Field(ge=1)] = 1

    @model_validator(mode="after")
    def _rising(self) -> Span:
        if self.high <= self.low or (self.high - self.low) % self.step:
            raise ValueError(
                f"low {self.low}, high {self.high}, step {self.step}: high must be above low by a"
                " whole number of steps"
            )
        return self

    @property
    def levels(self) -> list[Level]:
        """All numbers of the span."""
        return list(range(self.low, self.high + 1, self.step))


_SPAN = Keys(
    {
        "low": "a whole number",
        "high": "a whole number above low",
        "step": "a whole number from 1",
    },
    {"": (Span, "a range of levels, { low, high, step }")},
)


class Design(Model):
    """Which rule sets a study plays, as combinations of levels of rules.

    Parameters
    ----------
    kind : str
        ``full`` plays every combination; ``fractional`` a regular fraction of factors with two
        levels each; ``latin`` so many combinations spread evenly over the levels; ``sobol`` and
        ``morris`` the samples of a sensitivity analysis.
    variant : str
        The rule set in which the factors are changed.
    factors : mapping
        For every key of a rule a list of levels, or ``{low, high, step}``.
    runs : int, optional
        Combinations of a fractional or latin design, base samples of Sobol's (a power of two),
        trajectories of Morris's.
    names : mapping
        What the report calls a factor, such as ``{"opening.min_points": "opening minimum"}``, or a
        level of one, such as ``{"joker.lock=full": "locked"}``.
    seed : int
        Chooses the sample of a latin, Sobol or Morris design.

    Examples
    --------
    >>> factors = {"opening.min_points": [0, 30], "deal.rack": [13, 14]}
    >>> d = Design(variant="rummikub", factors=factors)
    >>> len(d.points), d.points[1]
    (4, {'opening.min_points': 0, 'deal.rack': 14})
    """

    model_config = ConfigDict(strict=True)

    kind: Kind = "full"
    variant: str
    factors: Annotated[dict[str, list[int | str | bool] | Span], Field(min_length=1)]
    runs: Annotated[int, Field(ge=1)] | None = None
    names: dict[str, str] = Field(default_factory=dict)
    seed: Annotated[int, Field(ge=0, lt=2**32)] = 0

    @field_validator("factors", mode="before")
    @classmethod
    def _flat(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        flat = _flat_factors(value)
        return {k: _span(k, v) if isinstance(v, dict) else v for k, v in flat.items()}

    @field_validator("names", mode="before")
    @classmethod
    def _flat_names(cls, value: Any) -> Any:
        return _flat_factors(value) if isinstance(value, dict) else value

    @model_validator(mode="after")
    def _fits(self) -> Design:
        for key, levels in self.levels.items():
            if len(levels) < 2 or len(set(map(repr, levels))) < len(levels):
                raise ValueError(f"factors.{key} is {levels}; give two or more different levels")
        known = [f"{key}={_key(x)}" for key, levels in self.levels.items() for x in levels]
        unknown = [key for key in self.names if key not in (*self.factors, *known)]
        if unknown and "=" in unknown[0]:
            raise ValueError(f"names has {unknown[0]}; known levels are {', '.join(known)}")
        if unknown:
            raise ValueError(f"names has {unknown[0]}, which is no factor of the design")
        if self.kind == "full" and self.runs is not None:
            raise ValueError("runs is given, but a full design plays every combination")
        if self.kind != "full" and self.runs is None:
            raise ValueError(f"runs is missing; say how many for a {self.kind} design")
        try:
            count = self._size()
            if count > MOST_ARMS:
                raise RummyError(
                    f"the design has {count:,} combinations; allowed are {MOST_ARMS:,}: take fewer"
                    " levels, or kind latin with so many runs"
                )
            _ = self.points
        except RummyError as error:
            raise ValueError(str(error)) from None
        return self

    def _size(self) -> int:
        if self.kind in ("latin", "fractional"):
            return self.runs or 0
        count = 1
        for levels in self.levels.values():
            count *= len(levels)
        return count if self.kind == "full" else min(count, MOST_ARMS)

    @property
    def levels(self) -> dict[str, list[Level]]:
        """The levels of every factor."""
        return {
            key: given.levels if isinstance(given, Span) else list(given)
            for key, given in self.factors.items()
        }

    def name(self, factor: str) -> str:
        """What a factor is called in a sentence."""
        return self.names.get(factor, factor)

    def word(self, factor: str, level: Level) -> str:
        """What a level is called in a sentence."""
        return self.names.get(f"{factor}={_key(level)}", said(level))

    def instead(self, factor: str, level: Level, base: Level) -> str:
        """A level in place of the one that it is compared with, as part of a sentence.

        Examples
        --------
        >>> d = Design(variant="rummikub", factors={"joker.lock": ["none", "full"]})
        >>> d.instead("joker.lock", "full", "none"), d.instead("deal.rack", 13, 14)
        ('“full” instead of “none”', '13 instead of 14')
        """
        return f"{self.quoted(factor, level)} instead of {self.quoted(factor, base)}"

    def quoted(self, factor: str, level: Level) -> str:
        """A level in a sentence: words in quotes, numbers as they are."""
        word = self.word(factor, level)
        return word if word.lstrip("-").isdigit() else f"“{word}”"

    @cached_property
    def sample(self) -> NDArray[np.float64] | None:
        """The rows of the unit cube of a Sobol or Morris design."""
        if self.kind == "sobol":
            return sensitivity.sobol_sample(list(self.factors), self.runs or 0, self.seed)
        if self.kind == "morris":
            return sensitivity.morris_sample(list(self.factors), self.runs or 0, self.seed)
        return None

    @cached_property
    def _rows(self) -> list[tuple[Level, ...]]:
        """The levels of every row of the design, before equal rows become one arm."""
        levels = list(self.levels.values())
        if self.kind == "full":
            return list(itertools.product(*levels))
        if self.kind == "fractional":
            return _fractional(self.levels, self.runs or 0)
        if self.kind == "latin":
            rng = np.random.default_rng(self.seed)
            runs = self.runs or 0
            cube = [(rng.permutation(runs) + rng.random(runs)) / runs for _ in levels]
            return [_levels_at(u, levels) for u in np.stack(cube, axis=1)]
        assert self.sample is not None
        if self.kind == "morris":  # the ends of the unit interval are the first and last level
            return [
                tuple(each[round(x * (len(each) - 1))] for x, each in zip(u, levels, strict=True))
                for u in self.sample
            ]
        return [_levels_at(u, levels) for u in self.sample]

    @cached_property
    def points(self) -> list[dict[str, Level]]:
        """The levels of every arm, each combination once."""
        keys = list(self.factors)
        return [dict(zip(keys, row, strict=True)) for row in dict.fromkeys(self._rows)]

    @cached_property
    def arm_of_row(self) -> NDArray[np.int64]:
        """The arm of every row of a sample."""
        place = {row: i for i, row in enumerate(dict.fromkeys(self._rows))}
        return np.array([place[row] for row in self._rows], dtype=np.int64)

    def bases(self, of_variant: Point) -> dict[str, Level]:
        """The level that others are compared with: the rule set's own, else the first."""
        return {
            key: of_variant[key] if of_variant.get(key) in levels else levels[0]
            for key, levels in self.levels.items()
        }


def label(point: Point) -> str:
    """The levels of an arm in a few words.

    Examples
    --------
    >>> label({"opening.min_points": 30, "opening.joker_value": "zero"})
    'min_points 30, joker_value zero'
    """
    return ", ".join(f"{key.rsplit('.', 1)[-1]} {said(level)}" for key, level in point.items())


def _key(level: Level) -> str:
    """A level as a study file writes it."""
    return str(level).lower() if isinstance(level, bool) else str(level)


def said(level: Level) -> str:
    """A level in words.

    Examples
    --------
    >>> said(True), said("any_legal"), said(30)
    ('yes', 'any legal', '30')
    """
    if isinstance(level, bool):
        return "yes" if level else "no"
    return str(level).replace("_", " ")


def _flat_factors(value: dict[str, Any], head: str = "") -> dict[str, Any]:
    """Nested tables as dotted keys; a table with low and high is a span."""
    flat: dict[str, Any] = {}
    for key, entry in value.items():
        if isinstance(entry, dict) and not {"low", "high"} & set(entry):
            flat.update(_flat_factors(entry, f"{head}{key}."))
        else:
            flat[f"{head}{key}"] = entry
    return flat


def _span(key: str, value: dict[str, Any]) -> Span:
    try:
        return Span(**{str(name): entry for name, entry in value.items()})
    except ValidationError as error:
        raise ValueError(f"factors.{key}: {_SPAN.problems(error)[0]}") from None


def _levels_at(u: NDArray[np.float64], levels: list[list[Level]]) -> tuple[Level, ...]:
    return tuple(
        each[min(int(x * len(each)), len(each) - 1)] for x, each in zip(u, levels, strict=True)
    )


def _fractional(levels: dict[str, list[Level]], runs: int) -> list[tuple[Level, ...]]:
    for key, each in levels.items():
        if len(each) != 2:
            raise RummyError(
                f"factors.{key} has {len(each)} levels; a fractional design takes two each: use"
                ' kind = "full" or "latin" for more'
            )
    rows = fraction(len(levels), runs)
    return [tuple(each[x] for x, each in zip(row, levels.values(), strict=True)) for row in rows]
