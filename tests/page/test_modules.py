"""The modules of the page that need no browser, tested in Node."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent / "js"


def test_the_state_of_a_board_follows_the_actions_of_the_player() -> None:
    node = Path(sys.executable).with_name("node")
    command = [
        node,
        "--no-warnings",
        "--import",
        FOLDER / "page-modules.mjs",
        "--test",
        *sorted(FOLDER.glob("*.test.mjs")),
    ]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
