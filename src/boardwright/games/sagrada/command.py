"""A command compiled from its JSON: the texts it matches, its conditions and its instructions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from typing import Annotated, Any

from msgspec import Meta

from boardwright.games.sagrada.conditions import CONDITIONS, Condition, Test
from boardwright.games.sagrada.expression import Expression
from boardwright.games.sagrada.facts import COLUMNS, ROWS
from boardwright.games.sagrada.instructions import INSTRUCTIONS, Instruction
from boardwright.games.sagrada.moves import Command, cell_name
from boardwright.games.sagrada.schema import BadCards, Context, JsonObject, read
from boardwright.games.sagrada.state import Args, Draft, Rest, State

_MOST = 1000
MOST_STEPS = 20
"""Conditions, and instructions, that a command may have."""
_ROWS, _COLUMNS = range(1, ROWS + 1), range(1, COLUMNS + 1)
_RESERVED = ("window", "return", "undo", "redo", "timeout")
NO_CARD = Context()


class Part(JsonObject, frozen=True):
    """The JSON of a card's activator: what it adds to the command that all cards share."""

    undoable: bool
    conditions: Annotated[list[Any], Meta(max_length=MOST_STEPS)]
    instructions: Annotated[list[Any], Meta(max_length=MOST_STEPS)]


class CommandJson(Part, frozen=True):
    """The JSON of a command."""

    reg_exp: str


class CommandRule:
    """One command of the language.

    >>> from boardwright.games.sagrada.rulebook import rulebook
    >>> rulebook().rules["pick"].expression.pattern
    'pick \\\\d'
    """

    def __init__(
        self,
        key: str,
        expression: Expression,
        *,
        undoable: bool,
        conditions: Sequence[Condition],
        instructions: Sequence[Instruction],
    ) -> None:
        self.key, self.word, self.expression, self.undoable = key, expression.word, expression, undoable
        self._tests = tuple(condition.test for condition in conditions)
        self._changes = tuple(instruction.change for instruction in instructions)
        self._ranges = _ranges(expression, conditions)
        self._stages = _stages(expression.arity, conditions)
        self._moves: dict[Args, Command] = {}
        self.subject = _subject(conditions)

    @property
    def forms(self) -> int:
        """How many moves it has."""
        return prod(map(len, self._ranges))

    def refusal(self, state: Draft, args: Args) -> str:
        """Return the code of the first condition that does not hold, "" when all do."""
        for test in self._tests:
            code = test(state, args)
            if code:
                return code
        return ""

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

    def legal_moves(self, state: Draft) -> list[Command]:
        """Return all moves with which no condition refuses, in ascending order.

        Arguments are added one at a time, and each condition is asked as soon as those it reads are there.
        """
        found: list[Args] = [()]
        for depth, tests in enumerate(self._stages):
            if depth:
                found = [(*args, number) for args in found for number in self._ranges[depth - 1]]
            for test in tests:
                found = [args for args in found if not test(state, args)]
            if not found:
                return []
        return [self._move(args) for args in found]

    def all_moves(self) -> list[Command]:
        """Return every move that could ever be legal, for numbering."""
        return [self._move(args) for args in product(*self._ranges)]

    def _move(self, args: Args) -> Command:
        move = self._moves.get(args)
        if move is None:
            move = self._moves[args] = Command(self.word, tuple(number + 1 for number in args))
        return move

    def go_on(self, draft: Draft, args: Args, index: int = 0) -> None:
        """Follow the instructions from `index` on; where a chance outcome is needed, the rest is kept for later."""
        for number in range(index, len(self._changes)):
            self._changes[number](draft, args)
            if draft.waiting:
                draft.then = Rest(self.key, number + 1, args)
                return
        draft.then = None

    def can_go_on(self, rest: Rest) -> bool:
        """Return True if this command can have waited there, with such arguments."""
        if len(rest.args) != len(self._ranges) or not 0 < rest.index <= len(self._changes):
            return False
        return all(number in numbers for number, numbers in zip(rest.args, self._ranges, strict=True))


