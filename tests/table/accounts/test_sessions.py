"""Sessions, passwords, recovery codes, and guesses."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from boardwright.core.refusal import Unreadable
from boardwright.store.rows import Account
from boardwright.table.accounts.accounts import GUESS_INTERVAL, GUESSES, SEEN_PRECISION, session_id, token_hash
from boardwright.table.errors import Conflict, Forbidden, NotFound, RateLimited, Unauthenticated
from tests.table.case import ServerCase, raises


class TestPasswords(ServerCase):
    async def test_a_stolen_token_does_not_change_the_password(self) -> None:
        dee, token = await self.sign_up("Dee")
        for old in ("", "wrong horse"):
            with pytest.raises(Forbidden, match="current password"):
                await self.server.accounts.change(dee, password="stolen goods", name="Thief", old=old, token=token)
        assert (await self.server.accounts.login("Dee", "correct horse")).account == dee
        await self.server.accounts.change(dee, password="better horse", old="correct horse")
        await raises(Unauthenticated, self.server.accounts.authenticate(token))

    async def test_passwords_that_everybody_uses_are_refused(self) -> None:
        for weak in (
            "password", "12345678", "aaaaaaaa", "qwertyuiop", "Password1", "abcdefgh1", "boardwright", "annabell1",
        ):  # fmt: skip
            await raises(Unreadable, self.server.accounts.register("Annabell", weak), match="easy to guess")
        await raises(Unreadable, self.server.accounts.register("Annabell", "short"), match="8 to 200")
        assert await self.store.account_named("Annabell") is None
        await self.server.accounts.register("Annabell", "my long phrase " * 13)

    async def test_guesses_are_limited_by_name_from_everywhere_at_once(self) -> None:
        await self.sign_up("Dee")
        guesses = [self.server.accounts.login("Dee", f"wrong {number}") for number in range(3 * GUESSES)]
        results = await asyncio.gather(*guesses, return_exceptions=True)
        assert sum(isinstance(result, Unauthenticated) for result in results) == GUESSES
        assert sum(isinstance(result, RateLimited) for result in results) == 2 * GUESSES
        for written in ("Dee", " DEE "):
            await raises(RateLimited, self.server.accounts.login(written, "correct horse"))
        assert (await self.server.accounts.register("Eve", "correct horse")).token
        self.time.now += GUESS_INTERVAL * 1000
        assert (await self.server.accounts.login("Dee", "correct horse")).token

    async def test_right_passwords_are_not_limited_and_unknown_names_are(self) -> None:
        await self.sign_up("Dee")
        for _ in range(2 * GUESSES):
            await self.server.accounts.login("Dee", "correct horse")
        for _ in range(GUESSES):
            await raises(Unauthenticated, self.server.accounts.login("Nobody", "correct horse"))
        await raises(RateLimited, self.server.accounts.login("Nobody", "correct horse"))

    async def test_old_passwords_cannot_be_guessed_either(self) -> None:
        dee, _ = await self.sign_up("Dee")
        for number in range(GUESSES):
            await raises(Forbidden, self.server.accounts.change(dee, password="stolen goods", old=f"guess {number}"))
        await raises(RateLimited, self.server.accounts.new_codes(dee, "correct horse"))


class TestRecovery(ServerCase):
    async def test_each_code_sets_a_password_once_and_ends_all_sessions(self) -> None:
        _, token, codes = await self.server.accounts.register("Dee", "correct horse")
        assert len(set(codes)) == 8
        dee, new, _ = await self.server.accounts.recover("dee", codes[0].upper().replace("-", " "), "better horse")
        assert await self.server.accounts.authenticate(new) == dee
        await raises(Unauthenticated, self.server.accounts.authenticate(token))
        await raises(Unauthenticated, self.server.accounts.login("Dee", "correct horse"))
        with pytest.raises(Unauthenticated, match="each code works once"):
            await self.server.accounts.recover("Dee", codes[0], "another horse")
        await self.server.accounts.recover("Dee", codes[1], "another horse")

    async def test_a_weak_password_uses_up_no_code(self) -> None:
        codes = (await self.server.accounts.register("Dee", "correct horse")).codes
        await raises(Unreadable, self.server.accounts.recover("Dee", codes[0], "password"))
        await self.server.accounts.recover("Dee", codes[0], "better horse")

    async def test_codes_belong_to_one_account_and_are_replaced_together(self) -> None:
        dee, _, codes = await self.server.accounts.register("Dee", "correct horse")
        await self.sign_up("Eve")
        await raises(Unauthenticated, self.server.accounts.recover("Eve", codes[0], "stolen goods"))
        fresh = await self.server.accounts.new_codes(dee, "correct horse")
        await raises(Unauthenticated, self.server.accounts.recover("Dee", codes[0], "better horse"))
        await self.server.accounts.recover("Dee", fresh[0], "better horse")

    async def test_a_guest_gets_codes_with_the_first_password_and_none_later(self) -> None:
        ann, codes = await self.server.accounts.change(self.ann, password="correct horse")
        assert len(codes) == 8
        _, none = await self.server.accounts.change(ann, password="better horse", old="correct horse")
        assert none == ()
        await self.server.accounts.recover("Ann", codes[0], "another horse")
        await raises(Conflict, self.server.accounts.new_codes(self.bob, ""), match="set one first")


class TestSessions(ServerCase):
    async def test_they_are_listed_and_end_one_by_one_or_together(self) -> None:
        dee, first = await self.sign_up("Dee")
        later = [await self.server.accounts.login("Dee", "correct horse", f"Browser {number}") for number in (1, 2)]
        tokens = [first, *[signed.token for signed in later]]
        assert {token.agent for token in await self.server.accounts.sessions(dee)} == {"", "Browser 1", "Browser 2"}
        await self.server.accounts.revoke(dee, session_id(token_hash(tokens[1])))
        assert await self.valid(tokens) == [True, False, True]
        await self.server.accounts.revoke_all(dee, keep=tokens[2])
        assert await self.valid(tokens) == [False, False, True]
        await self.server.accounts.revoke_all(dee)
        assert await self.valid(tokens) == [False, False, False]

    async def valid(self, tokens: list[str]) -> list[bool]:
        return [await self.server.accounts.bearer(token_hash(token)) is not None for token in tokens]

    async def test_nobody_ends_the_session_of_another(self) -> None:
        _, token = await self.sign_up("Dee")
        eve, _ = await self.sign_up("Eve")
        for session in (session_id(token_hash(token)), "", "0"):
            await raises(NotFound, self.server.accounts.revoke(eve, session))
        assert await self.valid([token]) == [True]

    async def test_use_is_recorded_now_and_then(self) -> None:
        dee, token = await self.sign_up("Dee")
        created = self.time()
        self.time.now += SEEN_PRECISION - 1
        await self.server.accounts.authenticate(token)
        assert [each.seen for each in await self.server.accounts.sessions(dee)] == [created]
        self.time.now += 1
        await self.server.accounts.authenticate(token)
        assert [each.seen for each in await self.server.accounts.sessions(dee)] == [self.time()]

    async def test_a_banned_account_is_out_even_with_a_token(self) -> None:
        dee, token = await self.sign_up("Dee")
        await self.store.change_account(msgspec.structs.replace(dee, banned=1))
        await raises(Unauthenticated, self.server.accounts.authenticate(token))
        await raises(Unauthenticated, self.server.accounts.login("Dee", "wrong horse"))
        await raises(Forbidden, self.server.accounts.login("Dee", "correct horse"), match="banned")

    async def test_subscribers_act_as_the_account_is_now(self) -> None:
        dee, token = await self.sign_up("Dee")
        table = await self.duel()
        recorder = await self.watch(table, dee, token=token_hash(token))
        renamed, _ = await self.server.accounts.change(dee, name="Dora")
        await self.server.check_tokens(dee.id)
        assert recorder.account == renamed

    async def test_a_request_that_overlaps_with_a_ban_does_not_lift_it(self) -> None:
        dee, _ = await self.sign_up("Dee")
        await self.store.change_account(msgspec.structs.replace(dee, banned=1))
        with pytest.raises(Conflict, match="changed since"):
            await self.server.accounts.change(dee, name="Dora", password="better horse", old="correct horse")
        found = await self.store.account(dee.id)
        assert found is not None
        assert (found.name, found.banned) == ("Dee", 1)


class TestGuests(ServerCase):
    async def leave(self, account: Account) -> None:
        (session,) = await self.server.accounts.sessions(account)
        await self.server.accounts.revoke(account, session_id(session.hash))

    async def test_the_name_of_a_guest_who_signs_out_is_free(self) -> None:
        await self.leave(self.ann)
        assert (await self.server.accounts.register("Ann", "correct horse")).account.name == "Ann"

    async def test_the_name_of_a_guest_whose_token_has_expired_is_free(self) -> None:
        await raises(Conflict, self.server.accounts.register("Ann", "correct horse"))
        self.time.now += 91 * 24 * 3600 * 1000
        assert (await self.server.accounts.register("Ann", "correct horse")).account.name == "Ann"
        assert (await self.server.accounts.guest("Bob")).account.name == "Bob"

    async def test_a_guest_who_plays_keeps_the_name_until_the_end(self) -> None:
        await self.duel()
        await self.leave(self.ann)
        await raises(Conflict, self.server.accounts.register("Ann", "correct horse"))

    async def test_a_player_who_signs_out_keeps_the_name(self) -> None:
        dee, _ = await self.sign_up("Dee")
        await self.leave(dee)
        assert (await self.server.accounts.guest("Dee")).account.name == "Dee 2"

    async def test_a_guest_in_the_making_is_not_taken_for_gone(self) -> None:
        made = await asyncio.gather(*[self.server.accounts.guest("Zoe") for _ in range(8)])
        assert len({each.account.name for each in made}) == 8
        for each in made:
            assert await self.server.accounts.authenticate(each.token) == each.account


class TestNames(ServerCase):
    async def test_names_that_nobody_can_see_or_read_are_refused(self) -> None:
        for name in ("\u3164", "\u2800", "\u115f", "A\u034fnn", "Ann\ufe0f", "e" + "\u0301" * 11, "\u0301"):
            await raises(Unreadable, self.server.accounts.guest(name))

    async def test_names_of_staff_and_bots_are_reserved_however_they_are_written(self) -> None:
        for name in (
            "admin", "ADMIN", "ADMlN", "\u0430dmin", "Adrnin", "admin_1",
            "greedy", "level6", "Leve16", "random", "me", "hard",
        ):  # fmt: skip
            await raises(Conflict, self.server.accounts.guest(name), match="reserved")
            await raises(Conflict, self.server.accounts.change(self.ann, name=name), match="reserved")

    async def test_a_look_alike_gets_a_number_or_is_refused(self) -> None:
        guest, *_ = await self.server.accounts.guest("\u0410nn")
        assert guest.name == "\u0410nn 2"
        await raises(Conflict, self.server.accounts.register("\u0410nn", "correct horse"))

    async def test_names_in_all_scripts_are_welcome(self) -> None:
        for name in ("Zoë", "李雷", "Наташа", "محمد", "Nguyễn Thị", "สมชาย", "O'Neil-Smith", "🎲"):
            assert (await self.server.accounts.guest(name)).account.name == name
