"""An in-memory store, for tests, benchmarks and experiments."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from operator import attrgetter

import msgspec

from boardwright.core.entry import Entry
from boardwright.core.header import Header
from boardwright.store.change import Appended, Change, WriteConflict
from boardwright.store.conflicts import Head, Span, repeated, resolve
from boardwright.store.port import Store, StoreError
from boardwright.store.rows import (
    Account,
    ChatLine,
    MatchRow,
    Notice,
    Outage,
    Projection,
    Rating,
    Role,
    Saved,
    Status,
    Tally,
    Token,
)
from boardwright.store.validation import name_key


class MemoryStore(Store):
    """Dictionaries behind the port; the data is lost when the process ends."""

    def __init__(self) -> None:
        self._rows: dict[str, MatchRow] = {}
        self._heads: dict[str, Head] = {}
        self._seeds: dict[str, bytes] = {}
        self._entries: dict[str, list[Entry]] = {}
        self._requests: dict[tuple[str, str], Span] = {}
        self._chat: dict[str, list[ChatLine]] = {}
        self._accounts: dict[str, Account] = {}
        self._names: dict[str, str] = {}
        self._tokens: dict[str, Token] = {}
        self._projected: dict[str, int] = {}
        self._ratings: dict[tuple[str, str], list[Rating]] = {}
        self._tallies: dict[tuple[str, str, str], Tally] = {}
        self._heartbeat: int | None = None
        self._outages: list[Outage] = []
        self._closed = asyncio.Event()

    # Lifecycle

    async def close(self) -> None:
        self._closed.set()

    async def check(self) -> None:
        if self._closed.is_set():
            raise StoreError("The store is closed.")

    # Matches

    async def append(self, change: Change) -> Appended | WriteConflict:
        await self.check()
        plan = resolve([change], self._heads, self._requests)
        self._rows.update(plan.rows)
        self._heads.update(plan.heads)
        self._seeds.update(plan.seeds)
        self._requests.update(plan.requests)
        for match, entry in plan.entries:
            self._entries.setdefault(match, []).append(entry)
        return plan.results[0]

    async def rewrite(self, row: MatchRow, header: Header, entries: Sequence[Entry]) -> bool:
        number, revision = row.number, row.revision + 1
        if self._heads[row.id][:2] != (row.number, row.revision):
            return False
        self._rows[row.id] = msgspec.structs.replace(self._rows[row.id], header=header, revision=revision)
        self._heads[row.id] = (number, revision, entries[-1].hash if entries else header.hash)
        self._entries[row.id] = list(entries)
        return True

    async def find_request(self, match: str, request: str) -> Appended | None:
        span = self._requests.get((match, request))
        return None if span is None else repeated(span)

    async def match(self, match: str) -> MatchRow | None:
        return self._rows.get(match)

    async def load(self, match: str, after: int = 0) -> Saved | None:
        row = self._rows.get(match)
        return None if row is None else Saved(row, await self.entries(match, after), self._seeds.get(match))

    async def entries(self, match: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        return self._entries.get(match, [])[after : None if limit is None else after + limit]

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
        def is_wanted(row: MatchRow) -> bool:
            lobby = row.lobby
            return (
                (status is None or row.status == status)
                and (game is None or lobby.game == game)
                and (quick is None or lobby.quick == quick)
                and (account in _at_table(row) if account is not None else not lobby.private)
            )

        rows = sorted(filter(is_wanted, self._rows.values()), key=_age, reverse=True)
        if before is not None:
            last = self._rows.get(before)
            rows = [] if last is None else [row for row in rows if _age(row) < _age(last)]
        return rows[:limit]

    async def deadlines(self, until: int, limit: int = 1000) -> list[tuple[str, int]]:
        due = [
            (row.deadline, row.id)
            for row in self._rows.values()
            if row.status == "running" and row.deadline is not None and row.deadline <= until
        ]
        return [(match, deadline) for deadline, match in sorted(due)[:limit]]

    async def started(self, after: str | None = None, limit: int = 100) -> list[MatchRow]:
        rows = sorted((row for row in self._rows.values() if row.header is not None), key=_age)
        if after is not None:
            last = self._rows.get(after)
            rows = [] if last is None else [row for row in rows if _age(row) > _age(last)]
        return rows[:limit]

    async def count_started(self) -> int:
        return sum(row.header is not None for row in self._rows.values())

    # Chat

    async def add_chat(self, line: ChatLine) -> ChatLine:
        if line.match not in self._rows:
            raise LookupError(f"There is no match {line.match!r}.")
        lines = self._chat.setdefault(line.match, [])
        lines.append(msgspec.structs.replace(line, number=len(lines) + 1))
        return lines[-1]

    async def chat(self, match: str, after: int = 0, limit: int = 200) -> list[ChatLine]:
        return self._chat.get(match, [])[after:][-limit:]

    # Accounts

    async def add_account(self, account: Account) -> bool:
        if account.id in self._accounts or name_key(account.name) in self._names:
            return False
        self._names[name_key(account.name)] = account.id
        self._accounts[account.id] = account
        return True

    async def change_account(self, account: Account) -> bool:
        old, key = self._accounts.get(account.id), name_key(account.name)
        if old is None or self._names.get(key, account.id) != account.id:
            return False
        del self._names[name_key(old.name)]
        self._names[key] = account.id
        self._accounts[account.id] = account
        return True

    async def account(self, account: str) -> Account | None:
        return self._accounts.get(account)

    async def account_named(self, name: str) -> Account | None:
        return self._accounts.get(self._names.get(name_key(name), ""))

    async def accounts(self, role: Role | None = None, after: str | None = None, limit: int = 100) -> list[Account]:
        rows = sorted(self._accounts.values(), key=attrgetter("id"))
        return [row for row in rows if role in (None, row.role) and (after is None or row.id > after)][:limit]

    async def add_token(self, token: Token) -> None:
        if token.account not in self._accounts:
            raise LookupError(f"There is no account {token.account!r}.")
        self._tokens[token.hash] = token

    async def bearer(self, token_hash: str) -> tuple[Account, Token] | None:
        token = self._tokens.get(token_hash)
        return None if token is None else (self._accounts[token.account], token)

    async def drop_token(self, token_hash: str) -> bool:
        return self._tokens.pop(token_hash, None) is not None

    async def drop_tokens(self, account: str, keep: str = "") -> int:
        owned = [token.hash for token in self._tokens.values() if token.account == account]
        return self._drop([each for each in owned if each != keep])

    async def drop_expired(self, now: int) -> int:
        ended = [token for token in self._tokens.values() if token.expires is not None and token.expires <= now]
        return self._drop([token.hash for token in ended])

    def _drop(self, hashes: list[str]) -> int:
        for token_hash in hashes:
            del self._tokens[token_hash]
        return len(hashes)

    # Projections

    async def unprojected(self, limit: int = 100) -> list[MatchRow]:
        ended = [row for row in self._rows.values() if row.status == "over" and row.header is not None]
        waiting = [row for row in ended if row.id not in self._projected]
        return sorted(waiting, key=lambda row: (row.changed, row.id))[:limit]

    async def count_unprojected(self) -> int:
        return len(await self.unprojected(len(self._rows)))

    async def cursor(self) -> int:
        return len(self._projected)

    async def project(self, projection: Projection, cursor: int) -> bool:
        known = {(row.account, row.game, row.number) for rows in self._ratings.values() for row in rows}
        added = [(row.account, row.game, row.number) for row in projection.ratings]
        if len(known.union(added)) < len(known) + len(added):
            return False
        if cursor != len(self._projected) or projection.match in self._projected:
            return False
        self._projected[projection.match] = cursor + 1
        for rating in projection.ratings:
            self._ratings.setdefault((rating.account, rating.game), []).append(rating)
        for tally in projection.tallies:
            self._tallies[tally.account, tally.game, tally.name] = tally
        return True

    async def drop_projections(self) -> None:
        self._projected.clear()
        self._ratings.clear()
        self._tallies.clear()

    async def ratings(self, accounts: Sequence[str], game: str | None = None) -> list[Rating]:
        keys = sorted(key for key in self._ratings if key[0] in accounts and game in (None, key[1]))
        return [self._ratings[key][-1] for key in keys]

    async def rating_history(self, account: str, game: str) -> list[Rating]:
        return list(self._ratings.get((account, game), []))

    async def best(self, game: str, limit: int = 20) -> list[Rating]:
        current = [history[-1] for (_, played), history in self._ratings.items() if played == game]
        return sorted(current, key=lambda rating: (3 * rating.sigma - rating.mu, rating.account))[:limit]

    async def tallies(self, accounts: Sequence[str], game: str | None = None) -> list[Tally]:
        keys = sorted(key for key in self._tallies if key[0] in accounts and game in (None, key[1]))
        return [self._tallies[key] for key in keys]

    # Uptime

    async def beat(self, at: int, tolerance: int) -> None:
        await self.check()
        last = self._heartbeat
        if last is not None and at - last > tolerance:
            self._outages.append(Outage(last, at))
        self._heartbeat = at if last is None else max(at, last)

    async def heartbeat(self) -> int | None:
        return self._heartbeat

    async def outages(self, after: int = 0, limit: int = 1000) -> list[Outage]:
        return [outage for outage in self._outages if outage.until > after][-limit:]

    # Other processes

    async def listen(self) -> AsyncIterator[Notice]:
        yield Notice("missed")
        await self._closed.wait()


def _age(row: MatchRow) -> tuple[int, str]:
    return row.created, row.id


def _at_table(row: MatchRow) -> set[str | None]:
    return {row.lobby.host, *(seat.account for seat in row.lobby.seats)}
