"""Deblockle: roll your cubes across the board and bring each home with the star up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from boardwright.core.actions import Actions
from boardwright.core.canonical import JSON
from boardwright.core.game import Game
from boardwright.core.gesture import Gesture
from boardwright.core.perft import Perft
from boardwright.core.picture import Picture
from boardwright.core.solution import Solution
from boardwright.core.trace import Tracer
from boardwright.games.deblockle import moves, setup
from boardwright.games.deblockle.options import DeblockleOptions
from boardwright.games.deblockle.position import DeblocklePosition
from boardwright.games.deblockle.view import DeblockleView


class Deblockle(Game[DeblocklePosition, moves.Move, DeblockleView, DeblockleOptions]):
    """The game object.

    >>> position = GAME.begin()
    >>> len(position.legal_moves()), str(position.legal_moves()[0])
    (12, 'c5-c4')
    """

    name: ClassVar[str] = "deblockle"
    title: ClassVar[str] = "Deblockle"
    summary: ClassVar[str] = "Roll your cubes across the board and bring each home with its star up."
    seats: ClassVar[range] = range(2, 3)
    bound: ClassVar[int | None] = 2000
    layers: ClassVar[tuple[str, ...]] = ("nets",)

    Options = DeblockleOptions
    Move = moves.Move

    def start(self, seats: int, options: DeblockleOptions) -> DeblocklePosition:
        """The standard set-up, or for `original` the first cube to be thrown."""
        return setup.begin(options)

    def decode(self, data: JSON) -> DeblocklePosition:
        """Reads `position.encode()` back."""
        from boardwright.games.deblockle.serialization import decode

        return decode(data)

    def actions(self, seats: int, options: DeblockleOptions) -> Actions[moves.Move, DeblockleView]:
        """Every step a cube can ever make, the pass, and for `original` every placing."""
        from boardwright.games.deblockle.actions import actions

        return actions(with_placing=options.variant == "original")

    def gesture(self, move: moves.Move, position: DeblocklePosition) -> Gesture:
        """Take the cube, put it on the square."""
        return moves.gesture(move)

    def picture(self, view: DeblockleView, layer: str = "") -> Picture:
        """The board from above, cubes unfolded with the layer "nets"."""
        from boardwright.games.deblockle.picture import picture

        return picture(view, layer)

    def text(self, view: DeblockleView, *, color: bool = False) -> str:
        """The board with what each cube would show after a roll."""
        from boardwright.games.deblockle.text import page

        return page(view, color=color)

    def evaluate(self, position: DeblocklePosition, seat: int) -> float:
        """The race: how many turns each side still needs if nobody stood in the way."""
        from boardwright.games.deblockle.bot import evaluate

        return evaluate(position, seat)

    def move_prior(self, move: moves.Move, position: DeblocklePosition) -> float:
        """What the race looks like after the move."""
        from boardwright.games.deblockle.bot import move_prior

        return move_prior(move, position)

    def solution(self) -> Solution[DeblocklePosition]:
        """One cube a side."""
        from boardwright.games.deblockle.solved import OneCube

        return OneCube()

    def describe(self, move: moves.Move, position: DeblocklePosition) -> str:
        """The move in words."""
        from boardwright.games.deblockle.events import describe

        return describe(move, position)

    def variants(self) -> tuple[DeblockleOptions, ...]:
        """Every variant, with few cubes and with many."""
        return (
            DeblockleOptions(),
            DeblockleOptions(cubes=1),
            DeblockleOptions(variant="contract", cubes=3),
            DeblockleOptions(variant="original"),
            DeblockleOptions(variant="original", cubes=2, slide="free"),
        )

    def perfts(self) -> tuple[Perft, ...]:
        """Figures for the variants whose set-up is fixed."""
        from boardwright.games.deblockle.perft import PERFTS

        return PERFTS

    def tracer(self, header: Mapping[str, Any]) -> Tracer:
        """Replays traces of all three variants."""
        from boardwright.games.deblockle.trace import DeblockleTracer

        return DeblockleTracer(header)

    def benches(self) -> Mapping[str, Callable[[], float]]:
        """How fast random play goes."""
        from boardwright.games.deblockle.bench import random_play

        return {"random play, actions/s": random_play}


GAME = Deblockle()
