"""Tables for the compiled rules and the compiled play-outs, and positions as their states."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import chain
from typing import Any, ClassVar, Final

from boardwright.core.actions import Actions
from boardwright.core.chance import Rng
from boardwright.core.kernel import KernelTables, PlayoutTables, filled, integers, reals, texts
from boardwright.games.sagrada import rollout_window, tiny
from boardwright.games.sagrada.facts import (
    AROUND,
    BESIDE,
    BORDER,
    CELLS,
    DIAGONAL,
    FACES,
    FIRST_PRIVATE,
    LETTERS,
    LINES,
    SHADES,
    VALUES,
    Frame,
)
from boardwright.games.sagrada.kernel_states import KernelStates
from boardwright.games.sagrada.moves import RETURN, SagradaMove
from boardwright.games.sagrada.options import SagradaOptions
from boardwright.games.sagrada.playout import SPREAD, is_trap, playable
from boardwright.games.sagrada.position import SagradaPosition, seated
from boardwright.games.sagrada.rule_tables import RuleTables
from boardwright.games.sagrada.scoring import DiagonalsPattern, DifferencePattern, Objective, SetPattern

_SEATS: Final = 4
_MARKS: Final = f".{LETTERS}{''.join(map(str, SHADES))}"
"""What a cell may ask for: anything, a color, a shade."""
_OBJECTIVES, _VALUES, _PRIVATES = 8, 6, 2
_ORDER, _POOL = 8, 24
_TYPES: Final = (DiagonalsPattern, DifferencePattern, SetPattern)
_FEATURES: Final = ("color", "shade")
_PLACES: Final = ("rows", "columns")
_OBJECTIVE_WORDS: Final = 5 + _VALUES
_SEAT_WORDS: Final = 2 + _PRIVATES + 3 * CELLS


def kernel(position: SagradaPosition) -> SagradaRules | None:
    """Every variant has a kernel, from the choice of windows on; own cards are played by Python."""
    state = position.state
    is_dealt = state.round > 0 or state.waiting not in ("private", "window")
    return SagradaRules.of(position) if is_dealt and not position.options.cards else None


class SagradaRules(KernelTables[SagradaPosition, SagradaOptions]):
    """The tables of one variant. Positions are judged by Python alone.

    >>> from boardwright.games.sagrada.tiny import WINDOW
    >>> from boardwright.games.sagrada.position import play_position
    >>> start = play_position((WINDOW, WINDOW), ((23,), (24,)), (13, 14, 15), (1, 2, 3))
    >>> tables = kernel(start)
    >>> tables.unpack(tables.pack(start)) == start
    True
    """

    engine: ClassVar[str] = "sagrada"
    evaluates: ClassVar[bool] = False

    def __init__(self, seats: int, options: SagradaOptions, actions: Actions[SagradaMove, SagradaPosition]) -> None:
        super().__init__(seats, options, actions)
        self.outcomes = (*FACES, *map(str, SHADES), *map(str, chain(options.book.objectives, options.book.tools)))
        self._commands = RuleTables(options.book, self.moves)
        self._windows = (*options.book.windows.values(), tiny.WINDOW)
        self._states = KernelStates(seats, self._windows, self._commands.rules)

    def is_open(self, position: SagradaPosition) -> bool:
        return not position.is_choosing

    def tables(self) -> dict[str, array[Any]]:
        book, options, commands = self.options.book, self.options, self._commands
        counts = (len(self._windows), len(book.objectives), len(book.tools))
        sizes = (self.seats, len(self.moves), options.tool_count(self.seats), *counts, *commands.sizes)
        shades = tiny.SHADES if options.is_tiny else tuple(map(str, SHADES))
        return {
            "sizes": integers((*sizes, self.moves.index(RETURN))),
            "goals": integers(chain(*([card.id, *_objective(card)] for card in book.objectives.values()))),
            "difficulty": integers(window.difficulty for window in self._windows),
            "wanted": integers(_MARKS.index(mark) for window in self._windows for mark in window.cells),
            "texts": texts(self.outcomes),
            "rolled": integers(face[1] in shades for face in FACES),
            **_neighbors(),
            **commands.tables(),
        }

    def pack(self, position: SagradaPosition, seat: int | None = None) -> bytes:
        return self._states.pack(position)

    def unpack(self, state: bytes) -> SagradaPosition:
        return seated(self.options, *self._states.unpack(state))


class SagradaTables(PlayoutTables[SagradaPosition]):
    """The tables of every variant, own cards included: an objective is part of the state."""

    engine: ClassVar[str] = "sagrada"
    count: ClassVar[int] = 8

    def tables(self) -> dict[str, array[Any]]:
        return {
            **_neighbors(),
            "rows": integers(chain(*LINES["rows"])),
            "columns": integers(chain(*LINES["columns"])),
            "border": integers(cell in BORDER for cell in range(CELLS)),
            "same_color": integers(rollout_window.SAME_COLOR),
            "same_shade": integers(rollout_window.SAME_SHADE),
            "clashes": integers(rollout_window.CLASHES),
            "worth": reals(*rollout_window.WORTH),
            "uses": reals(*rollout_window.USES),
            "repeated": reals(rollout_window.REPEATED),
            "spread": reals(SPREAD),
        }

    def pack(self, position: SagradaPosition, rng: Rng) -> bytes | None:
        begun = None if is_trap(position) else playable(position, rng)
        if begun is None:
            return None
        state, order = begun.state, begun.state.order[begun.state.turn :]
        words = [state.seats, state.round, state.penalty, begun.target()]
        words += [rollout_window.FACE_OF[state.picked], state.placed]
        words += [len(state.public), len(order), *filled(order, _ORDER)]
        words += [len(state.pool), *filled([rollout_window.FACE_OF[die] for die in state.pool], _POOL)]
        words += state.bag.counts
        objectives = chain(*(_objective(begun.book.objectives[card]) for card in state.public))
        words += filled([*objectives], _OBJECTIVES * _OBJECTIVE_WORDS)
        words += filled([*chain(*(_seat(begun, seat) for seat in range(state.seats)))], _SEATS * _SEAT_WORDS)
        return array("I", words).tobytes()


PLAYOUTS: Final = SagradaTables()


def _neighbors() -> dict[str, array[Any]]:
    return {
        "beside": integers(chain(*(filled(cells, 4, -1) for cells in BESIDE))),
        "around": integers(chain(*(filled(cells, 8, -1) for cells in AROUND))),
        "diagonal": integers(chain(*(filled(cells, 4, -1) for cells in DIAGONAL))),
    }


def _objective(card: Objective) -> list[int]:
    """Type, feature, points, rows or columns, and how many values there are, with the values."""
    pattern = card.pattern
    place = _PLACES.index(pattern.place) if isinstance(pattern, DifferencePattern) else 0
    wanted = pattern.values if isinstance(pattern, SetPattern) else ()
    first = 0 if pattern.object == "color" else 1
    values = [VALUES[pattern.object].index(value) + first for value in wanted]
    words = [_TYPES.index(type(pattern)), _FEATURES.index(pattern.object), card.points_per_pattern, place, len(values)]
    return [*words, *filled(values, _VALUES)]


def _seat(position: SagradaPosition, seat: int) -> Iterator[int]:
    """Favor points, private objectives as colors, the frame as faces, and the faces that each cell takes."""
    state, pattern = position.state, position.state.windows[seat]
    assert pattern is not None, "windows are chosen before play"
    colors = [card - FIRST_PRIVATE for card in position.privates[seat]]
    yield from (state.favor[seat], len(colors), *filled(colors, _PRIVATES))
    yield from _faces(state.frames[seat])
    for mark in pattern.cells:
        allowed = rollout_window.allowed_faces(mark)
        yield from (allowed & 0xFFFFFFFF, allowed >> 32)


def _faces(frame: Frame) -> Iterator[int]:
    return (rollout_window.FACE_OF[die] for die in frame)
