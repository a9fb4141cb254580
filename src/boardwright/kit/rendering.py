"""Rendering checks: pictures are valid XML, gestures use names in the picture, arrays have the right shape."""

from __future__ import annotations

from math import prod
from typing import Any
from xml.etree import ElementTree

from boardwright.core.gesture import Gesture
from boardwright.core.position import AnyPosition
from boardwright.kit.failure import Violation
from boardwright.kit.walk import SECOND, Walk


def check(walk: Walk, position: AnyPosition, step: int) -> None:
    """Checks the array and the picture of one position, for its actors or a spectator."""
    _array(walk, position, step)
    _picture(walk, position, step)


def _array(walk: Walk, position: AnyPosition, step: int) -> None:
    actions = walk.game.actions(*walk.setup)
    for viewer in (None, *range(position.seats)):
        numbers = actions.encode(position.view(viewer))
        if len(numbers) != prod(actions.shape):
            raise Violation(
                f"actions.encode gives {len(numbers)} numbers, its shape {actions.shape} has {prod(actions.shape)}.",
                "encode returns a flat array in row-major order of shape.",
                step,
            )
        if numbers and not (min(numbers) >= -1 and max(numbers) <= 1):
            raise Violation(
                f"actions.encode gives numbers from {min(numbers)} to {max(numbers)}.",
                "Scale every number to between -1 and 1.",
                step,
            )


def _picture(walk: Walk, position: AnyPosition, step: int) -> None:
    for seat in position.actors or (None,):
        view = position.view(seat)
        names: set[str] = set()
        for layer in ("", *walk.game.layers):
            svg = walk.game.picture(view, layer).svg()
            try:
                root = ElementTree.fromstring(svg)
            except ElementTree.ParseError as error:
                raise Violation(
                    f"the picture is not valid XML: {error}.",
                    "Build pictures from core.picture alone, which escapes everything; keep control characters out.",
                    step,
                ) from error
            if not layer:
                names = {name for element in root.iter() if (name := element.get("data-name"))}
        if seat is not None:
            _gestures(walk, position, seat, names, step)


def _gestures(walk: Walk, position: AnyPosition, seat: int, names: set[str], step: int) -> None:
    seen: dict[Gesture, Any] = {}
    for move in position.legal_moves(seat, step * SECOND):
        gesture = walk.game.gesture(move, position)
        if not gesture.subject:
            raise Violation(
                f"the gesture of {move} has no subject.", "Name the part that the player takes or presses.", step
            )
        for name in (gesture.subject, gesture.target, *gesture.covers):
            if name and name not in names:
                raise Violation(
                    f"the gesture of {move} uses {name!r}, which the picture for seat {seat} does not name.",
                    "Give the shape that the player takes, presses or targets this name (name=...) in the picture for "
                    "the acting seat; a declared Board names its squares and its buttons.",
                    step,
                )
        if gesture in seen:
            raise Violation(
                f"{seen[gesture]} and {move} have the same gesture {gesture}.",
                "Distinguish them by subject, variant or target, so that a player can choose between them.",
                step,
            )
        seen[gesture] = move
