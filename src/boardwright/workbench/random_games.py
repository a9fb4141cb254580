"""Random games with the setup of a session."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.core.game.game import AnyGame
from boardwright.core.rules.seats import usual_seats
from boardwright.kit.walks.walk import Walk, WalkSetup
from boardwright.workbench.session import BenchSession


def walks(game: AnyGame, session: BenchSession, many: int) -> Iterator[Walk]:
    """So many random games, each played to its end; raises what the rules raise."""
    options = game.read_options(session.options)
    for number in range(many):
        walk = Walk(game, WalkSetup(session.seats or usual_seats(game.seats), options), number).play()
        if walk.crash is not None:
            raise walk.crash
        yield walk
