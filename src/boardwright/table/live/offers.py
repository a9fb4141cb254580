"""Legal moves as they are offered to players: one by one for programs, in groups for the page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec

from boardwright.core.game.game import AnyGame
from boardwright.core.layout.table import Table
from boardwright.core.match.match import Match
from boardwright.core.moves.gesture import Drag, Enter, Gesture, Grouped, Pick, Press, Put
from boardwright.core.rules.position import AnyPosition

Place: TypeAlias = int | str
"""A named part: its index among the names of a table, or its name if the table does not have it."""

_GROUPS = 1 << 13
"""The number of moves that are remembered with their groups."""


class Offer(msgspec.Struct, frozen=True):
    """A legal move with its gesture, and the squares that the piece will cover."""

    text: str
    seat: int
    gesture: Gesture
    covers: tuple[str, ...]
    label: str


class _Group(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind"):
    """Legal moves whose gestures differ in one thing only: there is a move for each of the `values`.

    `text` and `label` are in pieces: between two pieces goes what the value stands for, between three or more go its
    parts, which commas separate in a name. A value that is an index has `covers` that are offsets from it.
    """

    text: tuple[str, ...]
    label: tuple[str, ...]


class Presses(_Group, frozen=True, tag="press"):
    """Parts to press."""

    values: list[Place]
    covers: tuple[Place, ...] = ()


class Drags(_Group, frozen=True, tag="drag"):
    """The places where a part can be put."""

    part: str
    values: list[Place]
    covers: tuple[Place, ...] = ()


class Puts(_Group, frozen=True, tag="put"):
    """The cells where a piece can be put, turned in one way; the squares that it covers lie alike around each."""

    piece: str
    values: list[Place]
    turn: int = 0
    flip: bool = False
    covers: tuple[Place, ...] = ()


class Picks(_Group, frozen=True, tag="pick"):
    """Parts to pick together."""

    values: list[tuple[Place, ...]]
    covers: tuple[Place, ...] = ()


class Enters(_Group, frozen=True, tag="enter"):
    """Numbers to type in."""

    part: str
    values: list[int]
    covers: tuple[Place, ...] = ()


OfferGroup: TypeAlias = Presses | Drags | Puts | Picks | Enters


class SeatOffers(msgspec.Struct, frozen=True):
    """The legal moves of a seat, in groups."""

    seat: int
    groups: list[OfferGroup]


Value: TypeAlias = Place | tuple[Place, ...]


class Slot:
    """The common part of the moves of a group; one object for equal values, so that it is found by identity."""

    __slots__ = ("_after", "_before", "_kind")

    def __init__(self, kind: Callable[..., OfferGroup], before: tuple[Any, ...], after: tuple[Any, ...]) -> None:
        self._kind = kind
        self._before = before
        self._after = after

    def group(self, values: Sequence[Value]) -> OfferGroup:
        """Return the moves with those values, which stand between the other fields of a group."""
        return self._kind(*self._before, values, *self._after)


class Names:
    """The names of a table's parts, numbered in their reading order.

    >>> names = names_of(("a1", "b1", "a2", "b2"))
    >>> slot, value = names.place("P@b1", Put("piece", "b1"), ("b1", "b2"), "put P on b1")
    >>> slot.group([value])
    Puts(text=('P@', ''), label=('put P on ', ''), piece='piece', values=[1], turn=0, flip=False, covers=(0, 2))
    """

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self._indexes = {name: index for index, name in reversed(tuple(enumerate(names)))}
        self._slot = lru_cache(1 << 13)(Slot)
        self.place = lru_cache(1 << 13)(self._place)
        self._grouped: dict[tuple[AnyGame, Any], tuple[Slot, Value]] = {}
        self.indexes = lru_cache(8)(self._indexes_of)

    def _place(self, text: str, gesture: Gesture, covers: tuple[str, ...], label: str) -> tuple[Slot, Value]:
        """Return the group to which a move belongs, the same if only values differ, and its value."""
        kind, part, value, turned = _opened(gesture)
        before = (pieces(text, value), pieces(label, value), *part)
        if isinstance(value, tuple):
            indexes = tuple([self._indexes.get(name, name) for name in value])
            return self._slot(kind, before, (*turned, covers)), indexes
        index = self._indexes.get(value) if isinstance(value, str) else None
        covered = [self._indexes.get(each) for each in covers]
        if index is None or None in covered:
            return self._slot(kind, before, (*turned, covers)), value
        offsets = tuple(each - index for each in covered if each is not None)
        return self._slot(kind, before, (*turned, offsets)), index

    def slot_of(self, game: AnyGame, move: Any, position: AnyPosition) -> tuple[Slot, Value]:
        """Return the group and the value of a move whose gesture and words do not depend on the position."""
        known = self._grouped.get((game, move))
        if known is None:
            if len(self._grouped) >= _GROUPS:
                self._grouped.clear()
            known = self._grouped[game, move] = self._place(*_shown(move, position))
        return known

    def _indexes_of(self, squares: tuple[str, ...]) -> tuple[int, ...] | None:
        """Return the indexes of these names, () if they are the first ones in their order; None if one is missing."""
        if self.names[: len(squares)] == squares:
            return ()
        found = [self._indexes.get(name) for name in squares]
        return None if None in found else tuple([index for index in found if index is not None])


Opened: TypeAlias = tuple[Callable[..., OfferGroup], tuple[str, ...], str | int | tuple[str, ...], tuple[Any, ...]]


def _opened(gesture: Gesture) -> Opened:
    """Return the group of a gesture: its kind, what is taken, what its gestures differ in, and how they turn it."""
    match gesture:
        case Press(part):
            return Presses, (), part, ()
        case Drag(part, to):
            return Drags, (part,), to, ()
        case Put(piece, cell, turn, flip):
            return Puts, (piece,), cell, (turn, flip)
        case Pick(parts):
            return Picks, (), parts, ()
        case Enter(part, number):
            return Enters, (part,), number, ()


def pieces(text: str, value: str | int | tuple[str, ...]) -> tuple[str, ...]:
    """Return what stands around a value in a text, or else around its parts; the text if it has neither.

    >>> pieces("CCRR@d5 r2", "d5"), pieces("I2, at row 4, column 7", "4,7"), pieces("give 2,5", ("2", "5"))
    (('CCRR@', ' r2'), ('I2, at row ', ', column ', ''), ('give ', ',', ''))
    """
    name = str(value)
    parts: Sequence[str] = value if isinstance(value, tuple) else [name] if name in text else name.split(",")
    rest, found = text, list[str]()
    for part in reversed(parts):
        if not part or part not in rest:
            return (text,)
        rest, _, after = rest.rpartition(part)
        found.append(after)
    return (rest, *reversed(found))


@lru_cache(16)
def names_of(names: tuple[str, ...]) -> Names:
    """Return the one object for equal names, so that all matches of a game share what it has computed."""
    return Names(names)


NO_NAMES = names_of(())


def table_names(table: Table) -> Names:
    """Return the names of a table's parts."""
    return names_of(table.names)


