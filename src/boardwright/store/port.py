"""The store's port: what any backend does, and nothing about how.

Every `async` method that writes returns when the write is durable; what it returned survives `kill -9`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from typing import ClassVar, Self

from boardwright.core.entry import Entry
from boardwright.core.refusal import BoardwrightError
from boardwright.store.change import Appended, Change, WriteConflict
from boardwright.store.rows import (
    Account,
    ChatLine,
    MatchRow,
    Notice,
    Projection,
    Rating,
    Role,
    Saved,
    Status,
    Tally,
    Token,
)


class StoreError(BoardwrightError):
    """The store cannot do its work: says which, why, and what would help."""


class BadDatabase(StoreError):
    """The database is damaged, belongs to another program, or was written by a newer Boardwright."""


class Store(ABC):
    """Where logs live. Open one with `boardwright.store.open.open_store(url)`.

    >>> import asyncio
    >>> from boardwright.store.open import open_store
    >>> async def look() -> bool:
    ...     async with await open_store("memory:") as store:
    ...         return await store.match("nobody") is None
    >>> asyncio.run(look())
    True
    """

    is_shared: ClassVar[bool]
    """Whether several server processes may work on it and hear of each other by `listen`."""

    # Life

    @abstractmethod
    async def close(self) -> None:
        """Finishes what was begun and lets go; safe to call twice."""

    @abstractmethod
    async def check(self) -> None:
        """Returns when the store answers; StoreError otherwise."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # Matches

    @abstractmethod
    async def append(self, change: Change) -> Appended | WriteConflict:
        """Creates or changes a match. Changes of many matches share one synced transaction (group commit);
        several changes of the same match may be on their way at once and are taken in order.
        """

    @abstractmethod
    async def answered(self, match: str, request: str) -> Appended | None:
        """How that request was answered (always `repeated`), None if it never was."""

    @abstractmethod
    async def match(self, match: str) -> MatchRow | None:
        """The row of one match."""

    @abstractmethod
    async def load(self, match: str, after: int = 0) -> Saved | None:
        """The match with its seed and its entries after number `after`, all of one moment."""

    @abstractmethod
    async def entries(self, match: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """Entries after number `after`, in order."""

    @abstractmethod
    async def matches(
        self,
        *,
        status: Status | None = None,
        game: str | None = None,
        account: str | None = None,
        quick: bool | None = None,
        before: str | None = None,
        limit: int = 50,
    ) -> list[MatchRow]:
        """Matches, newest first. With `account` those it sits at or hosts, otherwise public ones only.

        `before` is the id of the last match of the page before.
        """

    @abstractmethod
    async def deadlines(self, until: int, limit: int = 1000) -> list[tuple[str, int]]:
        """The running matches whose clock runs out by `until`, soonest first: (match, deadline)."""

    @abstractmethod
    async def started(self, after: str | None = None, limit: int = 100) -> list[MatchRow]:
        """Every match that has a header, private or not, oldest first, page by page: for checks of all logs."""

    @abstractmethod
    async def count_started(self) -> int:
        """How many matches have a header."""

    # Chat

    @abstractmethod
    async def say(self, line: ChatLine) -> ChatLine:
        """Keeps a line said at an existing match and returns it numbered; LookupError without such a match."""

    @abstractmethod
    async def chat(self, match: str, after: int = 0, limit: int = 200) -> list[ChatLine]:
        """The newest `limit` lines after number `after`, in order."""

    # Accounts

    @abstractmethod
    async def add_account(self, account: Account) -> bool:
        """False when the id or the name (see `name_key`) is taken."""

    @abstractmethod
    async def change_account(self, account: Account) -> bool:
        """Puts the row in place of the one with its id; False when there is none or the name is taken."""

    @abstractmethod
    async def account(self, account: str) -> Account | None:
        """The account with that id."""

    @abstractmethod
    async def account_named(self, name: str) -> Account | None:
        """The account with that name, however it is written (see `name_key`)."""

    @abstractmethod
    async def accounts(self, role: Role | None = None, after: str | None = None, limit: int = 100) -> list[Account]:
        """Accounts in the order of their ids, after the id `after`."""

    @abstractmethod
    async def add_token(self, token: Token) -> None:
        """Keeps a token of an existing account; LookupError without such an account."""

    @abstractmethod
    async def bearer(self, token_hash: str) -> tuple[Account, Token] | None:
        """Whose token that is. Whether it has expired is for the caller, who knows the time."""

    @abstractmethod
    async def drop_token(self, token_hash: str) -> bool:
        """Revokes a token; False when there was none."""

    @abstractmethod
    async def drop_tokens(self, account: str, keep: str = "") -> int:
        """Revokes all tokens of an account but the one with the hash `keep`; returns how many there were."""

    @abstractmethod
    async def drop_expired(self, now: int) -> int:
        """Forgets the tokens that have expired by now; returns how many."""

    # Projections: what follows from ended matches; can be dropped and computed again

    @abstractmethod
    async def unprojected(self, limit: int = 100) -> list[MatchRow]:
        """Ended matches whose projection is still to be made, in the order they ended."""

    @abstractmethod
    async def count_unprojected(self) -> int:
        """How many those are."""

    @abstractmethod
    async def cursor(self) -> int:
        """How many matches have been projected."""

    @abstractmethod
    async def project(self, projection: Projection, cursor: int) -> bool:
        """Writes what follows from one ended match, if still exactly `cursor` matches have been projected.

        False otherwise: another process was first, so read ratings and tallies again. Because only one
        projection can follow each cursor, none is lost or made twice.
        """

    @abstractmethod
    async def drop_projections(self) -> None:
        """Forgets all ratings and tallies; `unprojected` then lists every ended match again."""

    @abstractmethod
    async def ratings(self, accounts: Sequence[str], game: str | None = None) -> list[Rating]:
        """The current ratings of these accounts."""

    @abstractmethod
    async def rating_history(self, account: str, game: str) -> list[Rating]:
        """All ratings the account ever had in that game, oldest first."""

    @abstractmethod
    async def best(self, game: str, limit: int = 20) -> list[Rating]:
        """The highest current ratings, by mu - 3 sigma."""

    @abstractmethod
    async def tallies(self, accounts: Sequence[str], game: str | None = None) -> list[Tally]:
        """The achievements of these accounts."""

    # Other processes

    @abstractmethod
    def listen(self) -> AsyncIterator[Notice]:
        """What other processes write from now on, in order, ids only; ends when the store is closed.

        Listening begins with the first step of the iterator, whose first notice is always `missed`: whoever
        waits for it and then reads the store misses nothing. Lost connections are made again by themselves.
        """
