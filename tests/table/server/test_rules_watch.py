"""The time limit of rules: it interrupts rules that do not end, and nothing else."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

from boardwright.table.rules_watch import RulesTimeout, RulesWatch, is_rules_error
from boardwright.table.work_thread import WorkThread

SOURCE = """
import time

def loop():
    while True:
        try:
            len("")
        except Exception:
            pass

def spin(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass
    return "done"

def fail():
    return 1 / 0
"""


def module(name: str) -> Any:
    """Return a module of that name."""
    made = ModuleType(name)
    exec(SOURCE, made.__dict__)
    return made


RULES, OTHER = module("boardwright.core.loops"), module("elsewhere")


@pytest.fixture
def watch() -> Iterator[RulesWatch]:
    made = RulesWatch(0.1)
    made.start()
    yield made
    made.stop()


def call_here(function: Callable[..., Any], *args: Any) -> Any:
    return function(*args)


def call_in_thread(function: Callable[..., Any], *args: Any) -> Any:
    async def work() -> Any:
        thread = WorkThread()
        try:
            return await thread.run(function, *args)
        finally:
            thread.close()

    return asyncio.run(work())


@pytest.mark.usefixtures("watch")
@pytest.mark.parametrize("call", [call_here, call_in_thread])
def test_rules_that_do_not_end_are_interrupted_whatever_they_catch(call: Callable[..., Any]) -> None:
    for _ in range(2):
        with pytest.raises(RulesTimeout):
            call(RULES.loop)


@pytest.mark.usefixtures("watch")
@pytest.mark.parametrize("call", [call_here, call_in_thread])
def test_other_code_is_never_interrupted(call: Callable[..., Any]) -> None:
    assert call(OTHER.spin, 0.4) == "done"


@pytest.mark.usefixtures("watch")
@pytest.mark.parametrize("call", [call_here, call_in_thread])
def test_many_short_calls_are_not_one_long_one(call: Callable[..., Any]) -> None:
    def many() -> list[str]:
        return [RULES.spin(0.01) for _ in range(40)]

    assert set(call(many)) == {"done"}


@pytest.mark.usefixtures("watch")
@pytest.mark.parametrize("call", [call_here, call_in_thread])
def test_rules_that_wait_for_the_processor_are_not_interrupted(call: Callable[..., Any]) -> None:
    """Time in which others have the processor does not count."""
    RULES.time = time
    RULES.wait = eval("lambda: time.sleep(0.5) or 'done'", RULES.__dict__)
    assert call(RULES.wait) == "done"


def test_an_error_is_one_of_rules_if_it_came_through_them() -> None:
    for made, expected in ((RULES, True), (OTHER, False)):
        with pytest.raises(ZeroDivisionError) as found:
            made.fail()
        assert is_rules_error(found.value) is expected


TRACED = """
import sys
from boardwright.table.rules_watch import interruptible
assert interruptible(lambda: 3) == 3
sys.settrace(lambda *_: None)
(lambda: None)()
"""


def test_calls_can_be_traced_after_work_that_could_be_interrupted() -> None:
    subprocess.run([sys.executable, "-c", TRACED], check=True, timeout=60)
