"""A bot that plays solved positions perfectly and searches the others.

Tables of solved games are stored in the user's cache directory.
"""

from __future__ import annotations

import os
import random
import tempfile
import zlib
from pathlib import Path
from typing import Any

from boardwright.bots.mcts import MctsBot
from boardwright.core.game.game import AnyGame
from boardwright.core.rules.position import AnyPosition, applied
from boardwright.core.search.heuristics import AnySolution


class PerfectBot(MctsBot):
    """Wins won positions as fast as possible, holds drawn ones, and loses lost ones as late as possible.

    If the game has no solver, or the position is not in its table, the bot searches as `mcts` does.
    """

    def think(self, position: AnyPosition, seat: int, rng: random.Random) -> Any:
        known = known_turns(self.game, position)
        if known is None:
            return super().think(position, seat, rng)
        prior = self.game.bot.prior
        ranked = [
            (self._preference(position, move, seat), prior(move, position), rng.random(), move)
            for move in position.legal_moves(seat)
        ]
        return max(ranked, key=lambda entry: entry[:3])[3]

    def _preference(self, position: AnyPosition, move: Any, seat: int) -> float:
        """Return a number: positive for a win, the sooner the larger; negative for a loss, the sooner the smaller."""
        after = applied(position, move, seat)
        outcome = after.outcome()
        if outcome is not None:
            return 2 * outcome.payoffs()[seat]
        turns = known_turns(self.game, after)
        if not turns:
            return 0.0
        return 1 / turns if seat in after.actors else -1 / turns


def known_turns(game: AnyGame, position: AnyPosition) -> int | None:
    """Return the number of turns to the end with best play, from the game's solution table; None if it is not in there.

    >>> from boardwright.core.game.registry import game
    >>> deblockle = game("deblockle")
    >>> known_turns(deblockle, deblockle.begin(2, deblockle.read_options({"cubes": 1})))
    7
    """
    solution = game.bot.solution
    if solution is None or position.chance is not None or position.outcome() is not None:
        return None
    return solution.turns(table(solution), position)


def known_values(game: AnyGame, position: AnyPosition) -> tuple[float, ...] | None:
    """Return the value of a position for every seat, by its outcome or the solution table; None if neither knows it.

    >>> from boardwright.core.game.registry import game
    >>> deblockle = game("deblockle")
    >>> known_values(deblockle, deblockle.begin(2, deblockle.read_options({"cubes": 1})))
    (1.0, -1.0)
    """
    outcome = position.outcome()
    if outcome is not None:
        return outcome.payoffs()
    turns = known_turns(game, position)
    if turns is None:
        return None
    actor, sign = position.actors[0], (turns > 0) - (turns < 0)
    return tuple(float(sign if seat == actor else -sign) for seat in range(position.seats))


_NO_FILE = (OSError, RuntimeError)
"""Errors without a file, or without a home directory, as of users that only systemd knows."""
_loaded: dict[tuple[str, int], bytes] = {}


def table_path(solution: AnySolution) -> Path:
    """Return the file of a table, below XDG_CACHE_HOME if that is set; its name has the version of the solver."""
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "boardwright"
    return folder / f"{solution.name}-v{solution.version}.table"


def table(solution: AnySolution) -> bytes:
    """Load the table of a solution. A missing or damaged file is built again."""
    key = solution.name, solution.version
    if key not in _loaded:
        try:
            _loaded[key] = zlib.decompress(table_path(solution).read_bytes())
        except (*_NO_FILE, zlib.error):
            _loaded[key] = build(solution)
    return _loaded[key]


def build(solution: AnySolution) -> bytes:
    """Build a table and store it atomically, where there is a place: elsewhere it is built again next time."""
    built = solution.build()
    try:
        path = table_path(solution)
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as draft:
            draft.write(zlib.compress(built))
        Path(draft.name).replace(path)
    except _NO_FILE:
        pass
    return built
