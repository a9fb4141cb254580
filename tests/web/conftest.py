"""Tests that are coroutines run in an event loop of their own; databases for servers."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres import drop_database, new_database
from tests.web.running import Pair, running


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Yield the URL of an empty database, of each backend in turn."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'live.db'}"
        return
    made = asyncio.run(new_database())
    yield made
    asyncio.run(drop_database(made))


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    url = asyncio.run(new_database())
    with running(url, tmp_path, "one") as one, running(url, tmp_path, "two") as two:
        yield one, two
