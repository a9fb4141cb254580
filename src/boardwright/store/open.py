"""Opening a store by its URL."""

from __future__ import annotations

from pathlib import Path

from boardwright.store.port import Store, StoreError

_POSTGRES = ("postgresql://", "postgres://")


async def open_store(url: str) -> Store:
    """Opens the store at a URL, creating or migrating its tables; raises StoreError.

    `sqlite:///relative/path.db` (four slashes for an absolute path), `postgresql://user@host/database`, `memory:`.
    """
    # Each backend is imported on demand, so that none needs another's libraries.
    if url == "memory:":
        from boardwright.store.memory import MemoryStore

        return MemoryStore()
    if url.startswith("sqlite:///"):
        from boardwright.store.sqlite import SqliteStore

        return await SqliteStore.open(Path(url.removeprefix("sqlite:///")).absolute())
    if url.startswith(_POSTGRES):
        try:
            from boardwright.store.postgres.store import PostgresStore
        except ModuleNotFoundError as error:
            raise StoreError("PostgreSQL needs asyncpg: pip install 'boardwright[postgres]'.") from error
        return await PostgresStore.open(url)
    raise StoreError(f"Unknown store URL {url!r}; use sqlite:///boardwright.db, postgresql://user@host/name or memory:")


async def check_store(url: str) -> None:
    """Opens and closes the store at a URL; raises StoreError if that cannot be done."""
    async with await open_store(url):
        pass


def is_shared(url: str) -> bool:
    """True if several server processes can share the store at a URL and notify each other of changes.

    >>> is_shared("postgresql://localhost/games"), is_shared("sqlite:///games.db")
    (True, False)
    """
    return url.startswith(_POSTGRES)
