"""Mistakes in rule files and specs: file, line, key, value, what is allowed, the nearest key."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from rummylab.errors import RummyError, VariantError
from rummylab.variant import Variant, load
from rummylab.variant_source import line_of

BAD_FILES = {
    "unknown key": (
        'extends = "rummikub"\n\n[opening]\nmin_point = 50\n',
        ["mine.toml, line 4", "opening.min_point = 50", "did you mean opening.min_points?"],
    ),
    "unknown key that looks like none": (
        "[joker]\nzzz = 1\n",
        ["line 2", "joker.zzz = 1", "[joker] has retrieval, tile_from, reuse, lock"],
    ),
    "key in the wrong section": (
        "[joker]\njoker_penalty = 50\n",
        ["line 2", "did you mean scoring.joker_penalty?"],
    ),
    "key without a section": ("min_points = 50\n", ["line 1", "did you mean opening.min_points?"]),
    "unknown section": (
        "\n[openings]\nmin_points = 50\n",
        ["line 2", "openings", "the sections are"],
    ),
    "section as a value": ("opening = 50\n", ["line 1", "opening is 50", "[opening]"]),
    "wrong type": (
        '[opening]\nmin_points = "thirty"\n',
        ["line 2", 'opening.min_points is "thirty"', "an integer from 0 to 500"],
    ),
    "a float": ("[turn]\nseconds = 1.5\n", ["line 2", "turn.seconds is 1.5", "from 0 to 3600"]),
    "a number for a yes or no": ("[turn]\nmust_play = 1\n", ["line 2", "true or false"]),
    "a yes for a number": (
        "[deal]\nrack = true\n",
        ["line 2", "deal.rack is true", "from 1 to 60"],
    ),
    "a date": ("[deal]\nrack = 2020-01-01\n", ["line 2", "deal.rack is", "from 1 to 60"]),
    "out of bounds": ("[tiles]\ncolours = 7\n", ["line 2", "tiles.colours is 7", "from 3 to 6"]),
    "misspelt word": (
        '[joker]\nlock = "ful"\n',
        ["line 2", 'joker.lock is "ful"', '"none", "no_remove", "full"', 'did you mean "full"?'],
    ),
    "dotted key": ('joker.lock = "ful"\n', ["line 1", "joker.lock"]),
    "bad tile set": (
        '[players]\nmax = 6\ntiles = { 5 = "107" }\n',
        ["line 3", 'players.tiles.5 is "107"', "160_4x3"],
    ),
    "bad number of players": (
        '[players.tiles]\n5 = "106"\n7 = "106"\n',
        ["line 3", "players.tiles.7", "from 2 to 6"],
    ),
    "tile set that is no table": ('[players]\ntiles = "106"\n', ["line 2", "players.tiles"]),
    "list of the wrong length": (
        "[scoring]\ntile_values = [1, 2]\n",
        ["line 2", "scoring.tile_values is a list of 2", "13 integers"],
    ),
    "list of words": ('[scoring]\ntile_values = ["a"]\n', ["line 2", "one per number"]),
    "empty list": ("[scoring]\ntile_values = []\n", ["line 2", "one per number"]),
    "racks that the tiles cannot fill": (
        "[deal]\nrack = 30\n",
        ["line 2", "deal.rack is 30", "106 tiles", "4 players", "allowed: 1 to 26"],
    ),
    "shares too small for the rack": (
        '[deal]\nrack = 26\nstarter_extra = 1\ndraw_from = "own_share"\n',
        ["line 2", "deal.rack is 26", "allowed: 1 to 25"],
    ),
    "groups of five with four colours": (
        "[melds]\ngroup_max = 5\n",
        ["line 2", "melds.group_max is 5", "4 colours", "allowed: 3 to 4"],
    ),
    "groups shorter than a meld": (
        "[melds]\nmin_length = 4\ngroup_max = 3\n",
        ["line 3", "melds.group_max is 3", "melds.min_length is 4"],
    ),
    "runs shorter than a meld": (
        "[melds]\nmin_length = 5\nrun_max = 4\n",
        ["line 3", "melds.run_max is 4", "allowed: 5 to 13"],
    ),
    "fewer at most than at least": (
        "[players]\nmin = 5\n",
        ["line 2", "players.min is 5", "players.max is 4"],
    ),
    "a discard of a tile that is not dealt": (
        "[deal]\nstarter_discards = true\n",
        ["line 2", "deal.starter_discards is true", "deal.starter_extra = 1"],
    ),
    "a contradiction with what is extended": (
        'extends = "signature"\n[deal]\nstarter_extra = 0\n',
        ["line 3", "deal.starter_discards is true", "deal.starter_extra is 0"],
    ),
    "not TOML": ("[deal\nrack = 14\n", ["mine.toml, line 1", "not valid TOML"]),
    "a key twice": ("[deal]\nrack = 14\nrack = 15\n", ["mine.toml, line 3", "not valid TOML"]),
    "a parent that does not exist": (
        '\nextends = "rumikub"\n',
        ["line 2", '"rumikub" is no rule set', "did you mean rummikub?"],
    ),
    "a parent file that does not exist": ('extends = "no.toml"\n', ["line 1", "there is no such"]),
    "a parent that is no text": ("extends = 5\n", ["line 1", "extends is 5"]),
    "its own parent": ('extends = "mine.toml"\n', ["line 1", "circle"]),
    "a name that is no text": ("name = 5\n", ["line 1", "name is 5", "a text"]),
}


@pytest.mark.parametrize("case", BAD_FILES)
def test_bad_files(case: str, tmp_path: Path) -> None:
    text, expected = BAD_FILES[case]
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(VariantError) as caught:
        load(str(path))
    message = str(caught.value)
    assert message.startswith(str(path))
    assert "\n" not in message
    for part in expected:
        assert part in message


def test_a_mistake_in_a_parent_is_shown_in_the_parent(tmp_path: Path) -> None:
    (tmp_path / "parent.toml").write_text("[deal]\nrack = 99\n", encoding="utf-8")
    (tmp_path / "child.toml").write_text('extends = "parent.toml"\n', encoding="utf-8")
    with pytest.raises(VariantError, match=r"parent\.toml, line 2: deal\.rack is 99"):
        load(str(tmp_path / "child.toml"))


def test_every_mistake_is_listed(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[deal]\nrack = 99\nstart = 1\n[turn]\ndraw = 0\n", encoding="utf-8")
    with pytest.raises(VariantError, match="and 2 more mistakes") as caught:
        load(str(path))
    assert len(caught.value.problems) == 3
    assert [p.split(": ")[0][-6:] for p in caught.value.problems] == ["line 3", "line 2", "line 5"]
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.problems == caught.value.problems
    assert str(again) == str(caught.value)


def test_files_extend_files(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('extends = "fichas"\n[deal]\nrack = 13\n', encoding="utf-8")
    (tmp_path / "sub").mkdir()
    child = tmp_path / "sub" / "b.toml"
    child.write_text(
        'extends = "../a.toml"\nname = "B"\n[players]\ntiles = { 5 = "160_6x2" }\n',
        encoding="utf-8",
    )
    v = load(str(child))
    assert load("fichas").diff(v) == {
        "deal.rack": (14, 13),
        "players.tiles.5": ("160_4x3", "160_6x2"),
    }
    assert (v.name, v.id, v.spec) == ("B", "b", str(child))
    changed = v.replace({"deal.rack": 12})
    assert changed.id == "b:deal.rack=12"
    assert load(changed.spec) == changed
    assert load(f"{child}:deal.rack=12") == changed


def test_a_file_without_a_parent_starts_from_the_defaults(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[opening]\nmin_points = 30\n", encoding="utf-8")
    assert load(path) == load("rummikub")
    assert load(path).name == "mine"


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("rumikub", ['"rumikub"', "did you mean rummikub?", "signature"]),
        ("chess", ['"chess" is no rule set and no file', "shipped rule sets"]),
        ("house.toml", ["house.toml", "there is no such file"]),
        ("", ['"" is no rule set']),
        (":deal.rack=1", ['"" is no rule set']),
        ("rummikub:", ["rummikub:", "nothing follows the colon"]),
        ("rummikub:deal.rack", ["deal.rack", "key=value"]),
        ("rummikub:deal.rack=", ["deal.rack=", "key=value"]),
        ("rummikub:deal.rack=13,", ['""', "key=value"]),
        ("rummikub:opening.min_point=50", ["rummikub:opening.min_point=50", "opening.min_points?"]),
        ("rummikub:opening.min_points=fifty", ['"fifty"', "an integer from 0 to 500"]),
        ("rummikub:opening.min_points=5000", ["opening.min_points is 5000", "from 0 to 500"]),
        ("rummikub:opening.joker_value=free", ['"face", "zero", "forbidden" or an integer']),
        ("rummikub:deal.starter=higest_tile", ['did you mean "highest_tile"?']),
        ("rummikub:deal.rack=27", ["deal.rack is 27", "allowed: 1 to 26"]),
        ("rummikub:tiles.copies=1", ["deal.rack is 14", "54 tiles"]),
        ("rummikub:melds.group_max=5", ["4 colours"]),
        ("rummikub:scoring.tile_values=[1,2,3]", ["a list of 3", "13 integers"]),
        ("fichas:players.tiles.7=106", ["players.tiles.7", "from 2 to 6"]),
        ("fichas:players.tiles.5=160", ['players.tiles.5 is "160"', "160_4x3"]),
        ("rummikub:deal.rack=99999999999999999999999", ["deal.rack"]),
        ("x" * 400, ["is no rule set and no file"]),
    ],
)
def test_bad_specs(spec: str, expected: list[str]) -> None:
    with pytest.raises(RummyError) as caught:
        load(spec)
    message = str(caught.value)
    assert "\n" not in message
    for part in expected:
        assert part in message


def test_a_folder_is_no_rule_set(tmp_path: Path) -> None:
    with pytest.raises(VariantError, match="is a folder"):
        load(str(tmp_path))


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(VariantError, match="cannot be read: it is not UTF-8 text"):
        load(path)


def test_bad_changes_in_python() -> None:
    v = load("rummikub")
    with pytest.raises(VariantError, match=r"did you mean opening\.min_points\?"):
        v.replace({"opening.minimum_points": 50})
    with pytest.raises(VariantError, match="an integer from 0 to 500"):
        v.replace({"opening.min_points": 50.0})
    with pytest.raises(VariantError, match=r"opening\.min_points is -1"):
        Variant(opening={"min_points": -1})
    with pytest.raises(VariantError, match="the sections are"):
        Variant.from_dict({"openings": {}})


def test_lines_of_keys() -> None:
    text = "\n".join(
        [
            'extends = "rummikub"',
            "# opening.min_points = 1",
            'joker.lock = "full"',
            "[opening]",
            "  min_points= 50",
            "[players.tiles]",
            '"5" = "106"',
            "[ scoring ]",
            "tile_values = [",
            "  1, 2,",
            "]",
        ]
    )
    found = [
        "extends",
        "joker.lock",
        "opening.min_points",
        "players.tiles.5",
        "scoring.tile_values",
    ]
    assert [line_of(text, key) for key in found] == [1, 3, 5, 7, 9]
    assert line_of(text, "opening.melds") == 4
    assert line_of(text, "turn.draw") is None
