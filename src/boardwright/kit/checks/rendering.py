"""Law 5: drawings are valid XML, gestures and refusals use parts of the table, arrays have the right shape."""

from __future__ import annotations

from functools import lru_cache
from math import prod
from xml.etree import ElementTree

from boardwright.core.drawing.picture import PARTS
from boardwright.core.drawing.symbol import Art, SymbolData
from boardwright.core.game.table_of import table_of
from boardwright.core.layout.frame import FrameData
from boardwright.core.layout.stacked import picture
from boardwright.core.layout.table import Table
from boardwright.core.layout.zone import Items
from boardwright.core.rules.position import AnyPosition
from boardwright.kit.checks import gestures
from boardwright.kit.walks.failure import Violation
from boardwright.kit.walks.walk import Walk


def check(walk: Walk) -> None:
    """Check the arrays and the tables of sampled positions, for their actors or a spectator."""
    for step, position in walk.samples():
        _array(walk, position)
        _shortcuts(walk, position)
        _tables(walk, position, step)


def _array(walk: Walk, position: AnyPosition) -> None:
    actions = walk.game.actions(*walk.setup)
    for viewer in (None, *range(position.seats)):
        numbers = actions.encode(position, viewer)
        if len(numbers) != prod(actions.shape):
            raise Violation(
                f"actions.encode gives {len(numbers)} numbers, its shape {actions.shape} has {prod(actions.shape)}.",
                "encode returns a flat array in row-major order of shape.",
            )
        if numbers and not (min(numbers) >= -1 and max(numbers) <= 1):
            raise Violation(
                f"actions.encode gives numbers from {min(numbers)} to {max(numbers)}.",
                "Scale every number to between -1 and 1.",
            )


def _shortcuts(walk: Walk, position: AnyPosition) -> None:
    """Check that the numbers and the mask that a game finds itself are those of its legal moves."""
    actions = walk.game.actions(*walk.setup)
    for seat in position.actors if actions.has_shortcuts else ():
        numbers = sorted(map(actions.number, position.legal_moves(seat)))
        masked = [number for number, is_legal in enumerate(actions.mask(position, seat)) if is_legal]
        for name, found in (("find", actions.legal(position, seat)), ("mask", masked)):
            if found != numbers:
                raise Violation(
                    f"the {name} of actions has {len(found)} moves of seat {seat}, not its {len(numbers)} legal ones.",
                    f"Let {name} give the numbers of legal_moves(seat), or leave it out.",
                )


def _tables(walk: Walk, position: AnyPosition, step: int) -> None:
    for seat in position.actors or (None,):
        view = position.view(seat)
        for layer in ("", *walk.game.layers):
            _drawn(table_of(walk.game, view, layer))
        if seat is not None:
            gestures.check(walk, position, seat, table_of(walk.game, view), step)


def _drawn(table: Table) -> None:
    """Check that everything drawn is valid XML, and the parts that zones and items refer to are there."""
    problems = [(repr(art), problem) for art in table.arts.values() if (problem := _of_art(art))]
    for what, problem in problems or [("the picture", _of_xml(picture(table).svg()))]:
        if problem:
            raise Violation(
                f"{what} is not valid XML: {problem}.",
                "Build drawings from the shapes of boardwright.api alone, which escape texts; keep control characters "
                "out of them and of the texts in zones.",
            )
    shows = [("shows", item.shows) for zone in table.shown if isinstance(zone, Items) for item in zone.items]
    for what, name in (*shows, *(("holds", zone.held) for zone in table.shown)):
        if name and name not in table.names:
            raise Violation(
                f"a zone {what} {name!r}, which nothing at the table is called.",
                "`shows` of an item and `held` of a zone are names of spots or items.",
            )


@lru_cache(PARTS)
def _of_art(art: Art) -> str:
    """Return what is wrong with the XML of a symbol or frame, which is the same in many positions."""
    data: SymbolData | FrameData = art.data()
    return _of_xml(f"<svg>{data.svg if isinstance(data, SymbolData) else data.ground}</svg>")


def _of_xml(text: str) -> str:
    try:
        ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        return str(error)
    return ""
