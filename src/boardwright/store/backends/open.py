"""Opening a store by its URL."""

from __future__ import annotations

import os
import re
from pathlib import Path

from boardwright.store.key_file import agree_on_key, read_or_create_key
from boardwright.store.port import Store, StoreError

SQLITE = "sqlite:///"
POSTGRES = ("postgresql://", "postgres://")


async def open_store(url: str, key_file: Path | None = None) -> Store:
    """Open the store at a URL, creating or migrating its tables; raise StoreError.

    `sqlite:///relative/path.db` (four slashes for an absolute path), `postgresql://user@host/database`, `memory:`.
    `key_file` holds the server key; it is created with the store. By default it is the path of a SQLite file with
    `.key` added, or `server.key` in the user's state directory. A store in memory has a random key.
    """
    store = await _connect(url)
    try:
        if key_file is not None or url != "memory:":
            store.key = await agree_on_key(store, key_file or default_key_file(url))
    except BaseException:
        await store.close()
        raise
    return store


async def _connect(url: str) -> Store:
    # Each backend is imported on demand, so that none needs another's libraries.
    if url == "memory:":
        from boardwright.store.backends.sqlite import MemoryStore

        return MemoryStore()
    if url.startswith(SQLITE):
        from boardwright.store.backends.sqlite import SqliteStore

        return await SqliteStore.open(Path(url.removeprefix(SQLITE)).absolute())
    if url.startswith(POSTGRES):
        try:
            from boardwright.store.postgres.store import PostgresStore
        except ModuleNotFoundError as error:
            raise StoreError("PostgreSQL needs asyncpg: pip install 'boardwright[postgres]'.") from error
        return await PostgresStore.open(url)
    raise StoreError(
        f"Unknown store URL {shown_url(url)!r}; use sqlite:///boardwright.db, postgresql://user@host/name or memory:"
    )


def default_key_file(url: str) -> Path:
    """Return where the key of the store at a URL is, unless a setting names another place.

    >>> default_key_file("sqlite:////srv/games.db")
    PosixPath('/srv/games.db.key')
    """
    if url.startswith(SQLITE):
        return Path(url.removeprefix(SQLITE) + ".key").absolute()
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "boardwright" / "server.key"


async def replace_key(url: str, key_file: Path | None = None) -> Path:
    """Bind the store to the key in its key file, which is created if needed; return the path of the file.

    Matches in progress under another key cannot be read any more, unless their seed is stored.
    """
    path = key_file or default_key_file(url)
    async with await _connect(url) as store:
        await store.bind_key(read_or_create_key(path).fingerprint, replace=True)
    return path


async def check_store(url: str, key_file: Path | None = None) -> None:
    """Open and close the store at a URL; raise StoreError if that cannot be done."""
    async with await open_store(url, key_file):
        pass


def shown_url(url: str) -> str:
    """Return the URL of a store without its password, for messages.

    >>> shown_url("postgresql://ann:secret@host/games"), shown_url("postgresql://host/games?password=secret")
    ('postgresql://ann:…@host/games', 'postgresql://host/games?password=…')
    """
    return re.sub(r"(//[^:/@]*:).+@|([?&](?:ssl)?password=)[^&]+", _without_password, url)


def _without_password(found: re.Match[str]) -> str:
    return f"{found[1]}…@" if found[1] else f"{found[2]}…"


def has_password(url: str) -> bool:
    """Return whether the URL of a store contains a password.

    >>> has_password("postgresql://ann:secret@host/games"), has_password("postgresql://ann@host/games")
    (True, False)
    """
    return shown_url(url) != url


def is_shared(url: str) -> bool:
    """Return whether several server processes can share the store at a URL and notify each other of changes.

    >>> is_shared("postgresql://localhost/games"), is_shared("sqlite:///games.db")
    (True, False)
    """
    return url.startswith(POSTGRES)
