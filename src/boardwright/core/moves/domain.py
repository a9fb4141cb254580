"""Domains: the values that an argument of a move can have.

An argument is annotated with its domain: `cell: Cell`, `bid: Annotated[int, Number(0, 12)]`. A domain knows every value
that is possible at a table (`all`), those worth trying in a position (`now`), their texts, and the names of the parts
of the picture that stand for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin

from boardwright.core.refusal import Refusal


class Domain:
    """The base of all domains.

    `now` names an attribute of the position, or a method that takes the seat, with the values that are possible now.
    """

    noun = "value"
    is_drawn = False
    """Whether the picture has a part for each value, which a player can press."""
    is_optional = False
    """Whether a value may have no text."""
    shape = ".+?"
    """What texts look like: a regular expression without groups, which the case of letters does not matter to."""
    values: Sequence[Any] | None = None
    """The values, if they are the same at every table."""

    def __init__(self, now: str = "", values: Sequence[Any] | None = None) -> None:
        self._now = now
        if values is not None:
            self.values = values

    def all(self, position: Any) -> Sequence[Any]:
        """Every value at this table, in a fixed order; equal tables give equal values."""
        if self.values is None:
            raise NotImplementedError(f"{type(self).__name__} needs `values`, or `all`: what is possible at a table.")
        return self.values

    def now(self, position: Any, seat: int) -> Iterable[Any]:
        """The values that can be possible in that position."""
        if not self._now:
            return self.all(position)
        found = getattr(position, self._now)
        values: Iterable[Any] = found(seat) if callable(found) else found
        return values

    def text(self, value: Any) -> str:
        """How the value is written in a move."""
        return str(value)

    def words(self, value: Any) -> str:
        """What players call the value in sentences."""
        return self.text(value)

    def name(self, value: Any) -> str:
        """The part of the picture that stands for the value."""
        return self.text(value)

    def read(self, text: str, position: Any) -> Any:
        """The value of a text that has the `shape`, whatever the case of its letters; None if there is none."""
        texts = _texts(self.text, tuple(self.all(position))) if self.values is None else self._known
        return texts.get(text, texts.get(text.casefold()))

    @cached_property
    def _known(self) -> dict[str, Any]:
        return _texts(self.text, tuple(self.values or ()))

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


class Places(Domain):
    """Places of the board that is called `board`: its cells, edges or corners.

    >>> Places("cells").noun
    'cell'
    """

    is_drawn = True

    def __init__(self, kind: Literal["cells", "edges", "corners"], now: str = "", board: str = "board") -> None:
        super().__init__(now)
        self.noun = kind[:-1]
        self._kind, self._board = kind, board

    def all(self, position: Any) -> Sequence[str]:
        """The places of that kind, in reading order."""
        places: Sequence[str] = getattr(getattr(position, self._board), self._kind)
        return places


class Held(Domain):
    """A card in the mover's hand: `Held("hands", CARDS)`, where the field `hands` has a hand for each seat."""

    noun = "card"
    is_drawn = True

    def __init__(self, field: str, cards: Iterable[Any]) -> None:
        super().__init__(values=tuple(dict.fromkeys(cards)))
        self._field = field

    def now(self, position: Any, seat: int) -> Iterable[Any]:
        """The different cards in that hand."""
        return dict.fromkeys(getattr(position, self._field)[seat])

    def refusal(self, value: Any, position: Any, seat: int) -> Refusal | None:
        """A card must be held to be played."""
        if value in getattr(position, self._field)[seat]:
            return None
        return Refusal("not_held", f"You do not hold {value}.")


class OneOf(Domain):
    """One of a few values, which may be those of an enum."""

    def __init__(self, values: Iterable[Any], now: str = "", noun: str = "choice") -> None:
        super().__init__(now, tuple(values))
        self.noun, self.is_optional = noun, "" in self.all(None)

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
    """A number from 0 on, written by its name: `Named("abcdefgh", noun="column")`; `words` are for sentences."""

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
    """Whether a piece is mirrored, written as given: `Flip(("front", "back"))`."""

    noun = "side"

    def __init__(self, texts: Sequence[str], words: Sequence[str] = ()) -> None:
        super().__init__(texts, words)
        self.values = (False, True)


class Flag(Domain):
    """Whether something holds, written as a word or left out: `Flag("joker")`."""

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

    def all(self, position: Any) -> Sequence[int]:
        """All seats."""
        return range(position.seats)

    def text(self, value: int) -> str:
        """Players are counted from 1."""
        return str(value + 1)

    def name(self, value: int) -> str:
        """A player's mat."""
        return f"player {value + 1}"


class Pick(Domain):
    """So many different values of another domain; their order does not matter.

    >>> pick = Pick(2, Number(1, 3))
    >>> pick.all(None)[1], pick.text((1, 3)), pick.read("3,1", None), pick.read("3", None)
    ((1, 3), '1,3', None, None)
    """

    def __init__(self, count: int, of: Domain) -> None:
        super().__init__()
        self.count, self.of = count, of
        self.noun, self.is_drawn = f"pick of {count}", of.is_drawn

    def all(self, position: Any) -> Sequence[tuple[Any, ...]]:
        """Every combination, in the order of the values."""
        return _Combinations(tuple(self.of.all(position)), self.count)

    def now(self, position: Any, seat: int) -> Iterable[tuple[Any, ...]]:
        """The combinations of what is possible now."""
        possible = set(self.of.now(position, seat))
        return combinations([value for value in self.of.all(position) if value in possible], self.count)

    def text(self, value: tuple[Any, ...]) -> str:
        """The values with commas between them."""
        return ",".join(map(self.of.text, value))

    def read(self, text: str, position: Any) -> tuple[Any, ...] | None:
        """The values in their order."""
        values = tuple(self.of.read(part, position) for part in text.split(","))
        if len(values) != self.count or None in values:
            return None
        places = [self.of.all(position).index(value) for value in values]
        return values if places == sorted(set(places)) else None

    def refusal(self, value: tuple[Any, ...], position: Any, seat: int) -> Refusal | None:
        """The first refusal of a value."""
        return next(filter(None, (self.of.refusal(each, position, seat) for each in value)), None)


class _Combinations(Sequence[Any]):
    """All combinations by their number, none of them kept."""

    def __init__(self, values: tuple[Any, ...], count: int) -> None:
        self._values, self._count = values, count

    def __len__(self) -> int:
        return comb(len(self._values), self._count)

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [self[each] for each in range(*number.indices(len(self)))]
        number = range(len(self))[number]
        found, start = [], 0
        for left in range(self._count, 0, -1):
            while number >= (ways := comb(len(self._values) - start - 1, left - 1)):
                number -= ways
                start += 1
            found.append(self._values[start])
            start += 1
        return tuple(found)

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """The number of a combination."""
        number, first = 0, 0
        for left, each in zip(range(self._count, 0, -1), value, strict=True):
            place = self._values.index(each)
            number += sum(comb(len(self._values) - skipped - 1, left - 1) for skipped in range(first, place))
            first = place + 1
        return number


Cell: TypeAlias = Annotated[str, Places("cells")]
Edge: TypeAlias = Annotated[str, Places("edges")]
Corner: TypeAlias = Annotated[str, Places("corners")]
Seat: TypeAlias = Annotated[int, Players()]


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
