"""Freeze the example packages: `python -m tools.example_wheels` builds their wheels into tests/author/wheels.

The wheels stay as they are while the examples and Boardwright change: a test plays them, so that the packages of others
go on working too. They are built again only when the version of `boardwright.api` rises, with a note in the changelog
that says what authors have to change.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
WHEELS = ROOT / "tests" / "author" / "wheels"


def main() -> int:
    """Build the wheels in place of those that are there; return the exit code of pip."""
    shutil.rmtree(WHEELS, ignore_errors=True)
    examples = sorted(str(path.parent) for path in ROOT.glob("examples/*/pyproject.toml"))
    options = ["--no-deps", "--no-build-isolation", "--quiet", "--wheel-dir", str(WHEELS)]
    return subprocess.run([sys.executable, "-m", "pip", "wheel", *options, *examples]).returncode


if __name__ == "__main__":
    sys.exit(main())
