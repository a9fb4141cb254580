"""A server in memory with a clock that stands still until it is sent, and people to sit down in it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import IsolatedAsyncioTestCase

import msgspec
from argon2 import PasswordHasher

from boardwright.store.backends.memory import MemoryStore
from boardwright.store.backends.open import open_store
from boardwright.store.port import Store
from boardwright.store.rows import Account, Role
from boardwright.table.accounts.accounts import Accounts
from boardwright.table.live.state import encode, state_for
from boardwright.table.lobby import lobby
from boardwright.table.matches import commands
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.matches.seating import NewMatch, Origin
from boardwright.table.matches.subscriber import Part, Subscriber
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


def play_on(table: OpenMatch, *, entry: int | None = None, move: int | None = None, **order: Any) -> NewMatch:
    """The order of a match that starts at a point of the table's."""
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
        """Returns the messages of that type."""
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
        """Returns an empty store."""
        return MemoryStore()

    def new_server(self) -> Server:
        """Returns another server process on the same store."""
        accounts = Accounts(self.store, self.time, QUICK)
        return Server(self.store, now=self.time, accounts=accounts, analysis_seconds=0.02)

    async def register(self) -> None:
        """Ann, Bob and Cy get passwords, so that their matches are rated."""
        self.ann, self.bob, self.cy = [
            (await self.server.accounts.change(who, password=f"{who.name} likes horses"))[0]
            for who in (self.ann, self.bob, self.cy)
        ]

    async def sign_up(self, name: str, role: Role = "player") -> tuple[Account, str]:
        """Creates an account with a password, and a token."""
        account, token, _ = await self.server.accounts.register(name, "correct horse")
        account = msgspec.structs.replace(account, role=role)
        assert await self.store.change_account(account)
        return account, token

    async def duel(self, game: str = "deblockle", **order: Any) -> OpenMatch:
        """Starts a match of Ann at seat 0 against Bob at seat 1."""
        table, _ = await lobby.create(self.server, self.ann, NewMatch(game=game, **order))
        return await lobby.join(self.server, table, self.bob)

    async def alone(self, game: str = "deblockle", **order: Any) -> OpenMatch:
        """Starts a match in which Ann plays all seats, or `players` sit."""
        order.setdefault("players", ("me", "me"))
        table, _ = await lobby.create(self.server, self.ann, NewMatch(game=game, **order))
        return table

    def caller(self, account: Account, **more: Any) -> commands.Caller:
        """The account as one who commands now."""
        return commands.Caller(account, self.time(), **more)

    def sees(self, table: OpenMatch, account: Account | None) -> dict[str, Any]:
        """Returns the state that the account sees."""
        state = state_for(table, table.viewer(account), self.time(), wants=EVERYTHING)
        shown: dict[str, Any] = msgspec.json.decode(encode(state))
        return shown

    def moves(self, table: OpenMatch, account: Account | None) -> list[str]:
        """Returns the texts of the moves that the account is offered."""
        return [move["text"] for move in offered(self.sees(table, account))]

    async def play(self, table: OpenMatch, moves: int, dice: random.Random | None = None) -> None:
        """Plays random legal moves."""
        dice = dice or random.Random(1)
        for _ in range(moves):
            match = commands.running(table)
            if match.is_over:
                return
            seat = match.position.actors[0]
            account = next(who for who in (self.ann, self.bob) if who.id == table.row.lobby.seats[seat].account)
            move = dice.choice(list(match.position.legal_moves(seat, self.time())))
            await commands.play(table, self.caller(account, seat=seat), str(move))

    async def until(self, table: OpenMatch, number: int) -> None:
        """Waits until a bot or another process has written that many entries."""
        async with asyncio.timeout(60):
            while table.row.number < number:
                await asyncio.sleep(0.01)


class SqliteCase(ServerCase):
    """The same on SQLite, which gives back what was written as JSON."""

    async def open_store(self) -> Store:
        folder = self.enterContext(TemporaryDirectory())
        return await open_store(f"sqlite:///{Path(folder) / 'matches.db'}")
