"""The server works under the restrictions that its systemd unit puts on it: a real server, real kernel filters."""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from tests.deploy.sandbox import Unit
from tests.deploy.serving import Guest, bot_moves, clean_environment, metric, serving
from tests.programs import program

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "deploy" / "boardwright.service"
AS_NOBODY = "setpriv --reuid 61184 --regid 61184 --clear-groups --inh-caps +dac_override --ambient-caps +dac_override"
"""A user that no list has, as with DynamicUser; the capability only lets it reach an interpreter in somebody's home."""


pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the filters are those of Linux")


@pytest.fixture
def state() -> Iterator[Path]:
    """Yield the state directory of the service, which belongs to its user."""
    program("systemd-analyze")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "boardwright").mkdir()
        for each in (folder, folder / "boardwright"):
            each.chmod(0o777)
        yield folder


def as_service(unit: Path, state: Path, *flags: str) -> tuple[list[str], dict[str, str]]:
    """Return the command and the environment of a service, with another state directory."""
    start = shlex.split(Unit(unit).get("ExecStart"))
    at = start.index("/etc/boardwright.toml")
    start[at] = str(ROOT / "deploy" / "boardwright.toml")
    assert start[0] == "/opt/boardwright/bin/boardwright"
    user = shlex.split(AS_NOBODY) if os.geteuid() == 0 else []
    sandbox = [sys.executable, "-m", "tests.deploy.sandbox", str(unit)]
    given = dict(each.split("=") for each in Unit(unit).get("Environment").split())
    places = {"/var/lib": str(state), "/var/cache": str(state / "cache")}
    moved = {name: places[value] for name, value in given.items()}
    environment = clean_environment("PATH", PYTHONPATH=str(ROOT), TMPDIR=str(state), **moved)
    return [*user, *sandbox, sys.executable, "-m", "boardwright", *start[1:], *flags], environment


def test_bots_choose_their_moves_under_the_filters_of_the_unit(state: Path) -> None:
    command, environment = as_service(UNIT, state, "--port", "0", "--bot-opening-delay", "0")
    with serving(command, environment, state / "log") as page:
        guest = Guest(page)
        assert guest.http.patch("api/me", json={"password": "a long and odd password"}).status_code == 200
        guest.play_bot()
        figures = httpx2.get(f"{page}metrics").text
        assert httpx2.get(f"{page}ready").status_code == 200
    assert metric(figures, "boardwright_bot_worker_deaths_total") == 0, (state / "log").read_text()
    assert list((state / "cache").rglob("*.table")), "tables of solved games are kept"
    chosen, fallbacks = bot_moves(figures)
    assert chosen >= 2, (state / "log").read_text()
    assert fallbacks == 0, (state / "log").read_text()


def test_a_server_whose_bots_only_die_is_not_ready_and_says_how_they_die(state: Path) -> None:
    unit = state / "killing.service"
    kept = [line for line in UNIT.read_text().splitlines() if not line.startswith("SystemCallErrorNumber")]
    unit.write_text("\n".join([*kept, "SystemCallFilter=~setpriority"]))
    command, environment = as_service(unit, state, "--port", "0", "--bot-opening-delay", "0")
    with serving(command, environment, state / "log") as page:
        assert httpx2.get(f"{page}ready").status_code == 200
        Guest(page).play_bot()
        answer = httpx2.get(f"{page}ready")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "bots_fail")
    assert "SIGSYS" in (state / "log").read_text()
