"""The table of a view: the zones that the game declares for it."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

from boardwright.core.drawing.assets import font_family
from boardwright.core.layout.table import Table
from boardwright.core.layout.zone import Zone
from boardwright.core.rules.position import AnyPosition
from boardwright.core.search.numbering import Actions, Plane

if TYPE_CHECKING:
    from boardwright.core.game.game import AnyGame


def table_of(game: AnyGame, view: Any, layer: str = "") -> Table:
    """Return what the viewer sees, with one of the game's layers shown on request.

    The parts that the viewer of an open view can press and no zone draws are buttons.
    """
    position: AnyPosition | None = getattr(view, "position", None)
    if position is None:
        return Table(title=game.title, zones=game.zones(view, layer), seats=0, font=font_family(type(game).__module__))
    zones, seat = game.zones(view, layer), view.seat
    for zone in zones:
        if not isinstance(zone, Zone):
            raise TypeError(f"{type(position).__name__}.zones lists {zone!r}, which is not a zone")
    is_actor = seat is not None and seat in position.actors
    buttons = position.moves.buttons(position, seat or 0) if is_actor else []
    return Table(
        title=game.title,
        zones=zones,
        seats=position.seats,
        actors=position.actors,
        buttons=tuple(dict.fromkeys(buttons)),
        font=font_family(type(game).__module__),
    )


def actions_of(game: AnyGame, start: AnyPosition) -> Actions[Any, Any]:
    """Return the numbering of all moves, and what a seat sees as the array of its table."""

    def encode(position: AnyPosition, seat: int | None) -> array[float]:
        return table_of(game, position.view(seat)).array(seat)

    planes = [Plane(*plane) for plane in table_of(game, start.view(0)).planes()]
    return Actions(start.moves.all(start), planes=planes, encode=encode)
