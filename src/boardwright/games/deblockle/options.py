"""The variants."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import force_setattr

from boardwright.core.refusal import check
from boardwright.core.rules.options import Choice, DrawRules, Options, in_words

Phase: TypeAlias = Literal["Throw", "Place", "Roll", "Hop", "End"]


class DeblockleOptions(Options, frozen=True, kw_only=True):
    """The variants of Deblockle.

    >>> DeblockleOptions(slide="free")
    Traceback (most recent call last):
        ...
    ValueError: slide=free belongs to variant=original

    The rules of draws are left out of the JSON of a match that has none, as in records older than these rules.

    >>> DeblockleOptions(repetition=0) == DeblockleOptions()
    True
    """

    variant: Annotated[
        Literal["standard", "contract", "original"],
        in_words(
            "Rules",
            Choice("standard", "Standard", "The cube you rolled may hop."),
            Choice("contract", "Any cube hops", "After a roll any of your cubes may hop."),
            Choice("original", "Board game", "Cubes are thrown onto the board, paths can be blocked, no free pass."),
        ),
    ] = "standard"
    cubes: Annotated[int, Meta(ge=1, le=4, title="Cubes a side", description="cubes of each player")] = 4
    slide: Annotated[
        Literal["full", "free"],
        in_words(
            "Slides",
            Choice("full", "To the end", "A slide goes as far as it can."),
            Choice("free", "Free", "A slide may stop anywhere on its way; only in the board game."),
        ),
    ] = "full"

    repetition: Annotated[int, Meta(ge=0, le=9, description="drawn when a position comes up so often; 0: never")] | (
        UnsetType
    ) = UNSET
    passes: Annotated[int, Meta(ge=0, le=9, description="drawn when so many turns in a row are passed; 0: never")] | (
        UnsetType
    ) = UNSET

    @property
    def draw_rules(self) -> DrawRules:
        """The rules of draws, 0 where there are none."""
        return DrawRules(self.repetition or 0, self.passes or 0)

    def __post_init__(self) -> None:
        for name in ("repetition", "passes"):
            if getattr(self, name) == 0:
                force_setattr(self, name, UNSET)
        check(self.repetition != 1, "every position comes up once: repetition is 0 or 2 and more")
        check(self.slide == "full" or self.variant == "original", "slide=free belongs to variant=original")


def variants() -> tuple[DeblockleOptions, ...]:
    """Return every variant, with few cubes and with many."""
    return (
        DeblockleOptions(),
        DeblockleOptions(cubes=1),
        DeblockleOptions(variant="contract", cubes=3),
        DeblockleOptions(variant="original"),
        DeblockleOptions(variant="original", cubes=2, slide="free"),
    )
