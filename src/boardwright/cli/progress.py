"""A progress bar on the terminal, and silence where nobody looks."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def progress(source: Iterable[T], total: int, done: int = 0, what: str = "games") -> Iterator[T]:
    """The same items, while a bar on stderr shows how far it is and how long it may take."""
    if not sys.stderr.isatty():
        yield from source
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
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total, completed=done)
        for item in source:
            progress.advance(task)
            yield item
