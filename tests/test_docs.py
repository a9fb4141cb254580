"""The examples in the documents run, and links between documents lead somewhere."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "benchmarks/*.md", "src/boardwright/games/*/README.md")
    for path in ROOT.glob(pattern)
)
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!\w+:|#)([^)#]+)")
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

documents = pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
# A guide that installs something needs an environment of its own: tests/author follows it.
here = [path for path in DOCUMENTS if "$ pip install" not in path.read_text("utf-8")]
run_here = pytest.mark.parametrize("path", here, ids=lambda path: str(path.relative_to(ROOT)))


def blocks(path: Path, language: str) -> list[str]:
    return [text for found, text in BLOCK.findall(path.read_text("utf-8")) if found == language]


@run_here
def test_python_examples_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "__main__"}
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    for number, block in enumerate(blocks(path, "python"), 1):
        if ">>>" not in block:
            exec(compile(block, f"{path.name}, block {number}", "exec"), names)
            continue
        example = doctest.DocTestParser().get_doctest(block, names, f"{path.name}, block {number}", str(path), 0)
        found: list[str] = []
        runner.run(example, out=found.append, clear_globs=False)
        names.update(example.globs)
        assert not found, "".join(found)


@run_here
def test_commands_print_what_the_document_says(path: Path, tmp_path: Path) -> None:
    bins = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": bins, "XDG_STATE_HOME": str(tmp_path / "state"), "COLUMNS": "80"}
    for block in blocks(path, "console"):
        for example in block.split("$ ")[1:]:
            command, _, expected = example.partition("\n")
            done = subprocess.run(
                command, shell=True, cwd=tmp_path, env=environment, text=True, capture_output=True, check=False
            )
            printed = done.stdout + done.stderr
            assert doctest.OutputChecker().check_output(expected, printed, FLAGS), f"$ {command}\n{printed}"


@documents
def test_links_lead_somewhere(path: Path) -> None:
    missing = [link for link in LINK.findall(path.read_text("utf-8")) if not (path.parent / link).exists()]
    assert missing == []
