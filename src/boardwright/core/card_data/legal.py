"""The legal commands of a state: checked one by one when asked for, listed when needed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Generic

from boardwright.core.card_data.command import Command
from boardwright.core.card_data.rule import R, Rules


class LegalCommands(Collection[Command], Generic[R]):
    """What can be played, each command with the rule that carries it out.

    Of several rules that match a command the first that accepts it counts. Where no rule accepts anything, `otherwise`
    is the only command, if there is one, and it has no rule.
    """

    __slots__ = ("_all", "_last", "_last_rule", "_otherwise", "_rules", "_state")

    def __init__(self, state: Any, rules: Rules[R], otherwise: Command | None = None) -> None:
        self._state, self._rules, self._otherwise = state, rules, otherwise
        self._all: dict[Command, R | None] | None = None
        self._last: Command | None = None
        self._last_rule: R | None = None

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Command):
            return False
        return self.rule(move) is not None or (move == self._otherwise and move in self._listed())

    def __iter__(self) -> Iterator[Command]:
        return iter(self._listed())

    def __len__(self) -> int:
        return len(self._listed())

    def rule(self, move: Command) -> R | None:
        """Return the rule that accepts a command, None if there is none."""
        if self._all is not None:
            return self._all.get(move)
        if move is not self._last:
            args, numbers = move.args, move.numbers
            self._last, self._last_rule = move, None
            for rule in self._rules.of_shape(move):
                if rule.expression.accepts(numbers) and not rule.refusal(self._state, args):
                    self._last_rule = rule
                    break
        return self._last_rule

    def _listed(self) -> dict[Command, R | None]:
        if self._all is None:
            found: dict[Command, R | None] = {}
            for rule in self._rules.rules:
                for move in rule.legal_moves(self._state):
                    found.setdefault(move, rule)
            self._all = found or ({} if self._otherwise is None else {self._otherwise: None})
        return self._all
