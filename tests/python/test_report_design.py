"""Reports of designs: the first page says which rule changed what, by how much, how surely."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from study_toys import Toy

from rummylab.report import build
from rummylab.report.assemble import assemble
from rummylab.study import Study, StudyResult

FACTORS = {"opening.min_points": [0, 30, 50], "opening.joker_value": ["face", "zero", "forbidden"]}


def source(cell, *, first, count, threads, progress):
    """The minimum changes the length, the joker's value changes nothing; both together at 50."""
    levels = cell.arm.levels
    turns = 40 + {0: -3, 30: 0, 50: 5}[levels["opening.min_points"]]
    if levels["opening.min_points"] == 50 and levels["opening.joker_value"] == "forbidden":
        turns += 4
    noise = 1 + cell.study.resolved.index(cell.arm)
    toy = Toy(turns=turns, noise=noise, opening=0.3)
    return toy.tally(players=cell.players, seed=cell.study.seed, first=first, count=count)


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> StudyResult:
    folder = tmp_path_factory.mktemp("design")
    study = Study(
        title="The opening",
        players=[2, 4],
        games=12_000,
        seed=3,
        design={
            "variant": "rummikub",
            "factors": FACTORS,
            "names": {"opening.min_points": "opening minimum"},
        },
    )
    return study.run(folder / "run", source=source)


def test_the_short_version_names_the_rule_that_matters(result: StudyResult) -> None:
    page = assemble(result)
    first = page.findings[0]
    assert first.subject == "In short"
    said = " ".join(first.sentences)
    assert "Opening minimum matters most for the length of a game: of all differences" in said
    minimum = "Opening minimum 50 instead of 30 changes the length of a game: 6"
    (change,) = (s for s in first.sentences if s.startswith(minimum))  # 5, and 4 more in a third
    assert "turns longer" in change
    assert change.endswith("with four players.")
    assert any(s.startswith("Opening minimum does not visibly change: ") for s in first.sentences)
    together = next(f for f in page.findings if f.subject == "Rules together")
    assert (
        "opening minimum 50 and opening.joker_value “forbidden” together" in together.sentences[0]
    )
    assert "turns longer" in together.sentences[0]


def test_what_changes_less_clearly_has_its_direction(tmp_path: Path) -> None:
    """With four players it is the other way round, so the number of players is told too."""
    study = Study(
        title="The opening",
        players=[2, 4],
        games=12_000,
        seed=3,
        design={"variant": "rummikub", "factors": {"opening.min_points": [30, 50]}},
        metrics={"others": ["minutes", "actions", "never_opened_share", "opening_turn"]},
    )

    def play(cell, *, first, count, threads, progress):
        higher = cell.arm.levels["opening.min_points"] == 50
        turns = 40 + (10 if cell.players == 2 else -10) * higher
        return Toy(turns=turns).tally(players=cell.players, seed=3, first=first, count=count)

    first = assemble(study.run(tmp_path / "run", source=play)).findings[0]
    assert (
        "opening.min_points 50 instead of 30 changes less clearly: turn of the opening (earlier"
        " with four players)." in first.sentences
    )


def test_every_level_is_in_the_table_of_the_first_page(result: StudyResult) -> None:
    page = assemble(result)
    assert [table.title for table in page.summary] == ["Two players", "Four players"]
    rows = {row.title: row.numbers for row in page.summary[1].rows}
    assert set(rows) == {
        "opening minimum 0 instead of 30",
        "opening minimum 50 instead of 30",
        "opening.joker_value “zero” instead of “face”",
        "opening.joker_value “forbidden” instead of “face”",
    }
    change = rows["opening minimum 50 instead of 30"][0]
    assert change.value.startswith("+6")
    assert rows["opening.joker_value “zero” instead of “face”"][0].value == "·"


def test_many_arms_have_a_row_each(result: StudyResult) -> None:
    page = assemble(result)
    assert len(page.tables[0].rows) == 9
    assert len(page.tables[0].columns) == 6
    # In the words of the study, as everywhere on the page.
    assert page.tables[0].rows[-1].title == "opening minimum 50, opening.joker_value “forbidden”"
    assert len(page.arms) == 1
    assert page.arms[0].label == "Rummikub, 9 combinations"
    meanings = {rule.key: rule.meanings for rule in page.rules}
    assert meanings["opening.min_points"][1][1] == ("30 (compared with)",)


def test_the_figures_of_a_design(result: StudyResult) -> None:
    names = [figure.name for figure in assemble(result).figures]
    assert names[0] == "effects-turns"
    assert {"together-0-1", "shares"} <= set(names)
    assert "length" not in names  # nine curves would be no picture


