"""The table of a position as its own zones declare it."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

from boardwright.core.actions import Actions, Plane
from boardwright.core.layout.layout import Layout
from boardwright.core.layout.zones import Zone
from boardwright.core.position import AnyPosition


def table_of(title: str, view: Any) -> Layout:
    """What the viewer of an open view, or of a position with components, sees.

    The parts that the viewer can press and no zone draws are buttons.
    """
    position: AnyPosition = view.position
    seat: int | None = view.seat
    is_actor = seat is not None and seat in position.actors
    buttons = position.moves.buttons(position, seat or 0) if is_actor else []
    zones = position.zones(seat)
    for zone in zones:
        if not isinstance(zone, Zone):
            raise TypeError(f"{type(position).__name__}.zones lists {zone!r}, which is not a zone")
    return Layout(
        title=title,
        zones=zones,
        seats=position.seats,
        actors=position.actors,
        buttons=tuple(dict.fromkeys(buttons)),
        possible_buttons=position.moves.possible_buttons(position),
    )


def actions_of(start: AnyPosition, layout: Callable[[Any], Layout]) -> Actions[Any, Any]:
    """The numbering of all moves, and what a seat sees as the array of its layout."""

    def encode(position: AnyPosition, seat: int | None) -> array[float]:
        return layout(position.view(seat)).array(seat)

    planes = [Plane(*plane) for plane in layout(start.view(0)).planes()]
    return Actions(start.moves.all(start), planes=planes, encode=encode)
