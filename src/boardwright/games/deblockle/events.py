"""What a step brought about, in the game's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardwright.core.canonical import JSON
from boardwright.core.event import Event
from boardwright.games.deblockle.cube import SHIFTS
from boardwright.games.deblockle.facts import FACE_NAMES
from boardwright.games.deblockle.moves import Move, Place, Step, square_text

if TYPE_CHECKING:
    from boardwright.games.deblockle.position import DeblocklePosition, Last

_TEXTS = {
    "rolled": "Player {player} rolls {start}-{end}: {face} is up and the cube may hop.",
    "stopped": "Player {player} rolls {start}-{end} to a stop.",
    "blocked": "Player {player} rolls {start}-{end}: {face} is up, but there is nowhere to hop.",
    "scored": "Player {player} rolls {start}-{end} and scores!",
    "won": "Player {player} rolls the last cube home on {end} and wins!",
    "hopped": "Player {player} hops {start}-{end}.",
    "passed": "Player {player} passes.",
    "thrown": "A cube of player {player} falls with {face} up.",
    "placed": "Player {player} puts the {face} cube on {end}.",
}


def events(position: DeblocklePosition) -> tuple[Event, ...]:
    """The events of the step that led to the position; none for a position that was set up.

    >>> from boardwright.games.deblockle import GAME
    >>> start = GAME.begin()
    >>> [event.text for event in start.play(start.parse("c7-d7")).events]
    ['Player 1 rolls c7-d7: T-hop is up and the cube may hop.']
    """
    last = position.last
    if last is None:
        return ()
    facts = _facts(position, last)
    told = Event(last.deed, _TEXTS[last.deed].format(player=last.seat + 1, **facts), facts)
    if position.phase == "End" and last.deed != "won":
        return told, Event("dead_position", "No cube of either player can roll any more: a draw.")
    return (told,)


def _facts(position: DeblocklePosition, last: Last) -> dict[str, JSON]:
    facts: dict[str, JSON] = {"seat": last.seat}
    if last.deed == "thrown":
        facts["face"] = FACE_NAMES[position.deal.thrown[-1]]
    if isinstance(last.move, Step):
        facts["start"] = square_text(last.move.start)
        facts["end"] = square_text(last.move.end)
        cube = position.cube_at(last.move.end)
        facts["face"] = cube.face if cube else FACE_NAMES[1]
    if isinstance(last.move, Place):
        facts["end"] = square_text(last.move.square)
        facts["face"] = FACE_NAMES[last.move.facing[0]]
    return facts


def describe(move: Move, position: DeblocklePosition) -> str:
    """What a move would do here, in words.

    >>> from boardwright.games.deblockle import GAME
    >>> describe(Step((3, 7), (4, 7)), GAME.begin())
    'roll c7 to d7, turning up T-hop'
    """
    if isinstance(move, Place):
        up, front, right = (FACE_NAMES[face] for face in move.facing)
        return f"put the {up} cube on {square_text(move.square)}, {front} towards row 1, {right} to the right"
    if not isinstance(move, Step):
        return "pass"
    start, end = square_text(move.start), square_text(move.end)
    if position.phase == "Hop":
        return f"hop from {start} to {end}"
    cube = position.cube_at(move.start)
    shift = (move.end[0] - move.start[0], move.end[1] - move.start[1])
    if cube is None or shift not in SHIFTS:
        return f"roll {start} to {end}"
    return f"roll {start} to {end}, turning up {FACE_NAMES[cube.shown_by_roll(SHIFTS.index(shift))]}"
