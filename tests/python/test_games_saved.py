"""The script that measures the games saved, on toys whose gain is known."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from study_toys import Toy, tally_of

from rummylab.analysis.compare import compare


@pytest.fixture(scope="module")
def script(root: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "measure", root / "experiments/09-games-saved/measure.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["measure"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def test_the_gain_of_pairing_is_that_of_compare(script: ModuleType) -> None:
    a, b = (
        toy.tally(players=2, seed=4, first=0, count=2000, units=True)
        for toy in (Toy(turns=30.0, noise=1), Toy(turns=34.0, noise=2))
    )
    found = script.gain_of_pairing("turns", a, b)
    assert found.value == pytest.approx(compare(a, b, names=["turns"])[0].gain)
    assert found.low < found.value < found.high
    assert found.high - found.low < found.value


def test_the_gain_of_rotation_is_one_where_games_of_a_deal_are_independent(
    script: ModuleType,
) -> None:
    rng = np.random.default_rng(3)
    names = ("games", "turns")
    one = tally_of(2, names, np.stack([np.ones(4000), rng.poisson(30, 4000)], 1), units=True)
    two = tally_of(
        2,
        names,
        np.stack([np.full(4000, 2), rng.poisson(30, (4000, 2)).sum(1)], 1),
        units=True,
    )
    assert script.gain_of_rotation("turns", one, two).low < 1
    assert script.gain_of_rotation("turns", one, two).high > 1
    # The same game twice tells as much as one: half of the games are wasted.
    turns = rng.poisson(30, 4000)
    same = tally_of(2, names, np.stack([np.full(4000, 2), 2 * turns], 1), units=True)
    single = tally_of(2, names, np.stack([np.ones(4000), turns], 1), units=True)
    assert script.gain_of_rotation("turns", single, same).value == pytest.approx(0.5)
