"""Sign-in under a flood of wrong passwords: addresses take turns, and one that sends too many is refused."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from unittest import IsolatedAsyncioTestCase

import httpx2
from argon2 import PasswordHasher

from boardwright.store.port import Store
from boardwright.table.accounts.accounts import Accounts
from boardwright.table.accounts.passwords import HASHES, SHARE
from boardwright.table.server.cleaning import milliseconds
from boardwright.table.server.runtime import Server
from boardwright.web.app import make_app
from boardwright.web.settings import Settings
from tests.web.running import until

HERE, THERE = "192.0.2.7", "198.51.100.9"
GOOD = "correct horse"


class GatedHasher(PasswordHasher):
    """A hasher that verifies passwords one by one once the gate is open, and remembers their order."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.gate = threading.Event()
        self.order: list[str] = []
        self._one = threading.Lock()

    def verify(self, hash: str | bytes, password: str | bytes) -> bool:  # type: ignore[override]
        with self._one:
            self.order.append(str(password))
        self.gate.wait(60)
        return super().verify(hash, password)


class TestSignIn(IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        self.hasher = GatedHasher()

        def server(store: Store) -> Server:
            return Server(store, accounts=Accounts(store, milliseconds, self.hasher))

        self.app = make_app(Settings(rate=1e9, burst=1e9), server)
        await self.enterAsyncContext(self.app.router.lifespan_context(self.app))
        self.addCleanup(self.hasher.gate.set)

    @asynccontextmanager
    async def at(self, address: str) -> AsyncIterator[httpx2.AsyncClient]:
        """Open a client at that address."""
        transport = httpx2.ASGITransport(self.app, client=(address, 5000))
        async with httpx2.AsyncClient(transport=transport, base_url="http://server") as client:
            yield client

    async def test_an_honest_sign_in_is_next_though_one_address_sends_many_passwords(self) -> None:
        passwords = self.app.state.server.accounts.passwords
        async with self.at(HERE) as attacker, self.at(THERE) as dee:
            made = await dee.post("/api/accounts", json={"name": "Dee", "password": GOOD})
            assert made.status_code == 201

            def guess(number: int) -> asyncio.Task[httpx2.Response]:
                order = {"name": f"Name {number}", "password": f"wrong {number}"}
                return asyncio.create_task(attacker.post("/api/sessions", json=order))

            flood = [guess(number) for number in range(HASHES + SHARE)]
            await until(lambda: passwords.waiting == SHARE)
            refused = await asyncio.gather(*(guess(number) for number in range(100, 130)))
            assert {answer.status_code for answer in refused} == {429}
            assert all(int(answer.headers["Retry-After"]) >= 1 for answer in refused)
            honest = asyncio.create_task(dee.post("/api/sessions", json={"name": "Dee", "password": GOOD}))
            await until(lambda: passwords.waiting == SHARE + 1)
            self.hasher.gate.set()
            assert (await honest).status_code == 201
            assert {answer.status_code for answer in await asyncio.gather(*flood)} == {401}
        assert GOOD in self.hasher.order[: 2 * HASHES], "right after those whose turn it was"
        assert len(self.hasher.order) == HASHES + SHARE + 1

    async def test_who_gives_up_leaves_the_queue(self) -> None:
        passwords = self.app.state.server.accounts.passwords
        async with self.at(HERE) as client:
            orders = [{"name": f"Name {number}", "password": f"wrong {number}"} for number in range(HASHES + SHARE)]
            sent = [asyncio.create_task(client.post("/api/sessions", json=order)) for order in orders]
            await until(lambda: passwords.waiting == SHARE)
            for each in sent[HASHES:]:
                each.cancel()
            await until(lambda: passwords.waiting == 0)
            self.hasher.gate.set()
            assert [(await each).status_code for each in sent[:HASHES]] == [401] * HASHES
            again = await client.post("/api/sessions", json=orders[0])
            assert again.status_code == 401
