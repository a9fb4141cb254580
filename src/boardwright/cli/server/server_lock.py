"""One server for each SQLite file: a second one would not notice what the first one writes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from boardwright.core.refusal import Unavailable
from boardwright.store.backends.open import SQLITE


class AlreadyServed(Unavailable):
    """Another server uses the database; `page` is its address, "" while it starts."""

    def __init__(self, path: str, page: str) -> None:
        super().__init__(
            f"Another server{f' at {page}' if page else ''} uses {path}; stop it, or choose another file with --db."
        )
        self.page = page


class ServerLock:
    """A held lock; `publish` tells others the address of the page."""

    def __init__(self, page: Path | None) -> None:
        self._page = page

    def publish(self, page: str) -> None:
        """Write the address of the page beside the lock file, which others cannot read on every system."""
        if self._page is not None:
            self._page.write_text(page)


@contextmanager
def server_lock(url: str) -> Iterator[ServerLock]:
    """Hold the lock of a SQLite database, which ends with the process; raises AlreadyServed.

    Other databases can be shared or belong to one process, so they need no lock.
    """
    if not url.startswith(SQLITE):
        yield ServerLock(None)
        return
    database = Path(url.removeprefix(SQLITE)).resolve()  # a link is the same database
    page = database.with_name(database.name + ".page")
    try:
        lock = FileLock(database.with_name(database.name + ".lock"), blocking=False).acquire()
    except Timeout:
        raise AlreadyServed(str(database), page.read_text() if page.exists() else "") from None
    with lock:
        page.unlink(missing_ok=True)  # a server that was killed has left it
        try:
            yield ServerLock(page)
        finally:
            page.unlink(missing_ok=True)
