"""Chance is fair on PostgreSQL."""

from __future__ import annotations

from tests.postgres import drop_database, new_database
from tests.table.lobby.contract_fairness import FairnessContract


class TestInPostgres(FairnessContract):
    __test__ = True

    async def new_url(self) -> str:
        url = await new_database()
        self.addAsyncCleanup(drop_database, url)
        return url
