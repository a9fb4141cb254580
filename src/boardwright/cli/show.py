"""Output of commands: JSON, color, and progress bars."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import msgspec

if TYPE_CHECKING:
    from boardwright.bots.analysis.analysis import Option

T = TypeVar("T")


def print_json(value: object) -> None:
    """Print a JSON-able value or struct, indented."""
    print(json.dumps(msgspec.to_builtins(value), ensure_ascii=False, indent=2))


def is_terminal() -> bool:
    """Return whether input and output are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def wants_color() -> bool:
    """Return whether the output is a terminal, unless NO_COLOR is set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def option_value(option: Option) -> str:
    """Return the value of a move, and how often the search visited it; in a solved position when the game ends.

    >>> from boardwright.bots.analysis.analysis import Option
    >>> option_value(Option("a", 0.25, 12)), option_value(Option("b", 1.0, 0, 7))
    ('+0.25, 12 visits', 'wins on turn 7')
    """
    if option.turns is not None:
        return distance(option.turns)
    return f"{option.value:+.2f}, {option.visits} visits"


def distance(turns: int) -> str:
    """Return when a solved game ends.

    >>> distance(7), distance(-2), distance(0)
    ('wins on turn 7', 'loses on turn 2', 'drawn')
    """
    if not turns:
        return "drawn"
    return f"{'wins' if turns > 0 else 'loses'} on turn {abs(turns)}"


def progress(source: Iterable[T], total: int, done: int = 0, what: str = "games") -> Iterator[T]:
    """Yield the items of `source` while a bar on stderr, if it is a terminal, show how many of `total` are done.

    >>> list(progress("abc", total=3))
    ['a', 'b', 'c']
    """
    with progress_bar(what) as update:
        for count, item in enumerate(source, done + 1):
            update(count, total)
            yield item


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """Yield a bar that is updated by calling the result with the items done and their total."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
