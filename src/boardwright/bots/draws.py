"""When bots offer and accept draws."""

from __future__ import annotations

from boardwright.bots.analysis import evaluation
from boardwright.bots.perfect import known_turns
from boardwright.core.game import AnyGame
from boardwright.core.match import Match
from boardwright.core.position import AnyPosition

_WELCOME = -0.3
"""A position that is worth less is given up for a draw."""
_EVEN = 0.1
"""A position that came up before and is not worth more is a draw."""
_PATIENCE = 20
"""Entries after which a bot may offer a draw again."""


def is_drawn(game: AnyGame, position: AnyPosition) -> bool:
    """Whether the position is known to be drawn: nobody can win any more, or the table of the solved game says so."""
    return position.is_dead or known_turns(game, position) == 0


def accepts_draw(game: AnyGame, position: AnyPosition, seat: int, *, is_repeated: bool = False) -> bool:
    """Whether a bot on that seat agrees to a draw in a position that it may know.

    It does so in drawn positions and in bad ones, and in even ones that have come up before.

    >>> from boardwright.core.registry import game
    >>> deblockle = game("deblockle")
    >>> start = deblockle.begin(2, deblockle.read_options({"cubes": 1}))
    >>> accepts_draw(deblockle, start, 0), accepts_draw(deblockle, start, 1)
    (False, True)
    """
    worth = evaluation(game, position)[seat]
    return is_drawn(game, position) or worth <= (_EVEN if is_repeated else _WELCOME)


def may_offer(match: Match, seat: int) -> bool:
    """Whether a bot may offer a draw now: the match goes on, and its last offer is long ago."""
    recent = match.entries[-_PATIENCE:]
    return not match.is_over and not any(entry.kind == "draw" and entry.seat == seat for entry in recent)
