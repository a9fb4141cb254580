"""Domains: the values that an argument of a move can have.

An argument is annotated with its domain: `cell: Cell`, `bid: Annotated[int, Number(0, 12)]`. A domain knows every value
that is possible at a table (`all`), those worth trying in a position (`now`), their texts, and the names of the parts
of the table that stand for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from functools import cached_property, lru_cache
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin

from boardwright.core.refusal import Refusal

Given: TypeAlias = Mapping[Any, Sequence[Any]] | None


class Domain:
    """The base of all domains.

    `now` names an attribute of the position, or a method that takes the seat, with the values that are possible now.
    `given` has, for each value of the argument before, the values that go with it, so that a move from a cell to one
    of its neighbors is not a product of all cells.
    """

    noun = "value"
    is_drawn = False
    """Whether the table has a part for each value, which a player can press."""
    is_optional = False
    """Whether a value may have no text."""
    attribute = ""
    """The attribute of gestures that has the value, where it is not a part of the table that stands for it."""
    shape = ".+?"
    """A regular expression without groups that the texts match, whatever the case of their letters."""
    values: Sequence[Any] = ()
    """The values, if they are the same at every table."""

    def __init__(self, now: str = "", values: Sequence[Any] = (), given: Given = None) -> None:
        self._now, self.given = now, given
        self.values = values or self.values

    def all(self, position: Any, *before: Any) -> Sequence[Any]:
        """Return every value at this table, after those arguments, in a fixed order; equal tables give equal values."""
        return self.given.get(before[-1], ()) if before and self.given else self.values_of(self.basis(position))

    def basis(self, position: Any) -> Any:
        """Return the part of a table that the values follow from; None if they are the same at every table."""
        return None

    def values_of(self, basis: Any) -> Sequence[Any]:
        """Return every value at tables with that basis."""
        return self.values

    def now(self, position: Any, seat: int, *before: Any) -> Iterable[Any]:
        """Return the values that can be possible in that position, after those arguments."""
        if not self._now:
            return self.all(position, *before)
        found = getattr(position, self._now)
        values: Iterable[Any] = found(seat) if callable(found) else found
        return values

    def has(self, value: Any, position: Any) -> bool:
        """Return whether that is one of the values at this table."""
        try:
            return value in (self._set or self.all(position))
        except TypeError:
            return False

    @cached_property
    def _set(self) -> frozenset[Any]:
        return frozenset(self.values)

    def text(self, value: Any) -> str:
        """Return the value as it is written in a move."""
        return str(value)

    def words(self, value: Any) -> str:
        """Return what players call the value in sentences."""
        return self.text(value)

    def parts(self, value: Any) -> tuple[str, ...]:
        """Return the parts of the table that stand for the value."""
        return (self.text(value),)

    def read(self, text: str, position: Any) -> Any:
        """Return the value of a text that has the `shape`, whatever the case of its letters; None if there is none."""
        texts, _ = _known(self, self.basis(position))
        return texts.get(text, texts.get(text.casefold()))

    def from_parts(self, parts: tuple[str, ...], position: Any) -> Any:
        """Return the value that parts of the table stand for; None if they stand for none."""
        _, known = _known(self, self.basis(position))
        return known.get(parts)

    def refusal(self, value: Any, position: Any, seat: int) -> Refusal | None:
        """Return why a value of `all` is not possible now."""
        if not self._now or value in self.now(position, seat):
            return None
        return Refusal("not_now", f"{self.text(value)} is not possible now.")


@lru_cache(256)
def _known(domain: Domain, basis: Any) -> tuple[dict[str, Any], dict[tuple[str, ...], Any]]:
    """Return values by their texts, also in small letters where that tells them apart, and by their parts."""
    values = domain.values_of(basis)
    texts = {domain.text(value): value for value in values}
    small = Counter(map(str.casefold, texts))
    folded = {each.casefold(): value for each, value in texts.items() if small[each.casefold()] == 1}
    return folded | texts, {domain.parts(value): value for value in values}


class Places(Domain):
    """Places of the position's `board`: its cells, edges or corners.

    `given=NEAR` for a second argument, to which a piece goes, lists for each first one where it can go at all.

    >>> Places("cells").noun
    'cell'
    """

    is_drawn = True

    def __init__(self, kind: Literal["cells", "edges", "corners"], now: str = "", given: Given = None) -> None:
        super().__init__(now, given=given)
        self.noun, self._kind = kind[:-1], kind

    def basis(self, position: Any) -> Any:
        return position.board

    def values_of(self, basis: Any) -> Sequence[str]:
        places: Sequence[str] = getattr(basis, self._kind)
        return places

    def has(self, value: Any, position: Any) -> bool:
        return isinstance(value, str) and value in position.board.named(self._kind)


class Held(Domain):
    """A card in the mover's hand: `Held("hands", CARDS)`, where the field `hands` has a hand for each seat.

    >>> Held("hands", range(1, 61)).read("7", None), Held("hands", range(1, 61)).read("61", None)
    (7, None)
    """

    noun = "card"
    is_drawn = True

    def __init__(self, field: str, cards: Iterable[Any]) -> None:
        super().__init__(values=tuple(dict.fromkeys(cards)))
        self._field = field

    def now(self, position: Any, seat: int, *before: Any) -> Iterable[Any]:
        """Return the different cards in that hand."""
        return dict.fromkeys(getattr(position, self._field)[seat])

    def refusal(self, value: Any, position: Any, seat: int) -> Refusal | None:
        """Return the refusal of a card that is not in the mover's hand."""
        if value in getattr(position, self._field)[seat]:
            return None
        return Refusal("not_held", f"You do not hold {value}.")


