"""A game whose rules fail on request, for servers that have to go on.

Players move in turn, 20 times in all. A move says what fails from then on: `loop` itself, `list` the listing of the
next moves, `draw` the table, `look` the second player's table, which never ends, `bot` what bots are given.
`later` fails when it is replayed where the variable FAULTY is set, as after a change of the rules.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Self
from unittest.mock import patch

from boardwright.core.game.game import Game
from boardwright.core.hidden import Secret
from boardwright.core.layout import Item, Items, Role, Zone
from boardwright.core.moves import Move, Number, OneOf, move
from boardwright.core.rules.options import Options
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.position import Position
from boardwright.core.rules.view import View

MOVES = ("go", "loop", "list", "draw", "look", "bot", "later")


class FaultyView(View, frozen=True):
    """What everybody sees."""

    seat: int | None
    done: tuple[str, ...]


class FaultyPosition(Position[Move, FaultyView], frozen=True):
    """The moves so far."""

    done: tuple[str, ...] = ()
    cards: Annotated[tuple[Secret[int], ...], Number(1, 2, now="possible_cards")] = (Secret((1,)), Secret((2,)))

    seats = 2

    @property
    def actors(self) -> tuple[int, ...]:
        return () if self.outcome() else (len(self.done) % 2,)

    def legal(self, seat: int) -> Collection[Move]:
        if "list" in self.done:
            raise ZeroDivisionError("the listing fails")
        return tuple(map(FaultyPosition.fail, MOVES))

    @move("{word}")
    def fail(self, word: Annotated[str, OneOf(MOVES)]) -> Self:
        """Let something fail: {word}."""
        if word == "later" and "FAULTY" in os.environ:
            raise ZeroDivisionError("the rule was changed")
        while word == "loop":
            try:
                self.replace(done=())
            except Exception:
                continue
        return self.replace(done=(*self.done, word))

    def possible_cards(self, seat: int) -> tuple[int, ...]:
        if "bot" in self.done:
            raise ZeroDivisionError("resampling fails")
        return (1, 2)

    def view(self, seat: int | None) -> FaultyView:
        return FaultyView(seat, self.done)

    def outcome(self) -> Outcome | None:
        return Outcome((1, 0), (0,), "end") if len(self.done) >= 20 else None


class Faulty(Game[FaultyPosition, Options]):
    """The game."""

    name = "faulty"
    title = "Faulty"
    summary = "Fails on request."
    seats = range(2, 3)

    def start(self, seats: int, options: Options) -> FaultyPosition:
        return FaultyPosition()

    def zones(self, view: FaultyView, layer: str = "") -> tuple[Zone, ...]:
        if "draw" in view.done:
            raise ZeroDivisionError("the table fails")
        while "look" in view.done and view.seat == 1:
            pass
        buttons = tuple(Item(name=move, title=move) for move in MOVES)
        return Items(role=Role.TEXT, lines=(f"{view}",)), Items(role=Role.BUTTONS, items=buttons)


GAME = Faulty()


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """Install the game from a folder, as far as Python processes that are started meanwhile can tell."""
    shutil.copy(__file__, folder / "faulty.py")
    facts = folder / "faulty-1.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: faulty\nVersion: 1\n")
    (facts / "entry_points.txt").write_text("[boardwright.games]\nfaulty = faulty:GAME\n")
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    with patch.dict(os.environ, {"PYTHONPATH": path}):
        yield
