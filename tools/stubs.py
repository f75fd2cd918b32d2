"""Write python/rummylab/_core.pyi from the built module, or with --check compare the two."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STUB = ROOT / "python" / "rummylab" / "_core.pyi"


def generate() -> str:
    """The stub of the module that this interpreter imports."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pybind11_stubgen", "rummylab._core", "-o", folder]
        subprocess.run([*command, "--exit-code"], check=True, capture_output=True, text=True)
        return (Path(folder) / "rummylab" / "_core.pyi").read_text()


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
