"""The command line in a folder of its own, beside a small game with chance, secrets and two actors at once."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest

from boardwright.cli import main
from boardwright.core.game import registry
from boardwright.core.match.match import Match
from boardwright.core.records.record import dump, load

Cli: TypeAlias = Callable[..., tuple[int, str, str]]
Shell: TypeAlias = Callable[..., "subprocess.CompletedProcess[str]"]
TESTS = Path(__file__).parent.parent
PEOPLE = ("--seed", "sunday", "--players", "Ada,Bo", "--save", "kept.jsonl")
DEBLOCKLE = ("play", "deblockle", *PEOPLE)
GUESS = ("play", "guess", *PEOPLE)

ENTRY_POINTS = """
[boardwright.games]
flock = dealing:FLOCK
guess = toys:GUESS
same = versions:SAME
seven = versions:SEVEN
blind = extras:BLIND
faulty = faulty:GAME
missing = nowhere:GAME

[boardwright.commands]
guess-cards = extras:cards
greet = greeting
"""

EXTRAS = '''
from types import SimpleNamespace
from toys import Guess

class Blind(Guess):
    """A game that cannot show its board."""
    name = "blind"
    title = "Blind"

    def zones(self, view, layer=""):
        raise RuntimeError("the board cannot be shown")

BLIND = Blind()

def _parser(parser):
    parser.add_argument("number", type=int)

def _run(args):
    print(f"card {args.number}")
    return 0

cards = SimpleNamespace(parser=_parser, run=_run)
'''


def kept() -> Match:
    """Return the match that `DEBLOCKLE` or `GUESS` has saved."""
    return load(Path("kept.jsonl").read_bytes())


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty working folder, with the small games installed beside the real ones."""
    site = tmp_path / "site"
    facts = site / "guess-1.0.dist-info"
    facts.mkdir(parents=True)
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: guess\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(ENTRY_POINTS)
    (site / "extras.py").write_text(EXTRAS)
    (site / "greeting.py").write_text('"""Greets whoever is there. Nothing else."""\n')
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    for name, value in {
        "XDG_STATE_HOME": str(tmp_path / "state"),
        "PYTHONPATH": os.pathsep.join([str(site), str(TESTS), *sys.path]),
        "COLUMNS": "80",
    }.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.syspath_prepend(TESTS)
    monkeypatch.syspath_prepend(site)
    _forget()
    yield work
    _forget()
    sys.modules.pop("extras", None)


def _forget() -> None:
    registry._found.cache_clear()
    registry._loaded.cache_clear()


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Runs a command in this process: exit code, output, errors. `typed` is what comes through the pipe."""

    def run(*argv: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        code = main(argv)
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return run


def done(cli: Cli, *argv: str, typed: str = "") -> str:
    """Return the output of a command that does what it is asked, without a word of error."""
    code, out, err = cli(*argv, typed=typed)
    assert (code, err) == (0, "")
    return out


def refused(cli: Cli, *argv: str, code: int = 2) -> str:
    """Return the error of a command that ends with that code and prints nothing else."""
    found, out, err = cli(*argv)
    assert (found, out) == (code, "")
    return err


@pytest.fixture
def shell() -> Shell:
    """Runs a command as a process of its own."""

    def run(*argv: str, **more: Any) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "boardwright", *argv]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, **more)

    return run


def _play(name: str, moves: int) -> Match:
    rng = Random(7)
    match = Match.new(registry.game(name), players=("Ada", "Bo"), seed=bytes(32), at=1_000)
    for number in range(moves):
        seat = match.position.actors[0]
        legal = list(match.position.legal_moves(seat))
        match.play(legal[rng.randrange(len(legal))], seat, 2_000 + number)
    return match


@pytest.fixture
def record(home: Path) -> Path:
    """Ten moves of a Deblockle match that goes on."""
    path = home / "match.jsonl"
    path.write_bytes(dump(_play("deblockle", 10)))
    return path


@pytest.fixture
def ended(home: Path) -> Path:
    """A whole match with chance and secrets."""
    match = _play("guess", 2)
    for move in ("roll", "roll", "stop"):
        match.play(move, 0, 5_000)
    path = home / "ended.jsonl"
    path.write_bytes(dump(match))
    return path
