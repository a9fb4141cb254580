"""Law 5: pictures are valid XML, gestures and refusals use their names, arrays have the right shape."""

from __future__ import annotations

from math import prod
from xml.etree import ElementTree

from boardwright.core.position import AnyPosition
from boardwright.kit import gestures
from boardwright.kit.failure import Violation
from boardwright.kit.walk import Walk


def check(walk: Walk) -> None:
    """Checks the arrays and the pictures of sampled positions, for their actors or a spectator."""
    for step, position in walk.samples():
        _array(walk, position, step)
        _shortcuts(walk, position, step)
        _picture(walk, position, step)


def drawn_names(svg: str) -> set[str]:
    """The names of the parts of a picture."""
    return {name for element in ElementTree.fromstring(svg).iter() if (name := element.get("data-name"))}


def _array(walk: Walk, position: AnyPosition, step: int) -> None:
    actions = walk.game.actions(*walk.setup)
    for viewer in (None, *range(position.seats)):
        numbers = actions.encode(position, viewer)
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


def _shortcuts(walk: Walk, position: AnyPosition, step: int) -> None:
    """The numbers and the mask that a game finds itself are those of its legal moves."""
    actions = walk.game.actions(*walk.setup)
    for seat in position.actors if actions.has_shortcuts else ():
        numbers = sorted(map(actions.number, position.legal_moves(seat)))
        masked = [number for number, is_legal in enumerate(actions.mask(position, seat)) if is_legal]
        for name, found in (("find", actions.legal(position, seat)), ("mask", masked)):
            if found != numbers:
                raise Violation(
                    f"the {name} of actions has {len(found)} moves of seat {seat}, not its {len(numbers)} legal ones.",
                    f"Let {name} give the numbers of legal_moves(seat), or leave it out.",
                    step,
                )


def _picture(walk: Walk, position: AnyPosition, step: int) -> None:
    for seat in position.actors or (None,):
        view = position.view(seat)
        names: set[str] = set()
        for layer in ("", *walk.game.layers):
            svg = walk.game.picture(view, layer).svg()
            try:
                drawn = drawn_names(svg)
            except ElementTree.ParseError as error:
                raise Violation(
                    f"the picture is not valid XML: {error}.",
                    "Build pictures from the shapes of boardwright.api alone, which escape texts; "
                    "keep control characters out.",
                    step,
                ) from error
            if not layer:
                names = drawn
        if seat is not None:
            gestures.check(walk, position, seat, names, step)
