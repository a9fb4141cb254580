"""The conditions of undo and redo: one rule for the match, the server and every front end.

A player takes back freely what showed nobody anything new while the turn still goes on: their own moves that the
game lets go, with no chance, no one else's move and no move made for an absent player among them, as long as it
has not become anyone else's turn. Everything else needs the consent of all others. Undo returns the board, never
time, and is refused where it would leave somebody no time at all.
"""

from __future__ import annotations

from collections.abc import Collection

from boardwright.core.match.history import P_co
from boardwright.core.match.log import Log
from boardwright.core.refusal import Refusal

MATCH_OVER = Refusal("match_over", "The match is over.")
_UNDO_NEEDS_CONSENT = Refusal("undo_needs_consent", "The other players have to agree to that.")
_REDO_NEEDS_CONSENT = Refusal("redo_needs_consent", "The other players have to agree to that.")


class UndoRules(Log[P_co]):
    """A log that knows what may be taken back."""

    def undo_refusal(
        self, seat: int, to: int | None = None, agreed: Collection[int] = (), at: int | None = None
    ) -> Refusal | None:
        """Return why that seat cannot take back its last move, or all after the step of entry `to`, at that time."""
        if self.is_over:
            return MATCH_OVER
        target = self._last_decision() if to is None else to
        if target is None:
            return Refusal("nothing_to_undo", "There is nothing to take back.")
        if not self._can_return_to(target):
            return Refusal("nothing_to_undo", f"The match cannot go back to entry {target}.")
        now = self.now if at is None else max(at, self.now)
        steps = self.tree.path(self.current, target)
        actors = self.tree.position(target).actors
        late = self.clocks.without_time(actors, self.tree.turn(target), self.played(now), steps)
        if late is not None:
            return Refusal("no_time_left", f"Taking that back would leave seat {late} no time: undo returns none.")
        goes_on = {seat, *actors}.issuperset(self.now_position(now).actors)
        if (goes_on and self._is_free(seat, steps)) or self._all_agree(seat, agreed):
            return None
        return _UNDO_NEEDS_CONSENT

    def redo_refusal(self, seat: int, agreed: Collection[int] = ()) -> Refusal | None:
        """Return why that seat cannot bring back what was undone last."""
        if self.is_over:
            return MATCH_OVER
        if not self.redoable:
            return Refusal("nothing_to_redo", "Nothing was taken back, or a move was made since.")
        steps = self.tree.path(self.redoable[-1], self.current)
        if self._is_free(seat, steps) or self._all_agree(seat, agreed):
            return None
        return _REDO_NEEDS_CONSENT

    def _last_decision(self, floor: int | None = None) -> int | None:
        """Return the step before the last move in force, not before `floor` (by default the start of a branch)."""
        node, floor = self.current, self.inherited if floor is None else floor
        while node > floor:
            parent = self.tree.parent(node)
            if self.entries[node - 1].kind == "move":
                return parent
            node = parent
        return None

    def _last_mover(self) -> int:
        """Return the seat that made the last move in force; 0 if there is none."""
        last = self.last_move()
        return 0 if last is None or last.seat is None else last.seat

    def _can_return_to(self, target: int) -> bool:
        if not self.inherited <= target < self.current or not self.tree.is_ancestor(target, self.current):
            return False
        return self.tree.position(target).chance is None

    def _is_free(self, seat: int, steps: list[int]) -> bool:
        """Return whether these steps are that seat's own decisions and showed nobody anything new."""
        for node in steps:
            entry = self.entries[node - 1]
            if entry.kind != "move" or entry.seat != seat or node in self.forced:
                return False
        return all(self.tree.position(node).is_undoable for node in steps)

    def _all_agree(self, seat: int, agreed: Collection[int]) -> bool:
        others = [other for other in self.seats_left() if other != seat]
        return bool(others) and all(other in agreed for other in others)
