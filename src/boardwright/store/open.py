"""Opening a store by its address."""

from __future__ import annotations

from pathlib import Path

from boardwright.store.port import Store, StoreError


async def open_store(url: str) -> Store:
    """The store at that address, its tables made or brought up to date.

    `sqlite:///relative/path.db` (four slashes for an absolute path), `postgresql://user@host/database`, `memory:`.
    """
    # Each backend is imported when it is asked for, so that none needs another's libraries.
    if url == "memory:":
        from boardwright.store.memory import MemoryStore

        return MemoryStore()
    if url.startswith("sqlite:///"):
        from boardwright.store.sqlite import SqliteStore

        return await SqliteStore.open(Path(url.removeprefix("sqlite:///")).absolute())
    if url.startswith(("postgresql://", "postgres://")):
        try:
            from boardwright.store.postgres.store import PostgresStore
        except ModuleNotFoundError as error:
            raise StoreError("PostgreSQL needs asyncpg: pip install 'boardwright[postgres]'.") from error
        return await PostgresStore.open(url)
    raise StoreError(f"{url!r} is no store; write sqlite:///boardwright.db, postgresql://user@host/name or memory:")
