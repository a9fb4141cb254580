"""Lobby: creating, joining, starting, canceling, rematches."""

from __future__ import annotations

from typing import Any

import pytest

from boardwright.core.refusal import BadOptions, UnknownGame
from boardwright.table.errors import Conflict, Forbidden, NotFound
from boardwright.table.limits.host_limit import Most
from boardwright.table.lobby import lobby
from boardwright.table.matches import commands
from boardwright.table.matches.seating import NewMatch
from tests.table.case import ServerCase, SqliteCase, raises


class TestLobby(ServerCase):
    async def test_a_match_starts_when_the_last_seat_is_taken(self) -> None:
        table, is_new = await lobby.create(self.server, self.ann, NewMatch(game="deblockle"))
        recorder = await self.watch(table, self.ann)
        assert (is_new, table.row.status, table.match) == (True, "open", None)
        await lobby.join(self.server, table, self.bob)
        assert table.row.status == "running"
        assert commands.running(table).header.players == ("Ann", "Bob")
        assert [message["state"]["status"] for message in recorder.of("state")] == ["open", "running"]

    async def test_nobody_sits_twice_or_on_a_taken_seat(self) -> None:
        table, _ = await lobby.create(self.server, self.ann, NewMatch(game="blokus", seats=4))
        for account, seat in ((self.ann, None), (self.bob, 0), (self.bob, 9)):
            await raises(Conflict, lobby.join(self.server, table, account, seat))
        await lobby.join(self.server, table, self.bob, 2)
        assert [seat.name for seat in table.row.lobby.seats] == ["Ann", "", "Bob", ""]

    async def test_orders_that_make_no_sense_are_refused(self) -> None:
        for order in (
            NewMatch(game="deblockle", seats=3),
            NewMatch(game="deblockle", players=("me",)),
            NewMatch(game="deblockle", players=("open", "random")),
            NewMatch(game="deblockle", options={"nonsense": 1}),
            NewMatch(game="deblockle", clock="soon"),
            NewMatch(game="deblockle", clock="999999999"),
            NewMatch(game="mage_duel", clock="60", options={"move_time": 65}),
        ):
            await raises(BadOptions, lobby.create(self.server, self.ann, order))
        await raises(UnknownGame, lobby.create(self.server, self.ann, NewMatch(game="go")))
        with pytest.raises(NotFound):
            await lobby.create(self.server, self.ann, NewMatch(game="deblockle", players=("me", "deep_thought")))

    async def test_a_duel_between_people_has_65_seconds_for_a_move_unless_chosen_otherwise(self) -> None:
        async def move_time(**order: Any) -> Any:
            table, _ = await lobby.create(self.server, self.ann, NewMatch(game="mage_duel", **order))
            return table.row.lobby.options["move_time"]

        assert await move_time() == 65
        assert await move_time(private=True) == 65
        assert await move_time(quick=True) == 65
        assert await move_time(players=("open", "me"), options={"joker_price": 3}) == 65
        assert await move_time(options={"move_time": 0}) == 0
        assert await move_time(options={"move_time": 30}) == 30
        assert await move_time(clock="300+5") == 0
        assert await move_time(players=("me", "me")) == 0
        assert await move_time(players=("me", "random")) == 0

    async def test_who_leaves_frees_the_seat_and_the_host_closes_the_table(self) -> None:
        table, _ = await lobby.create(self.server, self.ann, NewMatch(game="blokus", seats=4))
        await lobby.join(self.server, table, self.bob)
        await lobby.leave(self.server, table, self.bob)
        assert table.row.lobby.seats[1].is_free
        await raises(Forbidden, lobby.leave(self.server, table, self.bob))
        await lobby.leave(self.server, table, self.ann)
        assert (table.row.status, table.row.outcome) == ("over", None)
        await raises(Conflict, lobby.join(self.server, table, self.bob))

    async def test_only_the_host_starts_early_and_bots_take_what_is_free(self) -> None:
        table, _ = await lobby.create(self.server, self.ann, NewMatch(game="blokus", seats=4))
        await raises(Forbidden, lobby.start(self.server, table, self.bob, "random"))
        await raises(Conflict, lobby.start(self.server, table, self.ann))
        await lobby.start(self.server, table, self.ann, "random")
        assert [seat.bot for seat in table.row.lobby.seats] == [None, "random", "random", "random"]
        assert table.row.status == "running"

    async def test_quick_players_meet_if_they_want_the_same(self) -> None:
        first, _ = await lobby.create(self.server, self.ann, NewMatch(game="deblockle", quick=True, clock="60"))
        other, is_new = await lobby.create(self.server, self.bob, NewMatch(game="deblockle", quick=True))
        assert is_new
        assert other.row.id != first.row.id
        met, is_new = await lobby.create(self.server, self.cy, NewMatch(game="deblockle", quick=True, clock="60"))
        assert (met.row.id, is_new, met.row.status) == (first.row.id, False, "running")

    async def test_a_host_has_a_limited_number_of_matches_that_wait(self) -> None:
        self.server.host_limit.most = Most(waiting=2)
        wanted = NewMatch(game="deblockle", private=True)
        tables = [(await lobby.create(self.server, self.ann, wanted))[0] for _ in range(2)]
        with pytest.raises(Conflict) as refused:
            await lobby.create(self.server, self.ann, wanted)
        assert refused.value.code == "open_matches"
        assert str(refused.value) == (
            "You have 2 matches that wait for players, the most that this server allows at a time. "
            "Close one of them first."
        )
        assert len(await self.store.matches(account=self.ann.id)) == 2, "nothing was created"
        await lobby.create(self.server, self.ann, NewMatch(game="deblockle", players=("me", "me")))
        await lobby.create(self.server, self.bob, wanted)
        await lobby.join(self.server, tables[0], self.bob)
        await lobby.create(self.server, self.ann, wanted)

    async def test_private_matches_are_not_listed(self) -> None:
        table, _ = await lobby.create(self.server, self.ann, NewMatch(game="deblockle", private=True))
        assert await self.store.matches(status="open") == []
        assert [row.id for row in await self.store.matches(account=self.ann.id)] == [table.row.id]

    async def test_cancel_is_for_the_host_and_for_who_plays_alone(self) -> None:
        table, _ = await lobby.create(self.server, self.ann, NewMatch(game="deblockle"))
        await raises(Forbidden, lobby.cancel(self.server, table, self.caller(self.bob)))
        await lobby.cancel(self.server, table, self.caller(self.ann))
        assert table.row.status == "over"
        duel = await self.duel()
        await raises(Forbidden, lobby.cancel(self.server, duel, self.caller(self.ann)))
        alone = await self.alone()
        await lobby.cancel(self.server, alone, self.caller(self.ann))
        assert alone.row.outcome is not None
        assert alone.row.outcome.reason == "canceled"


