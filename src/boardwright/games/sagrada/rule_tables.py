"""Commands as tables of numbers, for the compiled kernel: conditions and instructions by their codes."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain
from typing import Any, Final

from boardwright.core.card_data import Args
from boardwright.core.kernel import filled, integers
from boardwright.games.sagrada.command import CommandRule
from boardwright.games.sagrada.conditions import CONDITIONS
from boardwright.games.sagrada.facts import COLORS
from boardwright.games.sagrada.instructions import INSTRUCTIONS
from boardwright.games.sagrada.moves import Command, SagradaMove
from boardwright.games.sagrada.rulebook import Rulebook
from boardwright.games.sagrada.schema import Context

MOST_ARGS: Final = 4
_GIVEN: Final = 4
_MOST_OPENED: Final = 4
_COMPARISONS = ("greater_than", "smaller_than", "equal_to")
_SIZES = ("", "dice_pool_size", "round_track_size")
_BOUNDS = {"minimum_shade": 0, "maximum_shade": 6}
_SHADES = {"minimum_shade": 1, "maximum_shade": 6}
_FEATURES = ("color", "shade")
_DICE = ("round_track", "dice_moved", "dice_pool")
_WAYS = ("increase", "decrease", "flip", "no_constraint")
_CONDITIONS = tuple(CONDITIONS)
_INSTRUCTIONS = tuple(INSTRUCTIONS)


class RuleTables:
    """All commands of a rulebook, the basic ones first, and the moves of a numbering."""

    def __init__(self, book: Rulebook, moves: Sequence[SagradaMove]) -> None:
        opened = [rule for rule in book.rules.values() if rule not in book.basic]
        self.book, self.rules = book, (*book.basic, *opened)
        self.index = {rule.key: number for number, rule in enumerate(self.rules)}
        self._moves = moves
        self._numbers = {move: number for number, move in enumerate(moves)}
        self._words = {word: number for number, word in enumerate(dict.fromkeys(move.word for move in moves))}
        self._conditions: list[list[int]] = []
        self._changes: list[list[int]] = []
        self._values: list[int] = []
        self._places: list[int] = []
        self._rows = [self._rule(rule) for rule in self.rules]

    @property
    def sizes(self) -> list[int]:
        """How many rules, basic rules, conditions, instructions, values and numbers of moves there are."""
        lists = (self.rules, self.book.basic, self._conditions, self._changes, self._values, self._places)
        return [len(each) for each in lists]

    def tables(self) -> dict[str, array[Any]]:
        """The tables by their names."""
        moves = self._moves
        return {
            "rules": integers(chain(*self._rows)),
            "conditions": integers(chain(*self._conditions)),
            "changes": integers(chain(*self._changes)),
            "values": integers(self._values),
            "numbers": integers(self._places),
            "tools": integers(chain(*self._tools())),
            "action_word": integers(self._words[move.word] for move in moves),
            "action_arity": integers(len(_args(move)) for move in moves),
            "action_args": integers(chain(*(filled(_args(move), MOST_ARGS) for move in moves))),
        }

    def _rule(self, rule: CommandRule) -> list[int]:
        """Word, arity, whether it can be undone, its instructions, its moves, its conditions and ranges."""
        stages, first = [], len(self._changes)
        numbered = list(zip(rule.stages, rule.source.conditions, strict=True))
        for depth in range(MOST_ARGS + 1):
            stages.append(len(self._conditions))
            self._conditions += [_condition(data, rule) for stage, data in numbered if stage == depth]
        stages.append(len(self._conditions))
        self._changes += [self._change(data, rule) for data in rule.source.instructions]
        ranges = [len(self._values), *accumulate(map(len, rule.ranges), initial=len(self._values))][1:]
        self._values += chain(*rule.ranges)
        ranges += [len(self._values)] * (MOST_ARGS + 1 - len(ranges))
        places = len(self._places)
        self._places += [self._numbers.get(command, 0) for command in rule.all_moves()]
        facts = (self._words.get(rule.word, len(self._words)), rule.expression.arity, rule.undoable)
        return [*facts, first, len(self._changes), places, *stages, *ranges]

    def _change(self, data: dict[str, Any], rule: CommandRule) -> list[int]:
        name, context = data["instruction"], rule.context
        given: tuple[int, ...] = ()
        if name == "set_shade_of_picked_die":
            given = (_WAYS.index(data["argument"]),)
        elif name in ("activate_tool", "pay_with_die"):
            given = (context.card, context.is_active)
        elif name == "tear_down":
            given = (-1 if data["condition"] is None else len(self._conditions),)
            if data["condition"] is not None:
                self._conditions.append(_condition(data["condition"], rule))
        return [_INSTRUCTIONS.index(name), *filled(given, _GIVEN)]

    def _tools(self) -> Iterator[list[int]]:
        for tool in self.book.tools.values():
            opened = [self.index[rule.key] for rule in tool.commands]
            rules = (self.index[tool.activator.key], self.index[tool.solo_activator.key])
            yield [tool.id, *rules, len(opened), *filled(opened, _MOST_OPENED)]


def _args(move: SagradaMove) -> Args:
    return move.args if isinstance(move, Command) else (move.number - 1,)


def _condition(data: dict[str, Any], rule: CommandRule) -> list[int]:
    name = data["condition"]
    return [_CONDITIONS.index(name), *filled(_given(name, data, rule.expression.arity, rule.context), _GIVEN)]


def _given(name: str, data: dict[str, Any], arity: int, context: Context) -> Sequence[int]:
    """What a condition needs, in the order of the kernel."""
    if name == "arg_comparison":
        bound = data["bound"]
        size = _SIZES.index(bound) if bound in _SIZES else 0
        limit = {**_BOUNDS, "tool_deck_size": context.deck_size}.get(bound, 0) if isinstance(bound, str) else bound
        return data["index"], _COMPARISONS.index(data["type_of_comparison"]), size, limit
    if name == "shade_comparison":
        return _COMPARISONS.index(data["type_of_comparison"]), _SHADES[data["bound"]]
    if name == "num_of_dice_moved":
        return _COMPARISONS.index(data["type_of_comparison"]), data["bound"]
    if name == "share":
        return _FEATURES.index(data["object"]), _DICE.index(data["pool"]), data["value_if_empty"]
    if name == "valid_coordinates":
        return (arity,)
    if name == "pays_with_color":
        return data["index"], COLORS.index(context.color)
    order = ("value", "or_passive_tool") if name == "die_picked" else ("row_index", "column_index", "value")
    if name in ("move_rule_check", "placing_rule_check"):
        order = ("placing", "color", "shade")
    return [int(data[key]) for key in order if key in data]
