"""Checks of gestures: drawn names, one move a gesture, and back from gestures to moves; marks of refusals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from boardwright.core.gesture import Gesture, GestureKey
from boardwright.core.position import AnyPosition
from boardwright.core.timed import as_of
from boardwright.kit.complete import candidates
from boardwright.kit.failure import Violation
from boardwright.kit.walk import SECOND, Walk

_ODD = (
    Gesture(""), Gesture("", target="\x00"), Gesture("-", target="-"), Gesture("é°½²٣", target="🎲" * 50),
    Gesture("9" * 5000, turn=10**30, flip=True, target="((("),
)  # fmt: skip


def check(walk: Walk, position: AnyPosition, seat: int, names: set[str], step: int) -> None:
    """Checks the gestures and refusals of an actor against the names in the picture for that seat."""
    now = as_of(position, step * SECOND)
    made = _made(walk, now, seat, names, step)
    _inverse(walk, now, made, step)
    for gesture in others(walk, made, names, step):
        if gesture.key not in made:
            _unlisted(walk, now, gesture, seat, step)
    _marks(walk, now, seat, names, step)


def _made(walk: Walk, position: AnyPosition, seat: int, names: set[str], step: int) -> dict[GestureKey, Any]:
    """The legal moves by their gestures, each of which is drawn and belongs to one move; their words differ too."""
    made: dict[GestureKey, Any] = {}
    labels: dict[str, Any] = {}
    for move in position.legal_moves(seat):
        label = move.words(position)
        if not label or label in labels:
            raise Violation(
                f"{move} and {labels[label]} are both called {label!r}." if label else f"{move} is called nothing.",
                "People hear and read these words (the docstring of the move, or Move.words): let them say "
                "everything that tells the move from others, such as {cell} or {number}.",
                step,
            )
        labels[label] = move
        gesture = move.gesture(position)
        if not gesture.subject:
            raise Violation(
                f"the gesture of {move} has no subject.", "Name the part that the player takes or presses.", step
            )
        for name in (gesture.subject, gesture.target, *gesture.covers):
            if name and name not in names and not names.issuperset(name.split(",")):
                raise Violation(
                    f"the gesture of {move} uses {name!r}, which the picture for seat {seat} does not name.",
                    "Give the shape that the player takes, presses or targets this name (name=...) in the picture for "
                    "the acting seat; zones name places, cards and supplies.",
                    step,
                )
        if gesture.key in made:
            raise Violation(
                f"{made[gesture.key]} and {move} have the same gesture {gesture}.",
                "Distinguish them by subject, turn, flip or target, so that a player can choose between them.",
                step,
            )
        made[gesture.key] = move
    return made


def _inverse(walk: Walk, position: AnyPosition, made: dict[GestureKey, Any], step: int) -> None:
    for key, move in made.items():
        back = from_gesture(position, Gesture(*key), step)
        if back != move:
            raise Violation(
                f"from_gesture returns {back} for the gesture of {move}, {Gesture(*key)}.",
                "from_gesture is the inverse of gesture: read subject, turn, flip and target back into the move.",
                step,
            )


def others(walk: Walk, made: Iterable[GestureKey], names: set[str], step: int) -> Iterator[Gesture]:
    """Gestures of drawn parts that need not go together, mostly of the subjects of `made`; and of nothing drawn."""
    yield from _ODD
    rng = walk.rng("gestures", step)
    drawn = sorted(names) or [""]
    subjects = sorted({subject for subject, *_ in made})
    for number in range(200 if walk.thorough else 20):
        subject = rng.choice(subjects or drawn) if number % 4 else rng.choice(drawn)
        turn = rng.choice((0, 0, 0, 1, 2, 3, 4, -1))
        yield Gesture(subject, turn, rng.random() < 0.2, rng.choice(drawn) if number % 5 else "")


def _unlisted(walk: Walk, position: AnyPosition, gesture: Gesture, seat: int, step: int) -> None:
    """A gesture of no legal move makes no move, or one with the same subject and target."""
    move = from_gesture(position, gesture, step)
    if move is None:
        return
    position.refusal(move, seat)
    again = move.gesture(position)
    if (again.subject, again.target) != (gesture.subject, gesture.target):
        raise Violation(
            f"from_gesture returns {move} for {gesture}, but that move is made by {again}.",
            "Return the move that this subject and this target stand for, legal or not, or None.",
            step,
        )


def from_gesture(position: AnyPosition, gesture: Gesture, step: int) -> Any:
    """Return the move that has a gesture; finding it must not raise."""
    try:
        return position.moves.from_gesture(gesture, position)
    except Exception as error:
        raise Violation(
            f"from_gesture({repr(gesture)[:200]}) raises {type(error).__name__}: {error}",
            "from_gesture takes any names and numbers: check them, and return None for the rest.",
            step,
        ) from error


def _marks(walk: Walk, position: AnyPosition, seat: int, names: set[str], step: int) -> None:
    for move in candidates(walk, position, seat, step):
        refusal = position.refusal(move, seat)
        for name in () if refusal is None else refusal.marks:
            if name not in names:
                raise Violation(
                    f"the refusal of {move} marks {name!r}, which the picture for seat {seat} does not name.",
                    "Mark squares, pieces or cards by the names that the picture gives them.",
                    step,
                )
