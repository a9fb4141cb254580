"""What concerns all tests."""

from __future__ import annotations

import sys


def pytest_sessionfinish() -> None:
    """Stops the PostgreSQL of this run, if a test has started it: a worker is not given the time at its exit."""
    postgres = sys.modules.get("tests.postgres")
    if postgres is not None:
        postgres.stop_server()
