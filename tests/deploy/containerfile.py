"""A small interpreter of Containerfiles: it executes their steps on a machine without a container engine.

It knows the instructions that deploy/Containerfile uses and refuses all others. Where they are executed is up to a
`Base`, which stands for the image that a stage begins with.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

_KNOWN = {
    "FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD",
}  # fmt: skip


class Step(NamedTuple):
    """One instruction."""

    word: str
    text: str


class Base(Protocol):
    """The image that a stage begins with."""

    def begin(self, stage: str) -> Path:
        """Return the root folder of a new stage; those of earlier stages are kept."""

    def earlier(self, stage: str) -> Path:
        """Return the root folder of a finished stage."""

    def variables(self) -> dict[str, str]:
        """Return the variables that the image sets."""

    def inside(self, text: str) -> str:
        """Return a command line with the paths of the image where they are on this machine."""

    def command(self, words: Sequence[str], folder: str, user: str) -> list[str]:
        """Return what runs a command in the image, in one of its folders and as one of its users."""


def steps(path: Path) -> list[Step]:
    """Return the instructions of a file, in order."""
    lines = [line for line in path.read_text().splitlines() if line.strip() and not line.lstrip().startswith("#")]
    made = []
    for line in "\n".join(lines).replace("\\\n", " ").splitlines():
        word, _, text = line.partition(" ")
        assert word in _KNOWN, f"{word}: the interpreter does not know this instruction"
        made.append(Step(word, text.strip()))
    return made


class Image:
    """An image that was built: its root folder, and how it is run."""

    def __init__(self, base: Base, context: Path) -> None:
        self._base = base
        self._context = context
        self.root = Path()
        self.environment: dict[str, str] = {}
        self.user = "0"
        self.entrypoint: list[str] = []
        self.arguments: list[str] = []
        self.health: list[str] = []
        self._folder = "/"

    def build(self, path: Path) -> Image:
        """Execute all steps of a file and return this image."""
        for word, text in steps(path):
            getattr(self, f"_{word.lower()}")(text)
        return self

    def run(self, words: Sequence[str], **more: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the image, as its user and with its variables and some more; wait for its end."""
        return subprocess.run(self.command(words), env=self.environment | more, capture_output=True, text=True)

    def command(self, words: Sequence[str]) -> list[str]:
        """Return what runs a command in the image."""
        found = shutil.which(words[0], path=self.environment["PATH"]) if self._base.inside("/opt") != "/opt" else None
        return self._base.command([found or words[0], *words[1:]], self._folder, self.user)

    def _from(self, text: str) -> None:
        name = text.partition(" AS ")[2] or "last"
        self.root, self._folder, self.user = self._base.begin(name), "/", "0"
        self.environment = self._base.variables()

    def _workdir(self, text: str) -> None:
        self._folder = text
        self._at(text).mkdir(parents=True, exist_ok=True)

    def _copy(self, text: str) -> None:
        words = shlex.split(text)
        source = self._context
        if words[0].startswith("--from="):
            source = self._base.earlier(words.pop(0).removeprefix("--from="))
        *names, target = words
        for name in names:
            self._copy_one(source / name.lstrip("/"), self._at(target), into=target.endswith("/") or len(names) > 1)

    def _copy_one(self, source: Path, target: Path, *, into: bool) -> None:
        """Copy a file, or what is in a folder, as COPY does."""
        if source.is_dir():
            shutil.copytree(source, target, symlinks=True, dirs_exist_ok=True)
            return
        target = target / source.name if into or target.is_dir() else target
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)

    def _run(self, text: str) -> None:
        words = ["sh", "-ec", self._base.inside(text)]
        command = self._base.command(words, self._folder, self.user)
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True)
        assert done.returncode == 0, f"RUN {text}\n{done.stdout}\n{done.stderr}"

    def _env(self, text: str) -> None:
        for name, value in re.findall(r"(\w+)=(\S+)", text):
            known = re.sub(r"\$(\w+)", lambda match: self.environment[match[1]], self._base.inside(value))
            self.environment[name] = known

    def _user(self, text: str) -> None:
        self.user = text

    def _volume(self, text: str) -> None:
        self._at(text).mkdir(parents=True, exist_ok=True)

    def _expose(self, text: str) -> None:
        assert text.isdigit()

    def _healthcheck(self, text: str) -> None:
        self.health = json.loads(text.partition("CMD ")[2])

    def _entrypoint(self, text: str) -> None:
        self.entrypoint = json.loads(text)

    def _cmd(self, text: str) -> None:
        self.arguments = json.loads(text)

    def _at(self, path: str) -> Path:
        """Return where a path of the image is on this machine."""
        return self.root / (path if path.startswith("/") else f"{self._folder}/{path}").lstrip("/")
