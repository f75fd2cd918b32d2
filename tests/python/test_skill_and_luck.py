"""The script that puts games on one scale of skill and luck, on a game that is quick to play."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rummylab.analysis.intervals import Estimate


@pytest.fixture(scope="module")
def script(root: Path) -> ModuleType:
    file = root / "experiments/07-skill-and-luck/measure.py"
    spec = importlib.util.spec_from_file_location("skill_and_luck", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["skill_and_luck"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def gin(script: ModuleType) -> Any:
    game = next(game for game in script.GAMES if game.variant == "gin")
    return script.measure(game, 200, 200, seed=3, threads=2)


def test_a_player_by_chance_hardly_wins_at_gin(gin: Any) -> None:
    assert gin.skill.value > 0.9
    assert gin.skill_of_match.value == pytest.approx(1 - 2 * gin.weak.value)
    assert gin.skill_of_match.value > 0.9
    assert gin.deals.value > 2
    parts = (gin.close.luck.deal, gin.close.luck.players, gin.close.luck.rest)
    assert all(0 <= part.low <= part.value <= part.high <= 1 for part in parts)


def test_the_page_is_filled(script: ModuleType, gin: Any) -> None:
    shown, parts, code = script.measured(deals=50, matches=50, seed=3, threads=2, games=[gin.game])
    assert code == 0
    assert all(str(part) in shown for name, part in parts.items() if not name.startswith("more"))
    text = "\n".join([script.findings([gin]), script.scale([gin]), script.luck([gin])])
    assert "| Gin, greedy and strong |" in text
    assert "| Gin, everybody |" in text
    assert "the deals of Gin against the best player here" in text
    # Points win a match: who wins more deals loses it.
    assert "who wins fewer deals wins it" in text


def test_words_of_two_good_players(script: ModuleType, gin: Any) -> None:
    class Told:
        def __init__(self, deal: Estimate, match: Estimate) -> None:
            self.game, self.even_of_deal, self.even = gin.game, deal, match

    even, better = Estimate(0.5, 0.4, 0.6, 100), Estimate(0.6, 0.55, 0.65, 100)
    most = Estimate(0.7, 0.65, 0.75, 100)
    said = [
        script._turned([Told(*pair)])[0]
        for pair in ((even, even), (better, most), (most, better), (even, better))
    ]
    assert said[0].endswith("no difference that can be told from chance.")
    assert said[1].endswith("a match shows the better player more clearly than a deal.")
    assert said[2].endswith("against greedy.")
    assert said[3].endswith("a match shows the better player more clearly than a deal.")
