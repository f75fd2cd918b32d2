"""Designs in study files: which arms they make, fractions and their confusions, mistakes."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest
from study_toys import Toy

from rummylab.cli import main
from rummylab.errors import RummyError
from rummylab.report.findings import findings
from rummylab.study import Study, StudyResult
from rummylab.study.explain import explain
from rummylab.study.factors import Design
from rummylab.study.fraction import fraction
from rummylab.study.source import to_toml

FILE = """\
title = "Opening"
players = [2, 3]
games = 9000

[design]
variant = "rummikub"

[design.factors]
opening.min_points = [0, 30, 50]
opening.joker_value = ["face", "zero"]

[design.names]
opening.min_points = "opening minimum"
"""


def load(tmp_path: Path, text: str) -> Study:
    file = tmp_path / "study.toml"
    file.write_text(text, encoding="utf-8")
    return Study.load(file)


def toy_source(cell, *, first, count, threads, progress):
    """Turns by the levels of the arm: 40, less 3 without a minimum, 5 more at 50, 1 for zero."""
    level = cell.arm.levels
    turns = 40 + {0: -3, 30: 0, 50: 5}[level["opening.min_points"]]
    turns += level["opening.joker_value"] == "zero"
    toy = Toy(turns=turns, noise=cell.study.resolved.index(cell.arm))
    return toy.tally(players=cell.players, seed=cell.study.seed, first=first, count=count)


def test_a_full_design_makes_every_combination(tmp_path: Path) -> None:
    study = load(tmp_path, FILE)
    assert len(study.resolved) == 6
    arm = study.resolved[3]
    assert arm.label == "min_points 30, joker_value zero"
    assert arm.levels == {"opening.min_points": 30, "opening.joker_value": "zero"}
    assert arm.variant.opening.joker_value == "zero"
    assert len(study.cells()) == 12


def test_a_design_survives_its_file(tmp_path: Path) -> None:
    study = load(tmp_path, FILE)
    assert load(tmp_path, to_toml(study)) == study
    span = 'variant = "rummikub"\nkind = "latin"\nruns = 5\nseed = 3\n[design.factors]\n'
    span += "deal.rack = { low = 10, high = 16, step = 2 }\nopening.min_points = [0, 30]\n"
    text = FILE.split("variant")[0] + span
    other = load(tmp_path, text)
    assert load(tmp_path, to_toml(other)) == other
    racks = [point["deal.rack"] for point in other.design.points]
    assert set(racks) <= {10, 12, 14, 16}


def test_levels_have_words_of_their_own() -> None:
    factors = {"joker.lock": ["none", "full"], "deal.rack": [13, 14]}
    names = {"joker.lock": "meld with a joker", "joker.lock=full": "locked"}
    design = Design(variant="rummikub", factors=factors, names=names)
    assert design.word("joker.lock", "full") == "locked"
    assert design.instead("joker.lock", "full", "none") == "“locked” instead of “none”"
    assert design.instead("deal.rack", 13, 14) == "13 instead of 14"
    with pytest.raises(ValueError, match=r"joker.lock=ful; known levels are joker.lock=none, "):
        Design(variant="rummikub", factors=factors, names={"joker.lock=ful": "locked"})


def test_a_latin_design_spreads_over_the_levels() -> None:
    minimum = {"low": 0, "high": 55, "step": 5}
    design = Design(
        kind="latin", variant="rummikub", runs=12,
        factors={"deal.rack": [10, 12, 14], "opening.min_points": minimum},
    )  # fmt: skip
    assert len(design.points) == 12
    racks = [p["deal.rack"] for p in design.points]
    assert [racks.count(r) for r in (10, 12, 14)] == [4, 4, 4]
    assert len({p["opening.min_points"] for p in design.points}) == 12


def test_effects_come_out_of_a_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    study = load(tmp_path, FILE)
    study.run(tmp_path / "run", source=toy_source)
    result = StudyResult.load(tmp_path / "run")
    found = explain(result, "turns", 3)
    assert found is not None
    assert found.joint.paired
    changes = {(e.factor, e.level): e.change for e in found.main}
    for key, truth in {
        ("opening.min_points", 0): -3,
        ("opening.min_points", 50): 5,
        ("opening.joker_value", "zero"): 1,
    }.items():
        assert changes[key].value == pytest.approx(truth, abs=0.4)
        assert changes[key].half_width < 0.4
    assert all(abs(e.change.value) < 0.6 for e in found.together)  # there is none
    assert found.shares[0].alone.value > 0.8
    assert main(["study", "effects", str(tmp_path / "run")]) == 0
    said = capsys.readouterr().out
    assert "opening minimum" in said
    assert "50 for 30" in said
    assert main(["study", "effects", str(tmp_path / "run"), "--json"]) == 0
    assert '"factor": "opening.joker_value"' in capsys.readouterr().out


def test_a_study_without_a_design_has_no_effects(tmp_path: Path) -> None:
    study = Study(title="A", arms=[{"variant": "rummikub"}], players=[2], games=1000)
    result = study.run(tmp_path / "run", source=lambda cell, **given: Toy().tally(
        players=2, seed=0, first=given["first"], count=given["count"]))  # fmt: skip
    with pytest.raises(RummyError, match=r"has no \[design\]"):
        explain(result, "turns", 2)


@pytest.mark.parametrize(("factors", "runs"), [(3, 4), (5, 16), (6, 16), (7, 8), (6, 32)])
def test_fractions_are_balanced_and_orthogonal(factors: int, runs: int) -> None:
    rows = np.array(fraction(factors, runs))
    assert rows.shape == (runs, factors)
    assert len({tuple(row) for row in rows}) == runs
    assert tuple(rows[0]) == (0,) * factors  # the base levels are played
    signs = 2 * rows - 1
    assert np.array_equal(signs.T @ signs, runs * np.eye(factors))


def test_a_half_of_five_factors_keeps_pairs_apart() -> None:
    """Resolution V: no main effect or pair is confused with another."""
    signs = 2 * np.array(fraction(5, 16)) - 1
    columns = [signs[:, i] for i in range(5)]
    columns += [signs[:, i] * signs[:, j] for i, j in itertools.combinations(range(5), 2)]
    gram = np.stack(columns) @ np.stack(columns).T
    assert np.array_equal(gram, 16 * np.eye(len(columns)))


def test_confused_pairs_name_each_other() -> None:
    from rummylab.analysis import effects, metrics
    from rummylab.analysis.joint import Joint

    design = Design(
        kind="fractional", variant="rummikub", runs=8,
        factors={"deal.rack": [13, 14], "opening.min_points": [0, 30],
                 "turn.must_play": [False, True], "scoring.joker_penalty": [20, 30]},
    )  # fmt: skip
    values = np.arange(8.0)
    joint = Joint(metrics.get("turns"), values, None, np.ones(8), 100)
    bases = {key: levels[0] for key, levels in design.levels.items()}
    pairs = effects.interactions(design.points, joint, bases)
    assert len(pairs) == 3  # six pairs, each confused with one other
    assert all(len(e.same) == 1 for e in pairs)


def bad(change: str, instead: str) -> str:
    assert change in FILE
    return FILE.replace(change, instead)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (bad("opening.min_points = [0, 30, 50]", "opening.min_points = [30]"), "give two or more"),
        (bad("opening.min_points = [0, 30, 50]", "opening.min_point = [0, 30]"), "min_points"),
        (bad("[design]", '[design]\nkind = "half"'), "one of full, fractional, latin"),
        (bad("[design]", '[design]\nkind = "latin"'), "runs is missing"),
        (bad("[design]", "[design]\nruns = 4"), "a full design plays every combination"),
        (bad("[design]", '[design]\nkind = "fractional"\nruns = 4'), "has 3 levels"),
        (bad("[design]", "[design]\nrun = 4"), "did you mean runs"),
        (bad('opening.min_points = "opening', 'deal.rack = "opening'), "which is no factor"),
        (bad("[0, 30, 50]", "{ low = 10, high = 0 }"), "high must be above low"),
        (bad('variant = "rummikub"', 'variant = "rumikub"'), "rummikub"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(RummyError) as caught:
        load(tmp_path, text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_fraction_says_what_it_takes() -> None:
    with pytest.raises(RummyError, match="power of two above the number of factors"):
        fraction(5, 12)
    with pytest.raises(RummyError, match='use kind = "full"'):
        fraction(3, 16)


def test_a_draw_game_is_a_study_like_any_other(tmp_path: Path) -> None:
    """Its rules come back from the folder, and the report is written."""
    text = 'title = "Gin"\nplayers = [2]\ngames = 300\nstrategies = "greedy"\n[design]\n'
    text += 'variant = "gin"\n[design.factors]\ndeal.rack = [8, 10]\n'
    result = load(tmp_path, text).run(tmp_path / "run")
    again = StudyResult.load(tmp_path / "run")
    assert [arm.variant for arm in again.arms] == [arm.variant for arm in result.arms]
    assert again.arms[0].variant.family == "draw"
    page = again.report(tmp_path / "report.md").read_text(encoding="utf-8")
    assert "deal.rack 8 instead of 10" in page


# Restricted play


def test_a_barred_player_sits_in_every_seat(tmp_path: Path) -> None:
    text = 'title = "Price"\nplayers = [2, 3]\ngames = 600\nrotate = true\n[[arms]]\n'
    text += 'variant = "rummikub"\nfirst = "barred:from=4"\n'
    study = load(tmp_path, text)
    assert study.cells()[1].strategies == ["barred:from=4", "max_tiles", "max_tiles"]
    assert load(tmp_path, to_toml(study)) == study
    with pytest.raises(RummyError, match="add rotate = true"):
        load(tmp_path, text.replace("rotate = true\n", ""))
    result = study.replace(games=60, players=[2]).run(tmp_path / "run")
    first = result.estimate(result.arms[0].id, 2, "win_rate.player_1")
    assert first.value < 0.5
    assert StudyResult.load(tmp_path / "run").arms[0].first == "barred:from=4"
    price = next(f for f in findings(result) if f.subject == "The price of a rule")
    assert "a player who plays barred:from=4 against max_tiles wins" in price.sentences[0]
