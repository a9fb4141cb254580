"""The variants."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from boardwright.core.options import Options

Phase: TypeAlias = Literal["Throw", "Place", "Roll", "Hop", "End"]


class DeblockleOptions(Options, frozen=True, kw_only=True):
    """The variants of Deblockle.

    >>> DeblockleOptions(slide="free")
    Traceback (most recent call last):
        ...
    ValueError: slide=free belongs to variant=original
    """

    variant: Annotated[
        Literal["standard", "contract", "original"],
        Meta(
            description="standard: the rolled cube may jump; contract: any of the player's cubes may jump, as in games "
            "recorded by the smart contract; original: the board game, with a thrown set-up, blocked paths and no free "
            "pass"
        ),
    ] = "standard"
    cubes: Annotated[int, Meta(ge=1, le=4, description="cubes of each player")] = 4
    slide: Annotated[
        Literal["full", "free"],
        Meta(description="original only. full: a slide goes as far as it can; free: it may stop anywhere on the way"),
    ] = "full"

    def __post_init__(self) -> None:
        if self.slide == "free" and self.variant != "original":
            raise ValueError("slide=free belongs to variant=original")


def variants() -> tuple[DeblockleOptions, ...]:
    """Every variant, with few cubes and with many."""
    return (
        DeblockleOptions(),
        DeblockleOptions(cubes=1),
        DeblockleOptions(variant="contract", cubes=3),
        DeblockleOptions(variant="original"),
        DeblockleOptions(variant="original", cubes=2, slide="free"),
    )
