"""Checks of gestures: parts that fit them, words that differ, back from gestures to moves; marks of refusals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from boardwright.core.layout.table import Table
from boardwright.core.layout.zone import Items, Role
from boardwright.core.moves.gesture import Drag, Enter, Gesture, Pick, Press, Put
from boardwright.core.rules.position import AnyPosition
from boardwright.core.rules.timed import as_of
from boardwright.kit.checks.complete import candidates
from boardwright.kit.walks.failure import Violation
from boardwright.kit.walks.walk import SECOND, Walk

_ODD: tuple[Gesture, ...] = (
    Press(""), Drag("", "\x00"), Drag("-", "-"), Put("é°½²٣", "🎲" * 20), Pick(()), Pick(("", "")),
    Put("9" * 100, "(((", turn=63, flip=True), Enter("", 0), Enter("9", -(10**9)),
)  # fmt: skip


def check(walk: Walk, position: AnyPosition, seat: int, table: Table, step: int) -> None:
    """Check the gestures and refusals of an actor against the parts of the table that the seat sees."""
    now, names = as_of(position, step * SECOND), set(table.names)
    made = _made(now, seat, names)
    _inverse(now, made, seat)
    _fitting(now, made, table)
    for gesture in others(walk, made, names, step):
        if gesture not in made:
            _unlisted(now, gesture, seat)
    _marks(walk, now, seat, names, step)


def _made(position: AnyPosition, seat: int, names: set[str]) -> dict[Gesture, list[Any]]:
    """Return the legal moves by their gestures, whose parts are drawn; words tell moves with the same gesture apart."""
    made: dict[Gesture, list[Any]] = {}
    labels: dict[str, Any] = {}
    for move in position.legal_moves(seat):
        label = move.words(position)
        if not label or label in labels:
            raise Violation(
                f"{move} and {labels[label]} are both called {label!r}." if label else f"{move} is called nothing.",
                "People hear and read these words (the docstring of the move, or Move.words): let them say "
                "everything that tells the move from others, such as {cell} or {number}.",
            )
        labels[label] = move
        gesture = move.gesture(position)
        if not any(gesture.names):
            raise Violation(f"the gesture of {move} names no part.", "Name the part that the player takes or presses.")
        for name in (*gesture.names, *move.covers(position)):
            if name not in names:
                raise Violation(
                    f"the gesture of {move} uses {name!r}, which nothing that seat {seat} sees is called.",
                    "Give the item or the place that the player takes, presses or targets this name, in the zones for "
                    "the acting seat; zones name places, cards and supplies.",
                )
        made.setdefault(gesture, []).append(move)
    return made


def _fitting(position: AnyPosition, made: dict[Gesture, list[Any]], table: Table) -> None:
    """Check that what is covered is a place of a board, and nothing is put on a button."""
    items = [zone for zone in table.shown if isinstance(zone, Items)]
    things = {name for zone in items for name in zone.names()}
    buttons = {name for zone in items if zone.role == Role.BUTTONS for name in zone.names()}
    for gesture, moves in made.items():
        for name in things.intersection(moves[0].covers(position)):
            raise Violation(
                f"the move {moves[0]} covers {name!r}, which is no place of a board.",
                "Let covers name spots of a Field: what is held is drawn on each of them.",
            )
        goal = gesture.to if isinstance(gesture, Drag) else gesture.cell if isinstance(gesture, Put) else ""
        if goal in buttons:
            raise Violation(
                f"the gesture of {moves[0]} ends on {goal!r}, which is a button.",
                "Let it end on a spot of a Field, or an item of a zone with another role: buttons are only pressed.",
            )


def _inverse(position: AnyPosition, made: dict[Gesture, list[Any]], seat: int) -> None:
    for gesture, moves in made.items():
        back = from_gesture(position, gesture, seat)
        if back not in moves:
            raise Violation(
                f"from_gesture returns {back} for the gesture of {moves[0]}, {gesture}.",
                "from_gesture is the inverse of gesture: read the parts, the turn and the number back into the move.",
            )


def others(walk: Walk, made: Iterable[Gesture], names: set[str], step: int) -> Iterator[Gesture]:
    """Yield gestures of parts that need not go together, most of those that `made` begin with; and of nothing drawn."""
    yield from _ODD
    rng = walk.rng("gestures", step)
    drawn = sorted(names) or [""]
    taken = sorted({gesture.names[0] for gesture in made})
    for number in range(200 if walk.thorough else 20):
        part, to = rng.choice(taken or drawn) if number % 4 else rng.choice(drawn), rng.choice(drawn)
        turn, flip = rng.choice((0, 0, 0, 1, 2, 3, 4)), rng.random() < 0.2
        yield (Press(part), Drag(part, to), Put(part, to, turn, flip), Pick((part, to)), Enter(part, turn))[number % 5]


def _unlisted(position: AnyPosition, gesture: Gesture, seat: int) -> None:
    """Check that a gesture of no legal move makes no move, or one on the same parts."""
    move = from_gesture(position, gesture, seat)
    if move is None:
        return
    position.refusal(move, seat)
    again = move.gesture(position)
    if (type(again), again.names) != (type(gesture), gesture.names):
        raise Violation(
            f"from_gesture returns {move} for {gesture}, but that move is made by {again}.",
            "Return the move that a gesture of this kind on these parts stands for, legal or not, or None.",
        )


def from_gesture(position: AnyPosition, gesture: Gesture, seat: int | None) -> Any:
    """Return the move that has a gesture; finding it must not raise."""
    try:
        return position.moves.from_gesture(gesture, position, seat)
    except Exception as error:
        raise Violation(
            f"from_gesture({repr(gesture)[:200]}) raises {type(error).__name__}: {error}",
            "from_gesture takes any names and numbers: check them, and return None for the rest.",
        ) from error


def _marks(walk: Walk, position: AnyPosition, seat: int, names: set[str], step: int) -> None:
    for move in candidates(walk, position, seat, step):
        refusal = position.refusal(move, seat)
        for name in () if refusal is None else refusal.marks:
            if name not in names:
                raise Violation(
                    f"the refusal of {move} marks {name!r}, which nothing that seat {seat} sees is called.",
                    "Mark squares, pieces or cards by the names that they have in the zones.",
                )
