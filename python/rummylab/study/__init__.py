"""Studies: a file says what to compare; a run plays it into a folder and can be interrupted.

Examples
--------
>>> from rummylab.study import Study
>>> study = Study(title="Opening", arms=[{"variant": "rummikub"}], players=[2], games=2000)
>>> study.metrics.primary
'turns'
"""

from rummylab.study.counts import parse_count
from rummylab.study.design import Arm, Cell, Study
from rummylab.study.factors import Design
from rummylab.study.result import StudyResult
from rummylab.study.scheduler import Step

__all__ = ["Arm", "Cell", "Design", "Step", "Study", "StudyResult", "parse_count"]
