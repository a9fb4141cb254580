"""Where a match has its chance outcomes and salts from: its seed, or nowhere."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from boardwright.core.chance import distribution as chance
from boardwright.core.chance.deal import Chances, Deal, shuffle, split
from boardwright.core.chance.sealed_deal import SealedDeal, SealedPart
from boardwright.core.match.entry import Content, Drawn, content_of


class ChanceDraw(NamedTuple):
    """A chance outcome, and the commitment to what it was drawn from; "" if it does not come from the seed."""

    outcome: str
    of: str = ""


class ChanceSource(Protocol):
    """What a match asks while it writes entry `number`."""

    def salt(self, number: int, part: int | None = None) -> str:
        """The salt of that entry, or of one part of the deal that it is."""

    def draw(self, number: int, ordinal: int, chances: Chances) -> ChanceDraw | None:
        """The outcome of the `ordinal`-th chance step on the line of that entry; None if somebody else has to say."""


def chance_content(source: ChanceSource, number: int, chances: Chances, drawn: ChanceDraw) -> Content:
    """What entry `number` holds of a chance outcome that is one of `chances`."""
    if not isinstance(chances, Deal):
        return content_of(Drawn(drawn.of, drawn.outcome)) if drawn.of else drawn.outcome
    parts = zip(chances.parts, split(drawn.outcome), strict=True)
    dealt = (
        SealedPart(cards, part.count, source.salt(number, place), part.seen)
        for place, (part, cards) in enumerate(parts)
    )
    return content_of(SealedDeal(tuple(dealt), drawn.of))


class SeedSource:
    """Draws from a committed seed that is mixed with the players' shares."""

    __slots__ = ("_dice", "_salts")

    def __init__(self, seed: bytes, shares: tuple[str, ...] = ()) -> None:
        self._salts = chance.Salts(seed)
        self._dice = chance.mix(seed, shares)

    def salt(self, number: int, part: int | None = None) -> str:
        """The salt that the seed gives that entry or part."""
        return self._salts.salt(number, part)

    def draw(self, number: int, ordinal: int, chances: Chances) -> ChanceDraw:
        """The outcome, with a commitment to the distribution or deal it was drawn from."""
        of = chance.fingerprint(self._dice, number, chances)
        if isinstance(chances, Deal):
            return ChanceDraw(shuffle(self._dice, ordinal, chances), of)
        return ChanceDraw(chance.draw(self._dice, ordinal, chances), of)


class NoSource:
    """Without a seed nothing is salted, and chance outcomes come from outside."""

    __slots__ = ()

    def salt(self, number: int, part: int | None = None) -> str:
        """Nothing."""
        return ""

    def draw(self, number: int, ordinal: int, chances: Chances) -> None:
        """Nothing: `Match.take` is told the outcome."""
