"""The form of a move: how it is written, its arguments with their domains, and its words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from inspect import getdoc, signature, unwrap
from typing import Any, get_type_hints

from boardwright.core.moves.domain import Domain, Flip, Number, Pick, Turn, domain_of
from boardwright.core.refusal import IllegalMove, Refusal

_FIELD = re.compile(r"\{(\w+)\}")
REFUSED = Refusal("illegal", "This is not possible.")
FEW = 6
"""The most numbers that have a button each."""


class BadDeclaration(TypeError):
    """A method or a type that cannot be a move; `place` is the file and the line where a method stands."""

    def __init__(self, name: str, source: Callable[..., Any], text: str) -> None:
        super().__init__(f"{name}{text}")
        code = getattr(unwrap(source), "__code__", None)
        self.place = source.__module__ if code is None else f"{code.co_filename}, line {code.co_firstlineno}"


class MoveForm:
    """One kind of move, declared by a method of a position or by a type of its own.

    Blanks around punctuation of the pattern may be left out or put in, and a blank beside an argument is left out where
    the argument has no text.
    """

    def __init__(self, name: str, title: str, source: Callable[..., Any], pattern: str, is_secret: bool) -> None:
        self.name, self.source, self.pattern, self.is_secret = name, source, pattern, is_secret
        self.fields: list[str] = _FIELD.findall(pattern)
        self.word = " ".join(_FIELD.sub(" ", pattern).split()) or name.replace("_", " ")
        self._wrong = partial(BadDeclaration, title, source)

    @property
    def parameters(self) -> list[str]:
        """The names of all arguments."""
        return list(signature(self.source).parameters)

    @cached_property
    def domains(self) -> tuple[Domain, ...]:
        """The domain of each argument, in the order of the pattern."""
        hints, names = get_type_hints(self.source, include_extras=True), self.parameters
        if sorted(names) != sorted(self.fields):
            raise self._wrong(f" takes {names}, but its pattern {self.pattern!r} has {self.fields}")
        if unknown := [name for name in _FIELD.findall(self.sentence) if name not in self.fields]:
            raise self._wrong(f": its docstring has {{{unknown[0]}}}, but its pattern {self.pattern!r} has not")
        found = {name: domain_of(hints.get(name)) for name in names}
        for name, domain in found.items():
            if domain is None:
                raise self._wrong(f": annotate {name} with a domain, such as Cell or Annotated[int, Number(0, 9)]")
            if f"{{{name}}}{{" in self.pattern and domain.shape == Domain.shape:
                raise self._wrong(f": write something between the arguments in {self.pattern!r}")
        return tuple(domain for name in self.fields if (domain := found[name]) is not None)

    def text(self, values: Sequence[Any]) -> str:
        """The move with those arguments."""
        texts = iter([domain.text(value) for domain, value in zip(self.domains, values, strict=True)])
        text = _FIELD.sub(lambda _: next(texts), self.pattern)
        return " ".join(text.split()) if self._has_gaps else text

    @cached_property
    def _has_gaps(self) -> bool:
        """Whether blanks beside an argument without a text have to be left out."""
        return any(domain.is_optional for domain in self.domains)

    def move(self, values: Sequence[Any]) -> Any:
        """The move with those arguments, as positions know it."""
        raise NotImplementedError

    @cached_property
    def _shape(self) -> re.Pattern[str]:
        """What moves look like."""
        return re.compile("".join(self._shapes()), re.IGNORECASE | re.ASCII)

    def _shapes(self) -> Iterator[str]:
        first, *others = _FIELD.split(" ".join(self.pattern.split()))[::2]
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
        """The texts of the arguments in a move that looks like the pattern; None if it does not."""
        found = self._shape.fullmatch(text)
        return None if found is None else found.groups("")

    def read(self, text: str, position: Any) -> tuple[Any, ...] | None:
        """The arguments in the text of a move; None if it is not such a move."""
        texts = self.split(text)
        if texts is None:
            return None
        values = [domain.read(each, position) for domain, each in zip(self.domains, texts, strict=True)]
        return None if any(value is None for value in values) else tuple(values)

    def complaint(self, text: str, position: Any) -> str:
        """What is wrong with the arguments in a text that looks like the pattern; "" if it does not."""
        if not self.fields:
            return ""
        for domain, each in zip(self.domains, self.split(text) or (), strict=False):
            if domain.read(each, position) is None:
                return f"{each!r} is not a {domain.noun} here ({domain.examples(position)})"
        return ""

    def result(self, values: Sequence[Any], position: Any, seat: int) -> Any:
        """The next position, or the refusal."""
        for domain, value in zip(self.domains, values, strict=True):
            refusal = domain.refusal(value, position, seat)
            if refusal is not None:
                return refusal
        return self.attempt(values, position, seat)

    def attempt(self, values: Sequence[Any], position: Any, seat: int) -> Any:
        """`result` for values that are in their domains now."""
        try:
            return self._made(values, position, seat)
        except IllegalMove as illegal:
            return self._worded(illegal.refusal, values)

    def after(self, values: Sequence[Any], position: Any, seat: int) -> Any:
        """`attempt` without the words of a refusal: `REFUSED` stands for any."""
        try:
            return self._made(values, position, seat)
        except IllegalMove:
            return REFUSED

    def _made(self, values: Sequence[Any], position: Any, seat: int) -> Any:
        """The next position; raises IllegalMove."""
        raise NotImplementedError

    def _worded(self, refusal: Refusal, values: Sequence[Any]) -> Refusal:
        marks = dict.fromkeys(refusal.marks)
        for name, domain, value in zip(self.fields, self.domains, values, strict=True):
            if domain.is_drawn and f"{{{name}}}" in refusal.text:
                marks |= dict.fromkeys(parts(domain, value))
        return Refusal(refusal.code, self._fill(refusal.text, values), tuple(marks))

    def _fill(self, text: str, values: Sequence[Any]) -> str:
        for name, domain, value in zip(self.fields, self.domains, values, strict=True):
            text = text.replace(f"{{{name}}}", domain.words(value))
        return text

    @cached_property
    def sentence(self) -> str:
        """What the move is called: the first line of the docstring, with arguments in braces."""
        return (getdoc(self.source) or self.word).partition("\n")[0].rstrip(".")

    def label(self, values: Sequence[Any]) -> str:
        """The move in words."""
        filled = self._fill(self.sentence, values)
        words = [domain.words(value) for domain, value in zip(self.domains, values, strict=True)]
        missing = [w for name, w in zip(self.fields, words, strict=True) if w and f"{{{name}}}" not in self.sentence]
        return f"{filled}: {', '.join(missing)}" if missing else filled

    @cached_property
    def variants(self) -> tuple[int, ...]:
        """The arguments that turn or flip a piece."""
        return tuple(number for number, domain in enumerate(self.domains) if isinstance(domain, Turn))

    @cached_property
    def is_entry(self) -> bool:
        """Whether the move is a number among many, which is typed in rather than chosen from buttons."""
        return len(self.domains) == 1 and isinstance(self.domains[0], Number) and len(self.domains[0].range) > FEW

    @cached_property
    def is_gathered(self) -> bool:
        """Whether the move is a pick of three or more parts, which are pressed one by one and then confirmed."""
        picks = [domain for domain in self.domains if isinstance(domain, Pick)]
        return len(self.domains) == len(picks) == 1 and picks[0].is_drawn and picks[0].count > 2

    def names(self, values: Sequence[Any]) -> list[str]:
        """The parts of the picture for the arguments, in their order; turns and flips have none."""
        return [
            name
            for domain, value in zip(self.domains, values, strict=True)
            if not isinstance(domain, Turn)
            for name in parts(domain, value)
        ]

    def orientation(self, values: Sequence[Any]) -> tuple[int, bool]:
        """How the piece is turned, and whether it is flipped."""
        turns = [values[number] for number in self.variants if not isinstance(self.domains[number], Flip)]
        flips = [values[number] for number in self.variants if isinstance(self.domains[number], Flip)]
        return next(iter(turns), 0), next(iter(flips), False)


def parts(domain: Domain, value: Any) -> list[str]:
    """The names of the parts for a value: several for a pick."""
    return [domain.of.name(each) for each in value] if isinstance(domain, Pick) else [domain.name(value)]


def _literal(text: str) -> str:
    """What stands between arguments; blanks around punctuation do not matter."""
    plain = text.strip()
    return f" ?{re.escape(plain)} ?" if plain and not any(map(str.isalnum, plain)) else re.escape(text)
