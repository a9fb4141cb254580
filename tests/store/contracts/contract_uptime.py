"""Contract of the store: when servers ran, and when none did."""

from __future__ import annotations

from boardwright.store.rows import Outage
from tests.store.case import StoreCase


class UptimeContract(StoreCase):
    async def test_a_new_store_knows_no_server(self) -> None:
        assert await self.store.heartbeat() is None
        assert await self.store.outages() == []

    async def test_nobody_listens_to_a_new_store(self) -> None:
        assert not await self.store.has_listeners()

    async def test_the_heartbeat_is_the_latest_beat(self) -> None:
        for at in (1000, 2000, 1500):
            await self.store.beat(at, tolerance=5000)
        assert await self.store.heartbeat() == 2000
        assert await self.store.outages() == []

    async def test_a_longer_silence_is_an_outage(self) -> None:
        for at in (1000, 6000, 11_001, 30_000):
            await self.store.beat(at, tolerance=5000)
        assert await self.store.outages() == [Outage(6000, 11_001), Outage(11_001, 30_000)]
        assert await self.store.outages(after=11_001) == [Outage(11_001, 30_000)]
        assert await self.store.outages(after=30_000) == []

    async def test_of_many_outages_the_latest_are_returned(self) -> None:
        for at in range(0, 50_000, 10_000):
            await self.store.beat(at, tolerance=5000)
        assert await self.store.outages(limit=2) == [Outage(20_000, 30_000), Outage(30_000, 40_000)]
