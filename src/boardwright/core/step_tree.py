"""The line of play: which steps are in force, and the positions they lead to.

Every move and every outcome of chance hangs on the step before it, so the steps of a match form a tree
with the start as its root, numbered 0. Undo and redo go up and down in it; nothing is ever cut off. Only
every 16th position of a line is kept, and the last few for undo. The others are replayed from the nearest
kept ancestor.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from boardwright.core.entry import Entry
from boardwright.core.position import AnyPosition

_SPACING = 16
_RECENT = 8


def step(position: AnyPosition, entry: Entry) -> AnyPosition:
    """The position after an entry that is a move or an outcome of chance; IllegalMove if it cannot be."""
    text = entry.text or ""
    if entry.kind == "chance":
        return position.take(text)
    return position.play(position.parse(text), entry.seat, entry.at)


class StepTree:
    """The steps of one match, by the number of their entries; entries that are no steps take their number too."""

    __slots__ = ("_chances", "_depth", "_entries", "_kept", "_parent", "_recent")

    def __init__(self, start: AnyPosition, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self._parent = array("i", [0])
        self._depth = array("i", [0])
        self._chances = array("i", [0])
        self._kept: dict[int, AnyPosition] = {0: start}
        self._recent: dict[int, AnyPosition] = {}

    def skip(self) -> None:
        """Passes over an entry that is no step."""
        for column in (self._parent, self._depth, self._chances):
            column.append(-1)

    def add(self, above: int, position: AnyPosition, is_chance: bool, *, keep: bool = False) -> int:
        """Hangs the step of the next entry below `above` and returns its number.

        `keep` is for a position that cannot be replayed from the one above.
        """
        node, depth = len(self._depth), self._depth[above] + 1
        self._parent.append(above)
        self._depth.append(depth)
        self._chances.append(self._chances[above] + is_chance)
        if keep or depth % _SPACING == 0:
            self._kept[node] = position
        self._remember(node, position)
        return node

    def parent(self, node: int) -> int:
        """The step before; the start has none."""
        return self._parent[node]

    def chances(self, node: int) -> int:
        """How many outcomes of chance lead to that step."""
        return self._chances[node]

    def moves(self, node: int) -> int:
        """How many moves lead to that step."""
        return self._depth[node] - self._chances[node]

    def path(self, node: int, top: int = 0) -> list[int]:
        """The steps from below `top` down to `node`, in order; `top` must be above `node`."""
        steps = []
        while node != top:
            steps.append(node)
            node = self._parent[node]
        steps.reverse()
        return steps

    def is_ancestor(self, top: int, node: int) -> bool:
        """Whether `top` is a step, and `node` hangs somewhere below it or is it."""
        if not 0 <= top < len(self._depth) or self._depth[top] < 0:
            return False
        while self._depth[node] > self._depth[top]:
            node = self._parent[node]
        return node == top

    def position(self, node: int) -> AnyPosition:
        """The position after that step."""
        recent = self._recent.pop(node, None)
        position = self._replay(node) if recent is None else recent
        self._remember(node, position)
        return position

    def _remember(self, node: int, position: AnyPosition) -> None:
        self._recent[node] = position
        if len(self._recent) > _RECENT:
            del self._recent[next(iter(self._recent))]

    def _replay(self, node: int) -> AnyPosition:
        steps = []
        while (kept := self._kept.get(node) or self._recent.get(node)) is None:
            steps.append(node)
            node = self._parent[node]
        for number in reversed(steps):
            kept = step(kept, self._entries[number - 1])
        return kept
