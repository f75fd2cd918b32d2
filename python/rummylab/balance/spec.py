"""What a balancing task is: targets as bands, rules that may vary, and how much to play."""

from __future__ import annotations

import itertools
import math
import os
import re
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)

from rummylab import variant_keys, variant_source
from rummylab.analysis import metrics
from rummylab.analysis.effects import Level
from rummylab.analysis.text import nearest
from rummylab.arguments import path as path_kind
from rummylab.arguments import takes
from rummylab.errors import RummyError
from rummylab.models import Model
from rummylab.strategy import seated
from rummylab.study.counts import parse_count
from rummylab.study.design import flatten
from rummylab.study.mistakes import Keys, Place, Where, read_file, said_place
from rummylab.variant import Variant

FILE_NAME = "balance.toml"
MOST_GRID = 200  # larger spaces are searched, not played wholly

_PERCENT = re.compile(r"\s*([+-]?\d+(?:\.\d+)?)\s*%\s*")


class _Part(Model):
    model_config = ConfigDict(strict=True)


class Target(_Part):
    """A band for a metric: at least `low`, at most `high`, or `within` so much of zero.

    Shares may be written as texts such as ``"2 %"``.

    Examples
    --------
    >>> Target(high="2 %").ends
    (-inf, 0.02)
    >>> Target(within=0.5).ends
    (-0.5, 0.5)
    """

    low: float | None = None
    high: float | None = None
    within: float | None = None

    @field_validator("low", "high", "within", mode="before")
    @classmethod
    def _number(cls, value: Any) -> Any:
        found = _PERCENT.fullmatch(value) if isinstance(value, str) else None
        if found:
            return float(found[1]) / 100
        return float(value) if isinstance(value, int) and not isinstance(value, bool) else value

    @model_validator(mode="after")
    def _band(self) -> Target:
        if self.within is not None:
            if self.low is not None or self.high is not None or self.within <= 0:
                raise ValueError("within stands alone and is above 0")
        elif self.low is None and self.high is None:
            raise ValueError("give low, high or both, or within")
        elif self.low is not None and self.high is not None and self.low >= self.high:
            raise ValueError(f"low is {self.low:g} and high {self.high:g}; high must be above low")
        return self

    @property
    def ends(self) -> tuple[float, float]:
        """The lower and the upper end; infinite where there is none."""
        if self.within is not None:
            return (-self.within, self.within)
        return (
            -math.inf if self.low is None else self.low,
            math.inf if self.high is None else self.high,
        )

    def miss(self, value: float) -> float:
        """How far a value lies outside, in units of the band; 0 inside."""
        low, high = self.ends
        away = max(0.0, low - value, value - high)
        if away == 0:
            return 0.0
        if math.isfinite(high - low):
            return away / (high - low)
        return away / (abs(low if math.isfinite(low) else high) or 1.0)


