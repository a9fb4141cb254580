"""`boardwright admin`."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from boardwright.cli import main
from boardwright.store.backends.open import open_store
from boardwright.store.rows import Account
from boardwright.table.accounts.accounts import Accounts
from boardwright.table.lobby import lobby
from boardwright.table.matches.seating import NewMatch
from boardwright.table.server.cleaning import milliseconds
from boardwright.table.server.runtime import Server
from tests.table.case import QUICK


async def _fill(url: str) -> str:
    """Let Ann and Bob play a private match; return its id."""
    async with await open_store(url) as store:
        accounts = Accounts(store, milliseconds, QUICK)
        ann, bob = [(await accounts.register(name, "correct horse")).account for name in ("Ann", "Bob")]
        async with Server(store, accounts=accounts) as server:
            table, _ = await lobby.create(server, ann, NewMatch(game="deblockle", private=True))
            await lobby.join(server, table, bob)
            return table.row.id


async def _account(url: str, name: str) -> Account:
    async with await open_store(url) as store:
        found = await store.account_named(name)
        assert found is not None
        return found


def test_an_operator_administers_by_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    match = asyncio.run(_fill(url))

    def admin(*words: str) -> str:
        assert main(["admin", words[0], "--db", url, *words[1:]]) == 0, capsys.readouterr().err
        return capsys.readouterr().out

    assert "Ann" in admin("accounts", "an")
    assert "Bob" not in admin("accounts", "an")
    listed = admin("matches", "--player", "Bob", "--status", "running")
    assert match in listed
    assert "private" in listed
    assert admin("cancel", match) == f"Match {match} is canceled.\n"
    assert match in admin("matches", "--status", "over")
    assert "admin" in admin("role", "Ann", "admin")
    assert asyncio.run(_account(url, "Ann")).role == "admin"
    assert asyncio.run(_account(url, "Bob")).role == "player"
    assert "muted until" in admin("mute", "Bob", "30", "--reason", "spam")
    assert "may chat" in admin("mute", "Bob", "0")
    assert "banned" in admin("ban", "Bob")
    assert "banned" in admin("accounts", "Bob")
    assert admin("unban", "Bob") == "Bob is no longer banned.\n"
    assert admin("rename", "Bob", "Rob") == "Bob is now called Rob.\n"
    code = admin("reset", "Rob").split()[-1]

    async def recover() -> None:
        async with await open_store(url) as store:
            await Accounts(store, milliseconds, QUICK).recover("Rob", code, "better horse")

    asyncio.run(recover())
    acts = admin("audit").splitlines()
    assert [line.split("  ")[2] for line in reversed(acts)] == [
        "cancel", "role", "mute", "mute", "ban", "unban", "rename", "reset password",
    ]  # fmt: skip
    assert all("command line" in line for line in acts)


def test_what_cannot_be_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    match = asyncio.run(_fill(url))
    for words in (
        ["ban", "Nobody"],
        ["rename", "Bob", "Ann"],
        ["rename", "Bob", "admin"],
        ["cancel", "nothing"],
        ["matches", "--player", "Nobody"],
        ["role", "Bob", "king"],
        ["mute", "Bob", "-1"],
        [],
    ):
        assert main(["admin", *words[:1], "--db", url, *words[1:]] if words else ["admin"]) == 2, words
        error = capsys.readouterr().err
        assert error.count("\n") == 1, error
    assert main(["admin", "audit", "--db", url]) == 0
    assert capsys.readouterr().out == ""
    assert match
