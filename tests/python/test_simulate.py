"""Simulations: the same bytes whatever the schedule; results as tables and JSON; refusals."""

from __future__ import annotations

import json
import pickle
import signal
import sys
import textwrap
import time
from typing import Any

import numpy as np
import pytest
from processes import started

import rummylab as rl
from rummylab import _core
from rummylab.simulate import tally_range
from rummylab.simulate_result import Result
from rummylab.variant import load

TINY = "rummikub:tiles.colours=3,tiles.numbers=5,tiles.jokers=0,deal.rack=6,opening.min_points=0"
SMALL = "rummikub:tiles.colours=3,tiles.numbers=7,tiles.jokers=1,deal.rack=7,opening.min_points=6"


def same_bytes(a: Result, b: Result) -> bool:
    mine, theirs = a.tally.to_arrays(), b.tally.to_arrays()
    return (
        mine.keys() == theirs.keys()
        and all(mine[name].tobytes() == theirs[name].tobytes() for name in mine)
        and a.columns.keys() == b.columns.keys()
        and all(a.columns[name].tobytes() == b.columns[name].tobytes() for name in a.columns)
    )


def test_philox_is_that_of_numpy() -> None:
    rng = np.random.default_rng(5)
    for _ in range(50):
        key = [int(word) for word in rng.integers(0, 2**64, 2, dtype=np.uint64)]
        counter = [int(word) for word in rng.integers(1, 2**64, 4, dtype=np.uint64)]
        # NumPy counts up before it computes a block.
        before = [counter[0] - 1, *counter[1:]]
        bits = np.random.Philox(
            key=np.array(key, dtype=np.uint64), counter=np.array(before, dtype=np.uint64)
        )
        expected = [int(word) for word in bits.random_raw(4)]
        assert list(_core.philox(key=key, counter=counter)) == expected


@pytest.mark.parametrize("threads", [2, 3, 7])
def test_the_threads_do_not_show(threads: int) -> None:
    options = {"players": 3, "strategies": ["max_tiles", "human", "random"], "seed": 5}
    one = rl.simulate(TINY, games=4200, threads=1, record="turns", **options)
    many = rl.simulate(TINY, games=4200, threads=threads, record="turns", **options)
    assert same_bytes(one, many)
    assert one == many


def test_the_order_of_blocks_does_not_show() -> None:
    options = {"players": 2, "strategies": ["max_tiles", "novice"], "seed": 5, "threads": 1}
    variant = load(TINY)
    whole = rl.simulate(TINY, games=3500, **options).tally
    parts = [
        tally_range(variant, first=first, count=count, **options)
        for first, count in ((3000, 500), (1000, 1000), (0, 1000), (2000, 1000))
    ]
    assert parts[0] + parts[1] + parts[2] + parts[3] == whole.without_units()


def test_seeds_are_different_games_and_rule_sets_share_the_deals() -> None:
    first = rl.simulate(SMALL, games=50, players=2, seed=1, record="games").frame()
    second = rl.simulate(SMALL, games=50, players=2, seed=2, record="games").frame()
    assert not first["turns"].equals(second["turns"])
    # A rule that is never met changes nothing: the same deals.
    same = rl.simulate(f"{SMALL},turn.failure_draw=1", games=50, players=2, seed=1, record="games")
    assert same.frame().equals(first)


def test_a_result_tells_what_was_played() -> None:
    result = rl.simulate(SMALL, games=40, players=2, strategies=["max_tiles", "novice"], seed=7)
    assert result.games == 40
    assert result.strategies == ("max_tiles", "novice")
    assert eval(repr(result), {"rl": rl}) == result
    assert pickle.loads(pickle.dumps(result)) == result
    summary = result.summary()
    assert list(summary.columns) == ["metric", "value", "low", "high", "n"]
    found = summary.set_index("metric").loc["turns"]
    assert found["low"] <= found["value"] <= found["high"]
    assert found["value"] == result.tally.total("turns") / 40
    with pytest.raises(AttributeError):
        result.games = 3  # type: ignore[misc]


