"""Names, passwords and tokens."""

from __future__ import annotations

import pytest

from boardwright.core.refusal import Unreadable
from boardwright.table.accounts.accounts import TOKEN_LIFETIME, session_id, token_hash
from boardwright.table.accounts.passwords import MIN_GUESSES, check_password
from boardwright.table.errors import Conflict, Unauthenticated
from tests.table.case import ServerCase, raises


class TestAccounts(ServerCase):
    async def test_a_second_guest_of_a_name_gets_a_number_that_fits(self) -> None:
        second, *_ = await self.server.accounts.guest(" ann ")
        assert second.name == "ann 2"
        first, *_ = await self.server.accounts.guest("x" * 24)
        again, *_ = await self.server.accounts.guest("x" * 24)
        assert (first.name, again.name) == ("x" * 24, "x" * 22 + " 2")

    async def test_names_are_printable_and_short(self) -> None:
        for bad in ("", "   ", "x" * 25, "tab\x07", "a\u202eb", "nul\0", "half\ud800"):
            await raises(Unreadable, self.server.accounts.guest(bad))

    async def test_a_token_tells_whose_it_is_until_it_is_revoked_or_too_old(self) -> None:
        account, token, _ = await self.server.accounts.guest("Dee")
        assert await self.server.accounts.authenticate(token) == account
        _, second, *_ = await self.server.accounts.guest("Eve")
        await self.server.accounts.revoke(account, session_id(token_hash(token)))
        await raises(Unauthenticated, self.server.accounts.authenticate(token))
        self.time.now += TOKEN_LIFETIME
        await raises(Unauthenticated, self.server.accounts.authenticate(second))

    async def test_the_store_never_sees_token_or_password(self) -> None:
        account, token, _ = await self.server.accounts.register("Dee", "correct horse")
        assert await self.store.bearer(token) is None
        assert await self.store.bearer(token_hash(token)) is not None
        assert account.password is not None
        assert account.password.startswith("$argon2id$")

    async def test_login_needs_the_right_password_and_says_nothing_about_names(self) -> None:
        await self.server.accounts.register("Dee", "correct horse")
        account, *_ = await self.server.accounts.login("DEE", "correct horse")
        assert account.name == "Dee"
        said = set()
        for name, password in (("Dee", "wrong horse"), ("Nobody", "correct horse"), ("Ann", "")):
            with pytest.raises(Unauthenticated) as refused:
                await self.server.accounts.login(name, password)
            said.add(str(refused.value))
        assert len(said) == 1

    async def test_a_password_made_of_the_own_name_or_the_server_is_easy_to_guess(self) -> None:
        accounts = self.server.accounts
        made = await accounts.register("Zorblattix", "correct horse")
        with pytest.raises(Unreadable, match="easy to guess"):
            await accounts.change(made.account, password="zorblattix", old="correct horse")
        await raises(Unreadable, accounts.recover("Zorblattix", made.codes[0], "zorblattix"), match="easy to guess")
        for name, password in (("Quibbleton", "quibbleton1"), ("Dee", "boardwright1")):
            await raises(Unreadable, accounts.register(name, password), match="easy to guess")
        await accounts.register("Dee", "zorblattix")

    async def test_a_password_withstands_a_million_guesses(self) -> None:
        assert MIN_GUESSES == 10**6
        with pytest.raises(Unreadable, match="easy to guess"):  # 655,458 guesses
            check_password("duckpond3")
        assert check_password("mondaycat") == "mondaycat"  # 1,128,000 guesses

    async def test_a_guest_who_sets_a_password_keeps_the_account(self) -> None:
        kept, _ = await self.server.accounts.change(self.ann, password="correct horse")
        assert (kept.id, kept.role) == (self.ann.id, "player")
        again, *_ = await self.server.accounts.login("Ann", "correct horse")
        assert again.id == self.ann.id

    async def test_a_name_that_is_taken_is_refused(self) -> None:
        await raises(Conflict, self.server.accounts.register("BOB", "correct horse"))
        await raises(Conflict, self.server.accounts.change(self.ann, name="bob"))
        await raises(Unreadable, self.server.accounts.register("Dee", "short"))