class TestLobbyInSqlite(SqliteCase):
    async def test_two_who_want_a_quick_duel_meet(self) -> None:
        first, _ = await lobby.create(self.server, self.ann, NewMatch(game="mage_duel", quick=True))
        second, is_new = await lobby.create(self.server, self.bob, NewMatch(game="mage_duel", quick=True))
        assert (first, is_new) == (second, False)
        assert commands.running(first).next_change(self.time()) is not None


class TestAfterwards(ServerCase):
    async def test_a_rematch_turns_the_seats_and_both_end_up_in_the_same(self) -> None:
        table = await self.duel()
        recorder = await self.watch(table, self.bob)
        await raises(Conflict, lobby.rematch(self.server, table, self.ann))
        await commands.resign(table, self.caller(self.ann))
        await raises(Forbidden, lobby.rematch(self.server, table, self.cy))
        first = await lobby.rematch(self.server, table, self.ann)
        assert [seat.name for seat in first.row.lobby.seats] == ["Bob", "Ann"]
        assert first.row.status == "open"
        assert recorder.of("rematch") == [{"type": "rematch", "match": first.row.id}]
        await raises(Conflict, lobby.join(self.server, first, self.cy))
        await raises(Forbidden, lobby.leave(self.server, first, self.cy))
        second = await lobby.rematch(self.server, table, self.bob)
        assert second is first
        assert second.row.status == "running"

    async def test_who_is_asked_for_a_rematch_can_decline_it(self) -> None:
        table = await self.duel()
        await commands.resign(table, self.caller(self.ann))
        again = await lobby.rematch(self.server, table, self.ann)
        await lobby.leave(self.server, again, self.bob)
        assert again.row.status == "over"
        for account in (self.ann, self.bob):
            await raises(Conflict, lobby.rematch(self.server, table, account), match="called off")
