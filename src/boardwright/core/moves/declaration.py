"""The declaration of a type of moves: its notation, its arguments with their domains, and its words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from inspect import unwrap
from itertools import product
from typing import Any, get_type_hints

from msgspec.structs import astuple

from boardwright.core.gesture import Drag, Enter, Gesture, Pick, Press, Put
from boardwright.core.moves.domain import Domain, Flip, Number, Turn, domain_of
from boardwright.core.moves.several import Several
from boardwright.core.refusal import Refusal

_FIELD = re.compile(r"\{(\w+)\}")
FEW = 6
"""The most numbers that have a button each."""


class BadDeclaration(TypeError):
    """A method or a type that cannot be a move; `place` is the file and the line where a method stands."""

    def __init__(self, name: str, source: Callable[..., Any], text: str) -> None:
        super().__init__(f"{name}{text}")
        code = getattr(unwrap(source), "__code__", None)
        self.place = source.__module__ if code is None else f"{code.co_filename}, line {code.co_firstlineno}"


class Declaration:
    """The declaration of one type of moves, from which its texts, parsing, words, numbers and gestures follow.

    Blanks around punctuation of the notation may be left out or put in, and a blank beside an argument is left out
    where the argument has no text. `source` is the method that declares the type, if one does.
    """

    def __init__(self, kind: type[Any], notation: str, doc: str, source: Callable[..., Any] | None = None) -> None:
        self.kind, self.name, self.notation = kind, kind.__name__, notation or kind.__name__.lower()
        self.fields: list[str] = _FIELD.findall(self.notation)
        self.word = " ".join(_FIELD.sub(" ", self.notation).split()) or self.name.replace("_", " ")
        self._source, self._doc = source or kind, doc
        self._wrong = partial(BadDeclaration, kind.__qualname__.rpartition("<locals>.")[2], self._source)
        self._is_in_order = self.fields == list(kind.__struct_fields__)

    @cached_property
    def domains(self) -> tuple[Domain, ...]:
        """The domain of each argument, in the order of the notation."""
        names = list(self.kind.__struct_fields__)
        try:
            hints = get_type_hints(self.kind, include_extras=True)
        except NameError as error:
            raise self._wrong(f" is annotated with a name that does not exist at run time ({error})") from None
        if sorted(names) != sorted(self.fields):
            raise self._wrong(f" takes {names}, but its notation {self.notation!r} has {self.fields}")
        if unknown := [name for name in _FIELD.findall(self.sentence) if name not in self.fields]:
            raise self._wrong(f": its docstring has {{{unknown[0]}}}, but its notation {self.notation!r} has not")
        found = {name: domain_of(hints.get(name)) for name in names}
        for name, domain in found.items():
            if domain is None:
                raise self._wrong(f": annotate {name} with a domain, such as Cell or Annotated[int, Number(0, 9)]")
            if f"{{{name}}}{{" in self.notation and domain.shape == Domain.shape:
                raise self._wrong(f": write something between the arguments in {self.notation!r}")
        return tuple(domain for name in self.fields if (domain := found[name]) is not None)

    def values(self, move: Any) -> tuple[Any, ...]:
        """Return the arguments of a move in the order of the notation."""
        return astuple(move) if self._is_in_order else tuple([getattr(move, name) for name in self.fields])

    def move(self, values: Sequence[Any]) -> Any:
        """Return the move with those arguments."""
        return self.kind(*values) if self._is_in_order else self.kind(**dict(zip(self.fields, values, strict=True)))

    # Texts

    def text(self, values: Sequence[Any]) -> str:
        """Return the text of the move with those arguments."""
        texts = iter([domain.text(value) for domain, value in zip(self.domains, values, strict=True)])
        text = _FIELD.sub(lambda _: next(texts), self.notation)
        return " ".join(text.split()) if self._has_gaps else text

    @cached_property
    def _has_gaps(self) -> bool:
        """Whether blanks beside an argument without a text have to be left out."""
        return any(domain.is_optional for domain in self.domains)

    @cached_property
    def is_fixed(self) -> bool:
        """Whether the arguments have the same values at every table, so that each text is read once."""
        return all(domain.values for domain in self.domains)

    @cached_property
    def _shape(self) -> re.Pattern[str]:
        """The pattern that texts of such moves match."""
        return re.compile("".join(self._shapes()), re.IGNORECASE | re.ASCII)

    def _shapes(self) -> Iterator[str]:
        first, *others = _FIELD.split(" ".join(self.notation.split()))[::2]
        before = first
        for domain, after in zip(self.domains, others, strict=True):
            shape = f"({domain.shape})"
            if domain.is_optional and before.endswith(" "):
                before, shape = before[:-1], f"(?: {shape})?"
            elif domain.is_optional:
                after, shape = after.removeprefix(" "), f"(?:{shape}{' ' if after.startswith(' ') else ''})?"
            yield _literal(before)
            yield shape
            before = after
        yield _literal(before)

    def split(self, text: str) -> tuple[str, ...] | None:
        """Return the texts of the arguments in a text that looks like the notation; None if it does not."""
        found = self._shape.fullmatch(text)
        return None if found is None else found.groups("")

    def parse(self, text: str, position: Any) -> Any:
        """Return the move of that text; None if it is not such a move."""
        texts = self.split(" ".join(text.split()))
        if texts is None:
            return None
        values = [domain.read(each, position) for domain, each in zip(self.domains, texts, strict=True)]
        return None if any(value is None for value in values) else self.move(values)

    def complaint(self, text: str, position: Any) -> str:
        """Return a sentence about the wrong arguments in a text that looks like the notation; "" if it does not."""
        if not self.fields:
            return ""
        for domain, each in zip(self.domains, self.split(text) or (), strict=False):
            if domain.read(each, position) is None:
                return f"{each!r} is not a {domain.noun} here ({domain.examples(position)})"
        return ""

    # Values

    @cached_property
    def depends(self) -> bool:
        """Whether the values of some argument depend on the arguments before it."""
        return any(domain.given is not None for domain in self.domains)

    def ways(self, position: Any, seat: int) -> Iterator[tuple[Any, ...]]:
        """Yield the arguments that are worth trying in a position."""
        if not self.depends:
            return product(*(domain.now(position, seat) for domain in self.domains))
        return _nested([partial(domain.now, position, seat) for domain in self.domains])

    def all_ways(self, position: Any) -> Iterator[tuple[Any, ...]]:
        """Yield all arguments at this table, the last one changing fastest."""
        return _nested([partial(domain.all, position) for domain in self.domains])

    def refusal(self, values: Sequence[Any], position: Any, seat: int) -> Refusal | None:
        """Return the refusal of the first argument that is not in its domain, or not possible now."""
        for number, (domain, value) in enumerate(zip(self.domains, values, strict=True)):
            goes = domain.given is None or not number or value in domain.given.get(values[number - 1], ())
            if not goes or not domain.has(value, position):
                return Refusal("no_such_move", f"{domain.text(value)!r} is not a {domain.noun} here.")
            refusal = domain.refusal(value, position, seat)
            if refusal is not None:
                return refusal
        return None

    # Words

    @cached_property
    def sentence(self) -> str:
        """The name of the move: the first line of the docstring, with arguments in braces."""
        return (self._doc or self.word).partition("\n")[0].rstrip(".")

    def label(self, values: Sequence[Any]) -> str:
        """Return the move in words."""
        filled = self.fill(self.sentence, values)
        words = [domain.words(value) for domain, value in zip(self.domains, values, strict=True)]
        missing = [w for name, w in zip(self.fields, words, strict=True) if w and f"{{{name}}}" not in self.sentence]
        return f"{filled}: {', '.join(missing)}" if missing else filled

    def fill(self, text: str, values: Sequence[Any]) -> str:
        """Return a text with the words of the arguments in place of their names in braces."""
        for name, domain, value in zip(self.fields, self.domains, values, strict=True):
            text = text.replace(f"{{{name}}}", domain.words(value))
        return text

    def worded(self, refusal: Refusal, values: Sequence[Any]) -> Refusal:
        """Return a refusal that names arguments in braces with their words, and with their parts marked."""
        marks = dict.fromkeys(refusal.marks)
        for name, domain, value in zip(self.fields, self.domains, values, strict=True):
            if domain.is_drawn and f"{{{name}}}" in refusal.text:
                marks |= dict.fromkeys(_names(domain, value))
        return Refusal(refusal.code, self.fill(refusal.text, values), tuple(marks))

    # Gestures

    @cached_property
    def way(self) -> type[Gesture]:
        """The kind of gesture by which the moves are made, as the domains say; by default a press of a button."""
        if len(self.domains) == 1:
            (domain,) = self.domains
            if isinstance(domain, Number) and len(domain.range) > FEW:
                return Enter
            if isinstance(domain, Several) and domain.is_drawn:
                return Pick
        if not self._parts:
            return Press
        return Put if self._variants else Drag if len(self._parts) == 2 else Press

    @cached_property
    def _variants(self) -> tuple[int, ...]:
        """The arguments that turn or flip a piece."""
        return tuple(number for number, domain in enumerate(self.domains) if isinstance(domain, Turn))

    @cached_property
    def _parts(self) -> tuple[int, ...]:
        """The one or two arguments that are parts of the table; none if others cannot be pressed."""
        found = [number for number in range(len(self.domains)) if number not in self._variants]
        can_be_pressed = all(self.domains[n].is_drawn and not isinstance(self.domains[n], Several) for n in found)
        return tuple(found) if can_be_pressed and len(found) <= 2 else ()

    @property
    def is_button(self) -> bool:
        """Whether each move is made by a button with its text."""
        return self.way is Press and not self._parts

    @property
    def takes_word(self) -> bool:
        """Whether the move's word is taken first: like a piece from a supply, or a button for a number."""
        return self.way is Enter or (self.way is Put and len(self._parts) == 1)

    def gesture(self, move: Any) -> Gesture:
        """Return how a move is made at the table."""
        values = self.values(move)
        if self.way is Enter:
            return Enter(self.word, values[0])
        if self.way is Pick:
            return Pick(tuple(_names(self.domains[0], values[0])))
        if self.is_button:
            return Press(str(move))
        names = [self.domains[number].name(values[number]) for number in self._parts]
        if self.way is Put:
            piece, cell = [self.word, *names][-2:]
            return Put(piece, cell, **self._orientation(values))
        return Drag(*names) if self.way is Drag else Press(*names)

    def _orientation(self, values: Sequence[Any]) -> dict[str, Any]:
        """Return how often the piece is turned, and whether it is flipped."""
        return {self._variant(number): values[number] for number in reversed(self._variants)}

    def _variant(self, number: int) -> str:
        return "flip" if isinstance(self.domains[number], Flip) else "turn"

    def from_gesture(self, gesture: Gesture, position: Any) -> Any:
        """Return the move that is made by that gesture, legal or not; None if there is none."""
        values: list[Any] | None = None
        match gesture:
            case _ if type(gesture) is not self.way:
                return None
            case Enter(_, number):
                values = [number if self.domains[0].has(number, position) else None]
            case Pick(parts):
                values = [self.domains[0].from_names(parts, position)]
            case Press(text) if self.is_button:
                move = self.kind.parse(text, position)
                return move if move is not None and str(move) == text else None
            case _:
                values = self._pressed(gesture, position)
        if any(value is None for value in values):
            return None
        move = self.move(values)
        return move if self.gesture(move) == gesture else None

    def _pressed(self, gesture: Gesture, position: Any) -> list[Any]:
        """Return the arguments for the parts of a gesture, and how the piece is turned; None for wrong ones."""
        names = list(gesture.names[self.takes_word :])
        values: list[Any] = []
        for number, domain in enumerate(self.domains):
            if number in self._variants:
                value = getattr(gesture, self._variant(number))
                values.append(value if value in domain.all(position) else None)
            else:
                values.append(domain.from_name(names.pop(0), position))
        return values


def _names(domain: Domain, value: Any) -> list[str]:
    """Return the names of the parts for a value: several for several values."""
    return [domain.of.name(each) for each in value] if isinstance(domain, Several) else [domain.name(value)]


def _nested(domains: Sequence[Callable[..., Any]], *before: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the values of domains, each of which is asked with the values before it."""
    if len(before) == len(domains):
        yield before
        return
    for value in domains[len(before)](*before):
        yield from _nested(domains, *before, value)


def _literal(text: str) -> str:
    """Return the pattern of what stands between arguments; blanks around punctuation do not matter."""
    plain = text.strip()
    return f" ?{re.escape(plain)} ?" if plain and not any(map(str.isalnum, plain)) else re.escape(text)
