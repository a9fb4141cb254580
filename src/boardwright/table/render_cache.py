"""What a match looks like to a seat after an entry, drawn once and kept as JSON for all who look the same way.

A log only grows, so (match, number, seat) never means two things. The ones not asked for longest are forgotten.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TypeVar

import msgspec

from boardwright.core.game import AnyGame
from boardwright.core.match import Match
from boardwright.core.position import AnyPosition
from boardwright.table.viewer import readable

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_encoder = msgspec.json.Encoder()


class Rendered(msgspec.Struct, frozen=True):
    """A view with its picture, its text and the names the last move touched, each as JSON."""

    view: msgspec.Raw
    svg: msgspec.Raw
    text: msgspec.Raw
    last: msgspec.Raw


class Offer(msgspec.Struct, frozen=True):
    """A legal move as the page offers it."""

    text: str
    seat: int
    subject: str
    variant: str
    target: str
    covers: tuple[str, ...]
    label: str


class RenderCache:
    """The faces and offers drawn last."""

    def __init__(self, size: int = 400) -> None:
        self._size = size
        self._faces: OrderedDict[tuple[str, int, int | None], Rendered] = OrderedDict()
        self._offers: OrderedDict[tuple[str, int, int], msgspec.Raw] = OrderedDict()

    def face(self, key: str, match: Match, number: int, seat: int | None) -> Rendered:
        """The face of a match after entry `number`, as that seat sees it."""
        return self._kept(self._faces, (key, number, seat), lambda: _drawn(match, number, seat))

    def offers(self, key: str, match: Match, seat: int, at: int) -> msgspec.Raw:
        """The legal moves of that seat now, as a JSON list without its brackets."""
        return self._kept(self._offers, (key, match.number, seat), lambda: _offered(match, seat, at))

    def _kept(self, kept: OrderedDict[K, V], key: K, make: Callable[[], V]) -> V:
        found = kept.pop(key, None)
        kept[key] = found = make() if found is None else found
        if len(kept) > self._size:
            kept.popitem(last=False)
        return found


def face(game: AnyGame, position: AnyPosition, seat: int | None, last: tuple[str, ...] = ()) -> Rendered:
    """A position as that seat sees it."""
    view = position.view(seat)
    return Rendered(_raw(view), _raw(game.picture(view).svg()), _raw(game.text(view)), _raw(last))


def offers(match: Match, seat: int, at: int) -> list[Offer]:
    """The legal moves of a seat, with the gestures that make them."""
    game, position = match.game, match.position
    if match.is_over or seat not in position.actors:
        return []
    found = []
    for move in position.legal_moves(seat, at):
        gesture = game.gesture(move, position)
        label = game.describe(move, position)
        found.append(Offer(str(move), seat, gesture.subject, gesture.variant, gesture.target, gesture.covers, label))
    return found


def _drawn(match: Match, number: int, seat: int | None) -> Rendered:
    return face(match.game, match.at(number), seat, _touched(match, number, seat))


def _offered(match: Match, seat: int, at: int) -> msgspec.Raw:
    return msgspec.Raw(_encoder.encode(offers(match, seat, at))[1:-1])


def _touched(match: Match, number: int, seat: int | None) -> tuple[str, ...]:
    """Where in the picture the last move in force ended, if that seat may know it.

    What was taken is left out: a hand or a pool has something else in that place by now.
    """
    moves = [entry for entry in match.line(number) if entry.kind == "move"]
    if not moves:
        return ()
    last = moves[-1].number
    (entry,) = readable(match, seat, last - 1, last)
    if entry.text is None:
        return ()
    before = match.at(last - 1)
    gesture = match.game.gesture(before.parse(entry.text), before)
    return gesture.covers or ((gesture.target,) if gesture.target else ())


def _raw(value: object) -> msgspec.Raw:
    return msgspec.Raw(_encoder.encode(value))
