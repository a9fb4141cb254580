"""A server in memory with a clock that stands still until it is sent, and people to sit down in it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import IsolatedAsyncioTestCase

import msgspec
import pytest
from argon2 import PasswordHasher

from boardwright.core.match.match import Match
from boardwright.core.records import replay
from boardwright.core.refusal import IllegalMove
from boardwright.store.backends.open import open_store
from boardwright.store.backends.sqlite import MemoryStore
from boardwright.store.change import Appended, Change
from boardwright.store.port import Store
from boardwright.store.rows import Account, Role
from boardwright.table.accounts.accounts import Accounts
from boardwright.table.errors import RequestError
from boardwright.table.live.feed import Part, Subscriber
from boardwright.table.live.state import state_for
from boardwright.table.live.updates import encode
from boardwright.table.lobby import lobby
from boardwright.table.matches import commands
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.matches.seating import NewMatch, Origin
from boardwright.table.server.runtime import Server
from tests.offered import offered

EVERYTHING: frozenset[Part] = frozenset({"table", "moves", "view", "text"})
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Time:
    """Milliseconds that pass only when sent."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000

    def __call__(self) -> int:
        return self.now


async def raises(
    error: type[BaseException], *commands: Awaitable[object], match: str | None = None, code: str = ""
) -> None:
    """Check that each of the commands raises that error, with that code of the refusal if one is given."""
    for command in commands:
        with pytest.raises(error, match=match) as raised:
            await command
        if code:
            assert isinstance(raised.value, IllegalMove | RequestError)
            assert raised.value.refusal.code == code


async def until(condition: Callable[[], bool], *, seconds: float = 60) -> None:
    """Wait for what another task or thread does."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)


def play_on(table: OpenMatch, *, entry: int | None = None, move: int | None = None, **order: Any) -> NewMatch:
    """Return the order of a match that starts at a point of the table's."""
    order.setdefault("game", table.row.lobby.game)
    return NewMatch(origin=Origin(match=table.row.id, entry=entry, move=move), **order)


class Recorder(Subscriber):
    """Remembers what it was sent."""

    def __init__(
        self,
        account: Account | None = None,
        *,
        wants: frozenset[Part] = EVERYTHING,
        token: str = "",
        known: Iterable[str] = (),
    ) -> None:
        super().__init__(account, wants=wants, token=token, known=known)
        self.received: list[dict[str, Any]] = []
        self.closed = False

    def send(self, message: bytes) -> None:
        self.received.append(msgspec.json.decode(message))

    def close(self) -> None:
        self.closed = True

    def of(self, kind: str) -> list[dict[str, Any]]:
        """Return the messages of that type."""
        return [message for message in self.received if message["type"] == kind]


