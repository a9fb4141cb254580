"""A house in memory with a clock that stands still until it is told, and people to sit down in it."""

from __future__ import annotations

import asyncio
import random
from typing import Any
from unittest import IsolatedAsyncioTestCase

import msgspec
from argon2 import PasswordHasher

from boardwright.store.memory import MemoryStore
from boardwright.store.port import Store
from boardwright.store.rows import Account
from boardwright.table import acts, hosting
from boardwright.table.accounts import Accounts
from boardwright.table.house import House
from boardwright.table.listener import Listener
from boardwright.table.seating import Order
from boardwright.table.state import encode, state
from boardwright.table.table import Table

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Time:
    """Milliseconds that pass only when told."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000

    def __call__(self) -> int:
        return self.now


class Ear(Listener):
    """Remembers what it was told."""

    def __init__(self, account: Account | None = None, *, wants_state: bool = True, token: str = "") -> None:
        super().__init__(account, wants_state=wants_state, token=token)
        self.heard: list[dict[str, Any]] = []
        self.closed = False

    def send(self, message: bytes) -> None:
        self.heard.append(msgspec.json.decode(message))

    def close(self) -> None:
        self.closed = True

    def of(self, kind: str) -> list[dict[str, Any]]:
        """What it heard of that type."""
        return [message for message in self.heard if message["type"] == kind]


class RoomCase(IsolatedAsyncioTestCase):
    """A house with Ann, Bob and Cy as guests."""

    async def asyncSetUp(self) -> None:
        self.time = Time()
        self.store: Store = MemoryStore()
        self.house = self.new_house()
        self.ann, self.bob, self.cy = [(await self.house.accounts.guest(name))[0] for name in ("Ann", "Bob", "Cy")]

    async def asyncTearDown(self) -> None:
        await self.house.close()
        await self.store.close()

    def new_house(self) -> House:
        """Another server process on the same store."""
        return House(self.store, now=self.time, accounts=Accounts(self.store, self.time, QUICK))

    async def duel(self, game: str = "deblockle", **order: Any) -> Table:
        """A running match of Ann at seat 0 against Bob at seat 1."""
        table, _ = await hosting.order(self.house, self.ann, Order(game=game, **order))
        return await hosting.join(self.house, table, self.bob)

    async def alone(self, game: str = "deblockle", **order: Any) -> Table:
        """A running match in which Ann plays all seats."""
        table, _ = await hosting.order(self.house, self.ann, Order(game=game, players=("me", "me"), **order))
        return table

    def by(self, account: Account, **more: Any) -> acts.By:
        """The account as one who acts now."""
        return acts.By(account, self.time(), **more)

    def sees(self, table: Table, account: Account | None) -> dict[str, Any]:
        """The state that account is shown."""
        shown: dict[str, Any] = msgspec.json.decode(encode(state(table, table.eyes(account), self.time())))
        return shown

    async def play(self, table: Table, moves: int, dice: random.Random | None = None) -> None:
        """Any legal moves by whoever is to act."""
        dice = dice or random.Random(1)
        for _ in range(moves):
            match = acts.running(table)
            if match.is_over:
                return
            seat = match.position.actors[0]
            account = next(who for who in (self.ann, self.bob) if who.id == table.row.lobby.seats[seat].account)
            move = dice.choice(list(match.position.legal_moves(seat, self.time())))
            await acts.play(table, self.by(account, seat=seat), str(move))

    async def until(self, table: Table, number: int) -> None:
        """Waits until the log is that long; a bot or another process writes it."""
        async with asyncio.timeout(60):
            while table.row.number < number:
                await asyncio.sleep(0.01)
