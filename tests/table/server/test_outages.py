"""An outage of the server costs nobody time, and neither does a jump of the system clock."""

from __future__ import annotations

from unittest import mock

from boardwright.core.refusal import IllegalMove
from boardwright.store.port import StoreError
from boardwright.table.errors import StaleState
from boardwright.table.matches import commands
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.server.cleaning import SteadyClock
from boardwright.table.server.runtime import Server
from tests.table.case import ServerCase, raises

HOUR = 3_600_000


class TestOutages(ServerCase):
    async def asyncSetUp(self) -> None:
        await super().asyncSetUp()
        await self.server.start_uptime()

    async def restart(self, passed: int = 0) -> None:
        await super().restart(passed)
        await self.server.start_uptime()

    async def restart_after(self, passed: int, table: OpenMatch) -> OpenMatch:
        """Stop the server; another one starts later, and opens the match."""
        await self.restart(passed)
        return await self.server.table(table.row.id)

    async def run_for(self, passed: int) -> None:
        """Let time pass while the server records its heartbeats."""
        for _ in range(0, passed, 1000):
            self.time.now += 1000
            await self.server.uptime.refresh()

    async def test_a_clock_stands_still_while_no_server_runs(self) -> None:
        table = await self.duel(clock="60", on_timeout="forfeit")
        await self.restart(HOUR)
        await self.server.expire_clocks()
        table = await self.server.table(table.row.id)
        recorder = await self.watch(table, self.ann)
        state = recorder.of("state")[0]["state"]
        assert state["clocks"][0]["left"] == 60_000
        assert [(line["kind"], line["text"]) for line in state["log"]] == [("pause", "60 min")]
        await self.run_for(60_000)
        await self.server.expire_clocks()
        assert table.row.status == "over"

    async def test_a_restart_within_a_second_costs_nobody_time(self) -> None:
        table = await self.duel(clock="60", on_timeout="forfeit")
        await self.run_for(2000)
        table = await self.restart_after(900, table)
        async with table.locked():
            assert self.sees(table, self.ann)["clocks"][0]["left"] == 58_000

    async def test_another_process_that_starts_takes_no_time_out(self) -> None:
        table = await self.duel(clock="60", on_timeout="forfeit")
        self.time.now += 1900
        with mock.patch.object(self.store, "has_listeners", return_value=True):
            other = self.new_server()
            await other.start_uptime()
        await other.close()
        assert await self.store.outages() == []
        async with table.locked():
            assert self.sees(table, self.ann)["clocks"][0]["left"] == 58_100

    async def test_a_window_of_the_rules_stands_still_while_no_server_runs(self) -> None:
        table = await self.duel("mage_duel")
        await commands.play(table, self.caller(self.ann), "skip")
        table = await self.restart_after(HOUR, table)
        await raises(IllegalMove, commands.play(table, self.caller(self.ann), "skip"))
        await commands.play(table, self.caller(self.bob), "skip")
        assert table.row.status == "over"

    async def test_a_clock_that_ran_out_before_the_outage_is_a_timeout(self) -> None:
        table = await self.duel(clock="60", on_timeout="forfeit")
        await self.run_for(61_000)
        await self.restart(HOUR)
        await self.server.expire_clocks()
        again = await self.server.table(table.row.id)
        assert [entry.kind for entry in commands.running(again).entries] == ["timeout", "end"]

    async def test_a_match_that_is_opened_after_several_outages_has_a_pause_for_each(self) -> None:
        table = await self.duel(clock="60")
        for _ in range(3):
            await self.restart(HOUR)
            self.time.now += 1000
        table = await self.server.table(table.row.id)
        async with table.locked():
            pass
        assert [entry.kind for entry in commands.running(table).entries] == ["pause"] * 3
        assert self.sees(table, self.ann)["clocks"][0]["left"] == 57_000

    async def test_a_move_that_was_chosen_before_an_outage_is_played_after_it(self) -> None:
        table = await self.duel(clock="60")
        await commands.play(table, self.caller(self.ann), "c7-b7", number=0)
        self.time.now += HOUR
        await commands.play(table, self.caller(self.ann), "pass", number=1)
        assert [entry.kind for entry in commands.running(table).entries] == ["move", "pause", "move"]
        await raises(StaleState, commands.play(table, self.caller(self.bob), "c1-b1", number=1))

    async def test_matches_without_time_limits_get_no_pause(self) -> None:
        table = await self.duel()
        table = await self.restart_after(HOUR, table)
        async with table.locked():
            assert commands.running(table).number == 0

    async def test_an_outage_of_the_store_costs_nobody_time(self) -> None:
        table = await self.duel(clock="60", on_timeout="forfeit")
        self.time.now += 2000
        await self.server.uptime.refresh()
        with mock.patch.object(self.store, "beat", side_effect=StoreError("down")):
            self.time.now += HOUR
            await raises(StoreError, self.server.uptime.refresh())
        move = self.moves(table, self.ann)[0]
        await commands.play(table, self.caller(self.ann), move)
        assert [entry.kind for entry in commands.running(table).entries][:2] == ["pause", "move"]

    async def test_a_process_learns_of_the_outages_that_another_has_recorded(self) -> None:
        table = await self.duel(clock="60", on_timeout="forfeit")
        self.time.now += HOUR
        other = self.new_server()
        await other.start_uptime()
        await self.server.expire_clocks()
        assert (table.row.status, commands.running(table).entries[0].kind) == ("running", "pause")
        await other.close()

    async def test_a_short_silence_is_not_an_outage(self) -> None:
        table = await self.duel(clock="60")
        for _ in range(4):
            self.time.now += 3000
            async with table.locked():
                pass
        assert commands.running(table).number == 0


class TestSystemClock(ServerCase):
    def new_server(self) -> Server:
        self.monotonic = getattr(self, "monotonic", 77)
        return Server(self.store, now=SteadyClock(self.time, lambda: self.monotonic * 1_000_000))

    async def test_a_clock_that_jumps_back_gives_no_time_and_delays_no_timeout(self) -> None:
        table = await self.duel(clock="60", on_timeout="forfeit")
        self.monotonic += 20_000
        self.time.now -= HOUR
        recorder = await self.watch(table, self.ann)
        assert recorder.of("state")[0]["state"]["clocks"][0]["left"] == 40_000
        self.monotonic += 40_000
        await self.server.expire_clocks()
        assert table.row.status == "over"

    async def test_a_clock_that_jumps_ahead_takes_no_time(self) -> None:
        table = await self.duel(clock="60", on_timeout="forfeit")
        self.time.now += HOUR
        await self.server.expire_clocks()
        assert table.row.status == "running"

    async def test_a_server_that_starts_with_an_earlier_time_goes_on_from_the_last_heartbeat(self) -> None:
        await self.server.start_uptime()
        table = await self.duel(clock="60", on_timeout="forfeit")
        await self.restart(-HOUR)
        await self.server.start_uptime()
        table = await self.server.table(table.row.id)
        recorder = await self.watch(table, self.ann)
        assert recorder.of("state")[0]["state"]["clocks"][0]["left"] <= 60_000
        self.monotonic += 60_000
        await self.server.uptime.refresh()
        await self.server.expire_clocks()
        assert not commands.running(table).is_over, "a minute without a heartbeat is an outage"
        for _ in range(30):
            self.monotonic += 2000
            await self.server.uptime.refresh()
            await self.server.expire_clocks()
        assert table.row.status == "over"
