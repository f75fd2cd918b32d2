"""Control-C in the calls that may last: each ends within a second or so."""

from __future__ import annotations

import signal
import sys
import time

import pytest
from processes import started

PROGRAM = """
import os
import rummylab as rl

rl.simulate("rummikub", games=1, threads=1), rl.replay("rummikub")  # imports what they need
{before}
print("begins", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
    os._exit(130)
"""
MANY = "many = [(['R4 R5 R6'], 'R7 B1 K2 K3 K4 Y9', True)] * 1000"
CALLS = {
    # Each of these would go on for a minute and more, and a game of the planners for seconds.
    "slow players": (
        "",
        "rl.simulate('fichas', games=50, players=6, strategies='planner', threads=2)",
    ),
    "one slow game": ("", "rl.replay('fichas', players=6, strategies='planner')"),
    "long matches": (
        "",
        "rl.simulate('gin:match.target=100000', matches=10**6, players=2, threads=1)",
    ),
    "positions": (
        MANY + "\npacked = rl.pack('rummikub', many * 1000)",
        "rl.best_plays('rummikub', packed, threads=2)",
    ),
    "positions to read": (MANY, "rl.pack('rummikub', many * 5000)"),
    "hands": (
        "hands = ['4S 5S 6S 8S 8H 8D KC 2S 2H JK 9D'] * 2_000_000",
        "rl.best_hands('argentino', hands)",
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_an_interrupt_ends_the_call(name: str) -> None:
    before, call = CALLS[name]
    program = PROGRAM.format(before=before, call=call)
    with started([sys.executable, "-c", program], bufsize=1) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begins\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        start = time.monotonic()
        assert process.stdout.readline() == "interrupted\n"
        passed = time.monotonic() - start
        assert process.wait(timeout=20) == 130
    assert passed < 2
