"""Balancing on a toy whose truth is known: the answer, its sureness, and what it cost to find."""

from __future__ import annotations

import json
import math
import re
import zlib
from pathlib import Path

import pytest
from study_toys import Toy

import rummylab as rl
from rummylab.analysis.intervals import Estimate
from rummylab.analysis.tally import Tally
from rummylab.balance import Balance, BalanceResult, Check, Target, balance
from rummylab.balance.spec import to_toml
from rummylab.cli import main
from rummylab.errors import RummyError
from rummylab.report.balance import answer_sentence, assemble, summary_sentence, write
from rummylab.variant import Variant

VARY = {"opening.min_points": [0, 30, 50], "deal.rack": [10, 12, 14]}


def toy(variant: Variant) -> Toy:
    """Turns by the rack and the minimum, empty pools by the rack."""
    turns = 20 + variant.deal.rack + variant.opening.min_points / 5
    return Toy(turns=turns, pool_empty=0.01 + 0.02 * (14 - variant.deal.rack), edge=0.0)


class Played:
    """Plays the toy, and remembers what it was asked for."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, int, int, int]] = []

    def __call__(
        self, variant: Variant, *, players: int, seed: int, first: int, count: int
    ) -> Tally:
        self.calls.append((variant.id, seed, first, count))
        own = zlib.crc32(variant.id.encode())
        source = toy(variant)
        return Toy(source.turns, source.edge, source.pool_empty, noise=own).tally(
            players=players, seed=seed % 1000, first=first, count=count
        )


def task(**changes: object) -> Balance:
    given: dict[str, object] = {
        "title": "Toy",
        "variant": "rummikub",
        "players": [3],
        "vary": VARY,
        "targets": {"turns": {"low": 32, "high": 35.5}, "ending.pool_empty": {"high": "4 %"}},
        "games": 2000,
        "confirm": 6000,
        "seed": 5,
    }
    return Balance(**{**given, **changes})


@pytest.fixture(scope="module")
def found() -> tuple[BalanceResult, Played]:
    source = Played()
    return balance(task(), source=source), source


def test_the_setting_that_meets_the_targets_is_found(found: tuple[BalanceResult, Played]) -> None:
    """Only 0 points with 14 tiles (34 turns, 1 %) does: 12 tiles leave 5 % empty pools."""
    result, _ = found
    assert result.answer.setting.point == {"opening.min_points": 0, "deal.rack": 14}
    assert result.answer.confirmed
    assert result.answer.sure > 0.95
    assert result.spec == "rummikub:opening.min_points=0"
    assert not result.fight


def test_games_saved_on_clear_misses_go_to_the_close_ones(
    found: tuple[BalanceResult, Played],
) -> None:
    result, source = found
    fates = {tuple(s.point.values()): s for s in result.settings}
    assert fates[50, 14].fate == "misses"
    assert fates[50, 14].games == 250  # one round was enough
    assert max(s.games for s in result.settings) > 2000
    searched = sum(count for _, seed, _, count in source.calls if seed == 5)
    assert searched <= 2000 * 9
    assert result.games == sum(count for *_, count in source.calls)


def test_the_answer_is_confirmed_on_games_of_another_seed(
    found: tuple[BalanceResult, Played],
) -> None:
    _, source = found
    assert {seed for _, seed, _, _ in source.calls} == {5, 5 + 2**63}
    fresh = [name for name, seed, _, _ in source.calls if seed != 5]
    assert len(fresh) == len(set(fresh))  # no rule set is played twice


def test_the_truth_is_within_the_intervals(found: tuple[BalanceResult, Played]) -> None:
    result, _ = found
    turns, empty = result.answer.setting.checks
    assert turns.found.low <= 34 <= turns.found.high
    assert empty.found.low <= 0.01 <= empty.found.high
    changes = result.answer.reverted["opening.min_points"][3][0].difference
    assert changes.low <= 6 <= changes.high  # back to 30: 6 turns more


def test_the_answer_does_not_depend_on_anything_else() -> None:
    again = balance(task(), source=Played())
    assert json.dumps(again.to_dict()) == json.dumps(balance(task(), source=Played()).to_dict())


def test_targets_that_fight_have_a_front() -> None:
    """Few turns ask for a small rack, few empty pools for a large one."""
    result = balance(
        task(
            targets={"turns": {"high": 31}, "ending.pool_empty": {"high": 0.02}},
            vary={"deal.rack": [9, 10, 11, 12, 13, 14]},
        ),
        source=Played(),
    )
    assert result.fight
    assert not result.answer.confirmed
    assert "no setting met every target" in answer_sentence(result)
    assert len(result.front()) >= 4  # in truth each is better than every other in one target
    (figure,) = assemble(result).figures
    assert "at the price of another" in figure.caption


def test_a_good_setting_rarely_drops_out() -> None:
    """A setting whose truth lies on the end of a band is good; 5 % of the runs may drop it."""
    lost = 0
    for seed in range(40):
        result = balance(
            task(
                targets={"turns": {"low": 34}},
                vary={"opening.min_points": [0, 50]},
                games=1500,
                confirm=100,
                finalists=1,
                seed=seed,
            ),
            source=Played(),
        )
        good = next(s for s in result.settings if s.point["opening.min_points"] == 0)
        lost += good.fate == "misses"
    assert lost <= 4


def test_large_spaces_are_searched_with_optuna() -> None:
    wide = {
        "opening.min_points": list(range(0, 60, 5)),
        "deal.rack": [10, 11, 12, 13, 14],
        "scoring.joker_penalty": [20, 25, 30, 35, 40],
    }
    large = task(vary=wide, trials=40, games=1000)
    assert large.searched
    result = balance(large, source=Played())
    assert result.answer.setting.miss == 0
    assert len(result.settings) < 40
    assert "optuna tried up to 40" in summary_sentence(result)
    again = balance(large, source=Played())
    assert again.spec == result.spec


def test_the_page(found: tuple[BalanceResult, Played], tmp_path: Path) -> None:
    result, _ = found
    text = write(result, tmp_path / "report.html").read_text(encoding="utf-8")
    for part in (
        "opening.min_points 0 instead of 30",
        "no points are asked",
        "32 to 35.5 turns",
        "at most 4 %".replace(" %", "\u00a0%"),
        "a tile more to who starts",
        "rummylab balance balance.toml",
        "<svg",
    ):
        assert part in text, part
    said = write(result, tmp_path / "report.md").read_text(encoding="utf-8")
    assert "**Answer: opening.min_points 0 instead of 30; all targets hold on 6,000" in said
    turns = next(line for line in said.splitlines() if "instead of 30 | 3 | length of a g" in line)
    assert "turns longer (" in turns  # what is different without the change, not the target itself
    for page in (text, said):
        assert "wide enough for all targets together" in page
    assert (tmp_path / "report-figures" / "pareto.png").is_file()
    assert "<script" not in text
    assert "<link" not in text


def test_checks_of_one_target() -> None:
    target = Target(low=28, high=34)

    def check(value: float, low: float, high: float) -> Check:
        return Check("turns", 4, target, Estimate(value, low, high, 100))

    assert check(31, 29, 33).fate == "meets"
    assert check(33, 31, 35).fate == "open"
    assert check(36, 35, 37).fate == "misses"
    assert check(36, 35, 37).miss == pytest.approx(2 / 6)
    assert check(31, 29, 33).doubt(0.95) < 0.01
    # The end lies on the value: half of the chance is outside.
    assert check(34, 33, 35).doubt(0.95) == pytest.approx(0.5)
    assert Target(within=0.5).miss(-1.0) == 0.5


FILE = """\
title = "Family night"
variant = "rummikub"
players = [2]
games = 60
confirm = 80
finalists = 1
keep = ["joker.lock"]

