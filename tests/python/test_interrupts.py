"""Control-C in the calls that may last: each ends soon, although its work goes on much longer."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from processes import started

# The native calls are asked directly where a function of Python reads all arguments first: the
# interrupt has to find them at work.
PROGRAM = """
import os, signal, sys
import rummylab as rl
from rummylab import _core

rl.simulate("rummikub", games=1, threads=1), rl.replay("rummikub")  # imports what they need
{before}
if "deaf" in sys.argv:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
print("begins", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
    os._exit(130)
print("done", flush=True)
"""
ROWS = """
rules = rl.load("rummikub").native()
rows = [(["R4 R5 R6"], "R7 B1 K2 K3 K4 Y9", True)] * {count}
"""
HANDS = """
solver = _core.DrawHandSolver(rl.load("argentino").native_draw())
hands = ["4S 5S 6S 8S 8H 8D KC 2S 2H JK 9D"] * 3_000_000
"""
# Each of these works for more than LASTS seconds, most for a minute.
CALLS = {
    "slow players": (
        "",
        "rl.simulate('fichas', games=50, players=6, strategies='planner', threads=2)",
    ),
    "one slow game": ("", "rl.replay('fichas', players=6, strategies='planner:samples=200')"),
    "long matches": (
        "",
        "rl.simulate('gin:match.target=100000', matches=10**6, players=2, threads=1)",
    ),
    "positions to read": (
        ROWS.format(count=10_000_000),
        "_core.PackedPositions(rules, rows)",
    ),
    "positions": (
        ROWS.format(count=1_000_000) + "packed = _core.PackedPositions(rules, rows)",
        "_core.best_plays(packed, 'tiles', 1)",
    ),
    "hands": (HANDS, "_core.best_hands(solver, hands, 'deadwood', '', 1)"),
    "plays of a huge rack": (
        "rack = ' '.join(f'{colour}{n}' for colour in 'RBKY' for n in range(1, 14))",
        "rl.plays('rummikub', rack=rack)",
    ),
}
HEARD = 1.5  # seconds: about a tenth where nothing else runs
LASTS = 3.5


@contextmanager
def at_work(name: str, *words: str) -> Iterator:
    before, call = CALLS[name]
    program = PROGRAM.format(before=before, call=call)
    with started([sys.executable, "-c", program, *words], bufsize=1) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begins\n"
        yield process


@pytest.mark.parametrize("name", CALLS)
def test_an_interrupt_ends_the_call(name: str) -> None:
    with at_work(name) as process:
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        start = time.monotonic()
        assert process.stdout.readline() == "interrupted\n"
        passed = time.monotonic() - start
        assert process.wait(timeout=20) == 130
    assert passed < HEARD


@pytest.mark.parametrize("name", CALLS)
def test_without_one_it_would_go_on(name: str) -> None:
    """Or the test above would hold of a call that hears nothing and comes to its end."""
    with at_work(name, "deaf") as process:
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        time.sleep(LASTS - 0.5)
        assert process.poll() is None
    assert LASTS > 0.5 + HEARD
