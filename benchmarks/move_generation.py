"""The time to list all legal moves of a new position.

python benchmarks/move_generation.py [GAME] [-o KEY=VALUE] [--repeats N] [--json]
"""

import sys

from boardwright.cli import main

raise SystemExit(main(["bench", *sys.argv[1:], "--only", "all moves of a position"]))
