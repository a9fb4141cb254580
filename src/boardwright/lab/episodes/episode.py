"""One game in an environment: a position, and the seed that its chance comes from."""

from __future__ import annotations

from typing import Any, NamedTuple

from boardwright.core.chance.deal import Chances, Deal, shuffle
from boardwright.core.chance.distribution import draw
from boardwright.core.rules.line import Line
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.position import AnyPosition
from boardwright.core.search.playout import dead_end


class Episode(NamedTuple):
    """An immutable state of play: copying one costs nothing, however long the game is.

    Chance outcomes are those of a match with the same seed: `Match.new(game, seed=seed)`.

    >>> from boardwright.core.game.registry import game
    >>> episode = Episode.begin(game("mage_duel").begin(), bytes(32))
    >>> episode.draws, episode.position.actors
    (9, (0, 1))
    """

    position: AnyPosition
    seed: bytes
    draws: int = 0
    """How many chance outcomes came so far."""
    moves: int = 0

    @property
    def seat(self) -> int | None:
        """The first seat that may act; None when the game is over."""
        actors = self.position.actors
        return actors[0] if actors else None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None if it goes on."""
        return self.position.outcome()

    @classmethod
    def begin(cls, start: AnyPosition, seed: bytes) -> Episode:
        """The first decision of a game with that seed."""
        return cls._after_chance(start, seed, 0, 0)

    def play(self, move: Any, seat: int) -> Episode:
        """The next decision after a move; IllegalMove says why it is not possible."""
        return self._after_chance(self.position.play(move, seat), self.seed, self.draws, self.moves + 1)

    @classmethod
    def _after_chance(cls, position: AnyPosition, seed: bytes, draws: int, moves: int) -> Episode:
        def drawn(chances: Chances, ordinal: int) -> str:
            ordinal += draws
            return shuffle(seed, ordinal, chances) if isinstance(chances, Deal) else draw(seed, ordinal, chances)

        if position.chance is not None:
            line = Line(position).settle(drawn)
            position, draws = line.position, draws + line.chances
        if not position.actors and position.outcome() is None:
            raise dead_end(position, None)
        return cls(position, seed, draws, moves)
