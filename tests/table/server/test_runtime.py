"""The server runtime: opening and evicting tables, tokens, bots, ratings, closing."""

from __future__ import annotations

import asyncio
import random
from unittest.mock import patch

from boardwright.core.game.achievement import earned
from boardwright.store.iteration import project_ended, rebuild
from boardwright.table.accounts.accounts import TOKEN_LIFETIME, session_id, token_hash
from boardwright.table.errors import NotFound, ServiceUnavailable
from boardwright.table.lobby import lobby
from boardwright.table.matches import commands, takeback
from boardwright.table.matches.seating import NewMatch
from boardwright.table.results.achievements import achievements_of
from boardwright.table.server import runtime
from boardwright.table.server.projections import projector
from boardwright.table.server.runtime import Server
from tests.table.case import Recorder, ServerCase, raises


class TestTables(ServerCase):
    async def test_tables_are_opened_on_demand_and_once(self) -> None:
        table = await self.duel()
        await self.play(table, 4)
        other = self.new_server()
        assert other.open_matches == 0
        again = await other.table(table.row.id)
        assert again is await other.table(table.row.id)
        assert commands.running(again).head == commands.running(table).head
        assert self.sees(again, self.ann)["log"] == self.sees(table, self.ann)["log"]
        await raises(NotFound, other.table("nothing"))
        await other.close()

    async def test_tables_nobody_listens_to_are_forgotten_first(self) -> None:
        server = Server(self.store, now=self.time, tables=3)
        ids: list[str] = []
        for _ in range(6):
            table, _ = await lobby.create(server, self.ann, NewMatch(game="deblockle", players=("me", "me")))
            if not ids:
                await server.subscribe(table.row.id, Recorder(self.ann))
            ids.append(table.row.id)
        assert server.open_matches <= 4
        kept = server.open_matches
        await server.table(ids[0])
        assert server.open_matches == kept
        await server.close()

    async def test_a_server_that_closes_says_goodbye_and_takes_nothing_more(self) -> None:
        table = await self.duel()
        recorder = await self.watch(table, self.ann)
        await self.server.close()
        assert recorder.received[-1]["code"] == "stopping"
        assert recorder.closed
        await raises(ServiceUnavailable, self.server.table(table.row.id))

    async def test_a_revoked_token_ends_its_connections_and_no_others(self) -> None:
        table = await self.duel()
        account, token = await self.sign_up("Dee")
        other = (await self.server.accounts.login("Dee", "correct horse")).token
        recorders = [Recorder(account, token=token_hash(each)) for each in (token, other)]
        await self.subscribe(table, *recorders)
        await self.server.accounts.revoke(account, session_id(token_hash(token)))
        await self.server.check_tokens(account.id)
        assert [recorder.closed for recorder in recorders] == [True, False]
        await self.server.accounts.revoke_all(account)
        await self.server.check_tokens()
        assert recorders[1].received[-1]["code"] == "bad_token"
        assert not self.server.feed(table).subscribers

    async def test_a_running_server_cleans(self) -> None:
        _, old, _ = await self.server.accounts.guest("Dee")
        self.time.now += TOKEN_LIFETIME
        with patch.object(runtime, "PAUSE", 0):
            async with self.new_server(), asyncio.timeout(60):
                while await self.store.bearer(token_hash(old)) is not None:
                    await asyncio.sleep(0)

    async def test_the_heartbeat_disconnects_expired_tokens(self) -> None:
        account, token, _ = await self.server.accounts.guest("Dee")
        table, recorder = await self.duel(), Recorder(account, token=token_hash(token))
        self.time.now += TOKEN_LIFETIME
        with patch.multiple(runtime, HEARTBEAT=0.001, TOKEN_CHECK=1):
            async with self.server, asyncio.timeout(60):
                await self.server.subscribe(table.row.id, recorder)
                while not recorder.closed:
                    await asyncio.sleep(0)
        assert recorder.received[-1]["code"] == "bad_token"

    async def test_bots_answer_and_undo_takes_their_move_back_too(self) -> None:
        table, _ = await lobby.create(self.server, self.ann, NewMatch(game="deblockle", players=("me", "random")))
        while commands.running(table).position.actors == (0,):
            seat_moves = self.moves(table, self.ann)
            await commands.play(table, self.caller(self.ann), seat_moves[-1])
        await self.until(table, table.row.number + 1)
        entries = commands.running(table).entries
        assert entries[-1].seat == 1
        while commands.running(table).position.actors != (0,):
            await self.until(table, table.row.number + 1)
        assert self.sees(table, self.ann)["undo"]["free"]
        await takeback.undo(table, self.caller(self.ann))
        assert commands.running(table).position.actors == (0,)


