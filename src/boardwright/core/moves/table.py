"""All declared moves of a class of positions: what can be played, read, numbered, pressed and refused."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, islice, product
from math import prod
from typing import Any, NamedTuple

from boardwright.core.chance import Rng
from boardwright.core.moves.method import REFUSED, MoveMethod, is_declared
from boardwright.core.refusal import Refusal

_TRIES = 50
"""How many moves are tried for a random one before all are listed."""
_BUTTONS = 24
"""How many buttons of a method are told before they are needed."""


class Call(NamedTuple):
    """A move taken apart: the name of its method, and its arguments in the order of the pattern."""

    name: str
    values: tuple[Any, ...]


class MoveTable:
    """The declared moves of a class; falsy if there are none."""

    def __init__(self, owner: type) -> None:
        members = {name: member for kind in reversed(owner.__mro__) for name, member in vars(kind).items()}
        found = [MoveMethod(owner, name, member) for name, member in members.items() if is_declared(member)]
        self.methods = {method.name: method for method in found}

    def __bool__(self) -> bool:
        return bool(self.methods)

    def call(self, text: str, position: Any) -> Call | None:
        """The move of that text taken apart; None if there is no such move."""
        known: dict[str, Call] = position.__dict__.setdefault("_calls", {})
        if text in known:
            return known[text]
        plain = " ".join(text.split())
        for method in self.methods.values():
            values = method.read(plain, position)
            if values is not None:
                call = known[method.text(values)] = Call(
                    method.name, values
                )  # texts of moves only, not all that is typed
                return call
        return None

    def read(self, text: str, position: Any) -> str | None:
        """The text of a move as the pattern writes it; None if there is no such move."""
        call = self.call(text, position)
        return None if call is None else self.methods[call.name].text(call.values)

    def examples(self, text: str, position: Any) -> str:
        """What would have worked in place of a text that is not a move."""
        for method in self.methods.values():
            if complaint := method.complaint(text, position):
                return f"{complaint}; moves look like {self._patterns(position)}"
        return f"moves look like {self._patterns(position)}"

    def _patterns(self, position: Any) -> str:
        firsts = [[domain.all(position)[0] for domain in method.domains] for method in self.methods.values()]
        texts = [method.text(values) for method, values in zip(self.methods.values(), firsts, strict=True)]
        return ", ".join(f"`{text}`" for text in texts)

    def result(self, text: str, position: Any, seat: int) -> Any:
        """The position after a move, or the refusal."""
        call = self.call(text, position)
        if call is None:
            return Refusal("no_such_move", f"{text} is not a move here.")
        return self.methods[call.name].result(call.values, position, seat)

    def legal(self, position: Any, seat: int) -> Iterator[str]:
        """Every legal move, tried one by one."""
        for method in self.methods.values():
            yield from self._legal(method, position, seat)

    def _legal(self, method: MoveMethod, position: Any, seat: int) -> Iterator[str]:
        for values in product(*(domain.now(position, seat) for domain in method.domains)):
            if method.after(values, position, seat) is not REFUSED:
                yield method.text(values)

    def sample(self, position: Any, seat: int, rng: Rng) -> tuple[str, Any] | None:
        """A random legal move and the position after it, all legal moves being equally likely.

        Moves are tried until one is not refused, so that none are listed; None if that takes too long.
        """
        ways = [[tuple(domain.now(position, seat)) for domain in method.domains] for method in self.methods.values()]
        bounds = list(accumulate(prod(map(len, domains)) for domains in ways))
        methods = tuple(self.methods.values())
        for _ in range(_TRIES if bounds[-1] else 0):
            number = int(rng.random() * bounds[-1])
            place = bisect_right(bounds, number)
            number -= bounds[place - 1] if place else 0
            values = []
            for domain in ways[place]:
                number, index = divmod(number, len(domain))
                values.append(domain[index])
            after = methods[place].after(values, position, seat)
            if after is not REFUSED:
                return methods[place].text(values), after
        return None

    def is_secret(self, text: str, position: Any) -> bool:
        """Whether the others do not see this move in the log."""
        call = self.call(text, position)
        return call is not None and self.methods[call.name].is_secret

    def label(self, text: str, position: Any) -> str:
        """The move in words."""
        call = self.call(text, position)
        return text if call is None else self.methods[call.name].label(call.values)

    # Gestures: (subject, turn, flip, target)

    @cached_property
    def _tools(self) -> frozenset[str]:
        """The moves whose word is taken first, like a tool or a piece from a supply: they turn, or look like others."""
        alike = Counter(tuple(id(type(domain)) for domain in method.domains) for method in self.methods.values())
        found = set()
        for method in self.methods.values():
            drawn = sum(domain.is_drawn for domain in method.domains)
            same = alike[tuple(id(type(domain)) for domain in method.domains)] > 1
            if method.is_gathered or (drawn == 1 and (method.variants or (same and method.word in method.pattern))):
                found.add(method.name)
        return frozenset(found)

    def gesture(self, text: str, position: Any) -> tuple[str, int, bool, str]:
        """What the player takes, how it is turned, and where it goes.

        The parts for the arguments, in their order: one is pressed, two are from and to. Three and more of one pick are
        a target together, with commas between them. A number among many counts as a turn of the move's word. A move
        without such parts, or with too many, is a button named by its text.
        """
        call = self.call(text, position)
        if call is None:
            return text, 0, False, ""
        method = self.methods[call.name]
        if method.is_entry:
            return method.word, method.domains[0].all(position).index(call.values[0]), False, ""
        names = method.names(call.values)
        if method.is_gathered:
            names = [",".join(names)]
        if method.name in self._tools:
            names = [method.word, *names]
        turn, flip = method.orientation(call.values)
        if self._is_button(method):
            return text, 0, False, ""
        return names[0], turn, flip, "".join(names[1:])

    def move_for(self, gesture: tuple[str, int, bool, str], position: Any) -> str | None:
        """The move made by that gesture, legal or not; None if there is none. Lists no moves."""
        subject, turn, flip, target = gesture
        if not target and not turn and not flip and (text := self.read(subject, position)) is not None:
            return text if self.gesture(text, position) == gesture else None
        for method in self.methods.values():
            if method.is_entry:
                numbers = method.domains[0].all(position)
                if gesture == (method.word, turn, False, "") and 0 <= turn < len(numbers):
                    return method.text([numbers[turn]])
                continue
            names = [target] if method.name in self._tools and subject == method.word else [subject, target]
            values = self._values(method, [name for name in names if name], turn, flip, position)
            if values is not None:
                text = method.text(values)
                if self.gesture(text, position) == gesture:
                    return text
        return None

    def _values(
        self, method: MoveMethod, names: list[str], turn: int, flip: bool, position: Any
    ) -> tuple[Any, ...] | None:
        """The arguments that stand for those parts."""
        values: list[Any] = []
        for number, domain in enumerate(method.domains):
            if number in method.variants:
                values.append(_variant(domain, turn, flip, position))
            else:
                count = getattr(domain, "count", 1)
                values.append(domain.read(_text_for(names[:count]), position))
                names = names[count:]
        return None if names or any(value is None for value in values) else tuple(values)

    def _is_button(self, method: MoveMethod) -> bool:
        """Whether a move is made by a button with its text, because its arguments cannot be pressed."""
        if method.is_entry or method.is_gathered:
            return False
        pressed = [domain for number, domain in enumerate(method.domains) if number not in method.variants]
        parts = sum(getattr(domain, "count", 1) for domain in pressed) + (method.name in self._tools)
        return not pressed or not all(domain.is_drawn for domain in pressed) or parts > 2

    def possible_buttons(self, position: Any) -> tuple[str, ...]:
        """The first buttons that there can be at some time."""
        found: list[str] = []
        for method in self.methods.values():
            if self._is_button(method):
                ways = product(*(domain.all(position) for domain in method.domains))
                found.extend(method.text(values) for values in islice(ways, _BUTTONS))
            elif method.is_entry or method.is_gathered:
                found.append(method.word)
        return tuple(found)

    def buttons(self, position: Any, seat: int) -> list[str]:
        """What an actor can press or take that no argument of a move stands for. Other moves are not tried."""
        found: list[str] = []
        for method in self.methods.values():
            if self._is_button(method):
                found.extend(self._legal(method, position, seat))
            elif method.is_entry or method.is_gathered:
                found.extend([method.word] if next(self._legal(method, position, seat), None) else [])
            elif method.name in self._tools:
                found.append(method.word)
        return found


def _text_for(names: list[str]) -> str:
    return ",".join(name.removeprefix("player ") for name in names)


def _variant(domain: Any, turn: int, flip: bool, position: Any) -> Any:
    ways = domain.all(position)
    wanted = flip if ways == (False, True) else turn
    return wanted if wanted in ways else None


class Choices(Collection[str]):
    """The legal moves of a seat: `in` tries one move, and all are listed only when they are asked for."""

    def __init__(self, table: MoveTable, position: Any, seat: int) -> None:
        self._table, self._position, self._seat = table, position, seat

    @cached_property
    def _listed(self) -> tuple[str, ...]:
        found = tuple(self._table.legal(self._position, self._seat))
        self._position = None  # which keeps this object: nothing is left to collect
        return found

    def __contains__(self, move: object) -> bool:
        if "_listed" in self.__dict__:
            return move in self._listed
        if not isinstance(move, str) or self._table.read(move, self._position) != move:
            return False
        return not isinstance(self._table.result(move, self._position, self._seat), Refusal)

    def __iter__(self) -> Iterator[str]:
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


class MoveList(Sequence[str]):
    """Every move that can be made at a table, numbered; each is made when it is asked for, so there may be millions.

    The moves of a method are the product of its domains, the last argument counting fastest.
    """

    def __init__(self, table: MoveTable, position: Any) -> None:
        self._table, self._position = table, position
        self._domains = [[domain.all(position) for domain in method.domains] for method in table.methods.values()]
        self._sizes = [prod(map(len, domains)) for domains in self._domains]

    def __len__(self) -> int:
        return sum(self._sizes)

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return tuple(self[each] for each in range(*number.indices(len(self))))
        number = range(len(self))[number]
        for method, domains, size in zip(self._table.methods.values(), self._domains, self._sizes, strict=True):
            if number < size:
                values: list[Any] = []
                for domain in reversed(domains):
                    number, place = divmod(number, len(domain))
                    values.append(domain[place])
                return method.text(values[::-1])
            number -= size
        raise IndexError(number)

    def index(self, move: Any, start: int = 0, stop: int | None = None) -> int:
        """The number of a move; ValueError if it is not one of these."""
        call = self._table.call(move, self._position)
        if call is None:
            raise ValueError(f"{move!r} is not a move of this table")
        before, number = 0, 0
        for name, domains, size in zip(self._table.methods, self._domains, self._sizes, strict=True):
            if name == call.name:
                for domain, value in zip(domains, call.values, strict=True):
                    number = number * len(domain) + domain.index(value)
                return before + number
            before += size
        raise ValueError(move)

    def __contains__(self, move: object) -> bool:
        return isinstance(move, str) and self._table.read(move, self._position) == move
