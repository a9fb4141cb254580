"""Players that think. A bot is given a position that looks to its seat like the real one, never the real one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from boardwright.core.chance import Rng
from boardwright.core.game import AnyGame
from boardwright.core.position import AnyPosition
from boardwright.core.refusal import Unreadable


class Bot(ABC):
    """A player of one game."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    @abstractmethod
    def choose(self, position: AnyPosition, seat: int, rng: Rng) -> Any:
        """A legal move of that seat. `position` is a `resample` for the seat: its secrets are guesses."""


class RandomBot(Bot):
    """Plays any legal move, all equally likely."""

    def choose(self, position: AnyPosition, seat: int, rng: Rng) -> Any:
        moves = tuple(position.legal_moves(seat))
        return moves[rng.randrange(len(moves))]


class GreedyBot(Bot):
    """Looks one move ahead with the game's own evaluation; the first of equals in a random order."""

    def choose(self, position: AnyPosition, seat: int, rng: Rng) -> Any:
        moves = list(position.legal_moves(seat))
        rng.shuffle(moves)
        return max(moves, key=lambda move: self.game.evaluate(position.after(move, seat), seat))


BOTS: dict[str, Callable[[AnyGame], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def is_bot(spec: str) -> bool:
    """Whether that names a bot rather than a person."""
    return spec in BOTS


def bot(spec: str, game: AnyGame) -> Bot:
    """The bot of that name for that game; Unreadable lists what there is.

    >>> from boardwright.core.registry import game
    >>> type(bot("random", game("deblockle"))).__name__
    'RandomBot'
    """
    make = BOTS.get(spec)
    if make is None:
        raise Unreadable(f"There is no bot {spec!r}; there are {', '.join(BOTS)}.")
    return make(game)
