"""Contract of the store: accounts, tokens and chat."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from boardwright.core.refusal import Unreadable
from boardwright.store.rows import Account, ChatLine, Room, Seat, Token
from tests.store.case import StoreCase
from tests.store.samples import account, running


def line(text: str, match: str = "m", room: Room = "players") -> ChatLine:
    return ChatLine(match=match, at=5, account="anna", name="Anna", text=text, room=room)


class AccountsContract(StoreCase):
    async def test_an_account_is_found_by_id_and_by_name(self) -> None:
        anna = account("anna", name="Änna 🎲", password="hash")
        assert await self.store.add_account(anna)
        assert await self.store.account("anna") == anna
        for written in ("Änna 🎲", "änna 🎲", " ÄNNA 🎲 ", "A\u0308nna 🎲"):
            assert await self.store.account_named(written) == anna
        assert await self.store.account_named("Anna 🎲") is None

    async def test_a_name_belongs_to_one_account(self) -> None:
        assert await self.store.add_account(account("a", name="Anna"))
        assert not await self.store.add_account(account("b", name="ANNA"))
        assert not await self.store.add_account(account("a", name="Ben"))
        assert await self.store.account("b") is None
        assert await self.store.account_named("Ben") is None

    async def test_of_many_who_want_the_same_name_at_once_one_gets_it(self) -> None:
        wanting = [account(f"a{number}", name="Anna") for number in range(10)]
        assert sum(await asyncio.gather(*map(self.store.add_account, wanting))) == 1

    async def test_a_guest_becomes_a_player_and_keeps_the_id(self) -> None:
        await self.store.add_account(account("g", name="Guest 7", role="guest"))
        kept = account("g", name="Gwen", role="player", password="hash")
        assert await self.store.change_account(kept)
        assert await self.store.account("g") == kept
        assert await self.store.account_named("Guest 7") is None
        assert await self.store.add_account(account("h", name="Guest 7"))

    async def test_an_account_cannot_change_to_a_name_that_is_taken(self) -> None:
        await self.store.add_account(account("a", name="Anna"))
        await self.store.add_account(account("b", name="Ben"))
        assert not await self.store.change_account(account("b", name="anna"))
        assert not await self.store.change_account(account("c", name="Cleo"))
        assert await self.store.change_account(account("a", name="ANNA"))
        assert (await self.store.account_named("ben")) == account("b", name="Ben")

    async def test_accounts_are_listed_by_role_and_page(self) -> None:
        for name, role in (("a", "admin"), ("b", "player"), ("c", "bot"), ("d", "player")):
            await self.store.add_account(account(name, role=role))
        assert [row.id for row in await self.store.accounts()] == ["a", "b", "c", "d"]
        assert [row.id for row in await self.store.accounts(role="player")] == ["b", "d"]
        assert [row.id for row in await self.store.accounts(after="b", limit=1)] == ["c"]

    async def test_a_token_names_its_bearer_until_it_is_revoked(self) -> None:
        await self.store.add_account(account("anna"))
        token = Token(hash="f00d", account="anna", created=1, expires=9)
        await self.store.add_token(token)
        assert await self.store.bearer("f00d") == (account("anna"), token)
        assert await self.store.bearer("beef") is None
        assert await self.store.drop_token("anna", "f00d")
        assert not await self.store.drop_token("anna", "f00d")
        assert await self.store.bearer("f00d") is None

    async def test_a_bearer_is_who_the_account_is_now(self) -> None:
        await self.store.add_account(account("anna"))
        await self.store.add_token(Token(hash="f00d", account="anna", created=1))
        await self.store.change_account(account("anna", role="admin"))
        found = await self.store.bearer("f00d")
        assert found is not None
        assert found[0].role == "admin"

    async def test_all_tokens_of_an_account_go_together(self) -> None:
        for name in ("anna", "ben"):
            await self.store.add_account(account(name))
            for number in range(3):
                await self.store.add_token(Token(hash=f"{name}{number}", account=name, created=1))
        assert await self.store.drop_tokens("anna", keep="anna1") == 2
        assert await self.store.bearer("anna1") is not None
        assert await self.store.drop_tokens("anna") == 1
        assert await self.store.bearer("anna1") is None
        assert await self.store.bearer("ben1") is not None

    async def test_a_token_needs_an_account(self) -> None:
        with pytest.raises(LookupError, match="nobody"):
            await self.store.add_token(Token(hash="f00d", account="nobody", created=1))

    async def test_chat_is_numbered_and_kept_in_order(self) -> None:
        await running(self.store, "m")
        texts = ["hello", "مرحبا", "🎲🎲", "a'; drop table chat; --", "", "two\nlines\t$1 ?1"]
        said = [await self.store.add_chat(line(text)) for text in texts]
        assert [row.number for row in said] == [1, 2, 3, 4, 5, 6]
        assert await self.store.chat("m") == said
        assert [row.text for row in said] == texts
        assert await self.store.chat("m", after=4) == said[4:]
        assert await self.store.chat("m", limit=2) == said[4:]
        assert await self.store.chat("n") == []

    async def test_all_who_speak_at_once_are_heard(self) -> None:
        await running(self.store, "m")
        said = await asyncio.gather(*[self.store.add_chat(line(f"{number}")) for number in range(20)])
        assert sorted(row.number for row in said) == list(range(1, 21))
        assert len({row.text for row in await self.store.chat("m")}) == 20

    async def test_chat_needs_a_match(self) -> None:
        with pytest.raises(LookupError, match="no match #"):
            await self.store.add_chat(line("hello", match="nowhere"))

    async def test_no_row_holds_what_a_backend_cannot_keep(self) -> None:
        for text in ("a\0b", "\ud800"):
            with pytest.raises(Unreadable, match="text"):
                line(text)
            with pytest.raises(Unreadable, match="name"):
                Account(id="a", name=text, role="guest", created=1)
            with pytest.raises(Unreadable, match="name"):
                Seat(name=text)
            with pytest.raises(Unreadable, match="name"):
                msgspec.structs.replace(account("anna"), name=text)
