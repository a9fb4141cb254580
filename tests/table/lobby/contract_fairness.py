"""Contract of fair chance: the server commits to a seed first, then the players contribute to it."""

from __future__ import annotations

import random

import pytest

from boardwright.core.game.registry import game
from boardwright.core.match.match import Match
from boardwright.core.records.record import dump, verify
from boardwright.store.backends.open import open_store
from boardwright.store.rows import Account
from boardwright.table.errors import StaleCommitment
from boardwright.table.lobby import lobby
from boardwright.table.lobby.lobby import commit, commit_to_rematch
from boardwright.table.matches import commands
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.matches.seating import NewMatch, Origin
from tests.table.case import ServerCase, raises

ANN, BOB, CY = "a" * 64, "b" * 32, "c" * 48


class FairnessContract(ServerCase):
    """The tests that hold on every store."""

    __test__ = False

    async def new_url(self) -> str:
        raise NotImplementedError

    async def asyncSetUp(self) -> None:
        await super().asyncSetUp()
        await self.server.close()
        self.url = await self.new_url()
        self.store = await open_store(self.url)
        self.server = self.new_server()
        self.ann, self.bob, self.cy = [(await self.server.accounts.guest(name))[0] for name in ("Ann", "Bob", "Cy")]

    async def restart(self, passed: int = 0) -> None:
        """End the server process and start another one."""
        await self.server.close()
        self.time.now += passed
        await self.store.close()
        self.store = await open_store(self.url)
        self.server = self.new_server()

    async def create(self, account: Account, **order: object) -> OpenMatch:
        """Ask for a commitment, then creates the match with it."""
        match = (await commit(self.server, account)).match
        wanted = NewMatch(**{"game": "sagrada", "match": match} | order)  # type: ignore[arg-type]
        table, is_new = await lobby.create(self.server, account, wanted)
        assert is_new
        return table

    async def end(self, table: OpenMatch) -> Match:
        """End the match and returns it after checking its record."""
        match = commands.running(table)
        while not match.is_over:
            await commands.resign(table, self.caller(self.ann, seat=match.seats_left()[0]))
        assert "chance outcome" in verify(dump(match))
        return match

    # Who contributes what

    async def test_the_creator_knows_the_commitment_of_a_match_that_starts_at_once(self) -> None:
        promised = await commit(self.server, self.ann)
        order = NewMatch(game="sagrada", players=("random", "me"), match=promised.match, share=ANN)
        table, _ = await lobby.create(self.server, self.ann, order)
        header = commands.running(table).header
        assert (table.row.id, header.commitment, header.shares) == (promised.match, promised.commitment, ("", ANN))

    async def test_an_open_match_shows_its_commitment_and_no_shares(self) -> None:
        table = await self.create(self.ann, share=ANN)
        before = self.sees(table, self.bob)
        await lobby.join(self.server, table, self.bob, share=BOB)
        after = self.sees(table, None)
        assert before["commitment"] == after["commitment"] == commands.running(table).header.commitment
        assert (before["shares"], after["shares"]) == ([], [ANN, BOB])

    async def test_chance_comes_from_the_seed_and_all_shares(self) -> None:
        table = await self.create(self.ann, share=ANN)
        await lobby.join(self.server, table, self.bob, share=BOB)
        match = commands.running(table)
        seed = self.store.key.seed(table.row.id)
        deals = []
        for shares in ((ANN, BOB), (ANN, CY), (CY, BOB), (ANN, ""), ("", BOB), ()):
            again = Match.new(game("sagrada"), players=("Ann", "Bob"), seed=seed, shares=shares)
            deals.append([entry.text for entry in again.entries])
        assert [entry.text for entry in match.entries] == deals[0]
        assert len({tuple(deal) for deal in deals}) == len(deals)

    async def test_one_person_on_several_seats_has_one_share(self) -> None:
        table = await self.create(self.ann, players=("random", "me", "me"), share=ANN)
        assert commands.running(table).header.shares == ("", ANN, "")

    async def test_without_shares_the_header_has_none(self) -> None:
        table = await self.create(self.ann, players=("me", "me"))
        assert commands.running(table).header.shares == ()

    async def test_who_leaves_takes_the_share_along(self) -> None:
        table = await self.create(self.ann, players=("me", "open", "open"), share=ANN)
        await lobby.join(self.server, table, self.bob, share=BOB)
        await lobby.leave(self.server, table, self.bob)
        await lobby.join(self.server, table, self.cy)
        await lobby.start(self.server, table, self.ann, "random")
        assert commands.running(table).header.shares == (ANN, "", "")

    # Ids

    async def test_an_id_that_was_not_issued_to_the_account_is_refused(self) -> None:
        over = await self.create(self.ann, players=("me", "me"))
        bobs = (await commit(self.server, self.bob)).match
        altered = bobs[:-1] + ("A" if bobs[-1] != "A" else "B")
        for match in ("mine", bobs, altered, bobs[:16], lobby.rematch_id(over.row.id)):
            with pytest.raises(StaleCommitment, match="ask for a commitment"):
                await lobby.create(self.server, self.ann, NewMatch(game="sagrada", match=match))
            await raises(StaleCommitment, self.branch(await self.ended(), self.ann, ("me", "me"), match))
            assert await self.store.match(match) is None

    async def branch(
        self, table: OpenMatch, account: Account, players: tuple[str, ...], match: str, share: str = ""
    ) -> OpenMatch:
        """Play on from the first entry of the match, with that id."""
        origin = Origin(match=table.row.id, entry=1)
        wanted = NewMatch(game="sagrada", players=players, origin=origin, match=match, share=share)
        made, _ = await lobby.create(self.server, account, wanted)
        return made

    async def ended(self) -> OpenMatch:
        table = await self.create(self.ann, players=("me", "me"))
        await self.end(table)
        return table

    async def test_an_id_can_be_used_once(self) -> None:
        table = await self.create(self.ann, players=("me", "me"), share=ANN)
        for state in ("running", "over"):
            assert table.row.status == state
            before = await self.store.load(table.row.id)
            for players in (("me", "me"), ("me", "open")):
                await raises(StaleCommitment, self.create(self.ann, match=table.row.id, players=players, share=CY))
            for players in (("me", "me"), ("me", "open")):
                await raises(StaleCommitment, self.branch(await self.ended(), self.ann, players, table.row.id, CY))
            assert await self.store.load(table.row.id) == before
            await self.end(table)
        assert commands.running(table).header.shares == (ANN, "")

    async def test_an_open_match_that_was_closed_uses_its_id(self) -> None:
        table = await self.create(self.ann)
        await lobby.leave(self.server, table, self.ann)
        await raises(StaleCommitment, self.create(self.ann, match=table.row.id))

    # Quick matches, rematches and branches

    async def test_a_quick_match_commits_to_the_match_that_waits(self) -> None:
        order = NewMatch(game="sagrada", quick=True)
        table = await self.create(self.ann, quick=True, share=ANN)
        promised = await commit(self.server, self.bob, order)
        assert (promised.match, promised.commitment) == (table.row.id, self.sees(table, None)["commitment"])
        fresh = (await commit(self.server, self.bob)).match
        with pytest.raises(StaleCommitment):
            await lobby.create(self.server, self.bob, NewMatch(game="sagrada", quick=True, match=fresh, share=BOB))
        assert table.row.status == "open"
        wanted = NewMatch(game="sagrada", quick=True, match=promised.match, share=BOB)
        joined, is_new = await lobby.create(self.server, self.bob, wanted)
        assert (joined is table, is_new, commands.running(table).header.shares) == (True, False, (ANN, BOB))
        await raises(StaleCommitment, lobby.create(self.server, self.cy, wanted))
        assert (await commit(self.server, self.cy, order)).match != table.row.id

    async def test_a_rematch_has_a_commitment_and_shares_of_its_own(self) -> None:
        table = await self.create(self.ann, share=ANN)
        await lobby.join(self.server, table, self.bob, share=BOB)
        await commands.resign(table, self.caller(self.bob))
        promised = commit_to_rematch(self.server, table)
        again = await lobby.rematch(self.server, table, self.ann)
        await lobby.rematch(self.server, table, self.bob, CY)
        header = commands.running(again).header
        assert (again.row.id, header.commitment) == (promised.match, promised.commitment)
        assert header.commitment != commands.running(table).header.commitment
        assert header.players == ("Bob", "Ann")
        assert header.shares == (CY, "")

    async def test_a_branch_has_a_commitment_and_shares_of_its_own(self) -> None:
        table = await self.ended()
        promised = await commit(self.server, self.bob)
        made = await self.branch(table, self.bob, ("random", "me"), promised.match, BOB)
        header = commands.running(made).header
        assert (made.row.id, header.commitment, header.shares) == (promised.match, promised.commitment, ("", BOB))

    # Storage

    async def test_another_process_continues_with_the_same_dice(self) -> None:
        table = await self.create(self.ann, players=("me", "me"), share=ANN)
        await self.play(table, 6)
        here, seed = commands.running(table), self.store.key.seed(table.row.id)
        await self.restart()
        again = await self.server.table(table.row.id)
        assert commands.running(again).entries == here.entries
        dice = random.Random(1)
        while all(entry.kind != "chance" for entry in commands.running(again).entries[here.number :]):
            await self.play(again, 1, dice)
        assert (await self.end(again)).seed == seed
        saved = await self.store.load(table.row.id)
        assert saved is not None
        assert saved.seed == seed
