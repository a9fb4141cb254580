"""The instructions that commands and cards are made of.

Each entry of INSTRUCTIONS turns its JSON, once, into a function that changes a draft of the table. Where a chance
outcome is needed, the function says so in `waiting`; `chance.py` puts the outcome in, and the rest of the command
follows then. What an instruction needs is proved when the cards are loaded, so none of them checks anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from boardwright.core.card_data import Args, BadCards, Instruction, Registry
from boardwright.core.tuples import replace_at
from boardwright.games.sagrada.conditions import CONDITIONS, Context
from boardwright.games.sagrada.facts import COLUMNS, SHADE_OF, die_of, die_to_bag, id_of
from boardwright.games.sagrada.state import Draft

INSTRUCTIONS = Registry("instruction", Instruction)
HAND, EMPTY_HAND, TOOL_ENDED = "a die in hand", "an empty hand", "no tool in effect"
_SHADE = ("a shade smaller_than maximum_shade", "a shade greater_than minimum_shade")
_LATER_TURN, _IN_BAG, _FAVOR = "a later turn in this round", "a die in the bag", "favor points to pay"
_FROM_0 = "argument 0 greater_than 0"
_IN_POOL, _ON_TRACK = "argument 0 smaller_than dice_pool_size", "argument 0 smaller_than round_track_size"
_START, _FREE = "a die at arguments 0 and 1", "a free cell at arguments 0 and 1"
_TARGET = "a free cell at arguments 2 and 3"
_PAID = "a die to pay with at argument 1"


@INSTRUCTIONS.plain(needs=(EMPTY_HAND,), spoils=(_LATER_TURN,))
def advance_game(draft: Draft, args: Args) -> None:
    """The turn ends."""
    draft.end_turn()


@INSTRUCTIONS.plain()
def re_roll_pool(draft: Draft, args: Args) -> None:
    """Every die of the pool gets a new shade."""
    if draft.pool:
        draft.waiting = "reroll"
        draft.rolled = 0


@INSTRUCTIONS.plain(needs=(HAND, _FROM_0, _ON_TRACK), spoils=_SHADE)
def swap_from_round_track(draft: Draft, args: Args) -> None:
    """The die in hand and a die of the round track change places."""
    found = draft.track[args[0]]
    draft.track = replace_at(draft.track, args[0], draft.picked)
    draft.picked = found


@INSTRUCTIONS.plain(needs=(_LATER_TURN,))
def take_two_turns(draft: Draft, args: Args) -> None:
    """The later turn of the seat on turn comes right after this one; the others keep their order."""
    now, order = draft.turn, draft.order
    later = order.index(order[now], now + 1)
    draft.order = (*order[: now + 1], order[now], *order[now + 1 : later], *order[later + 1 :])


@INSTRUCTIONS.plain(needs=(EMPTY_HAND, _IN_BAG), spoils=(EMPTY_HAND,), proves=(HAND,))
def pick_die_from_dice_bag(draft: Draft, args: Args) -> None:
    """A die drawn from the bag comes to the hand."""
    draft.waiting = "bag"


@INSTRUCTIONS.plain(needs=(EMPTY_HAND, _FROM_0, _IN_POOL), spoils=(EMPTY_HAND, _IN_POOL), proves=(HAND,))
def pick_die_from_dice_pool(draft: Draft, args: Args) -> None:
    """A die of the pool comes to the hand, and the gap closes."""
    place = args[0]
    draft.picked = draft.pool[place]
    draft.pool = draft.pool[:place] + draft.pool[place + 1 :]


@INSTRUCTIONS.plain(needs=(HAND, _FREE), spoils=(HAND, _FREE, *_SHADE), proves=(EMPTY_HAND,))
def place_die(draft: Draft, args: Args) -> None:
    """The die in hand goes to a cell and counts as placed."""
    draft.set_frame(replace_at(draft.frame(), args[0] * COLUMNS + args[1], draft.picked))
    draft.picked = 0
    draft.placed = True


@INSTRUCTIONS.plain(needs=(HAND,), spoils=(HAND, *_SHADE), proves=(EMPTY_HAND, _IN_BAG))
def return_die_to_dice_bag(draft: Draft, args: Args) -> None:
    """The die in hand goes back to the bag."""
    draft.bag = die_to_bag(draft.bag, draft.picked)
    draft.picked = 0


@INSTRUCTIONS.plain(needs=(HAND,), spoils=_SHADE)
def roll_die(draft: Draft, args: Args) -> None:
    """The die in hand gets a new shade."""
    draft.waiting = "roll"


_SHADES: dict[str, tuple[Callable[[int, Args], int], tuple[str, ...]]] = {
    "increase": (lambda shade, args: shade + 1, _SHADE[:1]),
    "decrease": (lambda shade, args: shade - 1, _SHADE[1:]),
    "flip": (lambda shade, args: 7 - shade, ()),
    "no_constraint": (lambda shade, args: args[0] + 1, (_FROM_0, "argument 0 smaller_than 6")),
}
"""For each way to set a shade the new shade, and what must be certain beside a die in hand."""


@INSTRUCTIONS.add
def set_shade_of_picked_die(
    context: Context, argument: Literal["increase", "decrease", "flip", "no_constraint"]
) -> Instruction:
    """The die in hand gets one more, one less, its opposite side, or the shade asked for."""
    shade, needs = _SHADES[argument]

    def change(draft: Draft, args: Args) -> None:
        draft.picked = die_of(id_of(draft.picked), shade(SHADE_OF[draft.picked], args))

    return Instruction(change, needs=(HAND, *needs), spoils=_SHADE)


@INSTRUCTIONS.plain(needs=(_FAVOR,), spoils=(_FAVOR,))
def manage_favor_points(draft: Draft, args: Args) -> None:
    """The seat on turn pays the card."""
    place, seat = draft.tools.index(args[0] + 1), draft.current
    price = 2 if draft.points[place] else 1
    draft.points = replace_at(draft.points, place, draft.points[place] + price)
    draft.favor = replace_at(draft.favor, seat, draft.favor[seat] - price)


@INSTRUCTIONS.add
def activate_tool(context: Context) -> Instruction:
    """The card is in effect; an active one waits for its command."""
    if not context.card:
        raise BadCards(f"{context.where}: only the activator of a card can do this.")

    def change(draft: Draft, args: Args) -> None:
        draft.used = True
        draft.passive = context.card
        if context.is_active:
            draft.active = context.card

    return Instruction(change)


@INSTRUCTIONS.add
def tear_down(context: Context, condition: Any) -> Instruction:
    """The tool's effect ends, at once or when the condition holds after the instructions before."""
    test = None if condition is None else CONDITIONS.read(condition, context.where, context).test

    def change(draft: Draft, args: Args) -> None:
        if test is None or not test(draft, args):
            draft.active = draft.passive = 0

    return Instruction(change, proves=(TOOL_ENDED,) if condition is None else ())


