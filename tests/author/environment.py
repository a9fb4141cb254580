"""A clean environment in which games are installed as authors do it: built by pip, found by entry points."""

from __future__ import annotations

import os
import subprocess
import sysconfig
import venv
from collections.abc import Sequence
from pathlib import Path


class Environment:
    """A virtual environment of its own that borrows Boardwright and what it needs from this one."""

    def __init__(self, folder: Path, packages: Sequence[Path]) -> None:
        self.folder = folder
        venv.create(folder / "env", with_pip=False, symlinks=True)
        self.python = str(folder / "env" / "bin" / "python")
        site = next((folder / "env" / "lib").glob("python*/site-packages"))
        borrowed = sysconfig.get_path("purelib")
        (site / "borrowed.pth").write_text(f"import site; site.addsitedir({borrowed!r})\n")
        # The tool that builds is borrowed too, so nothing is fetched from anywhere.
        quiet = ("--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-build-isolation")
        done = self.run("-m", "pip", "install", *quiet, *map(str, packages))
        assert done.returncode == 0, done.stderr

    def run(self, *argv: str, typed: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        """Runs Python there."""
        environment = {**os.environ, "XDG_STATE_HOME": str(self.folder / "state"), "COLUMNS": "80"}
        environment.pop("PYTHONPATH", None)
        return subprocess.run(
            [self.python, *argv],
            input=typed,
            cwd=cwd or self.folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def boardwright(self, *argv: str, typed: str = "", cwd: Path | None = None) -> str:
        """What a command prints; it must succeed."""
        done = self.run("-m", "boardwright", *argv, typed=typed, cwd=cwd)
        assert done.returncode == 0, f"boardwright {' '.join(argv)}\n{done.stdout}\n{done.stderr}"
        return done.stdout
