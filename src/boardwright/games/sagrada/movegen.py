"""The legal commands of a turn: checked one by one when asked for, listed when needed."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from boardwright.games.sagrada.command import CommandRule
from boardwright.games.sagrada.moves import RETURN, Command
from boardwright.games.sagrada.rulebook import Existing
from boardwright.games.sagrada.state import State


class LegalCommands(Collection[Command]):
    """What the seat on turn may play, each command with the rule that carries it out.

    Of several rules that match a command the first that accepts it counts. Where no rule accepts anything, `return`
    is the only command, and it has no rule.
    """

    __slots__ = ("_all", "_existing", "_last", "_last_rule", "_state")

    def __init__(self, state: State, existing: Existing) -> None:
        self._state = state
        self._existing = existing
        self._all: dict[Command, CommandRule | None] | None = None
        self._last: Command | None = None
        self._last_rule: CommandRule | None = None

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Command):
            return False
        return self.rule(move) is not None or (move == RETURN and move in self._listed())

    def __iter__(self) -> Iterator[Command]:
        return iter(self._listed())

    def __len__(self) -> int:
        return len(self._listed())

    def rule(self, move: Command) -> CommandRule | None:
        """Return the rule that accepts a command, None if there is none."""
        if self._all is not None:
            return self._all.get(move)
        if move is not self._last:
            args, numbers = move.args, move.numbers
            self._last, self._last_rule = move, None
            for rule in self._existing.of_shape(move):
                if rule.expression.accepts(numbers) and not rule.refusal(self._state, args):
                    self._last_rule = rule
                    break
        return self._last_rule

    def _listed(self) -> dict[Command, CommandRule | None]:
        if self._all is None:
            found: dict[Command, CommandRule | None] = {}
            for rule in self._existing.rules:
                for move in rule.legal_moves(self._state):
                    found.setdefault(move, rule)
            self._all = found or {RETURN: None}
        return self._all
