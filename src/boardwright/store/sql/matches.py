"""Matches, entries and chat in SQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from boardwright.core.match.entry import Entry
from boardwright.core.match.header import Header
from boardwright.core.refusal import BadRecord
from boardwright.store.change import Appended, Change, WriteConflict
from boardwright.store.conflicts import repeated
from boardwright.store.key import ServerKey, saved
from boardwright.store.port import ROOMS
from boardwright.store.rows import ChatLine, MatchRow, Notice, Room, Saved, Status, log_id
from boardwright.store.sql.base import Batch, Sql, UniqueViolation
from boardwright.store.sql.columns import ENTRY, FROM_MATCHES, MATCH, Values, columns, read, read_entry, read_match
from boardwright.store.sql.query import Query

_CHAT = columns(ChatLine)
_PUT_DIGEST = "update entries set digest = $3 where match = $1 and number = $2"
_OF_MEMBER = "from members p join matches m on m.id = p.match join heads h on h.match = p.match"


class SqlMatches(Sql):
    """The part of the port about matches."""

    async def append(self, change: Change) -> Appended | WriteConflict:
        return await self._group.append(change)

    async def rewrite(self, row: MatchRow, header: Header, entries: Sequence[Entry]) -> bool:
        last = entries[-1].hash if entries else header.hash
        head = """
            update heads set hash = $2, revision = revision + 1
            where match = $1 and number = $3 and revision = $4 returning match
        """
        link = "update entries set hash = $3 where match = $1 and number = $2"
        batches: list[Batch] = [
            ("update matches set header = $2 where id = $1", [(row.id, msgspec.json.encode(header).decode())]),
            (link, [(row.id, entry.number, entry.hash) for entry in entries]),
        ]
        statement = (head, (row.id, last, row.number, row.revision))
        return bool(await self._write(statement, batches, Notice("match", row.id)))

    async def find_request(self, match: str, request: str) -> Appended | None:
        sql = "select first, last, command from requests where match = $1 and request = $2"
        rows = await self._query(sql, match, request)
        return repeated((rows[0][0], rows[0][1], rows[0][2])) if rows else None

    async def match(self, match: str) -> MatchRow | None:
        rows = await self._query(f"select {MATCH} {FROM_MATCHES} where m.id = $1", match)
        return read_match(rows[0]) if rows else None

    async def load(self, match: str, after: int = 0) -> Saved | None:
        rows = await self._query(f"select {MATCH}, m.seed {FROM_MATCHES} where m.id = $1", match)
        if not rows:
            return None
        row, seed = read_match(rows[0]), rows[0][-1]
        # Logs only grow, so the entries up to the row's number are consistent with the row.
        return _saved(row, await self._entries(match, after, row.number), seed, self.key)

    async def load_logs(self, rows: Sequence[MatchRow]) -> list[Saved]:
        ids = [row.id for row in rows]
        matches, logs = Query(), Query()
        matches.where_in("id", ids)
        logs.where_in("match", ids)
        seeds = {row[0]: row[1] for row in await self._query(f"select id, seed from matches where {matches}", *ids)}
        found: dict[str, list[Values]] = {row.id: [] for row in rows}
        sql = f"select match, {ENTRY} from entries where {logs} order by match, number"
        for match, *values in await self._query(sql, *ids):
            found[match].append(values)
        return [_saved(row, found[row.id][: row.number], seeds.get(row.id), self.key) for row in rows]

    async def _entries(self, match: str, after: int, last: int) -> list[Values]:
        where = "match = $1 and number > $2 and number <= $3"
        return await self._query(f"select {ENTRY} from entries where {where} order by number", match, after, last)

    async def digests(self, match: str) -> dict[int, str]:
        sql = "select number, digest from entries where match = $1 and digest is not null order by number"
        return {int(number): str(digest) for number, digest in await self._query(sql, match)}

    async def put_digests(self, match: str, digests: Mapping[int, str]) -> None:
        found = ("select match from heads where match = $1", (match,))
        await self._write(found, [(_PUT_DIGEST, [(match, number, digest) for number, digest in digests.items()])])

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
        # The columns of one table only decide and order a list, so that one index does both.
        key, source = ("m.id", FROM_MATCHES) if account is None else ("p.match", _OF_MEMBER)
        table = key[0]
        query = Query("not m.private" if account is None and not hidden else None)
        query.where("p.account = $", account)
        query.where("m.status = $", status)
        query.where(f"{table}.game = $", game)
        if quick is not None:
            query.where("m.quick" if quick else "not m.quick")
        if before is not None:
            if (created := await self._created(before)) is None:
                return []
            query.where(f"({table}.created, {key}) < ($, $)", created, before)
        return await self._rows(source, query, f"{table}.created desc, {key} desc", limit)

    async def _created(self, match: str) -> int | None:
        """Return when a match was created; None if there is no such match."""
        rows = await self._query("select created from matches where id = $1", match)
        return int(rows[0][0]) if rows else None

    async def deadlines(self, until: int, limit: int = 1000) -> list[tuple[str, int]]:
        where = "deadline is not null and deadline <= $1"
        sql = f"select match, deadline from heads where {where} order by deadline, match limit $2"
        return [(match, deadline) for match, deadline in await self._query(sql, until, limit)]

    async def started(self, after: str | None = None, limit: int = 100) -> list[MatchRow]:
        query = Query("m.header is not null")
        if after is not None:
            if (created := await self._created(after)) is None:
                return []
            query.where("(m.created, m.id) > ($, $)", created, after)
        return await self._rows(FROM_MATCHES, query, "m.created, m.id", limit)

    async def count_started(self) -> int:
        rows = await self._query("select count(*) from matches where header is not null")
        return int(rows[0][0])

    async def _rows(self, source: str, query: Query, order: str, limit: int) -> list[MatchRow]:
        sql = f"select {MATCH} {source} where {query} order by {order} limit ${len(query.values) + 1}"
        return [read_match(row) for row in await self._query(sql, *query.values, limit)]

    async def is_guarded(self, fingerprints: Sequence[str]) -> bool:
        query = Query()
        query.where_in("fingerprint", fingerprints)
        return bool(await self._query(f"select 1 from guarded where {query} limit 1", *query.values))

    # Chat

    async def add_chat(self, line: ChatLine) -> ChatLine:
        sql = f"""
            insert into chat ({_CHAT})
            select m.id, cast($2 as bigint), cast($3 as text), cast($4 as text), cast($5 as text), cast($6 as text),
                (select coalesce(max(number), 0) + 1 from chat where match = $1)
            from matches m where m.id = $1 returning number
        """
        statement = (sql, msgspec.structs.astuple(line)[:-1])
        while True:
            try:
                rows = await self._write(statement, notice=Notice("chat", line.match))
            except UniqueViolation:
                continue  # another process has taken the number
            if not rows:
                raise LookupError(f"There is no match {log_id(line.match)}.")
            return msgspec.structs.replace(line, number=rows[0][0])

    async def chat(self, match: str, after: int = 0, limit: int = 200, rooms: Sequence[Room] = ROOMS) -> list[ChatLine]:
        query = Query("match = $", match)
        query.where("number > $", after)
        query.where_in("room", rooms)
        sql = f"select {_CHAT} from chat where {query} order by number desc limit ${len(query.values) + 1}"
        return [read(ChatLine, row) for row in reversed(await self._query(sql, *query.values, limit))]


def _saved(row: MatchRow, log: Sequence[Values], seed: str | None, key: ServerKey) -> Saved:
    try:
        entries = [read_entry(values) for values in log]
    except BadRecord as error:
        row, entries = msgspec.structs.replace(row, fault=row.fault or str(error)), []
    found = saved(row, entries, None if seed is None else bytes.fromhex(seed), key)
    return msgspec.structs.replace(found, turns=tuple(values[-1] for values in log) if entries else ())
