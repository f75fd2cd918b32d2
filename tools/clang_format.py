"""Format the C++ files, or with --check only tell which are not formatted."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    beside = Path(sys.executable).with_name("clang-format")
    program = str(beside) if beside.exists() else shutil.which("clang-format")
    if program is None:
        print("clang-format is missing: pip install '.[dev]'", file=sys.stderr)
        return 2
    files = sorted(str(f) for d in ("cpp", "tests/cpp") for f in (ROOT / d).rglob("*.[ch]pp"))
    mode = ["--dry-run", "--Werror"] if "--check" in sys.argv[1:] else ["-i"]
    return subprocess.run([program, *mode, *files], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
