"""What a step brought about, in words and facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardwright.core.canonical import JSON
from boardwright.core.event import Event
from boardwright.games.blokus.moves import Move, Pass
from boardwright.games.blokus.options import INKS

if TYPE_CHECKING:
    from boardwright.games.blokus.position import BlokusPosition


def happenings(position: BlokusPosition, mover: int, move: Move) -> tuple[Event, ...]:
    """The events of the step that led to this position: `mover` made that move."""
    color = position.variant.colors[mover].number
    name = INKS[position.options.palette][color].name.capitalize()
    if isinstance(move, Pass):
        events = [Event("passed", f"{name} cannot place any more and passes.", {"color": color})]
    else:
        cells = [list(cell) for cell in move.cells()]
        facts: dict[str, JSON] = {"color": color, "piece": move.piece, "squares": cells}
        events = [Event("placed", f"{name} places {move.piece}, {len(cells)} squares.", facts)]
        if not position.sides[mover].hand:
            events.append(Event("all_placed", f"{name} has placed all its pieces!", {"color": color}))
    outcome = position.outcome()
    if outcome is not None:
        scores = ", ".join(map(str, outcome.scores))
        result: dict[str, JSON] = {"scores": list(outcome.scores), "winners": list(outcome.winners)}
        events.append(Event("game_over", f"Every color is out. Scores: {scores}.", result))
    return tuple(events)
