"""Tab completion, asked for as a shell asks."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Cli, done, refused


def completions(line: str) -> list[str]:
    """Return what a shell gets for that line, with the cursor at its end."""
    environment = {
        **os.environ,
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_IFS": "\n",
        "_ARGCOMPLETE_COMP_WORDBREAKS": "",
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
    }
    program = "import os, sys; os.dup2(1, 8); sys.argv = ['boardwright']; from boardwright.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    return [word.rstrip() for word in done.stdout.split("\n") if word]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("boardwright ver", ["verify"]),
        ("boardwright play deb", ["deblockle"]),
        ("boardwright play deblockle -o variant=", ["variant=contract", "variant=original", "variant=standard"]),
        ("boardwright arena deblockle lev", [f"level{number}" for number in range(1, 7)]),
        ("boardwright arena blokus eas", ["easy"]),
        ("boardwright play deblockle --players me,gre", ["me,greedy"]),
        ("boardwright play deblockle --see", ["--seed"]),
        ("boardwright verify not", ["notes.txt"]),
        ("boardwright play nonesuch -o v", []),
    ],
)
def test_words_are_completed(home: Path, line: str, expected: list[str]) -> None:
    (home / "notes.txt").write_text("")
    assert sorted(completions(line)) == expected


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_is_printed(cli: Cli, shell: str) -> None:
    assert "boardwright" in done(cli, "completion", shell)


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_accepts_the_script(cli: Cli) -> None:
    script = cli("completion", "bash")[1]
    done = subprocess.run(
        ["bash", "-c", script + "\ncomplete -p boardwright"], capture_output=True, text=True, check=True
    )
    assert "_python_argcomplete" in done.stdout


def test_without_argcomplete_the_extra_is_named(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "argcomplete", None)
    assert "pip install 'boardwright[completion]'" in refused(cli, "completion", "bash")
