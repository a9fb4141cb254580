"""The in-memory store fulfills the contract."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from boardwright.store.backends.open import open_store
from boardwright.store.port import Store, StoreError
from tests.store.contracts.contract import StoreContract


class TestMemory(StoreContract):
    async def open(self) -> Store:
        return await open_store("memory:")

    async def test_an_address_that_is_none_is_explained(self) -> None:
        for url in ("", "boardwright.db", "mysql://localhost/x", "sqlite:x.db", "memory"):
            with pytest.raises(StoreError, match="use sqlite:///"):
                await open_store(url)

    async def test_two_stores_have_two_keys_unless_they_share_a_file(self) -> None:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "server.key"
            stores = [await open_store("memory:", path if named else None) for named in (True, True, False, False)]
        shared, again, *others = [store.key.fingerprint for store in stores]
        assert shared == again
        assert len({shared, *others}) == 3
