"""Bots: they leave the first move to people for a moment, and move although nobody looks."""

from __future__ import annotations

import asyncio
from unittest import mock

from boardwright.table import commands
from boardwright.table.accounts import Accounts
from boardwright.table.runtime import Server
from tests.table.case import QUICK, ServerCase


class TestBots(ServerCase):
    delay = 60

    def new_server(self) -> Server:
        accounts = Accounts(self.store, self.time, QUICK)
        return Server(self.store, now=self.time, accounts=accounts, bot_opening_delay=self.delay)

    async def test_a_bot_leaves_the_first_move_to_a_person_for_a_moment(self) -> None:
        table = await self.alone("mage_duel", players=("me", "random"))
        number = table.row.number
        asked = mock.Mock(wraps=self.server._bots._opening_wait)
        with mock.patch.object(self.server._bots, "_opening_wait", asked):
            async with asyncio.timeout(60):
                while asked.call_count < 2:
                    await asyncio.sleep(0.01)
        assert table.row.number == number, "no time has passed"
        self.time.now += self.delay
        await self.until(table, number + 1)
        assert commands.running(table).entries[number].seat == 1

    async def test_a_bot_replies_at_once_to_the_first_move_of_a_person(self) -> None:
        table = await self.alone("mage_duel", players=("me", "random"))
        await commands.play(table, self.caller(self.ann), "skip")
        await self.until(table, table.row.number + 1)

    async def test_a_bot_that_alone_may_begin_does_not_wait(self) -> None:
        table = await self.alone("deblockle", players=("random", "me"))
        await self.until(table, 1)

    async def test_a_bot_thinks_again_after_a_restart_although_nobody_looks(self) -> None:
        table = await self.alone("mage_duel", players=("me", "random"))
        number = table.row.number
        await self.server.close()
        self.time.now += 5000
        self.server = self.new_server()
        await self.server.expire_clocks()
        table = await self.server.table(table.row.id)
        await self.until(table, number + 1)

    async def test_a_match_in_which_no_bot_is_to_act_needs_nobody(self) -> None:
        table = await self.alone("deblockle", players=("me", "random"))
        assert table.row.deadline is None
        assert await self.store.deadlines(10**15) == []