class Balance(_Part):
    """A task for `balance`.

    Parameters
    ----------
    title, question : str
        What it is about.
    variant : str
        The rule set to begin with.
    vary : mapping
        For every key that may vary its levels.
    keep : list of str
        Keys that must stay as they are; a promise that is checked.
    cost : mapping
        What a changed key counts when settings are ranked by how much they change; 1 by default.
    targets : mapping
        A band for every metric.
    players : list of int
        The targets must hold for each of these.
    strategies : str
        Who plays.
    games : int
        Games for each setting on the average. What is saved on settings that clearly miss goes to
        the others.
    confirm : int
        Fresh games for each of the finalists.
    finalists : int
        How many are confirmed.
    seed : int
        Decides every number of the answer.
    rotate : bool
        Let every rack start once (exact for who wins by seat, costly for length).
    search : str
        ``grid`` plays all settings, ``optuna`` chooses `trials` of them; by default the grid up to
        200 settings.
    trials : int
        Settings that optuna tries.

    Examples
    --------
    >>> task = Balance(
    ...     title="Quick", variant="rummikub", players=[2], vary={"deal.rack": [12, 14]},
    ...     targets={"turns": {"high": 60}, "ending.pool_empty": {"high": "2 %"}},
    ... )
    >>> task.settings[0]
    {'deal.rack': 14}
    """

    title: str
    question: str = ""
    variant: str
    vary: Annotated[dict[str, list[int | str | bool]], Field(min_length=1)]
    keep: list[str] = Field(default_factory=list)
    cost: dict[str, float] = Field(default_factory=dict)
    targets: Annotated[dict[str, Target], Field(min_length=1)]
    players: Annotated[list[Annotated[int, Field(ge=2, le=6)]], Field(min_length=1)]
    strategies: str = "max_tiles"
    games: int = 2000
    confirm: int = 4000
    finalists: Annotated[int, Field(ge=1, le=20)] = 3
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 0
    rotate: bool = False
    search: Literal["grid", "optuna"] | None = None
    trials: Annotated[int, Field(ge=1)] = 60

    def __init__(self, /, **fields: Any) -> None:
        _fill(self, fields)

    @field_validator("games", "confirm", mode="before")
    @classmethod
    def _count(cls, value: Any, info: ValidationInfo) -> int:
        return parse_count(value, what=str(info.field_name))

    @field_validator("vary", "cost", mode="before")
    @classmethod
    def _flat(cls, value: Any) -> Any:
        return flatten(value) if isinstance(value, dict) else value

    @field_validator("targets", mode="before")
    @classmethod
    def _flat_targets(cls, value: Any) -> Any:
        return _bands(value) if isinstance(value, dict) else value

    @model_validator(mode="after")
    def _fits(self) -> Balance:
        for name in self.targets:
            for n in self.players:
                if metrics.find(name, players=n) is None:
                    raise ValueError(f"targets: {metrics.unknown(name, players=n)}")
        for key, levels in self.vary.items():
            if key in self.keep:
                raise ValueError(f"vary has {key}, which keep says must stay")
            if len(levels) < 2 or len(set(map(repr, levels))) < len(levels):
                raise ValueError(f"vary.{key} is {levels}; give two or more different levels")
        for key in self.cost:
            if key not in self.vary:
                raise ValueError(f"cost has {key}, which does not vary")
        return self

    @classmethod
    @takes(path=path_kind)
    def load(cls, path: str | Path) -> Balance:
        """The task of a file, or of the ``balance.toml`` of a folder.

        Raises
        ------
        RummyError
            The message names the file, the key, its value and what is allowed.
        """
        file = Path(path)
        # That of Path raises for a text too long for a name.
        file = file / FILE_NAME if os.path.isdir(file) else file  # noqa: PTH112
        data, text = read_file(file, "task", FILE_NAME)
        base, colon, changes = str(data.get("variant", "")).partition(":")
        if base.endswith(".toml") and (file.parent / base).is_file():
            data["variant"] = f"{file.parent / base}{colon}{changes}"

        def place(where: Where) -> str:
            key = ".".join(str(part) for part in where if not isinstance(part, int))
            return said_place(file, variant_source.line_of(text, key))

        task = cls.__new__(cls)
        _fill(task, data, place)
        try:
            task.check()
        except RummyError as error:
            raise RummyError(f"{file}: {error}") from None
        return task

    def replace(self, **changes: Any) -> Balance:
        """A validated copy with some fields changed."""
        return Balance(**{**self.model_dump(), **changes})

    def check(self) -> None:
        """Refuse what cannot be played: rules, players, strategies."""
        base = self.base
        low, high = base.players.min, base.players.max
        for n in self.players:
            if not low <= n <= high:
                raise RummyError(f"players holds {n}, but {base.takes}; change players")
            seated(self.strategies, base, n)
        for key in self.keep:
            if key not in base.flat():
                raise RummyError(f"keep has {key}, which is no key{nearest(key, base.flat())}")
        for key, levels in self.vary.items():
            if key not in base.flat():
                base.replace({key: levels[0]})  # says what is wrong with the key
        if not self.settings:
            raise RummyError("no combination of the levels of vary is a valid rule set")

    @cached_property
    def base(self) -> Variant:
        """The rule set to begin with."""
        return Variant.load(self.variant)

    @cached_property
    def points(self) -> list[dict[str, Level]]:
        """Every combination of the levels."""
        keys = list(self.vary)
        return [dict(zip(keys, row, strict=True)) for row in itertools.product(*self.vary.values())]

    @cached_property
    def settings(self) -> list[dict[str, Level]]:
        """The combinations that are valid rule sets, those that change least first."""
        found = []
        for point in self.points:
            try:
                self.base.replace(point)
            except RummyError:
                continue
            found.append(point)
        return sorted(found, key=self.cost_of)

    @property
    def searched(self) -> bool:
        """Whether optuna chooses what is played."""
        return self.search == "optuna" or (self.search is None and len(self.points) > MOST_GRID)

    def changed(self, point: dict[str, Level]) -> dict[str, Level]:
        """The levels that differ from the rule set to begin with."""
        flat = self.base.flat()
        return {key: level for key, level in point.items() if flat[key] != level}

    def cost_of(self, point: dict[str, Level]) -> float:
        """How much a setting changes."""
        return sum(self.cost.get(key, 1.0) for key in self.changed(point))


