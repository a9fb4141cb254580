"""Blokus: four colors, 21 pieces each, and only corners may touch."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
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
from boardwright.games.blokus.options import SETUPS, BlokusOptions, variant
from boardwright.games.blokus.position import BlokusPosition, restore, start
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
    summary = "Grow your color corner to corner, never edge to edge, and squeeze the others out of room."
    seats = range(2, 5)
    Options = BlokusOptions
    Move = moves.Move

    def start(self, seats: int, options: BlokusOptions) -> BlokusPosition:
        """An empty board and full hands."""
        return start(variant(options.variant, seats), options)

    def decode(self, data: JSON) -> BlokusPosition:
        """Reads `position.encode()` back."""
        return restore(data)

    def gesture(self, move: moves.Move, position: BlokusPosition) -> Gesture:
        """Take the piece, turn it, put the corner of its box on a square; or press pass."""
        return moves.gesture(move)

    def describe(self, move: moves.Move, position: BlokusPosition) -> str:
        """The move in words."""
        return moves.describe(move)

    def actions(self, seats: int, options: BlokusOptions) -> Actions[moves.Move, BlokusView]:
        """One number a placement, and the pass."""
        from boardwright.games.blokus.actions import actions

        return actions(variant(options.variant, seats))

    def picture(self, view: BlokusView, layer: str = "") -> Picture:
        """The board with a large tray of pieces and small ones of the others."""
        from boardwright.games.blokus.picture import picture

        return picture(view)

    def text(self, view: BlokusView, *, color: bool = False) -> str:
        """The board, everybody's standing, and the pieces of the color to move."""
        from boardwright.games.blokus.text import text

        return text(view, color=color)

    def evaluate(self, position: BlokusPosition, seat: int) -> float:
        """Squares, open corners and room, compared with the others."""
        from boardwright.games.blokus.bot import evaluate

        return evaluate(position, seat)

    def move_prior(self, move: moves.Move, position: BlokusPosition) -> float:
        """Large pieces, and those that lie on the others' corners."""
        from boardwright.games.blokus.bot import move_prior

        return move_prior(move, position)

    def search_moves(self, position: BlokusPosition, seat: int) -> Collection[moves.Move]:
        """The largest pieces."""
        from boardwright.games.blokus.bot import search_moves

        return search_moves(position, seat)

    def variants(self) -> tuple[BlokusOptions, ...]:
        """All of them."""
        return tuple(BlokusOptions(variant=name) for name in dict.fromkeys(name for name, _ in SETUPS))

    def perfts(self) -> tuple[Perft, ...]:
        """From the start of every variant, and from the middle of two games."""
        from boardwright.games.blokus.perft import PERFTS

        return PERFTS

    def achievements(self) -> tuple[Achievement, ...]:
        """For placing everything."""
        from boardwright.games.blokus.achievements import ACHIEVEMENTS

        return ACHIEVEMENTS

    def achievement_progress(
        self, before: BlokusPosition, entry: Entry, after: BlokusPosition
    ) -> Iterator[tuple[int, str]]:
        """Placing the last piece, and placing the single square last."""
        from boardwright.games.blokus.achievements import achievement_progress

        return achievement_progress(before, after)

    def tracer(self, header: Mapping[str, Any]) -> Tracer:
        """Replays recorded games."""
        from boardwright.games.blokus.trace import BlokusTracer

        return BlokusTracer(header)

    def benches(self) -> Mapping[str, Callable[[], float]]:
        """Move generation in the middle of the game, and whole random games."""
        from boardwright.games.blokus.bench import benches

        return benches()


GAME = Blokus()
