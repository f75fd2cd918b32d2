"""What a person gets wrong: one line that names it, says what is allowed and what to do next."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

import rummylab as rl
from rummylab.balance import Balance
from rummylab.cli import main
from rummylab.errors import RummyError
from rummylab.study import Study

# Words of the library that checks values; nobody who plays rummy knows them.
FOREIGN = ("Input should", "validation error", "Value error", "unable to parse", "[type=", "\n")
# Values of every kind, most of which are wrong for most keys.
VALUES: tuple[Any, ...] = (
    *("two", "", 7, -1, 2.5, True, None, [], ["x"], [1], [[1]], {}, {"a": 1}, float("nan")),
    *({"turns": "x"}, {"turns": [1]}, {"low": "a"}, {"within": [1]}, {"deal.rack": {"low": "a"}}),
    *({"deal.rack": {"low": 1, "high": 2, "step": 0}}, {"deal.rack": [1.5]}),
)
STUDY: dict[str, Any] = {
    "title": "A study",
    "question": "",
    "players": [2],
    "strategies": "max_tiles",
    "games": 100,
    "seed": 1,
    "rotate": False,
    "until": {},
    "sprt": {},
    "metrics": {"primary": "turns", "others": ["turns"]},
    "arms": [{"variant": "rummikub", "label": "a", "changes": {}, "strategies": "max_tiles"}],
    "design": {"kind": "full", "variant": "rummikub", "factors": {"deal.rack": [12, 14]}},
}
TASK: dict[str, Any] = {
    "title": "A task",
    "variant": "rummikub",
    "players": [2],
    "vary": {"deal.rack": [12, 14]},
    "targets": {"turns": {"high": 60}},
    "keep": [],
    "cost": {"deal.rack": 2.0},
    "finalists": 1,
    "search": "grid",
}


ODDS = ["odds", "rummikub", "--rack", "R1"]
TURN = ["referee", "turn", "--rack", "R1 R2 R3", "--result", "R1 R2 R3"]


def one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(words) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    return shown.err.removesuffix("\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["simulate", "rummikub", "-p", "two"], "--players is two; the rules of rummikub allow 2"),
        (["simulate", "rummikub", "-t", "x"], "--threads is x; allowed: a whole number from 1"),
        (["league", "rummikub", "-p", "x"], "--players is x; the rules of rummikub allow 2 to 4"),
        (["play", "rummikub", "--rack", "R1", "-p", "x"], "--players is x; the rules of"),
        (["play", "rummikub", "--rack", "R1", "--all", "--limit", "x"], "--limit is x; write a"),
        (["simulate", "gin", "-p", "3"], "the rules of gin are for 2 players: write --players 2"),
        (["simulate", "rummikub", "-p", "5"], "(--set players.max=5 changes that)"),
        (["league", "rummikub", "-s", "foo"], 'there is no strategy "foo"; there are: random'),
        (["compare", "rummikub", "-s", "foo"], 'there is no strategy "foo"; there are: random'),
        (["simulate", "rummikub", "-p", "4", "-s", "foo,x"], 'there is no strategy "foo"'),
        (["simulate", "rummikub", "--until", "forced=1"], "did you mean forced_draw_share?"),
        (["simulate", "rummikub", "--until", "foo=1"], "'foo'; rummylab metrics lists all"),
        (["compare", "gin", "gin-oklahoma", "--metric", "suspense"], "is a metric of drama, not"),
        (["compare", "gin", "gin-oklahoma", "--metric", "skill_score"], "is a metric of league"),
        (["play", "gin", "--rack", "4S 5S 6S"], "for table games, such as rummikub (the hands of"),
        (["play", "rummikub", "--rack", "R1", "--limit", "3"], "--limit is 3, which is for --all"),
        (["simulate", "rummikub", "-n", "0"], "--games is 0; write a whole number from 1"),
        (["simulate", "rummikub", "-n", "1e30"], "write a whole number from 1 to 2**53"),
        (["variant", "show", "rummikub:opening.min=5"], "did you mean opening.min_points? ([op"),
        (["variant", "show", "rummikub:knock.limit=5"], "is a key of draw games alone (the"),
        (["variant", "show", "rummikub:foo.bar=5"], "is no key of a rule set (the sections"),
        (["variant", "show", "rummikub", "--toml", "--json"], "are both given; choose one"),
        ([*ODDS, "--others", "9,9,9,9,9"], "--others is 9,9,9,9,9, which makes 6 players with"),
        ([*ODDS, "--others", "5", "--known", "3:J"], "the player of --known 3:J is 3; allowed: 2"),
        (["plan", "rummikub", "-w", "1", "-d", "1"], "--half-width and --detect are both given"),
        (["plan", "rummikub", "-d", "1"], "--detect asks for a difference; give a second"),
        (["plan", "rummikub", "schmidt", "-d", "0"], "--detect is 0; give a positive number"),
        (["plan", "rummikub", "gin", "-w", "1"], "cannot compare table games with draw games"),
        (["plan", "rummikub", "rummikub", "-w", "1"], "plan for different rules"),
        (["plan", "rummikub", "-w", "1", "-m", "decisions"], "decisions, which a pilot does not"),
        (["compare", "rummikub", "schmidt", "-n", "9", "-m", "decisions"], "or --choices 50"),
        (["replay", "rummikub", "--match", "1", "-g", "50"], "game is 50, but the match has 4"),
        (["replay", "rummikub", "-p", "2", "--rotation", "2"], "a whole number from 0 to 1"),
        (["drama", "gin"], "drama looks at games with a shared table; gin is a draw game"),
        (["report", __file__, "-o", "x.md"], "is a file; give the folder that 'rummylab study"),
        (["referee", "meld", "okey", "R1 R2 R3"], "give the tile that was turned up, such as R9 ("),
        (["referee", "meld", "rummikub", "R1", "--indicator", "R9"], "but rummikub has none;"),
        ([*TURN, "rummikub", "--indicator", "R9"], "but rummikub has none; leave it out"),
        ([*TURN, "okey-101", "--indicator", "Q"], '"Q" in "Q" is no tile of this game'),
        ([*TURN, "gin"], "gin shows its melds when the deal ends; ask referee.hand of Python"),
        (["simulat", "rummikub"], "Did you mean 'simulate'?"),
    ],
)
def test_a_command_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    message = one_line(words, capsys)
    assert said in message
    assert not any(word in message for word in FOREIGN)


def test_a_comparison_may_count_legal_plays(capsys: pytest.CaptureFixture[str]) -> None:
    small = "rummikub:tiles.numbers=7,tiles.jokers=0,deal.rack=5,opening.min_points=0"
    words = ["compare", small, f"{small},deal.rack=6", "-p", "2", "-n", "20", "-m", "decisions"]
    assert main([*words, "--choices", "9"]) == 0
    assert "legal plays of a turn" in capsys.readouterr().out


def test_a_plan_for_two_takes_players_that_both_allow(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "gin", "okey", "-w", "5", "--pilot", "20"]) == 0
    assert "the same deals" in capsys.readouterr().out


def test_a_list_of_commands_has_whole_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    for words in ([], ["study"], ["variant"], ["referee"]):
        assert main(words) == 0
        listed = capsys.readouterr().out.split("Commands:")[1].strip().splitlines()
        assert [line for line in listed if not line.endswith((".", "?"))] == []
        assert [line for line in listed if line.endswith("...")] == []


def test_gin_is_not_told_to_let_three_play(capsys: pytest.CaptureFixture[str]) -> None:
    """Knocking is for two whatever players.max says."""
    assert "--set" not in one_line(["simulate", "gin", "-p", "3"], capsys)


@pytest.mark.parametrize("text", ["", "# a comment\n", 'name = "Mine"\n', 'family = "draw"\n'])
def test_a_variant_file_that_says_no_rule(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    said = one_line(["variant", "check", str(file)], capsys)
    assert said == (
        f"rummylab: {file}: the file says no rule; name a rule set to begin with, such as extends"
        ' = "rummikub", and list what differs from it'
    )


@pytest.mark.parametrize("words", [["study", "show"], ["balance"]])
def test_a_file_that_says_nothing(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "empty.toml"
    file.write_text("# nothing yet\n", encoding="utf-8")
    assert f"{file}: the file says nothing; a " in one_line([*words, str(file)], capsys)


@pytest.mark.parametrize("names", ["a", "ab", "abc"])
def test_rule_sets_that_extend_each_other(
    names: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The circle is named once, at the line that closes it."""
    files = [tmp_path / f"{name}.toml" for name in names]
    for file, parent in zip(files, [*files[1:], files[0]], strict=True):
        file.write_text(f'extends = "{parent.name}"\n', encoding="utf-8")
    said = one_line(["variant", "check", str(files[0])], capsys)
    circle = " -> ".join(map(str, [*files, files[0]]))
    assert said.startswith(f"rummylab: {files[-1]}, line 1: extends goes round in a circle: ")
    assert f": {circle}; end it at a rule set" in said


