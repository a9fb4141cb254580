"""How long it takes to list all legal moves of a position met for the first time.

python benchmarks/move_generation.py [GAME] [-o KEY=VALUE] [--repeats N] [--json]
"""

import sys

from boardwright.cli import main

raise SystemExit(main(["bench", *sys.argv[1:], "--only", "all moves of a position"]))
