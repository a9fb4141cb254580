"""The longest time to rebuild any position of a long match.

python benchmarks/rebuild.py [GAME] [-o KEY=VALUE] [--repeats N] [--json]
"""

import sys

from boardwright.cli import main

raise SystemExit(main(["bench", *sys.argv[1:], "--only", "any position of a match"]))
