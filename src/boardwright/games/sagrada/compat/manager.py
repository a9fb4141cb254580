"""The command manager: the current data, what was before it, and what was taken back."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import TypeAlias

from boardwright.core.canonical import JSON
from boardwright.core.refusal import BoardwrightError, Unreadable
from boardwright.games.sagrada.moves import PASS, RETURN, Command
from boardwright.games.sagrada.position import SagradaPosition
from boardwright.games.sagrada.refusals import SENTENCES
from boardwright.games.sagrada.state import give_up

Draw: TypeAlias = Callable[[SagradaPosition], str]
"""Where chance comes from: it picks an outcome for a position in which chance acts."""


class IllegalCommand(BoardwrightError, ValueError):
    """A command that was not carried out: `codes` of all commands that matched, `reasons` in words.

    >>> str(IllegalCommand("pick 9", ("index_too_big",)))
    "'pick 9': That number is too big; there are not so many."
    """

    def __init__(self, text: str, codes: tuple[str, ...]) -> None:
        self.text = text
        self.codes = codes
        self.reasons = tuple(SENTENCES[code] for code in codes)
        super().__init__(f"{text!r}: {' '.join(self.reasons)}")

    @property
    def code(self) -> str:
        """The reason of the last command that matched."""
        return self.codes[-1]


class CommandManager:
    """Carries out command strings and remembers the positions before them.

    Positions never change and share what they have in common, so the stacks hold positions; `undo_commands`
    and `redo_commands` show them as JSON.
    """

    def __init__(self, position: SagradaPosition, draw: Draw) -> None:
        self.position = position
        self._draw = draw
        self._undo: list[SagradaPosition] = []
        self._redo: list[SagradaPosition] = []
        self._settle()

    def execute(self, seat: int, text: str) -> None:
        """Carries out one command, or raises IllegalCommand and leaves data and stacks as they were."""
        position = self.position
        if position.state.is_over:
            raise IllegalCommand(text, ("game_over",))
        try:
            move = position.parse(text)
        except Unreadable:
            raise IllegalCommand(text, ("no_such_command",)) from None
        codes = () if move == RETURN else self._try(move, seat)
        if codes or move == RETURN:
            raise IllegalCommand(text, codes or ("no_such_command",))
        self._undo.append(position)
        self._redo.clear()
        self.position = position.play(move, seat)
        self._settle()

    def _try(self, move: Command, seat: int) -> tuple[str, ...]:
        """Why each matching command refuses; nothing when one of them does not."""
        refusal = self.position.refusal(move, seat)
        return () if refusal is None else self.position.reasons(move, seat) or (refusal.code,)

    def _settle(self) -> None:
        while self.position.is_chance:
            self.position = self.position.take(self._draw(self.position))

    def undo(self) -> None:
        """Goes one command back, whatever it was; nothing happens where there is none."""
        if self._undo:
            self._redo.append(self.position)
            self.position = self._undo.pop()

    def redo(self) -> None:
        """Goes one command forward again. Chance is not asked again."""
        if self._redo:
            self._undo.append(self.position)
            self.position = self._redo.pop()

    @property
    def is_undo_available(self) -> bool:
        """Whether a player may go back: there is something, and the last command lets it."""
        return bool(self._undo) and self.position.is_undoable

    @property
    def is_redo_available(self) -> bool:
        """Whether something was taken back since the last command."""
        return bool(self._redo)

    @property
    def undo_commands(self) -> list[JSON]:
        """The data before each command, oldest first."""
        return [position.encode() for position in self._undo]

    @property
    def redo_commands(self) -> list[JSON]:
        """The data that were taken back, the next one last."""
        return [position.encode() for position in self._redo]

    def run_out(self) -> None:
        """The time of the seat on turn is over: back until `pass` is legal, then pass.

        A game loaded in the middle of a turn has nothing to go back to: the hand is emptied and the turn ends.
        """
        seat = self.position.state.current
        while PASS not in self.position.legal_moves(seat):
            if not self._undo:
                self.position = SagradaPosition(self.position.options, give_up(copy(self.position.state)))
                self._redo.clear()
                self._settle()
                return
            self.undo()
        self.execute(seat, str(PASS))
