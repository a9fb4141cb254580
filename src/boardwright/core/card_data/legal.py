"""The legal commands of a state: checked one by one when asked for, listed when needed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Generic

from boardwright.core.card_data.command import C, Command
from boardwright.core.card_data.rule import R, Rules


class LegalCommands(Collection[C], Generic[C, R]):
    """What can be played, each command with the rule that carries it out.

    Where no rule accepts anything, `otherwise` is the only command, if there is one, and it has no rule.
    """

    __slots__ = ("_all", "_otherwise", "_rules", "_state")

    def __init__(self, state: Any, rules: Rules[R], otherwise: C | None = None) -> None:
        self._state, self._rules, self._otherwise = state, rules, otherwise
        self._all: dict[C, R | None] | None = None

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

    def _listed(self) -> dict[C, R | None]:
        if self._all is None:
            found: dict[C, R | None] = {}
            for rule in self._rules.rules:
                for move in rule.legal_moves(self._state):
                    found.setdefault(move, rule)
            self._all = found or ({} if self._otherwise is None else {self._otherwise: None})
        return self._all
