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

    __slots__ = ("_accepted", "_existing", "_is_complete", "_state")

    def __init__(self, state: State, existing: Existing) -> None:
        self._state = state
        self._existing = existing
        self._accepted: dict[Command, CommandRule | None] = {}
        self._is_complete = False

    def __contains__(self, move: object) -> bool:
        if self._is_complete or move == RETURN:
            return move in self._all()
        return isinstance(move, Command) and self.rule(move) is not None

    def __iter__(self) -> Iterator[Command]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def rule(self, move: Command) -> CommandRule | None:
        """Return the rule that accepts a command, None if there is none."""
        rule = self._accepted.get(move)
        if rule is None and not self._is_complete:
            args = move.args
            for rule in self._existing.matching(move):
                if not rule.refusal(self._state, args):
                    self._accepted[move] = rule
                    return rule
            return None
        return rule

    def _all(self) -> dict[Command, CommandRule | None]:
        if not self._is_complete:
            found: dict[Command, CommandRule | None] = {}
            for rule in self._existing.rules:
                for move in rule.legal_moves(self._state):
                    found.setdefault(move, rule)
            self._accepted = found or {RETURN: None}
            self._is_complete = True
        return self._accepted
