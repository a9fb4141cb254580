"""The part of the port about analyses of ended matches; they can be dropped and computed again."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

import msgspec

from boardwright.store.text_checks import check_storable


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


class Digests(ABC):
    """Storage of digests, one for each entry. They are written with the entries, and no match depends on them."""

    @abstractmethod
    async def digests(self, match: str) -> dict[int, str]:
        """Returns the digests of a match by entry; entries that older servers wrote have none."""

    @abstractmethod
    async def put_digests(self, match: str, digests: Mapping[int, str]) -> None:
        """Stores digests of entries of a match in place of those before."""
