"""The moves of a match with the positions before and after them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from boardwright.core.match import Match
from boardwright.core.position import AnyPosition


class PlayedMove(NamedTuple):
    """One move of a match; `number` is its entry in the log."""

    number: int
    seat: int
    text: str
    before: AnyPosition
    after: AnyPosition


def played_moves(match: Match) -> Iterator[PlayedMove]:
    """Every move on the current line of a match, in order; undone moves and chance are left out.

    >>> from boardwright.core.registry import game
    >>> match = Match.new(game("deblockle"))
    >>> _ = match.play("c7-b7")
    >>> [(move.number, move.seat, move.text) for move in played_moves(match)]
    [(1, 0, 'c7-b7')]
    """
    previous = 0
    for entry in match.line():
        if entry.kind == "move" and entry.seat is not None:
            yield PlayedMove(entry.number, entry.seat, entry.text, match.at(previous), match.at(entry.number))
        previous = entry.number
