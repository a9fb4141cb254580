"""Steps of random play a second, every legal move generated and every move checked.

python benchmarks/random_play.py [GAME] [-o KEY=VALUE] [--repeats N] [--json]
"""

import sys

from boardwright.cli import main

raise SystemExit(main(["bench", *sys.argv[1:], "--only", "random steps/s"]))
