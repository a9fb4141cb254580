"""The achievements of Mage Duel, and what earns them."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.core.game.achievement import Achievement
from boardwright.games.mage_duel.events import contests
from boardwright.games.mage_duel.facts import CITY, NODE_POINTS, ROAD
from boardwright.games.mage_duel.moves import MageDuelMove, Place, Skip
from boardwright.games.mage_duel.position import MageDuelPosition

_CLOSINGS = {CITY: ("FirstCity", "CityBuilder", 10), ROAD: ("FirstRoad", "RoadBuilder", 7)}
"""Tasks for closing a structure, and for one of at least that many edges; a matching border slot counts as an edge."""


def achievements() -> tuple[Achievement, ...]:
    """All achievements that can be earned by playing."""
    return (
        Achievement("apprentice_mage", "Apprentice Mage", "Seasoned", 5, 5, "Finish five duels."),
        Achievement("journeyman_mage", "Journeyman Mage", "Seasoned", 15, 10, "Finish 15 duels."),
        Achievement("seasoned_mage", "Seasoned Mage", "Seasoned", 50, 20, "Finish 50 duels."),
        Achievement("first_victory", "First Victory", "Winner", 1, 5, "Win a duel."),
        Achievement("tacticians_trail", "Tactician's Trail", "Winner", 5, 20, "Win five duels."),
        Achievement("runebound_rival", "Runebound Rival", "Winner", 25, 50, "Win 25 duels."),
        Achievement("first_city", "First City", "FirstCity", 1, 10, "Close a city."),
        Achievement("grand_mayor", "Grand Mayor", "CityBuilder", 1, 30, "Close a city of ten edges."),
        Achievement("first_road", "First Road", "FirstRoad", 1, 10, "Close a road."),
        Achievement("road_builder", "Road Builder", "RoadBuilder", 1, 25, "Close a road of seven edges."),
        Achievement("opening", "Opening", "first_move", 1, 0, "Make the first move of a duel."),
        Achievement("wild_magic", "Wild Magic", "joker_used", 1, 0, "Play a joker."),
        Achievement("patience", "Patience", "strategic_skip", 1, 0, "Skip a turn."),
    )


def progress(
    before: MageDuelPosition, step: MageDuelMove | str, seat: int | None, after: MageDuelPosition
) -> Iterator[tuple[int, str]]:
    """The (seat, task) pairs of one step.

    Structures closed in play count for the side that closed them, no matter who won the contest.
    """
    if seat is not None and not isinstance(step, str):
        if before.moves_done == 0:
            yield seat, "first_move"
        if isinstance(step, Skip):
            yield seat, "strategic_skip"
        elif isinstance(step, Place) and step.joker:
            yield seat, "joker_used"
        for contest in contests(before, step, seat, after):
            if not contest.at_end:
                first, builder, needed = _CLOSINGS[contest.kind]
                yield seat, first
                if (contest.blue + contest.red) // NODE_POINTS[contest.kind] >= needed:
                    yield seat, builder
    outcome = after.outcome()
    if outcome is not None:
        yield from ((each, "Seasoned") for each in range(after.seats))
        yield from ((each, "Winner") for each in outcome.winners)
