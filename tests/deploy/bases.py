"""Stand-ins for the images that a Containerfile begins with: this machine's Python, or a Debian made from nothing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

from tests.programs import program

_PLACES = re.compile(r"(?<![\w.~-])/(?=(?:opt|run|source|var)\b)")
"""Folders of the image, which are within a folder of the test."""
_PACKAGES = ("apt-get", "useradd")
"""Programs that change a whole system; the folder has none, so they only write down what they are asked for."""


class FolderBase:
    """A folder, this machine's programs, and its Python without any package.

    Dependencies are those that are installed for the tests: pip installs only what is copied into the image.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._root = folder / "root"
        self.asked = folder / "asked"
        self._stages: list[str] = []
        programs = folder / "bin"
        programs.mkdir()
        (programs / "python").symlink_to(Path(sys.base_prefix) / "bin" / "python3")
        for name in _PACKAGES:
            (programs / name).write_text(f'#!/bin/sh\necho {name} "$@" >> {self.asked}\n')
            (programs / name).chmod(0o755)
        packages = folder / "packages"
        packages.mkdir()
        for path in Path(sysconfig.get_path("purelib")).iterdir():
            if path.suffix != ".pth" and "boardwright" not in path.name:
                (packages / path.name).symlink_to(path)

    def begin(self, stage: str) -> Path:
        """Return the folder, which is empty: every stage has the same paths."""
        if self._stages:
            self._root.rename(self.earlier(self._stages[-1]))
        self._stages.append(stage)
        self._root.mkdir()
        return self._root

    def earlier(self, stage: str) -> Path:
        """Return the folder of a finished stage."""
        return self._folder / f"stage-{stage}"

    def variables(self) -> dict[str, str]:
        """Return the variables of a clean environment, and those that keep pip from installing dependencies."""
        return {
            "HOME": str(self._folder),
            "LANG": "C.UTF-8",
            "PATH": f"{self._folder}/bin:/usr/local/bin:/usr/bin:/bin",
            "PYTHONPATH": f"{self._folder}/packages",
            "PIP_NO_DEPS": "1",
            "PIP_NO_INDEX": "1",
            "PIP_NO_BUILD_ISOLATION": "0",
        }

    def inside(self, text: str) -> str:
        """Return a command line with paths within the folder."""
        return _PLACES.sub(f"{self._root}/", text)

    def command(self, words: Sequence[str], folder: str, user: str) -> list[str]:
        """Return the command in its folder; there is only one user."""
        return ["env", f"--chdir={self._root}/{folder.lstrip('/')}", *words]


class DebianBase:
    """A root folder for each stage, made by debootstrap, with Python as `python` and its headers."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made = folder / "debian"
        packages = "--include=python3,python3-dev,python3-venv,python-is-python3,ca-certificates"
        command = [program("debootstrap"), "--variant=minbase", packages, "bookworm", str(self._made)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        for name in ("/etc/pip.conf", "/etc/resolv.conf", "/etc/ssl/certs/ca-certificates.crt"):
            if Path(name).exists():
                shutil.copy(name, f"{self._made}{name}")

    def begin(self, stage: str) -> Path:
        """Return a copy of the system."""
        subprocess.run(["cp", "--archive", str(self._made), str(self.earlier(stage))], check=True)
        self._root = self.earlier(stage)
        return self._root

    def earlier(self, stage: str) -> Path:
        """Return the root folder of a stage."""
        return self._folder / f"stage-{stage}"

    def variables(self) -> dict[str, str]:
        """Return the variables of a clean environment, and those that say how registries are reached."""
        reached = {name: value for name, value in os.environ.items() if re.fullmatch(r"(?i)pip_\w+|\w+_proxy", name)}
        return reached | {"HOME": "/root", "LANG": "C.UTF-8", "PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}

    def inside(self, text: str) -> str:
        """Return the command line as it is."""
        return text

    def command(self, words: Sequence[str], folder: str, user: str) -> list[str]:
        """Return the command in the changed root, with the file systems that every container has."""
        root = self._root
        mounts = (
            f"mount -t proc proc {root}/proc && mount -t tmpfs tmpfs {root}/dev/shm && mount -t tmpfs tmpfs {root}/tmp"
        )
        enter = ["chroot", f"--userspec={user}", str(root), "env", f"--chdir={folder}", *words]
        return ["unshare", "--mount", "sh", "-ec", f'{mounts}; exec "$@"', "sh", *enter]
