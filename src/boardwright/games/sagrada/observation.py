"""A position as a row of numbers, as one seat sees it."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from boardwright.core.actions import Plane
from boardwright.games.sagrada.facts import (
    CELLS,
    COLOR_OF,
    COLORS,
    DICE,
    FIRST_PRIVATE,
    LETTERS,
    OFFERED,
    ROUNDS,
    SHADE_OF,
    Die,
    Frame,
    id_of,
    pool_size,
)
from boardwright.games.sagrada.options import SagradaOptions
from boardwright.games.sagrada.position import SagradaPosition
from boardwright.games.sagrada.rulebook import Rulebook, rulebook
from boardwright.games.sagrada.scoring import private_points
from boardwright.games.sagrada.state import State, Window
from boardwright.games.sagrada.view import phase_of

Buffer: TypeAlias = "bytes | array[float]"

_DIE = len(COLORS) + 1
_PHASES = ("choose", "play", "draw", "over")
_FLOAT = 4
_FACE = f"each as {len(COLORS)} numbers for the color ({', '.join(COLORS)}) and the shade over 6"


def planes(seats: int, options: SagradaOptions) -> Iterator[Plane]:
    """What the numbers mean: the table, then every seat, the viewer's first and the others clockwise after it."""
    book, room = rulebook(options.cards), pool_size(seats)
    yield Plane("phase", f"one of {', '.join(_PHASES)}", len(_PHASES))
    yield Plane("round", "from 1 to 10, over 10")
    yield Plane("turn", "of the round, over 8")
    yield Plane("second turn", "1 if the seat on turn already had a turn in this round")
    yield Plane("placed", "1 if a die was placed this turn")
    yield Plane("used", "1 if a tool was used this turn")
    yield Plane("pool", f"the dice of the pool in order, {_FACE}; zeros where there is none", room * _DIE)
    yield Plane("hand", "the die in hand, likewise", _DIE)
    yield Plane("round track", "its dice in order, likewise", room * ROUNDS * _DIE)
    yield Plane("track sizes", "the dice of each round on the track, over the size of a full pool", ROUNDS)
    for tool in book.tools.values():
        yield Plane(tool.name, "1 if it is on the table; its favor points, over 32; 1 if active; 1 if passive", 4)
    for card in book.objectives.values():
        yield Plane(card.name, "1 if it is on the table")
    for seat in range(seats):
        yield from _player_planes("own" if seat == 0 else f"seat +{seat}")


def _player_planes(whose: str) -> Iterator[Plane]:
    yield Plane(f"{whose} dice", f"the dice of the frame, row by row, {_FACE}", CELLS * _DIE)
    yield Plane(f"{whose} pattern", "what the window asks for, cell by cell, likewise", CELLS * _DIE)
    yield Plane(f"{whose} moved", "the dice moved by a tool this turn", CELLS)
    yield Plane(f"{whose} objectives", f"the private objectives, where this seat sees them: {', '.join(COLORS)}", 5)
    yield Plane(f"{whose} favor", "over 6")
    yield Plane(f"{whose} score", "as far as this seat sees it, over 100")
    yield Plane(f"{whose} turn", "1 if this seat may act")
    yield Plane(f"{whose} choice", "1 if a window is chosen")
    offered = f"{OFFERED} windows to choose from: 1, difficulty over 6, and the pattern of each"
    yield Plane(f"{whose} windows", offered, OFFERED * (2 + CELLS * _DIE))
    yield Plane(f"{whose} window", "which of them was chosen, where this seat sees it", OFFERED)


def encode(position: SagradaPosition, seat: int | None) -> array[float]:
    """The numbers of a position for that seat; a spectator sees the table from seat 0, without its secrets."""
    state, book = position.state, position.book
    actors, seats = position.actors, state.seats
    blocks = [_table(state, book)]
    for step in range(seats):
        one = ((seat or 0) + step) % seats
        blocks.append(_player(state, book, one, is_open=state.is_over or one == seat, is_actor=one in actors))
    return array("f", b"".join(blocks))


