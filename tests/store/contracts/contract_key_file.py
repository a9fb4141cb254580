"""Contract of databases: the server key is in a file outside of them, and no other key will do."""

from __future__ import annotations

import asyncio
import stat
import tempfile
from pathlib import Path

import pytest

from boardwright.store.backends.open import check_store, open_store
from boardwright.store.port import StoreError
from tests.store.case import DatabaseCase
from tests.store.contracts.contract_seeds import sealed
from tests.store.samples import check_log, put


class KeyFileContract(DatabaseCase):
    async def asyncSetUp(self) -> None:
        await super().asyncSetUp()
        self.keys = Path(self.enterContext(tempfile.TemporaryDirectory()))

    async def test_a_restart_continues_with_the_same_seed(self) -> None:
        table = await sealed(self.store, "m")
        seed = self.store.key.seed("m")
        await self.reopen()
        assert (await check_log(self.store, "m")).seed == seed
        await put(self.store, table, table.roll())
        await check_log(self.store, "m")

    async def test_the_key_file_is_made_once_and_only_for_its_owner(self) -> None:
        url, path = await self.new_url(), self.keys / "new" / "server.key"
        stores = await asyncio.gather(*[open_store(url, path) for _ in range(8)])
        assert len({store.key.fingerprint for store in stores}) == 1
        for store in stores:
            await store.close()
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert [found.name for found in path.parent.iterdir()] == ["server.key"]

    async def test_another_key_is_refused(self) -> None:
        other = self.keys / "other.key"
        await check_store(await self.new_url(), other)
        with pytest.raises(StoreError, match=r"other\.key is not the key of this database; .*--key-file"):
            await open_store(self.url, other)
        await self.reopen()

    async def test_a_missing_key_is_not_replaced(self) -> None:
        missing = self.keys / "missing.key"
        with pytest.raises(StoreError, match=r"is not at .*missing\.key; copy it there from your backup"):
            await open_store(self.url, missing)
        assert not missing.exists()

    async def test_a_file_that_is_not_a_key_is_refused_and_left_alone(self) -> None:
        path = self.keys / "notes.txt"
        for text in ("", "Dear diary", "00" * 31, "00" * 33):
            path.write_text(text)
            with pytest.raises(StoreError, match=r"notes\.txt is not a server key: a key is 64 hexadecimal digits"):
                await open_store(await self.new_url(), path)
            assert path.read_text() == text

    async def test_a_place_where_no_key_can_be_is_named(self) -> None:
        file = self.keys / "file"
        file.touch()
        with pytest.raises(StoreError, match=r"Cannot create the key file .*--key-file"):
            await open_store(await self.new_url(), file / "server.key")
