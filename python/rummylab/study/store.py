"""The folder of a study: what was asked, frozen, and one file per chunk of blocks.

A chunk file appears whole or not at all (written aside, synced, renamed), so a run may be killed at
any moment and loses at most the chunk that it was playing. Nothing in the folder but the tables is
rewritten, unless the study grows by more games, and no file holds a time or a name of a machine:
two runs of one study are equal.

::

    OUT/study.json                        the study, its rules in full, the version that plays it
    OUT/study.toml                        the same as a study file, to run it again elsewhere
    OUT/blocks/<arm>-<n>p/0000000000.npz  sums of a chunk, named by its first deal
    OUT/tables/*.csv, *.parquet           the results, made from the blocks
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import numpy as np

import rummylab
from rummylab.analysis.tally import BLOCK_CLUSTERS, Tally
from rummylab.errors import RummyError
from rummylab.simulate import MOST_UNITS
from rummylab.stopping import Stop
from rummylab.study.design import Cell, ResolvedArm, Study
from rummylab.study.source import FILE_NAME, build, to_toml
from rummylab.variant import Variant

FORMAT = 1
CHUNK_BLOCKS = 10
CHUNK_CLUSTERS = CHUNK_BLOCKS * BLOCK_CLUSTERS

_PARTIAL = ".partial"
_LOCK = ".lock"

# The fields of study.json that decide the numbers; the others are words.
_DECISIVE = ("rummylab", "games", "seed", "rotate", "players", "arms", "ends")


class Store:
    """A study's folder.

    Parameters
    ----------
    path : Path
        The folder; `create` makes it, `open` reads what is there.
    """

    def __init__(
        self,
        path: Path,
        study: Study,
        arms: tuple[ResolvedArm, ...],
        version: str = rummylab.__version__,
    ) -> None:
        self.path = path
        self.study = study
        self.arms = arms
        self.version = version

    # --- Opening

    @classmethod
    def create(cls, path: Path, study: Study) -> Store:
        """The folder of this study, new or begun earlier.

        Raises
        ------
        RummyError
            When the folder holds another study or cannot be written.
        """
        store = cls(path, study, study.resolved)
        with writing(path):
            path.mkdir(parents=True, exist_ok=True)
            file = path / "study.json"
            if file.exists():
                there = _read_json(file)
                _same_study(path, there, store.frozen())
                if there["games"] != study.games:
                    with store.locked():
                        store._grow(there["games"])
            elif any(_foreign(entry) for entry in path.iterdir()):
                raise RummyError(
                    f"{path} is not empty and holds no study; choose a new folder for the results"
                )
            write_atomic(file, lambda out: out.write(_json_bytes(store.frozen())))
            again = to_toml(study).encode()
            write_atomic(path / FILE_NAME, lambda out: out.write(again))
        return store

    @classmethod
    def open(cls, path: Path) -> Store:
        """The store of a folder that a study was run into."""
        file = path / "study.json"
        if not file.is_file():
            raise RummyError(
                f"{path} holds no study; make one with: rummylab study run STUDY -o {path}"
            )
        frozen = _read_json(file)
        arms = tuple(
            ResolvedArm(
                arm["id"],
                arm["label"],
                Variant(
                    name=arm["name"],
                    summary=arm["summary"],
                    family=arm.get("family", "table"),
                    **arm["rules"],
                ),
                arm["strategies"],
                arm["variant"],
                arm.get("first"),
                arm.get("levels", {}),
            )
            for arm in frozen["arms"]
        )
        return cls(path, build(frozen["study"]), arms, frozen["rummylab"])

    def frozen(self) -> dict[str, Any]:
        """The study as study.json keeps it."""
        return {
            "format": FORMAT,
            "rummylab": self.version,
            "games": self.study.games,
            "seed": self.study.seed,
            "rotate": self.study.rotate,
            "players": self.study.players,
            **_ends(self.study),
            "arms": [
                {
                    "id": arm.id,
                    "label": arm.label,
                    "name": arm.variant.name,
                    "summary": arm.variant.summary,
                    "family": arm.variant.family,
                    "variant": arm.spec,
                    "variant_id": arm.variant.variant_id,
                    "strategies": arm.strategies,
                    "first": arm.first,
                    "levels": arm.levels,
                    "rules": arm.variant.to_dict(),
                }
                for arm in self.arms
            ],
            "study": self.study.model_dump(),
        }

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other runs out of the folder; the system frees the lock however a run ends."""
        with writing(self.path), (self.path / _LOCK).open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise RummyError(
                    f"another run is working in {self.path}; wait for it or choose another folder"
                ) from None
            yield

    def _grow(self, games: int) -> None:
        """Go on from a run of fewer games; the chunks become what they are in a run of all.

        One that the end cut short is played anew; beyond `MOST_UNITS` no deal is kept.
        """
        before = Store(self.path, self.study.model_copy(update={"games": games}), self.arms)
        for old, new in zip(before.cells(), self.cells(), strict=True):
            wanted = self.chunks(new)
            for first, count in before.chunks(old):
                if not before.has(old, first):
                    continue
                if (first, count) not in wanted:
                    self._file(new, first).unlink()
                elif old.clusters <= MOST_UNITS < new.clusters:
                    self.write(new, first, before.read(old, first, count).without_units())

    # --- Cells and chunks

    def cells(self) -> list[Cell]:
        """Every arm at every number of players."""
        return [Cell(self.study, arm, n) for arm in self.arms for n in self.study.players]

    def chunks(self, cell: Cell) -> list[tuple[int, int]]:
        """First cluster and count of every chunk of a cell."""
        return pieces(0, cell.clusters)

    def stop(self, players: int) -> Stop:
        """The rule to stop at a number of players."""
        limit = Cell(self.study, self.arms[0], players).clusters
        return self.study.stop(players, limit=limit)

    def _file(self, cell: Cell, first: int) -> Path:
        return self.path / "blocks" / cell.id / f"{first:010d}.npz"

    def has(self, cell: Cell, first: int) -> bool:
        """Whether the chunk was played."""
        return self._file(cell, first).is_file()

    def write(self, cell: Cell, first: int, tally: Tally) -> None:
        """Keep a chunk, whole or not at all."""
        file = self._file(cell, first)
        with writing(self.path):
            file.parent.mkdir(parents=True, exist_ok=True)
            write_atomic(
                file, lambda out: np.savez_compressed(out, allow_pickle=False, **tally.to_arrays())
            )

    def read(self, cell: Cell, first: int, count: int) -> Tally:
        """A chunk that was kept.

        Raises
        ------
        RummyError
            When the file is damaged; the message says which to remove.
        """
        file = self._file(cell, first)
        try:
            with np.load(file, allow_pickle=False) as arrays:
                tally = Tally.from_arrays(dict(arrays))
        except (OSError, ValueError, KeyError, zipfile.BadZipFile, zlib.error):
            raise RummyError(
                f"{file} is damaged; remove it and run the study again into the same folder"
            ) from None
        if tally.clusters != count or tally.players != cell.players:
            raise RummyError(
                f"{file} holds {tally.clusters} deals of {tally.players} players, not {count} of"
                f" {cell.players}; remove it and run the study again into the same folder"
            )
        return tally

    def tally(self, cell: Cell) -> Tally | None:
        """The sum of a cell's chunks up to the first that is missing; None before the first."""
        total: Tally | None = None
        for first, count in self.chunks(cell):
            if not self.has(cell, first):
                break
            part = self.read(cell, first, count)
            total = part if total is None else total + part
        return total

    def sweep(self) -> None:
        """Remove what a killed run left half written."""
        for left in self.path.rglob(f"*{_PARTIAL}"):
            left.unlink(missing_ok=True)


