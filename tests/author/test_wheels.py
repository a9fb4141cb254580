"""Packages built earlier go on working: `python -m tools.example_wheels` says when their wheels are built again."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import PathDistribution
from pathlib import Path
from zipfile import ZipFile

import pytest

from boardwright.core.game.registry import API_GROUP, GROUP
from tools.example_wheels import WHEELS

FROZEN = sorted(WHEELS.glob("*.whl"))


def test_there_are_wheels_and_they_are_small() -> None:
    assert FROZEN
    assert sum(path.stat().st_size for path in FROZEN) < 300_000


@pytest.mark.parametrize("wheel", FROZEN, ids=lambda path: path.name)
def test_its_games_load_and_keep_the_laws(wheel: Path, tmp_path: Path) -> None:
    with ZipFile(wheel) as packed:
        packed.extractall(tmp_path)
    (facts,) = tmp_path.glob("*.dist-info")
    points = PathDistribution(facts).entry_points
    names = points.select(group=GROUP).names
    assert names == points.select(group=API_GROUP).names
    for name in names:
        done = subprocess.run(
            [sys.executable, "-m", "boardwright", "check", name, "--games", "1"],
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stdout.endswith("all laws hold\n"), done.stdout + done.stderr
