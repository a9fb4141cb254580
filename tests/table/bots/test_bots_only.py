"""Tables where only bots play: their host watches, may cancel them and ask for a rematch."""

from __future__ import annotations

from typing import Any

import pytest

from boardwright.core.refusal import BadOptions
from boardwright.store.iteration import project_ended
from boardwright.table.bots.bot_turn import ABSENCE
from boardwright.table.errors import Conflict, Forbidden
from boardwright.table.limits.host_limit import Most
from boardwright.table.lobby import lobby
from boardwright.table.matches import commands
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.matches.seating import NewMatch
from boardwright.table.server.projections import projector
from tests.table.case import Recorder, ServerCase, raises, until

BOTS = ("random", "greedy")


class TestBotsOnly(ServerCase):
    async def watched(self, **order: Any) -> OpenMatch:
        """Ann lets two bots play."""
        wanted = {"game": "deblockle", "players": BOTS, "options": {"cubes": 1}} | order
        table, is_new = await lobby.create(self.server, self.ann, NewMatch(**wanted))
        assert is_new
        return table

    async def test_it_starts_at_once_and_is_played_to_its_end(self) -> None:
        table = await self.watched()
        assert table.row.status == "running"
        assert (table.row.lobby.rated, table.row.lobby.private) == (False, False)
        state = self.sees(table, self.ann)
        assert (state["host"], state["you"], state["moves"]) == (True, [], [])
        assert [player["kind"] for player in state["players"]] == ["bot", "bot"]
        assert [row.id for row in await self.store.matches(account=self.ann.id)] == [table.row.id]
        await until(lambda: table.row.status == "over")
        assert table.row.outcome is not None
        assert table.row.outcome.reason != "canceled"
        assert await project_ended(self.store, projector(self.store)) == 1
        assert await self.store.ratings([self.ann.id]) == []

    async def test_only_its_host_and_admins_cancel_it(self) -> None:
        table = await self.watched(options={})
        await raises(Forbidden, lobby.cancel(self.server, table, self.caller(self.bob)))
        await lobby.cancel(self.server, table, self.caller(self.ann))
        assert table.row.outcome is not None
        assert table.row.outcome.reason == "canceled"
        admin, _ = await self.sign_up("Gus", "admin")
        other = await self.watched(options={})
        await lobby.cancel(self.server, other, self.caller(admin))
        assert other.row.status == "over"

    async def test_its_host_gets_a_rematch_with_seats_rotated(self) -> None:
        table = await self.watched(options={})
        await lobby.cancel(self.server, table, self.caller(self.ann))
        await raises(Forbidden, lobby.rematch(self.server, table, self.bob))
        again = await lobby.rematch(self.server, table, self.ann)
        assert (again.row.status, again.row.lobby.host) == ("running", self.ann.id)
        assert [seat.bot for seat in again.row.lobby.seats] == ["greedy", "random"]
        assert await lobby.rematch(self.server, table, self.ann) is again

    async def test_it_counts_as_a_match_with_bots(self) -> None:
        self.server.host_limit.most = Most(bots=1)
        await self.watched(options={})
        await raises(Conflict, self.watched(), code="bot_matches")

    async def test_its_host_sees_it_whatever_spectators_may_see(self) -> None:
        closed = await self.watched(options={}, spectators="forbidden")
        with pytest.raises(Forbidden):
            closed.viewer(self.bob)
        assert closed.viewer(self.ann).seats == ()
        delayed = await self.watched(options={}, spectators="delayed")
        assert [delayed.viewer(who).delay for who in (self.ann, self.bob)] == [0, 10]

    async def test_secrets_are_kept_from_its_host(self) -> None:
        table = await self.watched(game="sagrada", options={})
        assert self.sees(table, self.ann)["view"] == self.sees(table, None)["view"]

    async def test_the_bots_stop_while_nobody_watches(self) -> None:
        table = await self.watched(options={})
        self.time.now += ABSENCE
        await until(lambda: not self.server._bots.is_busy(table.row.id))
        number = table.row.number
        await self.server.subscribe(table.row.id, Recorder(self.ann))
        await self.until(table, number + 1)

    async def test_the_bots_keep_a_pace(self) -> None:
        self.server._bots._pace = 1000
        table = await self.watched(options={})
        match = commands.running(table)
        assert self.server._bots._wait(table, match) == 1000
        self.time.now += 1000
        await self.until(table, 1)
        assert self.server._bots._wait(table, match) == 1000

    async def test_what_makes_no_sense_without_people_is_refused(self) -> None:
        for order, words in (
            ({"clock": "60"}, "play without a clock"),
            ({"players": ("random", "open")}, 'has to be "me", unless bots hold all seats'),
            ({"rated": True}, "cannot be rated"),
        ):
            await raises(BadOptions, self.watched(**order), match=words)
