"""Random steps per second, with every move generated and checked.

python benchmarks/random_play.py [GAME] [-o KEY=VALUE] [--repeats N] [--json]
"""

import sys

from boardwright.cli import main

raise SystemExit(main(["bench", *sys.argv[1:], "--only", "random steps/s"]))
