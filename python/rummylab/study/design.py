"""What a study is: the arms, the tables they are played at, and how much of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import (
    ConfigDict,
    Field,
    ValidationInfo,
    field_validator,
    model_validator,
)

from rummylab.analysis import metrics as registry
from rummylab.analysis.effects import Level
from rummylab.arguments import THREADS, callback, takes
from rummylab.arguments import path as path_kind
from rummylab.errors import RummyError
from rummylab.models import Model
from rummylab.stopping import Stop, against_nothing
from rummylab.strategy import seated
from rummylab.study.counts import parse_count
from rummylab.study.factors import Design, label
from rummylab.variant import Variant

if TYPE_CHECKING:
    from rummylab.study.result import StudyResult
    from rummylab.study.scheduler import Progress, Source

DEFAULT_METRICS = (
    "winner_score",
    "loser_score",
    "first_player_win_rate",
    "opening_turn",
    "forced_draw_share",
    "pool_left",
    "ending.out",
    "ending.pool_empty",
    "ending.cap",
)


class _Part(Model):
    model_config = ConfigDict(strict=True)


class Arm(_Part):
    """One rule set of a study.

    Parameters
    ----------
    variant : str
        An id, the path of a TOML file, or either with changes.
    changes : mapping
        Further changed keys, such as ``{"opening.min_points": 50}``.
    label : str
        What the report calls it; the name of the rule set by default.
    strategies : str or list of str, optional
        Who plays this arm, when it differs from the study's.
    first : str, optional
        Who plays as player 1 in place of that strategy: one who is barred from something shows what
        that thing is worth. The study must rotate the players.
    """

    variant: str
    changes: dict[str, Any] = Field(default_factory=dict)
    label: str = ""
    strategies: str | list[str] | None = None
    first: str | None = None

    @field_validator("changes")
    @classmethod
    def _flat(cls, value: dict[str, Any]) -> dict[str, Any]:
        return flatten(value)


class Metrics(_Part):
    """The metric named before the run, and the others that the report lists."""

    primary: str = "turns"
    others: list[str] = Field(default_factory=lambda: list(DEFAULT_METRICS))

    @field_validator("primary", "others")
    @classmethod
    def _known(cls, value: str | list[str]) -> str | list[str]:
        for name in [value] if isinstance(value, str) else value:
            if registry.find(name, players=6) is None:
                raise ValueError(registry.unknown(name, players=6))
        return value


class Study(_Part):
    """A study: which rule sets, how many games, and what is asked.

    Load one from its file with `Study.load`; `run` plays it into a folder and goes on where an
    earlier run stopped. With `until` each number of players stops as soon as the always-valid
    intervals of these metrics are so narrow, of the one rule set or of the others' differences from
    the first; with `sprt` as soon as a sequential test knows which of two values the difference of
    the two rule sets is nearer, with 5 % for either error. `games` is then the most.

    Examples
    --------
    >>> s = Study(title="Opening", arms=[{"variant": "rummikub"}], players=[2], games=2000)
    >>> s.replace(games="5k").games
    5000
    """

    title: str
    question: str = ""
    players: Annotated[list[Annotated[int, Field(ge=2, le=6)]], Field(min_length=1)]
    strategies: str | list[str] = "max_tiles"
    games: int
    seed: Annotated[int, Field(ge=0, lt=2**64)] = 0
    rotate: bool = False
    until: dict[str, float] = Field(default_factory=dict)
    sprt: dict[str, list[float]] = Field(default_factory=dict)
    metrics: Metrics = Field(default_factory=Metrics)
    arms: list[Arm] = Field(default_factory=list)
    design: Design | None = None

    def __init__(self, /, **fields: Any) -> None:
        from rummylab.study.source import fill

        fill(self, fields)

    @model_validator(mode="after")
    def _something_to_play(self) -> Study:
        if not self.arms and self.design is None:
            raise ValueError("arms is missing; it takes one or more sections [[arms]], or [design]")
        for arm in self.arms:
            if arm.first is not None and not self.rotate:
                raise ValueError(
                    f"arms.first is {arm.first!r}, but player 1 would sit in seat 1 all the time;"
                    " add rotate = true to the study"
                )
        return self

    @model_validator(mode="after")
    def _rule_to_stop(self) -> Study:
        for players in self.players:
            self.stop(players, limit=None)
        count = len(self.every_arm)
        if self.sprt and count != 2:
            raise ValueError(
                f"sprt is a test of two rule sets, and the study has {count}; give it two arms, or"
                " until, which is for any number"
            )
        return self

    @field_validator("sprt", mode="before")
    @classmethod
    def _against_nothing(cls, value: Any) -> Any:
        """One number is the effect to tell from none."""
        if not isinstance(value, dict):
            return value
        number = (int, float)
        return {
            name: list(against_nothing(float(v))) if isinstance(v, number) else v
            for name, v in value.items()
        }

    @field_validator("sprt")
    @classmethod
    def _two_answers(cls, value: dict[str, list[float]]) -> dict[str, list[float]]:
        for name, ends in value.items():
            if len(ends) != 2:
                raise ValueError(
                    f"sprt.{name} is {ends}; give the effect to look for, such as 1.0, or two"
                    " values of the difference, such as [0.0, 1.0]"
                )
            if ends[0] > ends[1]:
                raise ValueError(
                    f"sprt.{name} is {ends}; the lower value comes first: write {ends[::-1]}"
                )
        return value

    @property
    def stops_itself(self) -> bool:
        """Whether it stops by a rule, and not after a number of games."""
        return bool(self.until or self.sprt)

    def stop(self, players: int, *, limit: int | None) -> Stop:
        """The rule to stop at a number of players, after so many clusters at most."""
        tests = {name: (ends[0], ends[1]) for name, ends in self.sprt.items()}
        return Stop.of(until=self.until, sprt=tests, limit=limit, players=players)

    @property
    def every_arm(self) -> list[Arm]:
        """The arms of the file, then those of its design."""
        if self.design is None:
            return self.arms
        made = [
            Arm(variant=self.design.variant, changes=point, label=label(point))
            for point in self.design.points
        ]
        return [*self.arms, *made]

    @field_validator("games", mode="before")
    @classmethod
    def _count(cls, value: Any, info: ValidationInfo) -> int:
        return parse_count(value, what=str(info.field_name))

    @field_validator("players")
    @classmethod
    def _once(cls, value: list[int]) -> list[int]:
        if len(set(value)) < len(value):
            raise ValueError(f"players is {value}; list every number of players once")
        return value

    @classmethod
    @takes(path=path_kind)
    def load(cls, path: str | Path) -> Study:
        """Load a study file, or the ``study.toml`` of a folder.

        Raises
        ------
        RummyError
            The message names file, line, key, value, what is allowed and the nearest known key.
        """
        from rummylab.study.source import load

        return load(Path(path))

    def replace(self, **changes: Any) -> Study:
        """A validated copy with some fields changed, such as ``games="5k"``."""
        from rummylab.study.source import build

        return build({**self.model_dump(), **changes})

    @takes(out=path_kind, threads=THREADS, progress=callback, source=callback)
    def run(
        self,
        out: str | Path,
        *,
        threads: int | None = None,
        progress: Progress | None = None,
        source: Source | None = None,
    ) -> StudyResult:
        """Play the study into a folder, or what is still missing of it.

        Parameters
        ----------
        out : path
            The folder; made when it does not exist. A run that was stopped there goes on.
        threads : int, optional
            Native threads; all cores by default. The results do not depend on it.
        progress : callable, optional
            Called with a `Step` after every chunk and while one is played.
        source : callable, optional
            What plays a chunk; the native engine by default.

        Raises
        ------
        RummyError
            When the folder holds another study, is in use, or cannot be written.
        """
        from rummylab.study.scheduler import run

        return run(self, Path(out), threads=threads, progress=progress, source=source)

    @cached_property
    def resolved(self) -> tuple[ResolvedArm, ...]:
        """The arms with their rule sets, ids and labels."""
        return resolve(self)

    def cells(self) -> list[Cell]:
        """Every arm at every number of players, in order."""
        return [Cell(self, arm, n) for arm in self.resolved for n in self.players]


@dataclass(frozen=True)
class ResolvedArm:
    """An arm with its rule set, a short id for files and tables, its label and what loads it."""

    id: str
    label: str
    variant: Variant
    strategies: str | list[str]
    spec: str
    first: str | None = None
    levels: dict[str, Level] = field(default_factory=dict)


@dataclass(frozen=True)
class Cell:
    """One arm at one number of players: what is played in one run."""

    study: Study
    arm: ResolvedArm
    players: int

    @property
    def id(self) -> str:
        """The name of the cell's folder, such as ``rummikub-4p``."""
        return f"{self.arm.id}-{self.players}p"

    @property
    def strategies(self) -> list[str]:
        """The strategy of every player."""
        given = self.arm.strategies
        who = [given] * self.players if isinstance(given, str) else list(given)
        return who if self.arm.first is None else [self.arm.first, *who[1:]]

    @property
    def clusters(self) -> int:
        """Deals to play, at most; with rotation a deal is one game per player."""
        return -(-self.study.games // self.players) if self.study.rotate else self.study.games


def flatten(changes: dict[str, Any], head: str = "") -> dict[str, Any]:
    """Nested tables as dotted keys.

    Examples
    --------
    >>> flatten({"opening": {"min_points": 50}, "joker.lock": "full"})
    {'opening.min_points': 50, 'joker.lock': 'full'}
    """
    flat: dict[str, Any] = {}
    for key, value in changes.items():
        name = f"{head}{key}"
        if isinstance(value, dict):
            flat.update(flatten(value, f"{name}."))
        else:
            flat[name] = value
    return flat


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "arm"


def resolve(study: Study, place: Callable[[int], str] | None = None) -> tuple[ResolvedArm, ...]:
    """Load the rule sets of a study.

    Parameters
    ----------
    study : Study
        The study.
    place : callable, optional
        The beginning of a message about the arm of this index.

    Raises
    ------
    RummyError
        A rule set that cannot be loaded, two arms of one name, players that the rules do not allow,
        a strategy that does not exist, or a list of strategies that does not fit.
    """

    def default_place(index: int) -> str:
        return f"arm {index + 1} ({every[index].label or every[index].variant}): "

    every = study.every_arm
    where = place or default_place
    arms: list[ResolvedArm] = []
    for index, arm in enumerate(every):
        made = study.design is not None and index >= len(study.arms)
        try:
            found = _resolve_arm(study, arm, arm.changes if made else {})
        except RummyError as error:
            raise RummyError(f"{where(index)}{error}") from None
        for other in arms:
            if other.id == found.id:
                raise RummyError(
                    f"{where(index)}the label {found.label!r} is taken by an earlier arm; give"
                    " every arm a label of its own"
                )
        arms.append(found)
    return tuple(arms)


def _resolve_arm(study: Study, arm: Arm, levels: dict[str, Level]) -> ResolvedArm:
    variant = Variant.load(arm.variant)
    if arm.changes:
        variant = variant.replace(arm.changes)
    who = study.strategies if arm.strategies is None else arm.strategies
    low, high = variant.players.min, variant.players.max
    for n in study.players:
        if not low <= n <= high:
            raise RummyError(
                f"players holds {n}, but {variant.takes}; change players of the study, or"
                " players.max of the arm"
            )
        if isinstance(who, list) and len(who) != n:
            raise RummyError(
                f"strategies names {len(who)} for {n} players; give one name for all seats, or a"
                f" list of {n} with players = [{n}]"
            )
    for n in study.players:
        seated(who, variant, n)  # refuses what is no strategy
    if arm.first is not None:
        seated(arm.first, variant, study.players[0])
    called = arm.label or (variant.id if variant.changes else variant.name)
    slug = _slug(arm.label or variant.id)
    return ResolvedArm(slug, called, variant, who, variant.spec, arm.first, dict(levels))
