"""Sagrada: draft dice and build a window of stained glass."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
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
from boardwright.games.sagrada.moves import Command
from boardwright.games.sagrada.options import SagradaOptions
from boardwright.games.sagrada.position import SagradaPosition
from boardwright.games.sagrada.setup import begin
from boardwright.games.sagrada.view import SagradaView


class Sagrada(Game[SagradaPosition, Command, SagradaView, SagradaOptions]):
    """The game object.

    >>> position = GAME.begin(2)
    >>> position.is_chance, len(position.chances())
    (True, 5)
    """

    name: ClassVar[str] = "sagrada"
    title: ClassVar[str] = "Sagrada"
    summary: ClassVar[str] = "Draft dice, bend the rules with tools, and build the most beautiful stained glass window."
    seats: ClassVar[range] = range(1, 5)
    has_secrets: ClassVar[bool] = True

    Options = SagradaOptions
    Move = Command

    def start(self, seats: int, options: SagradaOptions) -> SagradaPosition:
        """An empty table; the private objectives are dealt next."""
        return begin(seats, options)

    def decode(self, data: JSON) -> SagradaPosition:
        """Reads `position.encode()` back."""
        from boardwright.games.sagrada.serialization import decode

        return decode(data)

    def local_options(self, given: Mapping[str, JSON]) -> SagradaOptions:
        """Options, with the files of a folder of own cards read and put in their place."""
        from boardwright.games.sagrada.custom_cards import with_cards

        return self.read_options(with_cards(given))

    def actions(self, seats: int, options: SagradaOptions) -> Actions[Command, SagradaView]:
        """Every command that the cards of the match can ever make legal."""
        from boardwright.games.sagrada.actions import actions

        return actions(seats, options)

    def gesture(self, move: Command, position: SagradaPosition) -> Gesture:
        """Take a die, press a card, or push a button."""
        return position.gesture(move)

    def picture(self, view: SagradaView, layer: str = "") -> Picture:
        """The windows, the pool, the round track and the cards."""
        from boardwright.games.sagrada.picture import picture

        return picture(view)

    def text(self, view: SagradaView, *, color: bool = False) -> str:
        """The table in letters and digits."""
        from boardwright.games.sagrada.text import page

        return page(view, color=color)

    def evaluate(self, position: SagradaPosition, seat: int) -> float:
        """Points so far and points in sight, against the best of the others."""
        from boardwright.games.sagrada.bot import evaluate

        return evaluate(position, seat)

    def playout(self, position: SagradaPosition, rng: Rng) -> Sequence[float] | None:
        """Quick play to the end, without tools."""
        from boardwright.games.sagrada.playout import playout

        return playout(position, rng)

    def secrets_affect_moves(self, position: SagradaPosition) -> bool:
        """Private objectives never decide what one may do; a window that nobody has seen yet does."""
        return position.state.round == 0

    def move_prior(self, move: Command, position: SagradaPosition) -> float:
        """Placing first, then drafting, then tools."""
        from boardwright.games.sagrada.bot import move_prior

        return move_prior(move, position)

    def describe(self, move: Command, position: SagradaPosition) -> str:
        """The command in words."""
        from boardwright.games.sagrada.text import describe

        return describe(move, position)

    def variants(self) -> tuple[SagradaOptions, ...]:
        """The plain game, double-sided windows, and the hardest and easiest game alone."""
        return SagradaOptions(), SagradaOptions(double_sided=True), SagradaOptions(tools=1), SagradaOptions(tools=5)

    def perfts(self) -> tuple[Perft, ...]:
        """From the first turn of two chosen set-ups."""
        from boardwright.games.sagrada.perft import PERFTS

        return PERFTS

    def tracer(self, header: Mapping[str, Any]) -> Tracer:
        """Replays traces of the base game."""
        from boardwright.games.sagrada.trace import SagradaTracer

        return SagradaTracer(header)

    def achievements(self) -> tuple[Achievement, ...]:
        """Trophies for full windows, hard ones, and wins without tools or alone."""
        from boardwright.games.sagrada.achievements import ACHIEVEMENTS

        return ACHIEVEMENTS

    def achievement_progress(
        self, before: SagradaPosition, entry: Entry, after: SagradaPosition
    ) -> Iterable[tuple[int, str]]:
        """What the last step of a game shows."""
        from boardwright.games.sagrada.achievements import achievement_progress

        return achievement_progress(before, after)

    def benches(self) -> Mapping[str, Callable[[], float]]:
        """Commands and random play a second."""
        from boardwright.games.sagrada.bench import benches

        return benches()


GAME = Sagrada()
