"""Branches: matches that start at a point of another match, with any players."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from boardwright.core.refusal import BadOptions, BoardwrightError, IllegalMove
from boardwright.table.errors import Conflict, Forbidden, NotFound
from boardwright.table.lobby import lobby
from boardwright.table.matches import commands, takeback
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.matches.reading import UnreadableMatch
from boardwright.table.matches.seating import NewMatch, Origin
from tests.table.case import ServerCase, SqliteCase, play_on, raises


class BranchCase(ServerCase):
    """A match of Ann against Bob, and branches of it."""

    async def played(self, moves: int = 6, game: str = "deblockle", **order: Any) -> OpenMatch:
        table = await self.duel(game, **order)
        await self.play(table, moves)
        return table

    async def branch(self, table: OpenMatch, **order: Any) -> OpenMatch:
        """Cy plays on from a point of the match."""
        made, is_new = await lobby.create(self.server, self.cy, play_on(table, **order))
        assert is_new
        return made

    async def move(self, table: OpenMatch) -> None:
        """Play a move of Cy or Bob, who is to act."""
        position = commands.running(table).position
        seat = position.actors[0]
        mover = self.cy if table.row.lobby.seats[seat].account == self.cy.id else self.bob
        await commands.play(table, self.caller(mover), str(next(iter(position.legal_moves(seat)))))

    async def verified(self, table: OpenMatch) -> None:
        """Check that what is stored is what a match could have written."""
        assert (await self.stored(table)).position == commands.running(table).position


class TestStarting(BranchCase):
    async def test_a_branch_waits_at_its_position_and_starts_when_the_seat_is_taken(self) -> None:
        table = await self.played()
        before, old = table.row, commands.running(table)
        made = await self.branch(table, entry=4)
        recorder = await self.watch(made, self.cy)
        assert (made.row.status, made.match) == ("open", None)
        assert made.position(0) == old.at(4) != old.at(0)
        shown, there = self.sees(made, self.cy), self.sees(table, None)
        assert (shown["origin"], shown["origin_entry"], shown["number"], shown["log"]) == (table.row.id, 4, 0, [])
        assert shown["table"] != there["table"]
        await lobby.join(self.server, made, self.bob)
        new = commands.running(made)
        assert new.position == old.at(4)
        assert new.header.players == ("Cy", "Bob")
        assert new.header.branch is not None
        assert (new.header.branch.entry, new.header.branch.match) == (4, old.header.hash)
        assert recorder.of("state")[-1]["state"]["status"] == "running"
        assert recorder.of("state")[-1]["state"]["table"] == shown["table"]
        assert table.row == before
        await self.move(made)
        assert made.position(5) == new.position != old.at(4)
        assert made.position(4) == old.at(4)
        await self.verified(made)

    async def test_it_is_private_and_unrated_but_can_be_open_to_all(self) -> None:
        table = await self.played()
        hidden, listed = await self.branch(table, entry=4), await self.branch(table, entry=4, private=False)
        assert [row.id for row in await self.store.matches(status="open")] == [listed.row.id]
        for made in (hidden, listed):
            await lobby.join(self.server, made, self.bob)
            assert not made.row.lobby.rated

    async def test_bots_of_any_level_fill_its_seats_and_play(self) -> None:
        table = await self.played(5)
        first = commands.running(table).position.actors[0]
        seats = ["level2", "level2"]
        seats[1 - first] = "me"
        made = await self.branch(table, entry=5, players=tuple(seats))
        assert made.row.status == "running"
        await self.until(made, 6)
        assert commands.running(made).entries[5].seat == first

    async def test_the_host_starts_with_bots_on_the_free_seats(self) -> None:
        made = await self.branch(await self.played(), entry=3)
        await raises(Conflict, lobby.start(self.server, made, self.cy))
        await lobby.start(self.server, made, self.cy, "random")
        assert [seat.bot for seat in made.row.lobby.seats] == [None, "random"]
        assert commands.running(made).header.branch is not None

    async def test_seats_are_left_and_the_match_is_closed_like_any_other(self) -> None:
        table = await self.played(8, "blokus", seats=4, players=("me", "open", "me", "me"))
        made = await self.branch(table, entry=8)
        await lobby.join(self.server, made, self.bob)
        await lobby.leave(self.server, made, self.bob)
        assert made.row.lobby.seats[1].is_free
        await raises(Forbidden, lobby.cancel(self.server, made, self.caller(self.bob)))
        await lobby.cancel(self.server, made, self.caller(self.cy))
        assert (made.row.status, made.row.outcome) == ("over", None)
        await raises(Conflict, lobby.join(self.server, made, self.bob))
        assert self.sees(made, self.cy)["unreadable"] is None
        left = await self.branch(table, entry=8)
        await lobby.leave(self.server, left, self.cy)
        assert left.row.status == "over"

    async def test_its_own_clock_starts_with_it(self) -> None:
        table = await self.played(clock="300+5")
        made = await self.branch(table, entry=4, clock="60", on_timeout="forfeit")
        assert self.sees(made, None)["clocks"] == []
        self.time.now += 600_000
        await self.server.expire_clocks()
        assert self.sees(made, None)["status"] == "open"
        await lobby.join(self.server, made, self.bob)
        new = commands.running(made)
        assert new.header.created == self.time()
        seat = new.position.actors[0]
        assert new.deadline() == (self.time() + 60_000, seat)
        assert new.clocks.left(seat, self.time()) == 60_000
        await self.verified(made)
        self.time.now += 60_001
        await self.server.expire_clocks()
        assert made.row.status == "over"
        assert (await self.branch(table, entry=4, players=("me", "me"))).row.lobby.clock.is_running is False

    async def test_the_windows_of_the_rules_start_with_it(self) -> None:
        table = await self.played(3, "mage_duel", options={"move_time": 65})
        made = await self.branch(table, move=3)
        self.time.now += 3_600_000
        assert commands.running(table).next_change(self.time()) is None, "the time of the origin is over"
        await lobby.join(self.server, made, self.bob)
        assert commands.running(made).next_change(self.time()) == self.time() + 66_000
        await self.verified(made)

    async def test_another_process_starts_it_too(self) -> None:
        table = await self.played()
        made = await self.branch(table, entry=4)
        other = self.new_server()
        await lobby.join(other, await other.table(made.row.id), self.bob)
        await made.catch_up(self.time())
        assert commands.running(made).position == commands.running(table).at(4)
        assert made.start is None
        await other.close()

    async def test_a_rematch_of_a_branch_starts_at_the_same_position(self) -> None:
        table = await self.played()
        made = await self.branch(table, entry=4)
        await lobby.join(self.server, made, self.bob)
        start = commands.running(made).position
        await self.move(made)
        await commands.resign(made, self.caller(self.bob))
        again = await lobby.rematch(self.server, made, self.cy)
        assert again.position(0) == start
        await lobby.rematch(self.server, made, self.bob)
        assert commands.running(again).header.players == ("Bob", "Cy")
        assert commands.running(again).position == start
        assert not again.row.lobby.rated
        await self.verified(again)


class TestOrigin(BranchCase):
    async def test_the_origin_may_grow_and_end_while_the_branch_waits(self) -> None:
        table = await self.played(4)
        start = commands.running(table).position
        made = await self.branch(table, entry=4)
        await self.play(table, 3)
        await commands.resign(table, self.caller(self.ann))
        for server in (self.server, self.new_server()):
            assert (await server.table(made.row.id)).position(0) == start
        await lobby.join(self.server, made, self.bob)
        assert commands.running(made).position == start
        assert commands.running(made).number == 4

    async def test_an_undo_in_the_origin_does_not_move_the_branch(self) -> None:
        table = await self.alone()
        await self.play(table, 4)
        start = commands.running(table).position
        made = await self.branch(table, entry=4)
        await takeback.undo(table, self.caller(self.ann), to=1)
        await self.play(table, 1)
        await lobby.join(self.server, made, self.bob)
        assert commands.running(made).position == start

    async def test_a_move_number_counts_the_moves_in_force(self) -> None:
        table = await self.alone()
        await self.play(table, 4)
        await takeback.undo(table, self.caller(self.ann), to=2)
        await self.play(table, 2)
        match = commands.running(table)
        assert [entry.kind for entry in match.entries] == ["move"] * 4 + ["undo"] + ["move"] * 2
        for move, entry in ((0, 0), (2, 2), (3, 6), (4, 7)):
            made = await self.branch(table, move=move, players=("me", "me"))
            assert made.row.lobby.origin_entry == entry
            assert commands.running(made).position == match.at(entry)
            assert commands.running(made).moves_done == move
        with pytest.raises(NotFound, match="There is no move 5: the last one in force is move 4, and 0 is the start"):
            await self.branch(table, move=5)

    async def test_move_0_includes_the_chance_before_the_first_move(self) -> None:
        table = await self.duel("mage_duel", options={"move_time": 0})
        match = commands.running(table)
        assert match.number
        assert match.position.chance is None
        made = await self.branch(table, move=0, players=("me", "me"))
        assert commands.running(made).position == match.position
        await self.play(table, 3)
        made = await self.branch(table, move=1, players=("me", "me"))
        assert commands.running(made).moves_done == 1
        assert match.at(made.row.lobby.origin_entry or 0).chance is None

    async def test_an_unreadable_origin_is_reported_and_nothing_is_lost(self) -> None:
        table = await self.played(4)
        made = await self.branch(table, entry=4)
        await self.server.close()
        await self.rewrite(table.row.id, header={"version": 9})
        self.server = self.new_server()
        with self.assertLogs("boardwright.table", "ERROR") as logs:
            waiting = await self.server.table(made.row.id)
        assert table.row.id not in repr(logs.output)
        text = "The match that it starts from cannot be read. Deblockle version 9 is not installed"
        assert self.sees(waiting, None)["unreadable"].startswith(text)
        row = waiting.row
        for refused in (
            lobby.join(self.server, waiting, self.bob),
            lobby.start(self.server, waiting, self.cy, "random"),
            lobby.create(self.server, self.cy, play_on(table, entry=4)),
        ):
            await raises(UnreadableMatch, refused, match="cannot be read")
        assert await self.store.match(made.row.id) == row
        await self.server.close()
        await self.rewrite(table.row.id, header={"version": 1})
        self.server = self.new_server()
        again = await self.server.table(made.row.id)
        await lobby.join(self.server, again, self.bob)
        assert commands.running(again).number == 4

    async def test_a_missing_or_short_origin_sets_the_branch_aside(self) -> None:
        table = await self.played(4)
        for change in ({"origin": "nowhere"}, {"origin_entry": 99}):
            made = await self.branch(table, entry=4)
            await self.server.close()
            await self.rewrite(made.row.id, **change)
            self.server = self.new_server()
            with self.assertLogs("boardwright.table", "ERROR") as logs:
                again = await self.server.table(made.row.id)
            assert "nowhere" not in repr(logs.output)
            assert table.row.id not in repr(logs.output)
            assert self.sees(again, self.cy)["unreadable"] == "The match that it starts from cannot be read."
            await lobby.cancel(self.server, again, self.caller(self.cy))
            assert again.row.status == "over"

    async def test_a_start_text_that_is_damaged_sets_the_match_aside(self) -> None:
        match = commands.running(await self.played(4))
        text = msgspec.json.encode(match.game.encode(match.position)).decode()
        table, _ = await lobby.create(self.server, self.cy, NewMatch(game="deblockle", start=text))
        assert table.position(0) == match.position
        await self.server.close()
        await self.rewrite(table.row.id, start="{")
        self.server = self.new_server()
        with self.assertLogs("boardwright.table", "ERROR"):
            again = await self.server.table(table.row.id)
        assert self.sees(again, None)["unreadable"] == "Its stored data is damaged."

    async def test_secrets_are_kept_until_the_end_and_people_play_on_after_it(self) -> None:
        table = await self.played(2, "sagrada")
        await raises(IllegalMove, self.branch(table, entry=0), code="branch_sealed")
        await commands.resign(table, self.caller(self.bob))
        last = commands.running(table).entry_of_move(2)
        made = await self.branch(table, move=2)
        assert (made.row.status, made.row.lobby.origin_entry) == ("open", last)
        await lobby.join(self.server, made, self.bob)
        assert commands.running(made).position == commands.running(table).at(last)
        await self.verified(made)


class TestOriginInSqlite(SqliteCase, TestOrigin):
    pass


class TestRefusals(BranchCase):
    async def test_orders_that_cannot_be_are_refused_with_a_reason(self) -> None:
        table, duel = await self.played(), await self.played(2, "mage_duel", options={"move_time": 65})
        over = await self.duel(options={"cubes": 1})
        while not commands.running(over).is_over:
            await self.play(over, 20)
        before = len(await self.store.matches(account=self.cy.id))
        cases: tuple[tuple[OpenMatch, dict[str, Any], str], ...] = (
            (table, {"entry": 1, "seats": 3}, "This position is for 2 seats, not 3"),
            (table, {"entry": 1, "players": ("me",)}, "2 seats need 2 players"),
            (table, {"entry": 1, "players": ("open", "open")}, 'One of the players has to be "me"'),
            (table, {"entry": 1, "quick": True}, "A quick match starts at the beginning"),
            (
                table,
                {"entry": 1, "options": {"cubes": 2}},
                "keeps the options of the position it starts from; .* cubes",
            ),
            (table, {"entry": 1, "options": {"nonsense": 2}}, "nonsense"),
            (table, {"entry": 1, "start": "{}"}, "leave out `start` or `origin`"),
            (table, {}, "by `entry` or by `move`"),
            (table, {"entry": 1, "move": 1}, "by `entry` or by `move`"),
            (duel, {"move": 1, "clock": "60"}, "keeps time by itself"),
            (over, {"entry": over.row.number}, "The game is over in this position; start from an earlier one"),
        )
        for origin, order, words in cases:
            await raises(BadOptions, self.branch(origin, **order), match=words)
        other = NewMatch(game="blokus", origin=Origin(match=table.row.id, entry=1))
        with pytest.raises(BadOptions, match="The other match is of Deblockle, not of Blokus"):
            await lobby.create(self.server, self.cy, other)
        assert len(await self.store.matches(account=self.cy.id)) == before

    async def test_the_same_options_may_be_repeated(self) -> None:
        table = await self.played()
        made = await self.branch(table, entry=1, options=dict(table.row.lobby.options))
        assert made.row.lobby.options == table.row.lobby.options

    async def test_only_what_the_account_may_see_is_branched(self) -> None:
        closed = await self.played(spectators="forbidden")
        waiting, _ = await lobby.create(self.server, self.ann, NewMatch(game="deblockle"))
        nowhere = NewMatch(game="deblockle", origin=Origin(match="nowhere", entry=0))
        cases: tuple[tuple[NewMatch, type[BoardwrightError]], ...] = (
            (play_on(closed, entry=1), Forbidden),
            (play_on(waiting, entry=0), Conflict),
            (nowhere, NotFound),
            (play_on(await self.played(), entry=7), NotFound),
        )
        for order, kind in cases:
            await raises(kind, lobby.create(self.server, self.cy, order))
        await commands.resign(closed, self.caller(self.ann))
        made, _ = await lobby.create(self.server, self.bob, play_on(closed, entry=1))
        assert made.row.status == "open"

    async def test_a_match_that_ended_by_resignation_is_played_on_from_its_last_position(self) -> None:
        table = await self.played(3)
        await commands.resign(table, self.caller(self.ann))
        made = await self.branch(table, entry=table.row.number, players=("me", "me"))
        assert made.row.status == "running"
        assert commands.running(made).number == 3
