"""What a bot says when a match is over: one line about the move that decided it."""

from __future__ import annotations

from collections.abc import Sequence

from boardwright.bots.history import PlayedMove, played_moves
from boardwright.bots.reasons import reason
from boardwright.core.game import AnyGame
from boardwright.core.match import Match

_LEAST = 0.1
"""A swing of the evaluation that is worth a word."""
_MOST = 300
"""How many of the last moves are looked at."""


def remark(match: Match, speaker: int) -> str | None:
    """A line of the bot on that seat about the move that changed the evaluation most in favor of the winner.

    None if the match was not won by one player, no move stands out, or the game has no evaluation: random games have
    too much luck in them to tell.

    >>> match = Match.new("blokus", seats=2, options={"variant": "duo"}, players=("Ada", "level3"), seed=1)
    >>> for text in ("X5@3,3", "I1@9,9"):
    ...     _ = match.play(text)
    >>> _ = match.resign(1)
    >>> remark(match, 1)
    'Move 2 (single square, at row 9, column 9) decided it: a mistake of mine.'
    """
    outcome = match.outcome
    if outcome is None or len(outcome.winners) != 1:
        return None
    return remark_on(match.game, list(played_moves(match)), outcome.winners[0], speaker)


def remark_on(game: AnyGame, moves: Sequence[PlayedMove], winner: int, speaker: int) -> str | None:
    """The same about these moves of a match that the seat `winner` won; of many moves the last ones count."""
    last = range(len(moves))[-_MOST:] if game.has_evaluation else range(0)
    swing, index = max(((_swing(game, moves[index], winner), index) for index in last), default=(0.0, 0))
    if swing < _LEAST:
        return None
    played = moves[index]
    move = played.before.parse(played.text)
    line = f"Move {index + 1} ({game.describe(move, played.before)}) decided it"
    if played.seat != winner:
        return f"{line}: a mistake{' of mine' if played.seat == speaker else ''}."
    if winner == speaker:
        return f"{line} for me."
    return f"{line}. {reason(game, played.before, move, winner)}"


def _swing(game: AnyGame, played: PlayedMove, seat: int) -> float:
    """How much better the position became for that seat; nothing where chance follows or the game is over."""
    if played.after.is_chance or played.after.outcome() is not None:
        return 0.0
    return game.evaluate(played.after, seat) - game.evaluate(played.before, seat)
