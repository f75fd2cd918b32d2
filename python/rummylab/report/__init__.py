"""Reports: one self-contained HTML page, or Markdown, from the folder of a study.

Examples
--------
>>> from rummylab.report import build
>>> build.__name__
'build'
"""

from rummylab.report.build import build

__all__ = ["build"]
