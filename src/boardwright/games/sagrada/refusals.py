"""The codes of refusals and the sentences that go with them."""

from __future__ import annotations

from boardwright.core.refusal import Refusal
from boardwright.games.sagrada.moves import EXAMPLES

SENTENCES = {
    "game_over": "The game is over.",
    "not_your_turn": "It is not your turn.",
    "no_such_command": f"There is no such command now. There are {EXAMPLES}, some of them only while a tool is in use.",
    "die_already_picked": "You have a die in your hand: place it first.",
    "no_die_picked": "You have no die in your hand: pick one first.",
    "die_already_placed": "You have placed a die this turn already.",
    "no_die_placed": "You have not placed a die this turn.",
    "tool_active": "A tool waits for its command: use it, or undo.",
    "tool_already_used": "You have used a tool this turn already.",
    "not_enough_favor": "You have too few favor points: an unused tool costs 1, a used one 2.",
    "first_turn": "That is for your second turn of a round, and this is your first.",
    "second_turn": "That is for your first turn of a round, and this is your second.",
    "index_too_small": "That number is too small; counting begins at 1.",
    "index_too_big": "That number is too big; there are not so many.",
    "wrong_index": "That is not the number asked for.",
    "bad_coordinates": "Rows go from 1 to 4 and columns from 1 to 5.",
    "slot_occupied": "There is a die already.",
    "slot_empty": "There is no die to move.",
    "placing_rule": "The first die goes to the border, every other one beside or diagonal to a die.",
    "color_rule": "The color does not fit the cell, or the same color is right beside it.",
    "shade_rule": "The shade does not fit the cell, or the same shade is right beside it.",
    "adjacent_die": "With this tool the die must not touch another one.",
    "die_already_moved": "That die was moved this turn already.",
    "no_sharing_die": "That die's color must lie on the round track and be that of the first move.",
    "wrong_number_moved": "That needs another number of moved dice.",
    "cannot_increase": "A 6 cannot be increased.",
    "cannot_decrease": "A 1 cannot be decreased.",
    "wrong_color_paid": "That die does not have the color the tool costs.",
    "window_chosen": "You have chosen your window already.",
    "way_on": "Going back is for when nothing else is possible, and something is.",
    "no_undo": "There is nothing to undo now.",
    "no_redo": "There is nothing to redo now.",
}


def refuse(code: str, marks: tuple[str, ...] = ()) -> Refusal:
    """The refusal with that code.

    >>> refuse("cannot_increase").text
    'A 6 cannot be increased.'
    """
    return Refusal(code, SENTENCES[code], marks)
