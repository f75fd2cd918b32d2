"""What every test may use."""

from __future__ import annotations

import os
from pathlib import Path

import hypothesis
import pytest

# Before anything imports matplotlib or rich: no window, no colours, a fixed width.
os.environ["MPLBACKEND"] = "Agg"
os.environ["NO_COLOR"] = "1"
os.environ["COLUMNS"] = "120"
os.environ.pop("FORCE_COLOR", None)

# The same examples in every run, so that a failure can be repeated; `thorough` looks further.
hypothesis.settings.register_profile("default", deadline=None, derandomize=True)
hypothesis.settings.register_profile(
    "thorough", deadline=None, max_examples=2000, print_blob=True, derandomize=False
)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the project."""
    return ROOT
