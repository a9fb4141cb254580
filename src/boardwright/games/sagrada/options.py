"""The variants: own cards, windows dealt as double-sided cards, how hard the game alone is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec

from boardwright.core import options as core
from boardwright.core.canonical import JSON
from boardwright.core.refusal import BadOptions
from boardwright.games.sagrada.custom_cards import with_cards
from boardwright.games.sagrada.rulebook import rulebook


class SagradaOptions(core.Options, frozen=True, kw_only=True):
    """The variants of Sagrada.

    Own cards are kept in full, as JSON, so that a record can be replayed where the files are not.

    >>> SagradaOptions(cards="{}").double_sided
    False
    """

    cards: Annotated[str, msgspec.Meta(description="Own cards and windows: a folder, or their JSON.")] = ""
    double_sided: Annotated[
        bool, msgspec.Meta(description="Deal two double-sided window cards instead of any four windows.")
    ] = False
    tools: Annotated[
        int, msgspec.Meta(ge=1, le=5, description="Tool cards when playing alone: 1 is hardest, 5 easiest.")
    ] = 3

    def __post_init__(self) -> None:
        if self.cards and not self.cards.lstrip().startswith("{"):
            raise ValueError("cards must be the JSON text of own cards here; a folder is read before play begins")
        try:
            rulebook(self.cards)
        except BadOptions as problem:
            raise ValueError(str(problem).removesuffix(".")) from None

    def tool_count(self, seats: int) -> int:
        """How many tools lie on the table."""
        return self.tools if seats == 1 else 3


def variants() -> tuple[SagradaOptions, ...]:
    """The plain game, double-sided windows, and the hardest and easiest game alone."""
    return SagradaOptions(), SagradaOptions(double_sided=True), SagradaOptions(tools=1), SagradaOptions(tools=5)


def local_options(given: Mapping[str, JSON]) -> SagradaOptions:
    """Options, with a folder of own cards replaced by what is in it."""
    return core.read_options(SagradaOptions, with_cards(given))
