"""Contract of the store: one analysis for each match, and no more of them than are wanted."""

from __future__ import annotations

from boardwright.store.analyses import SavedAnalysis
from tests.store.case import StoreCase


def saved(match: str, at: int, body: str = "{}") -> SavedAnalysis:
    return SavedAnalysis(match=match, key=f"key of {match}", at=at, body=body)


class AnalysesContract(StoreCase):
    async def test_an_analysis_replaces_the_one_before(self) -> None:
        assert await self.store.analysis("m") is None
        for analysis in (saved("m", 1), saved("m", 2, '{"moments": []}'), saved("n", 3)):
            await self.store.put_analysis(analysis)
        assert await self.store.analysis("m") == saved("m", 2, '{"moments": []}')

    async def test_old_ones_and_too_many_are_deleted_oldest_first(self) -> None:
        for number in range(6):
            await self.store.put_analysis(saved(f"m{number}", 10 * number))
        assert await self.store.drop_analyses(before=10, most=9) == 1
        assert await self.store.drop_analyses(before=0, most=9) == 0
        assert await self.store.drop_analyses(before=0, most=2, limit=2) == 2
        assert await self.store.drop_analyses(before=0, most=2) == 1
        kept = [number for number in range(6) if await self.store.analysis(f"m{number}") is not None]
        assert kept == [4, 5]
