"""One server for each SQLite file: a second one would not notice what the first one writes."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from boardwright.core.refusal import Unavailable
from boardwright.store.open import SQLITE


class AlreadyServed(Unavailable):
    """Another server uses the database; `page` is its address, "" while it starts."""

    def __init__(self, path: str, page: str) -> None:
        super().__init__(
            f"Another server{f' at {page}' if page else ''} uses {path}; stop it, or choose another file with --db."
        )
        self.page = page


class ServerLock:
    """A held lock; `publish` tells others the address of the page."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def publish(self, page: str) -> None:
        """Writes the address of the page into the lock file."""
        if self._path is not None:
            self._path.write_text(page)


@contextmanager
def server_lock(url: str) -> Iterator[ServerLock]:
    """Holds the lock of a SQLite database, which ends with the process; raises AlreadyServed.

    Other databases can be shared or belong to one process, so they need no lock.
    """
    if not url.startswith(SQLITE):
        yield ServerLock(None)
        return
    database = Path(url.removeprefix(SQLITE))
    path = database.with_name(database.name + ".lock")
    with path.open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise AlreadyServed(str(database), file.read()) from None
        file.truncate(0)
        yield ServerLock(path)  # the file stays: removing it would let two servers lock two files of this name
