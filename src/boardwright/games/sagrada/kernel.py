"""Tables for the compiled play-outs, and positions as their states. The rest of the rules stays in Python."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, ClassVar, Final

from boardwright.core.chance import Rng
from boardwright.core.kernel import PlayoutTables, integers, reals
from boardwright.games.sagrada import rollout_window as window
from boardwright.games.sagrada.facts import (
    AROUND,
    BESIDE,
    BORDER,
    CELLS,
    DIAGONAL,
    FIRST_PRIVATE,
    LINES,
    VALUES,
    Frame,
)
from boardwright.games.sagrada.playout import SPREAD, is_trap, playable
from boardwright.games.sagrada.position import SagradaPosition
from boardwright.games.sagrada.scoring import DiagonalsPattern, DifferencePattern, Objective, SetPattern

_SEATS: Final = 4
_OBJECTIVES, _VALUES, _PRIVATES = 8, 6, 2
_ORDER, _POOL = 8, 24
_TYPES: Final = (DiagonalsPattern, DifferencePattern, SetPattern)
_FEATURES: Final = ("color", "shade")
_PLACES: Final = ("rows", "columns")
_OBJECTIVE_WORDS: Final = 5 + _VALUES
_SEAT_WORDS: Final = 2 + _PRIVATES + 3 * CELLS


class SagradaTables(PlayoutTables[SagradaPosition]):
    """The tables of every variant, own cards included: an objective is part of the state."""

    engine: ClassVar[str] = "sagrada"
    count: ClassVar[int] = 8

    def tables(self) -> dict[str, array[Any]]:
        return {
            "beside": integers(_padded(BESIDE, 4)),
            "around": integers(_padded(AROUND, 8)),
            "diagonal": integers(_padded(DIAGONAL, 4)),
            "rows": integers(chain(*LINES["rows"])),
            "columns": integers(chain(*LINES["columns"])),
            "border": integers(cell in BORDER for cell in range(CELLS)),
            "same_color": integers(window.SAME_COLOR),
            "same_shade": integers(window.SAME_SHADE),
            "clashes": integers(window.CLASHES),
            "worth": reals(*window.WORTH),
            "uses": reals(*window.USES),
            "repeated": reals(window.REPEATED),
            "spread": reals(SPREAD),
        }

    def pack(self, position: SagradaPosition, rng: Rng) -> bytes | None:
        begun = None if is_trap(position) else playable(position, rng)
        if begun is None:
            return None
        state, order = begun.state, begun.state.order[begun.state.turn :]
        words = [state.seats, state.round, state.penalty, begun.target(), window.FACE_OF[state.picked], state.placed]
        words += [len(state.public), len(order), *_filled(order, _ORDER)]
        words += [len(state.pool), *_filled([window.FACE_OF[die] for die in state.pool], _POOL)]
        words += [mask.bit_count() for mask in state.bag]
        objectives = chain(*(_objective(begun.book.objectives[card]) for card in state.public))
        words += _filled([*objectives], _OBJECTIVES * _OBJECTIVE_WORDS)
        words += _filled([*chain(*(_seat(begun, seat) for seat in range(state.seats)))], _SEATS * _SEAT_WORDS)
        return array("I", words).tobytes()


_TABLES: Final = SagradaTables()


def playout_kernel() -> SagradaTables:
    """Every variant has compiled play-outs."""
    return _TABLES


def _padded(lists: Iterable[Sequence[int]], size: int) -> Iterator[int]:
    for cells in lists:
        yield from (*cells, *[-1] * (size - len(cells)))


def _filled(numbers: Sequence[int], size: int) -> list[int]:
    return [*numbers, *[0] * (size - len(numbers))]


def _objective(card: Objective) -> list[int]:
    """Type, feature, points, rows or columns, and how many values there are, with the values."""
    pattern = card.pattern
    place = _PLACES.index(pattern.place) if isinstance(pattern, DifferencePattern) else 0
    wanted = pattern.values if isinstance(pattern, SetPattern) else ()
    first = 0 if pattern.object == "color" else 1
    values = [VALUES[pattern.object].index(value) + first for value in wanted]
    words = [_TYPES.index(type(pattern)), _FEATURES.index(pattern.object), card.points_per_pattern, place, len(values)]
    return [*words, *_filled(values, _VALUES)]


def _seat(position: SagradaPosition, seat: int) -> Iterator[int]:
    """Favor points, private objectives as colors, the frame as faces, and the faces that each cell takes."""
    state, pattern = position.state, position.state.windows[seat]
    assert pattern is not None, "windows are chosen before play"
    colors = [card - FIRST_PRIVATE for card in state.privates[seat]]
    yield from (state.favor[seat], len(colors), *_filled(colors, _PRIVATES))
    yield from _faces(state.frames[seat])
    for mark in pattern.cells:
        allowed = window.allowed_faces(mark)
        yield from (allowed & 0xFFFFFFFF, allowed >> 32)


def _faces(frame: Frame) -> Iterator[int]:
    return (window.FACE_OF[die] for die in frame)
