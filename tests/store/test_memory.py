"""The in-memory store fulfills the contract."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from boardwright.store.backends.open import open_store
from boardwright.store.port import Store, StoreError
from tests.store.case import StoreCase
from tests.store.contracts.contract_accounts import AccountsContract
from tests.store.contracts.contract_analyses import AnalysesContract
from tests.store.contracts.contract_append import AppendContract
from tests.store.contracts.contract_claims import ClaimsContract
from tests.store.contracts.contract_cleaning import CleaningContract
from tests.store.contracts.contract_projections import ProjectionsContract
from tests.store.contracts.contract_reading import ReadingContract
from tests.store.contracts.contract_seeds import SeedsContract
from tests.store.contracts.contract_uptime import UptimeContract
from tests.store.samples import Table


class Memory(StoreCase):
    async def open(self) -> Store:
        return await open_store("memory:")


class TestAppend(Memory, AppendContract):
    __test__ = True


class TestReading(Memory, ReadingContract):
    __test__ = True


class TestAccounts(Memory, AccountsContract):
    __test__ = True


class TestCleaning(Memory, CleaningContract):
    __test__ = True


class TestUptime(Memory, UptimeContract):
    __test__ = True


class TestClaims(Memory, ClaimsContract):
    __test__ = True


class TestAnalyses(Memory, AnalysesContract):
    __test__ = True


class TestProjections(Memory, ProjectionsContract):
    __test__ = True


class TestSeeds(Memory, SeedsContract):
    __test__ = True


class TestMemory(Memory):
    __test__ = True

    async def test_a_closed_store_takes_nothing(self) -> None:
        await self.store.close()
        with pytest.raises(StoreError, match="closed"):
            await self.store.append(Table("m").create())

    async def test_nothing_else_is_heard(self) -> None:
        follow_notices = self.store.listen()
        assert (await anext(follow_notices)).kind == "missed"
        await self.store.close()
        assert [notice async for notice in follow_notices] == []

    async def test_an_address_that_is_none_is_explained(self) -> None:
        for url in ("", "boardwright.db", "mysql://localhost/x", "sqlite:x.db", "memory"):
            with pytest.raises(StoreError, match="use sqlite:///"):
                await open_store(url)

    async def test_two_stores_have_two_keys_unless_they_share_a_file(self) -> None:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "server.key"
            stores = [await open_store("memory:", path if named else None) for named in (True, True, False, False)]
        shared, again, *others = [store.key.fingerprint for store in stores]
        assert shared == again
        assert len({shared, *others}) == 3
