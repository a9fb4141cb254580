"""Updates: whoever merges them as the page does has what a fresh state would show, and what is equal is made once."""

from __future__ import annotations

import random
from typing import Any
from unittest.mock import patch

from boardwright.core.refusal import BoardwrightError
from boardwright.store.rows import Account
from boardwright.table.live.feed import Part
from boardwright.table.live.state import current_for
from boardwright.table.matches import commands, takeback
from boardwright.table.matches.open_match import OpenMatch
from tests.changing import Reader, drawn_in, filled
from tests.offered import offered
from tests.scale import scaled
from tests.table.case import EVERYTHING, Recorder, ServerCase

GAMES = ("blokus", "deblockle", "mage_duel", "sagrada")
APART = ("now", "clocks", "players", "spectators", "first", "log", "table", "names", "moves")
"""The fields that do not stay comparable, or are compared in their own way."""


class Follower(Recorder):
    """Merges what it is sent into one state."""

    def __init__(
        self, account: Account | None, wants: frozenset[Part] = EVERYTHING, known: dict[str, Any] | None = None
    ) -> None:
        super().__init__(account, wants=wants, known=known or {})
        self.table = Reader(known or {})
        self.state: dict[str, Any] = {}
        self.entries: list[dict[str, Any]] = []

    def send(self, message: bytes) -> None:
        super().send(message)
        received = self.received[-1]
        self._remember(received.get("art", {}))
        if received["type"] == "state":
            self.state = received["state"]
            self.entries = list(self.state["log"])
            self.table.show(self.state["table"])
        elif received["type"] == "entries":
            self._merge(received)
        elif received["type"] == "consent_requests":
            self.state |= {"consent_requests": received["consent_requests"], "draw": received["draw"]}
        elif received["type"] == "rematch":
            self.state["rematch"] = received["match"]

    def _remember(self, art: dict[str, Any]) -> None:
        """Keep drawings, none of which is sent twice."""
        assert not art.keys() & self.table.art.keys()
        self.table.remember(art)

    def _merge(self, received: dict[str, Any]) -> None:
        assert [line["number"] for line in received["entries"]] == list(
            range(self.state["number"] + 1, received["number"] + 1)
        )
        self.entries += received["entries"]
        if (undone := received.get("undone")) is not None:
            self.entries = [line | {"undone": line["number"] in undone} for line in self.entries]
        assert received["changes"].keys() <= self.state.keys()
        self.state |= received["changes"] | {"number": received["number"]}
        self.table.change(received["zones"])

    def assert_sees(self, fresh: dict[str, Any]) -> None:
        """Fail unless the merged state equals a fresh one."""
        for name in fresh.keys() - set(APART):
            assert self.state[name] == fresh[name], name
        assert [player["seat"] for player in self.state["players"]] == [player["seat"] for player in fresh["players"]]
        assert offered(self.state) == offered(fresh)
        assert self.entries[-len(fresh["log"]) :] == fresh["log"] or not fresh["log"]
        assert self.table.zones == filled(fresh["table"]["zones"])


class Keeper(Recorder):
    """Keeps what it is sent as it is: equal messages for many are compressed once only if they are one object."""

    def __init__(self, account: Account | None) -> None:
        super().__init__(account)
        self.messages: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.messages.append(message)