@INSTRUCTIONS.plain(spoils=(HAND, *_SHADE), proves=(EMPTY_HAND,))
def tear_down_passive_tools(draft: Draft, args: Args) -> None:
    """A passive tool's effect ends, and a die in hand goes to the end of the pool."""
    draft.passive = 0
    draft.empty_hand()


@INSTRUCTIONS.plain(needs=(_START, _TARGET), spoils=(_START, _TARGET, _FREE))
def move_die(draft: Draft, args: Args) -> None:
    """A die goes from one cell to another and is remembered as moved."""
    start, target = args[0] * COLUMNS + args[1], args[2] * COLUMNS + args[3]
    frame = draft.frame()
    draft.moved += (frame[start],)
    draft.set_frame(replace_at(replace_at(frame, start, 0), target, frame[start]))


@INSTRUCTIONS.add
def pay_with_die(context: Context) -> Instruction:
    """Alone, a pool die of the card's color pays for it; die and card leave the game."""

    def change(draft: Draft, args: Args) -> None:
        draft.pool = draft.pool[: args[1]] + draft.pool[args[1] + 1 :]
        place = draft.tools.index(context.card)
        draft.tools = draft.tools[:place] + draft.tools[place + 1 :]
        draft.points = draft.points[:place] + draft.points[place + 1 :]

    return Instruction(change, needs=(_PAID,), spoils=(_PAID,))
