"""Bots: they leave the first move to people for a moment, and move although nobody looks."""

from __future__ import annotations

import asyncio
from random import Random
from unittest import mock

from boardwright import bots
from boardwright.bots.bot import Bot
from boardwright.core.game import registry
from boardwright.table.accounts.accounts import Accounts
from boardwright.table.bots.bot_worker import Question
from boardwright.table.bots.bot_workers import BotChoice
from boardwright.table.matches import commands
from boardwright.table.server.runtime import Server
from boardwright.table.server_bots import CHEAP, default_workers, spec, time_limit
from tests.table.bots.test_bot_workers import request
from tests.table.case import QUICK, ServerCase, until


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
            await until(lambda: asked.call_count >= 2)
        assert table.row.number == number, "no time has passed"
        self.time.now += self.delay
        await self.until(table, number + 1)
        assert commands.running(table).entries[number].seat == 1

    async def test_a_bot_that_sits_first_waits_a_tenth_of_it(self) -> None:
        table = await self.alone("mage_duel", players=("random", "me"))
        number = table.row.number
        assert self.server._bots._opening_wait(table, commands.running(table)) == self.delay // 10
        self.time.now += self.delay // 10
        await self.until(table, number + 1)
        assert commands.running(table).entries[number].seat == 0

    async def test_a_bot_replies_at_once_to_the_first_move_of_a_person(self) -> None:
        table = await self.alone("mage_duel", players=("me", "random"))
        await commands.play(table, self.caller(self.ann), "skip")
        await self.until(table, table.row.number + 1)

    async def test_it_does_so_even_if_it_was_to_wait_for_long(self) -> None:
        with mock.patch.object(self.server._bots, "_opening_delay", 3_600_000):
            table = await self.alone("mage_duel", players=("me", "random"))
            for _ in range(3):
                await asyncio.sleep(0)
            assert self.server._bots.is_busy(table.row.id)
            await commands.play(table, self.caller(self.ann), "skip")
            await self.until(table, table.row.number + 1)

    async def test_bots_that_may_act_at_once_think_at_once(self) -> None:
        workers, both = self.server._bots.workers, asyncio.Event()
        choose, asked = workers.choose, list[int]()

        async def meet(question: Question) -> BotChoice:
            asked.append(question.seat)
            if len(asked) == 2:
                both.set()
            await both.wait()
            return await choose(question)

        with mock.patch.object(workers, "choose", meet), mock.patch.object(self.server._bots, "_opening_delay", 0):
            table = await self.alone("sagrada", players=("me", "random", "random"))
            first = table.row.number
            await self.until(table, first + 2)
        assert asked == [1, 2]
        assert sorted(entry.seat or 0 for entry in commands.running(table).entries[first:]) == [1, 2]

    async def test_a_bot_declines_a_draw_in_an_even_position(self) -> None:
        table = await self.alone("deblockle", players=("me", "random"))
        await commands.draw(table, self.caller(self.ann), yes=True)
        await self.until(table, 2)
        assert [(entry.kind, entry.seat, entry.text) for entry in commands.running(table).entries] == [
            ("draw", 0, "offer"), ("draw", 1, "decline")
        ]  # fmt: skip

    async def test_a_bot_accepts_a_draw_where_it_is_lost(self) -> None:
        table = await self.alone("deblockle", players=("me", "random"), options={"cubes": 1})
        await commands.draw(table, self.caller(self.ann), yes=True)
        await self.until(table, 3)
        outcome = commands.running(table).outcome
        assert outcome is not None
        assert outcome.reason == "agreement"

    async def test_a_bot_offers_a_draw_in_a_drawn_position(self) -> None:
        game = registry.game("deblockle")
        position = game.begin(2, game.read_options({"cubes": 1}))
        for text in ("d7-c7", "d1-e1", "c7-c6", "c6-e5"):
            position = position.play(position.parse(text))
        question = request("level6", seat=1)
        assert question.answer(question.make_bot(), position, Random(0)).offers_draw
        opening = game.begin()
        question = request("random")
        assert not question.answer(question.make_bot(), opening, Random(0)).offers_draw

    async def test_a_bot_does_not_repeat_its_offer_at_once(self) -> None:
        table = await self.alone("deblockle", players=("random", "me"))
        await self.until(table, 1)
        await self.server._bots.close()
        for _ in range(2):
            while commands.running(table).position.actors == (0,):
                await commands.play_for_bot(table, 0, "pass", table.row.number, self.time(), offers_draw=True)
            await commands.play(table, self.caller(self.ann), "pass")
        offers = [entry.seat for entry in commands.running(table).entries if entry.kind == "draw"]
        assert offers == [0]

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


def test_every_bot_of_every_game_has_a_time_limit_and_the_costly_ones_are_not_cheap() -> None:
    for name in ("blokus", "deblockle", "mage_duel", "sagrada"):
        limits = {bot: time_limit(bot, registry.game(name)) for bot in bots.names(registry.game(name))}
        assert set(limits.values()) <= {5.0, 10.0, 20.0}
        assert {bot for bot, limit in limits.items() if limit > CHEAP} >= {"level5", "level6", "mcts", "perfect"}


def test_a_bot_from_elsewhere_is_not_taken_for_a_cheap_one() -> None:
    assert time_limit("of another package", registry.game("blokus")) > CHEAP


def test_what_stands_behind_a_name_is_a_bot() -> None:
    for name in bots.names(registry.game("deblockle")):
        assert isinstance(bots.bot(spec(name), registry.game("deblockle")), Bot)


def test_the_workers_leave_one_core_to_the_server_and_share_the_others() -> None:
    for cores, servers, workers in ((1, 1, 1), (2, 1, 1), (8, 1, 7), (8, 2, 3), (2, 4, 1)):
        with mock.patch("os.sched_getaffinity", return_value=set(range(cores)), create=True):
            assert default_workers(servers) == workers
