"""All declared moves of a class of positions: what can be played, read, numbered, pressed and refused.

A move is a text if it is declared by a method, and a struct if it is declared by a type.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, islice, product
from math import prod
from typing import Any, NamedTuple

from boardwright.core.chance import Rng
from boardwright.core.moves.form import REFUSED, MoveForm
from boardwright.core.moves.method import MoveMethod, is_declared
from boardwright.core.moves.typed import TypedForm, TypedMove, form_of
from boardwright.core.refusal import Refusal

_TRIES = 50
"""How many moves are tried for a random one before all are listed."""
_LONGEST = 40
"""Up to so many characters, what a text means is remembered."""
_BUTTONS = 24
"""How many buttons of a form are told before they are needed."""


class Call(NamedTuple):
    """A move taken apart: the name of its form, and its arguments in the order of the pattern."""

    name: str
    values: tuple[Any, ...]


class MoveTable:
    """The declared moves of a class; falsy if there are none."""

    def __init__(self, owner: type, kinds: Sequence[type[TypedMove]] = ()) -> None:
        members = {name: member for kind in reversed(owner.__mro__) for name, member in vars(kind).items()}
        methods = [MoveMethod(owner, name, member) for name, member in members.items() if is_declared(member)]
        found: Sequence[MoveForm] = methods or [form_of(kind) for kind in kinds]
        self.forms = {form.name: form for form in found}
        self.kinds = () if methods else tuple(kinds)
        self.is_typed = bool(self.kinds)

    def __bool__(self) -> bool:
        return bool(self.forms)

    def call(self, move: Any, position: Any) -> Call | None:
        """A move, or the one of that text, taken apart; None if there is no such move."""
        if not isinstance(move, str):
            form = self.forms.get(type(move).__name__)
            return Call(form.name, form.values(move)) if isinstance(form, TypedForm) else None
        known: dict[str, Call] = {} if self.is_typed else position.__dict__.setdefault("_calls", {})
        if move in known:
            return known[move]
        plain = " ".join(move.split())
        found: dict[str, Call] = {}
        for form in self.forms.values():
            values = form.read(plain, position)
            if values is not None:
                found.setdefault(form.text(values), Call(form.name, values))
                if plain in found:
                    break
        text = plain if plain in found else next(iter(found), "")
        if text in found:
            known[text] = found[text]  # texts of moves only, not all that is typed
        return found.get(text)

    def read(self, text: str, position: Any) -> Any:
        """The move of that text; None if there is none."""
        if self._is_fixed and len(text) <= _LONGEST:
            return _read(self, text)
        call = self.call(text, position)
        return None if call is None else self.forms[call.name].move(call.values)

    @cached_property
    def _is_fixed(self) -> bool:
        """Whether moves are structs and look the same at every table, so that each text is read once."""
        return self.is_typed and all(domain.values for form in self.forms.values() for domain in form.domains)

    def examples(self, text: str, position: Any) -> str:
        """What would have worked in place of a text that is not a move."""
        for form in self.forms.values():
            if complaint := form.complaint(text, position):
                return f"{complaint}; moves look like {self._patterns(position)}"
        return f"moves look like {self._patterns(position)}"

    def _patterns(self, position: Any) -> str:
        firsts = [[domain.all(position)[0] for domain in form.domains] for form in self.forms.values()]
        texts = [form.text(values) for form, values in zip(self.forms.values(), firsts, strict=True)]
        return ", ".join(f"`{text}`" for text in texts)

    def result(self, move: Any, position: Any, seat: int) -> Any:
        """The position after a move, or the refusal."""
        call = self.call(move, position)
        if call is None:
            return Refusal("no_such_move", f"{move} is not a move here.")
        return self.forms[call.name].result(call.values, position, seat)

    def legal(self, position: Any, seat: int) -> Iterator[Any]:
        """Every legal move, tried one by one."""
        for form in self.forms.values():
            yield from self._legal(form, position, seat)

    def _legal(self, form: MoveForm, position: Any, seat: int) -> Iterator[Any]:
        for values in product(*(domain.now(position, seat) for domain in form.domains)):
            if form.after(values, position, seat) is not REFUSED:
                yield form.move(values)

    def sample(self, position: Any, seat: int, rng: Rng) -> tuple[Any, Any] | None:
        """A random legal move and the position after it, all legal moves being equally likely.

        Moves are tried until one is not refused, so that none are listed; None if that takes too long.
        """
        ways = [[tuple(domain.now(position, seat)) for domain in form.domains] for form in self.forms.values()]
        bounds = list(accumulate(prod(map(len, domains)) for domains in ways))
        forms = tuple(self.forms.values())
        for _ in range(_TRIES if bounds[-1] else 0):
            number = int(rng.random() * bounds[-1])
            place = bisect_right(bounds, number)
            number -= bounds[place - 1] if place else 0
            values = []
            for domain in ways[place]:
                number, index = divmod(number, len(domain))
                values.append(domain[index])
            after = forms[place].after(values, position, seat)
            if after is not REFUSED:
                return forms[place].move(values), after
        return None

    def is_secret(self, step: Any, position: Any) -> bool:
        """Whether the others do not see this move in the log."""
        if not any(form.is_secret for form in self.forms.values()):
            return False
        call = self.call(step, position)
        return call is not None and self.forms[call.name].is_secret

    def label(self, move: Any, position: Any) -> str:
        """The move in words."""
        call = self.call(move, position)
        return str(move) if call is None else self.forms[call.name].label(call.values)

    # Gestures: (subject, turn, flip, target)

    @cached_property
    def _tools(self) -> frozenset[str]:
        """The moves whose word is taken first, like a tool or a piece from a supply: they turn, or look like others."""
        alike = Counter(tuple(id(type(domain)) for domain in form.domains) for form in self.forms.values())
        found = set()
        for form in self.forms.values():
            drawn = sum(domain.is_drawn for domain in form.domains)
            same = alike[tuple(id(type(domain)) for domain in form.domains)] > 1
            if form.is_gathered or (drawn == 1 and (form.variants or (same and form.word in form.pattern))):
                found.add(form.name)
        return frozenset(found)

    def gesture(self, move: Any, position: Any) -> tuple[str, int, bool, str]:
        """What the player takes, how it is turned, and where it goes.

        The parts for the arguments, in their order: one is pressed, two are from and to. Three and more of one pick are
        a target together, with commas between them. A number among many counts as a turn of the move's word. A move
        without such parts, or with too many, is a button named by its text.
        """
        if isinstance(move, TypedMove) and (own := move.gesture()) is not None:
            return own.key
        call = self.call(move, position)
        if call is None:
            return str(move), 0, False, ""
        form = self.forms[call.name]
        if form.is_entry:
            return form.word, form.domains[0].all(position).index(call.values[0]), False, ""
        names = form.names(call.values)
        if form.is_gathered:
            names = [",".join(names)]
        if form.name in self._tools:
            names = [form.word, *names]
        turn, flip = form.orientation(call.values)
        if self._is_button(form):
            return str(move), 0, False, ""
        return names[0], turn, flip, "".join(names[1:])

    def move_for(self, gesture: tuple[str, int, bool, str], position: Any) -> Any:
        """The move made by that gesture, legal or not; None if there is none. Lists no moves."""
        subject, turn, flip, target = gesture
        if not target and not turn and not flip and (move := self.read(subject, position)) is not None:
            return move if self.gesture(move, position) == gesture else None
        for form in self.forms.values():
            if form.is_entry:
                numbers = form.domains[0].all(position)
                if gesture == (form.word, turn, False, "") and 0 <= turn < len(numbers):
                    return form.move([numbers[turn]])
                continue
            names = [target] if form.name in self._tools and subject == form.word else [subject, target]
            values = self._values(form, [name for name in names if name], turn, flip, position)
            if values is not None:
                move = form.move(values)
                if self.gesture(move, position) == gesture:
                    return move
        return None

    def _values(self, form: MoveForm, names: list[str], turn: int, flip: bool, position: Any) -> tuple[Any, ...] | None:
        """The arguments that stand for those parts."""
        values: list[Any] = []
        for number, domain in enumerate(form.domains):
            if number in form.variants:
                values.append(_variant(domain, turn, flip, position))
            else:
                count = getattr(domain, "count", 1)
                text = ",".join(name.removeprefix("player ") for name in names[:count])
                values.append(domain.read(text, position) if re.fullmatch(domain.shape, text) else None)
                names = names[count:]
        return None if names or any(value is None for value in values) else tuple(values)

    def _is_button(self, form: MoveForm) -> bool:
        """Whether a move is made by a button with its text, because its arguments cannot be pressed."""
        if form.is_entry or form.is_gathered:
            return False
        pressed = [domain for number, domain in enumerate(form.domains) if number not in form.variants]
        parts = sum(getattr(domain, "count", 1) for domain in pressed) + (form.name in self._tools)
        return not pressed or not all(domain.is_drawn for domain in pressed) or parts > 2

    def possible_buttons(self, position: Any) -> tuple[str, ...]:
        """The first buttons that there can be at some time."""
        found: list[str] = []
        for form in self.forms.values():
            if self._is_button(form):
                ways = product(*(domain.all(position) for domain in form.domains))
                found.extend(form.text(values) for values in islice(ways, _BUTTONS))
            elif form.is_entry or form.is_gathered:
                found.append(form.word)
        return tuple(found)

    def buttons(self, position: Any, seat: int) -> list[str]:
        """What an actor can press or take that no argument of a move stands for. Other moves are not tried."""
        found: list[str] = []
        for form in self.forms.values():
            if self._is_button(form):
                found.extend(map(str, self._legal(form, position, seat)))
            elif form.is_entry or form.is_gathered:
                found.extend([form.word] if next(self._legal(form, position, seat), None) is not None else [])
            elif form.name in self._tools:
                found.append(form.word)
        return found


@lru_cache(1 << 16)
def _read(table: MoveTable, text: str) -> Any:
    call = table.call(text, None)
    return None if call is None else table.forms[call.name].move(call.values)


def _variant(domain: Any, turn: int, flip: bool, position: Any) -> Any:
    ways = domain.all(position)
    wanted = flip if ways == (False, True) else turn
    return wanted if wanted in ways else None


class Choices(Collection[Any]):
    """The legal moves of a seat: `in` tries one move, and all are listed only when they are asked for."""

    def __init__(self, table: MoveTable, position: Any, seat: int) -> None:
        self._table, self._position, self._seat = table, position, seat

    @cached_property
    def _listed(self) -> tuple[Any, ...]:
        found = tuple(self._table.legal(self._position, self._seat))
        self._position = None  # which keeps this object: nothing is left to collect
        return found

    def __contains__(self, move: object) -> bool:
        if "_listed" in self.__dict__:
            return move in self._listed
        if not isinstance(move, str | TypedMove) or self._table.read(str(move), self._position) != move:
            return False
        return not isinstance(self._table.result(move, self._position, self._seat), Refusal)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._listed)

    def __len__(self) -> int:
        return len(self._listed)

    def __bool__(self) -> bool:
        if "_listed" in self.__dict__:
            return bool(self._listed)
        return any(True for _ in self._table.legal(self._position, self._seat))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Collection) and self._listed == tuple(other)

    __hash__ = None  # type: ignore[assignment]


class MoveList(Sequence[Any]):
    """Every move that can be made at a table, numbered; each is made when it is asked for, so there may be millions.

    The moves of a form are the product of its domains, the last argument counting fastest.
    """

    def __init__(self, table: MoveTable, position: Any) -> None:
        self._table, self._position = table, position
        self._domains = [[domain.all(position) for domain in form.domains] for form in table.forms.values()]
        self._sizes = [prod(map(len, domains)) for domains in self._domains]

    def __len__(self) -> int:
        return sum(self._sizes)

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return tuple(self[each] for each in range(*number.indices(len(self))))
        number = range(len(self))[number]
        for form, domains, size in zip(self._table.forms.values(), self._domains, self._sizes, strict=True):
            if number < size:
                values: list[Any] = []
                for domain in reversed(domains):
                    number, place = divmod(number, len(domain))
                    values.append(domain[place])
                return form.move(values[::-1])
            number -= size
        raise IndexError(number)

    def index(self, move: Any, start: int = 0, stop: int | None = None) -> int:
        """The number of a move; ValueError if it is not one of these."""
        call = self._table.call(move, self._position)
        if call is None:
            raise ValueError(f"{move!r} is not a move of this table")
        before, number = 0, 0
        for name, domains, size in zip(self._table.forms, self._domains, self._sizes, strict=True):
            if name == call.name:
                for domain, value in zip(domains, call.values, strict=True):
                    number = number * len(domain) + domain.index(value)
                return before + number
            before += size
        raise ValueError(move)

    def __contains__(self, move: object) -> bool:
        return isinstance(move, str | TypedMove) and self._table.read(str(move), self._position) == move