class ServerCase(IsolatedAsyncioTestCase):
    """A server with the guests Ann, Bob and Cy."""

    async def asyncSetUp(self) -> None:
        self.time = Time()
        self.store = await self.open_store()
        self.server = self.new_server()
        self.ann, self.bob, self.cy = [(await self.server.accounts.guest(name))[0] for name in ("Ann", "Bob", "Cy")]

    async def asyncTearDown(self) -> None:
        await self.server.close()
        await self.store.close()

    async def open_store(self) -> Store:
        """Return an empty store."""
        return MemoryStore()

    def new_server(self) -> Server:
        """Return another server process on the same store."""
        accounts = Accounts(self.store, self.time, QUICK)
        return Server(self.store, now=self.time, accounts=accounts, analysis_seconds=0.02)

    async def register(self) -> None:
        """Ann, Bob and Cy get passwords, so that their matches are rated."""
        self.ann, self.bob, self.cy = [
            (await self.server.accounts.change(who, password=f"{who.name} likes horses"))[0]
            for who in (self.ann, self.bob, self.cy)
        ]

    async def sign_up(self, name: str, role: Role = "player") -> tuple[Account, str]:
        """Create an account with a password, and a token."""
        account, token, _ = await self.server.accounts.register(name, "correct horse")
        account = msgspec.structs.replace(account, role=role)
        assert await self.store.change_account(account)
        return account, token

    async def duel(self, game: str = "deblockle", **order: Any) -> OpenMatch:
        """Start a match of Ann at seat 0 against Bob at seat 1."""
        table, _ = await lobby.create(self.server, self.ann, NewMatch(game=game, **order))
        return await lobby.join(self.server, table, self.bob)

    async def alone(self, game: str = "deblockle", **order: Any) -> OpenMatch:
        """Start a match in which Ann plays all seats, or `players` sit."""
        order.setdefault("players", ("me", "me"))
        table, _ = await lobby.create(self.server, self.ann, NewMatch(game=game, **order))
        return table

    def caller(self, account: Account, **more: Any) -> commands.Caller:
        """Return the account as one who commands now."""
        return commands.Caller(account, self.time(), **more)

    def sees(self, table: OpenMatch, account: Account | None) -> dict[str, Any]:
        """Return the state that the account sees."""
        state = state_for(self.server.feed(table), table.viewer(account), self.time(), wants=EVERYTHING)
        shown: dict[str, Any] = msgspec.json.decode(encode(state))
        return shown

    def moves(self, table: OpenMatch, account: Account | None) -> list[str]:
        """Return the texts of the moves that the account is offered."""
        return [move["text"] for move in offered(self.sees(table, account))]

    async def rewrite(self, match: str, *, header: dict[str, Any] | None = None, **settings: Any) -> None:
        """Change what is stored of a match: fields of its header, and of its settings."""
        row = await self.store.match(match)
        assert row is not None
        start = row.header if row.header is None else msgspec.structs.replace(row.header, **(header or {}))
        new = msgspec.structs.replace(row, lobby=msgspec.structs.replace(row.lobby, **settings), header=start)
        assert isinstance(await self.store.append(Change(old=row, new=new)), Appended)

    async def stored(self, table: OpenMatch) -> Match:
        """Return the match that is stored, which is one that a match could have written."""
        saved = await self.store.load(table.row.id)
        assert saved is not None
        assert saved.row.header is not None
        return replay.load(table.game, saved.row.header, saved.entries, saved.seed)

    async def play(self, table: OpenMatch, moves: int, dice: random.Random | None = None) -> None:
        """Play random legal moves."""
        dice = dice or random.Random(1)
        for _ in range(moves):
            match = commands.running(table)
            if match.is_over:
                return
            seat = match.position.actors[0]
            account = next(who for who in (self.ann, self.bob) if who.id == table.row.lobby.seats[seat].account)
            move = dice.choice(list(match.position.legal_moves(seat, self.time())))
            await commands.play(table, self.caller(account, seat=seat), str(move))

    async def watch(self, table: OpenMatch, account: Account | None = None, **more: Any) -> Recorder:
        """Subscribe an account to a match."""
        recorder = Recorder(account, **more)
        await self.subscribe(table, recorder)
        return recorder

    async def subscribe(self, table: OpenMatch, *subscribers: Subscriber) -> None:
        """Subscribe all of them to a match."""
        for subscriber in subscribers:
            await self.server.subscribe(table.row.id, subscriber)

    async def restart(self, passed: int = 0) -> None:
        """Close the server; another one on the same store starts later."""
        await self.server.close()
        self.time.now += passed
        self.server = self.new_server()

    async def until(self, table: OpenMatch, number: int) -> None:
        """Wait until a bot or another process has written that many entries."""
        await until(lambda: table.row.number >= number)


class SqliteCase(ServerCase):
    """The same on SQLite, which gives back what was written as JSON."""

    async def open_store(self) -> Store:
        folder = self.enterContext(TemporaryDirectory())
        return await open_store(f"sqlite:///{Path(folder) / 'matches.db'}")
