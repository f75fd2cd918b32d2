"""The command ``rummylab``, one file per sub-command.

Data goes to stdout, progress to stderr and only on a terminal. Exit codes: 0 done, 1 failed, 2
wrong usage or input (one line on stderr), 130 interrupted. Commands import what they need when they
run, so that ``--help`` stays light.
"""

from rummylab.cli.main import main

__all__ = ["main"]
