"""An installed package that does not load is named where it is asked for, and stands in nobody's way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

import pytest

from boardwright.core.game.registry import GROUP
from tests.page.conftest import Server

BUILT_IN = sorted(point.name for point in distribution("boardwright").entry_points if point.group == GROUP)

FILES = {
    "broken-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n",
    "broken-1.0.dist-info/entry_points.txt": """
[boardwright.games]
absent = nowhere:GAME
crooked = crooked_rules:GAME
leaving = leaving_rules:GAME
raising = raising_rules:GAME
wrong = wrong_rules:GAME
stillborn = stillborn_rules:GAME
[boardwright.bots]
absent_bot = nowhere:Bot
crooked_bot = crooked_rules:Bot
leaving_bot = leaving_rules:Bot
raising_bot = raising_rules:Bot
[boardwright.commands]
absent-command = nowhere
crooked-command = crooked_rules
leaving-command = leaving_rules
raising-command = raising_rules
[boardwright.api]
stillborn = v1
""",
    "outdated-2.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: outdated\nVersion: 2.0\n",
    "outdated-2.0.dist-info/entry_points.txt": """
[boardwright.games]
yesterday = raising_rules:GAME
yonder = raising_rules:GAME
[boardwright.api]
yesterday = v0
yonder = v2
""",
    "crooked_rules.py": "def GAME(:\n",
    "leaving_rules.py": "import sys\nsys.exit('only on Tuesdays')\n",
    "raising_rules.py": "raise RuntimeError('no graphics card')\n",
    "wrong_rules.py": "GAME = 7\n",
    "stillborn_rules.py": """
from boardwright.core.game.game import Game
from boardwright.core.moves import Move
from boardwright.core.rules.options import Options
from boardwright.core.rules.position import Position
from boardwright.core.rules.view import View

class Nothing(Position[Move, View], frozen=True):
    seats = 2

class Stillborn(Game[Nothing, Options]):
    name, title, summary, seats = "stillborn", "Stillborn", "Never begins.", range(2, 3)

    def start(self, seats, options):
        raise RuntimeError("the box is empty")

GAME = Stillborn()
""",
}
REASONS = {
    "absent": "No module named 'nowhere'",
    "crooked": "SyntaxError: invalid syntax (crooked_rules.py, line 1)",
    "leaving": "SystemExit: only on Tuesdays",
    "raising": "RuntimeError: no graphics card",
}
"""By the first word of a name, why it cannot be loaded."""
OUTDATED = {
    name: f"outdated 2.0 is written for boardwright.api {wanted}, and this Boardwright has v1; install another release "
    "of one of them, or change the rules as Boardwright's changelog says and then the entry point in the group "
    f'boardwright.api to {name} = "v1"'
    for name, wanted in (("yesterday", "v0"), ("yonder", "v2"))
}
"""By the name of a game whose package is for another Boardwright, why it is not even imported."""

PROGRAMS = """
import asyncio, json
import boardwright, gymnasium, pyspiel
from boardwright.lab.pettingzoo import env, deblockle_v1, all_environments
import boardwright.lab.gymnasium, boardwright.lab.openspiel
from boardwright.agents.local import LocalEngine
from boardwright.bots import bot

found = {
    "agents": [game["name"] for game in asyncio.run(LocalEngine().games())],
    "gymnasium": [name for name in gymnasium.registry if name.startswith("boardwright/")],
    "openspiel": [name for name in pyspiel.registered_names() if name.startswith("boardwright_")],
    "pettingzoo": list(all_environments()),
}
for name in found["pettingzoo"][:-1]:
    env(name.removeprefix("boardwright/").removesuffix("_v1")).reset(seed=1)
