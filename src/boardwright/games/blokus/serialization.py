"""Positions as JSON and back."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from boardwright.core.canonical import JSON
from boardwright.core.refusal import BadOptions, check
from boardwright.games.blokus.board import Board
from boardwright.games.blokus.color_state import ColorState
from boardwright.games.blokus.facts import ALL_SQUARES, FULL_HAND, NAMES, Cell, hand_squares
from boardwright.games.blokus.options import BlokusOptions, Color, variant
from boardwright.games.blokus.position import OVER, BlokusPosition

_Hand: TypeAlias = Annotated[str, Meta(pattern=f"^[01]{{{len(NAMES)}}}$")]
"""One digit per piece, in the order of the piece table: 1 is in the hand, 0 is placed."""


class _Data(msgspec.Struct, forbid_unknown_fields=True):
    """A position as written: `board` one digit per square, `last` the squares of each color's last piece."""

    seats: int
    options: BlokusOptions
    board: list[str]
    left: dict[str, _Hand]
    last: dict[str, tuple[Cell, ...]]
    passed: list[int]
    next: int | None


def encode(position: BlokusPosition) -> JSON:
    """Return the whole position as plain data."""
    cells = position.variant.board.cells
    data: JSON = msgspec.to_builtins(
        _Data(
            seats=position.seats,
            options=position.options,
            board=list(position.rows),
            left={str(color.number): f"{state.hand:0{len(NAMES)}b}"[::-1] for color, state in position.colors},
            last={str(color.number): cells(state.last) for color, state in position.colors},
            passed=[color.number for color, state in position.colors if state.passed],
            next=None if position.color is None else position.color.number,
        )
    )
    return data


def decode(data: JSON) -> BlokusPosition:
    """Read what `encode` wrote; BadOptions for anything else."""
    try:
        return _position(msgspec.convert(data, _Data))
    except (msgspec.ValidationError, ValueError) as error:
        raise BadOptions(f"Not a position of Blokus: {error}.") from None


def _position(read: _Data) -> BlokusPosition:
    setup = variant(read.options.variant, read.seats)
    size, numbers = setup.board.size, [color.number for color in setup.colors]
    check([*map(len, read.board)] == [size] * size, f"the board must have {size} rows of {size} squares")
    check({*"".join(read.board)} <= {"0", *map(str, numbers)}, f"squares must be 0 or one of {numbers}")
    check({*read.passed} <= {*numbers}, f"only the colors {numbers} can have passed")
    states = tuple(_state(read, setup.board, color) for color in setup.colors)
    able = [number for number, state in zip(numbers, states, strict=True) if not state.is_out]
    check(read.next in able or (read.next is None and not able), f"`next` must be one of {able}, null if it is empty")
    mover = OVER if read.next is None else numbers.index(read.next)
    options = msgspec.structs.replace(read.options, variant=setup.name)
    return BlokusPosition(setup, options, states, sum(state.squares for state in states), mover)


def _state(read: _Data, board: Board, color: Color) -> ColorState:
    digit = str(color.number)
    check(digit in read.left, f"`left` lacks color {digit}")
    hand = int(read.left[digit][::-1], 2)
    cells = [(r, c) for r, row in enumerate(read.board) for c, square in enumerate(row) if square == digit]
    count = ALL_SQUARES - hand_squares(hand)
    check(len(cells) == count, f"color {digit} has placed {count} squares, but {len(cells)} are on the board")
    last = set(read.last.get(digit, ()))
    check(last <= {*cells} and bool(last) == (hand != FULL_HAND), f"`last` of color {digit} is not on the board")
    passed = color.number in read.passed
    return ColorState.rebuilt(board, board.bits([color.start]), board.bits(cells), hand, board.bits(last), passed)
