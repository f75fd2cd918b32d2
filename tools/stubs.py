"""Write python/rummylab/_core.pyi from the built module, or with --check compare the two."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STUB = ROOT / "python" / "rummylab" / "_core.pyi"


# pybind11 names a container without its contents where C++ takes any; strict checks want them said.
BARE = re.compile(r"(?<=(?:: |> |\| |, ))(list|dict|tuple|collections\.abc\.Callable)(?![\w\[])")
CONTENTS = {
    "list": "list[typing.Any]",
    "dict": "dict[str, typing.Any]",
    "tuple": "tuple[typing.Any, ...]",
    "collections.abc.Callable": "collections.abc.Callable[..., typing.Any]",
}


def complete(line: str) -> str:
    """A line of the stub as strict checks want it; docstrings stay as they are."""
    if not re.match(r"\s*(def |\w+:)", line):
        return line
    # Python asks every __eq__ to take any object, and a class without hash to say so like this.
    line = re.sub(r"(def __eq__\(self, \w+): \w+", r"\1: object", line)
    line = re.sub(r"(__hash__: .* = None)$", r"\1  # type: ignore[assignment]", line)
    return BARE.sub(lambda match: CONTENTS[match[1]], line)


def generate() -> str:
    """The stub of the module that this interpreter imports."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pybind11_stubgen", "rummylab._core", "-o", folder]
        subprocess.run([*command, "--exit-code"], check=True, capture_output=True, text=True)
        lines = (Path(folder) / "rummylab" / "_core.pyi").read_text().splitlines()
    return "\n".join(map(complete, lines)) + "\n"


def main() -> int:
    try:
        text = generate()
    except subprocess.CalledProcessError as error:
        print(error.stderr, file=sys.stderr)
        return 1
    if "--check" in sys.argv[1:]:
        if text != STUB.read_text():
            print(f"{STUB.relative_to(ROOT)} is out of date: run `make stubs`", file=sys.stderr)
            return 1
        return 0
    STUB.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
