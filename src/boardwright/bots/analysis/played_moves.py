"""The moves of a match with the positions before and after them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from boardwright.core.match.match import Match
from boardwright.core.rules.position import AnyPosition


class PlayedMove(NamedTuple):
    """One move of a match; `number` is its entry in the log."""

    number: int
    seat: int
    move: Any
    before: AnyPosition
    after: AnyPosition


def played_moves(match: Match) -> Iterator[PlayedMove]:
    """Return every move on the current line of a match, in order; undone moves and chance are left out.

    >>> from boardwright.core.game.registry import game
    >>> match = Match.new(game("deblockle"))
    >>> _ = match.play("c7-b7")
    >>> [(move.number, move.seat, str(move.move)) for move in played_moves(match)]
    [(1, 0, 'c7-b7')]
    """
    previous = 0
    for entry in match.line():
        if entry.seat is not None:
            move = match.tree.step(entry.number).move
            yield PlayedMove(entry.number, entry.seat, move, match.at(previous), match.at(entry.number))
        previous = entry.number
