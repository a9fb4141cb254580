"""The base of the contract tests of the store; each backend subclasses them and opens its own store."""

from __future__ import annotations

from unittest import IsolatedAsyncioTestCase

from boardwright.store.backends.open import open_store
from boardwright.store.port import Store


class StoreCase(IsolatedAsyncioTestCase):
    """An open store in `self.store`."""

    __test__ = False
    store: Store

    def __init_subclass__(cls) -> None:
        cls.__test__ = cls.__name__.startswith("Test")

    async def open(self) -> Store:
        """Open the store of this test; a second call opens the same one again."""
        raise NotImplementedError

    async def asyncSetUp(self) -> None:
        self.store = await self.open()

    async def asyncTearDown(self) -> None:
        await self.store.close()

    async def reopen(self) -> None:
        """Restart the server."""
        await self.store.close()
        self.store = await self.open()


class DatabaseCase(StoreCase):
    """A store at a URL, which survives a restart."""

    url: str

    async def asyncSetUp(self) -> None:
        self.url = await self.new_url()
        await super().asyncSetUp()

    async def open(self) -> Store:
        return await open_store(self.url)

    async def new_url(self) -> str:
        """Return the URL of a new, empty store."""
        raise NotImplementedError
