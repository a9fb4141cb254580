"""How matches come about: opened, joined, started, closed, played again, branched."""

from __future__ import annotations

import pytest

from boardwright.core.refusal import BadOptions, IllegalMove, UnknownGame
from boardwright.table import acts, hosting
from boardwright.table.refused import Clash, NotAllowed, NotFound
from boardwright.table.seating import Order
from tests.table.room import Ear, RoomCase


class TestLobby(RoomCase):
    async def test_a_match_starts_when_the_last_seat_is_taken(self) -> None:
        table, is_new = await hosting.order(self.house, self.ann, Order(game="deblockle"))
        ear = Ear(self.ann)
        await self.house.listen(table.row.id, ear)
        assert (is_new, table.row.status, table.match) == (True, "open", None)
        await hosting.join(self.house, table, self.bob)
        assert table.row.status == "running"
        assert acts.running(table).header.players == ("Ann", "Bob")
        assert [message["state"]["status"] for message in ear.of("state")] == ["open", "running"]

    async def test_nobody_sits_twice_or_on_a_taken_seat(self) -> None:
        table, _ = await hosting.order(self.house, self.ann, Order(game="blokus", seats=4))
        for account, seat in ((self.ann, None), (self.bob, 0), (self.bob, 9)):
            with pytest.raises(Clash):
                await hosting.join(self.house, table, account, seat)
        await hosting.join(self.house, table, self.bob, 2)
        assert [seat.name for seat in table.row.lobby.seats] == ["Ann", "", "Bob", ""]

    async def test_orders_that_make_no_sense_are_refused(self) -> None:
        for order in (
            Order(game="deblockle", seats=3),
            Order(game="deblockle", players=("me",)),
            Order(game="deblockle", players=("open", "random")),
            Order(game="deblockle", options={"nonsense": 1}),
            Order(game="deblockle", clock="soon"),
            Order(game="deblockle", clock="999999999"),
        ):
            with pytest.raises(BadOptions):
                await hosting.order(self.house, self.ann, order)
        with pytest.raises(UnknownGame):
            await hosting.order(self.house, self.ann, Order(game="go"))
        with pytest.raises(NotFound):
            await hosting.order(self.house, self.ann, Order(game="deblockle", players=("me", "deep_thought")))

    async def test_who_leaves_frees_the_seat_and_the_host_closes_the_table(self) -> None:
        table, _ = await hosting.order(self.house, self.ann, Order(game="blokus", seats=4))
        await hosting.join(self.house, table, self.bob)
        await hosting.leave(self.house, table, self.bob)
        assert table.row.lobby.seats[1].is_free
        with pytest.raises(NotAllowed):
            await hosting.leave(self.house, table, self.bob)
        await hosting.leave(self.house, table, self.ann)
        assert (table.row.status, table.row.outcome) == ("over", None)
        with pytest.raises(Clash):
            await hosting.join(self.house, table, self.bob)

    async def test_only_the_host_starts_early_and_bots_take_what_is_free(self) -> None:
        table, _ = await hosting.order(self.house, self.ann, Order(game="blokus", seats=4))
        with pytest.raises(NotAllowed):
            await hosting.start(self.house, table, self.bob, "random")
        with pytest.raises(Clash):
            await hosting.start(self.house, table, self.ann)
        await hosting.start(self.house, table, self.ann, "random")
        assert [seat.bot for seat in table.row.lobby.seats] == [None, "random", "random", "random"]
        assert table.row.status == "running"

    async def test_quick_players_meet_if_they_want_the_same(self) -> None:
        first, _ = await hosting.order(self.house, self.ann, Order(game="deblockle", quick=True, clock="60"))
        other, is_new = await hosting.order(self.house, self.bob, Order(game="deblockle", quick=True))
        assert is_new
        assert other.row.id != first.row.id
        met, is_new = await hosting.order(self.house, self.cy, Order(game="deblockle", quick=True, clock="60"))
        assert (met.row.id, is_new, met.row.status) == (first.row.id, False, "running")

    async def test_private_matches_are_not_listed(self) -> None:
        table, _ = await hosting.order(self.house, self.ann, Order(game="deblockle", private=True))
        assert await self.store.matches(status="open") == []
        assert [row.id for row in await self.store.matches(account=self.ann.id)] == [table.row.id]

    async def test_cancel_is_for_the_host_and_for_who_plays_alone(self) -> None:
        table, _ = await hosting.order(self.house, self.ann, Order(game="deblockle"))
        with pytest.raises(NotAllowed):
            await hosting.cancel(self.house, table, self.by(self.bob))
        await hosting.cancel(self.house, table, self.by(self.ann))
        assert table.row.status == "over"
        duel = await self.duel()
        with pytest.raises(NotAllowed):
            await hosting.cancel(self.house, duel, self.by(self.ann))
        alone = await self.alone()
        await hosting.cancel(self.house, alone, self.by(self.ann))
        assert alone.row.outcome is not None
        assert alone.row.outcome.reason == "canceled"


class TestAfterwards(RoomCase):
    async def test_a_rematch_turns_the_seats_and_both_end_up_in_the_same(self) -> None:
        table = await self.duel()
        ear = Ear(self.bob)
        await self.house.listen(table.row.id, ear)
        with pytest.raises(Clash):
            await hosting.rematch(self.house, table, self.ann)
        await acts.resign(table, self.by(self.ann))
        with pytest.raises(NotAllowed):
            await hosting.rematch(self.house, table, self.cy)
        first = await hosting.rematch(self.house, table, self.ann)
        assert [seat.name for seat in first.row.lobby.seats] == ["Bob", "Ann"]
        assert first.row.status == "open"
        assert ear.of("rematch") == [{"type": "rematch", "match": first.row.id}]
        with pytest.raises(Clash):
            await hosting.join(self.house, first, self.cy)
        second = await hosting.rematch(self.house, table, self.bob)
        assert second is first
        assert second.row.status == "running"

    async def test_a_branch_begins_where_the_match_stood_and_leaves_it_alone(self) -> None:
        table = await self.duel()
        await self.play(table, 6)
        before = table.row
        made = await hosting.branch(self.house, table, self.cy, 4, ())
        old, new = acts.running(table), acts.running(made)
        assert new.position == old.at(4)
        assert made.row.lobby.origin == table.row.id
        assert table.row == before
        with pytest.raises(NotFound):
            await hosting.branch(self.house, table, self.cy, 7, ())

    async def test_a_running_match_with_secrets_is_not_branched(self) -> None:
        table = await self.duel("sagrada")
        with pytest.raises(IllegalMove) as refused:
            await hosting.branch(self.house, table, self.ann, 0, ())
        assert refused.value.refusal.code == "branch_sealed"
        await acts.resign(table, self.by(self.bob))
        made = await hosting.branch(self.house, table, self.ann, 1, ())
        assert made.row.status == "running"
