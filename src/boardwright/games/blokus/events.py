"""The events of a step, and the achievements that it counts towards."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.core.canonical import JSON
from boardwright.core.game.achievement import Achievement
from boardwright.core.rules.event import Event
from boardwright.games.blokus.facts import WORDS
from boardwright.games.blokus.moves import BlokusMove, Pass
from boardwright.games.blokus.position import BlokusPosition


def events(before: BlokusPosition, step: BlokusMove, seat: int | None, after: BlokusPosition) -> Iterator[Event]:
    """Yield what was placed or that a color passed, that a color has placed everything, and the end of the game."""
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


def achievements() -> tuple[Achievement, ...]:
    """Return those for placing everything, and for placing the single square last."""
    last = "Place all pieces, the single square last."
    rows = (
        ("blokus_all_placed", "Nothing Left", "all_placed", 1, 10, "Place all your pieces."),
        ("blokus_all_placed_10", "Clean Sweeper", "all_placed", 10, 40, "Place all your pieces in ten matches."),
        ("blokus_last_monomino", "The Smallest Last", "last_monomino", 1, 20, last),
    )
    return tuple(Achievement(*row) for row in rows)


def progress(
    before: BlokusPosition, step: BlokusMove | str, seat: int | None, after: BlokusPosition
) -> Iterator[tuple[int, str]]:
    """Yield placing the last piece, and placing the single square last. A shared color earns nobody anything."""
    color = before.color
    state = after.states[before.mover]
    if color is None or color.seat is None or state.hand or not before.states[before.mover].hand:
        return
    yield color.seat, "all_placed"
    if state.last.bit_count() == 1:
        yield color.seat, "last_monomino"