def _fill(task: Balance, fields: dict[str, Any], place: Place = lambda _: "") -> None:
    """Give a new task these values; a mistake is told in words."""
    try:
        BaseModel.__init__(task, **fields)
    except ValidationError as error:
        raise _KEYS.error(error, place) from None


def to_toml(task: Balance) -> str:
    """The task as the text of a file.

    Examples
    --------
    >>> more = {"vary": {"deal.rack": [12, 14]}, "targets": {"turns": {"low": 9}}}
    >>> b = Balance(title="A", variant="rummikub", players=[2], **more)
    >>> to_toml(b).splitlines()[-1]
    '"turns" = { low = 9.0 }'
    """
    shown = variant_keys.shown
    plain = task.model_dump(exclude={"vary", "cost", "targets"}, exclude_none=True)
    lines = [f"{key} = {shown(value)}" for key, value in plain.items() if value not in ("", [])]
    lines += ["", "[vary]", *(f"{shown(key)} = {shown(x)}" for key, x in task.vary.items())]
    if task.cost:
        lines += ["", "[cost]", *(f"{shown(key)} = {x}" for key, x in task.cost.items())]
    lines += ["", "[targets]"]
    for name, target in task.targets.items():
        band = ", ".join(f"{k} = {x}" for k, x in target.model_dump(exclude_none=True).items())
        lines.append(f"{shown(name)} = {{ {band} }}")
    return "\n".join(lines) + "\n"


def _bands(value: dict[str, Any], head: str = "") -> dict[str, Any]:
    """Nested names of metrics as dotted ones; a table with a band is a target."""
    flat: dict[str, Any] = {}
    for key, entry in value.items():
        inner = isinstance(entry, dict) and not {"low", "high", "within"} & set(entry)
        if inner:
            flat.update(_bands(entry, f"{head}{key}."))
        else:
            flat[f"{head}{key}"] = entry
    return flat


_ALLOWED = {
    "title": "a text",
    "question": "a text",
    "variant": "a rule set: an id, the path of a TOML file, or either with changes",
    "vary": "keys of the rule set, each with a list of levels, such as { deal.rack = [12, 14] }",
    "keep": "a list of keys of the rule set",
    "cost": "numbers by key, such as { deal.rack = 2.0 }",
    "targets": 'bands by metric, such as { turns = { low = 30, high = 50 } } or { high = "2 %" } or'
    " { within = 2 }",
    "players": "a list of numbers of players from 2 to 6, such as [2, 4]",
    "strategies": "the name of a strategy",
    "games": "a whole number such as 5000, 200k, 1M or 1e6",
    "confirm": "a whole number such as 5000, 200k, 1M or 1e6",
    "finalists": "a whole number from 1 to 20",
    "seed": "a whole number from 0 to 2**63 - 1",
    "rotate": "true or false",
    "search": "one of grid, optuna",
    "trials": "a whole number from 1",
}
_KEYS = Keys(
    _ALLOWED,
    {"": (Balance, "a balancing task"), "targets": (Target, "a target")},
)
