"""Benchmarks: the solver, whole games, how both scale, and a public peer, in one run.

Everything that is timed is made by the run itself, so that ratios compare like with like.
"""

from __future__ import annotations

from rummylab.bench.page import to_page, to_text
from rummylab.bench.run import PARTS, QUICK, USUAL, Sizes, run

__all__ = ["PARTS", "QUICK", "USUAL", "Sizes", "run", "to_page", "to_text"]
