"""Studies that end at a verdict: the same answer however they were run, and the report says why."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from test_study_until import QUICK, Play, files, run_alike, study

from rummylab.cli import main
from rummylab.errors import RummyError
from rummylab.report import build
from rummylab.study import Study, StudyResult


def verdict_study(**changes: Any) -> Study:
    """The toys differ by four turns."""
    return study(**{"until": {}, "sprt": {"turns": [0.0, 4.0]}, **changes})


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("sprt") / "out"
    verdict_study().run(out, source=Play())
    return out


def test_it_stops_at_its_verdict(done: Path) -> None:
    result = StudyResult.load(done)
    assert result.complete
    for players, why in result.why_stopped().items():
        assert (why.rule, why.verdict) == ("sprt", "high")
        assert "the difference in turns is nearer 4 than 0 turns" in why.says
        gap = result.difference("fifty", "thirty", players, "turns").difference
        assert gap.low <= 4.0 <= gap.high
        assert result.confidence(players) > 0.95


@pytest.mark.parametrize("stop_at", [1, 3])
def test_an_interrupted_test_ends_alike(done: Path, tmp_path: Path, stop_at: int) -> None:
    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        verdict_study().run(out, source=Play(stop_at))
    verdict_study().run(out, source=Play())
    assert files(out) == files(done)
    again = Play()
    verdict_study().run(out, source=again)
    assert again.calls == []


def test_another_question_is_another_study(done: Path) -> None:
    """A test whose question follows from what was seen would err more often than it says."""
    for other in (verdict_study(sprt={"turns": 2.0}), study(), study(until={})):
        with pytest.raises(RummyError, match="run ends at a verdict on turns=0:4, yours at"):
            other.run(done, source=Play())


def test_a_limit_without_a_verdict_is_said(tmp_path: Path) -> None:
    """Between both answers it takes long."""
    result = verdict_study(games=2000, players=[2], sprt={"turns": [3.9, 4.1]}).run(
        tmp_path / "out", source=Play()
    )
    why = result.why_stopped()[2]
    assert why.verdict is None
    assert why.says == "stopped at the limit of 2,000 games for each, without the verdict asked for"


def test_the_report_says_which_rule_stopped_it(done: Path, tmp_path: Path) -> None:
    page = build(done, tmp_path / "page.md").read_text(encoding="utf-8")
    assert "With two players: stopped after" in page
    assert "the difference in turns is nearer 4 than 0 turns" in page
    assert "a sequential test (Wald) knew whether the difference in length of a game is" in page
    assert " is nearer 0 or 4 (shares" in page
    assert 'sprt = { "turns" = [0.0, 4.0] }' in page
    assert Study.load(done).sprt == {"turns": [0.0, 4.0]}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"sprt": {"turn": 1.0}}, "there is no metric 'turn'; did you mean turns"),
        ({"sprt": {"turns": 0.0}}, "0.0 against 0.0 cannot be told apart"),
        ({"sprt": {"turns": [1.0, 2.0, 3.0]}}, "sprt.turns is .*; give the effect to look for"),
        ({"sprt": {"turns": [4.0, 1.0]}}, "the lower value comes first: write .1.0, 4.0."),
        ({"sprt": {"turns": "long"}}, "allowed: the effect to look for by metric"),
        ({"sprt": {"turns.median": 1.0}}, "which is no ratio"),
        ({"until": {"turns": 0.1}}, "until and sprt are both given; choose one"),
        ({"arms": [{"variant": "rummikub"}]}, "a test of two rule sets, and the study has 1"),
    ],
)
def test_questions_that_cannot_be(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(RummyError, match=message):
        verdict_study().replace(**changes)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "study"
    folder.mkdir()
    longer = QUICK.replace("deal.rack=6", "deal.rack=7")
    (folder / "study.toml").write_text(
        f'title = "Quick"\nplayers = [2]\ngames = "20k"\nseed = 3\nuntil = {{ turns = 0.1 }}\n'
        f'[[arms]]\nvariant = "{QUICK}"\n[[arms]]\nvariant = "{longer}"\n',
        encoding="utf-8",
    )
    said = run_alike(folder, ["--sprt", "turns=1"], tmp_path, capsys)
    assert said["until"] == {}  # the rule of the command is in place of the study's
    assert said["sprt"] == {"turns": [0.0, 1.0]}
    assert said["stopped"]["2"]["rule"] == "sprt"
    run = ["study", "run", str(folder), "-o", str(tmp_path / "1")]
    assert main([*run, "--until", "turns=0.1", "--sprt", "turns=1"]) == 2
    assert "--until and --sprt are both given" in capsys.readouterr().err
