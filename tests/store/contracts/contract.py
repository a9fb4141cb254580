"""The whole contract of a store, and that of a database, which survives a restart."""

from __future__ import annotations

import pytest

from boardwright.store.port import StoreError
from tests.store.contracts.contract_accounts import AccountsContract
from tests.store.contracts.contract_append import AppendContract
from tests.store.contracts.contract_cleaning import CleaningContract
from tests.store.contracts.contract_durability import DurabilityContract
from tests.store.contracts.contract_keys import KeyFileContract, SeedsContract
from tests.store.contracts.contract_processes import ProcessesContract
from tests.store.contracts.contract_projections import ProjectionsContract
from tests.store.contracts.contract_reading import ReadingContract
from tests.store.samples import Table, running


class StoreContract(
    AppendContract,
    ReadingContract,
    AccountsContract,
    CleaningContract,
    ProcessesContract,
    SeedsContract,
    ProjectionsContract,
):
    """The contract of every store."""

    async def test_a_closed_store_says_so(self) -> None:
        await self.store.close()
        with pytest.raises(StoreError, match="closed"):
            await self.store.match("m")
        with pytest.raises(StoreError, match="closed"):
            await self.store.append(Table("m").create())

    async def test_own_writes_are_not_heard_and_listening_ends_with_the_store(self) -> None:
        notices = self.store.listen()
        assert (await anext(notices)).kind == "missed"
        await running(self.store, "m")
        await self.store.close()
        assert [notice async for notice in notices] == []


class DatabaseContract(StoreContract, KeyFileContract, DurabilityContract):
    """The contract of every database."""
