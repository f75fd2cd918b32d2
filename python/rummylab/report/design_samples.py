"""What the factors of latin, Sobol and Morris designs do, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rummylab.analysis import text
from rummylab.analysis.metric import Metric
from rummylab.analysis.sensitivity import MorrisEffect
from rummylab.report.told import Told, change_words, may_be_words, seen, wanted
from rummylab.report.words import at, by_players, counted, listed
from rummylab.study.explain import Explained

_KNOWN = 0.8  # a share with a wider interval is not worth a number


def sample_findings(told: Told) -> Iterator[str]:
    """Sentences of latin, Sobol and Morris designs, the factor that matters most first."""
    primary = wanted(told.result)[0]
    found = {n: one for (name, n), one in told.found.items() if name == primary}

    def weight(factor: str) -> float:
        sizes = [m.size for one in found.values() for m in one.morris if m.factor == factor]
        shares = [s.total for one in found.values() for s in one.sobol if s.factor == factor]
        return max([*sizes, *shares], default=0.0)

    for factor in sorted(told.design.factors, key=weight, reverse=True):
        yield from _sensitivity(told, factor, found)
        yield from _slope(told, factor, found)


def _sensitivity(told: Told, factor: str, found: Mapping[int, Explained]) -> Iterator[str]:
    title = told.metric(wanted(told.result)[0]).title
    shares: dict[int, str] = {}
    unknown: list[str] = []
    sizes: dict[int, str] = {}
    quiet: dict[int, str] = {}
    for n, one in found.items():
        for s in one.sobol:
            if s.factor == factor:
                if max(e.high - e.low for e in s.estimates) > _KNOWN:
                    unknown.append(counted(n))
                    continue
                alone, total = (text.phrase(e, "share") for e in s.estimates)
                shares[n] = f"{alone} alone and {total} with all that it is part of"
        scale, unit = _scale(one.metric)
        for m in one.morris:
            if m.factor != factor:
                continue
            noise = f"{scale * m.floor:.2g} {unit}".strip()
            if m.seen:
                words = text.phrase(m.estimate.scaled(scale), unit)
                sizes[n] = f"{words} {_direction(one.metric, m)} (noise alone would show {noise})"
            else:
                quiet[n] = f"noise alone would show {noise}"
    if shares:
        yield (
            f"Of the differences in {title}, {told.name(factor)} makes"
            f" {'; '.join(f'with {at(n)} {said_}' for n, said_ in shares.items())}."
        )
    if unknown:
        yield (
            f"How much of the differences in {title} {told.name(factor)} makes is not known with"
            f" {listed(unknown)} players: {told.design.runs} base points are too few."
        )
    if sizes:
        yield (
            f"{told.begin(factor)}, over its whole range, changes the {title}:"
            f" {'; '.join(f'with {at(n)} {said_}' for n, said_ in sizes.items())}."
        )
    if quiet:
        yield (
            f"{told.begin(factor)}: no effect on the {title} that can be told from noise"
            f" ({by_players(quiet)})."
        )


def _scale(metric: Metric) -> tuple[float, str]:
    return (100.0, "% points") if metric.unit == "share" else (1.0, metric.unit)


def _direction(metric: Metric, effect: MorrisEffect) -> str:
    """Which way a factor works when it rises, or that this differs with the other rules."""
    if abs(effect.mean) < 0.8 * effect.size:
        return f"{metric.more} or {metric.less}, as the other rules are"
    return metric.more if effect.mean > 0 else metric.less


def _slope(told: Told, factor: str, found: Mapping[int, Explained]) -> Iterator[str]:
    title = told.metric(wanted(told.result)[0]).title
    trends: dict[int, str] = {}
    quiet: dict[int, str] = {}
    for n, one in found.items():
        slope = (one.slopes or {}).get(factor)
        if slope is None:
            continue
        if seen(slope):
            trends[n] = change_words(one.metric, slope)
        else:
            _, unit = _scale(one.metric)
            quiet[n] = f"{may_be_words(one.metric, slope)} {unit}".strip()
    if trends:
        yield f"{told.begin(factor)}, for each 1 more: {title} {by_players(trends)}."
    if quiet:
        yield (
            f"{told.begin(factor)}, for each 1 more: no trend of the {title} that can be told from"
            f" chance ({by_players(quiet)})."
        )
