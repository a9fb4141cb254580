"""The acts of admins, what is logged of them, chat, fair play, and cleaning."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from boardwright.core.records import record
from boardwright.core.refusal import BadOptions
from boardwright.store.rows import Account
from boardwright.table.accounts.accounts import token_hash
from boardwright.table.background import Background
from boardwright.table.errors import Conflict, Forbidden, NotFound, RateLimited, Unauthenticated
from boardwright.table.live.feed import Part
from boardwright.table.live.updates import encode
from boardwright.table.lobby import chat, lobby
from boardwright.table.lobby.administration import Administration
from boardwright.table.matches import commands
from boardwright.table.matches.seating import NewMatch
from boardwright.table.server.cleaning import DAY, Retention, clean
from boardwright.table.server.runtime import CHAT_BURST, Server
from tests.table.case import EVERYTHING, Recorder, ServerCase, play_on, raises


class AdminCase(ServerCase):
    async def asyncSetUp(self) -> None:
        await super().asyncSetUp()
        await self.register()
        self.boss, _ = await self.sign_up("Boss", "admin")
        self.admin = Administration(self.server, self.boss)

    async def acts(self) -> list[tuple[str, str, str]]:
        """Return the audit log, oldest first."""
        return [(entry.actor, entry.act, entry.subject) for entry in reversed(await self.store.audit())]


class TestAdministration(AdminCase):
    async def test_only_admins_administer(self) -> None:
        for account in (self.ann, (await self.server.accounts.guest("Gus")).account):
            with pytest.raises(Forbidden, match="admins"):
                Administration(self.server, account)

    async def test_a_ban_ends_all_sessions_and_connections_at_once(self) -> None:
        dee, token = await self.sign_up("Dee")
        table = await self.duel()
        recorder = await self.watch(table, dee, token=token_hash(token))
        await self.admin.ban(dee.id, "spam")
        assert recorder.received[-1]["code"] == "bad_token"
        assert await self.store.tokens(dee.id) == []
        await raises(Forbidden, self.server.accounts.login("Dee", "correct horse"))
        await self.admin.unban(dee.id)
        await self.server.accounts.login("Dee", "correct horse")
        assert await self.acts() == [(self.boss.id, "ban", dee.id), (self.boss.id, "unban", dee.id)]

    async def test_a_muted_player_plays_and_is_silent_for_the_time(self) -> None:
        table = await self.duel()
        muted = await self.admin.mute(self.ann.id, 10)
        await raises(Forbidden, chat.post(self.server, table, muted, "hello"), match="muted")
        self.time.now += 10 * 60_000
        await chat.post(self.server, table, muted, "hello")
        muted = await self.admin.mute(self.ann.id, 10)
        await chat.post(self.server, table, await self.admin.mute(self.ann.id, 0), "hello again")

    async def test_a_reset_locks_everybody_out_but_the_owner_of_the_code(self) -> None:
        dee, token, codes = await self.server.accounts.register("Dee", "correct horse")
        _, code = await self.admin.reset_password(dee.id)
        for old in ("correct horse", ""):
            await raises(Unauthenticated, self.server.accounts.login("Dee", old))
        await raises(Unauthenticated, self.server.accounts.authenticate(token))
        await raises(Unauthenticated, self.server.accounts.recover("Dee", codes[0], "better horse"))
        await self.server.accounts.recover("Dee", code, "better horse")
        await self.server.accounts.login("Dee", "better horse")
        guest, *_ = await self.server.accounts.guest("Gus")
        await raises(Conflict, self.admin.reset_password(guest.id))

    async def test_roles_and_names_change_and_nobody_demotes_themselves(self) -> None:
        assert (await self.admin.set_role(self.ann.id, "admin")).role == "admin"
        assert (await self.admin.rename(self.ann.id, "Anna")).name == "Anna"
        await raises(Conflict, self.admin.rename(self.ann.id, "Bob"))
        for harm in (self.admin.ban(self.boss.id), self.admin.set_role(self.boss.id, "player")):
            await raises(Forbidden, harm, match="own account")
        await raises(NotFound, self.admin.ban("nobody"))
        guest, *_ = await self.server.accounts.guest("Gus")
        await raises(Conflict, self.admin.set_role(guest.id, "admin"))
        assert [act for _, act, _ in await self.acts()] == ["role", "rename"]

    async def test_an_admin_cancels_what_others_play_and_the_log_says_so(self) -> None:
        running, waiting = (
            await self.duel(spectators="forbidden", private=True),
            await self.alone(players=("me", "open")),
        )
        await raises(Forbidden, lobby.cancel(self.server, running, self.caller(self.cy)))
        for table in (running, waiting):
            await lobby.cancel(self.server, table, self.caller(self.boss))
            assert table.row.status == "over"
        assert self.sees(running, self.boss)["outcome"]["reason"] == "canceled"
        assert await self.acts() == [(self.boss.id, "cancel", table.row.id) for table in (running, waiting)]
        assert await self.store.ratings([self.ann.id]) == []

    async def test_what_everybody_may_do_is_not_logged(self) -> None:
        alone = await self.alone()
        await lobby.cancel(self.server, alone, self.caller(self.ann))
        hosted, _ = await lobby.create(self.server, self.boss, NewMatch(game="deblockle"))
        await lobby.cancel(self.server, hosted, self.caller(self.boss))
        assert await self.acts() == []


class TestChat(AdminCase):
    async def said(self, table: Any, account: Account | None) -> list[str]:
        return [line.text for line in await chat.history(table, account)]

    async def test_one_account_cannot_flood_over_all_matches(self) -> None:
        tables = [await self.duel(), await self.duel()]
        posts = [chat.post(self.server, tables[number % 2], self.ann, "x" * 450) for number in range(150)]
        results = await asyncio.gather(*posts, return_exceptions=True)
        assert sum(isinstance(result, RateLimited) for result in results) == 150 - CHAT_BURST
        assert sum([len(await self.store.chat(table.row.id)) for table in tables]) == CHAT_BURST
        await chat.post(self.server, tables[0], self.bob, "others talk on")
        self.time.now += 2000
        await chat.post(self.server, tables[0], self.ann, "one more")
        await raises(RateLimited, chat.post(self.server, tables[1], self.ann, "two more"))

    async def test_players_and_spectators_do_not_read_each_other_before_the_end(self) -> None:
        for wants in (EVERYTHING, frozenset[Part]()):
            with self.subTest(wants=wants):
                await self._talk(wants)

    async def _talk(self, wants: frozenset[Part]) -> None:
        table = await self.duel()
        recorders = [Recorder(who, wants=wants) for who in (self.ann, self.cy, None)]
        await self.subscribe(table, *recorders)
        await chat.post(self.server, table, self.bob, "hm")
        await chat.post(self.server, table, self.cy, "take the bishop!")
        heard = [[each["chat"]["text"] for each in recorder.of("chat")] for recorder in recorders]
        assert heard == [["hm"], ["take the bishop!"], ["take the bishop!"]]
        assert [await self.said(table, who) for who in (self.ann, self.cy, None)] == heard
        await commands.resign(table, self.caller(self.ann))
        assert await self.said(table, self.ann) == await self.said(table, None) == ["hm", "take the bishop!"]
        await chat.post(self.server, table, self.cy, "good game")
        assert recorders[0].of("chat")[-1]["chat"] | {"number": 0, "at": 0} == {
            "number": 0, "at": 0, "name": "Cy", "text": "good game", "room": "spectators",
        }  # fmt: skip

    async def test_strangers_neither_write_nor_read_in_a_private_match(self) -> None:
        table = await self.duel(private=True)
        await chat.post(self.server, table, self.ann, "between us")
        stranger = await self.watch(table, self.cy)
        await chat.post(self.server, table, self.ann, "and again")
        await raises(Forbidden, chat.post(self.server, table, self.cy, "hi"), match="private")
        await commands.resign(table, self.caller(self.ann))
        assert (await self.said(table, self.cy), await self.said(table, None), stranger.of("chat")) == ([], [], [])
        assert len(await self.said(table, self.bob)) == 2


class TestFairPlay(AdminCase):
    async def refused(self, account: Account, order: NewMatch) -> bool:
        try:
            await lobby.create(self.server, account, order)
        except Forbidden as error:
            return error.code == "fair_play"
        return False

    async def test_a_running_rated_match_is_played_on_by_nobody(self) -> None:
        table = await self.duel()
        await self.play(table, 2)
        order = play_on(table, entry=1, players=("me", "greedy"))
        assert [await self.refused(who, order) for who in (self.ann, self.bob, self.cy, self.boss)] == [True] * 4
        await commands.resign(table, self.caller(self.ann))
        assert not await self.refused(self.ann, order)

    async def test_a_running_casual_match_is_played_on_by_spectators_only(self) -> None:
        table = await self.duel(rated=False)
        await self.play(table, 2)
        order = play_on(table, entry=1, players=("me", "greedy"))
        assert [await self.refused(who, order) for who in (self.ann, self.bob, self.cy)] == [True, True, False]

    async def test_the_record_of_a_running_match_is_no_way_around(self) -> None:
        table = await self.duel()
        await self.play(table, 2)
        match = commands.running(table)
        texts = record.dump_for(match, None).decode(), encode(match.position).decode()
        for text, is_refused in zip(texts, (True, False), strict=True):  # a position of two moves is an opening
            order = NewMatch(game="deblockle", start=text, players=("me", "greedy"))
            assert [await self.refused(who, order) for who in (self.ann, self.bob, self.cy)] == [True, True, is_refused]
        await commands.resign(table, self.caller(self.ann))
        assert not await self.refused(self.ann, order)

    async def test_one_who_plays_alone_tries_what_they_like(self) -> None:
        assert not await self.refused(self.ann, play_on(await self.alone(), entry=0, players=("me", "greedy")))


class TestRated(AdminCase):
    async def shown(self, account: Account, **order: Any) -> bool:
        order.setdefault("game", "deblockle")
        table, _ = await lobby.create(self.server, account, NewMatch(**order))
        rated: bool = self.sees(table, None)["rated"]
        return rated

    async def test_it_is_decided_and_shown_before_the_match_begins(self) -> None:
        guest, *_ = await self.server.accounts.guest("Gus")
        assert await self.shown(self.ann)
        assert await self.shown(self.ann, private=True, rated=True)
        assert not await self.shown(self.ann, private=True)
        assert not await self.shown(self.ann, rated=False)
        assert not await self.shown(guest)
        assert not await self.shown(self.ann, players=("me", "greedy"))
        assert not await self.shown(self.ann, players=("me", "me"))

    async def test_it_is_refused_where_it_cannot_be(self) -> None:
        guest, *_ = await self.server.accounts.guest("Gus")
        await raises(BadOptions, self.shown(guest, rated=True), match="guests have no rating")
        for players in (("me", "greedy"), ("me", "me")):
            await raises(BadOptions, self.shown(self.ann, rated=True, players=players), match="player of its own")

    async def test_guests_sit_down_only_where_it_is_casual(self) -> None:
        guest, *_ = await self.server.accounts.guest("Gus")
        rated, _ = await lobby.create(self.server, self.ann, NewMatch(game="deblockle"))
        await raises(Forbidden, lobby.join(self.server, rated, guest), match="rated")
        casual, _ = await lobby.create(self.server, self.ann, NewMatch(game="deblockle", rated=False))
        assert (await lobby.join(self.server, casual, guest)).row.status == "running"

    async def test_a_quick_match_is_rated_for_both_or_for_none(self) -> None:
        guest, *_ = await self.server.accounts.guest("Gus")
        rated, _ = await lobby.create(self.server, self.ann, NewMatch(game="deblockle", quick=True))
        casual, is_new = await lobby.create(self.server, guest, NewMatch(game="deblockle", quick=True))
        assert is_new
        joined, _ = await lobby.create(self.server, self.cy, NewMatch(game="deblockle", quick=True, rated=False))
        assert joined.row.id == casual.row.id
        joined, _ = await lobby.create(self.server, self.bob, NewMatch(game="deblockle", quick=True))
        assert joined.row.id == rated.row.id
        assert (rated.row.lobby.rated, casual.row.lobby.rated) == (True, False)

    async def test_bots_on_free_seats_make_it_casual(self) -> None:
        table, _ = await lobby.create(self.server, self.ann, NewMatch(game="deblockle"))
        await lobby.start(self.server, table, self.ann, "random")
        assert not self.sees(table, self.ann)["rated"]


class TestRematch(AdminCase):
    async def test_a_seat_is_kept_for_the_account_whatever_its_name(self) -> None:
        table = await self.duel(rated=False)
        await commands.resign(table, self.caller(self.ann))
        again = await lobby.rematch(self.server, table, self.bob)
        renamed, _ = await self.server.accounts.change(self.ann, name="Anna")
        thief, *_ = await self.server.accounts.guest("Ann")
        assert thief.name == "Ann"
        await raises(Conflict, lobby.join(self.server, again, thief))
        joined = await lobby.rematch(self.server, table, renamed)
        assert joined.row.id == again.row.id
        assert {seat.account for seat in joined.row.lobby.seats} == {self.ann.id, self.bob.id}

    async def test_a_rematch_that_was_cleaned_up_can_be_asked_for_again(self) -> None:
        table = await self.duel()
        await commands.resign(table, self.caller(self.ann))
        first = await lobby.rematch(self.server, table, self.bob)
        self.time.now += 15 * DAY
        watcher = await self.watch(first, self.cy)
        await self.server.close_deleted()
        assert not watcher.closed
        assert (await clean(self.store, self.time(), Retention(), Background()))["unstarted"] == 1
        await self.server.close_deleted()
        assert watcher.received[-1]["code"] == "no_match"
        again = await lobby.rematch(self.server, table, self.ann)
        assert (again.row.id, again.row.status) == (first.row.id, "open")
        await lobby.rematch(self.server, table, self.bob)
        assert again.row.status == "running"


class TestCleaning(AdminCase):
    async def test_each_age_is_a_setting(self) -> None:
        await self.server.accounts.guest("Gus")
        await self.alone(players=("me", "open"))
        table = await self.alone()
        await commands.resign(table, self.caller(self.ann, request="r1"))
        self.time.now += 3 * DAY
        kept = Retention(guests=3, unstarted=3, requests=3)
        none = dict.fromkeys(("tokens", "guests", "unstarted", "requests", "analyses"), 0)
        assert await clean(self.store, self.time(), kept, Background()) == none
        assert await clean(self.store, self.time() + 1, kept, Background()) == none | {
            "guests": 1,
            "unstarted": 1,
            "requests": 1,
        }
        assert await clean(self.store, self.time() + 1, kept, Background()) == none

    async def test_so_is_the_length_of_a_session(self) -> None:
        signed = await Server(self.store, now=self.time, retention=Retention(sessions=3)).accounts.guest("Gus")
        (token,) = await self.store.tokens(signed.account.id)
        assert token.expires == self.time() + 3 * DAY
