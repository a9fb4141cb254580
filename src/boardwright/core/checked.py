"""A log that takes nothing on trust: entries written elsewhere come in only if everything about them is right."""

from __future__ import annotations

from collections.abc import Collection

from boardwright.core import chance
from boardwright.core.canonical import canonical
from boardwright.core.entry import Entry, Kind, chain
from boardwright.core.log import Log
from boardwright.core.refusal import BadRecord, BoardwrightError
from boardwright.core.step_tree import step


class CheckedLog(Log):
    """A log that can be continued by others."""

    def append(self, entry: Entry) -> None:
        """Takes an entry written elsewhere and checks all that can be checked; BadRecord says what is wrong."""
        number = self.number + 1
        if entry.text is None:
            raise BadRecord(f"Entry {number} is sealed: this match can be replayed after its end.", number)
        if chain(self.head, number, entry.at, entry.kind, entry.seat, entry.text, entry.salt) != entry:
            raise BadRecord(f"Entry {number}: its content does not agree with its hash.", number)
        try:
            wrong = self._objection(entry, entry.text)
            if wrong is None:
                self._apply(entry, step(self.position, entry) if entry.is_step else None)
        except BoardwrightError as error:
            wrong = str(error)
        if wrong is not None:
            raise BadRecord(f"Entry {number} ({entry.kind} {entry.text!r}): {wrong}", number)

    def _objection(self, entry: Entry, text: str) -> str | None:
        """Why an entry cannot stand here, apart from what `step` itself refuses."""
        kind, seat = entry.kind, entry.seat
        if self.seed is not None and entry.salt != chance.salt(self.seed, entry.number):
            return "its salt is not the seed's."
        if entry.at < self.now and entry.number > self._inherited:
            return "it is earlier than the entry before."
        if self.is_over:
            return "nothing follows the end."
        due = self._due()
        if kind == "end" or due is not None:
            wanted = None if due is None else canonical(due).decode()
            return None if kind == "end" and text == wanted else f"the match should end here with {wanted}."
        if kind == "chance":
            return self._chance_objection(text, entry.number)
        if seat is None:
            return None if kind == "cancel" else "it names no seat."
        if seat not in range(self.header.seats):
            return f"there is no seat {seat}."
        if kind in ("undo", "redo"):
            return self._way_objection(kind, seat, text)
        if kind == "timeout":
            deadline = self.clocks.deadline(seat)
            return None if deadline is not None and deadline <= entry.at else "the clock had not run out."
        if kind == "move":
            return self._stand_in_objection(seat, text)
        if seat in self.gone:
            return f"seat {seat} has left the match."
        if kind == "draw" and text not in ("decline", "accept" if self.draw_agreed else "offer"):
            return "a draw is offered, accepted or declined."
        return None

    def _chance_objection(self, text: str, number: int) -> str | None:
        if self.seed is None or not self.position.is_chance or number <= self._inherited:
            return None
        fair = chance.draw(self.seed, self._tree.chances(self._current), self.position.chances())
        return None if fair == text else f"the seed gives {fair!r}."

    def _stand_in_objection(self, seat: int, text: str) -> str | None:
        if seat not in self.gone:
            return None
        return None if str(self.position.fallback(seat)) == text else "the match plays the fallback for a seat left."

    def _way_objection(self, kind: Kind, seat: int, text: str) -> str | None:
        words = text.split()
        if not words or not words[0].isdecimal() or len(words[0]) > 9:
            return "it does not say where to go."
        target = int(words[0])
        top, bottom = (target, self._current) if kind == "undo" else (self._current, target)
        if kind == "redo" and self._redo[-1:] != [target]:
            return "that is not what was taken back last."
        if top >= bottom or not self._tree.is_ancestor(top, bottom):
            return f"step {target} is not on this line."
        if words[1:] == ["forced"]:
            return None if seat in self._late or seat in self.gone else f"seat {seat} is neither late nor gone."
        if target < self._inherited:
            return "a branch does not go back before its beginning."
        agreed = {int(word) for word in words[2].split(",") if word.isdecimal()} if len(words) == 3 else set()
        allowed = self._is_free(seat, top, bottom) or self._all_agree(seat, agreed)
        return None if allowed else "the other players have not agreed."

    def _is_free(self, seat: int, top: int, bottom: int) -> bool:
        """Whether the steps from below `top` to `bottom` showed nobody anything new but that seat's own moves."""
        for node in reversed(self._tree.path(bottom, top)):
            entry = self.entries[node - 1]
            if entry.kind != "move" or entry.seat != seat:
                return False
            position = self.position if node == self._current else self._tree.position(node)
            if not position.is_undoable:
                return False
        return True

    def _all_agree(self, seat: int, agreed: Collection[int]) -> bool:
        others = [other for other in self.seats_left() if other != seat]
        return bool(others) and all(other in agreed for other in others)
