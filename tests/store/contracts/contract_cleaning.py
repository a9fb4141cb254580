"""Contract of the store: sessions, recovery codes, the audit log, and the deletion of what nobody needs."""

from __future__ import annotations

import asyncio
from unittest.mock import patch

import pytest

from boardwright.store.change import WriteConflict
from boardwright.store.rows import AuditEntry, Role, Room, Seat, Token
from boardwright.store.sql import cleaning
from tests.store.case import StoreCase
from tests.store.contracts.contract_accounts import line
from tests.store.samples import Table, account, check_log, ended, put, running


def entry(act: str = "ban") -> AuditEntry:
    return AuditEntry(at=7, actor="root", act=act, subject="anna", detail="spam")


class CleaningContract(StoreCase):
    async def add(self, name: str, role: Role = "guest", created: int = 1, seen: int | None = None) -> None:
        """Add an account, with a token if it was ever seen."""
        assert await self.store.add_account(account(name, role=role, created=created))
        if seen is not None:
            await self.store.add_token(Token(hash=f"token of {name}", account=name, created=1, seen=seen))

    async def left(self) -> list[str]:
        return [row.id for row in await self.store.accounts()]

    # Names, sessions, recovery codes

    async def test_a_name_that_looks_like_another_is_taken(self) -> None:
        assert await self.store.add_account(account("a", name="Ann"))
        for spoof in ("\u0410nn", "A\u034fnn", "Ann\ufe0f", "ANN"):
            assert not await self.store.add_account(account("b", name=spoof)), spoof
        assert await self.store.add_account(account("b", name="Ben"))
        assert not await self.store.change_account(account("b", name="\u0410nn"))
        assert await self.store.change_account(account("a", name="\u0410nn"))
        assert await self.store.account_named("Ann") is None

    async def test_accounts_are_searched_by_a_part_of_the_name_taken_literally(self) -> None:
        for key, name in (("a", "Anna"), ("b", "Susanna"), ("c", "100%"), ("d", "a_b"), ("e", "Bo!b")):
            await self.store.add_account(account(key, name=name))
        assert [row.id for row in await self.store.accounts(search="ANN")] == ["a", "b"]
        assert [row.id for row in await self.store.accounts(search="%")] == ["c"]
        assert [row.id for row in await self.store.accounts(search="_")] == ["d"]
        assert [row.id for row in await self.store.accounts(search="!")] == ["e"]

    async def test_sessions_are_listed_and_show_when_they_were_used(self) -> None:
        await self.add("anna", "player")
        for number in (1, 2):
            token = Token(hash=f"{number}", account="anna", created=number, seen=number, agent="Firefox")
            await self.store.add_token(token)
        await self.store.touch_token("1", 9)
        await self.store.touch_token("1", 5)
        assert [(token.hash, token.seen, token.agent) for token in await self.store.tokens("anna")] == [
            ("2", 2, "Firefox"),
            ("1", 9, "Firefox"),
        ]
        assert await self.store.tokens("nobody") == []

    async def test_a_token_is_dropped_only_in_the_name_of_its_account(self) -> None:
        await self.add("anna", seen=1)
        await self.add("ben", seen=1)
        assert not await self.store.drop_token("ben", "token of anna")
        assert await self.store.bearer("token of anna") is not None

    async def test_a_recovery_code_works_once_and_only_for_its_account(self) -> None:
        await self.add("anna", "player")
        await self.add("ben", "player")
        await self.store.set_recovery("anna", ["x", "y"])
        assert not await self.store.use_recovery("ben", "x")
        assert sum(await asyncio.gather(*[self.store.use_recovery("anna", "x") for _ in range(5)])) == 1
        await self.store.set_recovery("anna", ["z"])
        assert not await self.store.use_recovery("anna", "y")
        assert await self.store.use_recovery("anna", "z")
        with pytest.raises(LookupError, match="nobody"):
            await self.store.set_recovery("nobody", ["x"])

    # Audit

    async def test_acts_are_numbered_even_at_once(self) -> None:
        await asyncio.gather(*[self.store.add_audit(entry(f"act {number}")) for number in range(10)])
        found = await self.store.audit()
        assert [each.number for each in found] == list(range(10, 0, -1))
        assert len({each.act for each in found}) == 10
        assert [each.number for each in await self.store.audit(before=4, limit=2)] == [3, 2]

    async def test_a_change_is_logged_exactly_if_it_happens(self) -> None:
        await self.add("anna", "player")
        await self.add("ben", "player")
        assert not await self.store.change_account(account("anna", name="ben"), entry("rename"))
        assert not await self.store.change_account(account("nobody"), entry("ban"))
        assert await self.store.audit() == []
        assert await self.store.change_account(account("anna", banned=5, muted=9), entry("ban"))
        assert [(each.act, each.subject, each.detail) for each in await self.store.audit()] == [("ban", "anna", "spam")]
        found = await self.store.account("anna")
        assert found is not None
        assert (found.banned, found.muted) == (5, 9)

    async def test_a_change_that_does_not_know_of_another_is_not_written(self) -> None:
        before = account("anna", password="hash")
        await self.store.add_account(before)
        for changes in ({"banned": 5}, {"muted": 5}, {"role": "admin"}, {"password": "new"}, {"name": "Anne"}):
            assert await self.store.change_account(account("anna", **{"password": "hash", **changes}))
            assert not await self.store.change_account(account("anna", name="Zoe"), entry(), old=before), changes
            assert await self.store.change_account(before)
        assert await self.store.audit() == []
        assert await self.store.change_account(account("anna", name="Zoe"), old=before)

    # Cleaning

    async def test_guests_who_have_gone_are_deleted_and_others_are_not(self) -> None:
        await self.add("gone", seen=9)
        await self.add("back", seen=10)
        await self.add("new", created=10)
        await self.add("registered", "player", seen=1)
        await self.store.set_recovery("gone", ["x"])
        assert await self.store.drop_guests(unused_since=10) == 1
        assert await self.left() == ["back", "new", "registered"]
        assert await self.store.bearer("token of gone") is None
        assert await self.store.drop_guests(unused_since=10) == 0
        assert await self.store.add_account(account("again", name="gone"))

    async def test_a_guest_with_an_unfinished_match_stays(self) -> None:
        for name in ("anna", "ben", "cleo", "dora"):
            await self.add(name, seen=1)
        await running(self.store, "running")
        table = Table("open", host="cleo", seats=(Seat(name="cleo", account="cleo"), Seat()))
        await put(self.store, table, table.create())
        assert await self.store.drop_guests(unused_since=10) == 1
        assert await self.left() == ["anna", "ben", "cleo"]

    async def test_a_guest_of_ended_matches_goes_and_the_matches_stay(self) -> None:
        await self.add("anna", seen=1)
        await self.add("ben", seen=1)
        await ended(self.store, "m")
        assert await self.store.drop_guests(10, account="ben") == 1
        assert await self.left() == ["anna"]
        saved = await check_log(self.store, "m")
        assert [seat.name for seat in saved.row.lobby.seats] == ["Anna", "Ben"]
        assert await self.store.tallies(["ben"]) == []

    async def test_guests_go_in_batches(self) -> None:
        for number in range(5):
            await self.add(f"{number}")
        assert [await self.store.drop_guests(10, limit=2) for _ in range(4)] == [2, 2, 1, 0]

    async def test_matches_that_never_started_are_deleted_with_their_chat(self) -> None:
        for name, created in (("old", 1), ("older", 1), ("new", 50)):
            table = Table(name, created)
            await put(self.store, table, table.create("anna:1"))
        await running(self.store, "running")
        await self.store.add_chat(line("hello?", "old"))
        assert await self.store.drop_unstarted(10) == 2
        assert await self.store.match("old") is None
        assert await self.store.chat("old") == []
        assert await self.store.find_request("old", "anna:1") is None
        assert {row.id for row in await self.store.matches()} == {"new", "running"}
        assert [row.id for row in await self.store.matches(account="anna")] == ["new", "running"]
        assert await self.store.drop_unstarted(10) == 0

    async def test_a_deleted_match_cannot_be_changed_but_created_again(self) -> None:
        table = Table("m")
        await put(self.store, table, table.create())
        assert await self.store.drop_unstarted(10) == 1
        assert isinstance(await self.store.append(table.agree(private=True)), WriteConflict)
        again = Table("m", 60)
        await put(self.store, again, again.create())

    async def test_request_ids_of_quiet_matches_are_forgotten(self) -> None:
        quiet, busy = await running(self.store, "quiet"), await running(self.store, "busy", created=50)
        for table in (quiet, busy):
            await put(self.store, table, table.roll("anna:1"))
        assert await self.store.drop_requests(10) == 1
        assert await self.store.find_request("quiet", "anna:1") is None
        assert await self.store.find_request("busy", "anna:1") is not None
        assert await self.store.drop_requests(10) == 0

    async def test_all_pages_of_request_ids_are_looked_at(self) -> None:
        with patch.object(cleaning, "REQUESTS", 2):
            for number in range(6):
                quiet = await running(self.store, f"quiet{number}")
                for request in ("anna:1", "anna:2"):
                    await put(self.store, quiet, quiet.roll(request))
            assert sum([await self.store.drop_requests(10) for _ in range(6)]) == 12

    async def test_expired_tokens_go_in_batches_and_endless_ones_stay(self) -> None:
        await self.add("anna", "player")
        for expires in (0, 1, 2, 3, 4, None):
            await self.store.add_token(Token(hash=f"{expires}", account="anna", created=1, expires=expires))
        assert [await self.store.drop_expired(3, limit=3) for _ in range(3)] == [3, 1, 0]
        assert [token.hash for token in await self.store.tokens("anna")] == ["4", "None"]
        assert [await self.store.bearer(key) is not None for key in ("3", "4", "None")] == [False, True, True]

    # Rooms and private matches

    async def test_chat_is_read_by_room_and_numbered_over_both(self) -> None:
        await running(self.store, "m")
        said: tuple[tuple[str, Room], ...] = (("p1", "players"), ("s1", "spectators"), ("p2", "players"))
        for text, room in said:
            await self.store.add_chat(line(text, room=room))
        assert [row.text for row in await self.store.chat("m", rooms=("players",))] == ["p1", "p2"]
        assert [(row.number, row.text) for row in await self.store.chat("m", rooms=("spectators",))] == [(2, "s1")]
        assert [row.text for row in await self.store.chat("m", after=1, limit=1, rooms=("players",))] == ["p2"]
        assert len(await self.store.chat("m")) == 3
        assert await self.store.chat("m", rooms=()) == []

    async def test_private_matches_are_listed_only_where_hidden_ones_are_wanted(self) -> None:
        await running(self.store, "secret", private=True)
        await running(self.store, "public", created=2)
        assert [row.id for row in await self.store.matches()] == ["public"]
        assert [row.id for row in await self.store.matches(hidden=True)] == ["public", "secret"]
        assert [row.id for row in await self.store.matches(account="anna")] == ["public", "secret"]
