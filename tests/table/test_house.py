"""What the house does by itself: opening and forgetting tables, bots, ratings, closing."""

from __future__ import annotations

import random

import pytest

from boardwright.store.walk import project_ended, rebuild
from boardwright.table import acts, hosting
from boardwright.table.accounts import token_hash
from boardwright.table.house import House
from boardwright.table.projecting import following
from boardwright.table.refused import Closed, NotFound
from boardwright.table.seating import Order
from boardwright.table.trophies import trophies
from tests.table.room import Ear, RoomCase


class TestTables(RoomCase):
    async def test_tables_are_opened_on_demand_and_once(self) -> None:
        table = await self.duel()
        await self.play(table, 4)
        other = self.new_house()
        assert other.live == 0
        again = await other.table(table.row.id)
        assert again is await other.table(table.row.id)
        assert acts.running(again).head == acts.running(table).head
        assert self.sees(again, self.ann)["log"] == self.sees(table, self.ann)["log"]
        with pytest.raises(NotFound):
            await other.table("nothing")
        await other.close()

    async def test_tables_nobody_listens_to_are_forgotten_first(self) -> None:
        house = House(self.store, now=self.time, tables=3)
        ids: list[str] = []
        for _ in range(6):
            table, _ = await hosting.order(house, self.ann, Order(game="deblockle", players=("me", "me")))
            if not ids:
                await house.listen(table.row.id, Ear(self.ann))
            ids.append(table.row.id)
        assert house.live <= 4
        kept = house.live
        await house.table(ids[0])
        assert house.live == kept
        await house.close()

    async def test_a_house_that_closes_says_goodbye_and_takes_nothing_more(self) -> None:
        table = await self.duel()
        ear = Ear(self.ann)
        await self.house.listen(table.row.id, ear)
        await self.house.close()
        assert ear.heard[-1]["code"] == "stopping"
        assert ear.closed
        with pytest.raises(Closed):
            await self.house.table(table.row.id)

    async def test_a_revoked_token_ends_its_connections_and_no_others(self) -> None:
        table = await self.duel()
        account, token = await self.house.accounts.guest("Dee")
        other = (await self.house.accounts.guest("Eve"))[1]
        ears = [Ear(account, token=token_hash(each)) for each in (token, other)]
        for ear in ears:
            await self.house.listen(table.row.id, ear)
        await self.house.revoke(token)
        assert [ear.closed for ear in ears] == [True, False]
        await self.house.accounts.revoke(other)
        await self.house.check_tokens()
        assert ears[1].heard[-1]["code"] == "bad_token"
        assert not table.listeners

    async def test_bots_answer_and_undo_takes_their_move_back_too(self) -> None:
        table, _ = await hosting.order(self.house, self.ann, Order(game="deblockle", players=("me", "random")))
        while acts.running(table).position.actors == (0,):
            seat_moves = self.sees(table, self.ann)["moves"]
            await acts.play(table, self.by(self.ann), seat_moves[-1]["text"])
        await self.until(table, table.row.number + 1)
        entries = acts.running(table).entries
        assert entries[-1].seat == 1
        while acts.running(table).position.actors != (0,):
            await self.until(table, table.row.number + 1)
        assert self.sees(table, self.ann)["undo"]["free"]
        await acts.undo(table, self.by(self.ann))
        assert acts.running(table).position.actors == (0,)


class TestProjections(RoomCase):
    async def ended(self, loser: int) -> str:
        table = await self.duel()
        await self.play(table, 4)
        await acts.resign(table, self.by((self.ann, self.bob)[loser]))
        self.time.now += 1000
        return table.row.id

    async def test_ratings_and_counts_follow_from_ended_matches(self) -> None:
        for loser in (1, 1, 1, 0):
            await self.ended(loser)
        await project_ended(self.store, following(self.store))
        ratings = {rating.account: rating.mu for rating in await self.store.ratings([self.ann.id, self.bob.id])}
        assert ratings[self.ann.id] > ratings[self.bob.id]
        counts = {tally.name: tally.count for tally in await self.store.tallies([self.ann.id])}
        assert (counts["match"], counts["win"], counts["streak"], counts["best_streak"]) == (4, 3, 0, 3)
        titles = [trophy.name for trophy in trophies((await self.house.table(await self.ended(0))).game, counts)]
        assert titles == ["first_move", "first_match", "first_win", "three_in_a_row"]

    async def test_rebuilding_gives_the_same_again(self) -> None:
        for loser in (1, 0, 1):
            await self.ended(loser)
        await project_ended(self.store, following(self.store))
        people = [self.ann.id, self.bob.id]
        before = [await self.store.ratings(people), await self.store.tallies(people)]
        history = await self.store.rating_history(self.ann.id, "deblockle")
        assert await rebuild(self.store, following(self.store)) == 3
        assert [await self.store.ratings(people), await self.store.tallies(people)] == before
        assert await self.store.rating_history(self.ann.id, "deblockle") == history
        assert len(history) == 3

    async def test_playing_alone_with_bots_or_to_a_cancel_rates_nobody(self) -> None:
        alone = await self.alone()
        await acts.resign(alone, self.by(self.ann))
        again = await self.alone()
        await hosting.cancel(self.house, again, self.by(self.ann))
        bots, _ = await hosting.order(self.house, self.ann, Order(game="deblockle", players=("me", "random")))
        await acts.resign(bots, self.by(self.ann))
        await project_ended(self.store, following(self.store))
        assert await self.store.ratings([self.ann.id]) == []
        counts = {tally.name: tally.count for tally in await self.store.tallies([self.ann.id])}
        assert counts == {"match": 2}

    async def test_every_game_can_be_played_to_its_end_at_the_table(self) -> None:
        for game in ("deblockle", "blokus", "mage_duel", "sagrada"):
            table = await self.duel(game)
            await self.play(table, 400, random.Random(7))
            if table.row.status != "over":
                await acts.resign(table, self.by(self.ann))
            for account in (self.ann, self.bob, None):
                assert self.sees(table, account)["outcome"] is not None
        assert await project_ended(self.store, following(self.store)) == 4
