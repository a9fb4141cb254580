"""Progress bars on stderr; silent if stderr is not a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


def progress(source: Iterable[T], total: int, done: int = 0, what: str = "games") -> Iterator[T]:
    """Yields the items of `source` while a bar shows how many of `total` are done.

    >>> list(progress("abc", total=3))
    ['a', 'b', 'c']
    """
    with progress_bar(what) as update:
        for count, item in enumerate(source, done + 1):
            update(count, total)
            yield item


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar that is updated by calling the result with the items done and their total."""
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