def pieces(first: int, count: int) -> list[tuple[int, int]]:
    """A range of clusters in chunks: the first of each, and how many."""
    end = first + count
    return [(at, min(CHUNK_CLUSTERS, end - at)) for at in range(first, end, CHUNK_CLUSTERS)]


def _foreign(entry: Path) -> bool:
    """Whether a file is none that a run killed at its very beginning leaves."""
    return entry.suffix != _PARTIAL and entry.name != _LOCK


def write_atomic(file: Path, write: Callable[[IO[bytes]], Any]) -> None:
    """Write a file aside, sync it and put it in place."""
    aside = file.with_name(f"{file.name}.{os.getpid()}{_PARTIAL}")
    with aside.open("wb") as out:
        write(out)
        out.flush()
        os.fsync(out.fileno())
    aside.replace(file)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)  # the new name must survive a crash of the machine too
    finally:
        os.close(folder)


@contextlib.contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn the system's refusals into one line that helps."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise RummyError(
            f"cannot write to {path}: {reason.lower()}; choose a folder that you may write to"
        ) from None


def _json_bytes(value: dict[str, Any]) -> bytes:
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()


def _read_json(file: Path) -> dict[str, Any]:
    """What study.json keeps; a file that is damaged or of another version is refused."""
    then = f"bring back a copy of it, or run the study into another folder than {file.parent}"
    try:
        value = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise RummyError(f"{file} cannot be read ({error.strerror}); {then}") from None
    except ValueError:
        raise RummyError(f"{file} is damaged: it is no JSON; {then}") from None
    if not isinstance(value, dict) or "format" not in value:
        raise RummyError(f"{file} is damaged: it does not say its format; {then}")
    if value["format"] != FORMAT:
        raise RummyError(
            f"{file} has format {value['format']}, this version of rummylab reads {FORMAT}; {then}"
        )
    return value


