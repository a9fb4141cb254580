"""The frame of every command: help, one-line errors, exit codes, a quick start."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from boardwright.cli import COMMANDS, main
from tests.cli.conftest import Cli, Shell, done, refused

OPTIONS = ("cubes=9", "cubes=x", "cubes", "=1", "color=red", "cubes=[[[", "cubes=" + "[" * 100_000)
NOT_RECORDS = ("nowhere.jsonl", "folder", "noise.bin", "empty", "half.json", "deep.json", "unknown.jsonl")
WRONG = [
    *product(("plya", "-x", "", "play", "replay", "verify")),
    *(("play", "deblockle", "-o", option) for option in OPTIONS),
    *(("play", "deblockle", "--seats", seats) for seats in ("3", "-1", "two", "9" * 5000)),
    *(("play", "deblockle", "--players", names) for names in ("me,random,random", "", "me,")),
    *(("play", "--from", file) for file in NOT_RECORDS),
    *product(("replay", "verify"), NOT_RECORDS),
    *product(("check", "bench", "games", "play"), ("chess",)),
    *(("branch", "match.jsonl", "--at", *where) for where in (["11"], ["x"], ["3", "--move", "3"])),
    *(("branch", "match.jsonl", "--at", "3", "--out", out) for out in ("folder", "nowhere/branch.jsonl", "noise.bin")),
    *(("perft", "deblockle", *depth) for depth in ([], ["-1"], ["1.5"], ["1000000"])),
    ("games", "missing"),
    ("games", "--jsn"),
    ("play", "a\nb"),
    ("play", "deblockle", "-o", "cubes=1", "-o", "cubes=2"),
    ("play", "deblockle", "--clock", "soon"),
    ("play", "deblockle", "--from", "match.jsonl"),
    ("play", "--from", "match.jsonl", "--clock", "60"),
    ("play", "--from", "match.jsonl", "--players", "me,random"),
    ("replay", "match.jsonl", "--at", "11"),
    ("replay", "match.jsonl", "--at", "-1"),
    ("replay", "match.jsonl", "--seat", "2"),
    ("branch", "match.jsonl"),
    ("branch", "match.jsonl", "--move", "11"),
    ("perft", "chess", "1"),
    ("check", "deblockle", "--games", "0"),
    ("check", "deblockle", "--games", "-3"),
    ("check", "deblockle", "--seed", "x"),
    ("bench", "--repeats", "0"),
    ("bench", "--seats", "2"),
    ("bench", "deblockle", "--only", "miles per gallon"),
]


@pytest.fixture
def clutter(home: Path, record: Path) -> None:
    """All kinds of files that are not records."""
    (home / "folder").mkdir()
    (home / "noise.bin").write_bytes(bytes(range(256)) * 9)
    (home / "empty").write_bytes(b"")
    (home / "half.json").write_bytes(record.read_bytes()[:-9])
    (home / "deep.json").write_bytes(b"[" * 100_000 + b"\n" + b"{" * 100_000 + b"\n")
    (home / "unknown.jsonl").write_bytes(record.read_bytes().replace(b'"deblockle"', b'"chess"'))


def expected_code(argv: tuple[str, ...]) -> int:
    """Return 3 for a file that cannot be used, 1 for a damaged record, 2 for everything else."""
    if {"folder", "nowhere.jsonl", "nowhere/branch.jsonl"}.intersection(argv):
        return 3
    return 1 if "half.json" in argv else 2


@pytest.mark.usefixtures("clutter")
@pytest.mark.parametrize("argv", WRONG, ids=lambda argv: ascii(" ".join(argv))[:60])
def test_wrong_input_gets_one_clear_line_and_a_code(cli: Cli, argv: tuple[str, ...]) -> None:
    code, out, err = cli(*argv)
    assert code == expected_code(argv)
    assert out == ""
    assert err.startswith("boardwright: ")
    assert err.count("\n") == 1
    assert len(err) < 400


def test_messages_say_what_would_work(cli: Cli) -> None:
    assert cli("plya")[2] == "boardwright: unknown command 'plya'; did you mean play?\n"
    assert "commands: games, play" in cli("xyzzy")[2]
    assert "installed are blind, blokus, deblockle" in cli("games", "zzz")[2]
    assert "did you mean 'deblockle'? Installed are blind" in cli("games", "deblockel")[2]
    assert "there are variant, cubes" in cli("perft", "deblockle", "1", "-o", "color=red")[2]
    assert "Deblockle is for 2 players, not 3" in cli("play", "deblockle", "--seats", "3")[2]
    assert "see `boardwright branch --help`" in cli("branch", "x")[2]
    assert "--from cannot be combined with game, clock" in cli("play", "guess", "--from", "x", "--clock", "60")[2]


@pytest.mark.parametrize("argv", [(), ("--help",), ("-h",), ("help",)])
def test_help_lists_every_command(cli: Cli, argv: tuple[str, ...]) -> None:
    out = done(cli, *argv)
    for name, (_, text) in COMMANDS.items():
        assert f"  {name} " in out
        assert text in out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(cli: Cli, name: str) -> None:
    out = done(cli, name, "--help")
    assert f"usage: boardwright {name}" in out
    assert f"example: boardwright {name} " in out


def test_the_version_is_printed(cli: Cli) -> None:
    assert cli("--version")[1].startswith("boardwright 0.")


def test_help_imports_no_command_no_core_and_nothing_heavy() -> None:
    program = (
        "import sys; from boardwright.cli import main; main(['--help']);"
        "print([name for name in sys.modules if name.startswith(('boardwright.', 'msgspec', 'rich', 'argparse'))],"
        " file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.replace("'", "").strip("[]\n").split(", "))
    assert loaded == {"boardwright.cli", "boardwright.cli.wrapping"}


def test_a_package_brings_a_command_of_its_own(cli: Cli) -> None:
    assert cli("guess-cards", "3") == (0, "card 3\n", "")
    assert re.search(r"guess-cards +\(from guess\)\n", cli("--help")[1])
    assert refused(cli, "guess-cards", "three").startswith("boardwright: argument number: invalid int value: 'three'")


def test_a_game_that_cannot_be_loaded_does_not_hide_the_others(cli: Cli) -> None:
    code, out, err = cli("games")
    assert code == 2
    assert "guess – Guess, 2 players" in out
    assert "boardwright: The game 'missing' is installed but cannot be loaded: No module named 'nowhere'.\n" in err


@pytest.mark.parametrize("name", COMMANDS)
def test_help_breaks_between_words_in_a_narrow_terminal(cli: Cli, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wide = cli(name, "--help")[1].split()
    monkeypatch.setenv("COLUMNS", "60")
    narrow = cli(name, "--help")[1]
    assert sorted(narrow.split()) == sorted(wide)
    long = [line for line in narrow.splitlines() if len(line) > 60]
    assert all(len(line.split()) == 1 for line in long), long


def test_the_list_of_commands_fits_a_narrow_terminal(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert max(map(len, cli("--help")[1].splitlines())) <= 60


def test_the_list_of_games_breaks_between_words_in_a_pipe_too(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    wide = cli("games", "deblockle")[1]
    monkeypatch.setenv("COLUMNS", "60")
    narrow = cli("games", "deblockle")[1]
    assert narrow.split() == wide.split()
    assert max(map(len, wide.splitlines())) > 60 >= max(map(len, narrow.splitlines()))


def test_errors_break_between_words_in_a_terminal(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    one_line = cli("games", "chess")[2]
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    error = cli("games", "chess")[2]
    assert error.split() == one_line.split()
    assert len(error.splitlines()) > 1 == len(one_line.splitlines())
    assert max(map(len, error.splitlines())) <= 60


def test_a_command_of_a_package_is_described_by_its_docstring(cli: Cli) -> None:
    assert re.search(r"greet +Greets whoever is there\n", cli("--help")[1])
    assert "(from boardwright)" not in cli("--help")[1]


def test_python_m_boardwright_is_the_same_program(shell: Shell) -> None:
    done = shell("games", "chess")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("boardwright: No game 'chess' is installed")
    assert shell("perft", "guess", "2").stdout == "25\n"


def test_a_closed_output_pipe_is_not_an_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "boardwright", "games", "guess"]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


def test_characters_outside_the_output_encoding_are_replaced(shell: Shell) -> None:
    done = shell("games", "guess", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert "guess ? Guess" in done.stdout


def test_an_interrupt_is_reported_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("boardwright.cli.author.perft.run", interrupt)
    assert main(["perft", "guess", "1"]) == 130
    assert capsys.readouterr().err == "\nboardwright: interrupted; nothing was saved.\n"
