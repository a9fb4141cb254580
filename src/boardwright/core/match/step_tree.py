"""The steps of a match as a tree: which are in force, and the positions they lead to.

Every move and every chance outcome hangs on the step before it, with the start as the root, numbered 0. Undo and
redo go up and down in the tree; nothing is ever cut off. Only every 8th position of a line is kept, and the
last few for undo. The others are replayed from the nearest kept ancestor, so a log that is read back costs nothing
for steps that are not in force.
"""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from boardwright.core.match.entry import Entry
from boardwright.core.refusal import BadRecord, BoardwrightError
from boardwright.core.rules.line import Line, Step, read, repeat
from boardwright.core.rules.position import AnyPosition

_SPACING = 8
_RECENT = 8


def follow(position: AnyPosition, entry: Entry, lost: int = 0, move: Any = None) -> tuple[Step, AnyPosition]:
    """Return the step of an entry that is known to be right, and the position after it; BadRecord if there is none.

    `lost` is for how long the match was paused before: no clock ran meanwhile. A known `move` is not read again.
    """
    try:
        at = entry.at - lost
        found = read(position, entry.seat, entry.text, at) if move is None else Step(entry.seat, move, at)
        return found, repeat(position, found)
    except (BoardwrightError, ValueError, LookupError) as error:
        raise BadRecord(f"Entry {entry.number} cannot be: {error}", entry.number) from error


class StepTree:
    """The steps of one match, by the number of their entries; other entries take their number too."""

    __slots__ = ("_chances", "_depth", "_entries", "_kept", "_lost", "_moves", "_parent", "_recent", "_turn")

    def __init__(self, start: AnyPosition, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self._parent = array("i", [0])
        self._depth = array("i", [0])
        self._chances = array("i", [0])
        self._turn = array("i", [0])
        self._lost = [0]
        self._moves: list[Any] = [None]
        """The moves and outcomes that are known; the others are read from their entries when they are needed."""
        self._kept: dict[int, AnyPosition] = {0: start}
        self._recent: OrderedDict[int, AnyPosition] = OrderedDict()

    def skip(self) -> None:
        """Pass over an entry that is not a step."""
        self._parent.append(-1)
        self._depth.append(-1)
        self._chances.append(-1)
        self._turn.append(-1)
        self._lost.append(0)
        self._moves.append(None)

    def add(
        self,
        parent: int,
        position: AnyPosition | None,
        *,
        chance: bool,
        new_turn: bool,
        lost: int,
        move: Any = None,
        keep: bool = False,
    ) -> int:
        """Hang the step of the next entry, to `position` if it is known, below `parent` and return its number.

        `keep` is for a position that cannot be replayed from its parent.
        """
        node, depth = len(self._depth), self._depth[parent] + 1
        self._parent.append(parent)
        self._depth.append(depth)
        self._chances.append(self._chances[parent] + chance)
        self._turn.append(node if new_turn else self._turn[parent])
        self._lost.append(lost)
        self._moves.append(move)
        if position is not None:
            if keep or depth % _SPACING == 0:
                self._kept[node] = position
            self._remember(node, position)
        return node

    def parent(self, node: int) -> int:
        """Return the step before; the start has none."""
        return self._parent[node]

    def turn(self, node: int) -> int:
        """Return the step that began the turn which goes on after `node`."""
        return self._turn[node]

    def chances(self, node: int) -> int:
        """Return how many chance outcomes lead to that step."""
        return self._chances[node]

    def moves(self, node: int) -> int:
        """Return how many moves lead to that step."""
        return self._depth[node] - self._chances[node]

    def path(self, node: int, top: int = 0) -> list[int]:
        """Return the steps from below `top` down to `node`, in order; `top` must be an ancestor of `node`."""
        steps = []
        while node != top:
            steps.append(node)
            node = self._parent[node]
        steps.reverse()
        return steps

    def is_ancestor(self, top: int, node: int) -> bool:
        """Return whether `top` is a step, and `node` hangs somewhere below it or is it."""
        if not 0 <= top < len(self._depth) or self._depth[top] < 0:
            return False
        while self._depth[node] > self._depth[top]:
            node = self._parent[node]
        return node == top

    def step(self, node: int) -> Step:
        """Return that step; its text is read at most once."""
        if self._moves[node] is None:
            return self._read(node, self.position(self._parent[node]))
        entry = self._entries[node - 1]
        return Step(entry.seat, self._moves[node], entry.at - self._lost[node])

    def _read(self, node: int, position: AnyPosition) -> Step:
        entry = self._entries[node - 1]
        found = read(position, entry.seat, entry.text, entry.at - self._lost[node])
        self._moves[node] = found.move
        return found

    def lines(self, beside: int) -> list[Line[AnyPosition]]:
        """Return the lines to every step but `beside` that no other follows, in the order of these steps."""
        lines, ends = {0: Line(self._kept[0])}, {0}
        for node in range(1, len(self._parent)):
            if (parent := self._parent[node]) >= 0:
                lines[node] = lines[parent].then(self.step(node), self._kept.get(node))
                ends.discard(parent)
                ends.add(node)
        return [lines[node] for node in sorted(ends - {beside})]

    def position(self, node: int) -> AnyPosition:
        """Return the position after that step."""
        recent = self._recent.pop(node, None)
        position = self._replay(node) if recent is None else recent
        self._remember(node, position)
        return position

    def _remember(self, node: int, position: AnyPosition) -> None:
        self._recent[node] = position
        if len(self._recent) > _RECENT:
            self._recent.popitem(last=False)

    def _replay(self, node: int) -> AnyPosition:
        steps = []
        while node not in self._kept and node not in self._recent:
            steps.append(node)
            node = self._parent[node]
        position = self._kept[node] if node in self._kept else self._recent[node]
        for number in reversed(steps):
            step, position = follow(position, self._entries[number - 1], self._lost[number], self._moves[number])
            self._moves[number] = step.move
            if self._depth[number] % _SPACING == 0:
                self._kept[number] = position
        return position
