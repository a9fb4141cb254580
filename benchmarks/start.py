"""The time of `boardwright --help`, with the start of Python.

python benchmarks/start.py [--repeats N] [--json]
"""

import sys

from boardwright.cli import main

raise SystemExit(main(["bench", *sys.argv[1:], "--only", "start and help"]))
