"""The instructions that commands and cards are made of.

Each entry of INSTRUCTIONS turns its JSON, once, into a function that changes a fresh copy of the table.
Where chance must speak, the function says so in `waiting`; what it brings is put in by `chance.py`, and the
rest of the command follows then. What an instruction needs is proved when the cards are loaded, so none of
them checks anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from boardwright.games.sagrada.conditions import read_condition
from boardwright.games.sagrada.facts import COLUMNS, die_of, die_to_bag, id_of, shade_of
from boardwright.games.sagrada.placement import with_die, without
from boardwright.games.sagrada.schema import BadCards, Context, Option, one_of, read_object, read_options
from boardwright.games.sagrada.state import Args, State, die_to_pool, end_turn, set_frame

Change: TypeAlias = Callable[[State, Args], None]


class Instruction(NamedTuple):
    """A compiled instruction: what it relies on, what is no longer sure after it, what is sure then."""

    change: Change
    needs: tuple[str, ...] = ()
    spoils: tuple[str, ...] = ()
    proves: tuple[str, ...] = ()
    ends_tool: bool = False


class Kind(NamedTuple):
    """An entry of the table: the options and the maker."""

    options: Mapping[str, Option]
    make: Callable[..., Instruction]


INSTRUCTIONS: dict[str, Kind] = {}
HAND, EMPTY_HAND = "a die in hand", "an empty hand"
_SHADE = ("a shade smaller_than maximum_shade", "a shade greater_than minimum_shade")


def _instruction(name: str, **options: Option) -> Callable[[Callable[..., Instruction]], Callable[..., Instruction]]:
    def enter(make: Callable[..., Instruction]) -> Callable[..., Instruction]:
        INSTRUCTIONS[name] = Kind(options, make)
        return make

    return enter


def read_instruction(data: object, where: str, context: Context) -> Instruction:
    """Compiles one instruction from its JSON."""
    given = dict(read_object(data, where))
    name = given.pop("instruction", None)
    kind = INSTRUCTIONS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise BadCards(f"{where}: unknown instruction {name!r}; there are {', '.join(INSTRUCTIONS)}.")
    where = f"{where}: instruction {name!r}"
    return kind.make(context, where, **read_options(given, kind.options, where))


@_instruction("advance_game")
def advance_game(context: Context, where: str) -> Instruction:
    """The turn ends."""
    return Instruction(lambda draft, args: end_turn(draft), needs=(EMPTY_HAND,), spoils=("a later turn in this round",))


@_instruction("re_roll_pool")
def re_roll_pool(context: Context, where: str) -> Instruction:
    """Every die of the pool gets a new shade."""

    def change(draft: State, args: Args) -> None:
        if draft.pool:
            draft.waiting = "reroll"
            draft.rolled = 0

    return Instruction(change)


@_instruction("swap_from_round_track")
def swap_from_round_track(context: Context, where: str) -> Instruction:
    """The die in hand and a die of the round track change places."""

    def change(draft: State, args: Args) -> None:
        place = args[0]
        found = draft.track[place]
        draft.track = (*draft.track[:place], draft.picked, *draft.track[place + 1 :])
        draft.picked = found

    return Instruction(
        change, needs=(HAND, "argument 0 greater_than 0", "argument 0 smaller_than round_track_size"), spoils=_SHADE
    )


@_instruction("take_two_turns")
def take_two_turns(context: Context, where: str) -> Instruction:
    """The later turn of the seat on turn comes right after this one; the others keep their order."""

    def change(draft: State, args: Args) -> None:
        now, order = draft.turn, draft.order
        later = order.index(order[now], now + 1)
        draft.order = (*order[: now + 1], order[now], *order[now + 1 : later], *order[later + 1 :])

    return Instruction(change, needs=("a later turn in this round",))


@_instruction("pick_die_from_dice_bag")
def pick_die_from_dice_bag(context: Context, where: str) -> Instruction:
    """A die drawn from the bag comes to the hand."""

    def change(draft: State, args: Args) -> None:
        draft.waiting = "bag"

    return Instruction(change, needs=(EMPTY_HAND, "a die in the bag"), spoils=(EMPTY_HAND,), proves=(HAND,))


@_instruction("pick_die_from_dice_pool")
def pick_die_from_dice_pool(context: Context, where: str) -> Instruction:
    """A die of the pool comes to the hand, and the gap closes."""

    def change(draft: State, args: Args) -> None:
        place = args[0]
        draft.picked = draft.pool[place]
        draft.pool = draft.pool[:place] + draft.pool[place + 1 :]

    needs = (EMPTY_HAND, "argument 0 greater_than 0", "argument 0 smaller_than dice_pool_size")
    return Instruction(change, needs=needs, spoils=(EMPTY_HAND, needs[2]), proves=(HAND,))


@_instruction("place_die")
def place_die(context: Context, where: str) -> Instruction:
    """The die in hand goes to a cell and counts as placed."""

    def change(draft: State, args: Args) -> None:
        set_frame(draft, with_die(draft.frame(), args[0] * COLUMNS + args[1], draft.picked))
        draft.picked = 0
        draft.placed = True

    free = "a free cell at arguments 0 and 1"
    return Instruction(change, needs=(HAND, free), spoils=(HAND, free, *_SHADE), proves=(EMPTY_HAND,))


@_instruction("return_die_to_dice_bag")
def return_die_to_dice_bag(context: Context, where: str) -> Instruction:
    """The die in hand goes back to the bag."""

    def change(draft: State, args: Args) -> None:
        draft.bag = die_to_bag(draft.bag, draft.picked)
        draft.picked = 0

    return Instruction(change, needs=(HAND,), spoils=(HAND, *_SHADE), proves=(EMPTY_HAND, "a die in the bag"))


@_instruction("roll_die")
def roll_die(context: Context, where: str) -> Instruction:
    """The die in hand gets a new shade."""

    def change(draft: State, args: Args) -> None:
        draft.waiting = "roll"

    return Instruction(change, needs=(HAND,), spoils=_SHADE)


@_instruction("set_shade_of_picked_die", argument=one_of("increase", "decrease", "flip", "no_constraint"))
def set_shade_of_picked_die(context: Context, where: str, argument: str) -> Instruction:
    """The die in hand gets one more, one less, its opposite side, or the shade asked for."""
    shades: dict[str, Callable[[int, Args], int]] = {
        "increase": lambda shade, args: shade + 1,
        "decrease": lambda shade, args: shade - 1,
        "flip": lambda shade, args: 7 - shade,
        "no_constraint": lambda shade, args: args[0] + 1,
    }
    needs = {
        "increase": ("a shade smaller_than maximum_shade",),
        "decrease": ("a shade greater_than minimum_shade",),
        "flip": (),
        "no_constraint": ("argument 0 greater_than 0", "argument 0 smaller_than 6"),
    }
    shade = shades[argument]

    def change(draft: State, args: Args) -> None:
        draft.picked = die_of(id_of(draft.picked), shade(shade_of(draft.picked), args))

    return Instruction(change, needs=(HAND, *needs[argument]), spoils=_SHADE)


@_instruction("manage_favor_points")
def manage_favor_points(context: Context, where: str) -> Instruction:
    """The seat on turn pays the card."""

    def change(draft: State, args: Args) -> None:
        place, seat = draft.tools.index(args[0] + 1), draft.current
        price = 2 if draft.points[place] else 1
        points, favor = list(draft.points), list(draft.favor)
        points[place] += price
        favor[seat] -= price
        draft.points, draft.favor = tuple(points), tuple(favor)

    return Instruction(change, needs=("favor points to pay",), spoils=("favor points to pay",))


@_instruction("activate_tool")
def activate_tool(context: Context, where: str) -> Instruction:
    """The card is in effect; an active one waits for its command."""
    if not context.card:
        raise BadCards(f"{where}: only the activator of a card can do this.")

    def change(draft: State, args: Args) -> None:
        draft.used = True
        draft.passive = context.card
        if context.is_active:
            draft.active = context.card

    return Instruction(change)


@_instruction("tear_down", condition=Option(object, "null or a condition"))
def tear_down(context: Context, where: str, condition: Any) -> Instruction:
    """The tool's effect ends, at once or when the condition holds after the instructions before."""
    test = None if condition is None else read_condition(condition, where, context).test

    def change(draft: State, args: Args) -> None:
        if test is None or not test(draft, args):
            draft.active = draft.passive = 0

    return Instruction(change, ends_tool=condition is None)


