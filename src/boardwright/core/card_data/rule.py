"""Commands as data: the texts that a command matches, what refuses it, and what it does."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import product
from math import prod
from typing import Any, Generic, TypeVar

from boardwright.core.card_data.command import Args, C, Command, Expression
from boardwright.core.card_data.language import BadCards, Language, RuleJson

MOST_MOVES = 1000
"""Moves that a command may have."""


class Rule(Generic[C]):
    """A command compiled from its JSON, its `source`; `where` is where that stands, for messages.

    Here a position is a number of coins. A condition returns "" or the code of a refusal, an instruction the next
    position; arguments count from 0.

    >>> from boardwright.core.card_data.language import Condition, Instruction, Registry, read
    >>> SHOP = Language(Command, Registry("condition", Condition), Registry("instruction", Instruction))
    >>> @SHOP.conditions.plain(reads=(0,), proves=("coins to pay",))
    ... def can_pay(coins, args): return "" if coins > args[0] else "too_poor"
    >>> @SHOP.instructions.plain(needs=("coins to pay",))
    ... def pay(coins, args): return coins - args[0] - 1
    >>> steps = {"conditions": [{"condition": "can_pay"}], "instructions": [{"instruction": "pay"}], "undoable": True}
    >>> rule = Rule(read({"reg_exp": "pay [1-9]", **steps}, RuleJson, "shop.json"), "shop.json: pay", SHOP)
    >>> rule.prove()
    frozenset({'coins to pay'})
    >>> legal = LegalCommands(2, Rules([rule]))
    >>> [str(move) for move in legal], legal.judge(Command("pay", (5,)))[1]
    (['pay 1', 'pay 2'], 'too_poor')
    """

    def __init__(self, given: RuleJson, where: str, language: Language[C], context: Any = None) -> None:
        try:
            self.expression = Expression(given.reg_exp, language.largest)
        except ValueError as problem:
            raise BadCards(f"{where}: key 'reg_exp' {problem}.") from None
        self.source, self.where, self.context, self._command = given, where, context, language.command
        self.word, self.undoable = self.expression.word, given.undoable
        if self.word in language.reserved:
            words = ", ".join(language.reserved)
            raise BadCards(f"{where}: key 'reg_exp' must not begin with one of {words}: they are reserved.")
        self.conditions = [language.conditions.read(one, where, context) for one in given.conditions]
        self.instructions = [language.instructions.read(one, where, context) for one in given.instructions]
        self.changes = tuple(instruction.change for instruction in self.instructions)
        self._tests = tuple(condition.test for condition in self.conditions)
        arity, reads = self.expression.arity, [max(condition.reads, default=-1) for condition in self.conditions]
        if max(reads, default=-1) >= arity:
            raise BadCards(f"{where}: a condition reads argument {max(reads)}, but there are {arity}.")
        self.ranges = tuple(
            tuple(n - 1 for n in typed if all(n - 1 in one.ranges[i] for one in self.conditions if i in one.ranges))
            for i, typed in enumerate(self.expression.numbers)
        )
        """The values that each argument can have when the conditions hold that do not look at the state."""
        self.stages = tuple(None if one.ranges else most + 1 for one, most in zip(self.conditions, reads, strict=True))
        """For each condition, how many arguments must be known; None if the ranges say it already."""
        staged = list(zip(self.stages, self._tests, strict=True))
        self._first, *later = [[test for stage, test in staged if stage == depth] for depth in range(arity + 1)]
        self._later = list(zip(self.ranges, later, strict=True))

    def prove(self, given: frozenset[str] = frozenset()) -> frozenset[str]:
        """Prove, before anything is played, that no instruction can meet a state it cannot work on.

        Returns the facts known after the last instruction. Raises BadCards with the one that is missing, or if there
        are too many moves.
        """
        known = set(given).union(*(condition.proves for condition in self.conditions))
        for instruction in self.instructions:
            for need in instruction.needs:
                if need not in known:
                    raise BadCards(
                        f"{self.where}: an instruction needs {need}, and no condition before makes sure of it."
                    )
            known.difference_update(instruction.spoils)
            known.update(instruction.proves)
        if self.forms > MOST_MOVES:
            limit = f"more than {MOST_MOVES} different commands"
            raise BadCards(f"{self.where}: {limit}; limit the arguments by conditions.")
        return frozenset(known)

    @property
    def forms(self) -> int:
        """The number of moves."""
        return prod(map(len, self.ranges))

    def refusal(self, state: Any, args: Args) -> str:
        """Return the code of the first condition that does not hold, "" when all do."""
        for test in self._tests:
            if code := test(state, args):
                return code
        return ""

    def legal_moves(self, state: Any) -> list[C]:
        """Return all moves with which no condition refuses, in ascending order.

        Arguments are added one at a time, and each condition is asked as soon as those it reads are there.
        """
        found: list[Args] = [()]
        for test in self._first:
            if test(state, ()):
                return []
        for numbers, tests in self._later:
            found = [(*args, number) for args in found for number in numbers]
            for test in tests:
                found = [args for args in found if not test(state, args)]
            if not found:
                return []
        return [self._moves[args] for args in found]

    def all_moves(self) -> list[C]:
        """Return every move that could ever be legal, for numbering."""
        return list(self._moves.values())

    @cached_property
    def _moves(self) -> dict[Args, C]:
        return {
            args: self._command(self.word, tuple([number + 1 for number in args])) for args in product(*self.ranges)
        }


R = TypeVar("R", bound=Rule[Any])


class Rules(Generic[R]):
    """The commands that exist at some moment, in the order in which they are tried."""

    def __init__(self, rules: Iterable[R]) -> None:
        self.rules = tuple(rules)
        self.words = tuple(dict.fromkeys(rule.word for rule in self.rules))
        self._by_shape: dict[tuple[str, int], list[R]] = {}
        for rule in self.rules:
            self._by_shape.setdefault((rule.word, rule.expression.arity), []).append(rule)

    def of_shape(self, move: Command) -> Sequence[R]:
        """Return the commands of the cards with the word of a move and as many numbers."""
        return self._by_shape.get((move.word, len(move.numbers)), ())

    def judge(self, move: Command, state: Any) -> tuple[R | None, str]:
        """Return the command that decides on a move, and why it refuses: the first that accepts it, else the last.

        >>> Rules[Any]([]).judge(Command("fly"), None)
        (None, '')
        """
        found, code, args = None, "", move.args
        for rule in self.of_shape(move):
            if rule.expression.accepts(move.numbers):
                found, code = rule, rule.refusal(state, args)
                if not code:
                    break
        return found, code

    def matching(self, move: Command) -> list[R]:
        """Return the commands whose expression matches a move."""
        return [rule for rule in self.of_shape(move) if rule.expression.accepts(move.numbers)]


class LegalCommands(Collection[C], Generic[C, R]):
    """The commands that can be played, each with the rule that carries it out: tried one by one, or listed when needed.

    Where no rule accepts anything, `otherwise` is the only command, if there is one, and it has no rule.
    """

    __slots__ = ("_all", "_otherwise", "_rules", "_state")

    def __init__(self, state: Any, rules: Rules[R], otherwise: C | None = None) -> None:
        self._state, self._rules, self._otherwise = state, rules, otherwise
        self._all: dict[C, R | None] | None = None

    def _listed(self) -> dict[C, R | None]:
        if self._all is None:
            found: dict[C, R | None] = {}
            for rule in self._rules.rules:
                for move in rule.legal_moves(self._state):
                    found.setdefault(move, rule)
            self._all = found or ({} if self._otherwise is None else {self._otherwise: None})
        return self._all

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Command):
            return False
        if self._all is not None:
            return move in self._all
        rule, code = self._rules.judge(move, self._state)
        return not code if rule is not None else move == self._otherwise and move in self._listed()

    def __iter__(self) -> Iterator[C]:
        return iter(self._listed())

    def __len__(self) -> int:
        return len(self._listed())

    def judge(self, move: C) -> tuple[R | None, str]:
        """Return the rule that decides on a command, and why it refuses, as `Rules.judge`."""
        rule = None if self._all is None else self._all.get(move)
        return self._rules.judge(move, self._state) if rule is None else (rule, "")
