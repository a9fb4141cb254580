"""The part of the port about digests of positions (`core/comparison.digest_of`): what the rules made of each entry."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping


class Digests(ABC):
    """Storage of digests, one for each entry. They are written with the entries, and no match depends on them."""

    @abstractmethod
    async def digests(self, match: str) -> dict[int, str]:
        """Returns the digests of a match by entry; entries that older servers wrote have none."""

    @abstractmethod
    async def put_digests(self, match: str, digests: Mapping[int, str]) -> None:
        """Stores digests of entries of a match in place of those before."""
