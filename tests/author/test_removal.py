"""No list of games anywhere: without its entry point a game is gone from everything, and nothing else breaks."""

from __future__ import annotations

import json
import shutil
import urllib.request
from importlib.metadata import distribution
from pathlib import Path

import pytest

from boardwright.core.game.registry import GROUP
from tests.author.environment import Environment
from tests.page.conftest import Server

BUILT_IN = sorted(point.name for point in distribution("boardwright").entry_points if point.group == GROUP)

LAB = """
import pyspiel
from boardwright.core.game.registry import names
from boardwright.lab import openspiel, pettingzoo
print(*names())
print(*(name.split("/")[1].rsplit("_v", 1)[0] for name in pettingzoo.all_environments()))
print(*sorted(name.removeprefix("boardwright_") for name in pyspiel.registered_names() if "boardwright_" in name))
"""


def without(name: str, folder: Path) -> Environment:
    """Return an environment where Boardwright has one game less: its metadata lack one line."""
    environment = Environment(folder)
    facts = Path(str(distribution("boardwright").locate_file("")))
    site = next((folder / "env" / "lib").glob("python*/site-packages"))
    copy = site / next(facts.glob("boardwright-*.dist-info")).name
    shutil.copytree(facts / copy.name, copy)
    points = copy / "entry_points.txt"
    lines = points.read_text().splitlines(keepends=True)
    points.write_text("".join(line for line in lines if not line.startswith(f"{name} = ")))
    return environment


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_game_without_its_entry_point_is_gone_everywhere_and_the_others_stay(name: str, tmp_path: Path) -> None:
    environment = without(name, tmp_path)
    others = [other for other in BUILT_IN if other != name]
    assert [game["name"] for game in json.loads(environment.boardwright("games", "--json"))] == others

    refused = environment.run("-m", "boardwright", "play", name)
    assert refused.returncode == 2
    assert refused.stderr == f"boardwright: No game {name!r} is installed; installed are {', '.join(others)}.\n"

    lab = environment.run("-W", "ignore", "-c", LAB)
    assert lab.stdout.splitlines() == [" ".join(others)] * 3, lab.stderr

    played = environment.boardwright("play", others[0], "--players", "random,random", "--seed", "sunday")
    assert "To replay it" in played

    server = Server(tmp_path, environment.python)
    try:
        with urllib.request.urlopen(f"{server.url}/api/games") as answer:
            assert sorted(game["name"] for game in json.load(answer)) == others
    finally:
        server.stop()
