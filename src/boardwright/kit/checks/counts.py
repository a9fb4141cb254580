"""Law 6: the perft counts that the game states agree with its rules."""

from __future__ import annotations

from functools import reduce

from boardwright.core.game.game import AnyGame
from boardwright.core.game.perft import Perft, outcomes, perft
from boardwright.core.rules.line import Line, Step, repeat
from boardwright.core.rules.position import AnyPosition, applied
from boardwright.kit.walks.failure import Violation


def check(game: AnyGame) -> int:
    """Recompute every count of `Game.perfts` and returns how many there are; they are of the newest version."""
    counts = game.perfts() if game.version == game.versions[-1] else ()
    for known in counts:
        position = begin(game, known)
        found = perft(position, known.depth, known.without)
        if found != known.count:
            first = divide(position, known.depth, known.without)
            by_step = ", ".join(f"{text} {count}" for text, count in first.items())
            raise Violation(
                f"{found} sequences of {known.depth} steps instead of {known.count}: {known}; by first step: {by_step}",
                "Compare the numbers by first step with a program you trust, play the one that differs, and count "
                "again one step shorter until the wrong step shows.",
            )
    return len(counts)


def begin(game: AnyGame, known: Perft) -> AnyPosition:
    """Return the position from which a count starts."""
    start: Line[AnyPosition] = Line(game.begin(known.seats, game.read_options(known.options)))
    return reduce(Line.play, known.after, start).position


def divide(position: AnyPosition, depth: int, without: str = "") -> dict[str, int]:
    """Return the number of sequences for each first step, by its text; with several actors the seat is named, too.

    >>> from boardwright.core.game.registry import game
    >>> deblockle = game("deblockle")
    >>> divide(deblockle.begin(2, deblockle.read_options({"cubes": 1})), 3)
    {'d7-c7': 8, 'pass': 4}
    """
    if (chance := position.chance) is not None:
        return {text: perft(repeat(position, Step(None, text)), depth - 1, without) for text in outcomes(chance)}
    several = len(position.actors) > 1
    return {
        f"seat {seat} {move}" if several else str(move): perft(applied(position, move, seat), depth - 1, without)
        for seat in position.actors
        for move in position.legal_moves(seat)
        if str(move) != without
    }
