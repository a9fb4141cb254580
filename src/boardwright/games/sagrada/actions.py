"""A numbering of all commands, and a position as a row of numbers, as one seat sees it."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain

from boardwright.core.hidden.components import masked
from boardwright.core.search.numbering import Actions, Limits, Plane
from boardwright.games.sagrada import facts
from boardwright.games.sagrada.facts import (
    CELLS,
    COLORS,
    FACES,
    FIRST_PRIVATE,
    LETTERS,
    OFFERED,
    ROUNDS,
    Die,
    Frame,
    id_of,
)
from boardwright.games.sagrada.moves import ChooseWindow, Command, SagradaMove
from boardwright.games.sagrada.options import SagradaOptions
from boardwright.games.sagrada.position import SagradaPosition, start
from boardwright.games.sagrada.rulebook import Rulebook, rulebook
from boardwright.games.sagrada.scoring import Breakdown
from boardwright.games.sagrada.state import State, Window
from boardwright.games.sagrada.view import phase_of

_DIE = len(COLORS) + 1
_PHASES = ("choose", "play", "draw", "over")
_FACE = f"each as {len(COLORS)} numbers for the color ({', '.join(COLORS)}) and the shade over 6"


def planes(seats: int, options: SagradaOptions) -> Iterator[Plane]:
    """Yield what the numbers mean: the table, then every seat, the viewer's first and the others clockwise after it."""
    book, room = rulebook(options.cards), facts.pool_size(seats)
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
    """Return the numbers of a position for that seat; a spectator sees the table from seat 0, without its secrets."""
    state, book, actors, shown = position.state, position.book, position.actors, masked(position, seat)
    blocks = _table(state, book)
    for step in range(state.seats):
        one = ((seat or 0) + step) % state.seats
        blocks += _player(shown, book, one, is_actor=one in actors)
    return array("f", b"".join(blocks))


def _table(state: State, book: Rulebook) -> list[bytes]:
    room = facts.pool_size(state.seats)
    progress = (min(state.round, ROUNDS), state.turn, state.is_second_turn, state.placed, state.used)
    return [
        _progress(phase_of(state), *progress),
        _dice(state.pool, room),
        _DIE_BYTES[state.picked],
        _dice(state.track, room * ROUNDS),
        _sizes(state.slots, room),
        _tools(book, state.tools, state.points, state.active, state.passive),
        _cards(book, state.public),
    ]


def _player(shown: SagradaPosition, book: Rulebook, seat: int, *, is_actor: bool) -> list[bytes]:
    state, privates = shown.state, shown.privates[seat].cards
    window, frame, favor = state.windows[seat], state.frames[seat], state.favor[seat]
    offers = state.offers[seat] if state.round == 0 else ()
    part = book.breakdown(frame, privates, state.public, favor, state.penalty)
    return [
        _dice(frame, CELLS),
        _pattern(window.cells if window else "." * CELLS),
        _moved(state.moved, frame) if state.moved and seat == state.current else _NOT_MOVED,
        _numbers(privates, part, is_actor, shown.has_chosen(seat)),
        *map(_window, offers),
        _NO_WINDOWS[len(offers)],
        _CHOSEN[next(iter(shown.chosen[seat]), 0) if offers else 0],
    ]


def _floats(numbers: Iterable[float]) -> bytes:
    return array("f", numbers).tobytes()


@lru_cache(maxsize=4096)
def _progress(phase: str, round_: int, turn: int, is_second: bool, placed: bool, used: bool) -> bytes:
    phases = [float(phase == one) for one in _PHASES]
    return _floats([*phases, round_ / 10, turn / 8, is_second, placed, used])


@lru_cache(maxsize=4096)
def _sizes(slots: tuple[int, ...], room: int) -> bytes:
    return _floats([size / room for size in slots] + [0.0] * (ROUNDS - len(slots)))


@lru_cache(maxsize=4096)
def _tools(book: Rulebook, tools: tuple[int, ...], points: tuple[int, ...], active: int, passive: int) -> bytes:
    favor = dict(zip(tools, points, strict=True))
    shown = {tool: (1.0, min(1.0, paid / 32), tool == active, tool == passive) for tool, paid in favor.items()}
    return _floats(chain.from_iterable([shown.get(tool, (0.0,) * 4) for tool in book.tools]))


@lru_cache(maxsize=1024)
def _cards(book: Rulebook, public: tuple[int, ...]) -> bytes:
    return _floats(card in public for card in book.objectives)


def _moved(moved: tuple[Die, ...], frame: Frame) -> bytes:
    ids = {id_of(die) for die in moved}
    return _floats(die > 0 and id_of(die) in ids for die in frame)


@lru_cache(maxsize=8192)
def _numbers(privates: tuple[int, ...], part: Breakdown, is_actor: bool, has_chosen: bool) -> bytes:
    colors = [FIRST_PRIVATE + color in privates for color in range(len(COLORS))]
    return _floats([*colors, min(6, part.favor) / 6, min(100, part.score) / 100, is_actor, has_chosen])


_DIE_BYTES = tuple(
    _floats([*(shade > 0 and one == color for one in range(len(COLORS))), shade / 6])
    for color, shade in zip(facts.COLOR_OF, facts.SHADE_OF, strict=True)
)
"""By die, its numbers; zeros for none."""


@lru_cache(maxsize=1 << 14)
def _dice(dice: tuple[Die, ...], room: int) -> bytes:
    return b"".join([_DIE_BYTES[die] for die in dice]) + bytes((room - len(dice)) * len(_DIE_BYTES[0]))


@lru_cache(maxsize=256)
def _pattern(cells: str) -> bytes:
    marks = ([*(mark == letter for letter in LETTERS), mark.isdecimal() and int(mark) / 6] for mark in cells)
    return _floats(chain(*marks))


@lru_cache(maxsize=256)
def _window(window: Window) -> bytes:
    return _floats([1.0, window.difficulty / 6]) + _pattern(window.cells)


_NOT_MOVED = _floats([0.0] * CELLS)
_NO_WINDOWS = tuple(_floats([0.0] * left * (2 + CELLS * _DIE)) for left in range(OFFERED, -1, -1))
"""By number of windows, zeros for those that are missing."""
_CHOSEN = tuple(_floats(choice == one + 1 for one in range(OFFERED)) for choice in range(OFFERED + 1))


@lru_cache(maxsize=16)
def actions(seats: int, options: SagradaOptions) -> Actions[SagradaMove, SagradaPosition]:
    """Return all moves: windows, then commands."""
    first = start(seats, options)
    moves: tuple[SagradaMove, ...] = (*ChooseWindow.all(first), *Command.all(first))
    return Actions(moves, planes=tuple(planes(seats, options)), encode=encode)


def limits(seats: int, options: SagradaOptions) -> Limits:
    """Return the limits: `return` can be repeated, so games have no longest length; a draw is a die, card or window.

    >>> limits(2, SagradaOptions())
    Limits(moves=None, outcomes=30)
    >>> limits(2, SagradaOptions(size="tiny"))
    Limits(moves=12, outcomes=6)
    """
    if options.is_tiny:  # four turns of picking, placing and passing; dice never get stuck
        return Limits(12, len(options.bag) * len(options.shades))
    book = options.book
    return Limits(None, max(len(FACES), len(book.windows), len(book.tools), len(book.objectives)))
