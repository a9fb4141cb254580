"""What concerns all tests."""

from __future__ import annotations

import sys

from hypothesis import HealthCheck, settings

# A machine that is busy with other things is no fault of the code: nothing here is judged by the clock.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


def pytest_sessionfinish() -> None:
    """Stops the PostgreSQL of this run, if a test has started it: a worker is not given the time at its exit."""
    postgres = sys.modules.get("tests.postgres")
    if postgres is not None:
        postgres.stop_server()
