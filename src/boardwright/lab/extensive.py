"""Small games as a whole tree, in the extensive form of Gambit and OpenSpiel (`.efg`): for exact methods.

    text = extensive_form(pyspiel.load_game("boardwright_sagrada", {"size": "tiny"}))
    solver = pyspiel.CFRPlusSolver(pyspiel.load_efg_game(text))

Decisions with one legal move are left out, so the tree has the same strategies and fewer nodes.
"""

from __future__ import annotations

import json
from collections.abc import Hashable
from typing import Any

from boardwright.core.refusal import BadOptions

MOST_NODES = 2_000_000


def extensive_form(game: Any, most_nodes: int = MOST_NODES) -> str:
    """Return the tree of an OpenSpiel game in which two or more play; BadOptions if it has more nodes than that."""
    return _Writer(game, most_nodes).text()


class _Writer:
    """Walks the tree in the order of the format, node before children, and numbers information sets and outcomes."""

    def __init__(self, game: Any, most_nodes: int) -> None:
        self.game = game
        self.most_nodes = most_nodes
        self.lines: list[str] = []
        self._numbers: dict[Hashable, dict[Hashable, int]] = {}

    def text(self) -> str:
        players = " ".join(json.dumps(f"player {seat}") for seat in range(self.game.num_players()))
        name = json.dumps(self.game.get_type().long_name)
        waiting = [self.game.new_initial_state()]
        while waiting:
            state = waiting.pop()
            while not state.is_terminal() and len(state.legal_actions()) == 1:
                state = state.child(state.legal_actions()[0])
            if len(self.lines) >= self.most_nodes:
                raise BadOptions(f"{self.game.get_type().long_name} has more than {self.most_nodes:,} nodes.")
            self.lines.append(self._line(state))
            if not state.is_terminal():
                waiting += [state.child(action) for action in reversed(state.legal_actions())]
        return "\n".join([f"EFG 2 R {name} {{ {players} }}", '""', *self.lines, ""])

    def _line(self, state: Any) -> str:
        if state.is_terminal():
            returns = tuple(state.returns())
            return f't "" {self._number("outcome", returns)} "" {{ {" ".join(map(str, returns))} }}'
        if state.is_chance_node():
            odds = tuple((state.action_to_string(action), chance) for action, chance in state.chance_outcomes())
            shown = " ".join(f"{json.dumps(text)} {chance!r}" for text, chance in odds)
            return f'c "" {self._number("chance", (len(self.lines), odds))} "" {{ {shown} }} 0'
        player = state.current_player()
        number = self._number(player, state.information_state_string(player))
        texts = " ".join(json.dumps(state.action_to_string(action)) for action in state.legal_actions())
        return f'p "" {player + 1} {number} "{player + 1}.{number}" {{ {texts} }} 0'

    def _number(self, kind: Hashable, key: Hashable) -> int:
        """Return the number of a thing of that kind, from 1 in the order in which they are met."""
        known = self._numbers.setdefault(kind, {})
        return known.setdefault(key, len(known) + 1)
