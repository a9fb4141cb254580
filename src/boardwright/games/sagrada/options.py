"""The variants: custom cards, windows dealt as double-sided cards, how hard the game alone is, and a tiny game.

Custom cards are a folder of JSON and text files beside the ones that come with the game. A `.json` file holds
`tool_cards`, `public_objectives`, `windows` or `solo_colors`, written like the game's own. A `.txt` file holds one
window in six lines: name, difficulty, four rows of five characters. Cards with a known id and windows with a known
name take the place of the old ones.

The tiny game is the last round alone, small enough for exact methods. Two players get a secret color, red, green or
blue. One die of each of these colors is rolled and shows 2 or 5. The windows are alike: two panes that touch at a
corner are open, the others ask for purple, which no die is. There are no windows to choose, no public objectives and no
tools; favor points make up for the panes that stay empty.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated, Final, Literal, Self

from msgspec import Meta

from boardwright.core.canonical import JSON
from boardwright.core.card_data import BadCards, CardFolder, Source
from boardwright.core.hidden import Bag
from boardwright.core.refusal import BadOptions
from boardwright.core.rules.options import Choice, Options, in_words, read_options
from boardwright.games.sagrada.facts import CELLS, FIRST_PRIVATE, FULL_BAG, LETTERS, ROUNDS, SHADES, DiceBag
from boardwright.games.sagrada.rulebook import OwnJson, Rulebook, base_sources, rulebook
from boardwright.games.sagrada.state import Draft, Window

TINY_OPEN: Final = (0, 6)
TINY_WINDOW: Final = Window("Chapel", 1, "".join("." if cell in TINY_OPEN else "P" for cell in range(CELLS)))
TINY_BAG: Final[DiceBag] = Bag(tuple(LETTERS), (1, 1, 0, 1, 0))
TINY_PRIVATES: Final = tuple(FIRST_PRIVATE + color for color, left in enumerate(TINY_BAG.left) if left)


def _problems(sources: Sequence[Source]) -> list[str]:
    return Rulebook((*base_sources(), *sources)).problems


def _read_window(file: str, text: str) -> Source:
    lines = text.splitlines()
    name, difficulty, *rows = [line.rstrip() for line in lines[:6]] + [""] * (6 - len(lines))
    if not difficulty.isdecimal() or any(len(row) > 5 for row in rows):
        raise BadCards(f"{file}: six lines are needed: name, difficulty, and four rows of five characters.")
    known = LETTERS + "123456"
    cells = ["".join(mark if mark in known else "." for mark in row.ljust(5)) for row in rows]
    return Source(file, {"windows": [{"name": name, "difficulty": int(difficulty), "rows": cells}]})


CUSTOM_CARDS: Final = CardFolder(OwnJson, _problems, {".txt": _read_window})


class SagradaOptions(Options, frozen=True, kw_only=True, dict=True):
    """The variants of Sagrada.

    Custom cards are kept in full, as JSON, so that a record can be replayed where the files are not.

    >>> SagradaOptions(cards="{}").double_sided
    False
    """

    cards: Annotated[str, Meta(description="Custom cards and windows: a folder, or their JSON.")] = ""
    double_sided: Annotated[
        bool,
        Meta(title="Window cards", description="Deal two double-sided window cards instead of any four windows."),
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
        Meta(ge=1, le=5, title="Tools", description="Tool cards when playing alone: 1 is hardest, 5 easiest."),
    ] = 3

    def __post_init__(self) -> None:
        if self.cards and not self.cards.lstrip().startswith("{"):
            raise ValueError("cards must be the JSON text of custom cards here; a folder is read before play begins")
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

    @property
    def bag(self) -> DiceBag:
        """The dice that the game begins with."""
        return TINY_BAG if self.is_tiny else FULL_BAG

    @property
    def shades(self) -> tuple[int, ...]:
        """The shades that a die from the bag may show."""
        return (2, 5) if self.is_tiny else tuple(SHADES)

    @property
    def privates(self) -> tuple[int, ...]:
        """The private objectives that are dealt from."""
        return TINY_PRIVATES if self.is_tiny else tuple(self.book.privates)

    def tool_count(self, seats: int) -> int:
        """Return the number of tools that lie on the table."""
        return self.tools if seats == 1 else 3


def variants() -> tuple[SagradaOptions, ...]:
    """Return the plain game, double-sided windows, the hardest and easiest game alone, and the tiny one."""
    return (
        SagradaOptions(),
        SagradaOptions(double_sided=True),
        SagradaOptions(tools=1),
        SagradaOptions(tools=5),
        SagradaOptions(size="tiny"),
    )


def begin_tiny(draft: Draft) -> None:
    """Begin the last round of the tiny game, after the private objectives: the windows lie there."""
    draft.windows = (TINY_WINDOW,) * draft.seats
    draft.favor = (CELLS - len(TINY_OPEN),) * draft.seats
    draft.round, draft.slots = ROUNDS - 1, (0,) * (ROUNDS - 1)
    draft.begin_round()
