"""LRU cache of rendered positions, shared by all viewers of the same seat, and of the changes between tables.

A log only grows, so the key (match, number, seat) always has the same value; where time alone changes the
position, the time of the next change is part of the key.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeVar

import msgspec

from boardwright.core.drawing.symbol import Art
from boardwright.core.game.game import AnyGame
from boardwright.core.game.table_of import table_of
from boardwright.core.layout import message
from boardwright.core.layout.changes import changes
from boardwright.core.layout.table import Table
from boardwright.core.match.entry import Entry
from boardwright.core.match.match import Match
from boardwright.core.moves.gesture import Gesture
from boardwright.core.rules.position import AnyPosition
from boardwright.core.rules.seats import SeatColor, seat_colors
from boardwright.core.rules.timed import keeps_time
from boardwright.core.rules.view import View

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_STEPS = 4
"""The number of moves that are kept for each position: what a seat is shown are those since its last turn."""


class StepView(msgspec.Struct, frozen=True):
    """A move that was made: its gesture, and all squares that it covers now."""

    number: int
    seat: int
    gesture: Gesture
    covers: tuple[str, ...]


def view_after(match: Match, number: int, position: AnyPosition, seat: int | None) -> View:
    """Return what a seat sees after an entry; where players or the clock ended the match, nobody is to act in it."""
    view: View = position.view(seat)
    is_ended = match.is_over and number == match.number and position.outcome() is None
    return match.game.ended(view) if is_ended else view


class RenderedPosition:
    """A position as a seat sees it: its table, and on demand its view, text and data as JSON.

    `steps` are the moves that the others have made since the seat's last turn.
    """

    def __init__(self, game: AnyGame, view: View, table: Table, steps: tuple[StepView, ...]) -> None:
        self.table = table
        self.steps = steps
        self._game = game
        self._view = view

    @cached_property
    def view(self) -> msgspec.Raw:
        """The view as JSON."""
        return _raw(self._view)

    @cached_property
    def bare(self) -> msgspec.Raw:
        """The table as JSON, without drawings."""
        return _raw(message.table_data(self.table, with_art=False))

    @cached_property
    def whole(self) -> msgspec.Raw:
        """The table as JSON with all that is drawn in it."""
        return _raw(message.table_data(self.table))

    @cached_property
    def prompt(self) -> str:
        """The choices of the seat, in words."""
        return self._game.prompt(self._view)

    @cached_property
    def colors(self) -> tuple[tuple[SeatColor, ...], ...]:
        """The colors of each seat."""
        return seat_colors(self._game, self._view)

    @cached_property
    def text(self) -> msgspec.Raw:
        """The text for terminals as a JSON string."""
        return _raw(self.table.text())


class Compared(NamedTuple):
    """Two tables, what leads from one to the other as JSON, and what is drawn in that."""

    old: Table
    new: Table
    changes: msgspec.Raw
    arts: tuple[Art, ...]


class RenderCache:
    """The positions rendered, the moves shown and the tables compared most recently."""

    def __init__(self, size: int = 400, compared: int = 64) -> None:
        self._size = size
        self._steps: OrderedDict[tuple[str, int], StepView] = OrderedDict()
        self._compared_limit = compared
        self._rendered: OrderedDict[Hashable, RenderedPosition] = OrderedDict()
        self._compared: OrderedDict[tuple[int, int], Compared] = OrderedDict()

    def rendered(
        self, key: str, match: Match, number: int, seat: int | None, at: int | None = None
    ) -> RenderedPosition:
        """Return the position after entry `number` as that seat sees it, the last one as it is at that time."""
        is_now = at is not None and number == match.number
        window = _window(match, at) if at is not None and is_now else None
        make = partial(self._render, key, match, number, seat, window, at if is_now else None)
        return _cached(self._rendered, self._size, (key, number, seat, window), make)

    def changes(self, old: Table, new: Table) -> Compared:
        """Return what leads from one table to another."""

        def make() -> Compared:
            found = changes(old.shown, new.shown)
            return Compared(old, new, _raw(found), found.arts)

        # The entry holds both tables, so that their ids stay theirs.
        return _cached(self._compared, self._compared_limit, (id(old), id(new)), make)

    def _render(
        self, key: str, match: Match, number: int, seat: int | None, window: Hashable, at: int | None
    ) -> RenderedPosition:
        position = match.at(number) if at is None else match.now_position(at)
        view = view_after(match, number, position, seat)
        table = table_of(match.game, view)
        keys = [(key, number, other, window) for other in (None, *range(match.header.seats))]
        others = [seen for each in keys if (seen := self._rendered.get(each)) is not None]
        table = next((seen.table for seen in others if seen.table.shown == table.shown), table)
        return RenderedPosition(match.game, view, table, steps_seen(match, number, seat, partial(self._step, key)))

    def _step(self, key: str, match: Match, entry: Entry) -> StepView:
        """Return a move as it was made; a seat is shown the same ones again until it moves."""
        return _cached(self._steps, _STEPS * self._size, (key, entry.number), partial(step_of, match, entry))


def render(game: AnyGame, position: AnyPosition, seat: int | None) -> RenderedPosition:
    """Render a position as that seat sees it."""
    view = position.view(seat)
    return RenderedPosition(game, view, table_of(game, view), ())


def _cached(cache: OrderedDict[K, V], size: int, key: K, make: Callable[[], V]) -> V:
    found = cache.pop(key, None)
    cache[key] = found = make() if found is None else found
    if len(cache) > size:
        cache.popitem(last=False)
    return found


def _window(match: Match, at: int) -> tuple[int | None] | None:
    """Return equal values for times between which the position does not change; None if time never changes it."""
    return (match.next_change(at),) if keeps_time(match.position) else None


def step_of(match: Match, entry: Entry) -> StepView:
    """Return the move of an entry as it was made on the table."""
    move = match.tree.step(entry.number).move
    return step_view(match.before(entry.number), entry.number, entry.seat or 0, move)


def steps_seen(
    match: Match, number: int, seat: int | None, step: Callable[[Match, Entry], StepView] = step_of
) -> tuple[StepView, ...]:
    """Return the moves since the seat's last turn that it may see, as `step` shows them on the table."""
    moves = match.moves_since_turn(seat, number)
    if not match.game.has_secrets:
        return tuple([step(match, move) for move in moves])
    shown = [entry for move in moves for entry in match.read(seat, move.number - 1, move.number)]
    return tuple([step(match, entry) for entry in shown if not entry.is_sealed])


def step_view(before: AnyPosition, number: int, seat: int, move: Any) -> StepView:
    """Return a move as it was made on the table."""
    return StepView(number, seat, move.gesture(before), move.covers(before))


def _raw(value: object) -> msgspec.Raw:
    return msgspec.Raw(message.encode(value))
