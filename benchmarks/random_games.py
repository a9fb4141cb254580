"""Whole random games per second, without checking moves.

python benchmarks/random_games.py [GAME] [-o KEY=VALUE] [--repeats N] [--json]
"""

import sys

from boardwright.cli import main

raise SystemExit(main(["bench", *sys.argv[1:], "--only", "random games/s"]))