def _ranges(expression: Expression, conditions: Sequence[Condition]) -> tuple[tuple[int, ...], ...]:
    """The values that each argument can have when the conditions hold that do not look at the table."""
    ranges = []
    for index, typed in enumerate(expression.numbers):
        numbers = [number - 1 for number in typed]
        for condition in conditions:
            limit = condition.ranges.get(index)
            if condition.is_grid:
                limit = range(COLUMNS if index % 2 else ROWS)
            if limit is not None:
                numbers = [number for number in numbers if number in limit]
        ranges.append(tuple(numbers))
    return tuple(ranges)


def _subject(conditions: Sequence[Condition]) -> str:
    """What the numbers stand for, in the words of the picture: cells, or what the first one counts."""
    if any(condition.is_grid for condition in conditions):
        return "cell"
    proved = {fact for condition in conditions for fact in condition.proves}
    if "argument 0 smaller_than round_track_size" in proved:
        return "track"
    return "pool" if "argument 0 smaller_than dice_pool_size" in proved else ""


def _stages(arity: int, conditions: Sequence[Condition]) -> list[list[Test]]:
    """The tests by how many arguments must be known; what the ranges say already is left out."""
    stages: list[list[Test]] = [[] for _ in range(arity + 1)]
    for condition in conditions:
        if not condition.ranges and not condition.is_grid:
            stages[max(condition.reads, default=-1) + 1].append(condition.test)
    return stages


def read_rule(
    data: object, where: str, key: str, context: Context = NO_CARD, given: frozenset[str] = frozenset()
) -> CommandRule:
    """Compile a command from its JSON; `given` is what the card's activator has made certain."""
    command = read(data, CommandJson, where)
    where = f"{where}: command {command.reg_exp!r}"
    try:
        expression = Expression(command.reg_exp)
    except ValueError as problem:
        raise BadCards(f"{where}: key 'reg_exp' {problem}.") from None
    if expression.word in _RESERVED:
        raise BadCards(f"{where}: key 'reg_exp' must not begin with one of {', '.join(_RESERVED)}: they are reserved.")
    conditions = [CONDITIONS.read(one, where, context) for one in command.conditions]
    instructions = [INSTRUCTIONS.read(one, where, context) for one in command.instructions]
    most = max((index for condition in conditions for index in condition.reads), default=-1)
    if most >= expression.arity:
        raise BadCards(f"{where}: a condition reads argument {most}, but there are {expression.arity}.")
    prove(conditions, instructions, where, given)
    if prod(map(len, _ranges(expression, conditions))) > _MOST:
        raise BadCards(f"{where}: more than {_MOST} different commands; limit the arguments by conditions.")
    key = f"{context.card}:{key}" if context.card else key
    return CommandRule(key, expression, undoable=command.undoable, conditions=conditions, instructions=instructions)


def prove(
    conditions: Sequence[Condition], instructions: Sequence[Instruction], where: str, given: frozenset[str]
) -> frozenset[str]:
    """Prove, before anything is played, that no instruction can meet a table it cannot work on.

    Returns the facts known after the last instruction; raises BadCards with the one that is missing.
    """
    known = set(given).union(*(condition.proves for condition in conditions))
    for instruction in instructions:
        for need in instruction.needs:
            if need not in known:
                raise BadCards(f"{where}: an instruction needs {need}, and no condition before makes sure of it.")
        known.difference_update(instruction.spoils)
        known.update(instruction.proves)
    return frozenset(known)


def join(template: Mapping[str, list[Any]], card: Part, expression: str) -> dict[str, Any]:
    """Return the JSON of the command that activates a card: the shared part first, then the card's own."""
    return {
        "reg_exp": expression,
        "undoable": card.undoable,
        "conditions": [*template["conditions"], *card.conditions],
        "instructions": [*template["instructions"], *card.instructions],
    }
