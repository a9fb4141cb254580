"""Moves are commands: by hand, and in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from boardwright.core.card_data import Command as Command
from boardwright.core.gesture import Gesture
from boardwright.games.sagrada.facts import OFFERED, TEXT_OF, die_name

if TYPE_CHECKING:
    from boardwright.games.sagrada.position import SagradaPosition

_CELL = re.compile("s[0-9]r([0-9])c([0-9])")
_DIGITS = re.compile("[0-9]{1,18}")
EXAMPLES = "`pick 3`, `place 2 5`, `tool 7`, `move 1 1 2 2`, `select 4`, `pass` or `window 1`"
PASS = Command("pass")
RETURN = Command("return")
"""Takes back what leads nowhere, to where `pass` was possible; it exists only where nothing else is possible."""
WINDOWS = tuple(Command("window", (number,)) for number in range(1, OFFERED + 1))


def cell_name(seat: int, row: int, column: int) -> str:
    """Return what pictures and gestures call a cell, with row and column counted from 1.

    >>> cell_name(0, 2, 5)
    's0r2c5'
    """
    return f"s{seat}r{row}c{column}"


def gesture(move: Command, position: SagradaPosition) -> Gesture:
    """How a command is made by hand: with a die, a card or a button named like the command."""
    numbers, subject, state = move.numbers, position.subject(move), position.state
    seat = state.current if state.round and not state.is_over else 0
    if subject == "cell" and len(numbers) == 2:
        return Gesture("hand", target=cell_name(seat, *numbers))
    if subject == "cell" and len(numbers) == 4:
        return Gesture(cell_name(seat, *numbers[:2]), target=cell_name(seat, *numbers[2:]))
    if move.word == "tool" and len(numbers) == 2:
        return Gesture(f"tool{numbers[0]}", target=f"pool{numbers[1]}")
    name = move.word if move.word in ("tool", "window") else subject
    if name in ("tool", "window", "pool", "track") and len(numbers) == 1:
        return Gesture(f"{name}{numbers[0]}")
    return Gesture(str(move))


def move_for(wanted: Gesture, position: SagradaPosition) -> Command | None:
    """The command made by that gesture, a legal one if there is one; None if no word that exists now makes it so.

    >>> from boardwright.games.sagrada import GAME
    >>> str(move_for(Gesture("pick 3"), GAME.begin(2)))
    'pick 3'
    """
    numbers = _numbers(wanted.subject) + _numbers(wanted.target)
    moves = [move for word in position.words if gesture(move := Command(word, numbers), position).key == wanted.key]
    legal = position.legal_moves() if len(moves) > 1 else ()
    return next((move for move in moves if move in legal), moves[-1] if moves else None)


def _numbers(name: str) -> tuple[int, ...]:
    """The numbers in a name of the picture, without the seat of a cell."""
    cell = _CELL.fullmatch(name)
    return tuple(map(int, cell.groups() if cell else _DIGITS.findall(name)))


def _die(number: int, dice: Sequence[int], place: str = "pool") -> str:
    """A die of the pool or the round track in words; "" if there is none of that number."""
    return f"the {die_name(TEXT_OF[dice[number - 1]])}, die {number} of the {place}" if 1 <= number <= len(dice) else ""


def describe(move: Command, position: SagradaPosition) -> str:
    """The command in words.

    >>> from boardwright.games.sagrada import GAME
    >>> describe(Command("place", (2, 5)), GAME.begin(2))
    'place the die in hand at row 2, column 5'
    """
    numbers, pool, track = move.numbers, position.state.pool, position.state.track
    if move.word == "place" and len(numbers) == 2:
        return f"place the die in hand at row {numbers[0]}, column {numbers[1]}"
    if move.word == "move" and len(numbers) == 4:
        start, target = f"row {numbers[0]}, column {numbers[1]}", f"row {numbers[2]}, column {numbers[3]}"
        return f"move the die at {start} to {target}"
    if move.word == "pick" and len(numbers) == 1 and (die := _die(numbers[0], pool)):
        return f"pick {die}"
    if move.word == "select" and len(numbers) == 1:
        offered = {"pool": _die(numbers[0], pool), "track": _die(numbers[0], track, "round track")}
        die = offered.get(position.subject(move), "")
        return f"take {die}" if die else f"choose the {numbers[0]}"
    if move.word == "tool" and numbers and (name := position.tool_name(numbers[0])):
        paid = _die(numbers[1], pool) if len(numbers) > 1 else ""
        return f"use {name}, paid with {paid}" if paid else f"use {name}"
    return {"pass": "end the turn", "return": "take back what leads nowhere"}.get(str(move), str(move))
