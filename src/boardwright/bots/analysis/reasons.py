"""Why a move is good or bad, in words: the terms of the evaluation that it changes most."""

from __future__ import annotations

from typing import Any

from boardwright.core.game.explanation import terms
from boardwright.core.game.game import AnyGame
from boardwright.core.rules.position import AnyPosition, applied

_TOLD = 2
"""The number of terms that are told."""


def reason(game: AnyGame, position: AnyPosition, move: Any, seat: int, later: AnyPosition | None = None) -> str:
    """Return a sentence about what the move of that seat changes.

    It comes from the outcome if the move ends the game, else from its terms, else from the evaluation.
    Without one it is the change of the `standing`: a few random games would say something else each time.
    `later` is the position after further moves of the same turn: a die is picked for the sake of where it is placed.

    >>> from boardwright.core.game.registry import game
    >>> deblockle = game("deblockle")
    >>> start = deblockle.begin()
    >>> reason(deblockle, start, start.parse("e5-d5"), 0)
    'It brings your cubes 1 turn nearer home.'
    """
    after = applied(position, move, seat)
    outcome = after.outcome()
    if outcome is not None:
        won = "wins" if seat in outcome.winners else "loses" if outcome.winners else "draws"
        return f"It {won} the game."
    told = _changes(game, position, after if later is None else later, seat)
    if not told:
        told = ["changes little"] if terms(game, position, seat) else [_evaluated(game, position, after, seat)]
    return f"It {' and '.join(told)}."


def _changes(game: AnyGame, before: AnyPosition, after: AnyPosition, seat: int) -> list[str]:
    """Return the words for the terms that change most, the largest change first."""
    old, new = terms(game, before, seat), terms(game, after, seat)
    if len(old) != len(new):
        return []
    pairs = sorted(zip(old, new, strict=True), key=lambda pair: -abs(pair[1].value - pair[0].value))
    return [words for one, other in pairs if (words := one.change(other))][:_TOLD]


def _evaluated(game: AnyGame, before: AnyPosition, after: AnyPosition, seat: int) -> str:
    """Return the words for the change of the evaluation, in percent from lost to won."""
    if after.chance is not None:
        return "leaves the rest to chance"
    if not game.bot.has_evaluation:
        return _scored(before, after, seat)
    change = round(50 * (game.bot.evaluate(after, seat) - game.bot.evaluate(before, seat)))
    if not change:
        return "keeps the balance"
    return f"{'improves' if change > 0 else 'weakens'} your position by {abs(change)} %"


def _scored(before: AnyPosition, after: AnyPosition, seat: int) -> str:
    """Return the words for the change of the points so far, where the game counts them."""
    old, new = before.standing(), after.standing()
    change = 0 if old is None or new is None else new[seat] - old[seat]
    if not change:
        return "does well in random games"
    return f"{'gains' if change > 0 else 'costs'} you {abs(change)} point{'s' if abs(change) > 1 else ''}"
