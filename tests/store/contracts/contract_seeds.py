"""Contract of the store: seeds follow from the server key until they are published."""

from __future__ import annotations

from boardwright.store.key import ServerKey
from boardwright.store.port import Store
from tests.store.case import StoreCase
from tests.store.samples import SEED, Table, check_log, put, running


async def sealed(store: Store, name: str) -> Table:
    """Stores and starts a match whose seed is not given to the store."""
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
        for change in table.stop():
            await self.store.append(change)
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
