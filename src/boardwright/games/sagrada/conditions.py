"""The conditions that commands and cards are made of.

Each entry of CONDITIONS has the options its JSON may carry and a function that turns them, once, into a test: a
function of the table and the command's numbers that returns "" or the code of the refusal. The first test that fails
refuses the command. No test raises an error, whatever the numbers are.
"""

from __future__ import annotations

import operator
from typing import Literal, NamedTuple, TypeAlias

from boardwright.core.card_data import Args, Condition, Registry
from boardwright.core.tuples import replace_at
from boardwright.games.sagrada.facts import AROUND, BORDER, COLUMNS, FEATURES, ROWS, SHADE_OF, cell_at, id_of, rules
from boardwright.games.sagrada.scoring import Feature
from boardwright.games.sagrada.state import Draft


class Context(NamedTuple):
    """The card and the deck that a condition or instruction may depend on, and where its JSON stands."""

    card: int = 0
    is_active: bool = False
    color: str = ""
    deck_size: int = 12
    where: str = ""


CONDITIONS = Registry("condition", Condition)

Comparison: TypeAlias = Literal["greater_than", "smaller_than", "equal_to"]
Shade: TypeAlias = Literal["minimum_shade", "maximum_shade"]
Size: TypeAlias = Literal["dice_pool_size", "round_track_size", "tool_deck_size"]
Dice: TypeAlias = Literal["round_track", "dice_moved", "dice_pool"]
Index: TypeAlias = Literal[0, 1, 2, 3]
_AT_LEAST = {"greater_than": operator.ge, "smaller_than": operator.lt, "equal_to": operator.eq}
_STRICTLY = {"greater_than": operator.gt, "smaller_than": operator.lt, "equal_to": operator.eq}
_TOO = {"greater_than": "index_too_small", "smaller_than": "index_too_big", "equal_to": "wrong_index"}
_DICE = {
    "round_track": operator.attrgetter("track"),
    "dice_moved": operator.attrgetter("moved"),
    "dice_pool": operator.attrgetter("pool"),
}


@CONDITIONS.add
def arg_comparison(
    context: Context, type_of_comparison: Comparison, index: Index, bound: int | Size | Shade
) -> Condition:
    """An argument is at least, below or equal to a bound."""
    holds, code = _AT_LEAST[type_of_comparison], _TOO[type_of_comparison]
    proved, dice = f"argument {index} {type_of_comparison}", _DICE.get(str(bound).removesuffix("_size"))
    if dice is not None:
        proves = (f"{proved} {bound}",)
        return Condition(lambda state, args: "" if holds(args[index], len(dice(state))) else code, (index,), {}, proves)
    limit = {"tool_deck_size": context.deck_size, "minimum_shade": 0, "maximum_shade": 6}.get(str(bound), bound)
    assert isinstance(limit, int)
    ranges = {"greater_than": range(limit, 1000), "smaller_than": range(-1, limit), "equal_to": range(limit, limit + 1)}
    allowed, proves = {int(index): ranges[type_of_comparison]}, (f"{proved} {limit}",)
    return Condition(lambda state, args: "" if holds(args[index], limit) else code, (index,), allowed, proves)


@CONDITIONS.add
def die_picked(context: Context, value: bool, or_passive_tool: bool = False) -> Condition:
    """A die is in hand, or none is; with `or_passive_tool` a passive tool in effect will do as well."""
    code = "no_die_picked" if value else "die_already_picked"
    proves = () if or_passive_tool else ("a die in hand" if value else "an empty hand",)

    def test(state: Draft, args: Args) -> str:
        is_met = (state.picked != 0) == value or (or_passive_tool and state.passive != 0 and state.active == 0)
        return "" if is_met else code

    return Condition(test, proves=proves)


@CONDITIONS.add
def shade_comparison(context: Context, type_of_comparison: Comparison, bound: Shade) -> Condition:
    """The shade in hand is strictly above, strictly below or equal to the lowest or highest one."""
    limit, code = {"minimum_shade": (1, "cannot_decrease"), "maximum_shade": (6, "cannot_increase")}[bound]
    holds = _STRICTLY[type_of_comparison]

    def test(state: Draft, args: Args) -> str:
        if not state.picked:
            return "no_die_picked"
        return "" if holds(SHADE_OF[state.picked], limit) else code

    return Condition(test, proves=("a die in hand", f"a shade {type_of_comparison} {bound}"))


@CONDITIONS.plain(reads=(0,), proves=("favor points to pay",))
def favor_points_check(state: Draft, args: Args) -> str:
    """The seat on turn can pay the card: one favor point if nobody used it yet, else two."""
    card = args[0] + 1
    if card not in state.tools:
        return "no_such_command"
    price = 2 if state.points[state.tools.index(card)] else 1
    return "" if state.favor[state.current] >= price else "not_enough_favor"


@CONDITIONS.plain()
def tool_not_activated(state: Draft, args: Args) -> str:
    """No tool was used this turn."""
    return "tool_already_used" if state.used else ""


@CONDITIONS.plain()
def tool_not_active(state: Draft, args: Args) -> str:
    """No active tool waits for its command."""
    return "tool_active" if state.active else ""


