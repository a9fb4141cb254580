"""A numbering of all commands, and a view as an array."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import lru_cache, partial

from boardwright.core.actions import Actions
from boardwright.games.sagrada.facts import CELLS, FACES, FIRST_PRIVATE, LETTERS, pool_size
from boardwright.games.sagrada.moves import RETURN, WINDOWS, Command
from boardwright.games.sagrada.options import SagradaOptions
from boardwright.games.sagrada.rulebook import Rulebook, rulebook
from boardwright.games.sagrada.view import Player, SagradaView

_DIE = 6
_CELL = 2 * _DIE
_PER_SEAT = CELLS * _CELL + 5 + 2
_TRACK = 30


@lru_cache(maxsize=16)
def actions(seats: int, options: SagradaOptions) -> Actions[Command, SagradaView]:
    """All commands: windows, basic commands, tools in the order of their ids, what tools open, `return`."""
    book = rulebook(options.cards)
    moves = dict.fromkeys(_all_moves(book, solo=seats == 1))
    size = 4 + 4 + (pool_size(seats) + 1) * _DIE + _TRACK + len(book.tools) * 3 + len(book.objectives)
    shape = (size + seats * _PER_SEAT,)
    return Actions(moves, shape=shape, encode=partial(_encode, options.cards))


def _encode(cards: str, view: SagradaView) -> array[float]:
    return array("f", _numbers(view, rulebook(cards)))


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


def _die(text: str) -> list[float]:
    """Five numbers for the color, one for the shade, of a die or of what a cell asks for; 0 for what it has not."""
    return [float(letter in text) for letter in LETTERS] + [int(text[-1]) / 6 if text[-1:].isdecimal() else 0.0]


def _player(player: Player) -> Iterator[float]:
    marks = player.window.cells if player.window else "." * CELLS
    for text, mark in zip(player.frame, marks, strict=True):
        yield from _die(text)
        yield from _die(mark)
    held = {card.id for card in player.privates}
    yield from (float(FIRST_PRIVATE + color in held) for color in range(5))
    yield min(1.0, player.favor / 6)
    yield min(1.0, player.score / 100)


def _numbers(view: SagradaView, book: Rulebook) -> Iterator[float]:
    """The table, then the seats, the viewer's seat first and the others clockwise after it."""
    yield from (float(view.phase == phase) for phase in ("choose", "play", "draw", "over"))
    yield from (view.round / 10, view.turn / 8, float(view.placed), float(view.used))
    room = pool_size(view.seats)
    for text in (*view.pool[:room], *[""] * (room - len(view.pool)), view.picked):
        yield from _die(text)
    track = [text for slot in view.track for text in slot]
    yield from (min(1.0, track.count(face) / 4) for face in FACES)
    points = {card.id: card.points for card in view.tools}
    for tool in book.tools:
        is_active = tool in (view.active, view.passive)
        yield from (float(tool in points), min(1.0, points.get(tool, 0) / 10), float(is_active))
    public = {card.id for card in view.public}
    yield from (float(card in public) for card in book.objectives)
    own = view.seat or 0
    for step in range(view.seats):
        yield from _player(view.players[(own + step) % view.seats])
