"""Timeouts: the server executes them, even after a restart and for matches without viewers."""

from __future__ import annotations

import pytest

from boardwright.core.refusal import IllegalMove
from boardwright.table.errors import StaleState
from boardwright.table.matches import commands
from tests.table.case import ServerCase, raises


class TestClocks(ServerCase):
    async def test_nothing_happens_before_the_time_is_out(self) -> None:
        table = await self.duel(clock="60", on_timeout="forfeit")
        self.time.now += 59_999
        await self.server.expire_clocks()
        assert table.row.number == 0
        await raises(IllegalMove, commands.claim(table, self.caller(self.bob)), code="time_left")

    async def test_the_server_ends_a_match_whose_time_is_out(self) -> None:
        table = await self.duel(clock="60", on_timeout="forfeit")
        recorder = await self.watch(table, None)
        self.time.now += 60_000
        await self.server.expire_clocks()
        assert [line["kind"] for line in recorder.of("entries")[0]["entries"]] == ["timeout", "end"]
        assert self.sees(table, None)["outcome"]["winners"] == [1]

    async def test_a_claim_settles_it_at_once(self) -> None:
        table = await self.duel(clock="60", on_timeout="forfeit")
        self.time.now += 60_000
        await commands.claim(table, self.caller(self.bob))
        assert table.row.status == "over"

    async def test_a_late_move_finds_the_clock_run_out(self) -> None:
        table = await self.duel(clock="60", on_timeout="forfeit")
        move = self.moves(table, self.ann)[0]
        self.time.now += 60_000
        with pytest.raises(IllegalMove) as refused:
            await commands.play(table, self.caller(self.ann), move)
        assert refused.value.refusal.code in ("match_over", "seat_left")
        assert table.row.status == "over"

    async def test_a_late_move_of_a_bot_finds_the_clock_run_out(self) -> None:
        table = await self.duel(clock="60", on_timeout="forfeit")
        move = self.moves(table, self.ann)[0]
        self.time.now += 60_000
        await raises(StaleState, commands.play_for_bot(table, 0, move, 0, self.time()))
        assert [entry.kind for entry in commands.running(table).entries] == ["timeout", "end"]

    async def test_no_clock_runs_while_the_match_is_paused(self) -> None:
        table = await self.duel(clock="60")
        since = self.time.now + 1000
        self.time.now += 500_000
        async with table.locked():
            await table.commit(commands.running(table).pause(since, self.time()), at=self.time())
        assert table.row.deadline == self.time() + 59_000
        assert [clock["left"] for clock in self.sees(table, self.ann)["clocks"]] == [59_000, 60_000]
        assert [line["text"] for line in self.sees(table, None)["log"]] == ["8 min"]

    async def test_on_play_the_match_moves_for_the_late_player_again_and_again(self) -> None:
        table = await self.duel(clock="60")
        for _ in range(3):
            self.time.now += 60_000
            await self.server.expire_clocks()
        kinds = [entry.kind for entry in commands.running(table).entries]
        assert kinds.count("timeout") == 3
        assert kinds.count("move") >= 3

    async def test_a_server_that_starts_later_finds_the_deadlines_in_the_store(self) -> None:
        table = await self.duel(clock="60", on_timeout="forfeit")
        await self.server.close()
        self.time.now += 3_600_000
        self.server = self.new_server()
        assert self.server.open_matches == 0
        await self.server.expire_clocks()
        again = await self.server.table(table.row.id)
        assert (again.row.status, commands.running(again).gone) == ("over", {0: "time"})

    async def test_the_clock_of_a_bank_goes_on_over_a_restart(self) -> None:
        table = await self.duel(clock="100+2")
        self.time.now += 30_000
        await self.play(table, 1)
        before = self.sees(table, self.ann)["clocks"]
        await self.restart()
        assert self.sees(await self.server.table(table.row.id), self.ann)["clocks"] == before
