"""The variants: own cards, windows dealt as double-sided cards, how hard the game alone is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal, Self

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.options import Choice, Options, in_words, read_options
from boardwright.core.refusal import BadOptions
from boardwright.games.sagrada.custom_cards import CUSTOM_CARDS
from boardwright.games.sagrada.rulebook import Rulebook, rulebook


class SagradaOptions(Options, frozen=True, kw_only=True, dict=True):
    """The variants of Sagrada.

    Own cards are kept in full, as JSON, so that a record can be replayed where the files are not.

    >>> SagradaOptions(cards="{}").double_sided
    False
    """

    cards: Annotated[str, msgspec.Meta(description="Own cards and windows: a folder, or their JSON.")] = ""
    double_sided: Annotated[
        bool,
        msgspec.Meta(
            title="Window cards", description="Deal two double-sided window cards instead of any four windows."
        ),
    ] = False
    size: Annotated[
        Literal["full", "tiny"],
        in_words(
            "Length",
            Choice("full", "Ten rounds", "The whole game."),
            Choice("tiny", "One round", "The last round alone with three dice; a puzzle for two.", (2,)),
        ),
    ] = "full"
    tools: Annotated[
        int,
        msgspec.Meta(ge=1, le=5, title="Tools", description="Tool cards when playing alone: 1 is hardest, 5 easiest."),
    ] = 3

    def __post_init__(self) -> None:
        if self.cards and not self.cards.lstrip().startswith("{"):
            raise ValueError("cards must be the JSON text of own cards here; a folder is read before play begins")
        try:
            _ = self.book
        except BadOptions as problem:
            raise ValueError(str(problem).removesuffix(".")) from None

    @classmethod
    def read_local(cls, given: Mapping[str, JSON]) -> Self:
        return read_options(cls, CUSTOM_CARDS.in_options(given))

    @classmethod
    def check_cards(cls, path: str) -> list[str]:
        return CUSTOM_CARDS.check(path)

    @cached_property
    def book(self) -> Rulebook:
        """The rules compiled from the cards, for as long as a match with them is in memory."""
        return rulebook(self.cards)

    @property
    def is_tiny(self) -> bool:
        """True for the tiny variant."""
        return self.size == "tiny"

    def tool_count(self, seats: int) -> int:
        """How many tools lie on the table."""
        return self.tools if seats == 1 else 3


def variants() -> tuple[SagradaOptions, ...]:
    """The plain game, double-sided windows, the hardest and easiest game alone, and the tiny one."""
    return (
        SagradaOptions(),
        SagradaOptions(double_sided=True),
        SagradaOptions(tools=1),
        SagradaOptions(tools=5),
        SagradaOptions(size="tiny"),
    )
