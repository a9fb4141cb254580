"""The events of a step."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.core.canonical import JSON
from boardwright.core.rules.event import Event
from boardwright.games.deblockle.facts import FACE_NAMES, LETTERS, SLIDE, STAR, STOP
from boardwright.games.deblockle.moves import CubeMove, DeblockleMove, Place, square_text
from boardwright.games.deblockle.state import State

_TEXTS = {
    "rolled": "Player {player} rolls from {start} to {end}: {face} is up and the cube may hop.",
    "stopped": "Player {player} rolls from {start} to {end} and stops.",
    "blocked": "Player {player} rolls from {start} to {end}: {face} is up, but there is nowhere to hop.",
    "scored": "Player {player} rolls from {start} to {end} and scores!",
    "won": "Player {player} rolls the last cube home on {end} and wins!",
    "hopped": "Player {player} {hops} from {start} to {end}.",
    "passed": "Player {player} passes.",
    "thrown": "A cube of player {player} falls with {face} up.",
    "placed": "Player {player} puts the {face} cube on {end}.",
}


def events(before: State, step: DeblockleMove | str, seat: int | None, after: State) -> Iterator[Event]:
    """Yield one event for the step, and one more where it ends the game in a draw.

    >>> from boardwright.games.deblockle import GAME
    >>> start = GAME.begin()
    >>> roll = start.parse("c7-d7")
    >>> [event.text for event in events(start, roll, 0, start.play(roll))]
    ['Player 1 rolls from c7 to d7: T-hop is up and the cube may hop.']
    """
    name = event_name(before, step, after)
    facts: dict[str, JSON] = {"seat": int(len(before.thrown) >= before.began[0]) if seat is None else seat}
    if isinstance(step, CubeMove):
        facts |= {"start": square_text(step.start), "end": square_text(step.end)}
        facts["face"] = FACE_NAMES[_face_up(step, after)]
    elif isinstance(step, Place):
        facts |= {"end": square_text(step.square), "face": FACE_NAMES[step.facing[0]]}
    elif isinstance(step, str):
        facts["face"] = FACE_NAMES[LETTERS.index(step)]
    player = 2 if facts["seat"] else 1
    hops = "slides" if isinstance(step, CubeMove) and _face_up(step, after) == SLIDE else "hops"
    yield Event(name, _TEXTS[name].format(player=player, hops=hops, **facts), facts)
    if after.phase == "End" and name != "won":
        yield Event("dead_position", "No cube of either player can roll any more: a draw.")


def event_name(before: State, step: DeblockleMove | str, after: State) -> str:
    """Return the kind of a step, such as "scored"."""
    if isinstance(step, str):
        return "thrown"
    if not isinstance(step, CubeMove):
        return "placed" if isinstance(step, Place) else "passed"
    if before.phase == "Hop":
        return "hopped"
    face = _face_up(step, after)
    if face == STAR:
        outcome = after.outcome()
        return "won" if outcome is not None and outcome.winners else "scored"
    if after.phase == "Hop":
        return "rolled"
    return "stopped" if face == STOP else "blocked"


def _face_up(step: CubeMove, after: State) -> int:
    """Return the upper face of the cube that made the step; a cube that has left the board shows the star."""
    cube = after.cube_at(step.end)
    return STAR if cube is None else cube.up
