"""The JSON of cards: what may be in it, and what it is read with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from msgspec import Meta

from boardwright.core.card_data import JsonObject, RuleJson, Steps

CardId = Annotated[int, Meta(ge=1, le=999)]
Name = Annotated[str, Meta(max_length=80)]
Description = Annotated[str, Meta(max_length=400)]


class ToolJson(JsonObject, frozen=True):
    """The JSON of a tool."""

    id: CardId
    name: Name
    description: Description
    active: bool
    activator: Steps
    commands: Annotated[tuple[RuleJson, ...], Meta(max_length=10)] = ()


class WindowJson(JsonObject, frozen=True):
    """The JSON of a window: four rows of five characters."""

    name: Name
    difficulty: Annotated[int, Meta(ge=1, le=6)]
    rows: Annotated[list[Annotated[str, Meta(pattern=r"^[RGYBP1-6.]{5}$")]], Meta(min_length=4, max_length=4)]
    back: str = ""


class OwnJson(JsonObject, frozen=True):
    """The JSON of own cards: only cards and windows can be brought, not commands."""

    tool_cards: tuple[Any, ...] = ()
    public_objectives: tuple[Any, ...] = ()
    windows: tuple[Any, ...] = ()
    solo_colors: Mapping[str, tuple[int, ...]] = {}


class Context(NamedTuple):
    """What a condition or instruction may depend on: the card and the deck, and where its JSON stands."""

    card: int = 0
    is_active: bool = False
    color: str = ""
    deck_size: int = 12
    where: str = ""
