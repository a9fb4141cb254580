"""Mage Duel: two mages lay tiles of city, road and field, and whoever puts more into a structure takes it all."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, ClassVar

from boardwright.core.achievement import Achievement
from boardwright.core.actions import Actions
from boardwright.core.canonical import JSON
from boardwright.core.chance import Rng
from boardwright.core.entry import Entry
from boardwright.core.game import Game
from boardwright.core.gesture import Gesture
from boardwright.core.perft import Perft
from boardwright.core.picture import Picture
from boardwright.core.trace import Tracer
from boardwright.games.mage_duel import moves
from boardwright.games.mage_duel.board import Board
from boardwright.games.mage_duel.facts import NO_TILE, SIDES
from boardwright.games.mage_duel.options import MageDuelOptions
from boardwright.games.mage_duel.position import MageDuelPosition
from boardwright.games.mage_duel.view import MageDuelView


class MageDuel(Game[MageDuelPosition, moves.Move, MageDuelView, MageDuelOptions]):
    """The game, as the rest of Boardwright sees it.

    >>> position = GAME.begin()
    >>> for slot in ("C0", "R1", "C8", "R9", "C16", "R17", "C24", "R25"):
    ...     position = position.take(slot)
    >>> position = position.take("CCRR")
    >>> position = position.play(position.parse("CCRR@a8 r1"))
    >>> position.board.scores
    ((6, 2), (0, 0))
    """

    name: ClassVar[str] = "mage_duel"
    title: ClassVar[str] = "Mage Duel"
    summary: ClassVar[str] = (
        "Lay cities and roads on a shared board, and take every one you have more of than your rival."
    )
    seats: ClassVar[range] = range(2, 3)
    layers: ClassVar[tuple[str, ...]] = ("structures",)

    Options = MageDuelOptions
    Move = moves.Move

    def start(self, seats: int, options: MageDuelOptions) -> MageDuelPosition:
        deck = bytes(tile for tile, count in enumerate(options.tiles) for _ in range(count))
        return MageDuelPosition(
            options, Board.bare(), deck, NO_TILE, options.jokers, None, False, 0, None, drawing=True
        )

    def decode(self, data: JSON) -> MageDuelPosition:
        from boardwright.games.mage_duel.serialization import restore

        return restore(data)

    def actions(self, seats: int, options: MageDuelOptions) -> Actions[Any, Any]:
        from boardwright.games.mage_duel.actions import actions

        return actions()

    def gesture(self, move: moves.Move, position: MageDuelPosition) -> Gesture:
        return moves.gesture(move)

    def describe(self, move: moves.Move, position: MageDuelPosition) -> str:
        side = SIDES[position.actors[0]] if len(position.actors) == 1 else "The first mage"
        return moves.describe(move, side)

    def picture(self, view: MageDuelView, layer: str = "") -> Picture:
        from boardwright.games.mage_duel.picture import draw

        return draw(view, layer)

    def text(self, view: MageDuelView, *, color: bool = False) -> str:
        from boardwright.games.mage_duel.text import write

        return write(view, color=color)

    def evaluate(self, position: MageDuelPosition, seat: int) -> float:
        from boardwright.games.mage_duel.bot import evaluate

        return evaluate(position, seat)

    def tracer(self, header: Mapping[str, Any]) -> Tracer:
        from boardwright.games.mage_duel.trace import MageDuelTracer

        return MageDuelTracer(header)

    def achievements(self) -> tuple[Achievement, ...]:
        from boardwright.games.mage_duel.achievements import TROPHIES

        return TROPHIES

    def achievement_progress(
        self, before: MageDuelPosition, entry: Entry, after: MageDuelPosition
    ) -> Iterable[tuple[int, str]]:
        from boardwright.games.mage_duel import achievements

        return achievements.achievement_progress(before, after)

    def playout(self, position: MageDuelPosition, rng: Rng) -> tuple[float, float]:
        """A few promising moves of both sides, then the evaluation."""
        from boardwright.games.mage_duel.bot import playout

        return playout(position, rng)

    def move_prior(self, move: moves.Move, position: MageDuelPosition) -> float:
        from boardwright.games.mage_duel.bot import move_prior

        return move_prior(move, position)

    def search_moves(self, position: MageDuelPosition, seat: int) -> Collection[moves.Move]:
        from boardwright.games.mage_duel.bot import search_moves

        return search_moves(position, seat)

    def variants(self) -> tuple[MageDuelOptions, ...]:
        return (
            MageDuelOptions(),
            MageDuelOptions(variant="short_deck", move_time=65),
            MageDuelOptions(variant="all_types", edges=(2, 1)),
            MageDuelOptions(variant="many_jokers", end_on_full_board=True),
        )

    def perfts(self) -> tuple[Perft, ...]:
        """The first moves of both sides on two borders, and all pairs of first moves with what is drawn between."""
        one = ("C7", "R3", "C11", "R9", "C23", "R21", "C26", "R24", "CCFF")
        two = ("C5", "R1", "C14", "R8", "C21", "R19", "C28", "R29", "CFCF")
        return (
            Perft(depth=1, count=2 * 209, after=one),
            Perft(depth=1, count=2 * 265, after=two),
            Perft(depth=3, count=1958, after=one, options={"joker_number": 0}),
        )

    def benches(self) -> Mapping[str, Callable[[], float]]:
        from boardwright.games.mage_duel.bench import BENCHES

        return BENCHES


GAME = MageDuel()
