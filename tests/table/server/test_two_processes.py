"""Two server processes on one PostgreSQL: an account that changes in one changes in the other at once."""

from __future__ import annotations

import asyncio
from unittest import IsolatedAsyncioTestCase

from boardwright.store.backends.open import open_store
from boardwright.table.accounts.accounts import Accounts, token_hash
from boardwright.table.errors import Forbidden, Unauthenticated
from boardwright.table.lobby import chat, lobby
from boardwright.table.lobby.administration import Administration
from boardwright.table.matches import commands
from boardwright.table.matches.seating import NewMatch
from boardwright.table.server.cleaning import milliseconds
from boardwright.table.server.runtime import Server
from tests.postgres import drop_database, new_database
from tests.table.case import QUICK, Recorder, raises, until


class TestTwoProcesses(IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        url = await new_database()
        self.addAsyncCleanup(drop_database, url)
        self.here, self.there = [await self.enter(url) for _ in range(2)]
        self.dee, self.token, _ = await self.here.accounts.register("Dee", "correct horse")
        table, _ = await lobby.create(self.here, self.dee, NewMatch(game="deblockle"))
        self.recorder = Recorder(self.dee, token=token_hash(self.token))
        self.table = await self.there.subscribe(table.row.id, self.recorder)

    async def enter(self, url: str) -> Server:
        store = await self.enterAsyncContext(await open_store(url))
        return await self.enterAsyncContext(Server(store, accounts=Accounts(store, milliseconds, QUICK)))

    async def test_signing_out_everywhere_ends_connections_of_other_processes(self) -> None:
        await self.here.accounts.revoke_all(self.dee)
        async with asyncio.timeout(5):  # far less than the interval of the check that does not need notices
            while not self.recorder.closed:
                await asyncio.sleep(0.01)
        assert self.recorder.received[-1]["code"] == "bad_token"
        await raises(Unauthenticated, self.there.accounts.authenticate(self.token))

    async def test_a_mute_reaches_connections_of_other_processes(self) -> None:
        await Administration(self.here, None).mute(self.dee.id, 10)
        await until(lambda: self.recorder.account != self.dee, seconds=5)
        assert self.recorder.account is not None
        await raises(Forbidden, chat.post(self.there, self.table, self.recorder.account, "hello"), match="muted")
        assert not self.recorder.closed

    async def test_both_ask_for_the_rematch_at_once_and_both_get_it(self) -> None:
        eve = (await self.there.accounts.register("Eve", "correct horse"))[0]
        table = self.table
        for _ in range(8):
            if table.row.status == "open":
                await lobby.join(self.there, await self.there.table(table.row.id), eve)
            here, there = await self.here.table(table.row.id), await self.there.table(table.row.id)
            await there.catch_up(self.there.now())
            await commands.resign(there, commands.Caller(eve, self.there.now()))
            await here.catch_up(self.here.now())
            asked = lobby.rematch(self.here, here, self.dee), lobby.rematch(self.there, there, eve)
            one, other = await asyncio.gather(*asked)
            assert one.row.id == other.row.id != table.row.id
            table = await self.there.table(one.row.id)
            await table.catch_up(self.there.now())
            assert {seat.account for seat in table.row.lobby.seats} == {self.dee.id, eve.id}
            assert table.row.status == "running"
