"""``python -m rummylab.cli`` is the command ``rummylab``."""

import sys

from rummylab.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
