"""What the JSON of cards has in common."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import msgspec

CardId = Annotated[int, msgspec.Meta(ge=1, le=999)]
Name = Annotated[str, msgspec.Meta(max_length=80)]
Description = Annotated[str, msgspec.Meta(max_length=400)]


class Context(NamedTuple):
    """What a condition or instruction may depend on: the card and the deck, and where its JSON stands."""

    card: int = 0
    is_active: bool = False
    color: str = ""
    deck_size: int = 12
    where: str = ""
