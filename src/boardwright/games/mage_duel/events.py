"""The consequences of a step: the move or draw, the contests, the end; and achievements."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.core.canonical import JSON
from boardwright.core.game.achievement import Achievement
from boardwright.core.rules.event import Event
from boardwright.games.mage_duel import facts
from boardwright.games.mage_duel.facts import CITY, LETTERS, ROAD, SIDES, TILES
from boardwright.games.mage_duel.moves import Claim, MageDuelMove, Place, Skip
from boardwright.games.mage_duel.position import MageDuelPosition
from boardwright.games.mage_duel.scoring import Contest

_SIDES_OF_BORDER = ("below", "on the right", "above", "on the left")
"""By the number of a border slot, eight a side."""


def events(
    before: MageDuelPosition, step: MageDuelMove | str, seat: int | None, after: MageDuelPosition
) -> Iterator[Event]:
    """Yield the events of a step in the order in which things happened."""
    if isinstance(step, str):
        if step in TILES:
            tile = TILES.index(step)
            yield Event("tile_drawn", f"The next tile has {facts.edges_text(tile * 4)}.", {"tile": tile})
        else:
            kind, side = facts.FACE_NAMES[LETTERS.index(step[0])], _SIDES_OF_BORDER[int(step[1:]) // facts.SIZE]
            yield Event("border_set", f"The border gets a {kind} {side}.", {"slot": step})
    elif seat is not None:
        yield from _move_events(before, step, seat)
    found = contests(before, step, seat, after)
    nodes = after.board.nodes() if found else {}
    yield from (_contest_event(contest, nodes[contest.root]) for contest in found)
    outcome = after.outcome()
    if outcome is not None:
        blue, red = outcome.scores
        text = f"The duel is a draw, {blue} to {red}."
        if outcome.winners:
            text = f"{SIDES[outcome.winners[0]]} wins the duel, Blue {blue} to Red {red}."
        yield Event("game_finished", text, {"reason": outcome.reason, "scores": outcome.scores})


def contests(
    before: MageDuelPosition, step: MageDuelMove | str, seat: int | None, after: MageDuelPosition
) -> tuple[Contest, ...]:
    """Return the contests of a step: those of the tile laid, then those that end the duel."""
    board, found = before.board, tuple[Contest, ...]()
    if isinstance(step, Place) and seat is not None:
        board, found = board.lay(step.cell, step.lay, seat)
    return found + board.settled()[1] if after.is_over else found


def _move_events(before: MageDuelPosition, move: MageDuelMove, seat: int) -> Iterator[Event]:
    side = SIDES[seat]
    if isinstance(move, Claim):
        yield Event("end_claimed", f"{side} claims the end of the game.", {"seat": seat})
        return
    if seat == before.last_side:
        yield Event("turn_missed", f"{SIDES[1 - seat]} missed the turn.", {"seat": 1 - seat})
    if isinstance(move, Skip):
        yield Event("skipped", f"{side} skips.", {"seat": seat})
    else:
        text = f"{side} {'spends a joker' if move.joker else 'lays the tile'} {move.lay_text}."
        data = {"seat": seat, "tile": move.tile, "rotation": move.rotation, "col": move.col, "row": move.row}
        yield Event("tile_laid", text, {**data, "joker": move.joker})


def _contest_event(contest: Contest, nodes: list[int]) -> Event:
    kind = facts.FACE_NAMES[contest.kind]
    data: dict[str, JSON] = {**contest._asdict(), "kind": kind, "nodes": nodes}
    points = f"Blue {contest.blue} to Red {contest.red}"
    if contest.winner is None:
        return Event(f"{kind}_contest_drawn", f"A {kind} is shared, {contest.blue} to {contest.red}.", data)
    gain = f", and takes {contest.delta} point{'s' * (contest.delta != 1)}." if contest.delta else "."
    return Event(f"{kind}_contest_won", f"{SIDES[contest.winner]} wins a {kind}, {points}{gain}", data)


_CLOSINGS = {CITY: ("FirstCity", "CityBuilder", 10), ROAD: ("FirstRoad", "RoadBuilder", 7)}
"""Tasks for closing a structure, and for one of at least that many edges; a matching border slot counts as an edge."""


def achievements() -> tuple[Achievement, ...]:
    """Return all achievements that can be earned by playing."""
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
    """Yield the (seat, task) pairs of one step.

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
                if (contest.blue + contest.red) // facts.NODE_POINTS[contest.kind] >= needed:
                    yield seat, builder
    outcome = after.outcome()
    if outcome is not None:
        yield from ((each, "Seasoned") for each in range(after.seats))
        yield from ((each, "Winner") for each in outcome.winners)
