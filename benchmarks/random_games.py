"""Whole random games a second, without checking moves known to be legal.

python benchmarks/random_games.py [GAME] [-o KEY=VALUE] [--repeats N] [--json]
"""

import sys

from boardwright.cli import main

raise SystemExit(main(["bench", *sys.argv[1:], "--only", "random games/s"]))
