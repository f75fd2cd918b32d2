"""Running a study: interrupted, killed, resumed, refused; the same bytes whatever happened."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from study_toys import Toy

from rummylab.analysis.tally import Tally
from rummylab.errors import RummyError
from rummylab.study import Cell, Step, Study, StudyResult

HERE = Path(__file__).parent


def study(**changes: Any) -> Study:
    fields: dict[str, Any] = {
        "title": "Opening",
        "players": [2, 3],
        "games": 23_000,
        "seed": 7,
        "arms": [
            {"variant": "rummikub", "label": "Thirty"},
            {"variant": "rummikub", "changes": {"opening.min_points": 50}, "label": "Fifty"},
        ],
    }
    return Study(**{**fields, **changes})


class Play:
    """A source of tallies that can stop the run at a chosen chunk."""

    def __init__(self, stop_at: int | None = None) -> None:
        self.calls: list[tuple[str, int, int]] = []
        self.stop_at = stop_at

    def __call__(
        self,
        cell: Cell,
        *,
        first: int,
        count: int,
        threads: int | None,
        progress: Callable[[int], None] | None,
    ) -> Tally:
        if self.stop_at is not None and len(self.calls) >= self.stop_at:
            raise KeyboardInterrupt
        self.calls.append((cell.id, first, count))
        if progress is not None:
            progress(count // 2)
        toy = Toy(turns=30 if cell.arm.id == "thirty" else 34, noise=len(cell.arm.id))
        return toy.tally(players=cell.players, seed=cell.study.seed, first=first, count=count)


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file.name != ".lock"
    }


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("study") / "out"
    study().run(out, source=Play())
    return out


def test_chunks_go_round_the_cells_and_cover_every_game_once(tmp_path: Path) -> None:
    play = Play()
    study().run(tmp_path / "out", source=play)
    cells = ["thirty-2p", "thirty-3p", "fifty-2p", "fifty-3p"]
    assert play.calls == [
        (cell, first, count)
        for first, count in ((0, 10_000), (10_000, 10_000), (20_000, 3000))
        for cell in cells
    ]


@pytest.mark.parametrize("stop_at", [0, 1, 5, 11])
def test_an_interrupted_run_goes_on_and_ends_with_the_same_bytes(
    done: Path, tmp_path: Path, stop_at: int
) -> None:
    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        study().run(out, source=Play(stop_at))
    rest = Play()
    study().run(out, source=rest)
    assert len(rest.calls) == 12 - stop_at
    assert files(out) == files(done)


def test_running_a_finished_study_plays_nothing(done: Path) -> None:
    before = files(done)
    play = Play()
    study().run(done, source=play)
    assert play.calls == []
    assert files(done) == before


SCRIPT = """
import sys, time
sys.path.insert(0, {here!r})
from test_study_run import Play, study
class Slow(Play):
    def __call__(self, *args, **kwargs):
        time.sleep(0.05)
        return super().__call__(*args, **kwargs)
