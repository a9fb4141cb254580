"""Blokus: four colours, 21 pieces each, and only corners may touch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from boardwright.core.achievement import Achievement
from boardwright.core.actions import Actions
from boardwright.core.canonical import JSON
from boardwright.core.entry import Entry
from boardwright.core.game import Game
from boardwright.core.gesture import Gesture
from boardwright.core.perft import Perft
from boardwright.core.picture import Picture
from boardwright.core.trace import Tracer
from boardwright.games.blokus import moves
from boardwright.games.blokus.position import BlokusPosition, restore, start
from boardwright.games.blokus.variants import SETUPS, BlokusOptions, variant
from boardwright.games.blokus.view import BlokusView


class Blokus(Game[BlokusPosition, moves.Move, BlokusView, BlokusOptions]):
    """Blokus in all its sizes.

    >>> position = GAME.begin(4)
    >>> position = position.play(position.parse("L5@0,0 r90f"))
    >>> position.actors, len(position.legal_moves()), position.scores()
    ((1,), 58, (-84, -89, -89, -89))
    """

    name = "blokus"
    title = "Blokus"
    summary = "Grow your colour corner to corner, never edge to edge, and squeeze the others out of room."
    seats = range(2, 5)
    Options = BlokusOptions
    Move = moves.Move

    def start(self, seats: int, options: BlokusOptions) -> BlokusPosition:
        return start(variant(options.variant, seats), options)

    def decode(self, data: JSON) -> BlokusPosition:
        return restore(data)

    def gesture(self, move: moves.Move, position: BlokusPosition) -> Gesture:
        return moves.gesture(move)

    def describe(self, move: moves.Move, position: BlokusPosition) -> str:
        return moves.describe(move)

    def actions(self, seats: int, options: BlokusOptions) -> Actions[moves.Move, BlokusView]:
        from boardwright.games.blokus.actions import actions

        return actions(variant(options.variant, seats))

    def picture(self, view: BlokusView, layer: str = "") -> Picture:
        from boardwright.games.blokus.picture import picture

        return picture(view)

    def text(self, view: BlokusView, *, colour: bool = False) -> str:
        from boardwright.games.blokus.text import text

        return text(view, colour=colour)

    def evaluate(self, position: BlokusPosition, seat: int) -> float:
        from boardwright.games.blokus.bot import evaluate

        return evaluate(position, seat)

    def promise(self, move: moves.Move, position: BlokusPosition) -> float:
        from boardwright.games.blokus.bot import promise

        return promise(move, position)

    def variants(self) -> tuple[BlokusOptions, ...]:
        return tuple(BlokusOptions(variant=name) for name in dict.fromkeys(name for name, _ in SETUPS))

    def perfts(self) -> tuple[Perft, ...]:
        from boardwright.games.blokus.figures import PERFTS

        return PERFTS

    def achievements(self) -> tuple[Achievement, ...]:
        from boardwright.games.blokus.achievements import ACHIEVEMENTS

        return ACHIEVEMENTS

    def feats(self, before: BlokusPosition, entry: Entry, after: BlokusPosition) -> Iterator[tuple[int, str]]:
        from boardwright.games.blokus.achievements import feats

        return feats(before, after)

    def tracer(self, header: Mapping[str, Any]) -> Tracer:
        from boardwright.games.blokus.trace import BlokusTracer

        return BlokusTracer(header)

    def benches(self) -> Mapping[str, Callable[[], float]]:
        from boardwright.games.blokus.bench import benches

        return benches()


GAME = Blokus()
