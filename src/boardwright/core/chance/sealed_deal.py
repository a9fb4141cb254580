"""A deal in an entry: its parts, each with a seal of its own.

A part's seal is the SHA-256 of the canonical JSON of `[cards, salt]`. The entry is hashed as if all parts were sealed,
so every reader can check it, whichever parts they are given. A sealed part has no cards and its seal in place of the
salt, as a sealed entry has.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from boardwright.core.canonical import JSON, digest
from boardwright.core.chance.deal import check_cards, join


class SealedPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of one part, or None where they are sealed; how many they are and who sees them is public."""

    cards: tuple[str, ...] | None
    count: int
    salt: str
    seen: tuple[int, ...] | None

    def __post_init__(self) -> None:
        check_cards(self.cards or ())


class SealedDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A deal; `of`, if it was drawn from the seed, commits to the cards that were shuffled."""

    parts: tuple[SealedPart, ...]
    of: str = ""

    @property
    def is_sealed(self) -> bool:
        """Whether some part is hidden from the reader."""
        return any(part.cards is None for part in self.parts)

    @property
    def outcome(self) -> str:
        """The outcome as text; "" where a part is sealed."""
        return "" if self.is_sealed else join(part.cards or () for part in self.parts)

    @property
    def summary(self) -> str:
        """A line for a log, the same for all readers: it has nothing of what is hidden from some of them.

        >>> hands = [SealedPart(None, 5, "", (seat,)) for seat in (0, 1)]
        >>> SealedDeal((*hands, SealedPart(("K",), 1, "", None), SealedPart(None, 9, "", ()))).summary
        'deals 5 cards each, 1 face up (K), 9 face down'
        """
        hands = [part for part in self.parts if part.seen]
        if len({part.count for part in hands}) == 1 and len(hands) > 1:
            said = [f"{_cards(hands[0].count)} each"]
        else:
            said = [f"{_cards(part.count)} to {_seats(part.seen or ())}" for part in hands]
        said += [f"{part.count} face up ({', '.join(part.cards or ())})" for part in self.parts if part.seen is None]
        hidden = sum(part.count for part in self.parts if part.seen == ())
        return f"deals {', '.join([*said, *([f'{hidden} face down'] if hidden else [])])}"


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _seats(seats: tuple[int, ...]) -> str:
    return f"seat{'s' * (len(seats) > 1)} {' and '.join(map(str, seats))}"


def read_dealt(content: object) -> SealedDeal | None:
    """Return the content of an entry as a deal; None if it is something else.

    >>> read_dealt({"parts": [{"cards": ["K"], "count": 1, "salt": "", "seen": None}]}).outcome
    'K'
    >>> read_dealt({"of": "", "outcome": "6"}), read_dealt({"parts": 7})
    (None, None)
    """
    if not isinstance(content, dict) or "parts" not in content:
        return None
    try:
        return msgspec.convert(content, SealedDeal)
    except msgspec.ValidationError:
        return None


def seal_parts(content: dict[str, Any], open_to: Callable[[SealedPart], bool]) -> dict[str, JSON]:
    """Return the content of a deal with all parts sealed but those that are `open_to` the reader."""
    dealt = msgspec.convert(content, SealedDeal)
    parts = [
        # Taken from the content itself: a struct would make one number of 5 and 5.0, which hash differently.
        raw if part.cards is None or open_to(part) else {**raw, "cards": None, "salt": digest([part.cards, part.salt])}
        for raw, part in zip(content["parts"], dealt.parts, strict=True)
    ]
    return {**content, "parts": parts}
