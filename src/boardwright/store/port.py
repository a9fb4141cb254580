"""The port of the store: the interface that every backend implements.

An `async` method that writes returns when the write is durable; what it returned survives `kill -9`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Protocol, Self

from boardwright.core.match.entry import Entry
from boardwright.core.match.header import Header
from boardwright.core.refusal import BoardwrightError
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
    SavedAnalysis,
    Status,
    Tally,
    Token,
)

ROOMS: tuple[Room, ...] = ("players", "spectators")


class StoreError(BoardwrightError):
    """The store failed; the message names the store, the reason and a remedy."""


class BadDatabase(StoreError):
    """The database is damaged, belongs to another program, or was written by a newer Boardwright."""


class Store(Protocol):
    """Storage of logs. Open one with `boardwright.store.backends.open.open_store(url)`."""

    key: ServerKey
    """The key that the seeds of matches in progress follow from; whoever opens the store sets it."""

    # Lifecycle

    async def close(self) -> None:
        """Finish pending writes and release all resources; safe to call twice."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # Matches

    async def append(self, change: Change) -> Appended | WriteConflict:
        """Create or change a match.

        Changes of many matches share one synced transaction (group commit); several changes of the same match may be
        in flight and are applied in order.
        """

    async def rewrite(self, row: MatchRow, header: Header, entries: Sequence[Entry]) -> bool:
        """Replace the chain of a match that was moved to another version of its rules.

        `row` is the match as it was read; `entries` are all its entries with new hashes and nothing else new.
        Returns False, and changes nothing, if the match has changed since.
        """

    async def find_request(self, match: str, request: str) -> Appended | None:
        """Return the result of an earlier request (always `repeated`); None if there is none."""

    async def match(self, match: str) -> MatchRow | None:
        """Return the row of one match."""

    async def load(self, match: str, after: int = 0) -> Saved | None:
        """Return a consistent snapshot of a match: its row, its seed and its entries after number `after`.

        Until the end the seed is not stored but follows from the key. If it does not, `row.fault` says so; if an
        entry cannot be decoded, `row.fault` says so and there are no entries.
        """

    async def load_logs(self, rows: Sequence[MatchRow]) -> list[Saved]:
        """Return the matches of these rows with their seeds and entries, read together; faults as in `load`."""

    async def digests(self, match: str) -> dict[int, str]:
        """Return the digests of a match by entry; no match depends on them, and entries of older servers have none."""

    async def put_digests(self, match: str, digests: Mapping[int, str]) -> None:
        """Store digests of entries of a match in place of those before."""

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
        """Return matches, newest first: with `account` those it plays in or hosts, otherwise public ones only.

        With `hidden` private ones are among them. `before` is the id of the last match of the previous page.
        """

    async def is_guarded(self, fingerprints: Sequence[str]) -> bool:
        """Return whether one of these is among the `guarded` of a match that is not over."""

    async def deadlines(self, until: int, limit: int = 1000) -> list[tuple[str, int]]:
        """Return (match, deadline) of the matches whose deadline comes by `until`, soonest first."""

    async def started(self, after: str | None = None, limit: int = 100) -> list[MatchRow]:
        """Return one page of all matches that have a header, private ones included, oldest first."""

    async def count_started(self) -> int:
        """Return the number of matches that have a header."""

    # Chat

    async def add_chat(self, line: ChatLine) -> ChatLine:
        """Store a chat message and return it with its number; raise LookupError if there is no such match."""

    async def chat(self, match: str, after: int = 0, limit: int = 200, rooms: Sequence[Room] = ROOMS) -> list[ChatLine]:
        """Return the newest `limit` messages of those rooms after number `after`, in order."""

    # Accounts

    async def add_account(self, account: Account) -> bool:
        """Add an account; return False if its id or name (see `names`) is taken."""

    async def change_account(
        self, account: Account, audit: AuditEntry | None = None, old: Account | None = None
    ) -> bool:
        """Replace the account with that id, and log the act of an admin in the same transaction.

        Returns False, and writes nothing, if there is no such account, if it differs from `old`, or if the name is
        taken.
        """

    async def account(self, account: str) -> Account | None:
        """Return the account with that id."""

    async def account_named(self, name: str) -> Account | None:
        """Return the account with that name, compared by `name_key`."""

    async def accounts(
        self, role: Role | None = None, after: str | None = None, limit: int = 100, search: str = ""
    ) -> list[Account]:
        """Return accounts ordered by id, after the id `after`; with `search` those whose name contains it."""

    async def add_token(self, token: Token) -> None:
        """Store a token; raise LookupError if its account does not exist."""

    async def bearer(self, token_hash: str) -> tuple[Account, Token] | None:
        """Return a token and its account, even if it has expired: the caller compares the time."""

    async def tokens(self, account: str) -> list[Token]:
        """Return the tokens of an account, newest first, expired ones included."""

    async def touch_token(self, token_hash: str, at: int) -> None:
        """Record that a token was used at that time."""

    async def drop_token(self, account: str, token_hash: str) -> bool:
        """Delete a token of an account; return False if there was none."""

    async def drop_tokens(self, account: str, keep: str = "") -> int:
        """Delete all tokens of an account except the one with the hash `keep`; return how many."""

    async def set_recovery(self, account: str, hashes: Sequence[str]) -> None:
        """Replace the recovery codes of an account; the store holds only their hashes."""

    async def use_recovery(self, account: str, code_hash: str) -> bool:
        """Delete a recovery code; return False if the account has no such code, so that each works once."""

    # Acts of admins

    async def add_audit(self, entry: AuditEntry) -> None:
        """Append to the audit log."""

    async def audit(self, before: int | None = None, limit: int = 100) -> list[AuditEntry]:
        """Return the audit log, newest first, from below the number `before`."""

    # Cleaning, in batches: each returns how many rows it deleted

    async def drop_expired(self, now: int, limit: int = 1000) -> int:
        """Delete tokens that have expired by `now`."""

    async def drop_guests(self, unused_since: int, limit: int = 100, account: str | None = None) -> int:
        """Delete guests who have not used a token since then, of whom no match is open or running.

        With `account` only that guest. Names of guests in ended matches stay as they are.
        """

    async def drop_unstarted(self, unchanged_since: int, limit: int = 100) -> int:
        """Delete matches that never started and have not changed since then, with their chat."""

    async def drop_requests(self, unchanged_since: int) -> int:
        """Delete request ids of matches that have not changed since then; a later call goes on where this one ends."""

    # Projections of ended matches; they can be dropped and computed again

    async def unprojected(self, limit: int = 100) -> list[MatchRow]:
        """Return ended matches that are not yet projected, in the order they ended."""

    async def count_unprojected(self) -> int:
        """Return the number of ended matches that are not yet projected."""

    async def cursor(self) -> int:
        """Return the number of projected matches."""

    async def project(self, projections: Sequence[Projection], cursor: int) -> bool:
        """Write the projections of ended matches, in order, if exactly `cursor` matches were projected before.

        Returns False, and writes nothing, otherwise: another process was faster, so read ratings and tallies again.
        Because only one projection can follow each cursor, none is lost or applied twice.
        """

    async def drop_projections(self) -> None:
        """Delete all ratings and tallies; `unprojected` then returns every ended match again."""

    async def ratings(self, accounts: Sequence[str], game: str | None = None) -> list[Rating]:
        """Return the current ratings of these accounts."""

    async def ratings_since(self, at: int, accounts: Sequence[str], game: str | None = None) -> list[Rating]:
        """Return all ratings of these accounts, former ones included, by matches that ended after that time."""

    async def rating_history(self, account: str, game: str) -> list[Rating]:
        """Return all ratings the account has had in that game, oldest first."""

    async def best(self, game: str, limit: int = 20) -> list[Rating]:
        """Return the highest current ratings, by mu - 3 sigma."""

    async def tallies(self, accounts: Sequence[str], game: str | None = None) -> list[Tally]:
        """Return the achievement progress of these accounts."""

    # Analyses of ended matches; they can be dropped and computed again

    async def analysis(self, match: str) -> SavedAnalysis | None:
        """Return the analysis of a match."""

    async def put_analysis(self, analysis: SavedAnalysis) -> None:
        """Store the analysis of a match in place of the one before."""

    async def drop_analyses(self, before: int, most: int, limit: int = 100) -> int:
        """Delete stored analyses from before that time, and the oldest ones if there are more than `most`.

        Deletes at most `limit`, oldest first, and returns how many.
        """

    # Uptime

    async def beat(self, at: int, tolerance: int) -> None:
        """Record that a server process is running; a silence of more than `tolerance` before is an outage."""

    async def heartbeat(self) -> int | None:
        """Return the latest recorded time at which a server process was running."""

    async def outages(self, after: int = 0, limit: int = 1000) -> list[Outage]:
        """Return the latest outages that ended after that time, oldest first."""

    # The server key

    async def key_fingerprint(self) -> str | None:
        """Return the fingerprint of the key that the store is bound to; None if it is not bound yet."""

    async def bind_key(self, fingerprint: str, *, replace: bool = False) -> None:
        """Bind the store to the key with that fingerprint; if it is bound already, only with `replace`."""

    # Bot turns

    async def claim(self, match: str, number: int, owner: str, *, now: int, until: int) -> bool:
        """Take the bot turn after entry `number` for a server process, until that time.

        Returns False if another process holds the turn. A claim that has expired by `now`, or is about an earlier
        entry, is replaced.
        """

    async def renew_claims(self, owner: str, matches: Sequence[str], until: int) -> None:
        """Extend the claims of a process in these matches; claims it has lost stay lost."""

    async def drop_claims(self, owner: str) -> None:
        """Delete all claims of a process, so that others can take its turns at once."""

    async def drop_expired_claims(self, now: int) -> None:
        """Delete the claims that have expired by `now`."""

    # Other processes

    def listen(self) -> AsyncIterator[Notice]:
        """Yield a notice for every write of another process, in order; ends when the store is closed.

        The subscription starts with the first step of the iterator, whose first notice is always `missed`: a
        reader that waits for it and then reads the store misses nothing. When the connection is lost, `lost` comes
        within seconds and after every failed attempt to reopen it, then `missed`.
        """

    async def has_listeners(self) -> bool:
        """Return whether a process listens, this one or another; never where only one process can use the store."""
        return False
