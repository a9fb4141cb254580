"""Contract of the databases: one written by schema version 2 is migrated when it is opened, and loses nothing."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from boardwright.store.change import Appended
from boardwright.store.name_keys import name_key
from boardwright.store.rows import MatchRow, Seat
from boardwright.store.sql import schema
from boardwright.store.sql.base import Batch
from tests.store.case import DatabaseCase
from tests.store.contracts.contract_projections import rating
from tests.store.samples import Table, account, ended

_MATCH = """
    insert into matches (id, created, game, host, private, quick, lobby, header)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
"""
_HEAD = """
    insert into heads (match, number, revision, hash, status, changed, deadline, outcome, ended, projected)
    values ($1, $2, $9, $10, $3, $4, $5, $6, $7, $8)
"""
_SEAT = "insert into seats (match, seat, account) values ($1, $2, $3)"
_REQUEST = "insert into requests (match, request, first, last) values ($1, $2, $3, $4)"
_RATING = "insert into ratings (account, game, number, match, at, mu, sigma) values ($1, $2, $3, $4, $5, $6, $7)"
_ACCOUNT = "insert into accounts (id, name, key, role, created) values ($1, $2, $3, 'player', $4)"
_TOKEN = "insert into tokens (hash, account, created) values ($1, $2, $3)"


class MigrationContract(DatabaseCase):
    async def write(self, url: str, statements: Sequence[str], batches: Sequence[Batch]) -> None:
        """Create a database of version 2 with these tables and rows."""
        raise NotImplementedError

    async def test_a_database_of_version_2_is_migrated(self) -> None:
        rows = await self._rows()
        ratings = [rating("anna", 1, 9.0), rating("anna", 2, 3.0), rating("ben", 1, 5.0)]
        batches = [*_batches(rows), (_RATING, list(map(msgspec.structs.astuple, ratings)))]
        await self._migrate([*batches, (_REQUEST, [("a", "anna/1", 3, 4)])])
        for row in rows:
            expected = row if row.status != "over" else msgspec.structs.replace(row, deadline=None)
            assert await self.store.match(row.id) == expected
        assert [row.id for row in await self.store.matches(status="open")] == ["b"]
        assert [row.id for row in await self.store.matches(status="over", game="guess")] == ["over1", "over0"]
        assert [row.id for row in await self.store.matches(account="cleo")] == ["b"]
        assert [row.id for row in await self.store.matches(account="anna", game="blokus")] == ["b"]
        assert [row.id for row in await self.store.matches(account="ben")] == ["over1", "over0", "a"]
        assert await self.store.deadlines(until=10**9) == [("a", 70)]
        assert await self.store.find_request("a", "anna/1") == Appended(None, 3, 4, repeated=True)
        assert [row.id for row in await self.store.unprojected()] == ["over1"]
        assert await self.store.cursor() == 1
        assert [row.mu for row in await self.store.ratings(["anna", "ben"])] == [3.0, 5.0]
        assert [row.account for row in await self.store.best("guess")] == ["ben", "anna"]
        await ended(self.store, "new", created=900)
        await self.reopen()
        assert [row.id for row in await self.store.matches(status="over")] == ["new", "over1", "over0"]

    async def test_accounts_of_version_2_are_told_apart_by_their_looks(self) -> None:
        names = (("a", "Ann"), ("b", "\u0410nn"), ("c", "Adam"))
        accounts = [(key, name, name_key(name), created) for created, (key, name) in enumerate(names)]
        await self._migrate([(_ACCOUNT, accounts), (_TOKEN, [("t", "a", 5)])])
        assert [row.id for row in await self.store.accounts()] == ["a", "b", "c"]
        assert not await self.store.add_account(account("d", name="A\u0578\u0578"))
        assert not await self.store.add_account(account("d", name="Adarn"))
        found = await self.store.account_named("adam")
        assert found is not None
        assert await self.store.change_account(found)
        assert [token.seen for token in await self.store.tokens("a")] == [5]

    async def _migrate(self, batches: Sequence[Batch]) -> None:
        """Open a database of version 2 with these rows."""
        await self.store.close()
        self.url = await self.new_url()
        statements = [part for migration in schema._MIGRATIONS[:2] for part in migration.split(";")]
        await self.write(self.url, statements, batches)
        self.store = await self.open()

    async def _rows(self) -> list[MatchRow]:
        """Return a running match, an open one and two that are over, one of these with a deadline left behind."""
        over = [(await ended(self.store, f"over{number}", created=100 + number)).row for number in range(2)]
        over[1] = msgspec.structs.replace(over[1], deadline=60)
        first = msgspec.structs.replace(Table("a", created=5).row, status="running", deadline=70)
        seats = (Seat(name="Cleo", account="cleo"), Seat(name="Anna", account="anna"))
        return [first, Table("b", created=6, game="blokus", host="cleo", seats=seats).row, *over]


def _batches(rows: Sequence[MatchRow]) -> list[Batch]:
    """Return the statements that write the rows as version 2 did; the first ended match is projected."""
    matches, heads, seats = [], [], []
    for row in rows:
        lobby, is_over = row.lobby, row.status == "over"
        header, outcome = (None if part is None else _json(part) for part in (row.header, row.outcome))
        facts = (lobby.game, lobby.host, lobby.private, lobby.quick)
        matches.append((row.id, row.created, *facts, _json(lobby), header))
        ended_at, place = (row.changed, 1 if row.id == "over0" else None) if is_over else (None, None)
        state = (row.number, row.status, row.changed, row.deadline, outcome, ended_at, place, row.revision, row.hash)
        heads.append((row.id, *state))
        seats += [(row.id, number, seat.account) for number, seat in enumerate(lobby.seats)]
    return [(_MATCH, matches), (_HEAD, heads), (_SEAT, seats)]


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
