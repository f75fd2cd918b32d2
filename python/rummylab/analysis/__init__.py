"""Statistics of runs: tallies, intervals, metrics, frames and comparisons.

Numbers in, numbers out: nothing here knows rules or the native module.

Examples
--------
>>> from rummylab.analysis.intervals import wilson
>>> wilson(50, 100).value
0.5
"""
