"""Variants of Mage Duel: which tiles, how many jokers, what border, how much time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from boardwright.core.canonical import JSON
from boardwright.core.refusal import check
from boardwright.core.rules.options import Choice, Options, in_words
from boardwright.games.mage_duel.facts import ALL_TYPES_DECK, NO_TILE, SHORT_DECK, STANDARD_DECK

Count = Annotated[int, Meta(ge=0, le=64)]
Counts = Annotated[tuple[Count, ...], Meta(min_length=NO_TILE, max_length=NO_TILE)]

VARIANTS: dict[str, tuple[tuple[int, ...], int]] = {
    "standard": (STANDARD_DECK, 3),
    "short_deck": (SHORT_DECK, 1),
    "all_types": (ALL_TYPES_DECK, 3),
    "many_jokers": (STANDARD_DECK, 14),
}
"""Variant -> deck and jokers a side."""


class MageDuelOptions(Options, frozen=True, kw_only=True):
    """A variant, and single numbers that replace the variant's."""

    between_people: ClassVar[Mapping[str, JSON]] = {"move_time": 65}
    variant: Annotated[
        Literal["standard", "short_deck", "all_types", "many_jokers"],
        in_words(
            "Game",
            Choice("standard", "Standard", "64 tiles and three jokers a side."),
            Choice("short_deck", "Short", "24 tiles and one joker a side: a quick duel."),
            Choice("all_types", "All tiles", "Three tiles of each of the 24 types, three jokers a side."),
            Choice("many_jokers", "Wild", "64 tiles and 14 jokers a side."),
        ),
    ] = "standard"
    deck: Annotated[
        Counts | None, Meta(description="How many tiles of each of the 24 types; the variant's if left out.")
    ] = None
    edges: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=8)], Annotated[int, Meta(ge=0, le=8)]],
        Meta(description="How many cities and roads lie on each side of the border."),
    ] = (1, 1)
    joker_number: Annotated[
        Count | None, Meta(title="Jokers a side", description="Jokers a side; the variant's if left out.")
    ] = None
    red_joker_number: Annotated[
        Count | None,
        Meta(title="Red's jokers", description="Red's jokers, for a handicap; as many as Blue's if left out."),
    ] = None
    joker_price: Annotated[
        int, Meta(ge=0, le=1000, title="Points for a joker", description="Points for each joker left at the end.")
    ] = 5
    end_on_full_board: Annotated[
        bool,
        Meta(title="End on a full board", description="End as soon as the board is full, instead of by two skips."),
    ] = False
    move_time: Annotated[
        int,
        Meta(
            ge=0,
            le=10**6,
            title="Seconds for a move",
            description="Seconds for a move; 65 is usual between people. After that the other side may go on, and "
            "after twice that time either side may claim the end. 0 means no clock, which suits games against bots.",
        ),
    ] = 0

    def __post_init__(self) -> None:
        check(sum(self.edges) <= 8, "edges: a side of the border has 8 slots for cities and roads together")
        check(sum(self.edges) > 0, "edges: without a city or road on the border no tile could ever be laid")
        check(sum(self.tiles) > 0, "deck: it needs at least one tile")

    @property
    def tiles(self) -> tuple[int, ...]:
        """The number of tiles of each type in the deck."""
        return VARIANTS[self.variant][0] if self.deck is None else self.deck

    @property
    def jokers(self) -> tuple[int, int]:
        """The jokers of Blue and Red at the start.

        >>> MageDuelOptions(variant="many_jokers", red_joker_number=16).jokers
        (14, 16)
        """
        blue = VARIANTS[self.variant][1] if self.joker_number is None else self.joker_number
        return blue, blue if self.red_joker_number is None else self.red_joker_number


def variants() -> tuple[MageDuelOptions, ...]:
    """Return the options that the laws are checked with."""
    return (
        MageDuelOptions(),
        MageDuelOptions(variant="short_deck", move_time=65),
        MageDuelOptions(variant="all_types", edges=(2, 1)),
        MageDuelOptions(variant="many_jokers", end_on_full_board=True),
    )