[vary]
deal.rack = [14, 20]

[targets]
turns = { high = 58 }
ending.pool_empty = { high = "20 %" }
"""


def test_the_command_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "balance.toml").write_text(FILE, encoding="utf-8")
    assert main(["balance", str(tmp_path), "-o", str(tmp_path / "out")]) == 0
    said = capsys.readouterr().out
    assert "Answer: deal.rack 20 instead of 14" in said
    assert "To even the seats" in said
    assert (tmp_path / "out" / "report.html").is_file()
    kept = json.loads((tmp_path / "out" / "balance.json").read_text(encoding="utf-8"))
    assert kept["answer"]["variant"] == "rummikub:deal.rack=20"
    assert main(["balance", str(tmp_path), "--json", "-t", "1"]) == 0
    assert json.loads(capsys.readouterr().out) == kept
    assert Balance.load(tmp_path) == Balance.model_validate(
        __import__("tomllib").loads(to_toml(Balance.load(tmp_path)))
    )


@pytest.mark.parametrize(
    ("change", "instead", "said"),
    [
        ("turns = {", "turnz = {", "did you mean turns"),
        ("deal.rack = [14, 20]", "deal.rak = [14, 20]", "deal.rack"),
        ("deal.rack = [14, 20]", "deal.rack = [14]", "give two or more different levels"),
        ("deal.rack = [14, 20]", "deal.rack = [70, 80]", "no combination"),
        ('"joker.lock"', '"deal.rack"', "which keep says must stay"),
        ("{ high = 58 }", "{ low = 60, high = 58 }", "high must be above low"),
        ("{ high = 58 }", "{ within = 2, high = 58 }", "within stands alone"),
        ("{ high = 58 }", "{ hihg = 58 }", "targets"),
        ("players = [2]", "players = [5]", "allow 2 to 4"),
        ("games = 60", "game = 60", "did you mean games"),
        ('title = "Family night"', "", "title is missing"),
    ],
)
def test_mistakes_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: str, instead: str, said: str
) -> None:
    assert change in FILE
    (tmp_path / "balance.toml").write_text(FILE.replace(change, instead), encoding="utf-8")
    assert main(["balance", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_a_draw_game_is_balanced_too() -> None:
    """It knows no extra tile for who starts; points are all that is proposed."""
    gin = task(
        variant="gin", players=[2], strategies="greedy", games=60, confirm=80, finalists=1,
        vary={"deal.rack": [8, 10]}, targets={"turns": {"high": 60}},
    )  # fmt: skip
    result = balance(gin)
    assert result.answer.setting.point == {"deal.rack": 10}
    assert [c.words for c in result.compensation] == ["nothing"]


def test_a_missing_file_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["balance", str(tmp_path / "none.toml")]) == 2
    assert "there is no such task; give a task file" in capsys.readouterr().err
    with pytest.raises(RummyError):
        rl.Balance.load(tmp_path)


def test_a_copy_is_checked_and_keeps_nothing_of_the_old_rules() -> None:
    task = Balance(
        title="A task",
        players=[2],
        variant="rummikub",
        vary={"deal.rack": [12, 14]},
        targets={"turns": {"high": 60}},
    )
    assert task.base.id == "rummikub"
    assert task.model_copy(update={"variant": "schmidt"}).base.id == "schmidt"
    with pytest.raises(RummyError, match="games is"):
        task.model_copy(update={"games": -1})


def test_few_games_say_how_far_each_number_may_be_off() -> None:
    task_ = task(players=[2, 3], games=3, confirm=3, targets={"turns": {"low": 32, "high": 35.5}})
    result = balance(task_, source=Played())
    assert "two and three players" in summary_sentence(result)
    page = assemble(result)
    assert page.reverted
    for *_, told in page.reverted:
        assert re.search(r"\(.*\)$|too few games|at all", told), told
    for *_, found_, _ in page.checks:
        assert "(" in found_, found_
    for row in page.seats:
        assert all("(" in cell for cell in row[2:]), row
    assert any(head.endswith(", two players") for head in page.settings_head)


def test_an_interval_that_was_cut_off_is_no_surer() -> None:
    whole = Check("turns", 2, Target(low=0, high=40), Estimate(10.0, -50.0, 70.0, 3))
    cut = Check("turns", 2, Target(low=0, high=40), Estimate(10.0, 1.0, 70.0, 3))
    nothing = Check("turns", 2, Target(low=0), Estimate(10.0, -math.inf, math.inf, 1))
    assert cut.doubt(0.95) == whole.doubt(0.95)
    assert nothing.doubt(0.95) == 1.0
