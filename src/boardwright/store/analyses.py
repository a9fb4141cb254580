"""The part of the port about analyses of ended matches; they can be dropped and computed again."""

from __future__ import annotations

from abc import ABC, abstractmethod

import msgspec

from boardwright.store.validation import check_storable


class SavedAnalysis(msgspec.Struct, frozen=True, kw_only=True):
    """The analysis of a match: `key` names the log and the program that it belongs to, `body` is its JSON text."""

    match: str
    key: str
    at: int
    body: str

    def __post_init__(self) -> None:
        check_storable(match=self.match, key=self.key, body=self.body)


class Analyses(ABC):
    """Storage of analyses, one for each match."""

    @abstractmethod
    async def analysis(self, match: str) -> SavedAnalysis | None:
        """Returns the analysis of a match."""

    @abstractmethod
    async def put_analysis(self, analysis: SavedAnalysis) -> None:
        """Stores the analysis of a match in place of the one before."""

    @abstractmethod
    async def drop_analyses(self, before: int, most: int, limit: int = 100) -> int:
        """Deletes analyses from before that time, and the oldest ones if there are more than `most`.

        Deletes at most `limit`, oldest first, and returns how many.
        """