def test_both_formats_are_written(result: StudyResult, tmp_path: Path) -> None:
    html = build(result.path, tmp_path / "report.html").read_text(encoding="utf-8")
    assert html.index("In short") < html.index("What each rule changes") < html.index("In detail")
    text = build(result.path, tmp_path / "report.md").read_text(encoding="utf-8")
    assert "| Four players | length of a game, turns |" in text
    assert text.index("### What each rule changes") < text.index("**Length of a game**")
    assert "[design.factors]" in text


def test_a_latin_design_tells_slopes(tmp_path: Path) -> None:
    study = Study(
        title="Racks",
        players=[3],
        games=9000,
        design={
            "kind": "latin",
            "variant": "rummikub",
            "runs": 8,
            "factors": {"deal.rack": {"low": 10, "high": 17}, "scoring.joker_penalty": [20, 30]},
        },
    )

    def play(cell, *, first, count, threads, progress):
        toy = Toy(turns=20 + 2 * cell.arm.levels["deal.rack"])
        return toy.tally(players=3, seed=0, first=first, count=count)

    page = assemble(study.run(tmp_path / "run", source=play))
    said = " ".join(page.findings[0].sentences)
    assert "turns longer" in said
    assert "deal.rack, for each 1 more: length of a game" in said
    assert "scoring.joker_penalty, for each 1 more: no trend of the length of a game" in said
    assert page.summary == ()


@pytest.mark.parametrize("kind", ["sobol", "morris"])
def test_sensitivity_designs_tell_what_matters(tmp_path: Path, kind: str) -> None:
    study = Study(
        title="Racks",
        players=[3],
        games=9000,
        design={
            "kind": kind,
            "variant": "rummikub",
            "runs": 16,
            "factors": {"deal.rack": {"low": 10, "high": 17}, "scoring.joker_penalty": [20, 30]},
        },
    )

    def play(cell, *, first, count, threads, progress):
        noise = 1 + cell.study.resolved.index(cell.arm)
        toy = Toy(turns=20 + 2 * cell.arm.levels["deal.rack"], noise=noise)
        return toy.tally(players=3, seed=0, first=first, count=count)

    page = assemble(study.run(tmp_path / "run", source=play))
    said = page.findings[0].sentences
    first = said[0]
    assert "deal.rack" in first  # the factor that matters more
    penalty = " ".join(line for line in said if "scoring.joker_penalty" in line)
    assert penalty
    if kind == "sobol":
        assert page.figures[0].name == "shares"
    else:
        assert first.startswith("deal.rack, over its whole range, changes the length of a game:")
        assert "longer (noise alone would show" in first
        assert (
            "scoring.joker_penalty: no effect on the length of a game that can be told" in penalty
        )
        assert page.figures[0].name == "sizes"


@pytest.mark.parametrize("games", [1, 2, 5, 300])
def test_few_games_claim_no_change_and_have_the_numbers_of_the_tables(
    games: int, tmp_path: Path
) -> None:
    """All rule sets of the toy go alike: two games that agree do not show that all would."""

    def alike(cell, *, first, count, threads, progress):
        toy = Toy(turns=40, opening=0.3)
        return toy.tally(players=cell.players, seed=7, first=first, count=count, units=True)

    def apart(cell, *, first, count, threads, progress):
        toy = Toy(turns=40, noise=1 + cell.study.resolved.index(cell.arm), opening=0.3)
        return toy.tally(players=cell.players, seed=7, first=first, count=count, units=True)

    study = Study(
        title="The opening",
        players=[2, 4],
        games=games,
        metrics={"primary": "turns", "others": ["pool_left", "first_player_win_rate"]},
        design={"variant": "rummikub", "factors": FACTORS},
    )
    for name, play in (("alike", alike), ("apart", apart)):
        page = assemble(study.run(tmp_path / name, source=play))
        said = [line for finding in page.findings for line in finding.sentences]
        assert not any("too few and tell" in line for line in said)
        forest = next(f for f in page.figures if f.name == "effects-turns")
        bare = games == 1 or (games < 10 and name == "alike")
        assert ("without a line" in forest.caption) == bare
        cells = {n.interval for table in page.summary for row in table.rows for n in row.numbers}
        if games < 10 and name == "alike":
            assert not any("none at all" in line for line in said)
            assert "too few to tell" in cells
            assert any("too few games to tell with two and four players" in x for x in said)
        if games == 300 and name == "alike":
            assert any("none at all" in line for line in said)
        for low, high in re.findall(r"between (−?[\d.,]+) and (−?[\d.,]+)", " ".join(said)):
            assert f"{low} to {high}" in cells, (low, high)
