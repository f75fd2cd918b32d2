"""The native referee of a rule set, made once for each number of players."""

from __future__ import annotations

import os
from functools import lru_cache

from rummylab import _core
from rummylab.variant import Variant, load, native_players

VariantSpec = str | os.PathLike[str] | Variant


def judge(variant: VariantSpec, players: int | None) -> _core.Referee:
    """The referee of a table game; None: with the standard set of tiles."""
    loaded = load(variant)
    return _judge(loaded, native_players(loaded, players))


@lru_cache(maxsize=256)
def _judge(variant: Variant, players: int) -> _core.Referee:
    return _core.Referee(variant.native(), players)
