"""LRU cache of rendered positions and legal moves, shared by all viewers of the same seat.

A log only grows, so the key (match, number, seat) always has the same value; where time alone changes the
position, the time of the next change is part of the key.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import partial
from typing import TypeVar

import msgspec

from boardwright.core.game import AnyGame
from boardwright.core.match import Match
from boardwright.core.position import AnyPosition
from boardwright.table.viewer import visible_entries

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_encoder = msgspec.json.Encoder()


class Rendered(msgspec.Struct, frozen=True):
    """A view with its picture, its text and the names that the last move touched, each as JSON."""

    view: msgspec.Raw
    svg: msgspec.Raw
    text: msgspec.Raw
    last: msgspec.Raw


class Offer(msgspec.Struct, frozen=True):
    """A legal move with its gesture, as the page offers it."""

    text: str
    seat: int
    subject: str
    variant: str
    target: str
    covers: tuple[str, ...]
    label: str


class RenderCache:
    """The positions rendered and the moves listed most recently."""

    def __init__(self, size: int = 400) -> None:
        self._size = size
        self._rendered: OrderedDict[Hashable, Rendered] = OrderedDict()
        self._offers: OrderedDict[Hashable, msgspec.Raw] = OrderedDict()

    def rendered(self, key: str, match: Match, number: int, seat: int | None, at: int | None = None) -> Rendered:
        """Returns the position after entry `number` as that seat sees it, the last one as it is at that time."""
        if at is None or number != match.number:
            make = partial(_render, match, match.at(number), number, seat)
            return self._cached(self._rendered, (key, number, seat, None), make)
        make = partial(_render, match, match.now_position(at), number, seat)
        return self._cached(self._rendered, (key, number, seat, _window(match, at)), make)

    def offers(self, key: str, match: Match, seat: int, at: int) -> msgspec.Raw:
        """Returns the legal moves of that seat now, as a JSON list without its brackets."""
        make = partial(_encode_offers, match, seat, at)
        return self._cached(self._offers, (key, match.number, seat, _window(match, at)), make)

    def _cached(self, cache: OrderedDict[K, V], key: K, make: Callable[[], V]) -> V:
        found = cache.pop(key, None)
        cache[key] = found = make() if found is None else found
        if len(cache) > self._size:
            cache.popitem(last=False)
        return found


def render(game: AnyGame, position: AnyPosition, seat: int | None, last: tuple[str, ...] = ()) -> Rendered:
    """Renders a position as that seat sees it."""
    view = position.view(seat)
    return Rendered(_raw(view), _raw(game.picture(view).svg()), _raw(game.text(view)), _raw(last))


def offers(match: Match, seat: int, at: int) -> list[Offer]:
    """Returns the legal moves of a seat at that time with their gestures; empty if the seat is not to act."""
    game, position = match.game, match.now_position(at)
    if match.is_over or seat not in position.actors:
        return []
    found = []
    for move in position.legal_moves(seat):
        gesture = game.gesture(move, position)
        label = game.describe(move, position)
        found.append(Offer(str(move), seat, gesture.subject, gesture.variant, gesture.target, gesture.covers, label))
    return found


def _window(match: Match, at: int) -> tuple[int | None] | None:
    """Returns equal values for times between which the position does not change; None if time never changes it."""
    return (match.next_change(at),) if match.position.keeps_time else None


def _render(match: Match, position: AnyPosition, number: int, seat: int | None) -> Rendered:
    return render(match.game, position, seat, _touched(match, number, seat))


def _encode_offers(match: Match, seat: int, at: int) -> msgspec.Raw:
    return msgspec.Raw(_encoder.encode(offers(match, seat, at))[1:-1])


def _touched(match: Match, number: int, seat: int | None) -> tuple[str, ...]:
    """Returns the picture names where the last move in force ended, if that seat may see the move.

    The subject of the move is left out: its place in a hand or pool holds something else by now.
    """
    moves = [entry for entry in match.line(number) if entry.kind == "move"]
    if not moves:
        return ()
    last = moves[-1].number
    (entry,) = visible_entries(match, seat, last - 1, last)
    if entry.is_sealed:
        return ()
    before = match.at(last - 1)
    gesture = match.game.gesture(before.parse(entry.text), before)
    return gesture.covers or ((gesture.target,) if gesture.target else ())


def _raw(value: object) -> msgspec.Raw:
    return msgspec.Raw(_encoder.encode(value))
