"""Where a match has its chance outcomes and salts from: its seed, or nowhere."""

from __future__ import annotations

from typing import Protocol

from boardwright.core import chance
from boardwright.core.chance import Distribution
from boardwright.core.entry import Content, Drawn, content_of


class Source(Protocol):
    """What a match asks while it writes entry `number`."""

    def salt(self, number: int) -> str:
        """The salt of that entry."""

    def draw(self, number: int, ordinal: int, chances: Distribution) -> Content | None:
        """The content of that entry, the `ordinal`-th chance step on its line; None if somebody else has to say."""


class SeedSource:
    """Draws from a committed seed that is mixed with the players' shares."""

    __slots__ = ("_dice", "_seed")

    def __init__(self, seed: bytes, shares: tuple[str, ...] = ()) -> None:
        self._seed = seed
        self._dice = chance.mix(seed, shares)

    def salt(self, number: int) -> str:
        """The salt that the seed gives that entry."""
        return chance.salt(self._seed, number)

    def draw(self, number: int, ordinal: int, chances: Distribution) -> Content:
        """The outcome, with a commitment to the distribution it was drawn from."""
        of = chance.fingerprint(self._dice, number, chances)
        return content_of(Drawn(of, chance.draw(self._dice, ordinal, chances)))


class NoSource:
    """Without a seed nothing is salted, and chance outcomes come from outside."""

    __slots__ = ()

    def salt(self, number: int) -> str:
        """Nothing."""
        return ""

    def draw(self, number: int, ordinal: int, chances: Distribution) -> None:
        """Nothing: `Match.take` is told the outcome."""