def _table(state: State, book: Rulebook) -> bytes:
    phase = phase_of(state)
    room = pool_size(state.seats)
    is_second = bool(state.order) and not state.is_over and state.is_second_turn
    numbers = array("f", [float(phase == one) for one in _PHASES])
    numbers.extend((min(state.round, ROUNDS) / 10, state.turn / 8, is_second, state.placed, state.used))
    sizes = [size / room for size in state.slots] + [0.0] * (ROUNDS - len(state.slots))
    blocks: list[Buffer] = [numbers, _dice(state.pool, room), _DIE_BYTES[state.picked]]
    blocks += [_dice(state.track, room * ROUNDS), array("f", sizes)]
    for tool in book.tools:
        blocks.append(_tool(state, tool) if tool in state.tools else _NO_TOOL)
    blocks.append(array("f", [float(card in state.public) for card in book.objectives]))
    return b"".join(blocks)


_NO_TOOL = bytes(4 * _FLOAT)


def _tool(state: State, tool: int) -> array[float]:
    points = min(1.0, state.points[state.tools.index(tool)] / 32)
    return array("f", [1.0, points, float(tool == state.active), float(tool == state.passive)])


def _player(state: State, book: Rulebook, seat: int, *, is_open: bool, is_actor: bool) -> bytes:
    window, frame = state.windows[seat], state.frames[seat]
    privates = state.privates[seat] if is_open else ()
    moved = {id_of(die) for die in state.moved} if state.moved and seat == state.current else ()
    offers = state.offers[seat] if state.round == 0 else ()
    choice = state.choices[seat]
    public = sum(_points(book, card, frame) for card in state.public)
    private = max((private_points(card, frame) for card in privates), default=0)
    score = max(0, private + public + state.favor[seat] - frame.count(0) * state.penalty)
    numbers = [float(FIRST_PRIVATE + color in privates) for color in range(len(COLORS))]
    numbers += min(1.0, state.favor[seat] / 6), min(1.0, score / 100), float(is_actor), float(choice > 0)
    blocks: list[Buffer] = [
        _dice(frame, CELLS),
        _pattern(window.cells if window else "." * CELLS),
        array("f", [float(id_of(die) in moved) for die in frame]) if moved else bytes(CELLS * _FLOAT),
        array("f", numbers),
        *map(_window, offers),
        bytes((OFFERED - len(offers)) * (2 + CELLS * _DIE) * _FLOAT),
        array("f", [float(is_open and offers != () and choice == one + 1) for one in range(OFFERED)]),
    ]
    return b"".join(blocks)


def _die(die: Die) -> bytes:
    colors = [float(die > 0 and COLOR_OF[die] == color) for color in range(len(COLORS))]
    return array("f", [*colors, SHADE_OF[die] / 6]).tobytes()


_DIE_BYTES = tuple(map(_die, range(DICE * 8)))
"""By die, its numbers; zeros for none."""


def _dice(dice: tuple[Die, ...], room: int) -> bytes:
    return b"".join([_DIE_BYTES[die] for die in dice]) + bytes((room - len(dice)) * _DIE * _FLOAT)


@lru_cache(maxsize=256)
def _pattern(cells: str) -> bytes:
    numbers: list[float] = []
    for mark in cells:
        numbers += [float(mark == letter) for letter in LETTERS] + [int(mark) / 6 if mark.isdecimal() else 0.0]
    return array("f", numbers).tobytes()


@lru_cache(maxsize=256)
def _window(window: Window) -> bytes:
    return array("f", [1.0, window.difficulty / 6]).tobytes() + _pattern(window.cells)


@lru_cache(maxsize=4096)
def _points(book: Rulebook, card: int, frame: Frame) -> int:
    """What a frame earns with a public objective; frames stay the same for several moves."""
    return book.objectives[card].points(frame)
