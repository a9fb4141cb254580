"""The store in memory keeps the port's promises as long as it lives."""

from __future__ import annotations

import pytest

from boardwright.store.open import open_store
from boardwright.store.port import Store, StoreError
from tests.store.case import StoreCase
from tests.store.contract_accounts import PeopleCase
from tests.store.contract_append import AppendingCase
from tests.store.contract_projections import FollowingCase
from tests.store.contract_reading import ReadingCase
from tests.store.samples import Table


class Memory(StoreCase):
    async def open(self) -> Store:
        return await open_store("memory:")


class TestAppending(Memory, AppendingCase):
    __test__ = True


class TestReading(Memory, ReadingCase):
    __test__ = True


class TestPeople(Memory, PeopleCase):
    __test__ = True


class TestFollowing(Memory, FollowingCase):
    __test__ = True


class TestMemory(Memory):
    __test__ = True

    async def test_a_closed_store_takes_nothing(self) -> None:
        await self.store.close()
        with pytest.raises(StoreError, match="closed"):
            await self.store.append(Table("m").create())

    async def test_nothing_else_is_heard(self) -> None:
        heard = self.store.listen()
        assert (await anext(heard)).kind == "missed"
        await self.store.close()
        assert [notice async for notice in heard] == []

    async def test_an_address_that_is_none_is_explained(self) -> None:
        for url in ("", "boardwright.db", "mysql://localhost/x", "sqlite:x.db", "memory"):
            with pytest.raises(StoreError, match="write sqlite:///"):
                await open_store(url)
