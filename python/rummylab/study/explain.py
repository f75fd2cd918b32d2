"""What the factors of a study's design do to a metric."""

from __future__ import annotations

from dataclasses import dataclass

from rummylab.analysis import effects, metrics, sensitivity
from rummylab.analysis.effects import Effect, Interaction, Level, Share
from rummylab.analysis.intervals import CONFIDENCE, Estimate
from rummylab.analysis.joint import Joint, joint
from rummylab.analysis.metric import Metric
from rummylab.analysis.sensitivity import MorrisEffect, SobolIndex
from rummylab.errors import RummyError
from rummylab.study.factors import Design
from rummylab.study.result import StudyResult


@dataclass(frozen=True)
class Explained:
    """One metric at one number of players, explained by the factors of a design.

    Parameters
    ----------
    metric : Metric
        What is explained.
    players : int
        Players at the table.
    design : Design
        The factors.
    points : tuple of dict
        The levels of every arm.
    joint : Joint
        The metric in every arm.
    bases : dict
        The level of every factor that the others are compared with.
    main : tuple of Effect
        Levels against base levels, averaged over the other factors; empty for a latin or
        sensitivity design, whose levels are not balanced.
    together : tuple of Interaction
        Pairs of levels; their intervals hold all at once.
    shares : tuple of Share
        Shares of the variance over a whole grid.
    slopes : dict
        Per unit of a numeric factor, for samples.
    sobol, morris : tuple
        The indices of a sensitivity design.
    """

    metric: Metric
    players: int
    design: Design
    points: tuple[dict[str, Level], ...]
    joint: Joint
    bases: dict[str, Level]
    main: tuple[Effect, ...] = ()
    together: tuple[Interaction, ...] = ()
    shares: tuple[Share, ...] = ()
    slopes: dict[str, Estimate] | None = None
    sobol: tuple[SobolIndex, ...] = ()
    morris: tuple[MorrisEffect, ...] = ()


def explain(
    result: StudyResult, metric: str, players: int, *, confidence: float = CONFIDENCE
) -> Explained | None:
    """Explain a metric by the design of a study; None where an arm does not define it.

    Raises
    ------
    RummyError
        When the study has no design, or no such number of players.
    """
    design = result.study.design
    if design is None:
        raise RummyError(
            f"the study of {result.path} has no [design] with factors, so it has no effects;"
            " rummylab study run and report compare its arms"
        )
    if players not in result.study.players:
        raise RummyError(f"players is {players}; the study has {result.study.players}")
    arms = [arm for arm in result.arms if arm.levels]
    confidence = result.confidence(players, confidence)
    found = metrics.get(metric, players=players)
    together = joint(found, [result.tallies[arm.id, players] for arm in arms])
    if together is None:
        return None
    points = tuple(dict(arm.levels) for arm in arms)
    bases = design.bases(result.base.flat())
    factors = list(design.factors)
    balanced = design.kind in ("full", "fractional")
    grid = design.kind == "full" and effects.is_grid(points, factors)
    sobol: tuple[SobolIndex, ...] = ()
    morris: tuple[MorrisEffect, ...] = ()
    if design.kind == "sobol":
        sobol = tuple(sensitivity.sobol(together, factors, design.arm_of_row, design.seed))
    if design.kind == "morris":
        assert design.sample is not None
        rows = design.arm_of_row
        morris = tuple(sensitivity.morris(together, factors, rows, design.sample, design.seed))
    return Explained(
        metric=found,
        players=players,
        design=design,
        points=points,
        joint=together,
        bases=bases,
        main=tuple(effects.main_effects(points, together, bases, confidence=confidence))
        if balanced
        else (),
        together=tuple(effects.interactions(points, together, bases, confidence=confidence))
        if balanced
        else (),
        shares=tuple(effects.shares(points, together, factors, confidence=confidence))
        if grid and len(factors) > 1
        else (),
        slopes=None if balanced else effects.slopes(points, together, confidence=confidence),
        sobol=sobol,
        morris=morris,
    )