def test_the_json_has_what_it_must_and_only_time_differs() -> None:
    runs = [
        rl.simulate(SMALL, games=300, players=3, seed=7, threads=threads).to_json()
        for threads in (1, 2)
    ]
    keys = (
        "version variant variant_id players strategies games seed threads seconds"
        " games_per_second metrics"
    )
    metrics = (
        "turns winner_score loser_score first_player_win_rate opening_turn forced_draw_share"
        " pool_left ending.out ending.pool_empty ending.cap"
    )
    for found in runs:
        assert set(keys.split()) <= found.keys()
        assert set(metrics.split()) <= found["metrics"].keys()
        assert found["metrics"]["turns"].keys() == {"value", "low", "high"}
    for name in ("threads", "seconds", "games_per_second"):
        assert runs[0].pop(name) is not None
        assert runs[1].pop(name) is not None
    assert json.dumps(runs[0]) == json.dumps(runs[1])


def test_a_row_for_each_game() -> None:
    result = rl.simulate(SMALL, games=1100, players=3, seed=3, record="games")
    frame = result.frame()
    tally = result.tally
    assert frame["game"].tolist() == list(range(1100))
    assert frame["turns"].sum() == tally.total("turns")
    assert frame["pool_left"].sum() == tally.total("pool_left")
    assert frame["forced_draws"].sum() == tally.total("forced_draws")
    assert frame["rearranging_turns"].sum() == tally.total("rearranging_turns")
    scores = frame[["score_1", "score_2", "score_3"]]
    assert (scores.sum(axis=1) == 0).all()
    assert scores.sum().tolist() == [tally.total(f"score_seat_{seat}") for seat in (1, 2, 3)]
    assert (frame["ending"] == "out").sum() == tally.total("end_out")
    assert (frame.loc[frame["winners"] == 1, "winner"] > 0).all()
    opened = frame[["opening_turn_1", "opening_turn_2", "opening_turn_3"]]
    assert (opened > 0).sum().sum() == tally.total("openers")
    assert opened.sum().sum() == tally.total("opening_turn_sum")
    # 43 tiles: what is on the racks and in the pool was not laid.
    left = frame[["rack_tiles_1", "rack_tiles_2", "rack_tiles_3"]].sum(axis=1)
    assert (43 - left - frame["pool_left"]).sum() == tally.total("tiles_laid")
    drawn = frame[["tiles_drawn_1", "tiles_drawn_2", "tiles_drawn_3"]].sum(axis=1)
    assert (43 - 21 - drawn == frame["pool_left"]).all()
    jokers = frame[["jokers_1", "jokers_2", "jokers_3"]].sum(axis=1)
    assert jokers.between(0, 1).all()
    assert result.columns["turns"].base is not None, "the rows are not copied"


def test_a_row_for_each_turn() -> None:
    result = rl.simulate(
        SMALL, games=60, players=2, strategies=["max_tiles", "human:slip=20"], record="turns"
    )
    frame = result.frame()
    tally = result.tally
    assert len(frame) == tally.total("turns")
    counts = frame["action"].value_counts()
    for action in ("play", "draw", "failure"):
        assert counts[action] > 0
    assert counts["play"] == tally.total("plays")
    assert counts["failure"] == tally.total("failures")
    assert frame["tiles_laid"].sum() == tally.total("tiles_laid")
    assert frame["table_tiles_moved"].sum() == tally.total("table_tiles_moved")
    assert frame["no_play_existed"].sum() == tally.total("forced_draws")
    assert frame["opening"].sum() == tally.total("openers")
    first = frame[frame["game"] == 0]
    assert first["turn"].tolist() == list(range(1, len(first) + 1))
    assert set(first["seat"]) == {1, 2}
    assert (first.loc[first["action"] == "draw", "tiles_laid"] == 0).all()
    assert (first["pool_left"].diff().dropna() == -first["tiles_drawn"].iloc[1:]).all()


def test_no_rows_unless_asked_for() -> None:
    result = rl.simulate(TINY, games=10, players=2)
    assert not result.columns
    with pytest.raises(rl.RummyError, match='record="games"'):
        result.frame()


