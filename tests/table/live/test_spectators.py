"""Spectators: who may watch, and how late."""

from __future__ import annotations

from typing import Any

import pytest

from boardwright.table.errors import Forbidden, NotFound
from boardwright.table.lobby import lobby
from boardwright.table.matches import commands
from boardwright.table.matches.seating import NewMatch
from tests.table.case import Recorder, ServerCase, play_on, raises, until


class TestSpectators(ServerCase):
    async def test_delayed_spectators_see_what_the_match_was_entries_ago(self) -> None:
        table = await self.duel(spectators="delayed", delay=3)
        recorder = await self.watch(table, None)
        await self.play(table, 5)
        match, late = commands.running(table), self.sees(table, None)
        assert late["number"] == 2
        assert [line["number"] for line in late["log"]] == [1, 2]
        assert late["actors"] == list(match.at(2).actors)
        sent = [line["number"] for message in recorder.of("entries") for line in message["entries"]]
        assert sent == [1, 2]
        await raises(NotFound, lobby.create(self.server, self.cy, play_on(table, entry=3)))
        made, _ = await lobby.create(self.server, self.cy, play_on(table, entry=2, players=("me", "me")))
        assert commands.running(made).position == match.at(2)

    async def test_delayed_spectators_see_everything_after_the_end(self) -> None:
        table = await self.duel(spectators="delayed", delay=3)
        recorder = await self.watch(table, None)
        await self.play(table, 5)
        await commands.resign(table, self.caller(self.ann))
        assert recorder.of("entries")[-1]["number"] == table.row.number
        assert self.sees(table, None)["number"] == table.row.number

    async def test_forbidden_means_nobody_but_the_players(self) -> None:
        table, _ = await lobby.create(self.server, self.ann, NewMatch(game="deblockle", spectators="forbidden"))
        recorder = await self.watch(table, self.cy)
        await lobby.join(self.server, table, self.bob)
        assert recorder.closed
        assert recorder.received[-1]["type"] == "closed"
        assert recorder not in self.server.feed(table).subscribers
        for account in (self.cy, None):
            with pytest.raises(Forbidden):
                self.sees(table, account)
        assert self.sees(table, self.bob)["you"] == [1]

    async def test_presence_tells_who_is_there(self) -> None:
        table = await self.duel()
        recorders = [Recorder(self.ann), Recorder(self.bob), Recorder(None)]
        await self.subscribe(table, *recorders)
        await self.until_told(recorders[0], {"type": "presence", "players": [0, 1], "spectators": 1})
        self.server.unsubscribe(table, recorders[1])
        await self.until_told(recorders[0], {"type": "presence", "players": [0], "spectators": 1})

    async def until_told(self, recorder: Recorder, presence: dict[str, Any]) -> None:
        """Wait until that is the last presence the recorder was told of."""
        await until(lambda: recorder.of("presence")[-1] == presence)

    async def test_however_many_come_at_once_presence_is_told_once_and_then_once_more(self) -> None:
        table = await self.duel()
        recorders = [Recorder(None, wants=frozenset()) for _ in range(50)]
        await self.subscribe(table, *recorders)
        assert len(recorders[0].of("presence")) == 1
        await self.until_told(recorders[0], {"type": "presence", "players": [], "spectators": 50})
        assert len(recorders[0].of("presence")) == 2

    async def test_one_who_resumes_is_told_only_the_rest_of_the_log(self) -> None:
        table = await self.duel()
        await self.play(table, 5)
        recorder = Recorder(self.ann)
        await self.server.subscribe(table.row.id, recorder, 3)
        assert [line["number"] for line in recorder.of("state")[0]["state"]["log"]] == [4, 5]
