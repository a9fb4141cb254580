"""A clean environment in which games are installed as authors do it: built by pip, found by entry points."""

from __future__ import annotations

import os
import subprocess
import sysconfig
import venv
from collections.abc import Sequence
from pathlib import Path

PIP = {
    # The tool that builds is borrowed too, so nothing is fetched from anywhere.
    "PIP_NO_INDEX": "1",
    "PIP_NO_DEPS": "1",
    "PIP_NO_BUILD_ISOLATION": "0",  # pip reads it the other way round: no isolation
    "PIP_QUIET": "1",
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
}


class Environment:
    """A virtual environment of its own that borrows Boardwright and what it needs from this one."""

    def __init__(self, folder: Path, packages: Sequence[Path] = ()) -> None:
        self.folder = folder
        home = folder / "env"
        venv.create(home, with_pip=False, symlinks=True)
        self.python = str(home / "bin" / "python")
        site = next((home / "lib").glob("python*/site-packages"))
        (site / "borrowed.pth").write_text(f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n")
        for command in ("boardwright", "pip", "pytest"):
            script = home / "bin" / command
            script.write_text(f'#!/bin/sh\nexec {self.python} -m {command} "$@"\n')
            script.chmod(0o755)
        self.variables = {
            **{name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
            **PIP,
            "PATH": f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "XDG_STATE_HOME": str(folder / "state"),
            "COLUMNS": "80",
        }
        if packages:
            done = self.run("-m", "pip", "install", *map(str, packages))
            assert done.returncode == 0, done.stderr

    def run(self, *argv: str, typed: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        """Run Python there."""
        return subprocess.run(
            [self.python, *argv],
            input=typed,
            cwd=cwd or self.folder,
            env=self.variables,
            capture_output=True,
            text=True,
            check=False,
        )

    def shell(self, command: str, cwd: Path) -> str:
        """Return what a command line prints there, errors too."""
        done = subprocess.run(
            command, shell=True, cwd=cwd, env=self.variables, capture_output=True, text=True, check=False
        )
        return done.stdout + done.stderr

    def boardwright(self, *argv: str, typed: str = "", cwd: Path | None = None) -> str:
        """Return what a command prints; it must succeed."""
        done = self.run("-m", "boardwright", *argv, typed=typed, cwd=cwd)
        assert done.returncode == 0, f"boardwright {' '.join(argv)}\n{done.stdout}\n{done.stderr}"
        return done.stdout
