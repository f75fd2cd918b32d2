"""``python -m rummylab`` is the command ``rummylab``."""

import sys

from rummylab.cli import main

if __name__ == "__main__":
    sys.exit(main())
