"""A move that is declared by a method: its pattern, its arguments and its words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from inspect import getdoc, signature, unwrap
from typing import Any, TypeVar, get_type_hints

from boardwright.core.moves.domain import Domain, Flip, Number, Pick, Turn, domain_of
from boardwright.core.refusal import IllegalMove, Refusal

F = TypeVar("F", bound=Callable[..., Any])
_FIELD = re.compile(r"\{(\w+)\}")
_MARK = "__boardwright_move__"
REFUSED = Refusal("illegal", "This is not possible.")
FEW = 6
"""The most numbers that have a button each."""


def move(pattern: str, *, secret: bool = False) -> Callable[[F], F]:
    """Declares a method of a position as a move, written like the pattern: `@move("{start}-{end}")`.

    The method returns the next position, or refuses by `require`. Each of its arguments is annotated with a domain,
    and named in braces in the pattern; an argument `seat: int` is the player who moves. The first sentence of the
    docstring is what the move is called; it may name arguments in braces. The others do not see a `secret` move in
    the log.
    """

    def declare(method: F) -> F:
        setattr(method, _MARK, (pattern, secret))
        return method

    return declare


def require(condition: object, code: str, text: str, *marks: str) -> None:
    """Refuses a move unless the condition holds.

    `code` is for programs, `text` a sentence for players, in which `{cell}` stands for the argument of that name. The
    parts of the picture for these arguments are marked, and those given as `marks`.

    >>> require(2 > 1, "too_small", "Two is not more than one.")
    >>> require(1 > 2, "too_small", "One is not more than two.")
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.IllegalMove: One is not more than two.
    """
    if not condition:
        raise IllegalMove(Refusal(code, text, marks))


class BadDeclaration(TypeError):
    """A method that cannot be a move; `place` is the file and the line where it stands."""

    def __init__(self, owner: type, call: Callable[..., Any], text: str) -> None:
        super().__init__(f"{owner.__name__}.{call.__name__}{text}")
        code = unwrap(call).__code__
        self.place = f"{code.co_filename}, line {code.co_firstlineno}"


class MoveMethod:
    """One declared move of a class of positions."""

    def __init__(self, owner: type, name: str, call: Callable[..., Any]) -> None:
        self.owner, self.name, self.call = owner, name, call
        self.pattern, self.is_secret = getattr(call, _MARK)
        self.fields: list[str] = _FIELD.findall(self.pattern)
        self.word = " ".join(_FIELD.sub(" ", self.pattern).split()) or name.replace("_", " ")
        if "}{" in self.pattern:
            raise BadDeclaration(owner, call, f": write something between the arguments in {self.pattern!r}")
        pieces = _FIELD.split(" ".join(self.pattern.split()))
        self._shape = re.compile("(.+?)".join(map(re.escape, pieces[::2])))

    @cached_property
    def takes_seat(self) -> bool:
        """Whether the method is given the seat that moves."""
        return "seat" in signature(self.call).parameters and "seat" not in self.fields

    @cached_property
    def domains(self) -> tuple[Domain, ...]:
        """The domain of each argument, in the order of the pattern."""
        hints = get_type_hints(self.call, include_extras=True)
        names = [name for name in list(signature(self.call).parameters)[1:] if name != "seat" or not self.takes_seat]
        wrong = partial(BadDeclaration, self.owner, self.call)
        if sorted(names) != sorted(self.fields):
            raise wrong(f" takes {names}, but its pattern {self.pattern!r} has {self.fields}")
        if unknown := [name for name in _FIELD.findall(self.sentence) if name not in self.fields]:
            raise wrong(f": its docstring has {{{unknown[0]}}}, but its pattern {self.pattern!r} has not")
        found = {name: domain_of(hints.get(name)) for name in names}
        for name, domain in found.items():
            if domain is None:
                raise wrong(f": annotate {name} with a domain, such as Cell or Annotated[int, Number(0, 9)]")
        return tuple(domain for name in self.fields if (domain := found[name]) is not None)

    def text(self, values: Sequence[Any]) -> str:
        """The move with those arguments."""
        texts = iter([domain.text(value) for domain, value in zip(self.domains, values, strict=True)])
        return _FIELD.sub(lambda _: next(texts), self.pattern)

    def split(self, text: str) -> tuple[str, ...] | None:
        """The texts of the arguments in a move that looks like the pattern; None if it does not."""
        found = self._shape.fullmatch(text)
        return None if found is None else found.groups()

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
        named = dict(zip(self.fields, values, strict=True))
        if self.takes_seat:
            named["seat"] = seat
        return self.call(position, **named)

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
        return (getdoc(self.call) or self.word).partition("\n")[0].rstrip(".")

    def label(self, values: Sequence[Any]) -> str:
        """The move in words."""
        filled = self._fill(self.sentence, values)
        missing = [name for name in self.fields if f"{{{name}}}" not in self.sentence]
        if not missing:
            return filled
        texts = dict(zip(self.fields, (d.words(v) for d, v in zip(self.domains, values, strict=True)), strict=True))
        return f"{filled}: {', '.join(texts[name] for name in missing)}"

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


def is_declared(member: object) -> bool:
    """Whether a member of a class is a declared move."""
    return hasattr(member, _MARK)