def test_a_parent_that_is_missing_is_said_at_its_child(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    top, middle = tmp_path / "top.toml", tmp_path / "middle.toml"
    top.write_text('extends = "middle.toml"\n', encoding="utf-8")
    middle.write_text('extends = "none.toml"\n', encoding="utf-8")
    said = one_line(["variant", "check", str(top)], capsys)
    assert said.startswith(f"rummylab: {middle}, line 1: none.toml: there is no such file;")


def test_two_families_have_a_short_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["variant", "diff", "rummikub", "gin"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("The families differ: rummikub is a table game,")
    assert "deal.rack: 14 -> 10" in out
    assert "joker.lock" not in out  # gin has no such rule
    assert len(out.splitlines()) < 40


def places(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Every key of a file, with the keys and indices that lead to it."""
    found: list[tuple[Any, ...]] = []
    for key, value in values.items():
        found.append((key,))
        inner = value[0] if key == "arms" else value
        head = (key, 0) if key == "arms" else (key,)
        if isinstance(inner, dict):
            found += [(*head, *rest) for rest in places(inner)]
    return found


def with_value(values: dict[str, Any], place: tuple[Any, ...], value: Any) -> Any:
    """A copy with one value in place of another."""
    if not place:
        return value
    head, *rest = place
    changed = list(values) if isinstance(values, list) else dict(values)
    changed[head] = with_value(values[head], tuple(rest), value)
    return changed


@pytest.mark.parametrize(("kind", "file"), [(Study, STUDY), (Balance, TASK)])
def test_no_foreign_words_for_a_wrong_value(kind: Any, file: dict[str, Any]) -> None:
    """Every kind of value at every key, through the checks that a file goes through."""
    right = kind(**file)
    said = []
    for place, value in itertools.product(places(file), VALUES):
        try:
            right.replace(**with_value(file, place, value))
        except RummyError as error:
            said.append(str(error))
    assert [message for message in said if any(word in message for word in FOREIGN)] == []
    assert len(said) > 100


@pytest.mark.parametrize(
    ("words", "folder"),
    [
        (
            ["simulate", "rummikub", "-n", "20", "--record", "games", "-o", "new/a/rows.csv"],
            "new/a",
        ),
        (["drama", "rummikub", "-n", "30", "--pilot", "30", "--plot", "new/b.png"], "new"),
    ],
)
def test_a_missing_folder_is_made_with_a_note(
    words: list[str],
    folder: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 0
    assert capsys.readouterr().err == f"made the folder {folder}\n"
    assert Path(words[-1]).is_file()
    assert main(words) == 0
    assert capsys.readouterr().err == ""


def test_long_texts_are_told_by_their_beginning_and_length() -> None:
    for call in (
        lambda: rl.best_play("rummikub", rack="Z" * 100_000),
        lambda: rl.best_hand("gin", "Z" * 100_000),
        lambda: rl.best_play("rummikub", rack="", objective="Z" * 100_000),
        lambda: rl.simulate("rummikub", strategies="Z" * 100_000),
        lambda: rl.load("Z" * 100_000),
        lambda: rl.load("gin").replace({"Z" * 100_000: 1}),
    ):
        with pytest.raises(RummyError, match=r"Z{40}\.\..*\(100000 characters\)") as caught:
            call()
        assert len(str(caught.value)) < 600
    with pytest.raises(RummyError, match=r'"ää*\.\." \(\d+ characters\)'):
        rl.best_play("rummikub", rack="ä" * 100_000)


def test_a_message_that_is_a_book_keeps_its_beginning_and_its_end() -> None:
    message = str(RummyError(f"seed is {'7' * 100_000}; allowed: 0 to 2**64 - 1"))
    assert message.startswith("seed is 7")
    assert message.endswith("; allowed: 0 to 2**64 - 1")
    assert len(message) < 600