class TestUpdates(ServerCase):
    async def follow(self, game: str, dice: random.Random, commands_: int, **order: Any) -> list[Follower]:
        """Play a match with undo, requests and answers, and compares what every viewer has after each command."""
        table = await self.duel(game, **order)
        followers = [Follower(account) for account in (self.ann, self.bob, self.cy, None)]
        await self.subscribe(table, *followers)
        for _ in range(commands_):
            await self._command(table, dice)
            for follower in followers:
                follower.assert_sees(self.sees(table, follower.account))
            if commands.running(table).is_over:
                break
        assert all(follower.of("entries") for follower in followers)
        return followers

    async def _command(self, table: OpenMatch, dice: random.Random) -> None:
        who = self.caller(dice.choice((self.ann, self.bob)))
        try:
            match dice.randrange(12):
                case 0:
                    await takeback.undo(table, who)
                case 1:
                    await takeback.redo(table, who)
                case 2:
                    await takeback.answer(table, who, yes=dice.random() < 0.7)
                case _:
                    await self.play(table, 1, dice)
        except BoardwrightError:
            return

    async def test_merged_updates_show_what_a_fresh_state_shows(self) -> None:
        for game in GAMES:
            with self.subTest(game):
                followers = await self.follow(game, random.Random(game), scaled(6))
                assert all(len(follower.of("state")) == 1 for follower in followers)

    async def test_merged_updates_of_delayed_spectators_show_what_a_fresh_state_shows(self) -> None:
        await self.follow("deblockle", random.Random(3), 30, spectators="delayed", delay=4)

    async def test_one_who_comes_later_has_the_same_as_those_who_were_there(self) -> None:
        table = await self.duel("blokus")
        first = Follower(self.bob)
        await self.server.subscribe(table.row.id, first)
        await self.play(table, 5)
        second = Follower(self.bob)
        await self.server.subscribe(table.row.id, second)
        await self.play(table, 5)
        assert len(first.of("state")) == len(second.of("state")) == 1
        assert first.received[-1] == second.received[-1]
        for follower in (first, second):
            follower.assert_sees(self.sees(table, self.bob))

    async def test_those_who_lack_the_same_drawings_are_sent_the_same_bytes(self) -> None:
        table = await self.duel("mage_duel")
        watchers = [Keeper(None) for _ in range(3)]
        await self.subscribe(table, *watchers)
        await self.play(table, 8)
        first, *others = [[one for one in watcher.messages if b'"entries"' in one] for watcher in watchers]
        assert any(b'"art":' in message for message in first)
        for messages in others:
            assert [id(message) for message in messages] == [id(message) for message in first]

    async def test_drawings_that_one_has_are_not_sent_again(self) -> None:
        table = await self.duel("blokus")
        first = Follower(self.bob)
        await self.server.subscribe(table.row.id, first)
        await self.play(table, 5)
        known = dict(first.table.art)
        again = Follower(self.bob, known=known)
        await self.server.subscribe(table.row.id, again)
        assert "art" not in again.received[0]
        new = drawn_in(self.sees(table, self.cy)["table"]["zones"]) - known.keys()
        other = Follower(self.cy, known=known)
        await self.server.subscribe(table.row.id, other)
        assert other.received[0].get("art", {}).keys() == new
        await self.play(table, 5)
        for follower in (first, again, other):
            follower.assert_sees(self.sees(table, follower.account))

    async def test_time_that_changes_the_state_reaches_those_who_are_there_when_another_connects(self) -> None:
        table = await self.duel("mage_duel", options={"move_time": 65})
        await commands.play(table, self.caller(self.ann), "skip")
        self.time.now = commands.running(table).now
        first, second = Follower(self.ann), Follower(self.ann)
        await self.server.subscribe(table.row.id, first)
        self.time.now += 200_000
        await self.server.subscribe(table.row.id, second)
        for follower in (first, second):
            follower.assert_sees(self.sees(table, self.ann))

    async def test_an_update_is_made_once_for_all_spectators_signed_in_or_not(self) -> None:
        table = await self.duel()
        accounts = [None, self.cy, *[(await self.server.accounts.guest(f"Guest {number}"))[0] for number in range(5)]]
        for account in accounts:
            await self.server.subscribe(table.row.id, Recorder(account))
        with patch("boardwright.table.live.broadcast.current_for", wraps=current_for) as made:
            await self.play(table, 4)
        assert made.call_count == 4

    async def test_only_what_was_asked_for_is_sent(self) -> None:
        table = await self.duel()
        page, bare = (
            Recorder(self.bob, wants=frozenset({"table", "moves"})),
            Recorder(self.bob, wants=frozenset({"view"})),
        )
        await self.subscribe(table, page, bare)
        await self.play(table, 2)
        (state,) = (message["state"] for message in page.of("state"))
        assert (state["view"], state["text"]) == (None, "")
        assert all(not {"view", "text"} & message["changes"].keys() for message in page.of("entries"))
        assert all("view" in message["changes"] for message in bare.of("entries"))
        assert all(not {"zones", "art"} & message.keys() for message in bare.received)
        assert all("moves" not in message["changes"] for message in bare.of("entries"))

    async def test_the_first_state_has_the_last_entries_and_the_rest_is_there_in_pages(self) -> None:
        table = await self.duel()
        await self.play(table, 130)
        state = self.sees(table, self.ann)
        number = state["number"]
        assert number > 100
        assert state["first"] == number - 100
        assert [line["number"] for line in state["log"]] == list(range(number - 99, number + 1))
