"""``python -m rummylab.cli`` is the command ``rummylab``."""

import sys

from rummylab.cli import main

if __name__ == "__main__":
    sys.exit(main())
