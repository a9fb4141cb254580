"""Bots at the table: fair to all accounts, never lost, never in vain, and limited in number."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from typing import Any
from unittest import mock

import pytest

from boardwright.store.rows import log_id
from boardwright.table.bots import bot_turn
from boardwright.table.bots.bot_process import BotProcess, WorkerDied
from boardwright.table.bots.bot_worker import BotAnswer, Question
from boardwright.table.bots.bot_workers import BotChoice
from boardwright.table.errors import Conflict
from boardwright.table.limits.host_limit import Most
from boardwright.table.lobby import lobby
from boardwright.table.matches import commands, takeback
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.matches.seating import NewMatch
from boardwright.table.server.runtime import Server
from tests.offered import offered
from tests.table.case import ServerCase, play_on, raises, until


class HeldWorkers:
    """Replaces the question to a worker process: answers wait until they are released, and their order is noted."""

    def __init__(self) -> None:
        self.released = threading.Event()
        self.asked: list[Question] = []

    def ask(self, process: BotProcess, question: Question) -> BotAnswer:
        """Take the place of `BotProcess.ask`."""
        self.asked.append(question)
        while not self.released.wait(0.01):
            if process._is_closed:
                raise WorkerDied
        return BotAnswer("nothing that is legal")


class BotServiceCase(ServerCase):
    def hold(self) -> HeldWorkers:
        """Let no bot answer until the end of the test, or until it is released."""
        held = HeldWorkers()
        self.enterContext(mock.patch.object(BotProcess, "ask", lambda process, question: held.ask(process, question)))
        self.addCleanup(held.released.set)
        return held

    async def thinking(self, **order: Any) -> tuple[HeldWorkers, OpenMatch]:
        """Start a match of Ann against a bot that thinks until it is released."""
        held, table = self.hold(), await self.alone(**{"players": ("level6", "me"), **order})
        await until(lambda: bool(held.asked))
        return held, table

    async def move(self, table: OpenMatch, choice: int = 0) -> None:
        """Let Ann move until the bot is to act."""
        while commands.running(table).position.actors == (0,):
            await commands.play(table, self.caller(self.ann), offered(self.sees(table, self.ann))[choice]["text"])

    async def against(self, bot: str, *, first: bool = True, game: str = "deblockle") -> OpenMatch:
        """Start a match of Ann against a bot, which is to act first unless told otherwise."""
        return await self.alone(game, players=(bot, "me") if first else ("me", bot))


class TestWorkerDeath(BotServiceCase):
    async def test_a_bot_whose_worker_is_killed_makes_a_move_of_its_own(self) -> None:
        workers = self.server.bot_workers
        table = await self.against("level6", game="mage_duel")
        await until(lambda: bool(workers.pids))
        with self.assertLogs("boardwright.table", "ERROR") as logs:
            os.kill(workers.pids[0], signal.SIGKILL)
            await self.until(table, table.row.number + 1)
        assert "trying again" in logs.output[0]
        assert len(logs.output) == 1
        assert workers.stats.deaths == 1
        assert workers.stats.moves.keys() <= {"chosen", "cut"}  # cut short on a busy machine

    async def test_a_bot_without_a_choice_plays_its_fallback_and_it_is_counted(self) -> None:
        for result in ("late", "slow", "died", "failed"):
            with (
                mock.patch.object(self.server.bot_workers, "choose", mock.AsyncMock(return_value=BotChoice(result))),
                self.assertLogs("boardwright.table", "ERROR") as logs,
            ):
                table = await self.against("level6")
                await self.until(table, 1)
            assert f"plays the fallback move in match {log_id(table.row.id)}: {result}" in logs.output[0]
            assert self.server.bot_workers.stats.moves[result] >= 1

    async def test_an_illegal_choice_becomes_the_fallback(self) -> None:
        self.hold().released.set()
        with self.assertLogs("boardwright.table", "ERROR") as logs:
            table = await self.against("level6")
            await self.until(table, 1)
        assert "chose the illegal move 'nothing that is legal'" in logs.output[0]
        assert self.server.bot_workers.stats.moves["illegal"] >= 1


class TestFairness(BotServiceCase):
    async def test_thirty_matches_of_one_account_delay_another_account_by_one_request(self) -> None:
        held = self.hold()
        for _ in range(30):
            await self.against("level6")
        await until(lambda: self.server.bot_workers.waiting == 29)
        table, _ = await lobby.create(self.server, self.bob, NewMatch(game="deblockle", players=("random", "me")))
        await until(lambda: self.server.bot_workers.waiting == 30)
        with self.assertLogs("boardwright.table", "ERROR"):
            held.released.set()
            await self.until(table, 1)
        assert [question.bot for question in held.asked[:2]] == ["level6", "random"]

    async def test_a_bot_with_a_clock_gets_a_share_of_its_time(self) -> None:
        held, _ = await self.thinking(clock="10")
        assert held.asked[0].seconds == pytest.approx(4.0)


class TestCancel(BotServiceCase):
    async def start(self) -> OpenMatch:
        """Start a match in which Ann has moved and the bot thinks without end."""
        self.held = self.hold()
        table = await self.against("level6", first=False)
        await self.move(table)
        await until(lambda: bool(self.held.asked))
        assert self.server._bots.is_busy(table.row.id)
        return table

    async def test_an_undo_cancels_the_request(self) -> None:
        table = await self.start()
        await takeback.undo(table, self.caller(self.ann))
        await until(lambda: not self.server._bots.is_busy(table.row.id))
        assert self.server.bot_workers.stats.canceled == 1
        assert not self.server.bot_workers.stats.moves

    async def test_the_end_of_the_match_cancels_the_request(self) -> None:
        table = await self.start()
        await lobby.cancel(self.server, table, self.caller(self.ann))
        await until(lambda: not self.server._bots.is_busy(table.row.id))
        assert self.server.bot_workers.stats.canceled == 1

    async def test_the_end_of_the_match_releases_what_its_bots_kept(self) -> None:
        table = await self.start()
        with mock.patch.object(BotProcess, "release", autospec=True) as release:
            await takeback.undo(table, self.caller(self.ann))
            release.assert_not_called()
            await commands.resign(table, self.caller(self.ann))
        release.assert_called_with(mock.ANY, table.row.id)

    async def test_a_request_of_an_old_position_is_replaced_by_one_of_the_new(self) -> None:
        table = await self.start()
        await takeback.undo(table, self.caller(self.ann))
        await until(lambda: not self.server._bots.is_busy(table.row.id))
        await self.move(table, -1)
        await until(lambda: self.server.bot_workers.waiting == 1)
        with self.assertLogs("boardwright.table", "ERROR"):
            self.held.released.set()
            await self.until(table, table.row.number + 1)
        assert len(self.held.asked) >= 2
        assert self.held.asked[0].shown != self.held.asked[1].shown


class TestAbsence(BotServiceCase):
    async def leave(self) -> OpenMatch:
        """Leave a match while a bot is to act; then nobody looks for long."""
        _, table = await self.thinking()
        await self.restart(bot_turn.ABSENCE)
        return table

    async def test_bots_stop_when_everybody_has_been_gone_for_long(self) -> None:
        table = await self.leave()
        await self.server.expire_clocks()
        assert self.server.open_matches == 1
        assert not self.server._bots.is_busy(table.row.id)
        self.time.now += 10_000
        with mock.patch.object(self.server, "_find") as opened:
            await self.server.expire_clocks()
        assert not opened.called, "a match that nobody needs takes no place among the deadlines"

    async def test_they_go_on_when_somebody_asks_for_the_match(self) -> None:
        table = await self.leave()
        await self.server.expire_clocks()
        await self.server.table(table.row.id)
        assert self.server._bots.is_busy(table.row.id)

    async def test_a_match_whose_clock_runs_is_never_left_alone(self) -> None:
        _, table = await self.thinking(clock="3600")
        await self.restart(bot_turn.ABSENCE)
        await self.server.expire_clocks()
        assert self.server._bots.is_busy(table.row.id)

    async def test_a_watched_match_goes_on(self) -> None:
        self.hold()
        table = await self.against("level6")
        watcher = await self.watch(table)
        self.time.now += bot_turn.ABSENCE
        assert self.server._bots._next_turn(table) is not None
        self.server.unsubscribe(table, watcher)
        assert self.server._bots._next_turn(table) is None


class TestProcesses(BotServiceCase):
    async def test_a_turn_is_computed_by_one_process(self) -> None:
        held, table = await self.thinking()
        other = self.new_server()
        await other.table(table.row.id)
        await until(lambda: not other._bots.is_busy(table.row.id))
        assert (len(held.asked), other.bot_workers.waiting, other.bot_workers.thinking) == (1, 0, 0)
        await other.close()

    async def test_another_process_takes_over_when_the_claim_has_expired(self) -> None:
        held, table = await self.thinking()
        with mock.patch.object(self.store, "renew_claims", mock.AsyncMock()):
            other = self.new_server()
            await other.expire_clocks()
            self.time.now += 15_000
            await other.expire_clocks()
            await until(lambda: len(held.asked) == 2)
        await other.close()
        assert table.row.number == 0

    async def test_a_process_that_closes_leaves_its_turns_to_others_at_once(self) -> None:
        held, table = await self.thinking()
        await self.restart()
        await self.server.table(table.row.id)
        await until(lambda: len(held.asked) == 2)


class TestLimit(BotServiceCase):
    def new_server(self) -> Server:
        server = super().new_server()
        server.host_limit.most = Most(bots=2)
        return server

    async def test_one_match_too_many_is_refused_with_the_limit_and_the_remedy(self) -> None:
        self.hold()
        tables = [await self.against("random") for _ in range(2)]
        with pytest.raises(Conflict) as refused:
            await self.against("random")
        assert refused.value.code == "bot_matches"
        assert str(refused.value) == (
            "You have 2 matches with bots, the most that this server allows at a time. "
            "Finish, resign or cancel one of them first."
        )
        assert len(await self.store.matches(account=self.ann.id)) == 2, "nothing was created"
        await lobby.create(self.server, self.bob, NewMatch(game="deblockle", players=("me", "random")))
        await self.alone()
        await lobby.cancel(self.server, tables[0], self.caller(self.ann))
        await self.against("random")

    async def test_many_at_once_do_not_get_past_the_limit(self) -> None:
        self.hold()
        made = await asyncio.gather(*(self.against("random") for _ in range(10)), return_exceptions=True)
        assert sum(isinstance(each, Conflict) for each in made) == 8

    async def test_filling_seats_with_bots_counts_and_a_match_that_had_bots_may_start(self) -> None:
        self.hold()
        open_table, _ = await lobby.create(self.server, self.ann, NewMatch(game="deblockle"))
        with_bot, _ = await lobby.create(
            self.server, self.ann, NewMatch(game="blokus", seats=4, players=("me", "random", "open", "open"))
        )
        await self.against("random")
        await raises(Conflict, lobby.start(self.server, open_table, self.ann, "random"))
        assert open_table.row.status == "open"
        await lobby.start(self.server, with_bot, self.ann, "random")
        assert with_bot.row.status == "running"

    async def test_matches_that_were_left_long_ago_do_not_count(self) -> None:
        self.hold()
        for _ in range(2):
            await self.against("random")
        self.time.now += 24 * 3600 * 1000 + 1
        await self.against("random")

    async def test_branches_count(self) -> None:
        self.hold()
        order = play_on(await self.alone(), entry=0, players=("me", "random"))
        for _ in range(2):
            await lobby.create(self.server, self.ann, order)
        await raises(Conflict, lobby.create(self.server, self.ann, order))


class TestThinking(BotServiceCase):
    async def test_the_state_names_the_bots_that_think_and_since_when(self) -> None:
        self.hold()
        table = await self.against("level6", first=False)
        assert self.sees(table, self.ann)["thinking"] == []
        recorder = await self.watch(table, self.ann)
        self.time.now += 1000
        since = self.time.now
        await self.move(table)
        self.time.now += 500
        assert self.sees(table, None)["thinking"] == [{"seat": 1, "since": since}]
        assert recorder.of("entries")[-1]["changes"]["thinking"] == [{"seat": 1, "since": since}]
        await lobby.cancel(self.server, table, self.caller(self.ann))
        assert recorder.of("entries")[-1]["changes"]["thinking"] == []

    async def test_a_bot_that_leaves_the_first_move_to_a_person_does_not_think(self) -> None:
        self.hold()
        table = await self.against("level6", game="mage_duel")
        assert commands.running(table).position.actors == (0, 1)
        assert self.sees(table, self.ann)["thinking"] == []

    async def test_delayed_spectators_learn_nothing_of_it(self) -> None:
        self.hold()
        table = await self.alone(players=("level6", "me"), spectators="delayed")
        assert self.sees(table, self.ann)["thinking"] != []
        assert self.sees(table, self.bob)["thinking"] == []
