"""Law 6: the numbers of move sequences that the game states are what the rules give."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.core.game import AnyGame
from boardwright.core.perft import Perft, perft
from boardwright.core.position import AnyPosition
from boardwright.kit.failure import Violation


def check(game: AnyGame) -> int:
    """Counts every figure of `Game.perfts` again and returns how many there are."""
    figures = game.perfts()
    for figure in figures:
        position = begin(game, figure)
        found = perft(position, figure.depth, figure.without)
        if found != figure.count:
            raise Violation(
                f"{found} sequences of {figure.depth} steps instead of {figure.count}: {figure}; by first step: "
                f"{_by_step(position, figure)}",
                "Compare the numbers by first step with a program you trust, play the one that differs, and count "
                "again one step shorter until the wrong step shows.",
            )
    return len(figures)


def begin(game: AnyGame, figure: Perft) -> AnyPosition:
    """Where the counting of a figure begins."""
    position: AnyPosition = game.begin(figure.seats, game.read_options(figure.options))
    for text in figure.after:
        position = position.take(text) if position.is_chance else position.play(position.parse(text))
    return position


def _by_step(position: AnyPosition, figure: Perft) -> str:
    counts = [f"{text} {perft(to, figure.depth - 1, figure.without)}" for text, to in _first(position, figure)]
    return ", ".join(counts)


def _first(position: AnyPosition, figure: Perft) -> Iterator[tuple[str, AnyPosition]]:
    if position.is_chance:
        yield from ((outcome, position.take(outcome)) for outcome in position.chances().outcomes)
    for seat in position.actors:
        for move in position.legal_moves(seat):
            if str(move) != figure.without:
                yield str(move), position.after(move, seat)
