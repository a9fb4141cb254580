"""The moves that a class of positions declares: parsed, numbered, tried, named by gestures and carried out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from math import prod
from typing import Any, Generic, TypeVar, Union, cast

from boardwright.core.chance.distribution import Rng
from boardwright.core.moves.collection import MoveList
from boardwright.core.moves.gesture import NO_SUCH_MOVE, SEVERAL_MOVES, Enter, Gesture
from boardwright.core.moves.move_type import Move, declaration, declared_methods
from boardwright.core.refusal import IllegalMove, Refusal

M = TypeVar("M", bound=Move)
_TRIES = 50
"""Most moves tried for a random one before all are listed."""
_LONGEST = 40
"""Longest text whose parse result is cached."""


class Declarations(Generic[M]):
    """The types of moves that a class of positions has, declared by its methods or named by its base.

    >>> from boardwright.core.game.registry import game
    >>> position = game("deblockle").begin()
    >>> [kind.__name__ for kind in position.moves.kinds], position.moves.parse("c7-b7", position)
    (['CubeMove', 'Pass', 'Place'], CubeMove(start=(3, 7), end=(2, 7)))
    """

    def __init__(self, owner: type, kinds: Sequence[type[M]] = ()) -> None:
        self._methods = declared_methods(owner)
        self._named = tuple(kinds)

    def __bool__(self) -> bool:
        return bool(self._methods or self._named)

    @property
    def are_acts(self) -> bool:
        """Whether methods declare the moves, and carry them out."""
        return bool(self._methods)

    @cached_property
    def kinds(self) -> tuple[type[M], ...]:
        """The types, in the order of their declaration."""
        return tuple(self._acts) if self._methods else self._named

    @cached_property
    def _acts(self) -> dict[Any, Any]:
        return {method.kind: method for method in self._methods}

    @property
    def union(self) -> Any:
        """The type of all moves, for reading them from JSON."""
        return Union[self.kinds]

    # Texts

    def parse(self, text: str, position: Any) -> M | None:
        """Return the move of that text, legal or not; None if there is none."""
        if self._is_fixed and len(text) <= _LONGEST:
            return cast("M | None", _parse(self, text))
        return self._parsed(text, position)

    def _parsed(self, text: str, position: Any) -> M | None:
        found = None
        for kind in self.kinds:
            move = kind.parse(text, position)
            if move is not None:
                if (written := str(move)) == text or written == " ".join(text.split()):
                    return move
                found = move if found is None else found
        return found

    @cached_property
    def _is_fixed(self) -> bool:
        """Whether moves look the same at every table, so that each text is parsed once."""
        derived = all(_derives(kind, "parse") for kind in self.kinds)
        return derived and all(domain.values for kind in self.kinds for domain in declaration(kind).domains)

    def hint(self, text: str, position: Any) -> str:
        """Return what would have worked in place of a text that is not a move, to go on after what was given."""
        given = [kind.examples for kind in self.kinds]
        if any(given):
            *first, last = [each or self._example(kind, position) for each, kind in zip(given, self.kinds, strict=True)]
            return f"; moves look like {', '.join(first)} or {last}" if first else f"; moves look like {last}"
        complaints = (declaration(kind).complaint(text, position) for kind in self.kinds)
        complaint = next(filter(None, complaints), "")
        patterns = ", ".join(self._example(kind, position) for kind in self.kinds)
        return f": {complaint}{'; ' if complaint else ''}moves look like {patterns}"

    def _example(self, kind: type[M], position: Any) -> str:
        declared = declaration(kind)
        return f"`{declared.text(declared.move([domain.all(position)[0] for domain in declared.domains]))}`"

    def named(self, given: Move | str | Gesture, position: Any, seat: int | None = None) -> M:
        """Return the move that a text or a gesture names, legal or not.

        Raises Unreadable or IllegalMove if there is none, or if a gesture makes several legal ones.
        """
        if isinstance(given, Gesture):
            made = self._made_by(given, position, seat)
            if len(made) != 1:
                raise IllegalMove(SEVERAL_MOVES if made else NO_SUCH_MOVE)
            return made[0]
        return cast(M, position.parse(given) if isinstance(given, str) else given)

    def all(self, position: Any) -> Sequence[M]:
        """Return every move that can ever be made at this table, numbered by their order."""
        return MoveList([kind.all(position) for kind in self.kinds])

    # Playing

    def apply(self, move: M, position: Any, seat: int) -> Any:
        """Return the position after a move that a method declares, or the refusal."""
        method, declared = self._acts[type(move)], declaration(type(move))
        refusal = declared.refusal(values := declared.values(move), position, seat)
        if refusal is not None:
            return refusal
        try:
            return method.act(position, move, seat)
        except IllegalMove as illegal:
            return declared.worded(illegal.refusal, values)

    def _attempt(self, move: M, position: Any, seat: int) -> Any:
        """Return the position after a move whose arguments are possible now, or the refusal as it is raised."""
        try:
            return self._acts[type(move)].act(position, move, seat) if self._methods else position.apply(move, seat)
        except IllegalMove as illegal:
            return illegal.refusal

    def tried(self, position: Any, seat: int, kind: type[M] | None = None) -> Iterator[M]:
        """Yield the legal moves of an actor, tried one by one."""
        for each in self.kinds if kind is None else (kind,):
            declared = declaration(each)
            for values in declared.ways(position, seat):
                move = declared.move(values)
                if not isinstance(self._attempt(move, position, seat), Refusal):
                    yield move

    def sample(self, position: Any, seat: int, rng: Rng) -> tuple[M, Any] | None:
        """Return a random legal move and the position after it, all legal moves being equally likely.

        Moves are tried until one is not refused, so that none are listed; None if that takes too long.
        """
        declared = [declaration(kind) for kind in self.kinds]
        if any(each.depends for each in declared):
            return None
        ways = [[tuple(domain.now(position, seat)) for domain in each.domains] for each in declared]
        bounds = list(accumulate(prod(map(len, domains)) for domains in ways))
        for _ in range(_TRIES if bounds[-1] else 0):
            number = int(rng.random() * bounds[-1])
            place = bisect_right(bounds, number)
            number -= bounds[place - 1] if place else 0
            values = []
            for domain in ways[place]:
                number, index = divmod(number, len(domain))
                values.append(domain[index])
            move: M = declared[place].move(values)
            after = self._attempt(move, position, seat)
            if not isinstance(after, Refusal):
                return move, after
        return None

    # Gestures

    def from_gesture(self, gesture: Gesture, position: Any, seat: int | None = None) -> M | None:
        """Return the move made by that gesture, a legal one if there is one; None if there is none. Lists no moves."""
        return next(iter(self._made_by(gesture, position, seat)), None)

    def _made_by(self, gesture: Gesture, position: Any, seat: int | None) -> list[M]:
        """Return the moves made by that gesture: of several types the legal ones, or else the first."""
        made = [kind.from_gesture(gesture, position) for kind in self.kinds]
        found = [move for move in made if move is not None]
        if len(found) < 2:
            return found
        return [move for move in found if position.refusal(move, seat) is None] or found[:1]

    def buttons(self, position: Any, seat: int) -> list[str]:
        """Return what an actor can press or take that no argument of a move stands for. Other moves are not tried."""
        found: list[str] = []
        for each in [declaration(kind) for kind in self.kinds if _derives(kind, "gesture")]:
            if each.way is None:
                found.extend(map(str, self.tried(position, seat, each.kind)))
            elif each.way is Enter:
                found.extend([each.word] if next(self.tried(position, seat, each.kind), None) is not None else [])
            elif each.takes_word:
                found.append(each.word)
        return found


@lru_cache(1 << 16)
def _parse(declarations: Declarations[Any], text: str) -> Any:
    return declarations._parsed(text, None)


def _derives(kind: type[Move], name: str) -> bool:
    """Return whether a type of moves leaves that to its declaration."""
    own, base = getattr(kind, name), getattr(Move, name)
    return getattr(own, "__func__", own) is getattr(base, "__func__", base)
