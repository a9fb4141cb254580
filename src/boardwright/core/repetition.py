"""How often positions have come up on a line of a match, and how many turns in a row were passed."""

from __future__ import annotations

from boardwright.core.entry import Entry
from boardwright.core.options import DrawRules
from boardwright.core.step_tree import StepTree

PASS = "pass"
"""The text of the move that gives up a turn, in every game that has one."""


class Repetitions:
    """Reads the steps of a match. The hash of every position is computed once, so that moves stay cheap."""

    def __init__(self, tree: StepTree, entries: list[Entry]) -> None:
        self._tree = tree
        self._entries = entries
        self._hashes: dict[int, int] = {}
        """By step; with a step, all before it on its line are here."""
        self._alike: dict[int, list[int]] = {}
        """The steps with the same hash, of all lines."""

    def draw(self, node: int, rules: DrawRules) -> str | None:
        """Why the match is drawn after that step by those rules; None if it is not."""
        if rules.passes and self.passed_turns(node) >= rules.passes:
            return "passes"
        return "repetition" if rules.repetition and self.count(node) >= rules.repetition else None

    def count(self, node: int) -> int:
        """How often the position after that step has come up on its line, this time included."""
        tree, here = self._tree, self._hash(node)
        others = [step for step in self._alike[here] if step != node and tree.is_ancestor(step, node)]
        if not others:
            return 1
        position = tree.position(node)
        return 1 + sum(tree.position(step) == position for step in others)

    def passed_turns(self, node: int) -> int:
        """How many turns up to that step consisted of nothing but a pass, in a row."""
        count = 0
        while node and self._is_passed_turn(node):
            count, node = count + 1, self._tree.parent(node)
        return count

    def _is_passed_turn(self, node: int) -> bool:
        entry = self._entries[node - 1]
        return entry.kind == "move" and entry.text == PASS and self._begins_turn(self._tree.parent(node))

    def _begins_turn(self, node: int) -> bool:
        tree = self._tree
        return not node or tree.position(node).turn != tree.position(tree.parent(node)).turn

    def _hash(self, node: int) -> int:
        missing, step = list[int](), node
        while step not in self._hashes:
            missing.append(step)
            if not step:
                break
            step = self._tree.parent(step)
        for step in reversed(missing):
            value = self._hashes[step] = hash(self._tree.position(step))
            self._alike.setdefault(value, []).append(step)
        return self._hashes[node]
