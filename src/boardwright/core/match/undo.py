"""What may be undone and redone, and by whom: one rule for the match, the server and every front end.

A player takes back freely what showed nobody anything new while the turn still goes on: their own moves that the
game lets go, with no chance, no one else's move and no move made for an absent player among them, as long as it
has not become anyone else's turn. Everything else needs the consent of all others. Undo returns the board, never
time, and is refused where it would leave somebody no time at all.
"""

from __future__ import annotations

from collections.abc import Collection

from boardwright.core.match.log import Log
from boardwright.core.refusal import Refusal

MATCH_OVER = Refusal("match_over", "The match is over.")
_UNDO_NEEDS_CONSENT = Refusal("undo_needs_consent", "The other players have to agree to that.")
_REDO_NEEDS_CONSENT = Refusal("redo_needs_consent", "The other players have to agree to that.")


def undo_refusal(
    log: Log, seat: int, to: int | None = None, agreed: Collection[int] = (), at: int | None = None
) -> Refusal | None:
    """Why that seat cannot take back its last move, or all that came after the step of entry `to`, at that time."""
    if log.is_over:
        return MATCH_OVER
    target = last_decision(log) if to is None else to
    if target is None:
        return Refusal("nothing_to_undo", "There is nothing to take back.")
    if not _can_return_to(log, target):
        return Refusal("nothing_to_undo", f"The match cannot go back to entry {target}.")
    now = log.now if at is None else max(at, log.now)
    steps = log.tree.path(log.current, target)
    actors = log.tree.position(target).actors
    late = log.clocks.without_time(actors, log.tree.turn(target), log.played(now), steps)
    if late is not None:
        return Refusal("no_time_left", f"Taking that back would leave seat {late} no time: undo returns none.")
    goes_on = {seat, *actors}.issuperset(log.now_position(now).actors)
    if (goes_on and _is_free(log, seat, steps)) or _all_agree(log, seat, agreed):
        return None
    return _UNDO_NEEDS_CONSENT


def redo_refusal(log: Log, seat: int, agreed: Collection[int] = ()) -> Refusal | None:
    """Why that seat cannot bring back what was undone last."""
    if log.is_over:
        return MATCH_OVER
    if not log.redoable:
        return Refusal("nothing_to_redo", "Nothing was taken back, or a move was made since.")
    steps = log.tree.path(log.redoable[-1], log.current)
    if _is_free(log, seat, steps) or _all_agree(log, seat, agreed):
        return None
    return _REDO_NEEDS_CONSENT


def last_decision(log: Log, floor: int | None = None) -> int | None:
    """The step before the last move in force, not before `floor` (by default the start of a branch)."""
    node, floor = log.current, log.inherited if floor is None else floor
    while node > floor:
        parent = log.tree.parent(node)
        if log.entries[node - 1].kind == "move":
            return parent
        node = parent
    return None


def last_mover(log: Log) -> int:
    """The seat that made the last move in force; 0 if there is none."""
    last = log.last_move()
    return 0 if last is None or last.seat is None else last.seat


def _can_return_to(log: Log, target: int) -> bool:
    if not log.inherited <= target < log.current or not log.tree.is_ancestor(target, log.current):
        return False
    return log.tree.position(target).chance is None


def _is_free(log: Log, seat: int, steps: list[int]) -> bool:
    """Whether these steps are that seat's own decisions and showed nobody anything new."""
    for node in steps:
        entry = log.entries[node - 1]
        if entry.kind != "move" or entry.seat != seat or node in log.forced:
            return False
    return all(log.tree.position(node).is_undoable for node in steps)


def _all_agree(log: Log, seat: int, agreed: Collection[int]) -> bool:
    others = [other for other in log.seats_left() if other != seat]
    return bool(others) and all(other in agreed for other in others)
