"""Study files: what they mean, and errors that show the line and the way out."""

from __future__ import annotations

from pathlib import Path

import pytest

from rummylab.cli import main
from rummylab.errors import RummyError
from rummylab.study import Study, parse_count
from rummylab.study.design import flatten

GOOD = """\
title = "Opening"
question = "What does the minimum do?"
players = [2, 3]
strategies = "max_tiles"
games = "20k"
seed = 7

[metrics]
primary = "turns"
others = ["winner_score"]

[[arms]]
variant = "rummikub"
label = "Official"

[[arms]]
variant = "rummikub"
changes = { "opening.min_points" = 50 }
"""


def write(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "study.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_good_file(tmp_path: Path) -> None:
    study = Study.load(write(tmp_path, GOOD))
    assert (study.games, study.seed, study.players) == (20_000, 7, [2, 3])
    first, second = study.resolved
    assert (first.id, first.label) == ("official", "Official")
    assert second.variant.opening.min_points == 50
    assert second.label == second.variant.id
    assert [cell.id for cell in study.cells()][:2] == ["official-2p", "official-3p"]
    assert study.cells()[1].strategies == ["max_tiles"] * 3


def test_a_folder_stands_for_its_study(tmp_path: Path) -> None:
    write(tmp_path, GOOD)
    assert Study.load(tmp_path) == Study.load(tmp_path / "study.toml")


def test_a_rule_file_beside_the_study(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('extends = "rummikub"\nopening.min_points = 40\n')
    text = GOOD.replace('variant = "rummikub"\nlabel', 'variant = "mine.toml:deal.rack=13"\nlabel')
    arm = Study.load(write(tmp_path, text)).resolved[0]
    assert (arm.variant.opening.min_points, arm.variant.deal.rack) == (40, 13)


def test_changes_may_be_written_as_tables() -> None:
    study = Study(
        title="t",
        players=[2],
        games=10,
        arms=[{"variant": "rummikub", "changes": {"opening": {"min_points": 40}}}],
    )
    assert study.resolved[0].variant.opening.min_points == 40
    assert flatten({"a": {"b": {"c": 1}}, "d.e": 2}) == {"a.b.c": 1, "d.e": 2}


def test_with_rotation_a_deal_is_a_game_of_every_player() -> None:
    study = Study(title="t", players=[3], games=1000, rotate=True, arms=[{"variant": "rummikub"}])
    assert study.cells()[0].clusters == 334


BAD = {
    "unknown key": (
        ("seed = 7", "sead = 7"),
        "line 6: sead = 7 is no key of a study; did you mean seed",
    ),
    "key of an arm": (("label =", "labell ="), 'line 14: labell = "Official" is no key of'),
    "key of metrics": (("others =", "other ="), "line 10: other = .* did you mean others"),
    "metric": (('"turns"', '"turn"'), r"line 9: metrics.*no metric 'turn'; did you mean turns\?"),
    "games": (
        ('"20k"', '"many"'),
        "line 5: games is 'many'; write a whole number from 1 to 2",
    ),
    "no games": (('"20k"', "0"), "line 5: games is 0; write a whole number"),
    "players": (
        ("[2, 3]", "[2, 9]"),
        "line 3: players is 9; allowed: a list of numbers of players",
    ),
    "players twice": (("[2, 3]", "[2, 2]"), "line 3: players is .2, 2.; list every number"),
    "too many players": (
        ("[2, 3]", "[2, 5]"),
        "line 13: players holds 5, but the rules of rummikub",
    ),
    "seed": (("seed = 7", "seed = -1"), "line 6: seed is -1; allowed: an integer from 0"),
    "type": (('title = "Opening"', "title = 3"), "line 1: title is 3; allowed: a text"),
    "missing": (('title = "Opening"', ""), "title is missing; it takes a text"),
    "rule set": (('"rummikub"\nlabel', '"rummycub"\nlabel'), "line 13: .*did you mean rummikub"),
    "rule": (("min_points", "min_point"), "line 17: .*did you mean opening.min_points"),
    "value": (("50", "-5"), "line 17: opening.min_points is -5; allowed: an integer from 0"),
    "strategy": (('"max_tiles"', '"max_tile"'), "line 13: .*max_tile"),
    "seats": (('"max_tiles"', '["max_tiles", "max_tiles"]'), "names 2 for 3 players"),
    "TOML": (("players = [", "players = ["[:-1]), "this is not valid TOML"),
    "labels": (
        ("changes", 'label = "Official"\nchanges'),
        "line 17: the label 'Official' is taken",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_mistake_is_shown_where_it_is(name: str, tmp_path: Path) -> None:
    (old, new), message = BAD[name]
    assert old in GOOD
    file = write(tmp_path, GOOD.replace(old, new, 1))
    with pytest.raises(RummyError, match=message) as caught:
        Study.load(file)
    text = str(caught.value)
    assert text.startswith(str(file))
    assert "\n" not in text


def test_arms_written_in_one_piece_still_have_a_line(tmp_path: Path) -> None:
    text = 'title = "t"\nplayers = [2]\ngames = 5\narms = [{variant = "rummikub", lable = "x"}]\n'
    with pytest.raises(RummyError, match=r"line 4: lable = .* did you mean label"):
        Study.load(write(tmp_path, text))


def test_a_study_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RummyError, match="there is no such study"):
        Study.load(tmp_path)
    with pytest.raises(RummyError, match="there is no such study"):
        Study.load(tmp_path / "nothing.toml")


def test_replace_checks_again() -> None:
    study = Study(title="t", players=[2], games=10, arms=[{"variant": "rummikub"}])
    assert study.replace(games="5k", seed=3).games == 5000
    with pytest.raises(RummyError, match="games is 'x'"):
        study.replace(games="x")
    assert study.model_copy(update={"games": "5k"}) == study.replace(games="5k")
    with pytest.raises(RummyError, match="games is 'x'"):
        study.model_copy(update={"games": "x"})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *[("200k", 200_000), ("1M", 1_000_000), ("1e6", 1_000_000), ("1.5M", 1_500_000), (7, 7)],
        *[("100_000", 100_000), ("1,000", 1000), (" 5K ", 5000), ("2.50e2", 250)],
    ],
)
def test_counts(text: str | int, value: int) -> None:
    assert parse_count(text) == value


@pytest.mark.parametrize(
    "text", ["", "k", "1.5", "-3", "0", "1e", "5kk", "many", 1.5, True, "1.2345k"]
)
def test_bad_counts(text: str) -> None:
    with pytest.raises(RummyError, match="write a whole number"):
        parse_count(text)


def test_a_command_lists_every_mistake_of_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "study.toml"
    file.write_text('titel = "x"\nplayers = [9]\ngames = "a"\n', encoding="utf-8")
    assert main(["study", "show", str(file)]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 4
    assert all(line.startswith(f"rummylab: {file}") for line in said)
    with pytest.raises(RummyError, match=r"title is missing.* \(and 3 more\)$"):
        Study.load(file)
