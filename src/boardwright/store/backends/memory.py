"""An in-memory store, for tests, benchmarks and experiments."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Hashable, Mapping, Sequence
from itertools import islice, takewhile

import msgspec

from boardwright.core.match.entry import Entry
from boardwright.core.match.header import Header
from boardwright.core.records.entry_digest import EntryDigest
from boardwright.store.backends.memory_accounts import MemoryAccounts
from boardwright.store.backends.memory_analyses import MemoryAnalyses
from boardwright.store.backends.memory_lists import MatchLists, age, ended
from boardwright.store.change import Appended, Change, WriteConflict
from boardwright.store.conflicts import Done, Head, repeated, resolve
from boardwright.store.key import ServerKey, saved
from boardwright.store.port import ROOMS, StoreError
from boardwright.store.rows import (
    ChatLine,
    MatchRow,
    Notice,
    Outage,
    Projection,
    Rating,
    Room,
    Saved,
    Status,
    Tally,
    log_id,
)

_UNPROJECTED = "unprojected"


class MemoryStore(MemoryAccounts, MemoryAnalyses):
    """Dictionaries behind the port; the data is lost when the process ends."""

    def __init__(self, key: ServerKey | None = None) -> None:
        MemoryAccounts.__init__(self)
        MemoryAnalyses.__init__(self)
        self.key = key or ServerKey.random()
        self._rows: dict[str, MatchRow] = {}
        self._lists = MatchLists()
        self._heads: dict[str, Head] = {}
        self._seeds: dict[str, bytes] = {}
        self._entries: dict[str, list[Entry]] = {}
        self._notes: dict[str, dict[int, EntryDigest]] = {}
        self._requests: dict[tuple[str, str], Done] = {}
        self._guarded: dict[tuple[str, str], None] = {}
        self._chat: dict[str, list[ChatLine]] = {}
        self._projected: set[str] = set()
        self._ratings: dict[tuple[str, str], list[Rating]] = {}
        self._tallies: dict[tuple[str, str, str], Tally] = {}
        self._heartbeat: int | None = None
        self._outages: list[Outage] = []
        self._key_fingerprint: str | None = None
        self._claims: dict[str, tuple[int, str, int]] = {}
        self._closed = asyncio.Event()

    # Lifecycle

    async def close(self) -> None:
        self._closed.set()

    def _check_open(self) -> None:
        if self._closed.is_set():
            raise StoreError("The store is closed.")

    # Matches

    async def append(self, change: Change) -> Appended | WriteConflict:
        self._check_open()
        plan = resolve([change], self._heads, self._requests)
        for row in plan.rows.values():
            self._put(row)
        self._heads.update(plan.heads)
        self._seeds.update(plan.seeds)
        self._requests.update(plan.requests)
        self._guarded.update(plan.guarded)
        if plan.ended:
            self._guarded = {key: None for key in self._guarded if key[0] not in plan.ended}
        for match, entry, note in plan.entries:
            self._entries.setdefault(match, []).append(entry)
            self._notes.setdefault(match, {})[entry.number] = note
        return plan.results[0]

    def _put(self, row: MatchRow) -> None:
        old = self._rows.get(row.id)
        self._rows[row.id] = row
        self._lists.move(old, row)
        if row.id not in self._projected:
            self._lists.remove(_UNPROJECTED, None if old is None else ended(old))
            self._lists.add(_UNPROJECTED, ended(row))

    async def rewrite(self, row: MatchRow, header: Header, entries: Sequence[Entry]) -> bool:
        number, revision = row.number, row.revision + 1
        if self._heads[row.id][:2] != (row.number, row.revision):
            return False
        last = entries[-1].hash if entries else header.hash
        self._put(msgspec.structs.replace(self._rows[row.id], header=header, hash=last, revision=revision))
        self._heads[row.id] = (number, revision, last)
        self._entries[row.id] = list(entries)
        return True

    async def find_request(self, match: str, request: str) -> Appended | None:
        done = self._requests.get((match, request))
        return None if done is None else repeated(done)

    async def match(self, match: str) -> MatchRow | None:
        return self._rows.get(match)

    async def load(self, match: str, after: int = 0) -> Saved | None:
        row = self._rows.get(match)
        return None if row is None else self._saved(row, after)

    async def load_logs(self, rows: Sequence[MatchRow]) -> list[Saved]:
        return [self._saved(row) for row in rows]

    def _saved(self, row: MatchRow, after: int = 0) -> Saved:
        entries = self._entries.get(row.id, [])[after : row.number]
        turns = tuple(self._notes[row.id][entry.number].turn for entry in entries)
        found = saved(row, entries, self._seeds.get(row.id), self.key)
        return msgspec.structs.replace(found, turns=turns)

    async def entries(self, match: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        return self._entries.get(match, [])[after : None if limit is None else after + limit]

    async def digests(self, match: str) -> dict[int, str]:
        notes = self._notes.get(match, {})
        return {number: note.digest for number, note in sorted(notes.items()) if note.digest is not None}

    async def put_digests(self, match: str, digests: Mapping[int, str]) -> None:
        notes = self._notes.setdefault(match, {})
        notes.update({number: notes[number]._replace(digest=digest) for number, digest in digests.items()})

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
        last = None if before is None else self._rows.get(before)
        if before is not None and last is None:
            return []
        name: Hashable = ("public", status, game, quick) if account is None else ("member", account, game)
        if hidden and account is None:
            name = "all"
        rows = (self._rows[match] for _, match in self._lists.down(name, None if last is None else age(last)))
        wanted = (
            row
            for row in rows
            if status in (None, row.status) and quick in (None, row.lobby.quick) and game in (None, row.lobby.game)
        )
        return list(islice(wanted, limit))

    async def is_guarded(self, fingerprints: Sequence[str]) -> bool:
        return not {fingerprint for _, fingerprint in self._guarded}.isdisjoint(fingerprints)

    async def deadlines(self, until: int, limit: int = 1000) -> list[tuple[str, int]]:
        due = takewhile(lambda key: key[0] <= until, self._lists.up("deadlines"))
        return [(match, deadline) for deadline, match in islice(due, limit)]

    async def started(self, after: str | None = None, limit: int = 100) -> list[MatchRow]:
        last = None if after is None else self._rows.get(after)
        if after is not None and last is None:
            return []
        keys = self._lists.up("started", None if last is None else age(last))
        return [self._rows[match] for _, match in islice(keys, limit)]

    async def count_started(self) -> int:
        return self._lists.count("started")

    # Chat

    async def add_chat(self, line: ChatLine) -> ChatLine:
        if line.match not in self._rows:
            raise LookupError(f"There is no match {log_id(line.match)}.")
        lines = self._chat.setdefault(line.match, [])
        lines.append(msgspec.structs.replace(line, number=len(lines) + 1))
        return lines[-1]

    async def chat(self, match: str, after: int = 0, limit: int = 200, rooms: Sequence[Room] = ROOMS) -> list[ChatLine]:
        return [line for line in self._chat.get(match, [])[after:] if line.room in rooms][-limit:]

    # Cleaning

    async def drop_guests(self, unused_since: int, limit: int = 100, account: str | None = None) -> int:
        busy = {who for row in self._rows.values() if row.status != "over" for who in row.lobby.members}
        busy |= {token.account for token in self._tokens.values() if token.seen >= unused_since}
        gone = [
            row.id
            for row in await self.accounts("guest", limit=len(self._accounts))
            if row.created < unused_since and row.id not in busy and account in (None, row.id)
        ]
        for guest in gone[:limit]:
            self._forget(guest)
            for tally in [key for key in self._tallies if key[0] == guest]:
                del self._tallies[tally]
        return len(gone[:limit])

    async def drop_unstarted(self, unchanged_since: int, limit: int = 100) -> int:
        old = [row.id for row in self._rows.values() if row.header is None and row.changed < unchanged_since]
        for match in old[:limit]:
            self._lists.drop(self._rows.pop(match))
            del self._heads[match]
            self._chat.pop(match, None)
            for request in [key for key in self._requests if key[0] == match]:
                del self._requests[request]
        return len(old[:limit])

    async def drop_requests(self, unchanged_since: int) -> int:
        old = [key for key in self._requests if self._rows[key[0]].changed < unchanged_since]
        for request in old:
            del self._requests[request]
        return len(old)

    # Projections

    async def unprojected(self, limit: int = 100) -> list[MatchRow]:
        return [self._rows[match] for _, match in islice(self._lists.up(_UNPROJECTED), limit)]

    async def count_unprojected(self) -> int:
        return self._lists.count(_UNPROJECTED)

    async def cursor(self) -> int:
        return len(self._projected)

    async def project(self, projections: Sequence[Projection], cursor: int) -> bool:
        matches = [one.match for one in projections]
        if cursor != len(self._projected) or not self._projected.isdisjoint(matches):
            return False
        last: dict[tuple[str, str], int] = {}
        for rating in (rating for one in projections for rating in one.ratings):
            key = rating.account, rating.game
            history = self._ratings.get(key)
            if rating.number <= last.get(key, history[-1].number if history else 0):
                return False
            last[key] = rating.number
        for one in projections:
            self._projected.add(one.match)
            self._lists.remove(_UNPROJECTED, ended(self._rows[one.match]))
            for rating in one.ratings:
                self._ratings.setdefault((rating.account, rating.game), []).append(rating)
            for tally in one.tallies:
                self._tallies[tally.account, tally.game, tally.name] = tally
        return True

    async def drop_projections(self) -> None:
        for match in self._projected:
            self._lists.add(_UNPROJECTED, ended(self._rows[match]))
        self._projected.clear()
        self._ratings.clear()
        self._tallies.clear()

    async def ratings(self, accounts: Sequence[str], game: str | None = None) -> list[Rating]:
        keys = sorted(key for key in self._ratings if key[0] in accounts and game in (None, key[1]))
        return [self._ratings[key][-1] for key in keys]

    async def ratings_since(self, at: int, accounts: Sequence[str], game: str | None = None) -> list[Rating]:
        keys = sorted(key for key in self._ratings if key[0] in accounts and game in (None, key[1]))
        return [rating for key in keys for rating in self._ratings[key] if rating.at > at]

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
        self._check_open()
        last = self._heartbeat
        if last is not None and at - last > tolerance:
            self._outages.append(Outage(last, at))
        self._heartbeat = at if last is None else max(at, last)

    async def heartbeat(self) -> int | None:
        return self._heartbeat

    async def outages(self, after: int = 0, limit: int = 1000) -> list[Outage]:
        return [outage for outage in self._outages if outage.until > after][-limit:]

    # The server key

    async def key_fingerprint(self) -> str | None:
        return self._key_fingerprint

    async def bind_key(self, fingerprint: str, *, replace: bool = False) -> None:
        if replace or self._key_fingerprint is None:
            self._key_fingerprint = fingerprint

    # Bot turns

    async def claim(self, match: str, number: int, owner: str, *, now: int, until: int) -> bool:
        self._check_open()
        held_number, holder, held_until = self._claims.get(match, (number, owner, until))
        if holder != owner and held_number >= number and held_until > now:
            return False
        self._claims[match] = (number, owner, until)
        return True

    async def renew_claims(self, owner: str, matches: Sequence[str], until: int) -> None:
        for match in matches:
            number, holder, _ = self._claims.get(match, (0, "", 0))
            if holder == owner:
                self._claims[match] = (number, owner, until)

    async def drop_claims(self, owner: str) -> None:
        self._claims = {match: claim for match, claim in self._claims.items() if claim[1] != owner}

    async def drop_expired_claims(self, now: int) -> None:
        self._claims = {match: claim for match, claim in self._claims.items() if claim[2] > now}

    # Other processes

    async def listen(self) -> AsyncIterator[Notice]:
        yield Notice("missed")
        await self._closed.wait()
