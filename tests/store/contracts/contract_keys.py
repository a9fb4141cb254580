"""Contract of the store: seeds follow from the server key until they are published, and no other key will do."""

from __future__ import annotations

import asyncio
import stat
import tempfile
from functools import cached_property
from pathlib import Path

import pytest

from boardwright.store.backends.open import check_store, open_store
from boardwright.store.key import ServerKey
from boardwright.store.port import Store, StoreError
from tests.store.case import DatabaseCase, StoreCase
from tests.store.samples import SEED, Table, check_log, finish, put, running


async def sealed(store: Store, name: str) -> Table:
    """Store and start a match whose seed is not given to the store."""
    table = Table(name)
    await put(store, table, table.create())
    await put(store, table, table.start(secret=store.key.seed(name)))
    return table


class SeedsContract(StoreCase):
    async def test_the_seed_of_a_running_match_follows_from_the_key(self) -> None:
        table = await sealed(self.store, "m")
        await put(self.store, table, table.roll())
        saved = await check_log(self.store, "m")
        assert (saved.row.fault, saved.seed) == ("", self.store.key.seed("m"))

    async def test_a_published_seed_needs_no_key(self) -> None:
        table = await sealed(self.store, "m")
        await finish(self.store, table)
        seed = self.store.key.seed("m")
        self.store.key = ServerKey.random()
        saved = await check_log(self.store, "m")
        assert (saved.row.status, saved.row.fault, saved.seed) == ("over", "", seed)

    async def test_a_running_match_with_a_stored_seed_stays_as_it_is(self) -> None:
        table = await running(self.store, "old")
        for change in table.stop():
            assert (await check_log(self.store, "old")).seed == SEED
            await self.store.append(change)
        saved = await check_log(self.store, "old")
        assert (saved.row.status, saved.seed) == ("over", SEED)

    async def test_a_match_of_another_key_has_a_fault_and_no_seed(self) -> None:
        await sealed(self.store, "m")
        await running(self.store, "old")
        self.store.key = ServerKey.random()
        saved = await self.store.load("m")
        assert saved is not None
        assert "does not commit to the one of the server key" in saved.row.fault
        assert saved.seed is None
        assert (await check_log(self.store, "old")).row.fault == ""

    async def test_a_store_is_bound_to_one_key(self) -> None:
        await self.store.bind_key("first")
        first = await self.store.key_fingerprint()
        await self.store.bind_key("second")
        assert first is not None
        assert await self.store.key_fingerprint() == first
        await self.store.bind_key("third", replace=True)
        assert await self.store.key_fingerprint() == "third"


class KeyFileContract(DatabaseCase):
    @cached_property
    def keys(self) -> Path:
        """The folder of key files."""
        return Path(self.enterContext(tempfile.TemporaryDirectory()))

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
