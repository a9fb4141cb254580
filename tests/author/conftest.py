"""The example packages, installed; and a browser in front of a server that has them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.author.environment import Environment
from tests.page.conftest import Server, chromium, people, visit

__all__ = ["chromium", "people", "visit"]

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with every example package."""
    packages = sorted(path.parent for path in EXAMPLES.glob("*/pyproject.toml"))
    return Environment(tmp_path_factory.mktemp("installed"), packages)


@pytest.fixture(scope="session")
def server(installed: Environment, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server in that environment, in the place of the one that the tests of the page use."""
    running = Server(tmp_path_factory.mktemp("server"), installed.python)
    yield running
    running.stop()
