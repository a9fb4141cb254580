"""Follows a guide word for word: its commands are typed, its code is put into the files it names."""

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

    "```python position.py" is code for that file of the game, in place of what has the same name there, or the whole
    file if it is new, as is "```toml lesson.toml"; "```python position.py wrong" is undone after the next commands.
    """

    def __init__(self, environment: Environment, work: Path, package: Path) -> None:
        self.environment = environment
        self.work = work
        self.package = package
        self._right: dict[Path, str | None] = {}

    def follow(self, text: str) -> Iterator[str]:
        """Everything that does not come out as the guide says."""
        for language, words, block in BLOCK.findall(text):
            if language == "console":
                yield from self._type(block)
                self._put_back()
            elif words:
                file, *wrong = words.split()
                self._put(self.package / file, block, keep=bool(wrong))
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

    def _put(self, path: Path, block: str, *, keep: bool) -> None:
        text = path.read_text("utf-8") if path.exists() else None
        if keep:
            self._right[path] = text
        path.parent.mkdir(exist_ok=True)
        path.write_text(block if text is None else put_code(text, block), "utf-8")

    def _put_back(self) -> None:
        for path, text in self._right.items():
            if text is None:
                path.unlink()
            else:
                path.write_text(text, "utf-8")
        self._right.clear()


def put_code(text: str, block: str) -> str:
    """The file with the block's imports added and its methods in place of those of the same name, or after the last."""
    lines = block.splitlines(keepends=True)
    imports = "".join(line for line in lines if line.startswith("from "))
    first = next(number for number, line in enumerate(lines) if line.startswith("    "))
    body = ["class It:\n", *lines[first:]]
    methods = ast.parse("".join(body)).body[0]
    assert isinstance(methods, ast.ClassDef)
    for method in methods.body:
        assert isinstance(method, ast.FunctionDef)
        text = _with_method(text, method.name, "".join(body[_start(method) : method.end_lineno]))
    mark = "from __future__ import annotations\n"
    return text.replace(mark, f"{mark}\n{imports}", 1)


def _with_method(text: str, name: str, method: str) -> str:
    home = next(node for node in ast.parse(text).body if isinstance(node, ast.ClassDef))
    functions = [node for node in home.body if isinstance(node, ast.FunctionDef)]
    lines = text.splitlines(keepends=True)
    for function in functions:
        if function.name == name:
            return "".join((*lines[: _start(function)], method, *lines[function.end_lineno :]))
    end = functions[-1].end_lineno
    return "".join((*lines[:end], "\n", method, *lines[end:]))


def _start(function: ast.FunctionDef) -> int:
    """The index of the first line of a function, which is that of its first decorator."""
    return min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)]) - 1