class OneOf(Domain):
    """One of a few values, which may be those of an enum.

    With `is_drawn` they are parts of the table, named like their texts: the cards of a market in a `Row` with these
    names, the kinds of pieces in a `Supply`. `now` then names those that lie there.

    >>> OneOf(("hearts", "spades")).read("spades", None)
    'spades'
    """

    def __init__(self, values: Iterable[Any], now: str = "", noun: str = "choice", *, is_drawn: bool = False) -> None:
        super().__init__(now, tuple(values))
        self.noun, self.is_optional, self.is_drawn = noun, "" in self.all(None), is_drawn

    def text(self, value: Any) -> str:
        """Return the value of an enum member if it is a text, or else its name in lower case."""
        if isinstance(value, Enum):
            return value.value if isinstance(value.value, str) else value.name.lower()
        return str(value)


class Number(Domain):
    """A whole number from `low` to `high`.

    >>> Number(0, 12).read("7", None), Number(0, 12).read("13", None), Number(0, 12).read("٧", None)
    (7, None, None)
    """

    noun = "number"
    attribute = "number"

    def __init__(self, low: int, high: int, now: str = "") -> None:
        super().__init__(now, range(low, high + 1))

    def read(self, text: str, position: Any) -> int | None:
        """Return the number of some digits, perhaps after a minus sign."""
        with suppress(ValueError):
            if (value := int(text)) in self.values and str(value) == text:
                return value
        return None


class Named(Domain):
    """A number from 0 on, written by its name: `Named("abcdefgh")`; `words` are for sentences.

    >>> Named("abcdefgh").text(2), Named("abcdefgh").read("h", None)
    ('c', 7)
    """

    def __init__(self, texts: Sequence[str], words: Sequence[str] = ()) -> None:
        super().__init__(values=range(len(texts)))
        self._texts, self._words = texts, words or texts
        self.shape = "." if {*map(len, texts)} == {1} else self.shape

    def text(self, value: int) -> str:
        """Return the name; a number that has none is put in parentheses."""
        return self._texts[value] if 0 <= value < len(self._texts) else f"({value})"

    def words(self, value: int) -> str:
        return self._words[value]


class Turn(Named):
    """The turn of a piece: clockwise in so many steps, written as given; `words` are for sentences.

    >>> Turn("hv", ("lying", "standing")).text(1), Turn("hv", ("lying", "standing")).words(1)
    ('v', 'standing')
    """

    noun = "turn"
    attribute = "turn"


class Flip(Turn):
    """Whether a piece is mirrored, written as given: `Flip(("front", "back"))`.

    >>> Flip(("front", "back")).text(True), Flip(("front", "back")).read("front", None)
    ('back', False)
    """

    noun = "side"
    attribute = "flip"

    def __init__(self, texts: Sequence[str], words: Sequence[str] = ()) -> None:
        super().__init__(texts, words)
        self.values = (False, True)


class Flag(Named):
    """Whether something holds, written as a word or left out: `Flag("joker")`.

    >>> Flag("joker").text(True), Flag("joker").text(False)
    ('joker', '')
    """

    is_optional = True

    def __init__(self, word: str) -> None:
        super().__init__(("", word))
        self.noun, self.values = word, (False, True)


class Players(Domain):
    """A seat at the table, written as the number of the player, from 1 on."""

    noun = "player"
    is_drawn = True

    def basis(self, position: Any) -> Any:
        return position.seats

    def values_of(self, basis: Any) -> Sequence[int]:
        return range(basis)

    def text(self, value: int) -> str:
        return str(value + 1)

    def parts(self, value: int) -> tuple[str, ...]:
        return (f"player {value + 1}",)


Cell: TypeAlias = Annotated[str, Places("cells")]
"""A cell of the position's `board`."""
Edge: TypeAlias = Annotated[str, Places("edges")]
"""An edge of the position's `board`."""
Corner: TypeAlias = Annotated[str, Places("corners")]
"""A corner of the position's `board`."""
Seat: TypeAlias = Annotated[int, Players()]
"""A player, counted from 0 in the rules and from 1 in texts."""


def domain_of(hint: Any) -> Domain | None:
    """Return the domain that an annotation stands for; None if it stands for none.

    >>> domain_of(Cell).noun, domain_of(int)
    ('cell', None)
    """
    if get_origin(hint) is Literal:
        return OneOf(get_args(hint))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return OneOf(hint, noun=hint.__name__.lower())
    return next((each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Domain)), None)
