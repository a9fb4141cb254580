"""Draws of bots: when they offer and accept them."""

from __future__ import annotations

import random

from boardwright.bots.evaluation.compiled import compiled_playouts
from boardwright.bots.greedy import payoffs_or_playout
from boardwright.bots.perfect import known_turns, known_values
from boardwright.core.game.game import AnyGame
from boardwright.core.match.match import Match
from boardwright.core.rules.position import AnyPosition
from boardwright.core.search.playout import random_play

_WELCOME = -0.3
"""A position that is worth less is given up for a draw."""
_EVEN = 0.1
"""A position that came up before and is not worth more is a draw."""
_PLAYOUTS = 32
_PATIENCE = 20
"""Entries after which a bot may offer a draw again."""


def is_drawn(game: AnyGame, position: AnyPosition) -> bool:
    """Return whether a draw is known: nobody can win any more, or the table of the solved game says so."""
    return position.is_dead or known_turns(game, position) == 0


def accepts_draw(game: AnyGame, position: AnyPosition, seat: int, *, is_repeated: bool = False) -> bool:
    """Return whether a bot on that seat agrees to a draw in a position that it may know.

    It does so in drawn positions and in bad ones, and in even ones that have come up before.

    >>> from boardwright.core.game.registry import game
    >>> deblockle = game("deblockle")
    >>> start = deblockle.begin(2, deblockle.read_options({"cubes": 1}))
    >>> accepts_draw(deblockle, start, 0), accepts_draw(deblockle, start, 1)
    (False, True)
    """
    worth = evaluation(game, position)[seat]
    return is_drawn(game, position) or worth <= (_EVEN if is_repeated else _WELCOME)


def may_offer(match: Match, seat: int) -> bool:
    """Return whether a bot may offer a draw now: the match goes on, and its last offer is long ago."""
    recent = match.entries[-_PATIENCE:]
    return not match.is_over and not any(entry.kind == "draw" and entry.seat == seat for entry in recent)


def evaluation(game: AnyGame, position: AnyPosition) -> tuple[float, ...]:
    """Return the value of a position for every seat at a glance, between -1 and 1.

    It comes from the outcome, the solution table, quick play-outs, or the game's evaluation, in this order.
    """
    known = known_values(game, position)
    if known is not None:
        return known
    values = _mean_playout(game, position) or [game.bot.evaluate(position, seat) for seat in range(position.seats)]
    return tuple(round(value, 3) for value in values)


def _mean_playout(game: AnyGame, position: AnyPosition) -> list[float] | None:
    """Return the mean payoffs of quick play-outs; None if the game has no play-outs."""
    rng, played, playout, compiled = random.Random(0), [], game.bot.playout, compiled_playouts(game)
    for _ in range(_PLAYOUTS):
        payoffs = payoffs_or_playout(playout, random_play(position, rng, 0), rng, compiled)
        if payoffs is None:
            return None
        played.append(payoffs)
    return [sum(payoffs) / _PLAYOUTS for payoffs in zip(*played, strict=True)]
