"""Studies that stop by themselves: the same end however they were run, and intervals that hold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from study_toys import Toy

from rummylab.analysis import metrics, sequential
from rummylab.cli import main
from rummylab.errors import RummyError
from rummylab.report import build
from rummylab.study import Step, Study, StudyResult

QUICK = "rummikub:tiles.colours=3,tiles.numbers=5,tiles.jokers=0,deal.rack=6,opening.min_points=0"


def study(**changes: Any) -> Study:
    fields = {
        "title": "Opening",
        "players": [2, 3],
        "games": 40_000,
        "seed": 7,
        "until": {"turns": 0.25},
        "arms": [
            {"variant": "rummikub", "label": "Thirty"},
            {"variant": "rummikub:opening.min_points=50", "label": "Fifty"},
        ],
    }
    return Study(**{**fields, **changes})


class Play:
    """Toys in place of the engine; with three players lengths vary less."""

    def __init__(self, stop_at: int | None = None) -> None:
        self.calls: list[tuple[str, int, int]] = []
        self.stop_at = stop_at

    def __call__(self, cell, *, first, count, threads, progress):
        if self.stop_at is not None and len(self.calls) == self.stop_at:
            raise KeyboardInterrupt
        self.calls.append((cell.id, first, count))
        toy = Toy(turns=30 if cell.arm.id == "thirty" else 34, noise=len(cell.arm.id))
        units = first + count <= 50_000
        return toy.tally(players=cell.players, seed=7, first=first, count=count, units=units)


def files(folder: Path) -> dict[str, bytes]:
    kept = (p for p in sorted(folder.rglob("*")) if p.is_file() and p.name != ".lock")
    return {str(file.relative_to(folder)): file.read_bytes() for file in kept}


def run_alike(
    folder: Path, rule: list[str], out: Path, capsys: pytest.CaptureFixture[str]
) -> dict[str, Any]:
    """What `study run` says of a study of two players: the same on one thread and on two."""
    said = []
    for threads in ("1", "2"):
        words = ["study", "run", str(folder), "-o", str(out / threads), *rule, "-t", threads]
        assert main([*words, "--json"]) == 0
        said.append(json.loads(capsys.readouterr().out))
        # What is finished is only read, and said in words.
        assert main(words) == 0
        assert "With two players: stopped after" in capsys.readouterr().out
    assert said[0] == said[1]
    assert files(out / "1") == files(out / "2")
    return said[0]


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("until") / "out"
    study().run(out, source=Play())
    return out


def test_it_stops_at_its_precision_and_not_before(done: Path) -> None:
    result = StudyResult.load(done)
    assert result.complete
    for players, why in result.why_stopped().items():
        assert why.rule == "until"
        assert "turns is known to ±0.2" in why.says
        sizes = {t.clusters for (_, n), t in result.tallies.items() if n == players}
        assert sizes == {sequential.looks(40_000)[why.look - 1]}
        gap = result.difference("fifty", "thirty", players, "turns").difference
        assert gap.half_width <= 0.25
        before = sequential.looks(40_000)[why.look - 2]
        toys = [
            Toy(turns=t, noise=n).tally(players=players, seed=7, first=0, count=before, units=True)
            for t, n in ((30, 6), (34, 5))
        ]
        metric = metrics.get("turns", players=players)
        earlier = sequential.always_valid_difference(metric, *toys, look=why.look - 1)
        assert earlier.difference.half_width > 0.25


@pytest.mark.parametrize("stop_at", [1, 3, 5])
def test_an_interrupted_run_ends_alike(done: Path, tmp_path: Path, stop_at: int) -> None:
    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        study().run(out, source=Play(stop_at))
    if stop_at == 5:  # a whole round of each number of players: what is there can be read
        begun = StudyResult.load(out)
        assert not begun.complete
        assert {t.clusters for t in begun.tallies.values()} == {1000}
    else:
        with pytest.raises(RummyError, match="no whole round of games with"):
            StudyResult.load(out)
    rest = Play()
    study().run(out, source=rest)
    assert files(out) == files(done)
    again = Play()
    study().run(out, source=again)
    assert again.calls == []


def test_a_narrower_half_width_goes_on_and_a_fixed_size_does_not(tmp_path: Path) -> None:
    out = tmp_path / "out"
    study(until={"turns": 0.5}).run(out, source=Play())
    first = StudyResult.load(out)
    goes_on = Play()
    result = study().run(out, source=goes_on)
    assert min(start for _, start, _ in goes_on.calls) >= min(
        t.clusters for t in first.tallies.values()
    )
    assert result.tallies == StudyResult.load(out).tallies
    with pytest.raises(RummyError, match="run ends at a half-width, yours at its number of games"):
        study(until={}).run(out, source=Play())


def test_every_interval_is_as_wide_as_looking_asks(done: Path) -> None:
    result = StudyResult.load(done)
    tally = result.tally("thirty", 2)
    for name in ("turns", "first_player_win_rate", "turns.median"):
        alone = metrics.estimate(tally, name)
        assert result.estimate("thirty", 2, name).half_width >= alone.half_width
    frame = result.frame()
    row = frame[(frame.arm == "thirty") & (frame.players == 2) & (frame.metric == "turns")]
    assert row["high"].item() == result.estimate("thirty", 2, "turns").high
    assert result.confidence(2) > 0.95


def test_a_limit_without_the_half_width_is_said(tmp_path: Path) -> None:
    small = study(games=3000, until={"turns": 0.01}, players=[2])
    result = small.run(tmp_path / "out", source=Play())
    assert result.complete
    why = result.why_stopped()[2]
    assert why.says == (
        "stopped at the limit of 3,000 games for each, without the half-width asked for"
    )
    page = build(tmp_path / "out", tmp_path / "page.md").read_text(encoding="utf-8")
    assert "at most 3,000 games for each" in page
    assert "stopped at the limit of 3,000 games" in page


def test_the_report_says_which_rule_stopped_it(done: Path, tmp_path: Path) -> None:
    page = build(done, tmp_path / "page.md").read_text(encoding="utf-8")
    assert "With two players: stopped after" in page
    assert "every difference from the first rule set was known well enough: turns to ±0.25" in page
    assert 'until = { "turns" = 0.25 }' in page
    again = Study.load(done)
    assert again.until == {"turns": 0.25}


def test_what_is_told_while_it_runs(tmp_path: Path) -> None:
    told: list[str] = []

    def progress(step: Step) -> None:
        told.append(step.label)
        assert step.done <= step.total

    study(until={"turns": 0.5}).run(tmp_path / "out", source=Play(), progress=progress)
    assert told[0] == "Thirty, 2 players"
    assert any("turns is known to ±" in label for label in told)


@pytest.mark.parametrize(
    ("until", "message"),
    [
        ({"turn": 0.1}, "there is no metric 'turn'; did you mean turns"),
        ({"turns": 0}, "until is turns=0"),
        ({"win_rate.seat_3": 1.0}, "win_rate.seat_3"),
    ],
)
def test_half_widths_that_cannot_be(until: dict[str, float], message: str) -> None:
    with pytest.raises(RummyError, match=message):
        study().replace(until=until)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "study"
    folder.mkdir()
    (folder / "study.toml").write_text(
        f'title = "Quick"\nplayers = [2]\ngames = "20k"\nseed = 3\n[[arms]]\nvariant = "{QUICK}"\n',
        encoding="utf-8",
    )
    said = run_alike(folder, ["--until", "turns=0.6"], tmp_path, capsys)
    assert said["until"] == {"turns": 0.6}
    assert said["stopped"]["2"]["rule"] == "until"
    assert main(["study", "run", str(folder), "-o", str(tmp_path / "x"), "--until", "turns"]) == 2
    assert "write METRIC=HALFWIDTH" in capsys.readouterr().err
