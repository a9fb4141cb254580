"""A numbering of all commands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from boardwright.core.actions import Actions, Limits
from boardwright.games.sagrada import tiny
from boardwright.games.sagrada.facts import FACES, bag_size
from boardwright.games.sagrada.moves import RETURN, WINDOWS, Command
from boardwright.games.sagrada.observation import encode, planes
from boardwright.games.sagrada.options import SagradaOptions
from boardwright.games.sagrada.position import SagradaPosition
from boardwright.games.sagrada.rulebook import Rulebook


@lru_cache(maxsize=16)
def actions(seats: int, options: SagradaOptions) -> Actions[Command, SagradaPosition]:
    """All commands: windows, basic commands, tools in the order of their ids, what tools open, `return`."""
    moves = dict.fromkeys(_all_moves(options.book, solo=seats == 1))
    return Actions(moves, planes=tuple(planes(seats, options)), encode=encode)


def limits(seats: int, options: SagradaOptions) -> Limits:
    """Going back with `return` can be repeated, so games have no longest length. A draw is a die, a card or a window.

    >>> limits(2, SagradaOptions())
    Limits(moves=None, outcomes=30)
    >>> limits(2, SagradaOptions(size="tiny"))
    Limits(moves=12, outcomes=6)
    """
    if options.is_tiny:  # four turns of picking, placing and passing; dice never get stuck
        return Limits(12, bag_size(tiny.BAG) * len(tiny.SHADES))
    book = options.book
    return Limits(None, max(len(FACES), len(book.windows), len(book.tools), len(book.objectives)))


def _all_moves(book: Rulebook, *, solo: bool) -> Iterator[Command]:
    yield from WINDOWS
    for rule in book.basic:
        yield from rule.all_moves()
    for tool in book.tools.values():
        yield from (tool.solo_activator if solo else tool.activator).all_moves()
    for tool in book.tools.values():
        for rule in tool.commands:
            yield from rule.all_moves()
    yield RETURN