def _same_study(path: Path, there: dict[str, Any], mine: dict[str, Any]) -> None:
    """Refuse to mix two studies; say in what they differ. The same with more games goes on."""
    for key in _DECISIVE:
        old, new = there.get(key), mine.get(key)
        if key == "games" and "ends" not in mine and isinstance(old, int) and old < mine[key]:
            continue
        if key == "ends":
            old, new = (one or "at its number of games" for one in (old, new))
        if key == "arms":
            old, new = _arm_ids(there.get("arms", [])), _arm_ids(mine["arms"])
        if old != new:
            raise RummyError(
                f"{path} holds another study: its {_what(key)} {_short(old)}, yours {_short(new)};"
                f" choose another folder, or remove {path} to start anew"
            )


def _what(key: str) -> str:
    words = {"rummylab": "version of rummylab is", "ends": "run ends"}
    return words.get(key, f"{key} {'are' if key in ('games', 'players', 'arms') else 'is'}")


def _ends(study: Study) -> dict[str, str]:
    """What a run in this folder ends at, where it stops by itself.

    Another half-width may go on with the same rounds; a fixed size has other chunks, and a test
    whose question follows from what was seen would err more often than it says.
    """
    if study.until:
        return {"ends": "at a half-width"}
    if study.sprt:
        asked = ", ".join(
            f"{name}={low:g}:{high:g}" for name, (low, high) in sorted(study.sprt.items())
        )
        return {"ends": f"at a verdict on {asked}"}
    return {}


def _arm_ids(arms: list[dict[str, Any]]) -> list[tuple[str, str, Any]]:
    return [
        (arm["id"], arm["variant_id"], _who(arm["strategies"], arm.get("first"))) for arm in arms
    ]


def _who(strategies: Any, first: str | None) -> Any:
    return strategies if first is None else f"{first} against {strategies}"


def _short(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], tuple):
        return ", ".join(f"{name} ({rules}, {who})" for name, rules, who in value)
    return str(value)
