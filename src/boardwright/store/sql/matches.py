"""Matches, entries and chat in SQL."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from boardwright.core.entry import Entry
from boardwright.core.header import Header
from boardwright.core.refusal import BadRecord
from boardwright.store.change import Appended, Change, WriteConflict
from boardwright.store.conflicts import repeated
from boardwright.store.rows import ChatLine, MatchRow, Notice, Saved, Status
from boardwright.store.sql.base import Sql, Statement, UniqueViolation
from boardwright.store.sql.columns import ENTRY, FROM_MATCHES, MATCH, read_entry, read_match
from boardwright.store.sql.query import Query

_CHAT = "match, number, at, account, name, text"
_UNLIMITED = 2**62
_AT_TABLE = "m.id in (select s.match from seats s where s.account = $ union select id from matches where host = $)"


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
        statements: list[Statement] = [
            (head, (row.id, last, row.number, row.revision)),
            ("update matches set header = $2 where id = $1", (row.id, msgspec.json.encode(header).decode())),
        ]
        link = "update entries set hash = $3 where match = $1 and number = $2"
        statements += [(link, (row.id, entry.number, entry.hash)) for entry in entries]
        return bool(await self._write(statements, Notice("match", row.id)))

    async def find_request(self, match: str, request: str) -> Appended | None:
        rows = await self._query("select first, last from requests where match = $1 and request = $2", match, request)
        return repeated((rows[0][0], rows[0][1])) if rows else None

    async def match(self, match: str) -> MatchRow | None:
        rows = await self._query(f"select {MATCH} {FROM_MATCHES} where m.id = $1", match)
        return read_match(rows[0]) if rows else None

    async def load(self, match: str, after: int = 0) -> Saved | None:
        rows = await self._query(f"select {MATCH}, m.seed {FROM_MATCHES} where m.id = $1", match)
        if not rows:
            return None
        row, seed = read_match(rows[0]), rows[0][-1]
        try:
            # Logs only grow, so the entries up to the row's number are consistent with the row.
            entries = await self.entries(match, after, max(0, row.number - after))
        except BadRecord as error:
            row, entries = msgspec.structs.replace(row, fault=row.fault or str(error)), []
        return Saved(row, entries, None if seed is None else bytes.fromhex(seed))

    async def entries(self, match: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        last = _UNLIMITED if limit is None else after + limit
        where = "match = $1 and number > $2 and number <= $3"
        rows = await self._query(f"select {ENTRY} from entries where {where} order by number", match, after, last)
        return [read_entry(row) for row in rows]

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
        query = Query("m.private = $" if account is None else _AT_TABLE, False if account is None else account)
        query.where("h.status = $", status)
        query.where("m.game = $", game)
        query.where("m.quick = $", quick)
        query.where("(m.created, m.id) < (select b.created, b.id from matches b where b.id = $)", before)
        return await self._rows(query, "m.created desc, m.id desc", limit)

    async def deadlines(self, until: int, limit: int = 1000) -> list[tuple[str, int]]:
        where = "deadline is not null and deadline <= $1 and status = 'running'"
        sql = f"select match, deadline from heads where {where} order by deadline, match limit $2"
        return [(match, deadline) for match, deadline in await self._query(sql, until, limit)]

    async def started(self, after: str | None = None, limit: int = 100) -> list[MatchRow]:
        query = Query("m.header is not null")
        query.where("(m.created, m.id) > (select b.created, b.id from matches b where b.id = $)", after)
        return await self._rows(query, "m.created, m.id", limit)

    async def count_started(self) -> int:
        rows = await self._query("select count(*) from matches where header is not null")
        return int(rows[0][0])

    async def _rows(self, query: Query, order: str, limit: int) -> list[MatchRow]:
        sql = f"select {MATCH} {FROM_MATCHES} where {query} order by {order} limit ${len(query.values) + 1}"
        return [read_match(row) for row in await self._query(sql, *query.values, limit)]

    # Chat

    async def add_chat(self, line: ChatLine) -> ChatLine:
        sql = f"""
            insert into chat ({_CHAT})
            select m.id, (select coalesce(max(number), 0) + 1 from chat where match = $1),
                cast($2 as bigint), cast($3 as text), cast($4 as text), cast($5 as text)
            from matches m where m.id = $1 returning number
        """
        statement = (sql, (line.match, line.at, line.account, line.name, line.text))
        while True:
            try:
                rows = await self._write([statement], Notice("chat", line.match))
            except UniqueViolation:
                continue  # another process has taken the number
            if not rows:
                raise LookupError(f"There is no match {line.match!r}.")
            return msgspec.structs.replace(line, number=rows[0][0])

    async def chat(self, match: str, after: int = 0, limit: int = 200) -> list[ChatLine]:
        sql = f"select {_CHAT} from chat where match = $1 and number > $2 order by number desc limit $3"
        rows = await self._query(sql, match, after, limit)
        return [
            ChatLine(match=match, number=number, at=at, account=account, name=name, text=text)
            for match, number, at, account, name, text in reversed(rows)
        ]
