"""What a bot says when a match is over: one line about the move that decided it."""

from __future__ import annotations

from boardwright.bots.history import PlayedMove, played_moves
from boardwright.bots.reasons import reason
from boardwright.core.game import AnyGame
from boardwright.core.match import Match

_LEAST = 0.1
"""A swing of the evaluation that is worth a word."""


def remark(match: Match, speaker: int) -> str | None:
    """A line of the bot on that seat about the move that changed the evaluation most in favor of the winner.

    None if the match was not won by one player, no move stands out, or the game has no evaluation: random games have
    too much luck in them to tell.

    >>> match = Match.new("blokus", seats=2, options={"variant": "duo"}, players=("Ada", "level3"), seed=1)
    >>> for text in ("X5@3,3", "I1@9,9"):
    ...     _ = match.play(text)
    >>> _ = match.resign(1)
    >>> remark(match, 1)
    'Move 2, I1@9,9, decided it: a mistake of mine.'
    """
    if match.outcome is None or len(match.outcome.winners) != 1 or not match.game.has_evaluation:
        return None
    winner, moves = match.outcome.winners[0], list(played_moves(match))
    swings = [(_swing(match.game, played, winner), index) for index, played in enumerate(moves)]
    swing, index = max(swings, default=(0.0, 0))
    if swing < _LEAST:
        return None
    played = moves[index]
    line = f"Move {index + 1}, {played.text}, decided it"
    if played.seat != winner:
        return f"{line}: a mistake{' of mine' if played.seat == speaker else ''}."
    if winner == speaker:
        return f"{line} for me."
    return f"{line}. {reason(match.game, played.before, played.before.parse(played.text), winner)}"


def _swing(game: AnyGame, played: PlayedMove, seat: int) -> float:
    """How much better the position became for that seat; nothing where chance follows or the game is over."""
    if played.after.is_chance or played.after.outcome() is not None:
        return 0.0
    return game.evaluate(played.after, seat) - game.evaluate(played.before, seat)
