"""The port of the store: the interface that every backend implements.

An `async` method that writes returns when the write is durable; what it returned survives `kill -9`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from typing import Self

from boardwright.core.match.entry import Entry
from boardwright.core.match.header import Header
from boardwright.core.refusal import BoardwrightError
from boardwright.store.analyses import Analyses, Digests
from boardwright.store.change import Appended, Change, WriteConflict
from boardwright.store.key import ServerKey
from boardwright.store.rows import (
    Account,
    AuditEntry,
    ChatLine,
    MatchRow,
    Notice,
    Outage,
    Projection,
    Rating,
    Role,
    Room,
    Saved,
    Status,
    Tally,
    Token,
)

ROOMS: tuple[Room, ...] = ("players", "spectators")


class StoreError(BoardwrightError):
    """The store failed; the message names the store, the reason and a remedy."""


class BadDatabase(StoreError):
    """The database is damaged, belongs to another program, or was written by a newer Boardwright."""


class Store(Analyses, Digests, ABC):
    """Storage of logs. Open one with `boardwright.store.backends.open.open_store(url)`.

    >>> import asyncio
    >>> from boardwright.store.backends.open import open_store
    >>> async def look() -> bool:
    ...     async with await open_store("memory:") as store:
    ...         return await store.match("unknown") is None
    >>> asyncio.run(look())
    True
    """

    key: ServerKey
    """The key that the seeds of matches in progress follow from; whoever opens the store sets it."""

    # Lifecycle

    @abstractmethod
    async def close(self) -> None:
        """Finishes pending writes and releases all resources; safe to call twice."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # Matches

    @abstractmethod
    async def append(self, change: Change) -> Appended | WriteConflict:
        """Creates or changes a match. Changes of many matches share one synced transaction (group commit);
        several changes of the same match may be in flight and are applied in order.
        """

    @abstractmethod
    async def rewrite(self, row: MatchRow, header: Header, entries: Sequence[Entry]) -> bool:
        """Replaces the chain of a match that was moved to another version of its rules.

        `row` is the match as it was read; `entries` are all its entries with new hashes and nothing else new.
        Returns False, and changes nothing, if the match has changed since.
        """

    @abstractmethod
    async def find_request(self, match: str, request: str) -> Appended | None:
        """Returns the result of an earlier request (always `repeated`); None if there is none."""

    @abstractmethod
    async def match(self, match: str) -> MatchRow | None:
        """Returns the row of one match."""

    @abstractmethod
    async def load(self, match: str, after: int = 0) -> Saved | None:
        """Returns a consistent snapshot of a match: its row, its seed and its entries after number `after`.

        Until the end the seed is not stored but follows from the key. If it does not, `row.fault` says so; if an
        entry cannot be decoded, `row.fault` says so and there are no entries.
        """

    @abstractmethod
    async def load_logs(self, rows: Sequence[MatchRow]) -> list[Saved]:
        """Returns the matches of these rows with their seeds and entries, read together; faults as in `load`."""

    @abstractmethod
    async def entries(self, match: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """Returns the entries after number `after`, in order; raises BadRecord if one cannot be decoded."""

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
        hidden: bool = False,
    ) -> list[MatchRow]:
        """Returns matches, newest first: with `account` those it plays in or hosts, otherwise public ones only.

        With `hidden` private ones are among them. `before` is the id of the last match of the previous page.
        """

    @abstractmethod
    async def is_guarded(self, fingerprints: Sequence[str]) -> bool:
        """Returns whether one of these is among the `guarded` of a match that is not over."""

    @abstractmethod
    async def deadlines(self, until: int, limit: int = 1000) -> list[tuple[str, int]]:
        """Returns (match, deadline) of the matches whose deadline comes by `until`, soonest first."""

    @abstractmethod
    async def started(self, after: str | None = None, limit: int = 100) -> list[MatchRow]:
        """Returns one page of all matches that have a header, private ones included, oldest first."""

    @abstractmethod
    async def count_started(self) -> int:
        """Returns the number of matches that have a header."""

    # Chat

    @abstractmethod
    async def add_chat(self, line: ChatLine) -> ChatLine:
        """Stores a chat message and returns it with its number; raises LookupError if there is no such match."""

    @abstractmethod
    async def chat(self, match: str, after: int = 0, limit: int = 200, rooms: Sequence[Room] = ROOMS) -> list[ChatLine]:
        """Returns the newest `limit` messages of those rooms after number `after`, in order."""

    # Accounts

    @abstractmethod
    async def add_account(self, account: Account) -> bool:
        """Adds an account; returns False if its id or name (see `names`) is taken."""

    @abstractmethod
    async def change_account(
        self, account: Account, audit: AuditEntry | None = None, old: Account | None = None
    ) -> bool:
        """Replaces the account with that id, and logs the act of an admin in the same transaction.

        Returns False, and writes nothing, if there is no such account, if it differs from `old`, or if the name is
        taken.
        """

    @abstractmethod
    async def account(self, account: str) -> Account | None:
        """Returns the account with that id."""

    @abstractmethod
    async def account_named(self, name: str) -> Account | None:
        """Returns the account with that name, compared by `name_key`."""

    @abstractmethod
    async def accounts(
        self, role: Role | None = None, after: str | None = None, limit: int = 100, search: str = ""
    ) -> list[Account]:
        """Returns accounts ordered by id, after the id `after`; with `search` those whose name contains it."""

    @abstractmethod
    async def add_token(self, token: Token) -> None:
        """Stores a token; raises LookupError if its account does not exist."""

    @abstractmethod
    async def bearer(self, token_hash: str) -> tuple[Account, Token] | None:
        """Returns a token and its account, even if it has expired: the caller compares the time."""

    @abstractmethod
    async def tokens(self, account: str) -> list[Token]:
        """Returns the tokens of an account, newest first, expired ones included."""

    @abstractmethod
    async def touch_token(self, token_hash: str, at: int) -> None:
        """Records that a token was used at that time."""

    @abstractmethod
    async def drop_token(self, account: str, token_hash: str) -> bool:
        """Deletes a token of an account; returns False if there was none."""

    @abstractmethod
    async def drop_tokens(self, account: str, keep: str = "") -> int:
        """Deletes all tokens of an account except the one with the hash `keep`; returns how many."""

    @abstractmethod
    async def set_recovery(self, account: str, hashes: Sequence[str]) -> None:
        """Replaces the recovery codes of an account; the store holds only their hashes."""

    @abstractmethod
    async def use_recovery(self, account: str, code_hash: str) -> bool:
        """Deletes a recovery code; returns False if the account has no such code, so that each works once."""

    # Acts of admins

    @abstractmethod
    async def add_audit(self, entry: AuditEntry) -> None:
        """Appends to the audit log."""

    @abstractmethod
    async def audit(self, before: int | None = None, limit: int = 100) -> list[AuditEntry]:
        """Returns the audit log, newest first, from below the number `before`."""

    # Cleaning, in batches: each returns how many rows it deleted

    @abstractmethod
    async def drop_expired(self, now: int, limit: int = 1000) -> int:
        """Deletes tokens that have expired by `now`."""

    @abstractmethod
    async def drop_guests(self, unused_since: int, limit: int = 100, account: str | None = None) -> int:
        """Deletes guests who have not used a token since then, of whom no match is open or running.

        With `account` only that guest. Names of guests in ended matches stay as they are.
        """

    @abstractmethod
    async def drop_unstarted(self, unchanged_since: int, limit: int = 100) -> int:
        """Deletes matches that never started and have not changed since then, with their chat."""

    @abstractmethod
    async def drop_requests(self, unchanged_since: int) -> int:
        """Deletes request ids of matches that have not changed since then; a later call goes on where this one ends."""

    # Projections of ended matches; they can be dropped and computed again

    @abstractmethod
    async def unprojected(self, limit: int = 100) -> list[MatchRow]:
        """Returns ended matches that are not yet projected, in the order they ended."""

    @abstractmethod
    async def count_unprojected(self) -> int:
        """Returns the number of ended matches that are not yet projected."""

    @abstractmethod
    async def cursor(self) -> int:
        """Returns the number of projected matches."""

    @abstractmethod
    async def project(self, projections: Sequence[Projection], cursor: int) -> bool:
        """Writes the projections of ended matches, in order, if exactly `cursor` matches were projected before.

        Returns False, and writes nothing, otherwise: another process was faster, so read ratings and tallies again.
        Because only one projection can follow each cursor, none is lost or applied twice.
        """

    @abstractmethod
    async def drop_projections(self) -> None:
        """Deletes all ratings and tallies; `unprojected` then returns every ended match again."""

    @abstractmethod
    async def ratings(self, accounts: Sequence[str], game: str | None = None) -> list[Rating]:
        """Returns the current ratings of these accounts."""

    @abstractmethod
    async def ratings_since(self, at: int, accounts: Sequence[str], game: str | None = None) -> list[Rating]:
        """Returns all ratings of these accounts, former ones included, by matches that ended after that time."""

    @abstractmethod
    async def rating_history(self, account: str, game: str) -> list[Rating]:
        """Returns all ratings the account has had in that game, oldest first."""

    @abstractmethod
    async def best(self, game: str, limit: int = 20) -> list[Rating]:
        """Returns the highest current ratings, by mu - 3 sigma."""

    @abstractmethod
    async def tallies(self, accounts: Sequence[str], game: str | None = None) -> list[Tally]:
        """Returns the achievement progress of these accounts."""

    # Uptime

    @abstractmethod
    async def beat(self, at: int, tolerance: int) -> None:
        """Records that a server process is running; a silence of more than `tolerance` before is an outage."""

    @abstractmethod
    async def heartbeat(self) -> int | None:
        """Returns the latest recorded time at which a server process was running."""

    @abstractmethod
    async def outages(self, after: int = 0, limit: int = 1000) -> list[Outage]:
        """Returns the latest outages that ended after that time, oldest first."""

    # The server key

    @abstractmethod
    async def key_fingerprint(self) -> str | None:
        """Returns the fingerprint of the key that the store is bound to; None if it is not bound yet."""

    @abstractmethod
    async def bind_key(self, fingerprint: str, *, replace: bool = False) -> None:
        """Binds the store to the key with that fingerprint; if it is bound already, only with `replace`."""

    # Bot turns

    @abstractmethod
    async def claim(self, match: str, number: int, owner: str, *, now: int, until: int) -> bool:
        """Takes the bot turn after entry `number` for a server process, until that time.

        Returns False if another process holds the turn. A claim that has expired by `now`, or is about an earlier
        entry, is replaced.
        """

    @abstractmethod
    async def renew_claims(self, owner: str, matches: Sequence[str], until: int) -> None:
        """Extends the claims of a process in these matches; claims it has lost stay lost."""

    @abstractmethod
    async def drop_claims(self, owner: str) -> None:
        """Deletes all claims of a process, so that others can take its turns at once."""

    @abstractmethod
    async def drop_expired_claims(self, now: int) -> None:
        """Deletes the claims that have expired by `now`."""

    # Other processes

    @abstractmethod
    def listen(self) -> AsyncIterator[Notice]:
        """Yields a notice for every write of another process, in order; ends when the store is closed.

        The subscription starts with the first step of the iterator, whose first notice is always `missed`: a
        reader that waits for it and then reads the store misses nothing. When the connection is lost, `lost` comes
        within seconds and after every failed attempt to reopen it, then `missed`.
        """

    async def has_listeners(self) -> bool:
        """Returns whether a process listens, this one or another; never where only one process can use the store."""
        return False
