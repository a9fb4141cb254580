"""Types of a position's answers, checked first, so that one mistake is reported once and by its name."""

from __future__ import annotations

from collections.abc import Collection

from boardwright.core.chance.deal import Deal
from boardwright.core.chance.distribution import Distribution
from boardwright.core.refusal import Refusal
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.position import AnyPosition, Position
from boardwright.core.rules.view import View
from boardwright.kit.walks.failure import Violation

LEGAL = "Let legal list what apply does not refuse, or leave it out: it is derived then."


def check_position(position: AnyPosition) -> None:
    """Raise Violation if an answer of the position has the wrong type, or a field cannot be hashed."""
    _expect(position, "actors", position.actors, tuple, "a tuple of seats")
    _expect(position, "outcome()", position.outcome(), (Outcome, type(None)), "an Outcome or None")
    _expect(position, "view(None)", position.view(None), View, "a View")
    for seat in position.actors:
        moves = position.legal_moves(seat)
        _expect(position, f"legal({seat})", moves, Collection, "a tuple of moves")
    _expect(position, "chance", position.chance, (Distribution, Deal, type(None)), "a Distribution, a Deal or None")
    for name in position.__struct_fields__:
        try:
            hash(getattr(position, name))
        except TypeError:
            kind = type(getattr(position, name)).__name__
            raise Violation(
                f"the field {name} holds a {kind}, which can be changed.",
                "Fields hold immutable values: numbers, texts, tuples, frozen structs. A sorted tuple serves as a set.",
            ) from None


def check_next(position: object, made_by: str) -> None:
    """Raise Violation if a step did not lead to a position."""
    if isinstance(position, Refusal):
        raise Violation(f"{made_by}, which legal lists, is refused: {position.text}", LEGAL)
    if not isinstance(position, Position):
        raise Violation(
            f"{made_by} returned {_shown(position)}, not a position.",
            "Return the next position, such as self.replace(...); perhaps `return` is missing.",
        )


def _expect(position: AnyPosition, name: str, value: object, kind: type | tuple[type, ...], wanted: str) -> None:
    if not isinstance(value, kind):
        raise Violation(
            f"{type(position).__name__}.{name} returned {_shown(value)}, not {wanted}.",
            f"Return {wanted}, as the guide's table of answers says.",
        )


def _shown(value: object) -> str:
    text = repr(value)
    return f"{type(value).__name__} {text if len(text) <= 60 else text[:60] + '…'}" if value is not None else "None"
