"""The events of a step."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.core.canonical import JSON
from boardwright.core.event import Event
from boardwright.games.blokus.facts import WORDS
from boardwright.games.blokus.moves import BlokusMove, Pass
from boardwright.games.blokus.position import BlokusPosition


def events(before: BlokusPosition, step: BlokusMove, seat: int | None, after: BlokusPosition) -> Iterator[Event]:
    """What was placed or that a color passed, that a color has placed everything, and the end of the game."""
    color = before.variant.colors[before.mover]
    name = before.options.ink(color).name.capitalize()
    facts: dict[str, JSON] = {"color": color.number}
    if isinstance(step, Pass):
        yield Event("passed", f"{name} cannot place any more and passes.", facts)
    else:
        cells: list[JSON] = [list(cell) for cell in step.cells()]
        placed = {**facts, "piece": step.piece, "squares": cells}
        yield Event("placed", f"{name} places the {WORDS[step.piece]}.", placed)
        if not after.states[before.mover].hand:
            yield Event("all_placed", f"{name} has placed all its pieces!", facts)
    if (outcome := after.outcome()) is not None:
        scores = ", ".join(map(str, outcome.scores))
        result: dict[str, JSON] = {"scores": list(outcome.scores), "winners": list(outcome.winners)}
        yield Event("game_over", f"Every color is out. Scores: {scores}.", result)