print("ready", flush=True)
study().run({out!r}, source=Slow())
"""


@pytest.mark.parametrize("after", [0.05, 0.2, 0.41])
def test_a_killed_run_loses_no_more_than_its_chunk(
    done: Path, tmp_path: Path, after: float
) -> None:
    out = tmp_path / "out"
    script = SCRIPT.format(here=str(HERE), out=str(out))
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    time.sleep(after)
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=30)
    kept = len(list(out.rglob("*.npz")))
    play = Play()
    study().run(out, source=play)
    assert len(play.calls) == 12 - kept
    assert files(out) == files(done)


def test_what_a_killed_run_left_half_written_is_swept(done: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        study().run(out, source=Play(2))
    half = out / "blocks/thirty-2p/0000010000.npz.1.partial"
    half.write_bytes(b"half")
    study().run(out, source=Play())
    assert not half.exists()
    assert files(out) == files(done)


def test_a_run_killed_before_its_first_file_was_whole_begins_anew(
    done: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "study.json.77.partial").write_bytes(b'{"form')
    (out / ".lock").touch()
    study().run(out, source=Play())
    assert files(out) == files(done)


REFUSED = {
    "games": ({"games": 22_000}, "its games are 23000, yours 22000"),
    "seed": ({"seed": 8}, "its seed is 7, yours 8"),
    "players": ({"players": [2, 3, 4]}, r"its players are \[2, 3\], yours"),
    "strategies": ({"strategies": "random"}, "its arms are thirty .*max_tiles.*random"),
    "rules": ({"arms": [{"variant": "schmidt", "label": "Thirty"}]}, "its arms are thirty"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_another_study_in_the_same_folder_is_refused(done: Path, name: str) -> None:
    changes, message = REFUSED[name]
    before = files(done)
    with pytest.raises(RummyError, match=message) as caught:
        study(**changes).run(done, source=Play())
    assert "holds another study" in str(caught.value)
    assert "choose another folder" in str(caught.value)
    assert files(done) == before


@pytest.mark.parametrize("games", [23_500, 24_000, 41_000, 60_000])
def test_the_same_study_with_more_games_goes_on(tmp_path: Path, games: int) -> None:
    out, whole = tmp_path / "out", tmp_path / "whole"
    study().run(out, source=Play())
    more = Play()
    study(games=games).run(out, source=more)
    anew = Play()
    study(games=games).run(whole, source=anew)
    assert files(out) == files(whole)
    assert 0 < len(more.calls) < len(anew.calls)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"form', "is damaged: it is no JSON; bring back a copy"),
        ("[]", "is damaged: it does not say its format"),
        ("{}", "is damaged: it does not say its format"),
        ('{"format": 99}', "has format 99, this version of rummylab reads 1; bring back"),
    ],
)
def test_a_damaged_study_says_what_to_do(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "study.json").write_text(text)
    for use in (StudyResult.load, lambda out: study().run(out, source=Play())):
        with pytest.raises(RummyError, match=message):
            use(tmp_path)


def test_words_may_change_numbers_stay(tmp_path: Path) -> None:
    out = tmp_path / "out"
    study().run(out, source=Play())
    play = Play()
    result = study(title="Better title", question="Why?").run(out, source=play)
    assert play.calls == []
    assert result.study.title == StudyResult.load(out).study.title == "Better title"


def test_a_folder_with_other_things_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("precious")
    with pytest.raises(RummyError, match="is not empty and holds no study"):
        study().run(tmp_path, source=Play())


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(RummyError, match=r"cannot write to .*not a directory; choose a folder"):
        study().run(file / "out", source=Play())


def test_two_runs_in_one_folder_are_kept_apart(tmp_path: Path) -> None:
    out = tmp_path / "out"

    class Meddling(Play):
        def __call__(self, *args: Any, **kwargs: Any) -> Tally:
            with pytest.raises(RummyError, match="another run is working in"):
                study().run(out, source=Play())
            return super().__call__(*args, **kwargs)

    study(games=1000).run(tmp_path / "other", source=Play())
    with pytest.raises(KeyboardInterrupt):
        study().run(out, source=Meddling(1))


def test_a_damaged_chunk_is_named(done: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    study().run(out, source=Play())
    chunk = out / "blocks/fifty-3p/0000010000.npz"
    data = bytearray(chunk.read_bytes())
    data[len(data) // 2] ^= 0xFF
    chunk.write_bytes(data)
    with pytest.raises(RummyError, match=r"0000010000.npz is damaged; remove it and run"):
        StudyResult.load(out)
    chunk.unlink()
    study().run(out, source=Play())
    assert files(out) == files(done)


def test_a_chunk_of_another_study_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "out"
    study().run(out, source=Play())
    source = out / "blocks/fifty-3p/0000020000.npz"
    (out / "blocks/fifty-3p/0000010000.npz").write_bytes(source.read_bytes())
    with pytest.raises(RummyError, match="holds 3000 deals of 3 players, not 10000 of 3"):
        StudyResult.load(out)


def test_progress_counts_every_deal_and_what_was_there_before(tmp_path: Path) -> None:
    out = tmp_path / "out"
    steps: list[Step] = []
    with pytest.raises(KeyboardInterrupt):
        study().run(out, source=Play(3), progress=steps.append)
    assert steps[0].done == 0
    assert steps[0].seconds_left is None
    assert steps[-1].done == 30_000
    again: list[Step] = []
    study().run(out, source=Play(), progress=again.append)
    assert again[0].done == 30_000
    assert again[-1].done == again[-1].total == 4 * 23_000
    assert again[-1].seconds_left == 0
    assert [s.done for s in again] == sorted(s.done for s in again)
    assert again[0].label == "Fifty, 3 players"


def test_an_unfinished_study_can_be_read_when_every_cell_has_games(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        study().run(out, source=Play(3))
    with pytest.raises(RummyError, match="has no games of Fifty with 3 players yet; go on"):
        StudyResult.load(out)
    with pytest.raises(KeyboardInterrupt):
        study().run(out, source=Play(2))
    result = StudyResult.load(out)
    assert not result.complete
    assert {t.clusters for t in result.tallies.values()} == {10_000, 20_000}


def test_a_folder_without_a_study(tmp_path: Path) -> None:
    with pytest.raises(RummyError, match="holds no study; make one with"):
        StudyResult.load(tmp_path)


def test_the_frozen_rules_are_the_rules(done: Path) -> None:
    result = StudyResult.load(done)
    assert result.complete
    assert [a.variant for a in result.arms] == [a.variant for a in study().resolved]
    assert result.arm("Fifty").variant.opening.min_points == 50
    with pytest.raises(RummyError, match="no arm 'sixty'; it has thirty, fifty"):
        result.arm("sixty")


def test_tables(done: Path) -> None:
    result = StudyResult.load(done)
    frame = result.frame()
    row = frame[(frame.arm == "thirty") & (frame.players == 3) & (frame.metric == "turns")].iloc[0]
    assert row.value == result.estimate("Thirty", 3, "turns").value
    assert row.low < 30 < row.high
    for name in ("metrics", "differences", "histograms", "blocks"):
        csv = pd.read_csv(done / f"tables/{name}.csv")
        parquet = pd.read_parquet(done / f"tables/{name}.parquet")
        assert list(csv.columns) == list(parquet.columns)
        assert len(csv) == len(parquet) > 0
    gap = result.difference_frame()
    turns = gap[(gap.metric == "turns") & (gap.players == 2)].iloc[0]
    assert (turns.arm, turns.base) == ("fifty", "thirty")
    assert turns.low < 4 < turns.high
    assert turns.gain > 1.5
    blocks = result.block_frame()
    assert blocks[blocks.arm == "fifty"]["games"].sum() == 46_000


def test_threads_are_checked(tmp_path: Path) -> None:
    with pytest.raises(RummyError, match="threads is 0; allowed: 1 to 1024"):
        study().run(tmp_path / "out", threads=0, source=Play())


def test_no_file_tells_the_time_or_the_machine(done: Path) -> None:
    text = (done / "study.json").read_text()
    assert os.uname().nodename not in text
    with np.load(done / "blocks/thirty-2p/0000000000.npz") as arrays:
        assert "seconds" not in arrays
