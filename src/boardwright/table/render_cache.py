"""LRU cache of rendered positions, shared by all viewers of the same seat, and of the patches between pictures.

A log only grows, so the key (match, number, seat) always has the same value; where time alone changes the
position, the time of the next change is part of the key.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cached_property, partial
from typing import Any, TypeVar

import msgspec

from boardwright.core.entry import Entry
from boardwright.core.game import AnyGame
from boardwright.core.match import Match
from boardwright.core.patch import changes
from boardwright.core.picture import Picture
from boardwright.core.position import AnyPosition
from boardwright.core.seats import SeatColor, seat_colors
from boardwright.core.timed import keeps_time
from boardwright.core.view import View
from boardwright.table.viewer import visible_entries

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_STEPS = 4
"""How many moves are kept for each position: what a seat is shown are those since its last turn."""
_encoder = msgspec.json.Encoder()


class StepView(msgspec.Struct, frozen=True):
    """A move that was made: what was taken, where it went, and all squares that it covers now."""

    number: int
    seat: int
    subject: str
    target: str
    covers: tuple[str, ...]


class Rendered:
    """A position as a seat sees it: its picture, and on demand its view, text and SVG document as JSON.

    `steps` are the moves that the others have made since the seat's last turn.
    """

    def __init__(self, game: AnyGame, view: View, picture: Picture, steps: tuple[StepView, ...]) -> None:
        self.picture = picture
        self.steps = steps
        self._game = game
        self._view = view

    @cached_property
    def view(self) -> msgspec.Raw:
        """The view as JSON."""
        return _raw(self._view)

    @cached_property
    def svg(self) -> msgspec.Raw:
        """The picture as a JSON string."""
        return _raw(self.picture.svg())

    @cached_property
    def prompt(self) -> str:
        """What the seat can do now, in words."""
        return self._game.prompt(self._view)

    @cached_property
    def colors(self) -> tuple[tuple[SeatColor, ...], ...]:
        """The colors of each seat."""
        return seat_colors(self._game, self._view)

    @cached_property
    def text(self) -> msgspec.Raw:
        """The text for terminals as a JSON string."""
        return _raw(self._game.text(self._view))


class RenderCache:
    """The positions rendered, the moves shown and the pictures compared most recently."""

    def __init__(self, size: int = 400, patches: int = 64) -> None:
        self._size = size
        self._steps: OrderedDict[tuple[str, int], StepView] = OrderedDict()
        self._patch_limit = patches
        self._rendered: OrderedDict[Hashable, Rendered] = OrderedDict()
        self._patches: OrderedDict[tuple[int, int], tuple[Picture, Picture, msgspec.Raw]] = OrderedDict()

    def rendered(self, key: str, match: Match, number: int, seat: int | None, at: int | None = None) -> Rendered:
        """Returns the position after entry `number` as that seat sees it, the last one as it is at that time."""
        is_now = at is not None and number == match.number
        window = _window(match, at) if at is not None and is_now else None
        make = partial(self._render, key, match, number, seat, window, at if is_now else None)
        return _cached(self._rendered, self._size, (key, number, seat, window), make)

    def patch(self, old: Picture, new: Picture) -> msgspec.Raw:
        """Returns the steps from one picture to another as JSON."""

        def make() -> tuple[Picture, Picture, msgspec.Raw]:
            return old, new, _raw(changes(old, new))

        # The entry holds both pictures, so that their ids stay theirs.
        return _cached(self._patches, self._patch_limit, (id(old), id(new)), make)[2]

    def _render(
        self, key: str, match: Match, number: int, seat: int | None, window: Hashable, at: int | None
    ) -> Rendered:
        position = match.at(number) if at is None else match.now_position(at)
        view = position.view(seat)
        if match.is_over and number == match.number and position.outcome() is None:
            view = match.game.ended(view)
        picture = match.game.picture(view)
        keys = [(key, number, other, window) for other in (None, *range(match.header.seats))]
        others = [seen for each in keys if (seen := self._rendered.get(each)) is not None]
        picture = next((seen.picture for seen in others if seen.picture == picture), picture)
        return Rendered(match.game, view, picture, steps_seen(match, number, seat, partial(self._step, key)))

    def _step(self, key: str, match: Match, entry: Entry) -> StepView:
        """Returns a move as it was made; a seat is shown the same ones again until it moves."""
        return _cached(self._steps, _STEPS * self._size, (key, entry.number), partial(step_of, match, entry))


def render(game: AnyGame, position: AnyPosition, seat: int | None) -> Rendered:
    """Renders a position as that seat sees it."""
    view = position.view(seat)
    return Rendered(game, view, game.picture(view), ())


def _cached(cache: OrderedDict[K, V], size: int, key: K, make: Callable[[], V]) -> V:
    found = cache.pop(key, None)
    cache[key] = found = make() if found is None else found
    if len(cache) > size:
        cache.popitem(last=False)
    return found


def _window(match: Match, at: int) -> tuple[int | None] | None:
    """Returns equal values for times between which the position does not change; None if time never changes it."""
    return (match.next_change(at),) if keeps_time(match.position) else None


def step_of(match: Match, entry: Entry) -> StepView:
    """Returns the move of an entry as it was made on the picture."""
    return step_view(
        match.game, match.before(entry.number), entry.number, entry.seat or 0, match.tree.step(entry.number).move
    )


def steps_seen(
    match: Match, number: int, seat: int | None, step: Callable[[Match, Entry], StepView] = step_of
) -> tuple[StepView, ...]:
    """Returns the moves since the seat's last turn that it may see, as `step` shows them on the picture."""
    moves = match.moves_since_turn(seat, number)
    if not match.game.has_secrets:
        return tuple([step(match, move) for move in moves])
    shown = [entry for move in moves for entry in visible_entries(match, seat, move.number - 1, move.number)]
    return tuple([step(match, entry) for entry in shown if not entry.is_sealed])


def step_view(game: AnyGame, before: AnyPosition, number: int, seat: int, move: Any) -> StepView:
    """Returns a move as it was made on the picture."""
    gesture = move.gesture(before)
    return StepView(number, seat, gesture.subject, gesture.target, gesture.covers)


def _raw(value: object) -> msgspec.Raw:
    return msgspec.Raw(_encoder.encode(value))
