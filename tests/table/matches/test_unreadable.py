"""A match that cannot be read is set aside: its players see why, and no other match is affected."""

from __future__ import annotations

import asyncio
import logging
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from boardwright.core.game import registry
from boardwright.core.records.migration import migrate
from boardwright.core.refusal import UnknownGame
from boardwright.store.backends.sqlite import MemoryStore
from boardwright.store.iteration import project_ended, rebuild
from boardwright.store.rows import log_id
from boardwright.table.errors import Conflict, Forbidden
from boardwright.table.live import broadcast
from boardwright.table.live.feed import Feed
from boardwright.table.lobby import lobby
from boardwright.table.matches import commands, deadlines
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.matches.reading import UnreadableMatch
from boardwright.table.matches.seating import NewMatch
from boardwright.table.server import projections, runtime
from boardwright.table.server.projections import projector
from tests.table.case import Recorder, ServerCase, play_on, raises

SENTENCES = {
    "game": "No game 'chess' is installed; installed are ",
    "version": "Deblockle version 9 is not installed; installed is version 1.",
    "entry": "Its log cannot be replayed from entry 2 on.",
    "missing": "Its stored data is damaged.",
}


class TestUnreadable(ServerCase):
    async def spoil(self, match: str, how: str) -> None:
        """Make a stored match unreadable and restarts the server."""
        await self.server.close()
        if how in ("game", "version"):
            game = {"game": "chess"} if how == "game" else {}
            await self.rewrite(match, header=game or {"version": 9}, **game)
        elif how == "missing":
            self._execute("delete from entries where match = ? and number = 2", match)
        else:
            self._execute("update entries set content = '\"nonsense\"' where match = ? and number = 2", match)
        self.server = self.new_server()

    def _execute(self, sql: str, *values: object) -> None:
        assert isinstance(self.store, MemoryStore)
        self.store._connection().execute(sql, values)

    async def bad(self, how: str, **order: Any) -> OpenMatch:
        """Return the table of an unreadable match between Ann, its host, and Bob."""
        table = await self.duel(**order)
        await self.play(table, 3)
        await self.spoil(table.row.id, how)
        return await self.server.table(table.row.id)

    async def test_players_see_why_and_can_do_nothing_else(self) -> None:
        for how, sentence in SENTENCES.items():
            table = await self.bad(how)
            state = self.sees(table, self.bob)
            assert state["unreadable"].startswith(sentence)
            assert (state["status"], state["title"], state["you"]) == ("running", "Deblockle", [1])
            assert (state["view"], state["table"], state["moves"], state["log"]) == (None, None, [], [])
            for refused in (
                commands.play(table, self.caller(self.ann), "pass"),
                commands.resign(table, self.caller(self.bob)),
                commands.claim(table, self.caller(self.bob)),
                lobby.rematch(self.server, table, self.bob),
                lobby.create(self.server, self.bob, play_on(table, entry=1, game="deblockle")),
                lobby.join(self.server, table, self.cy),
                lobby.leave(self.server, table, self.bob),
            ):
                await raises(UnreadableMatch, refused, match="This match cannot be read")

    async def test_rules_that_fail_set_the_match_aside_in_all_processes_without_the_move(self) -> None:
        table = await self.duel()
        await self.play(table, 2)
        other = self.new_server()
        there, recorder = await other.table(table.row.id), Recorder(self.bob)
        await other.subscribe(table.row.id, recorder)
        sentence = "Deblockle failed at move 3: there is a fault in the rules of this game. The match is set aside."
        who = (self.ann, self.bob)[commands.running(table).position.actors[0]]
        move = self.moves(table, who)[0]
        with (
            patch("boardwright.table.matches.open_match.check_consequences", side_effect=ZeroDivisionError),
            pytest.raises(UnreadableMatch, match=sentence),
        ):
            await commands.play(table, self.caller(who), move)
        await there.catch_up(self.time.now)
        assert recorder.of("state")[-1]["state"]["unreadable"] == sentence
        for process, seen in ((self.server, table), (other, there)):
            assert (seen.row.number, seen.row.deadline, process.unreadable(seen.row)) == (2, None, sentence)
            await raises(UnreadableMatch, commands.play(seen, self.caller(who), move), match=sentence)
        await other.close()

    async def test_a_look_that_a_match_can_do_without_does_not_set_it_aside(self) -> None:
        table = await self.duel()

        async def look(**how: bool) -> None:
            async with table.locked(**how):
                commands.running(table).at(99)

        await raises(IndexError, look(sets_aside=False))
        assert table.fault is None
        await raises(UnreadableMatch, look())

    async def test_lists_flag_it_before_and_after_it_is_opened(self) -> None:
        good = await self.duel()
        for how, sentence in SENTENCES.items():
            table = await self.bad(how)
            rows = {row.id: row for row in await self.store.matches(account=self.ann.id)}
            assert (self.server.unreadable(rows[table.row.id]) or "").startswith(sentence)
            assert self.server.unreadable(rows[good.row.id]) is None
        assert self.new_server().unreadable((await self.bad("game")).row)

    async def test_its_host_or_an_admin_can_close_it_for_good(self) -> None:
        admin = msgspec.structs.replace(self.cy, role="admin")
        for how in SENTENCES:
            for closer in (self.ann, admin):
                table = await self.bad(how, clock="60")
                recorder = await self.watch(table, self.bob)
                await raises(Forbidden, lobby.cancel(self.server, table, self.caller(self.bob)))
                await lobby.cancel(self.server, table, self.caller(closer))
                assert (table.row.status, table.row.deadline) == ("over", None)
                assert recorder.of("state")[-1]["state"]["status"] == "over"
                await raises(Conflict, lobby.cancel(self.server, table, self.caller(closer)))

    async def test_a_closed_match_stays_closed_when_its_game_comes_back(self) -> None:
        table = await self.bad("version")
        await lobby.cancel(self.server, table, self.caller(self.ann))
        await self.rewrite(table.row.id, header={"version": 1})
        again = await self.new_server().table(table.row.id)
        assert self.sees(again, self.bob)["unreadable"] == "It was closed because it could not be read."
        await raises(UnreadableMatch, commands.resign(again, self.caller(self.bob)))

    async def test_it_can_be_played_on_when_its_version_comes_back(self) -> None:
        table = await self.bad("version")
        await self.server.close()
        await self.rewrite(table.row.id, header={"version": 1})
        self.server = self.new_server()
        again = await self.server.table(table.row.id)
        assert self.sees(again, self.bob)["unreadable"] is None
        await self.play(again, 1)

    async def test_the_clocks_of_others_run_on_and_it_is_logged_once(self) -> None:
        with patch.object(deadlines, "PAGE", 1):
            bad = [(await self.bad(how, clock="60")).row.id for how in SENTENCES]
            good = await self.duel(clock="61", on_timeout="forfeit")
            await self.restart()
            with self.assertLogs("boardwright.table", logging.ERROR) as logs:
                for _ in range(12):
                    self.time.now += 20_000
                    await self.server.expire_clocks()
        again = await self.server.table(good.row.id)
        assert again.row.status == "over"
        assert [sum(log_id(match) in line for line in logs.output) for match in bad] == [1, 1, 1, 1]

    async def test_a_fault_in_the_rules_stops_no_other_clock(self) -> None:
        bad, good = await self.duel(clock="60"), await self.duel(clock="61", on_timeout="forfeit")
        match = commands.running(bad)
        self.time.now += 120_000
        with (
            patch.object(match, "expire", side_effect=KeyError("rules")),
            self.assertLogs("boardwright.table", logging.ERROR) as logs,
        ):
            await self.server.expire_clocks()
            self.time.now += 10_000
            await self.server.expire_clocks()
        assert good.row.status == "over"
        assert len(logs.output) == 1

    async def test_a_fault_in_one_clock_message_stops_no_other(self) -> None:
        tables = [await self.duel(clock="60") for _ in range(2)]
        recorders = [Recorder(self.ann) for _ in tables]
        for table, recorder in zip(tables, recorders, strict=True):
            await self.server.subscribe(table.row.id, recorder)
        whole = broadcast.clocks

        def clocks(feed: Feed, at: int) -> None:
            if feed.table is tables[0]:
                raise KeyError("rules")
            whole(feed, at)

        with (
            patch.object(broadcast, "clocks", clocks),
            patch.object(runtime, "HEARTBEAT", 0),
            self.assertLogs("boardwright.table", logging.ERROR) as logs,
        ):
            async with self.server:
                while len(recorders[1].of("clocks")) < 2:
                    await asyncio.sleep(0)
        assert len([line for line in logs.output if "clocks failed in match" in line]) == 1

    async def test_ratings_of_all_follow_and_its_own_need_no_log(self) -> None:
        await self.register()
        for how in SENTENCES:
            await self.store.drop_projections()
            table = await self.duel()
            await self.play(table, 3)
            await commands.resign(table, self.caller(self.bob))
            self.time.now += 1000
            after = await self.duel()
            await self.play(after, 4)
            await commands.resign(after, self.caller(self.bob))
            await self.spoil(table.row.id, how)
            for project in (project_ended, rebuild):
                with self.assertLogs("boardwright.table", logging.ERROR) as logs:
                    await project(self.store, projector(self.store))
                assert sum(log_id(table.row.id) in line for line in logs.output) == 1
                assert "nonsense" not in repr(logs.output)
                assert await self.store.count_unprojected() == 0
                assert (await self.store.rating_history(self.ann.id, "deblockle"))[-1].match == after.row.id

    async def test_a_fault_in_the_achievements_of_a_game_stops_no_rating(self) -> None:
        await self.register()
        table = await self.duel()
        await self.play(table, 4)
        await commands.resign(table, self.caller(self.bob))
        with (
            patch.object(projections, "progress_after", side_effect=KeyError("rules")),
            self.assertLogs("boardwright.table", logging.ERROR),
        ):
            assert await project_ended(self.store, projector(self.store)) == 1
        assert await self.store.ratings([self.ann.id])

    async def test_a_closed_one_is_projected_without_ratings(self) -> None:
        table = await self.bad("version")
        await lobby.cancel(self.server, table, self.caller(self.ann))
        await project_ended(self.store, projector(self.store))
        assert await self.store.count_unprojected() == 0
        assert await self.store.ratings([self.ann.id, self.bob.id]) == []

    async def test_quick_matches_pass_by_an_open_match_that_cannot_start(self) -> None:
        order = NewMatch(game="deblockle", quick=True)
        open_table, _ = await lobby.create(self.server, self.ann, order)
        row = open_table.row
        await self.server.close()
        await self.rewrite(row.id, options={"cubes": 99})
        self.server = self.new_server()
        broken = await self.server.table(row.id)
        assert self.sees(broken, None)["unreadable"] == "Its stored data is damaged."
        with patch.object(lobby, "_is_compatible", return_value=True):
            table, is_new = await lobby.create(self.server, self.bob, order)
        assert (is_new, table.row.id == row.id) == (True, False)
        await lobby.cancel(self.server, broken, self.caller(self.ann))
        assert broken.row.status == "over"

    async def test_players_can_leave_an_open_match_that_cannot_be_read(self) -> None:
        table, _ = await lobby.create(self.server, self.ann, NewMatch(game="blokus", seats=4))
        await lobby.join(self.server, table, self.bob)
        await self.server.close()
        await self.rewrite(table.row.id, options={"cubes": 99})
        self.server = self.new_server()
        table = await self.server.table(table.row.id)
        await lobby.leave(self.server, table, self.bob)
        assert (table.row.status, table.own_seats(self.bob)) == ("open", ())
        assert await self.store.matches(account=self.bob.id) == []
        await raises(Forbidden, lobby.leave(self.server, table, self.bob))
        await lobby.leave(self.server, table, self.ann)
        assert table.row.status == "over"

    async def test_a_table_takes_over_the_new_chain_of_a_migrated_match(self) -> None:
        table = await self.duel()
        await self.play(table, 3)
        match = commands.running(table)
        assert await self.store.rewrite(table.row, *migrate(match.header, match.entries, 1))
        await table.catch_up(self.time())
        assert commands.running(table).header == table.row.header != match.header
        await self.play(table, 1)
        assert (await self.stored(table)).number == table.row.number

    async def test_neither_players_nor_operators_are_shown_anything_of_the_log(self) -> None:
        with self.assertLogs("boardwright.table", logging.ERROR) as logs:
            table = await self.bad("entry")
        assert "nonsense" not in repr(self.sees(table, None))
        (line,) = logs.output
        assert f"match {log_id(table.row.id)} cannot be read" in line
        assert "from entry 2 on (BadRecord)" in line
        assert "nonsense" not in line

    async def test_columns_that_cannot_be_decoded_set_one_match_aside(self) -> None:
        good = await self.duel(clock="60")
        for sql in (
            "update matches set lobby = '{' where id = ?",
            "update matches set header = '[]' where id = ?",
            "update heads set outcome = '1' where match = ?",
            "update entries set content = '{' where match = ? and number = 2",
        ):
            table = await self.duel(clock="60")
            await self.play(table, 3)
            await self.server.close()
            self._execute(sql, table.row.id)
            self.server = self.new_server()
            assert good.row.id in [row.id for row in await self.store.matches()]
            assert table.row.id in [row.id for row in await self.store.matches(account=self.ann.id)]
            again = await self.server.table(table.row.id)
            assert self.sees(again, None)["unreadable"] == "Its stored data is damaged."
            await lobby.cancel(self.server, again, self.caller(self.ann))
            assert again.row.status == "over"
            await project_ended(self.store, projector(self.store))


def test_a_game_whose_package_is_broken_is_left_out_of_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    def game(name: str) -> None:
        if name == "blokus":
            raise UnknownGame("broken")

    monkeypatch.setattr(registry, "game", game)
    assert set(registry.names()) - set(registry.loadable()) == {"blokus"}