@CONDITIONS.add
def die_placed(context: Context, value: bool) -> Condition:
    """A die was placed this turn, or none was."""
    code = "no_die_placed" if value else "die_already_placed"
    return Condition(lambda state, args: "" if state.placed == value else code)


@CONDITIONS.add
def first_turn(context: Context, value: bool) -> Condition:
    """This is the player's first turn of the round, or the second."""
    code = "second_turn" if value else "first_turn"
    proves = ("a later turn in this round",) if value else ()
    return Condition(lambda state, args: "" if state.is_second_turn != value else code, proves=proves)


def _die_at(state: Draft, row: int, column: int) -> int:
    cell = cell_at(row, column)
    return 0 if cell is None else state.frame()[cell]


@CONDITIONS.add
def share(context: Context, object: Feature, pool: Dice, value_if_empty: bool) -> Condition:
    """The die at the first two arguments shares its color or shade with a die of the pool."""
    feature, dice = FEATURES[object], _DICE[pool]

    def test(state: Draft, args: Args) -> str:
        others = dice(state)
        if not others:
            return "" if value_if_empty else "no_sharing_die"
        die = _die_at(state, args[0], args[1])
        if not die:
            return "slot_empty"
        wanted = feature(die)
        return "" if any(feature(other) == wanted for other in others) else "no_sharing_die"

    return Condition(test, reads=(0, 1))


@CONDITIONS.add
def free_slot(context: Context, row_index: Index, column_index: Index, value: bool) -> Condition:
    """A cell of the player's frame is free, or holds a die."""
    code = "slot_occupied" if value else "slot_empty"

    def test(state: Draft, args: Args) -> str:
        cell = cell_at(args[row_index], args[column_index])
        if cell is None:
            return "bad_coordinates"
        return "" if (state.frame()[cell] == 0) == value else code

    what = "a free cell" if value else "a die"
    return Condition(test, (row_index, column_index), proves=(f"{what} at arguments {row_index} and {column_index}",))


@CONDITIONS.add
def move_rule_check(context: Context, placing: bool, color: bool, shade: bool) -> Condition:
    """The die at the first two arguments, taken out, fits at the other two under the chosen rules."""
    rule = rules(placing=placing, color=color, shade=shade)

    def test(state: Draft, args: Args) -> str:
        start, target = cell_at(args[0], args[1]), cell_at(args[2], args[3])
        if start is None or target is None:
            return "bad_coordinates"
        frame = state.frame()
        if not frame[start]:
            return "slot_empty"
        return rule(replace_at(frame, start, 0), state.constraints(), frame[start], target)

    return Condition(test, reads=(0, 1, 2, 3))


@CONDITIONS.plain(reads=(0, 1))
def not_die_already_moved(state: Draft, args: Args) -> str:
    """The die at the first two arguments was not moved this turn."""
    die = _die_at(state, args[0], args[1])
    return "die_already_moved" if die and id_of(die) in map(id_of, state.moved) else ""


@CONDITIONS.add
def num_of_dice_moved(context: Context, type_of_comparison: Comparison, bound: int) -> Condition:
    """The number of dice moved this turn is at least, below or equal to a bound."""
    holds = _AT_LEAST[type_of_comparison]
    return Condition(lambda state, args: "" if holds(len(state.moved), bound) else "wrong_number_moved")


@CONDITIONS.add
def placing_rule_check(context: Context, placing: bool, color: bool, shade: bool) -> Condition:
    """The die in hand fits at the first two arguments under the chosen rules."""
    rule = rules(placing=placing, color=color, shade=shade)

    def test(state: Draft, args: Args) -> str:
        cell = cell_at(args[0], args[1])
        if cell is None:
            return "bad_coordinates"
        if not state.picked:
            return "no_die_picked"
        return rule(state.frame(), state.constraints(), state.picked, cell)

    return Condition(test, reads=(0, 1))


_GRID = tuple(range(COLUMNS if index % 2 else ROWS) for index in range(40))


@CONDITIONS.plain(ranges=dict(enumerate(_GRID)), proves=("cells",))
def valid_coordinates(state: Draft, args: Args) -> str:
    """The arguments are rows and columns of the frame, in turn."""
    return "" if all(map(operator.contains, _GRID, args)) else "bad_coordinates"


@CONDITIONS.add
def not_adjacent(context: Context, row_index: Index, column_index: Index) -> Condition:
    """No die around the cell; the first die of a frame still goes to the border."""

    def test(state: Draft, args: Args) -> str:
        cell = cell_at(args[row_index], args[column_index])
        if cell is None:
            return "bad_coordinates"
        frame = state.frame()
        if any(frame[other] for other in AROUND[cell]):
            return "adjacent_die"
        return "" if cell in BORDER or any(frame) else "placing_rule"

    return Condition(test, (row_index, column_index))


@CONDITIONS.add
def pays_with_color(context: Context, index: Index) -> Condition:
    """The pool die at that argument has the color that a solo player pays the card with."""

    def test(state: Draft, args: Args) -> str:
        place = args[index]
        if place < 0:
            return "index_too_small"
        if place >= len(state.pool):
            return "index_too_big"
        return "" if FEATURES["color"](state.pool[place]) == context.color else "wrong_color_paid"

    return Condition(test, (index,), proves=(f"a die to pay with at argument {index}",))
