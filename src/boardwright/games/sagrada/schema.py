"""How card files are read, and what a condition or instruction may depend on."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import msgspec

from boardwright.core.card_data import BadCards, JsonObject, Registry, read

__all__ = ["BadCards", "CardId", "Context", "Description", "JsonObject", "Name", "Registry", "read"]

CardId = Annotated[int, msgspec.Meta(ge=1, le=999)]
Name = Annotated[str, msgspec.Meta(max_length=80)]
Description = Annotated[str, msgspec.Meta(max_length=400)]


class Context(NamedTuple):
    """What a condition or instruction may depend on: the card and the deck, and where its JSON stands.

    >>> from boardwright.games.sagrada.conditions import CONDITIONS
    >>> CONDITIONS.read({"condition": "die_piked"}, "tools.json: card 5", Context())  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    boardwright.core.card_data.BadCards: tools.json: card 5: unknown condition 'die_piked'; there are ...
    """

    card: int = 0
    is_active: bool = False
    color: str = ""
    deck_size: int = 12
    where: str = ""
