"""Legal moves as they are offered to players: one by one for programs, in groups for the page."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec

from boardwright.core.game import AnyGame
from boardwright.core.gesture import Gesture, Grouped
from boardwright.core.match import Match
from boardwright.core.picture import Picture
from boardwright.core.position import AnyPosition

Place: TypeAlias = int | str
"""A named part: its index among the names of a picture, or its name if the picture does not have it."""
Shared: TypeAlias = tuple[str, tuple[str, ...], tuple[str, ...], int, bool]
"""Subject, text and label in pieces, turn and flip."""


_GROUPS = 1 << 13
"""Up to so many moves are remembered with their groups."""


class Offer(msgspec.Struct, frozen=True):
    """A legal move with its gesture."""

    text: str
    seat: int
    subject: str
    turn: int
    flip: bool
    target: str
    covers: tuple[str, ...]
    label: str


class OfferGroup(msgspec.Struct, frozen=True, omit_defaults=True):
    """The legal moves that take the same subject, turn it the same way and cover the same squares around their target.

    There is one move for each of the `targets`, or just one without. `text` and `label` are in pieces: between two
    pieces goes the name of the target, between three or more go its parts, which commas separate. A target that is an
    index has covers that are offsets from it.
    """

    seat: int
    subject: str
    text: tuple[str, ...]
    label: tuple[str, ...]
    turn: int = 0
    flip: bool = False
    targets: list[Place] = []
    covers: tuple[Place, ...] = ()


class Slot:
    """What the moves of a group share; there is one object for equal values, so that it is found by identity."""

    __slots__ = ("covers", "is_targeted", "shared")

    def __init__(self, shared: Shared, covers: tuple[Place, ...], is_targeted: bool) -> None:
        self.shared = shared
        self.covers = covers
        self.is_targeted = is_targeted

    def group(self, seat: int, targets: list[Place]) -> OfferGroup:
        """Returns the moves of a seat to those targets."""
        return OfferGroup(seat, *self.shared, targets if self.is_targeted else [], self.covers)


class Names:
    """The names of a picture's parts, numbered in the order in which they are drawn.

    >>> names = names_of(("a1", "b1", "a2", "b2"))
    >>> slot, target = names.place("P@b1", Gesture("piece", target="b1", covers=("b1", "b2")), "put P on b1")
    >>> target, slot.covers, slot.shared
    (1, (0, 2), ('piece', ('P@', ''), ('put P on ', ''), 0, False))
    """

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self._indexes = {name: index for index, name in reversed(tuple(enumerate(names)))}
        self._slot = lru_cache(1 << 13)(Slot)
        self.place = lru_cache(1 << 13)(self._place)
        self._grouped: dict[tuple[AnyGame, Any], Slot] = {}
        self.start = lru_cache(8)(self._start)

    def _place(self, text: str, gesture: Gesture, label: str) -> tuple[Slot, Place]:
        """Returns the group to which a move belongs, the same if only targets differ, and its target."""
        subject, turn, flip, name = gesture.key
        index = self._indexes.get(name)
        covered = [self._indexes.get(each) for each in gesture.covers]
        target: Place = name
        covers: tuple[Place, ...] = gesture.covers
        if index is not None and None not in covered:
            target, covers = index, tuple(each - index for each in covered if each is not None)
        shared = (subject, pieces(text, name), pieces(label, name), turn, flip)
        return self._slot(shared, covers, name != ""), target

    def slot_of(self, game: AnyGame, move: Any, position: AnyPosition) -> Slot:
        """Returns the group of a move whose gesture and words do not depend on the position."""
        known = self._grouped.get((game, move))
        if known is None:
            if len(self._grouped) >= _GROUPS:
                self._grouped.clear()
            known, _ = self._place(*_shown(game, move, position))
            self._grouped[game, move] = known
        return known

    def _start(self, squares: tuple[str, ...]) -> int | None:
        """Returns the index of the first of these names if the others follow it; None if they do not."""
        first = self._indexes.get(squares[0])
        is_here = first is not None and self.names[first : first + len(squares)] == squares
        return first if is_here else None


def pieces(text: str, name: str) -> tuple[str, ...]:
    """Returns what stands around the name of a target in a text, or else around its parts; the text if it has neither.

    >>> pieces("CCRR@d5 r2", "d5"), pieces("I2, at row 4, column 7", "4,7"), pieces("pass", "")
    (('CCRR@', ' r2'), ('I2, at row ', ', column ', ''), ('pass',))
    """
    parts = [name] if name in text else name.split(",")
    rest, found = text, list[str]()
    for part in reversed(parts):
        if not part or part not in rest:
            return (text,)
        rest, _, after = rest.rpartition(part)
        found.append(after)
    return (rest, *reversed(found))


@lru_cache(16)
def names_of(names: tuple[str, ...]) -> Names:
    """Returns the one object for equal names, so that all matches of a game share what it has computed."""
    return Names(names)


NO_NAMES = names_of(())


def picture_names(picture: Picture) -> Names:
    """Returns the names in a picture."""
    return names_of(tuple(dict.fromkeys(name for shape in picture.shapes for name in shape.names())))


def offers(match: Match, seat: int, at: int) -> list[Offer]:
    """Returns the legal moves of a seat at that time with their gestures; empty if the seat is not to act."""
    position = match.now_position(at)
    moves = [] if match.is_over or seat not in position.actors else position_moves(match.game, position, seat)
    return [Offer(text, seat, *gesture.key, gesture.covers, label) for text, gesture, label in moves]


def offer_groups(match: Match, seats: Iterable[int], at: int, names: Names) -> list[OfferGroup]:
    """Returns the legal moves of those seats at that time, in groups."""
    return [] if match.is_over else position_groups(match.game, match.now_position(at), seats, names)


def position_groups(game: AnyGame, position: AnyPosition, seats: Iterable[int], names: Names) -> list[OfferGroup]:
    """Returns the legal moves of those seats in a position, in groups."""
    acting = [seat for seat in seats if seat in position.actors]
    return [group for seat in acting for group in _groups(game, position, seat, names)]


def _groups(game: AnyGame, position: AnyPosition, seat: int, names: Names) -> list[OfferGroup]:
    moves = position.legal_moves(seat)
    start = names.start(moves.squares) if isinstance(moves, Grouped) else None
    if isinstance(moves, Grouped) and start is not None:
        found = list[OfferGroup]()
        for move, places in moves.groups():
            slot = names.slot_of(game, move, position)
            found.append(slot.group(seat, [start + place for place in places] if start else [*places]))
        return found
    groups: dict[Slot, list[Place]] = {}
    for move in position_moves(game, position, seat):
        slot, target = names.place(*move)
        if slot in groups:
            groups[slot].append(target)
        else:
            groups[slot] = [target]
    return [slot.group(seat, targets) for slot, targets in groups.items()]


def position_moves(game: AnyGame, position: AnyPosition, seat: int) -> list[tuple[str, Gesture, str]]:
    """Returns the legal moves of a seat as text, gesture and words."""
    return [_shown(game, move, position) for move in position.legal_moves(seat)]


def _shown(game: AnyGame, move: Any, position: AnyPosition) -> tuple[str, Gesture, str]:
    return str(move), move.gesture(position), move.words(position)
