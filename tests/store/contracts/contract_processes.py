"""Contract of the store: when servers ran, and that one server process at a time takes a bot's turn."""

from __future__ import annotations

import asyncio

from boardwright.store.rows import Outage
from tests.store.case import StoreCase


class ProcessesContract(StoreCase):
    # Uptime

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

    # Bot turns

    async def claim(self, owner: str, number: int = 3, *, now: int = 1000, until: int = 2000) -> bool:
        return await self.store.claim("m", number, owner, now=now, until=until)

    async def test_one_process_holds_a_turn_and_may_claim_it_again(self) -> None:
        assert await self.claim("one")
        assert await self.claim("one")
        assert not await self.claim("two")
        assert await self.store.claim("other match", 3, "two", now=1000, until=2000)

    async def test_of_many_processes_exactly_one_gets_the_turn(self) -> None:
        got = await asyncio.gather(*(self.claim(f"process {number}") for number in range(10)))
        assert sorted(got) == [False] * 9 + [True]

    async def test_an_expired_claim_is_replaced(self) -> None:
        assert await self.claim("one", until=2000)
        assert not await self.claim("two", now=1999, until=3000)
        assert await self.claim("two", now=2000, until=3000)
        assert not await self.claim("one", now=2000, until=3000)

    async def test_a_claim_of_an_earlier_entry_is_replaced_and_a_later_one_is_not(self) -> None:
        assert await self.claim("one", 3)
        assert await self.claim("two", 4)
        assert not await self.claim("one", 3)
        assert not await self.claim("one", 4)

    async def test_renewing_extends_the_own_claims_in_the_named_matches_only(self) -> None:
        for match in ("m", "n"):
            assert await self.store.claim(match, 1, "one", now=1000, until=2000)
        await self.store.renew_claims("one", ["m", "unknown"], 9000)
        await self.store.renew_claims("two", ["n"], 9000)
        assert not await self.store.claim("m", 1, "two", now=5000, until=6000)
        assert await self.store.claim("n", 1, "two", now=5000, until=6000)
        await self.store.renew_claims("one", ["n"], 9000)
        assert not await self.store.claim("n", 1, "one", now=5000, until=6000), "a lost claim stays lost"
        await self.store.renew_claims("one", [], 9000)

    async def test_more_claims_than_one_statement_can_name_are_renewed(self) -> None:
        matches = [f"m{number}" for number in range(501)]
        for match in (matches[0], matches[-1]):
            assert await self.store.claim(match, 1, "one", now=1000, until=2000)
        await self.store.renew_claims("one", matches, 9000)
        for match in (matches[0], matches[-1]):
            assert not await self.store.claim(match, 1, "two", now=5000, until=6000)

    async def test_dropping_frees_the_turns_of_one_process(self) -> None:
        assert await self.claim("one")
        assert await self.store.claim("n", 1, "two", now=1000, until=2000)
        await self.store.drop_claims("one")
        assert await self.claim("three")
        assert not await self.store.claim("n", 1, "three", now=1000, until=2000)

    async def test_expired_claims_are_deleted_and_valid_ones_kept(self) -> None:
        assert await self.claim("one", until=2000)
        assert await self.store.claim("n", 1, "one", now=1000, until=3000)
        await self.store.drop_expired_claims(2000)
        assert await self.claim("two", now=1500), "deleted, not only expired"
        assert not await self.store.claim("n", 1, "two", now=1500, until=4000)
