"""Moves: the choice of a window, and commands, by hand and in words; the codes and sentences that refuse them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Self, TypeAlias

from boardwright.core import card_data
from boardwright.core.moves import Move, Number
from boardwright.core.moves.gesture import Drag, Gesture, Press
from boardwright.core.refusal import Refusal
from boardwright.games.sagrada.facts import OFFERED, TEXT_OF, die_name

if TYPE_CHECKING:
    from boardwright.games.sagrada.position import SagradaPosition
from boardwright.core.game.perft import Perft

_CELL = re.compile("s[0-9]r([0-9])c([0-9])")
_DIGITS = re.compile("[0-9]{1,18}")
_WINDOW = re.compile("window (0|[1-9][0-9]{0,17})")
_WORDS = {"pass": "end the turn", "return": "take back what leads nowhere"}


class Command(card_data.Command, frozen=True):
    """A command of the basic rules, or one that a tool opens.

    >>> from boardwright.games.sagrada import GAME
    >>> position = GAME.begin(2)
    >>> position.parse("place 2 5").words(position), str(Command.from_gesture(Press("pick 3"), position))
    ('place the die in hand at row 2, column 5', 'pick 3')
    """

    examples = "`pick 3`, `place 2 5`, `tool 7`, `move 1 1 2 2`, `select 4`, `pass`"

    @classmethod
    def parse(cls, text: str, position: SagradaPosition) -> Self | None:
        """Read a command; numbers have zeros in front only where the expression of one that exists now has them."""
        move = super().parse(text, position)
        if move is None or (move.word == ChooseWindow.word and len(move.numbers) == 1):
            return None
        if " 0" not in text or str(move) == text:
            return move
        return move if any(rule.expression.matches(text) for rule in position.existing.of_shape(move)) else None

    @classmethod
    def all(cls, position: SagradaPosition) -> Sequence[Command]:
        """Return the basic commands, tools in the order of their ids, what tools open, and `return`."""
        return (*position.book.all_moves(solo=position.seats == 1), RETURN)

    def words(self, position: SagradaPosition) -> str:
        """Say which die, cell or tool it is about."""
        numbers, pool, track = self.numbers, position.state.pool, position.state.track
        if self.word == "place" and len(numbers) == 2:
            return f"place the die in hand at row {numbers[0]}, column {numbers[1]}"
        if self.word == "move" and len(numbers) == 4:
            start, target = f"row {numbers[0]}, column {numbers[1]}", f"row {numbers[2]}, column {numbers[3]}"
            return f"move the die at {start} to {target}"
        if self.word == "pick" and len(numbers) == 1 and (die := _die(numbers[0], pool)):
            return f"pick {die}"
        if self.word == "select" and len(numbers) == 1:
            offered = {"pool": _die(numbers[0], pool), "track": _die(numbers[0], track, "round track")}
            die = offered.get(self._subject(position), "")
            return f"take {die}" if die else f"choose the {numbers[0]}"
        if self.word == "tool" and numbers and (tool := position.book.tools.get(numbers[0])):
            paid = _die(numbers[1], pool) if len(numbers) > 1 else ""
            return f"use {tool.name}, paid with {paid}" if paid else f"use {tool.name}"
        return _WORDS.get(str(self), str(self))

    def gesture(self, position: SagradaPosition) -> Gesture:
        """Return what is done with a die or a card, or the press of a button named like the command."""
        numbers, subject, state = self.numbers, self._subject(position), position.state
        seat = state.current if state.round and not state.is_over else 0
        if subject == "cell" and len(numbers) == 2:
            return Drag("hand", cell_name(seat, *numbers))
        if subject == "cell" and len(numbers) == 4:
            return Drag(cell_name(seat, *numbers[:2]), cell_name(seat, *numbers[2:]))
        if self.word == "tool" and len(numbers) == 2:
            return Drag(f"tool{numbers[0]}", f"pool{numbers[1]}")
        name = self.word if self.word == "tool" else subject
        if name in ("tool", "pool", "track") and len(numbers) == 1:
            return Press(f"{name}{numbers[0]}")
        return super().gesture(position)

    def _subject(self, position: SagradaPosition) -> str:
        """Return what the numbers stand for: "cell", "pool", "track", or "" for nothing on the table."""
        rules = position.existing.of_shape(self) if position.state.round else ()
        return rules[-1].subject if rules else ""

    @classmethod
    def from_gesture(cls, gesture: Gesture, position: SagradaPosition) -> Self | None:
        """Return the command made by that gesture, a legal one if there is one, of those whose word exists now."""
        numbers = tuple(number for name in gesture.names for number in _numbers(name))
        words = () if position.is_choosing else (*position.existing.words, RETURN.word)
        made = [cls(word, numbers) for word in words]
        moves = [move for move in made if move.gesture(position) == gesture]
        legal = position.legal_moves() if len(moves) > 1 else ()
        return next((move for move in moves if move in legal), moves[-1] if moves else None)


class ChooseWindow(Move, frozen=True):
    """The choice of one of the windows on offer, which the others see when all have chosen.

    >>> print(ChooseWindow(2), ChooseWindow(2).gesture(None))
    window 2 Press(part='window2')
    """

    notation = "window {number}"
    secret = True
    examples = "`window 1`"
    word: ClassVar[str] = "window"

    number: Annotated[int, Number(1, OFFERED)]

    @classmethod
    def parse(cls, text: str, position: SagradaPosition | None) -> Self | None:
        """Read the number of a window, whether or not there is one."""
        found = _WINDOW.fullmatch(text)
        return cls(int(found[1])) if found else None

    def words(self, position: SagradaPosition | None) -> str:
        """Return the text: the name of the window is on the table."""
        return str(self)

    def gesture(self, position: SagradaPosition | None) -> Gesture:
        """Return the press of the window."""
        return Press(f"window{self.number}")

    @classmethod
    def from_gesture(cls, gesture: Gesture, position: SagradaPosition) -> ChooseWindow | None:
        """Return the choice of the window that is pressed, while windows are chosen."""
        windows = WINDOWS if position.is_choosing else ()
        return next((move for move in windows if move.gesture(position) == gesture), None)


SagradaMove: TypeAlias = Command | ChooseWindow

PASS: Final = Command("pass")
RETURN: Final = Command("return")
"""Takes back what leads nowhere, to where `pass` was possible, or ends the turn if there is no such table. It is legal
only where nothing else is."""
WINDOWS: Final = tuple(map(ChooseWindow, range(1, OFFERED + 1)))


_EXAMPLES = f"{Command.examples} or {ChooseWindow.examples}"
SENTENCES: Final = {
    "game_over": "The game is over.",
    "not_your_turn": "It is not your turn.",
    "no_such_command": f"There is no such command now. Commands are {_EXAMPLES}; some need a tool in use.",
    "die_already_picked": "You have a die in your hand. Place it first.",
    "no_die_picked": "You have no die in your hand. Pick one first.",
    "die_already_placed": "You have already placed a die this turn.",
    "no_die_placed": "You have not placed a die this turn.",
    "tool_active": "A tool is waiting for its command. Use it, or undo.",
    "tool_already_used": "You have already used a tool this turn.",
    "not_enough_favor": "You have too few favor points. A tool costs 1, or 2 once somebody has used it.",
    "first_turn": "You can do this only in your second turn of a round. This is your first.",
    "second_turn": "You can do this only in your first turn of a round. This is your second.",
    "index_too_small": "That number is too small. Counting starts at 1.",
    "index_too_big": "That number is too big. There are not that many.",
    "wrong_index": "This command does not take that number.",
    "bad_coordinates": "Rows go from 1 to 4 and columns from 1 to 5.",
    "slot_occupied": "There is already a die on that cell.",
    "slot_empty": "There is no die on that cell.",
    "placing_rule": "The first die goes on the border, every other die next to or diagonal to a die.",
    "color_rule": "The color does not fit the cell, or a die next to it has the same color.",
    "shade_rule": "The shade does not fit the cell, or a die next to it has the same shade.",
    "adjacent_die": "With this tool the die must not touch another die.",
    "die_already_moved": "That die was already moved this turn.",
    "no_sharing_die": "The color of that die must be on the round track and the same as in the first move.",
    "wrong_number_moved": "You have not moved the number of dice that this command needs.",
    "cannot_increase": "A 6 cannot be increased.",
    "cannot_decrease": "A 1 cannot be decreased.",
    "wrong_color_paid": "That die does not have the color that the tool costs.",
    "window_chosen": "You have already chosen your window.",
    "way_on": "You can use `return` only when you have no other move.",
}


def refuse(code: str, marks: tuple[str, ...] = ()) -> Refusal:
    """Return the refusal with that code.

    >>> refuse("cannot_increase").text
    'A 6 cannot be increased.'
    """
    return Refusal(code, SENTENCES[code], marks)


def cell_name(seat: int, row: int, column: int) -> str:
    """Return what pictures and gestures call a cell, with row and column counted from 1.

    >>> cell_name(0, 2, 5)
    's0r2c5'
    """
    return f"s{seat}r{row}c{column}"


def _numbers(name: str) -> tuple[int, ...]:
    """Return the numbers in a name of the picture, without the seat of a cell."""
    cell = _CELL.fullmatch(name)
    return tuple(map(int, cell.groups() if cell else _DIGITS.findall(name)))


def _die(number: int, dice: Sequence[int], place: str = "pool") -> str:
    """Return a die of the pool or the round track in words; "" if there is none of that number."""
    return f"the {die_name(TEXT_OF[dice[number - 1]])}, die {number} of the {place}" if 1 <= number <= len(dice) else ""


_TWO = (
    "23", "24", "Virtus", "Gravitas", "Comitas", "Batllo", "Industria", "Via Lux", "Firmitas", "Firelight",
    "window 1", "window 1", "13", "14", "15", "1", "4", "12", "R1", "G4", "Y5", "B2", "G6",
)  # fmt: skip
_ALONE = (
    "25", "26", "Virtus", "Gravitas", "Comitas", "Batllo",
    "window 2", "16", "17", "2", "9", "7", "R1", "G4", "Y5", "B2",
)  # fmt: skip


def perfts() -> tuple[Perft, ...]:
    """Return those from the first turn of a game for two, and of a game alone."""
    return (
        *(Perft(seats=2, after=_TWO, depth=depth, count=count) for depth, count in enumerate((8, 70, 300, 1240), 1)),
        *(Perft(seats=1, after=_ALONE, depth=depth, count=count) for depth, count in enumerate((6, 44, 156, 1437), 1)),
    )
