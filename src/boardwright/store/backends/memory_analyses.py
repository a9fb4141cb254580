"""Analyses in memory."""

from __future__ import annotations

from boardwright.store.analyses import Analyses, SavedAnalysis


class MemoryAnalyses(Analyses):
    """Analyses by match."""

    def __init__(self) -> None:
        self._analyses: dict[str, SavedAnalysis] = {}

    async def analysis(self, match: str) -> SavedAnalysis | None:
        return self._analyses.get(match)

    async def put_analysis(self, analysis: SavedAnalysis) -> None:
        self._analyses[analysis.match] = analysis

    async def drop_analyses(self, before: int, most: int, limit: int = 100) -> int:
        oldest = sorted(self._analyses.values(), key=lambda one: (one.at, one.match))
        spare = len(oldest) - most
        old = [one for place, one in enumerate(oldest) if one.at < before or place < spare][:limit]
        for one in old:
            del self._analyses[one.match]
        return len(old)
