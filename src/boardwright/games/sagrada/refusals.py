"""The codes of refusals and the sentences that go with them."""

from __future__ import annotations

from boardwright.core.refusal import Refusal
from boardwright.games.sagrada.moves import EXAMPLES

SENTENCES = {
    "game_over": "The game is over.",
    "not_your_turn": "It is not your turn.",
    "no_such_command": f"There is no such command now. Commands are {EXAMPLES}; some need a tool in use.",
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
    """The refusal with that code.

    >>> refuse("cannot_increase").text
    'A 6 cannot be increased.'
    """
    return Refusal(code, SENTENCES[code], marks)
