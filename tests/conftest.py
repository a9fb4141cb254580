"""Settings for all tests: hypothesis, and which tests are slow."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.scale import SCALE

# The machine may be busy with other things, so no test depends on how fast it is.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

TESTS = Path(__file__).parent
SLOW = (
    "agents",
    "arena",
    "author",
    "bots/test_honest.py",
    "bots/test_perfect.py",
    "cli/server/test_address.py",
    "cli/test_check.py",
    "cli/server/test_salvage.py",
    "core/chance/test_chance.py",
    "crash",
    "deploy/test_image.py",
    "deploy/test_units.py",
    "games/blokus/test_compat.py",
    "games/deblockle/test_model.py",
    "games/mage_duel/test_invariants.py",
    "games/sagrada/test_bot.py",
    "games/sagrada/test_playout.py",
    "games/sagrada/test_secrets.py",
    "games/test_laws.py",
    "kernels/test_equal.py",
    "kit/test_plugin.py",
    "lab",
    "page",
    "store/test_postgres.py",
    "store/test_postgres_faults.py",
    "table/bots/test_bot_workers.py",
    "test_site.py",
    "table/lobby/test_fairness_postgres.py",
    "table/server/test_two_processes.py",
    "web/test_backup.py",
    "web/test_bot_processes.py",
    "web/test_crash.py",
    "web/transport/test_doors.py",
    "web/test_failing_games.py",
    "web/transport/test_floods.py",
    "web/transport/test_hostile.py",
    "web/test_leaks.py",
    "web/test_logs.py",
    "web/test_not_saved.py",
    "web/test_race.py",
    "web/api/test_schema.py",
    "web/test_serve.py",
    "web/transport/test_websocket.py",
    "web/test_without_posix.py",
)
"""Folders and files of slow tests: they start servers, browsers, databases or environments, or play many games."""


@pytest.fixture(scope="session", autouse=True)
def state_directory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keeps server keys out of the user's state directory, and what is slow to load out of runs of pytest in tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        patch.setenv("PYTEST_ADDOPTS", "-p no:schemathesis")
        yield


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: tests wait for servers, browsers and bots now and then."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks the slow tests, and leaves those of the nightly run to it."""
    if SCALE == 1:
        nightly = [item for item in items if item.get_closest_marker("nightly")]
        config.hook.pytest_deselected(items=nightly)
        items[:] = [item for item in items if item not in nightly]
    found = {pattern: set(TESTS.glob(pattern)) for pattern in SLOW}
    if missing := [pattern for pattern, paths in found.items() if not paths]:
        raise pytest.UsageError(f"SLOW in {__file__} names what is not there: {', '.join(missing)}.")
    slow = set().union(*found.values())
    for item in items:
        if not slow.isdisjoint((item.path, *item.path.parents)):
            item.add_marker("slow")
    items[:] = _mixed(items)


def _mixed(items: list[pytest.Item]) -> list[pytest.Item]:
    """Puts slow files evenly between the others, the last one well before the end.

    What waits then runs beside what computes, and no worker ends with a slow file that was begun last.
    """
    files = list(dict.fromkeys((item.get_closest_marker("slow") is not None, item.path) for item in items))
    slow = [path for is_slow, path in files if is_slow]
    quick = [path for is_slow, path in files if not is_slow]
    place = {path: number / len(quick) for number, path in enumerate(quick)}
    place |= {path: 0.85 * number / len(slow) for number, path in enumerate(slow)}
    return sorted(items, key=lambda item: place[item.path])


def pytest_sessionfinish() -> None:
    """Stops the PostgreSQL of this run, if a test has started it: a worker is not given the time at its exit."""
    postgres = sys.modules.get("tests.postgres")
    if postgres is not None:
        postgres.stop_server()
