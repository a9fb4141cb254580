"""The cost of requests, and work that must not hold up the event loop."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any, Literal
from unittest.mock import patch

import pytest
from argon2 import PasswordHasher

from boardwright.core.records import record
from boardwright.core.records.branch_point import read_start
from boardwright.table.accounts.passwords import HASHES, Passwords
from boardwright.table.errors import RateLimited
from boardwright.table.limits.bucket_memory import Bucket, SharedBuckets
from boardwright.table.limits.limits import ADDRESS, RateLimits
from boardwright.table.lobby import lobby
from boardwright.table.lobby import new_match as starting
from boardwright.table.lobby.lobby import commit
from boardwright.table.matches import commands, seating
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.matches.seating import NewMatch
from boardwright.table.server import runtime
from boardwright.table.server.runtime import Server
from tests.table.case import ServerCase


class Clock:
    """Seconds that pass only when set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def granted(limits: RateLimits, account: str | None, address: str, cost: float = 1) -> int:
    """Take until it is refused and returns how often it was not."""
    for times in range(1000):
        try:
            limits.take(account, address, cost)
        except RateLimited:
            return times
    raise AssertionError("never refused")


def test_an_account_has_one_limit_from_all_its_addresses() -> None:
    limits = RateLimits(1, 10, clock=Clock())
    assert granted(limits, "ann", "192.0.2.1") == 10
    assert granted(limits, "ann", "192.0.2.2") == 0
    assert granted(limits, "bob", "192.0.2.2") == 10


def test_all_accounts_of_an_address_together_have_a_limit() -> None:
    limits = RateLimits(1, 10, clock=Clock())
    for number in range(ADDRESS * 2):
        limits.take(f"guest{number}", "192.0.2.1", cost=5)
    assert granted(limits, "another", "192.0.2.1") == 0
    assert granted(limits, None, "192.0.2.1") == 0
    assert granted(limits, None, "192.0.2.2") == 10


def test_limits_count_cost_not_requests() -> None:
    assert granted(RateLimits(1, 10, clock=Clock()), "ann", "192.0.2.1", cost=4) == 2


def test_several_processes_together_grant_what_one_does() -> None:
    clock, shared = Clock(), SharedBuckets.new()
    processes = [RateLimits(8, 10, memory=shared, clock=clock) for _ in range(4)]
    assert sum(granted(limits, "ann", "192.0.2.1") for limits in processes) == 10
    clock.now = 1.0
    assert sum(granted(limits, "ann", "192.0.2.1") for limits in processes) == 8
    clock.now = 0.5
    assert sum(granted(limits, "ann", "192.0.2.1") for limits in processes) == 0, "the clocks may differ a little"


def test_a_full_shared_memory_forgets_those_who_were_not_there_for_longest() -> None:
    shared = SharedBuckets.new()
    with patch.object(SharedBuckets, "_places", lambda _, key: (float(key), range(0, 24, 3))):
        for number in range(1, 9):
            shared.put(str(number), Bucket(1, 100 - number))
        shared.put("9", Bucket(5, 101))
        assert [key for key in "123456789" if shared.get(key) is None] == ["8"]
        shared.put("1", Bucket(4, 102))
        assert (shared.get("1"), shared.get("9")) == (Bucket(4, 102), Bucket(5, 101))


class Slow(PasswordHasher):
    """Counts how many hashes are made at a time."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self._lock, self._inside, self.most = threading.Lock(), 0, 0
        self.all_in = threading.Barrier(HASHES)

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
        with self._lock:
            self._inside += 1
            self.most = max(self.most, self._inside)
        self.all_in.wait(60)
        with self._lock:
            self._inside -= 1
        return True


def test_only_a_few_passwords_are_hashed_at_a_time() -> None:
    async def guess() -> int:
        hasher = Slow()
        checked = Passwords(hasher)
        assert all(await asyncio.gather(*(checked.matches("hash", "guess") for _ in range(4 * HASHES))))
        return hasher.most

    assert asyncio.run(guess()) == HASHES


class TestOffTheLoop(ServerCase):
    """Work that a client can make long is done in another thread."""

    async def _threads(self, place: Any, name: str, work: Any) -> set[str]:
        """Return the names of the threads in which a function is called."""
        found, real = set(), getattr(place, name)

        def noted(*args: Any, **kwargs: Any) -> Any:
            found.add(threading.current_thread().name.partition("_")[0])
            return real(*args, **kwargs)

        with patch.object(place, name, noted):
            await work
        return found

    async def test_a_record_is_replayed_and_its_table_opened_there(self) -> None:
        table = await self.alone()
        await self.play(table, 6)
        start = record.dump(commands.running(table)).decode()
        wanted = NewMatch(game="deblockle", players=("me", "open"), start=start)
        assert read_start(table.game, start).number == table.row.number
        work = lobby.create(self.server, self.bob, wanted)
        assert await self._threads(starting, "read_start", work) == {"boardwright-work"}
        (match,) = [match for match in self.server._feeds if match != table.row.id]
        other = self.new_server()
        assert await self._threads(runtime, "OpenMatch", other.table(match)) == {"boardwright-work"}
        await other.close()

    async def test_options_are_read_there(self) -> None:
        wanted = NewMatch(game="sagrada")
        for work in (lobby.create(self.server, self.ann, wanted), commit(self.server, self.ann, wanted)):
            assert await self._threads(seating, "new_lobby", work) == {"boardwright-work"}

    async def test_a_bad_start_is_refused_as_before(self) -> None:
        with pytest.raises(Exception, match="This is not a start of Deblockle"):
            await lobby.create(self.server, self.ann, NewMatch(game="deblockle", start="nonsense"))


class TestMemory(ServerCase):
    async def test_tables_with_long_texts_count_for_several(self) -> None:
        server = Server(self.store, now=self.time, tables=15)
        for number in range(4):
            rows = ["....."] * 4
            cards = {"windows": [{"name": f"{number}-{each}", "difficulty": 3, "rows": rows} for each in range(500)]}
            wanted = NewMatch(game="sagrada", players=("me",), options={"cards": json.dumps(cards, indent=0)})
            table, _ = await lobby.create(server, self.ann, wanted)
            assert table.weight > 10
        assert server.open_matches <= 2
        assert isinstance(table, OpenMatch)
        await server.close()
