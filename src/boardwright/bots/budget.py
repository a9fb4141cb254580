"""How long a search goes on: iterations or seconds, and no longer than anything can change."""

from __future__ import annotations

from time import monotonic

from boardwright.bots.tree import Tree

_CHECK_EVERY = 16
"""Iterations between two checks for early stopping."""


class Budget:
    """The iterations of one search, or its seconds if there are any; `made` counts iterations."""

    def __init__(self, iterations: int, seconds: float) -> None:
        self.made = 0
        self._iterations = iterations
        self._began = monotonic()
        self._seconds = seconds

    def is_spent(self, tree: Tree) -> bool:
        """True if the budget is spent, or what is left of it is too small for any move to overtake the first."""
        left = self._left()
        if left <= 0:
            return not self._seconds or bool(tree.root.children)
        if not self.made or self.made % _CHECK_EVERY or tree.only is not None:
            return False
        first, second = tree.top_visits()
        return first - second > left

    def _left(self) -> float:
        """The iterations that are left; with a budget of seconds, at the pace so far."""
        if not self._seconds:
            return self._iterations - self.made
        passed = monotonic() - self._began
        return (self._seconds - passed) * max(1, self.made) / max(passed, 1e-6)