def test_matches_are_counted_as_matches() -> None:
    result = rl.simulate(f"{TINY},match.games=players", matches=30, players=3, seed=2)
    assert result.games == 90
    assert result.tally.clusters == 30
    metrics = result.metrics()
    assert metrics["games_per_match"].value == 3
    shares = [metrics[f"match_win_rate.player_{player}"].value for player in (1, 2, 3)]
    assert sum(shares) == pytest.approx(1)
    assert result.to_json()["matches"] == 30


def test_progress_is_told() -> None:
    seen: list[int] = []
    rl.simulate(TINY, games=2000, players=2, threads=2, progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 2000


def test_an_error_in_progress_reaches_the_caller() -> None:
    def broken(done: int) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        rl.simulate(SMALL, games=10**9, players=2, threads=2, progress=broken)


@pytest.mark.parametrize("threads", [1, 2])
def test_control_c_is_heard_within_half_a_second(threads: int) -> None:
    program = textwrap.dedent(
        f"""
        import sys, time
        import rummylab as rl
        def tell(done):
            print("playing", flush=True)
        try:
            rl.simulate({SMALL!r}, games=10**9, players=2, threads={threads}, progress=tell)
        except KeyboardInterrupt:
            print("interrupted", flush=True)
            sys.exit(130)
        """
    )
    with started([sys.executable, "-c", program], bufsize=1) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "playing\n"
        process.send_signal(signal.SIGINT)
        start = time.monotonic()
        for line in process.stdout:
            if line == "interrupted\n":
                break
        passed = time.monotonic() - start
        assert process.wait(timeout=20) == 130
    assert passed < 0.5


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"games": 0}, "games is 0"),
        ({"games": 1.5}, "games is 1.5"),
        ({"games": 10, "matches": 10}, "choose one"),
        ({"matches": -1}, "matches is -1"),
        ({"players": 7}, "players is 7; the rules of rummikub allow 2 to 4 players"),
        ({"players": 1}, "players is 1"),
        ({"strategies": "best"}, 'no strategy "best"; there are: random, novice, human'),
        ({"strategies": "hoarder:tile=3"}, 'no parameter "tile"; its parameters: tiles'),
        ({"strategies": ["max_tiles", "novice"]}, "2 strategies for 4 players"),
        ({"strategies": [3]}, "3 is no strategy"),
        ({"seed": -1}, "seed is -1"),
        ({"threads": 0}, "threads is 0"),
        ({"record": "game"}, "record is 'game'"),
        ({"turn_cap": 0}, "turn_cap is 0"),
    ],
)
def test_what_cannot_be_simulated_is_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(rl.RummyError, match=message):
        rl.simulate("rummikub", **change)  # type: ignore[arg-type]


def test_where_all_play_alike_the_racks_go_round() -> None:
    options: dict[str, Any] = {"players": 2, "seed": 5}
    run = rl.simulate(SMALL, games=60, rotate=True, record="games", **options)
    frame = run.frame().set_index(["game", "rotation"])
    assert run.games == 120
    assert list(frame.loc[0, "first_player"]) == [1, 2]
    assert any(frame.loc[(g, 0), "turns"] != frame.loc[(g, 1), "turns"] for g in range(60))
    alone = rl.simulate(SMALL, games=60, record="games", **options).frame()
    assert frame.xs(0, level="rotation")["turns"].tolist() == alone["turns"].tolist()
    # The rack that starts in rotation 1 is the one that came second in rotation 0.
    first, second = (
        rl.replay(SMALL, game=3, rotation=r, **options).to_json()["racks"] for r in (0, 1)
    )
    assert first == second[::-1]


def test_short_runs_keep_their_deals() -> None:
    one = rl.simulate(SMALL, games=1200, players=2, seed=5, threads=1)
    two = rl.simulate(SMALL, games=1200, players=2, seed=5, threads=2)
    assert one.tally == two.tally
    assert one.tally.units is not None
    assert one.tally.units.shape == (1200, len(one.tally.quantities))
