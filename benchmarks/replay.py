"""Moves per second, each read from its text, checked and made.

python benchmarks/replay.py [GAME] [-o KEY=VALUE] [--repeats N] [--json]
"""

import sys

from boardwright.cli import main

raise SystemExit(main(["bench", *sys.argv[1:], "--only", "moves read and played again/s"]))
