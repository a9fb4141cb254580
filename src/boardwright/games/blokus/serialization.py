"""Positions as plain data and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.refusal import BadOptions
from boardwright.games.blokus.color_state import Side
from boardwright.games.blokus.facts import ALL_SQUARES, FULL_HAND, NAMES, hand_squares
from boardwright.games.blokus.options import BlokusOptions, Variant, variant

if TYPE_CHECKING:
    from boardwright.games.blokus.position import BlokusPosition


class _Data(msgspec.Struct, forbid_unknown_fields=True):
    """A position as written: `board` one digit a square, `left` one digit a piece, `last` the last pieces' squares."""

    seats: int
    options: BlokusOptions
    board: list[str]
    left: dict[str, str]
    last: dict[str, list[tuple[int, int]]]
    passed: list[int]
    next: int | None


def board_rows(position: BlokusPosition) -> list[str]:
    """The board, one text a row, one digit a square: 0 or the color's number."""
    board = position.variant.board
    rows = [[0] * board.size for _ in range(board.size)]
    for color, side in zip(position.variant.colors, position.sides, strict=True):
        for row, col in board.cells(side.squares):
            rows[row][col] = color.number
    return ["".join(map(str, row)) for row in rows]


def hand_text(hand: int) -> str:
    """One digit a piece, in the order of the piece table: 1 is in the hand, 0 is placed.

    >>> hand_text(FULL_HAND - 1)
    '011111111111111111111'
    """
    return "".join(str(hand >> number & 1) for number in range(len(NAMES)))


def passed_colors(position: BlokusPosition) -> list[int]:
    """The numbers of the colors that have passed, ascending."""
    both = zip(position.variant.colors, position.sides, strict=True)
    return [color.number for color, side in both if side.passed]


def encode(position: BlokusPosition) -> JSON:
    """The whole position as plain data."""
    sides = {str(color.number): side for color, side in zip(position.variant.colors, position.sides, strict=True)}
    board = position.variant.board
    data: JSON = msgspec.to_builtins(
        _Data(
            seats=position.seats,
            options=position.options,
            board=board_rows(position),
            left={number: hand_text(side.hand) for number, side in sides.items()},
            last={number: list(board.cells(side.last)) for number, side in sides.items()},
            passed=passed_colors(position),
            next=None if position.color is None else position.color.number,
        )
    )
    return data


def decode(data: JSON) -> tuple[Variant, BlokusOptions, tuple[Side, ...], int]:
    """What `encode` wrote: setup, options, sides, and the index of the color to move (-1 when it is over)."""
    try:
        read = msgspec.convert(data, _Data)
    except msgspec.ValidationError as error:
        raise BadOptions(f"This is no position of Blokus: {error}.") from None
    setup = variant(read.options.variant, read.seats)
    numbers = [color.number for color in setup.colors]
    _check(
        len(read.board) == setup.board.size and all(len(row) == setup.board.size for row in read.board),
        f"the board must be {setup.board.size} rows of {setup.board.size} squares",
    )
    digits = {"0", *map(str, numbers)}
    _check(all(square in digits for row in read.board for square in row), f"squares must be one of {sorted(digits)}")
    _check(set(read.passed) <= set(numbers), f"only the colors {numbers} can have passed")
    sides = tuple(_side(read, setup, index) for index in range(len(numbers)))
    _check((read.next is None) == all(side.is_out for side in sides), "`next` must be null exactly when all are out")
    _check(read.next is None or read.next in numbers, f"`next` must be one of {numbers}")
    mover = -1 if read.next is None else numbers.index(read.next)
    _check(read.next is None or not sides[mover].is_out, f"color {read.next} is out and cannot be next")
    return setup, msgspec.structs.replace(read.options, variant=setup.name), sides, mover


def _side(read: _Data, setup: Variant, index: int) -> Side:
    color, board = setup.colors[index], setup.board
    digit = str(color.number)
    left = read.left.get(digit, "")
    _check(len(left) == len(NAMES) and set(left) <= {"0", "1"}, f"`left` of color {digit} must be 21 digits 0 or 1")
    hand = sum(1 << number for number, one in enumerate(left) if one == "1")
    cells = [(r, c) for r, row in enumerate(read.board) for c, square in enumerate(row) if square == digit]
    count = ALL_SQUARES - hand_squares(hand)
    _check(len(cells) == count, f"color {digit} has placed {count} squares, but {len(cells)} are on the board")
    last = set(read.last.get(digit, ()))
    _check(last <= set(cells) and bool(last) == (hand != FULL_HAND), f"`last` of color {digit} is not on the board")
    passed = color.number in read.passed
    return Side.rebuilt(board, board.bits([color.start]), board.bits(cells), hand, board.bits(last), passed)


def _check(holds: bool, text: str) -> None:
    if not holds:
        raise BadOptions(f"This is no position of Blokus: {text}.")
