"""Law 6: the numbers of move sequences that the game states are what the rules give."""

from __future__ import annotations

from boardwright.core.game import AnyGame
from boardwright.core.perft import Perft, perft
from boardwright.core.position import AnyPosition
from boardwright.kit.failure import Broken


def check(game: AnyGame) -> int:
    """Counts every figure of `Game.perfts` again and returns how many there are."""
    figures = game.perfts()
    for figure in figures:
        position = begin(game, figure)
        found = perft(position, figure.depth, figure.without)
        if found != figure.count:
            raise Broken(
                f"{found} sequences of {figure.depth} steps instead of {figure.count}: {figure}; by first move: "
                f"{_by_move(position, figure)}",
                "Compare the numbers by first move with a program you trust, play the one that differs, and count "
                "again one step shorter until the wrong move shows.",
            )
    return len(figures)


def begin(game: AnyGame, figure: Perft) -> AnyPosition:
    """Where the counting of a figure begins."""
    position: AnyPosition = game.begin(figure.seats, game.read_options(figure.options))
    for text in figure.after:
        position = position.take(text) if position.is_chance else position.play(position.parse(text))
    return position


def _by_move(position: AnyPosition, figure: Perft) -> str:
    counts = [
        f"{move} {perft(position.after(move, seat), figure.depth - 1, figure.without)}"
        for seat in position.actors
        for move in position.legal_moves(seat)
        if str(move) != figure.without
    ]
    return ", ".join(counts)
