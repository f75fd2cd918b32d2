"""The result of a study: tallies by arm and number of players, as tables and as a report."""

from __future__ import annotations

import importlib
import io
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from rummylab.analysis import metrics, sequential
from rummylab.analysis.compare import Difference
from rummylab.analysis.intervals import CONFIDENCE, Estimate
from rummylab.analysis.tally import Tally
from rummylab.errors import RummyError
from rummylab.stopping import Round, Stopped
from rummylab.study.design import Cell, ResolvedArm, Study
from rummylab.study.rounds import last_round
from rummylab.study.store import Store, write_atomic, writing
from rummylab.variant import Variant

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class StudyResult:
    """What a study found so far.

    Parameters
    ----------
    path : Path
        The folder it was run into.
    study : Study
        What was asked.
    arms : tuple of ResolvedArm
        The rule sets as they were played.
    tallies : dict
        The tally of every arm's id and number of players.
    version : str
        The version of rummylab that played it.
    rounds : dict
        Of a study that stops by itself, the last round at every number of players.
    """

    path: Path
    study: Study
    arms: tuple[ResolvedArm, ...]
    tallies: dict[tuple[str, int], Tally]
    version: str
    rounds: dict[int, Round] = field(default_factory=dict)

    @classmethod
    def load(cls, path: str | Path) -> StudyResult:
        """The result of a folder, finished or not.

        Raises
        ------
        RummyError
            When the folder holds no study, or a rule set of it has not been played at all.
        """
        store = Store.open(Path(path))
        tallies: dict[tuple[str, int], Tally] = {}
        if store.study.stops_itself:
            last = {players: last_round(store, players) for players in store.study.players}
            for place, arm in enumerate(store.arms):
                for players, found in last.items():
                    tallies[arm.id, players] = found.tallies[place]
            return cls(Path(path), store.study, store.arms, tallies, store.version, last)
        for cell in store.cells():
            tally = store.tally(cell)
            if tally is None:
                raise RummyError(
                    f"{path} has no games of {cell.arm.label} with {cell.players} players yet;"
                    f" go on with the command that began it: rummylab study run STUDY -o {path}"
                )
            tallies[cell.arm.id, cell.players] = tally
        return cls(Path(path), store.study, store.arms, tallies, store.version)

    def cells(self) -> list[Cell]:
        """Every arm at every number of players."""
        return [Cell(self.study, arm, n) for arm in self.arms for n in self.study.players]

    @property
    def complete(self) -> bool:
        """Whether all games were played, or as many as its rule to stop asks for."""
        if self.rounds:
            return all(found.stopped is not None for found in self.rounds.values())
        wanted = {(cell.arm.id, cell.players): cell.clusters for cell in self.cells()}
        return all(tally.clusters == wanted[key] for key, tally in self.tallies.items())

    @property
    def base(self) -> Variant:
        """The rule set in which the design changes its factors."""
        assert self.study.design is not None
        return Variant.load(self.study.design.variant)

    def arm(self, name: str) -> ResolvedArm:
        """The arm of this id or label."""
        for arm in self.arms:
            if name in (arm.id, arm.label):
                return arm
        known = ", ".join(arm.id for arm in self.arms)
        raise RummyError(f"the study has no arm {name!r}; it has {known}")

    def tally(self, arm: str, players: int) -> Tally:
        """The tally of an arm, by id or label, at a number of players."""
        found = self.tallies.get((self.arm(arm).id, players))
        if found is None:
            raise RummyError(f"players is {players}; the study has {self.study.players}")
        return found

    def estimate(
        self, arm: str, players: int, metric: str, confidence: float = CONFIDENCE
    ) -> Estimate:
        """One metric of one arm; of a study that stopped by itself it holds at all looks."""
        known = metrics.get(metric, players=players)
        tally, look = self.tally(arm, players), self.look(players)
        found = sequential.at_look(known, tally, look=look, confidence=confidence)
        return known.under(found, self.arm(arm).variant.flat())

    def difference(
        self, arm: str, base: str, players: int, metric: str, confidence: float = CONFIDENCE
    ) -> Difference:
        """One metric of an arm minus that of another on the same deals."""
        return sequential.difference_at_look(
            metrics.get(metric, players=players),
            self.tally(base, players),
            self.tally(arm, players),
            look=self.look(players),
            confidence=confidence,
        )

    def differences(
        self, arm: str, base: str, players: int, names: list[str] | None = None
    ) -> list[Difference]:
        """The metrics of an arm minus those of another on the same deals."""
        both = [metrics.names(self.tally(one, players)) for one in (base, arm)]
        known = [name for name in both[0] if name in both[1]]
        wanted = known if names is None else names
        return [self.difference(arm, base, players, name) for name in wanted]

    def look(self, players: int) -> int:
        """The number of the look at which these games ended; 0 for a study of a fixed size."""
        return self.rounds[players].look if self.rounds else 0

    def confidence(self, players: int, confidence: float = CONFIDENCE) -> float:
        """What an interval needs here so that those of all looks hold at once."""
        look = self.look(players)
        return sequential.spent(look, confidence) if look else confidence

    def why_stopped(self) -> dict[int, Stopped]:
        """Why a study that stops by itself did, at every number of players that has."""
        return {n: found.stopped for n, found in self.rounds.items() if found.stopped is not None}

    # --- Tables

    def frame(self) -> pd.DataFrame:
        """One row per arm, number of players and metric, with value, low, high, n and unit."""
        import pandas as pd

        from rummylab.analysis.frames import metric_frame

        return pd.concat(
            [
                self._labelled(key, metric_frame(tally, look=self.look(key[1])))
                for key, tally in self.tallies.items()
            ]
        )

    def histogram_frame(self) -> pd.DataFrame:
        """One row per arm, number of players, histogram and value that occurred."""
        import pandas as pd

        from rummylab.analysis.frames import histogram_frame

        return pd.concat(
            [self._labelled(key, histogram_frame(self.tallies[key])) for key in self.tallies]
        )

    def block_frame(self) -> pd.DataFrame:
        """One row per arm, number of players and block, with the sums of every quantity."""
        import pandas as pd

        from rummylab.analysis.frames import block_frame

        return pd.concat(
            [self._labelled(key, block_frame(self.tallies[key])) for key in self.tallies]
        )

    def difference_frame(self) -> pd.DataFrame:
        """One row per arm but the first, number of players and metric: the arm minus the first."""
        import pandas as pd

        rows: list[tuple[Any, ...]] = []
        base = self.arms[0]
        for arm in self.arms[1:]:
            for players in self.study.players:
                for found in self.differences(arm.id, base.id, players):
                    gap = found.difference
                    place = (arm.id, base.id, players, found.metric)
                    rows.append((*place, gap.value, gap.low, gap.high, found.gain))
        columns = ["arm", "base", "players", "metric", "difference", "low", "high", "gain"]
        return pd.DataFrame(rows, columns=columns)

    def _labelled(self, key: tuple[str, int], frame: pd.DataFrame) -> pd.DataFrame:
        frame.insert(0, "arm", key[0])
        frame.insert(1, "players", key[1])
        return frame

    def write_tables(self, folder: Path | None = None) -> list[Path]:
        """Write every table as CSV and Parquet, by default into ``tables`` of the folder."""
        target = folder or self.path / "tables"
        tables = {
            "metrics": self.frame(),
            "differences": self.difference_frame(),
            "histograms": self.histogram_frame(),
            "blocks": self.block_frame(),
        }
        written = []
        with writing(target):
            target.mkdir(parents=True, exist_ok=True)
            for name, frame in tables.items():
                for suffix, write in (("csv", _csv), ("parquet", _parquet)):
                    file = target / f"{name}.{suffix}"
                    write_atomic(file, write(frame))
                    written.append(file)
        return written

    def report(self, path: str | Path, *, format: str | None = None) -> Path:
        """Write the report as one HTML page or as Markdown; the suffix of the path decides.

        The report is built on studies, so this room must not import it: it is looked up when asked
        for, as a convenience.
        """
        build = importlib.import_module("rummylab.report").build
        written: Path = build(self.path, path, format=format)
        return written


def _csv(frame: pd.DataFrame) -> Callable[[IO[bytes]], Any]:
    return lambda out: out.write(frame.to_csv(index=False, lineterminator="\n").encode())


def _parquet(frame: pd.DataFrame) -> Callable[[IO[bytes]], Any]:
    def write(out: IO[bytes]) -> None:
        buffer = io.BytesIO()
        frame.reset_index(drop=True).to_parquet(buffer, index=False, compression="zstd")
        out.write(buffer.getvalue())

    return write
