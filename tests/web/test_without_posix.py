"""`boardwright serve` without POSIX, as on Windows: what only POSIX has is taken away from a real server."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from tests.deploy.serving import Guest, bot_moves, clean_environment, serving

MISSING = """
import os, signal, socket, sys

class Missing:
    NAMES = {"fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty", "uvloop"}

    @classmethod
    def find_spec(cls, name, path=None, target=None):
        if name in cls.NAMES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing)
for name in Missing.NAMES:
    sys.modules.pop(name, None)
for module, names in {
    os: ("fork", "geteuid", "getuid", "nice", "sched_getaffinity", "O_DIRECTORY", "O_NOFOLLOW"),
    signal: ("SIGALRM", "SIGHUP", "SIGUSR1", "setitimer"),
    socket: ("SO_REUSEPORT",),
}.items():
    for name in names:
        if hasattr(module, name):
            delattr(module, name)

opened = os.open

def open_file(path, flags, *more, **others):
    if os.path.isdir(path):
        raise PermissionError(13, "Permission denied", path)
    return opened(path, flags, *more, **others)

os.open = open_file
"""


@pytest.fixture
def elsewhere(tmp_path: Path) -> dict[str, str]:
    """Return the environment of programs without POSIX."""
    (tmp_path / "sitecustomize.py").write_text(MISSING)
    folders = {name: str(tmp_path) for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "PYTHONPATH")}
    return clean_environment("HOME", "PATH", **folders)


def test_a_server_without_posix_plays_and_refuses_a_second_one_also_after_it_was_killed(
    tmp_path: Path, elsewhere: dict[str, str]
) -> None:
    command = [sys.executable, "-m", "boardwright", "serve", "--port", "0", "--bot-opening-delay", "0"]
    for how in (signal.SIGKILL, signal.SIGTERM):
        with serving(command, elsewhere, tmp_path / "log", how) as page:
            if how is signal.SIGKILL:
                Guest(page).play_bot()
                figures = httpx2.get(f"{page}metrics").text
                chosen, fallbacks = bot_moves(figures)
                assert chosen >= 2
                assert fallbacks == 0
            second = subprocess.run(command, env=elsewhere, capture_output=True, text=True)
            assert second.returncode == 3
            assert f"Another server at {page} uses" in second.stderr
