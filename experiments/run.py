"""Run the script of an experiment that is no study: python experiments/run.py FOLDER [--write]

The script is the one file of the folder with a function `measured`, which takes the counts that its
`COUNTS` names, a seed and a number of threads, and returns what to print, what fills the page, and
0, or 1 where a figure is not what it should be. With --write README.md is filled from README.in.md;
a script whose folder has a study too writes the file that its `PAGE` names.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path
from types import ModuleType

import rummylab
from rummylab.errors import RummyError
from rummylab.study import parse_count


def script_of(folder: Path) -> ModuleType:
    """The script of an experiment."""
    for file in sorted(folder.glob("*.py")):
        if "\ndef measured(" in file.read_text(encoding="utf-8"):
            sys.path.insert(0, str(folder.resolve()))
            return importlib.import_module(file.stem)
    raise RummyError(
        f"{folder} has no script to run; a study is run by: rummylab study run {folder} -o runs/new"
    )


def main() -> int:
    """Print what the script measures; its exit code, or 2 for input that cannot be used."""
    whole = argparse.ArgumentParser(description=__doc__.splitlines()[0], add_help=False)
    whole.add_argument("experiment", type=Path, help="the experiment's folder")
    try:
        folder = whole.parse_known_args()[0].experiment
        script = script_of(folder)
        parser = argparse.ArgumentParser(description=script.__doc__, parents=[whole])
        for name, (usual, what) in script.COUNTS.items():
            parser.add_argument(f"--{name}", default=usual, help=what)
        parser.add_argument("--seed", type=int, default=script.SEED)
        parser.add_argument("--threads", type=int, default=None)
        parser.add_argument("--write", action="store_true", help="put what is found into the page")
        args = parser.parse_args()
        counts = {
            name: parse_count(getattr(args, name), what=f"--{name}") for name in script.COUNTS
        }
        text, values, code = script.measured(**counts, seed=args.seed, threads=args.threads)
    except RummyError as error:
        print(error, file=sys.stderr)
        return 2
    print(text)
    if args.write:
        write(folder, getattr(script, "PAGE", "README.md"), text, values, args.seed, counts)
    return int(code)


def write(
    folder: Path, page: str, text: str, values: dict[str, object], seed: int, counts: dict[str, int]
) -> None:
    """The page of the experiment; of a script that has no README.in.md to itself, its own file."""
    if page != "README.md":
        (folder / page).write_text(text.rstrip() + "\n", encoding="utf-8")
        return
    template = (folder / "README.in.md").read_text(encoding="utf-8")
    said = {name: f"{count:,}" for name, count in counts.items()}
    plain = {f"plain_{name}": count for name, count in counts.items()}
    filled = template.format(**said, **plain, **values, seed=seed, version=rummylab.__version__)
    (folder / page).write_text(filled, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
