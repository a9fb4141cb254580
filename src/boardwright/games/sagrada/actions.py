"""A numbering of all commands."""

from __future__ import annotations

from functools import lru_cache

from boardwright.core.search.numbering import Actions, Limits
from boardwright.games.sagrada.facts import FACES
from boardwright.games.sagrada.moves import ChooseWindow, Command, SagradaMove
from boardwright.games.sagrada.observation import encode, planes
from boardwright.games.sagrada.options import SagradaOptions
from boardwright.games.sagrada.position import SagradaPosition, start


@lru_cache(maxsize=16)
def actions(seats: int, options: SagradaOptions) -> Actions[SagradaMove, SagradaPosition]:
    """Return all moves: windows, then commands."""
    first = start(seats, options)
    moves: tuple[SagradaMove, ...] = (*ChooseWindow.all(first), *Command.all(first))
    return Actions(moves, planes=tuple(planes(seats, options)), encode=encode)


def limits(seats: int, options: SagradaOptions) -> Limits:
    """Going back with `return` can be repeated, so games have no longest length. A draw is a die, a card or a window.

    >>> limits(2, SagradaOptions())
    Limits(moves=None, outcomes=30)
    >>> limits(2, SagradaOptions(size="tiny"))
    Limits(moves=12, outcomes=6)
    """
    if options.is_tiny:  # four turns of picking, placing and passing; dice never get stuck
        return Limits(12, len(options.bag) * len(options.shades))
    book = options.book
    return Limits(None, max(len(FACES), len(book.windows), len(book.tools), len(book.objectives)))
