"""rummylab: what does this rule do to the game?

The public names are listed here, once, and loaded when they are first used, so that start-up stays
light: ``rummylab --help`` imports neither pandas nor matplotlib.

Examples
--------
>>> import rummylab as rl
>>> rl.Variant.load("rummikub").id
'rummikub'
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType

__version__ = "0.1.0"

TYPE_CHECKING = False  # that of typing, which takes its time
if TYPE_CHECKING:
    from rummylab import referee as referee
    from rummylab.balance.spec import Balance as Balance
    from rummylab.compare import Comparison as Comparison
    from rummylab.compare import compare as compare
    from rummylab.errors import RummyError as RummyError
    from rummylab.hands import HandPlan as HandPlan
    from rummylab.hands import best_hand as best_hand
    from rummylab.hands import best_hands as best_hands
    from rummylab.league import League as League
    from rummylab.league import league as league
    from rummylab.odds import Odds as Odds
    from rummylab.odds import odds as odds
    from rummylab.plan import Plan as Plan
    from rummylab.plan import plan as plan
    from rummylab.replay import replay as replay
    from rummylab.simulate import simulate as simulate
    from rummylab.simulate_result import Result as Result
    from rummylab.solve import Play as Play
    from rummylab.solve import best_play as best_play
    from rummylab.solve import best_plays as best_plays
    from rummylab.solve import can_play as can_play
    from rummylab.solve import pack as pack
    from rummylab.solve import plays as plays
    from rummylab.strategy import Strategy as Strategy
    from rummylab.study import Study as Study
    from rummylab.variant import Variant as Variant
    from rummylab.variant import load as load
    from rummylab.variant import variants as variants

# Public name -> the module that defines it ("" where the name is a module). The imports above
# say the same to type checkers; a test holds the two together.
_HOMES = {
    "Balance": "balance.spec",
    "Comparison": "compare",
    "League": "league",
    "Odds": "odds",
    "Plan": "plan",
    "HandPlan": "hands",
    "Play": "solve",
    "Result": "simulate_result",
    "RummyError": "errors",
    "Strategy": "strategy",
    "Study": "study",
    "Variant": "variant",
    "best_hand": "hands",
    "best_hands": "hands",
    "best_play": "solve",
    "best_plays": "solve",
    "can_play": "solve",
    "compare": "compare",
    "league": "league",
    "load": "variant",
    "odds": "odds",
    "pack": "solve",
    "plan": "plan",
    "plays": "solve",
    "referee": "",
    "replay": "replay",
    "simulate": "simulate",
    "variants": "variant",
}

__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'rummylab' has no attribute {name!r}")
    if not home:
        return importlib.import_module(f"rummylab.{name}")
    value = getattr(importlib.import_module(f"rummylab.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


class _Package(ModuleType):
    """Keeps ``rummylab.simulate`` the function once the file of that name is imported."""

    def __setattr__(self, name: str, value: object) -> None:
        # Importing rummylab.simulate makes Python set the attribute to the module.
        if _HOMES.get(name) and isinstance(value, ModuleType):
            return
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
