"""Domains: the values that an argument of a move can have.

An argument is annotated with its domain: `cell: Cell`, `bid: Annotated[int, Number(0, 12)]`. A domain knows every value
that is possible at a table (`all`), those worth trying in a position (`now`), their texts, and the names of the parts
of the table that stand for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cached_property, lru_cache
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin

from boardwright.core.refusal import Refusal


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
    shape = ".+?"
    """What texts look like: a regular expression without groups, which the case of letters does not matter to."""
    values: Sequence[Any] | None = None
    """The values, if they are the same at every table."""

    def __init__(
        self, now: str = "", values: Sequence[Any] | None = None, given: Mapping[Any, Sequence[Any]] | None = None
    ) -> None:
        self._now = now
        self.given = given
        if values is not None:
            self.values = values

    def all(self, position: Any, *before: Any) -> Sequence[Any]:
        """Return every value at this table, after those arguments, in a fixed order; equal tables give equal values."""
        if self.given is not None and before:
            return self.given.get(before[-1], ())
        if self.values is None:
            raise NotImplementedError(f"{type(self).__name__} needs `values`, or `all`: what is possible at a table.")
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
            return value in self._set if self.values is not None else value in self.all(position)
        except TypeError:
            return False

    @cached_property
    def _set(self) -> frozenset[Any]:
        return frozenset(self.values or ())

    def text(self, value: Any) -> str:
        """How the value is written in a move."""
        return str(value)

    def words(self, value: Any) -> str:
        """What players call the value in sentences."""
        return self.text(value)

    def name(self, value: Any) -> str:
        """The part of the table that stands for the value."""
        return self.text(value)

    def read(self, text: str, position: Any) -> Any:
        """The value of a text that has the `shape`, whatever the case of its letters; None if there is none."""
        texts = _texts(self.text, tuple(self.all(position))) if self.values is None else self._known
        return texts.get(text, texts.get(text.casefold()))

    @cached_property
    def _known(self) -> dict[str, Any]:
        return _texts(self.text, tuple(self.values or ()))

    def from_name(self, name: str, position: Any) -> Any:
        """Return the value that a part of the table stands for; None if it stands for none."""
        names = _names(self.name, tuple(self.all(position))) if self.values is None else self._named
        return names.get(name)

    def from_names(self, names: Sequence[str], position: Any) -> Any:
        """Return the value that several parts of the table stand for; None if they stand for none."""
        return None

    @cached_property
    def _named(self) -> dict[str, Any]:
        return _names(self.name, tuple(self.values or ()))

    def refusal(self, value: Any, position: Any, seat: int) -> Refusal | None:
        """Why a value of `all` is not possible now."""
        if not self._now or value in self.now(position, seat):
            return None
        return Refusal("not_now", f"{self.text(value)} is not possible now.")

    def examples(self, position: Any) -> str:
        """What the values look like, for messages."""
        texts = [self.text(value) for value in self.all(position)[:2]]
        last = self.text(self.all(position)[-1])
        return ", ".join(texts) if last in texts else f"{texts[0]} to {last}"


@lru_cache(256)
def _texts(text: Callable[[Any], str], values: tuple[Any, ...]) -> dict[str, Any]:
    """Values by their texts, and by their texts in small letters where that tells them apart."""
    known = {text(value): value for value in values}
    small = Counter(each.casefold() for each in known)
    return {each.casefold(): value for each, value in known.items() if small[each.casefold()] == 1} | known


@lru_cache(256)
def _names(name: Callable[[Any], str], values: tuple[Any, ...]) -> dict[str, Any]:
    """Values by the names of their parts."""
    return {name(value): value for value in values}


class Places(Domain):
    """Places of the board that is called `board`: its cells, edges or corners.

    `given=NEAR` for a second argument, to which a piece goes, lists for each first one where it can go at all.

    >>> Places("cells").noun
    'cell'
    """

    is_drawn = True

    def __init__(
        self,
        kind: Literal["cells", "edges", "corners"],
        now: str = "",
        board: str = "board",
        given: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        super().__init__(now, given=given)
        self.noun = kind[:-1]
        self._kind, self._board = kind, board

    def all(self, position: Any, *before: Any) -> Sequence[str]:
        """The places of that kind, in reading order."""
        if self.given is not None and before:
            return self.given.get(before[-1], ())
        places: Sequence[str] = getattr(getattr(position, self._board), self._kind)
        return places

    def has(self, value: Any, position: Any) -> bool:
        """Return whether that is such a place of the board."""
        return isinstance(value, str) and value in getattr(position, self._board).named(self._kind)

    def read(self, text: str, position: Any) -> str | None:
        """The place of that name, whatever the case of its letters if that tells it from others."""
        found: str | None = getattr(position, self._board).named(self._kind).get(text)
        return super().read(text, position) if found is None else found

    def from_name(self, name: str, position: Any) -> str | None:
        """Return the place, which its part is named like."""
        found: str | None = getattr(position, self._board).named(self._kind).get(name)
        return found


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
        """The different cards in that hand."""
        return dict.fromkeys(getattr(position, self._field)[seat])

    def refusal(self, value: Any, position: Any, seat: int) -> Refusal | None:
        """A card must be held to be played."""
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
        """The value of an enum member if it is a text, or else its name in lower case."""
        if isinstance(value, Enum):
            return value.value if isinstance(value.value, str) else value.name.lower()
        return str(value)


class Number(Domain):
    """A whole number from `low` to `high`.

    >>> Number(0, 12).read("7", None), Number(0, 12).read("13", None), Number(0, 12).read("٧", None)
    (7, None, None)
    """

    noun = "number"

    def __init__(self, low: int, high: int, now: str = "") -> None:
        self.range = range(low, high + 1)
        super().__init__(now, self.range)

    def read(self, text: str, position: Any) -> int | None:
        """Digits, perhaps after a minus sign."""
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdecimal() and len(digits) < 10) or str(int(text)) != text:
            return None
        return int(text) if int(text) in self.range else None


class Named(Domain):
    """A number from 0 on, written by its name: `Named("abcdefgh", noun="column")`; `words` are for sentences.

    >>> Named("abcdefgh", noun="column").text(2), Named("abcdefgh", noun="column").read("h", None)
    ('c', 7)
    """

    def __init__(self, texts: Sequence[str], words: Sequence[str] = (), noun: str = "") -> None:
        super().__init__(values=range(len(texts)))
        self._texts = tuple(texts)
        self._words = tuple(words) or self._texts
        self.noun = noun or self.noun
        self.shape = "." if set(map(len, self._texts)) == {1} else self.shape

    def words(self, value: int) -> str:
        """As given for sentences."""
        return self._words[value]

    def text(self, value: int) -> str:
        """As given; a number that has no name is put in parentheses."""
        return self._texts[value] if 0 <= value < len(self._texts) else f"({value})"


class Turn(Named):
    """How a piece is turned: clockwise in so many steps, written as given; `words` are for sentences.

    >>> Turn("hv", ("lying", "standing")).text(1), Turn("hv", ("lying", "standing")).words(1)
    ('v', 'standing')
    """

    noun = "turn"


class Flip(Turn):
    """Whether a piece is mirrored, written as given: `Flip(("front", "back"))`.

    >>> Flip(("front", "back")).text(True), Flip(("front", "back")).read("front", None)
    ('back', False)
    """

    noun = "side"

    def __init__(self, texts: Sequence[str], words: Sequence[str] = ()) -> None:
        super().__init__(texts, words)
        self.values = (False, True)


class Flag(Domain):
    """Whether something holds, written as a word or left out: `Flag("joker")`.

    >>> Flag("joker").text(True), Flag("joker").text(False)
    ('joker', '')
    """

    is_optional = True
    values = (False, True)

    def __init__(self, word: str) -> None:
        super().__init__()
        self.noun = word

    def text(self, value: bool) -> str:
        """The word, or nothing."""
        return self.noun if value else ""


class Players(Domain):
    """A seat at the table, written as the number of the player, from 1 on."""

    noun = "player"
    is_drawn = True

    def all(self, position: Any, *before: Any) -> Sequence[int]:
        """All seats."""
        return range(position.seats)

    def text(self, value: int) -> str:
        """Players are counted from 1."""
        return str(value + 1)

    def name(self, value: int) -> str:
        """A player's mat."""
        return f"player {value + 1}"


Cell: TypeAlias = Annotated[str, Places("cells")]
"""A cell of the position's `board`."""
Edge: TypeAlias = Annotated[str, Places("edges")]
"""An edge of the position's `board`."""
Corner: TypeAlias = Annotated[str, Places("corners")]
"""A corner of the position's `board`."""
Seat: TypeAlias = Annotated[int, Players()]
"""A player, counted from 0 in the rules and from 1 in texts."""


def domain_of(hint: Any) -> Domain | None:
    """The domain that an annotation stands for; None if it stands for none.

    >>> domain_of(Cell).noun, domain_of(int)
    ('cell', None)
    """
    found = next((each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Domain)), None)
    if found is not None:
        return found
    if get_origin(hint) is Literal:
        return OneOf(get_args(hint))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return OneOf(hint, noun=hint.__name__.lower())
    return None
