"""Follow a guide word for word: its commands are typed, its code is put into the files it names."""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Iterator
from pathlib import Path

from tests.author.environment import Environment

BLOCK = re.compile(r"^```(python|console|toml)((?: \S+)*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Reader:
    """Somebody with an environment of their own who does what the guide says.

    "```python position.py" is that file of the game, as is "```toml lesson.toml". "```python position.py wrong" are
    methods in place of those there; they are undone after the next commands.
    """

    def __init__(self, environment: Environment, work: Path, package: Path) -> None:
        self.environment = environment
        self.work = work
        self.package = package
        self._right: dict[Path, str] = {}

    def follow(self, text: str) -> Iterator[str]:
        """Yield everything that does not come out as the guide says."""
        for language, words, block in BLOCK.findall(text):
            if language == "console":
                yield from self._type(block)
                self._put_back()
            elif words:
                file, *wrong = words.split()
                self._put(self.package / file, block, is_wrong=bool(wrong))
            else:
                yield from self._examples(block)

    def _type(self, block: str) -> Iterator[str]:
        for example in block.split("$ ")[1:]:
            command, _, expected = example.partition("\n")
            printed = self.environment.shell(command, self.work)
            if not doctest.OutputChecker().check_output(expected, printed, FLAGS):
                yield f"$ {command}\n{printed}"

    def _examples(self, block: str) -> Iterator[str]:
        path = self.work / "examples.txt"
        path.write_text(block, "utf-8")
        done = self.environment.run("-W", "ignore", "-m", "doctest", "-o", "ELLIPSIS", str(path), cwd=self.work)
        if done.returncode:
            yield done.stdout + done.stderr

    def _put(self, path: Path, block: str, *, is_wrong: bool) -> None:
        if is_wrong:
            self._right[path] = path.read_text("utf-8")
            block = with_methods(self._right[path], block)
        path.parent.mkdir(exist_ok=True)
        path.write_text(block, "utf-8")

    def _put_back(self) -> None:
        for path, text in self._right.items():
            path.write_text(text, "utf-8")
        self._right.clear()


def with_methods(text: str, block: str) -> str:
    """Return a module with the methods of a block in place of those of the same names in its first class."""
    for method in _methods(f"class It:\n{block}"):
        lines, old = text.splitlines(keepends=True), next(each for each in _methods(text) if each.name == method.name)
        new = block.splitlines(keepends=True)[_start(method) - 1 : (method.end_lineno or 0) - 1]
        text = "".join((*lines[: _start(old)], *new, *lines[old.end_lineno :]))
    return text


def _methods(text: str) -> list[ast.FunctionDef]:
    home = next(node for node in ast.parse(text).body if isinstance(node, ast.ClassDef))
    return [node for node in home.body if isinstance(node, ast.FunctionDef)]


def _start(function: ast.FunctionDef) -> int:
    """Return the index of the first line of a function, which is that of its first decorator."""
    return min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)]) - 1
