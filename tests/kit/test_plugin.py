"""An outside package gets one test per law by naming its game."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from boardwright.core.records import record
from boardwright.kit import LAWS
from tests.kit.broken import BROKEN

pytest_plugins = "pytester"

ROOT = Path(__file__).parents[2]


@pytest.fixture
def outside(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A folder that holds an installed distribution with two games, one of them broken."""
    pytester.makepyfile(
        outside="from tests.toys import GUESS\nfrom tests.kit.broken import BROKEN\n"
        "BAD = BROKEN['LogShowsTheDeal'].game()\n"
    )
    info = pytester.mkdir("outside-1.0.dist-info")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: outside\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[boardwright.games]\nouter = outside:GUESS\nleaky = outside:BAD\n")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(pytester.path), str(ROOT), *sys.path]))
    return pytester


def test_a_game_named_on_the_command_line_gets_one_test_per_law(outside: pytest.Pytester) -> None:
    result = outside.runpytest_subprocess("--boardwright", "outer", "-v")
    result.assert_outcomes(passed=len(LAWS))
    for law in LAWS:
        result.stdout.fnmatch_lines([f"*outer: {law}*PASSED*"])


def test_games_named_in_the_settings_are_checked_beside_the_project_s_tests(outside: pytest.Pytester) -> None:
    outside.makeini("[pytest]\nboardwright_games = outer\n")
    outside.makepyfile(test_own="def test_own():\n    pass\n")
    outside.runpytest_subprocess().assert_outcomes(passed=len(LAWS) + 1)
    outside.runpytest_subprocess("-k", "leaks").assert_outcomes(passed=1, deselected=len(LAWS))
    outside.runpytest_subprocess("test_own.py::test_own").assert_outcomes(passed=1)


def test_a_failure_shows_law_position_cure_seed_and_a_record_that_loads(outside: pytest.Pytester) -> None:
    result = outside.runpytest_subprocess(
        "--boardwright", "leaky", "--boardwright-random", "5", "--boardwright-seed", "7"
    )
    result.assert_outcomes(passed=len(LAWS) - 1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "guess breaks the law “no leaks”: the log shows *",
            "  fix: Declare the move as secret*",
            "  position: {*",
            "  record: *.jsonl",
            "  again: boardwright check guess --games 1 --seed 7",
        ]
    )
    path = next(line.split(": ", 1)[1] for line in result.outlines if line.startswith("  record: "))
    assert record.load(Path(path).read_bytes(), lambda name: BROKEN["LogShowsTheDeal"].game()).game.name == "guess"


def test_an_unknown_game_is_reported_without_a_traceback(outside: pytest.Pytester) -> None:
    result = outside.runpytest_subprocess("--boardwright", "xyzzy", "-k", "ends")
    result.assert_outcomes(failed=1, deselected=len(LAWS) - 1)
    result.stdout.fnmatch_lines(["No game 'xyzzy' is installed; installed are *outer*"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_a_project_that_names_no_game_gets_no_tests(outside: pytest.Pytester) -> None:
    outside.makepyfile(test_own="def test_own():\n    pass\n")
    outside.runpytest_subprocess().assert_outcomes(passed=1)


def test_the_plugin_loads_nothing_heavy() -> None:
    heavy = "{'hypothesis', 'msgspec', 'boardwright.core', 'boardwright.kit.laws'}"
    code = f"import sys, boardwright.kit.plugin; print(sorted({heavy} & set(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"
