"""The trophies of Mage Duel, and what earns them."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.core.achievement import Achievement
from boardwright.games.mage_duel.facts import CITY, NODE_POINTS
from boardwright.games.mage_duel.moves import Place, Skip
from boardwright.games.mage_duel.position import MageDuelPosition

TROPHIES = (
    Achievement("apprentice_mage", "Apprentice Mage", "Seasoned", 5, 5),
    Achievement("journeyman_mage", "Journeyman Mage", "Seasoned", 15, 10),
    Achievement("seasoned_mage", "Seasoned Mage", "Seasoned", 50, 20),
    Achievement("first_victory", "First Victory", "Winner", 1, 5),
    Achievement("tacticians_trail", "Tactician's Trail", "Winner", 5, 20),
    Achievement("runebound_rival", "Runebound Rival", "Winner", 25, 50),
    Achievement("first_city", "First City", "FirstCity", 1, 10),
    Achievement("grand_mayor", "Grand Mayor", "CityBuilder", 1, 30),
    Achievement("first_road", "First Road", "FirstRoad", 1, 10),
    Achievement("road_builder", "Road Builder", "RoadBuilder", 1, 25),
    Achievement("opening", "Opening", "first_move", 1, 0),
    Achievement("wild_magic", "Wild Magic", "joker_used", 1, 0),
    Achievement("patience", "Patience", "strategic_skip", 1, 0),
)

_CITY_EDGES, _ROAD_EDGES = 10, 7
"""From how many edges on a closed city or road makes a builder; a matching border slot counts as an edge."""


def achievement_progress(before: MageDuelPosition, after: MageDuelPosition) -> Iterator[tuple[int, str]]:
    """What the step from one position to the next shows, as (seat, task)."""
    story = after.story
    if story.move is not None:
        if before.moves_done == 0:
            yield story.seat, "first_move"
        if isinstance(story.move, Skip):
            yield story.seat, "strategic_skip"
        elif isinstance(story.move, Place) and story.move.joker:
            yield story.seat, "joker_used"
        yield from _closings(after)
    outcome = after.outcome()
    if outcome is not None:
        yield from ((seat, "Seasoned") for seat in range(after.seats))
        yield from ((seat, "Winner") for seat in outcome.winners)


def _closings(after: MageDuelPosition) -> Iterator[tuple[int, str]]:
    """Structures closed in play count for the side that closed them, whoever won the contest."""
    for contest in after.story.contests:
        if not contest.at_end:
            edges = (contest.blue + contest.red) // NODE_POINTS[contest.kind]
            first, builder, needed = (
                ("FirstCity", "CityBuilder", _CITY_EDGES)
                if contest.kind == CITY
                else ("FirstRoad", "RoadBuilder", _ROAD_EDGES)
            )
            yield after.story.seat, first
            if edges >= needed:
                yield after.story.seat, builder
