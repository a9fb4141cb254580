"""`boardwright new`: every game it begins installs, plays and keeps the laws at once; nothing is ever overwritten."""

from __future__ import annotations

import importlib
import subprocess
import sys
import tomllib
from importlib.metadata import version
from itertools import product
from pathlib import Path

import pytest

from boardwright.authoring.package import PackagePlan, files, read_seats
from boardwright.cli import main
from boardwright.kit import check
from tests.author.environment import Environment
from tests.scale import SCALE

FLAGS = ((), ("--chance",), ("--secrets",), ("--chance", "--secrets"))
BOARDS = (("--board", "hex", "--chance"), ("--board", "graph", "--secrets"), ("--board", "cards"))
FIRST_MOVES = {"square": "b2", "hex": "b2", "graph": "mill"}
TABLES = (*product(FLAGS, ("2", "2-4")), *product(BOARDS, ("2",)))[:: 2 if SCALE == 1 else 1]


def name_of(flags: tuple[str, ...], seats: str) -> str:
    return "_".join(["orchard", *(flag.strip("-") for flag in flags if flag != "--board"), seats.replace("-", "_to_")])


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment in which a game for each combination of flags has been begun and installed."""
    folder = tmp_path_factory.mktemp("begun")
    for flags, seats in TABLES:
        assert main(["new", name_of(flags, seats), "--seats", seats, *flags, "--into", str(folder)]) == 0
    return Environment(folder, sorted(path.parent for path in folder.glob("*/pyproject.toml")))


@pytest.mark.parametrize(("flags", "seats"), TABLES)
def test_it_keeps_the_laws_and_plays_in_the_terminal(flags: tuple[str, ...], seats: str, begun: Environment) -> None:
    name = name_of(flags, seats)
    assert begun.boardwright("check", name, "--games", "6").endswith("all laws hold\n")
    board = flags[1] if "--board" in flags else "square"
    shown = begun.boardwright("play", name, "--seed", "sunday", typed=f"{FIRST_MOVES.get(board, 'moves')}\nresign\n")
    assert "random won, 0 : 1. me resigned." in shown
    assert "For 2 " in (begun.folder / name / "src" / name / "README.md").read_text()


def test_its_own_tests_pass_and_bring_the_laws(begun: Environment) -> None:
    name = name_of(*TABLES[-1])
    done = begun.run(
        "-m", "pytest", "-v", "-p", "no:cacheprovider", "--boardwright-random", "1", cwd=begun.folder / name
    )
    assert "10 passed" in done.stdout, done.stdout
    assert f"{name}: no leaks" in done.stdout


@pytest.mark.parametrize("seats", ["1", "1-8"])
@pytest.mark.parametrize("flags", [*FLAGS, BOARDS[-1]])
def test_any_number_of_seats_goes(
    flags: tuple[str, ...], seats: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "grove_" + name_of(flags, seats)
    board = flags[1] if "--board" in flags else "square"
    chance, secrets = "--chance" in flags, "--secrets" in flags
    plan = PackagePlan(name=name, seats=read_seats(seats), board=board, chance=chance, secrets=secrets)
    for path, text in files(plan).items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path / "src")
    report = check(importlib.import_module(name).GAME, games=3)
    assert report.is_clean, str(report)
    assert len(report.setups) == len(plan.seats)


def test_what_is_written_is_as_tidy_as_boardwright_itself(tmp_path: Path) -> None:
    every = [*FLAGS, *BOARDS, ("--board", "cards", "--chance"), ("--board", "hex", "--secrets")]
    names = [f"orchard{number}" for number in range(len(every))]
    for name, flags in zip(names, every, strict=True):
        assert main(["new", name, *flags, "--into", str(tmp_path)]) == 0
    for argv in (["ruff", "check", "--select", "E,F,W,I,B,SIM,RET,N"], ["ruff", "format", "--check"]):
        done = subprocess.run(
            [sys.executable, "-m", *argv, "--no-cache", *names],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["Chess"], "lower-case letters"),
        (["9lives"], "starting with a letter"),
        (["a-b"], "underscores"),
        (["_x"], "starting with a letter"),
        (["../up"], "is not a valid game name"),
        ([""], "is not a valid game name"),
        (["x" * 31], "30 at most"),
        (["日本"], "is not a valid game name"),
        (["class"], "is a Python keyword, a standard module"),
        (["json"], "is a Python keyword, a standard module"),
        (["msgspec"], "an installed package"),
        (["deblockle"], "already installed"),
        (["plum", "--seats", "0"], "not a number of seats"),
        (["plum", "--seats", "4-2"], "not a number of seats"),
        (["plum", "--seats", "2-9"], "not a number of seats"),
        (["plum", "--seats", "two"], "not a number of seats"),
        (["plum", "--luck"], "--luck"),
        (["plum", "--board", "round"], "square"),
        ([], "NAME"),
    ],
)
def test_what_cannot_be_is_said_in_one_line_and_nothing_is_written(
    argv: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", *argv]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert words in told
    assert list(tmp_path.iterdir()) == []


def test_it_can_be_published_at_once(begun: Environment) -> None:
    folder = begun.folder / name_of(*TABLES[0])
    facts = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    assert facts["name"] == f"boardwright-{folder.name.replace('_', '-')}", (
        "no stranger's package on PyPI has that name"
    )
    (needed,) = facts["dependencies"]
    assert needed.startswith(f"boardwright>={version('boardwright')},<")
    assert (folder / facts["license"]["file"]).read_text().startswith("MIT License")
    assert "pytest" in (folder / ".github" / "workflows" / "test.yml").read_text()
    assert "__pycache__/" in (folder / ".gitignore").read_text()


def test_nothing_is_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plum").mkdir()
    (tmp_path / "pear").write_text("mine")
    (tmp_path / "fig").symlink_to("nowhere")
    for name in ("plum", "pear", "fig"):
        assert main(["new", name]) == 2
        assert "already exists" in capsys.readouterr().err
    assert main(["new", "quince", "--into", "pear"]) == 3
    assert capsys.readouterr().err.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["fig", "pear", "plum"]
    assert (tmp_path / "pear").read_text() == "mine"
    assert list((tmp_path / "plum").iterdir()) == []