class TestProjections(ServerCase):
    async def asyncSetUp(self) -> None:
        await super().asyncSetUp()
        await self.register()

    async def ended(self, loser: int) -> str:
        table = await self.duel()
        await self.play(table, 4)
        await commands.resign(table, self.caller((self.ann, self.bob)[loser]))
        self.time.now += 1000
        return table.row.id

    async def test_ratings_and_counts_follow_from_ended_matches(self) -> None:
        for loser in (1, 1, 1, 0):
            await self.ended(loser)
        await project_ended(self.store, projector(self.store))
        ratings = {rating.account: rating.mu for rating in await self.store.ratings([self.ann.id, self.bob.id])}
        assert ratings[self.ann.id] > ratings[self.bob.id]
        counts = {tally.name: tally.count for tally in await self.store.tallies([self.ann.id])}
        assert (counts["match"], counts["win"], counts["streak"], counts["best_streak"]) == (4, 3, 0, 3)
        game = (await self.server.table(await self.ended(0))).game
        titles = [trophy.name for trophy in earned(achievements_of(game), counts)]
        assert titles == ["first_move", "first_match", "first_win", "three_in_a_row"]

    async def test_rebuilding_gives_the_same_again(self) -> None:
        for loser in (1, 0, 1):
            await self.ended(loser)
        await project_ended(self.store, projector(self.store))
        people = [self.ann.id, self.bob.id]
        before = [await self.store.ratings(people), await self.store.tallies(people)]
        history = await self.store.rating_history(self.ann.id, "deblockle")
        assert await rebuild(self.store, projector(self.store)) == 3
        assert [await self.store.ratings(people), await self.store.tallies(people)] == before
        assert await self.store.rating_history(self.ann.id, "deblockle") == history
        assert len(history) == 3

    async def test_playing_alone_with_bots_or_to_a_cancel_rates_nobody(self) -> None:
        alone = await self.alone()
        await self.play(alone, 4)
        await commands.resign(alone, self.caller(self.ann))
        empty = await self.alone()
        await commands.resign(empty, self.caller(self.ann))
        again = await self.alone()
        await lobby.cancel(self.server, again, self.caller(self.ann))
        bots, _ = await lobby.create(self.server, self.ann, NewMatch(game="deblockle", players=("me", "random")))
        await commands.resign(bots, self.caller(self.ann))
        await project_ended(self.store, projector(self.store))
        assert await self.store.ratings([self.ann.id]) == []
        counts = {tally.name: tally.count for tally in await self.store.tallies([self.ann.id])}
        assert counts == {"match": 1, "move": 4}

    async def test_every_game_can_be_played_to_its_end_at_the_table(self) -> None:
        for game in ("deblockle", "blokus", "mage_duel", "sagrada"):
            table = await self.duel(game)
            await self.play(table, 400, random.Random(7))
            if table.row.status != "over":
                await commands.resign(table, self.caller(self.ann))
            for account in (self.ann, self.bob, None):
                assert self.sees(table, account)["outcome"] is not None
        assert await project_ended(self.store, projector(self.store)) == 4
