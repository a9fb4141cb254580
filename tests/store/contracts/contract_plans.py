"""Contract of the databases: every query that a server makes is answered by an index, in the order of the index."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from boardwright.core.match.clock import Clock
from boardwright.store.rows import Projection, Seat
from boardwright.store.sql.columns import Values
from boardwright.store.sql.store import SqlStore
from tests.store.case import DatabaseCase
from tests.store.contracts.contract_projections import rating
from tests.store.samples import Table, ended, put


class PlansContract(DatabaseCase):
    store: SqlStore

    async def explain(self, sql: str, values: Values) -> str:
        """Return the plan of a query."""
        raise NotImplementedError

    def check(self, plan: str) -> None:
        """Fail if the plan reads a whole table or sorts."""
        raise NotImplementedError

    async def analyze(self) -> None:
        """Collect statistics."""
        raise NotImplementedError

    async def _fill(self) -> None:
        for number in range(30):
            game, private = ("guess", "blokus", "chess")[number % 3], number % 7 == 0
            table = Table(f"open{number}", number, game=game, private=private, quick=number % 2 == 0)
            await put(self.store, table, table.create())
        for number in range(12):
            table = Table(f"live{number}", number, seats=(Seat(account="anna"), Seat(account=f"other{number}")))
            await put(self.store, table, table.create())
            await put(self.store, table, table.start(clock=Clock(bank=1000 * (number % 3))))
        for number in range(12):
            await ended(self.store, f"over{number}", number)
        for number in range(10):
            projection = Projection(match=f"over{number}", ratings=(rating("anna", number + 1, 1.0 * number),))
            assert await self.store.project([projection], number)
        for number in range(5):
            await self.store.beat(number * 100_000, 1000)

    async def _queries(self) -> None:
        store = self.store
        for status in ("open", "running", "over", None):
            for game in ("guess", None):
                for before in ("open15", None):
                    await store.matches(status=status, game=game, before=before)
        await store.matches(status="open", game="guess", quick=True)
        for game in ("guess", None):
            for before in ("open15", None):
                await store.matches(account="anna", game=game, before=before)
        for before in ("open15", None):
            await store.matches(hidden=True, before=before)
        await store.audit(before=5)
        await store.analysis("live1")
        await store.drop_analyses(before=0, most=5)
        await store.drop_unstarted(unchanged_since=0)
        await store.drop_requests(unchanged_since=0)
        await store.match("open1")
        await store.load("live1")
        await store.load("live1", after=1)
        await store.load_logs(list(await store.started(limit=5)))
        await store.started(after="live3")
        await store.deadlines(until=10**12)
        await store.find_request("live1", "anna/1")
        await store.is_guarded(["f00d", "cafe"])
        await store.unprojected(limit=3)
        await store.count_unprojected()
        await store.cursor()
        await store.ratings(["anna", "ben"], "guess")
        await store.ratings(["anna"])
        await store.ratings_since(5, ["anna", "ben"], "guess")
        await store.ratings_since(5, ["anna"])
        await store.rating_history("anna", "guess")
        await store.best("guess")
        await store.tallies(["anna", "ben"], "guess")
        await store.outages(after=5)
        await store.chat("live1")
        await store.bearer("hash")
        await store.account_named("anna")

    async def test_every_query_uses_an_index(self) -> None:
        await self._fill()
        for analyzed in (False, True):
            if analyzed:
                await self.analyze()
                await self.reopen()
            for sql, values in await self._recorded():
                with self.subTest(sql=sql, analyzed=analyzed):
                    self.check(await self.explain(sql, values))

    async def test_a_plan_without_an_index_is_noticed(self) -> None:
        await self._fill()
        for sql in ("select * from matches where host = 'anna'", "select * from ratings order by mu limit 3"):
            plan = await self.explain(sql, ())
            with pytest.raises(AssertionError):
                self.check(plan)

    async def _recorded(self) -> Sequence[tuple[str, Values]]:
        """Return the queries that the store makes, with their values."""
        fetch, queries = self.store._fetch, list[tuple[str, Values]]()

        async def record(sql: str, values: Values) -> list[Values]:
            queries.append((sql, values))
            return await fetch(sql, values)

        self.store._fetch = record  # type: ignore[method-assign]
        try:
            await self._queries()
        finally:
            self.store._fetch = fetch  # type: ignore[method-assign]
        assert len(queries) > 30
        return queries