deblockle_v1.env().reset(seed=1)
match = boardwright.Match.new("deblockle", seed=1)
match.play(bot("random", "deblockle").choose(match.position, 0, __import__("random").Random(1)))
print(json.dumps({door: sorted(map(str.lower, names)) for door, names in found.items()}))
"""

ALL_COMMANDS = """
import json, sys
from boardwright.cli import main
print(json.dumps([main(argv) for argv in json.loads(sys.argv[1])]))
"""


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with a distribution in which nothing works, on the path of programs that tests start."""
    folder = tmp_path_factory.mktemp("broken")
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep))
        yield folder


def python(*argv: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *argv], capture_output=True, text=True, check=False)


def boardwright(*argv: str) -> subprocess.CompletedProcess[str]:
    return python("-m", "boardwright", *argv)


def test_programs_find_every_game_that_begins(broken: Path) -> None:
    done = python("-c", PROGRAMS)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    plain = [name.replace("_", "") for name in (*BUILT_IN, "stillborn")]
    assert found["agents"] == [*BUILT_IN, "stillborn"]
    assert found["gymnasium"] == [f"boardwright/{name}-v1" for name in plain]
    assert found["pettingzoo"] == [f"boardwright/{name}_v1" for name in (*BUILT_IN, "stillborn")]
    assert found["openspiel"] == [f"boardwright_{name}" for name in BUILT_IN]
    assert "stillborn is not registered with OpenSpiel: RuntimeError: the box is empty" in done.stderr


def test_commands_list_what_works_and_name_what_does_not(broken: Path) -> None:
    listed = boardwright("games", "--json")
    assert [game["name"] for game in json.loads(listed.stdout)] == [*BUILT_IN, "stillborn"]
    wrong = "its entry point names 7, not a game"
    assert listed.stderr.splitlines() == [
        f"boardwright: The game {name!r} is installed but cannot be loaded: {reason}."
        for name, reason in [*REASONS.items(), ("wrong", wrong), *OUTDATED.items()]
    ]
    told = boardwright("--help")
    assert (told.returncode, told.stderr) == (0, "")
    assert "crooked-command  (from broken)" in told.stdout
    played = boardwright("play", "deblockle", "--players", "random,random", "--seed", "1")
    assert (played.returncode, played.stderr) == (0, "")
    met = boardwright("arena", "deblockle", "random", "greedy", "--games", "2")
    assert (met.returncode, "Traceback" in met.stderr) == (0, False), met.stderr
    assert boardwright("check", "deblockle", "--games", "1").stdout.endswith("all laws hold\n")
    doctor = boardwright("doctor")
    assert doctor.returncode == 1
    broken_lines = [line for line in doctor.stdout.splitlines() if line.endswith("(broken)")]
    assert [line.split()[1] for line in broken_lines] == [*REASONS, "wrong", *OUTDATED]


def test_what_cannot_be_loaded_is_refused_with_the_reason(broken: Path) -> None:
    commands, said = [], []
    for first, reason in REASONS.items():
        bot, command = f"{first}_bot", f"{first}-command"
        commands += [["play", first], ["play", "deblockle", "--players", f"{bot},random"], [command]]
        for kind, name in (("game", first), ("bot", bot), ("command", command)):
            said.append([2, f"boardwright: The {kind} {name!r} is installed but cannot be loaded: {reason}."])
    for name, reason in OUTDATED.items():
        for command in ("play", "check"):
            commands.append([command, name])
            said.append([2, f"boardwright: The game {name!r} is installed but cannot be loaded: {reason}."])
    done = python("-c", ALL_COMMANDS, json.dumps(commands))
    codes, lines = json.loads(done.stdout), done.stderr.splitlines()
    assert [list(each) for each in zip(codes, lines, strict=True)] == said


def test_a_server_offers_the_other_games(broken: Path, tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        with urllib.request.urlopen(f"{server.url}/api/games") as answer:
            assert sorted(game["name"] for game in json.load(answer)) == [*BUILT_IN, "stillborn"]
        for path in ("/", "/ready", "/api/games/deblockle/lesson", "/api/matches"):
            with urllib.request.urlopen(server.url + path) as answer:
                assert answer.status == 200, path
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{server.url}/api/games/crooked/lesson")
    finally:
        server.stop()
