"""A command of the game: what its numbers stand for, and how its instructions are followed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boardwright.core.card_data import Args, Language, Rule, RuleJson, Steps
from boardwright.games.sagrada.conditions import CONDITIONS
from boardwright.games.sagrada.facts import COLUMNS, DICE, ROWS
from boardwright.games.sagrada.instructions import INSTRUCTIONS
from boardwright.games.sagrada.moves import Command, cell_name
from boardwright.games.sagrada.schema import Context
from boardwright.games.sagrada.state import Draft, Rest, State

LANGUAGE = Language(Command, CONDITIONS, INSTRUCTIONS, ("window", "return", "undo", "redo", "timeout"), DICE)
NO_CARD = Context()
_ROWS, _COLUMNS = range(1, ROWS + 1), range(1, COLUMNS + 1)
_SUBJECTS = {
    "cells": "cell",
    "argument 0 smaller_than round_track_size": "track",
    "argument 0 smaller_than dice_pool_size": "pool",
}
"""What the numbers stand for, in the words of the picture, by what the conditions prove; the first counts."""


class CommandRule(Rule[Command]):
    """One command of the language.

    >>> from boardwright.games.sagrada.rulebook import rulebook
    >>> rulebook().rules["pick"].expression.pattern
    'pick \\\\d'
    """

    def __init__(self, key: str, given: RuleJson, where: str, context: Context = NO_CARD) -> None:
        super().__init__(given, where, LANGUAGE, context)
        self.key = f"{context.card}:{key}" if context.card else key
        proved = {fact for condition in self.conditions for fact in condition.proves}
        self.subject = next((subject for fact, subject in _SUBJECTS.items() if fact in proved), "")

    def marks(self, state: State, move: Command, seat: int) -> tuple[str, ...]:
        """Return the names of the cells, the die or the tool on the table that a move is about."""
        numbers = move.numbers
        if self.subject == "cell":
            cells = zip(numbers[::2], numbers[1::2], strict=False)
            return tuple(cell_name(seat, *cell) for cell in cells if cell[0] in _ROWS and cell[1] in _COLUMNS)
        if self.word == "tool":
            return (f"tool{numbers[0]}",)
        counted = {"pool": state.pool, "track": state.track}.get(self.subject, ())
        return tuple(f"{self.subject}{number}" for number in numbers[:1] if 1 <= number <= len(counted))

    def go_on(self, draft: Draft, args: Args, index: int = 0) -> None:
        """Follow the instructions from `index` on; where a chance outcome is needed, the rest is kept for later."""
        for number in range(index, len(self.changes)):
            self.changes[number](draft, args)
            if draft.waiting:
                draft.then = Rest(self.key, number + 1, args)
                return
        draft.then = None

    def can_go_on(self, rest: Rest) -> bool:
        """Return True if this command can have waited there, with such arguments."""
        if len(rest.args) != len(self.ranges) or not 0 < rest.index <= len(self.changes):
            return False
        return all(number in numbers for number, numbers in zip(rest.args, self.ranges, strict=True))


def join(template: Mapping[str, list[Any]], card: Steps, expression: str) -> RuleJson:
    """Return the JSON of the command that activates a card: the shared part first, then the card's own."""
    return RuleJson(
        reg_exp=expression,
        undoable=card.undoable,
        conditions=[*template["conditions"], *card.conditions],
        instructions=[*template["instructions"], *card.instructions],
    )
