"""Build the documentation site: `python -m tools.site [FOLDER]` writes FOLDER/docs (pages) and FOLDER/site."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools.site.pages import ROOT, write


def build(folder: Path) -> int:
    """Write the pages and build the site; return the exit code, which is not 0 after a warning."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("docs", "site"):
        shutil.rmtree(folder / name, ignore_errors=True)
    write(folder / "docs")
    shutil.copy(ROOT / "zensical.toml", folder)
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    return subprocess.run(command, cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}).returncode


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1]) if sys.argv[1:] else ROOT / "build"))
