"""Balancing: find the rules, among those that may vary, whose games meet the targets.

Examples
--------
>>> from rummylab.balance import Balance
>>> task = Balance(
...     title="Quick", variant="rummikub", players=[2], games=1000,
...     vary={"deal.rack": [12, 14]}, targets={"turns": {"high": 60}},
... )
>>> len(task.settings)
2
"""

from rummylab.balance.result import Answer, BalanceResult, Check, Setting
from rummylab.balance.search import balance
from rummylab.balance.spec import Balance, Target

__all__ = ["Answer", "Balance", "BalanceResult", "Check", "Setting", "Target", "balance"]