def offers(match: Match, seat: int, at: int) -> list[Offer]:
    """Return the legal moves of a seat at that time with their gestures; empty if the seat is not to act."""
    position = match.now_position(at)
    moves = [] if match.is_over or seat not in position.actors else position_moves(position, seat)
    return [Offer(text, seat, gesture, covers, label) for text, gesture, covers, label in moves]


def offer_groups(match: Match, seats: Iterable[int], at: int, names: Names) -> list[SeatOffers]:
    """Return the legal moves of those seats at that time, in groups."""
    return [] if match.is_over else position_groups(match.game, match.now_position(at), seats, names)


def position_groups(game: AnyGame, position: AnyPosition, seats: Iterable[int], names: Names) -> list[SeatOffers]:
    """Return the legal moves of those seats in a position, in groups."""
    acting = [seat for seat in seats if seat in position.actors]
    return [SeatOffers(seat, _groups(game, position, seat, names)) for seat in acting]


def _groups(game: AnyGame, position: AnyPosition, seat: int, names: Names) -> list[OfferGroup]:
    moves = position.legal_moves(seat)
    indexes = names.indexes(moves.squares) if isinstance(moves, Grouped) else None
    if isinstance(moves, Grouped) and indexes is not None:
        found = list[OfferGroup]()
        for move, places in moves.groups():
            slot, value = names.slot_of(game, move, position)
            values = [indexes[place] for place in places] if indexes else [*places]
            found.append(slot.group(values or [value]))
        return found
    groups: dict[Slot, list[Value]] = {}
    for shown in position_moves(position, seat):
        slot, value = names.place(*shown)
        if slot in groups:
            groups[slot].append(value)
        else:
            groups[slot] = [value]
    return [slot.group(values) for slot, values in groups.items()]


def position_moves(position: AnyPosition, seat: int) -> list[tuple[str, Gesture, tuple[str, ...], str]]:
    """Return the legal moves of a seat as text, gesture, covered squares and words."""
    return [_shown(move, position) for move in position.legal_moves(seat)]


def _shown(move: Any, position: AnyPosition) -> tuple[str, Gesture, tuple[str, ...], str]:
    return str(move), move.gesture(position), move.covers(position), move.words(position)