@_instruction("tear_down_passive_tools")
def tear_down_passive_tools(context: Context, where: str) -> Instruction:
    """A passive tool's effect ends, and a die in hand goes to the end of the pool."""

    def change(draft: State, args: Args) -> None:
        draft.passive = 0
        die_to_pool(draft)

    return Instruction(change, spoils=(HAND, *_SHADE), proves=(EMPTY_HAND,))


@_instruction("move_die")
def move_die(context: Context, where: str) -> Instruction:
    """A die goes from one cell to another and is remembered as moved."""

    def change(draft: State, args: Args) -> None:
        start, target = args[0] * COLUMNS + args[1], args[2] * COLUMNS + args[3]
        frame = draft.frame()
        draft.moved += (frame[start],)
        set_frame(draft, with_die(without(frame, start), target, frame[start]))

    needs = ("a die at arguments 0 and 1", "a free cell at arguments 2 and 3")
    return Instruction(change, needs=needs, spoils=(*needs, "a free cell at arguments 0 and 1"))


@_instruction("pay_with_die")
def pay_with_die(context: Context, where: str) -> Instruction:
    """Alone, a pool die of the card's color pays for it; die and card leave the game."""

    def change(draft: State, args: Args) -> None:
        draft.pool = draft.pool[: args[1]] + draft.pool[args[1] + 1 :]
        place = draft.tools.index(context.card)
        draft.tools = draft.tools[:place] + draft.tools[place + 1 :]
        draft.points = draft.points[:place] + draft.points[place + 1 :]

    return Instruction(change, needs=("a die to pay with at argument 1",), spoils=("a die to pay with at argument 1",))
