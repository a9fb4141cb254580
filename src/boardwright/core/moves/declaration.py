"""The declaration of a type of moves: its notation, its arguments with their domains, and its words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from inspect import unwrap
from itertools import product
from typing import Any, get_type_hints

from msgspec.structs import astuple

from boardwright.core.moves.domain import Domain, Number, Turn, domain_of
from boardwright.core.moves.gesture import Drag, Enter, Gesture, Pick, Press, Put
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


def hints_of(source: Callable[..., Any], name: str) -> dict[str, Any]:
    """Return the annotations of a method or a type that declares moves."""
    try:
        return get_type_hints(source, include_extras=True)
    except NameError as error:
        text = f" is annotated with a name that does not exist at run time ({error})"
        raise BadDeclaration(name, source, text) from None


class Declaration:
    """The declaration of one type of moves, from which its texts, parsing, words, numbers and gestures follow.

    Blanks around punctuation of the notation may be left out or put in, and a blank beside an argument is left out
    where the argument has no text. `source` is the method that declares the type, if one does.
    """

    def __init__(self, kind: type[Any], notation: str, doc: str, source: Callable[..., Any] | None = None) -> None:
        self.kind, self.notation = kind, notation or kind.__name__.lower()
        self.fields: list[str] = _FIELD.findall(self.notation)
        self.word = " ".join(_FIELD.sub(" ", self.notation).split()) or kind.__name__.replace("_", " ")
        self.sentence = (doc or self.word).partition("\n")[0].rstrip(".")
        """The name of the move: the first line of the docstring, with arguments in braces."""
        self._source = source or kind
        self._template = _FIELD.sub("{}", self.notation)
        self._is_in_order = self.fields == list(kind.__struct_fields__)

    @cached_property
    def domains(self) -> tuple[Domain, ...]:
        """The domain of each argument, in the order of the notation."""
        names, title = list(self.kind.__struct_fields__), self.kind.__qualname__.rpartition("<locals>.")[2]
        hints, wrong = hints_of(self.kind, title), partial(BadDeclaration, title, self._source)
        if sorted(names) != sorted(self.fields):
            raise wrong(f" takes {names}, but its notation {self.notation!r} has {self.fields}")
        if unknown := [name for name in _FIELD.findall(self.sentence) if name not in self.fields]:
            raise wrong(f": its docstring has {{{unknown[0]}}}, but its notation {self.notation!r} has not")
        found = []
        for name in self.fields:
            domain = domain_of(hints.get(name))
            if domain is None:
                raise wrong(f": annotate {name} with a domain, such as Cell or Annotated[int, Number(0, 9)]")
            if f"{{{name}}}{{" in self.notation and domain.shape == Domain.shape:
                raise wrong(f": write something between the arguments in {self.notation!r}")
            found.append(domain)
        return tuple(found)

    def values(self, move: Any) -> tuple[Any, ...]:
        """Return the arguments of a move in the order of the notation."""
        return astuple(move) if self._is_in_order else tuple([getattr(move, name) for name in self.fields])

    def move(self, values: Sequence[Any]) -> Any:
        """Return the move with those arguments."""
        return self.kind(*values) if self._is_in_order else self.kind(**dict(zip(self.fields, values, strict=True)))

    def _found(self, values: Sequence[Any]) -> Any:
        """Return the move with those arguments; None if one of them was not found."""
        return None if any(value is None for value in values) else self.move(values)

    # Texts

    def text(self, move: Any) -> str:
        """Return the text of a move."""
        texts = [domain.text(value) for domain, value in zip(self.domains, self.values(move), strict=True)]
        return " ".join(self._template.format(*texts).split())

    @cached_property
    def _shape(self) -> re.Pattern[str]:
        """The pattern that texts of such moves match."""
        first, *others = _FIELD.split(" ".join(self.notation.split()))[::2]
        before, shapes = first, list[str]()
        for domain, after in zip(self.domains, others, strict=True):
            shape = f"({domain.shape})"
            if domain.is_optional and before.endswith(" "):
                before, shape = before[:-1], f"(?: {shape})?"
            elif domain.is_optional:
                after, shape = after.removeprefix(" "), f"(?:{shape}{' ' if after.startswith(' ') else ''})?"
            shapes += _literal(before), shape
            before = after
        return re.compile("".join([*shapes, _literal(before)]), re.IGNORECASE | re.ASCII)

    def parse(self, text: str, position: Any) -> Any:
        """Return the move of that text; None if it is not such a move."""
        found = self._shape.fullmatch(" ".join(text.split()))
        if found is None:
            return None
        texts = zip(self.domains, found.groups(""), strict=True)
        return self._found([domain.read(each, position) for domain, each in texts])

    def complaint(self, text: str, position: Any) -> str:
        """Return a sentence about the wrong arguments in a text that looks like the notation; "" if it does not."""
        found = self._shape.fullmatch(text)
        for domain, each in zip(self.domains, found.groups("") if found else (), strict=False):
            if domain.read(each, position) is None:
                values = domain.all(position)
                few, between = ((values[0], values[-1]), " to ") if len(values) > 2 else (values, ", ")
                return f"{each!r} is not a {domain.noun} here ({between.join(map(domain.text, few))})"
        return ""

    # Values

    @cached_property
    def depends(self) -> bool:
        """Whether the values of some argument depend on the arguments before it."""
        return any(domain.given for domain in self.domains)

    def ways(self, position: Any, seat: int) -> Iterator[tuple[Any, ...]]:
        """Yield the arguments that are worth trying in a position."""
        if not self.depends:
            return product(*(domain.now(position, seat) for domain in self.domains))
        return nested([partial(domain.now, position, seat) for domain in self.domains])

    def refusal(self, values: Sequence[Any], position: Any, seat: int) -> Refusal | None:
        """Return the refusal of the first argument that is not in its domain, or not possible now."""
        for number, (domain, value) in enumerate(zip(self.domains, values, strict=True)):
            goes = not domain.given or not number or value in domain.given.get(values[number - 1], ())
            if not goes or not domain.has(value, position):
                return Refusal("no_such_move", f"{domain.text(value)!r} is not a {domain.noun} here.")
            if (refusal := domain.refusal(value, position, seat)) is not None:
                return refusal
        return None

    # Words

    def words(self, move: Any) -> str:
        """Return the move in words."""
        values = self.values(move)
        words = [domain.words(value) for domain, value in zip(self.domains, values, strict=True)]
        missing = [w for name, w in zip(self.fields, words, strict=True) if w and f"{{{name}}}" not in self.sentence]
        return self.fill(self.sentence, values) + (f": {', '.join(missing)}" if missing else "")

    def fill(self, text: str, values: Sequence[Any]) -> str:
        """Return a text with the words of the arguments in place of their names in braces."""
        for name, domain, value in zip(self.fields, self.domains, values, strict=True):
            text = text.replace(f"{{{name}}}", domain.words(value))
        return text

    def worded(self, refusal: Refusal, values: Sequence[Any]) -> Refusal:
        """Return a refusal that names arguments in braces with their words, and with their parts marked."""
        marks = list(refusal.marks)
        for name, domain, value in zip(self.fields, self.domains, values, strict=True):
            if domain.is_drawn and f"{{{name}}}" in refusal.text:
                marks += domain.parts(value)
        return Refusal(refusal.code, self.fill(refusal.text, values), tuple(dict.fromkeys(marks)))

    # Gestures

    @cached_property
    def way(self) -> type[Any] | None:
        """The kind of gesture that makes the moves, as the domains say; None if each is a button with its text."""
        match self.domains:
            case [Number(values=numbers)] if len(numbers) > FEW:
                return Enter
            case [Several(is_drawn=True)]:
                return Pick
        pressed = [domain for domain in self.domains if not isinstance(domain, Turn)]
        if len(pressed) not in (1, 2) or any(isinstance(each, Several) or not each.is_drawn for each in pressed):
            return None
        return Put if len(pressed) < len(self.domains) else Drag if len(pressed) == 2 else Press

    @cached_property
    def takes_word(self) -> bool:
        """Whether the move's word is taken first: like a piece from a supply, or a button for a number."""
        return self.way is Enter or (self.way is Put and sum(not domain.attribute for domain in self.domains) == 1)

    def gesture(self, move: Any) -> Gesture:
        """Return how a move is made at the table."""
        if self.way is None:
            return Press(str(move))
        parts, more = [self.word] if self.takes_word else [], {}
        for domain, value in zip(self.domains, self.values(move), strict=True):
            if domain.attribute:
                more[domain.attribute] = value
            else:
                parts += domain.parts(value)
        gesture: Gesture = Pick(tuple(parts)) if self.way is Pick else self.way(*parts, **more)
        return gesture

    def from_gesture(self, gesture: Gesture, position: Any) -> Any:
        """Return the move that is made by that gesture, legal or not; None if there is none."""
        if type(gesture) is not (self.way or Press):
            return None
        if self.way is None:
            move = self.kind.parse(gesture.names[0], position)
            return move if move is not None and str(move) == gesture.names[0] else None
        values, names = list[Any](), iter(gesture.names[self.takes_word :])
        for domain in self.domains:
            if domain.attribute:
                value = getattr(gesture, domain.attribute)
                values.append(value if domain.has(value, position) else None)
            else:
                values.append(domain.from_parts(tuple(names) if self.way is Pick else (next(names),), position))
        move = self._found(values)
        return move if move is not None and self.gesture(move) == gesture else None


def nested(domains: Sequence[Callable[..., Any]], *before: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the values of domains, each of which is asked with the values before it."""
    if len(before) == len(domains):
        yield before
        return
    for value in domains[len(before)](*before):
        yield from nested(domains, *before, value)


def _literal(text: str) -> str:
    """Return the pattern of what stands between arguments; blanks around punctuation do not matter."""
    plain = text.strip()
    return f" ?{re.escape(plain)} ?" if plain and not any(map(str.isalnum, plain)) else re.escape(text)
