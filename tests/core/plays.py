"""Matches of the toy game that several tests start from."""

from __future__ import annotations

from typing import Annotated, Any, Self

from boardwright.core.game.game import Game
from boardwright.core.layout import Lines, Zone
from boardwright.core.match.match import Match
from boardwright.core.moves import Move, Number, move
from boardwright.core.refusal import UnknownGame
from boardwright.core.rules.options import Options
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.position import Position
from boardwright.core.rules.view import View
from boardwright.core.search.numbering import Actions
from tests.dealing import FLOCK
from tests.toys import GUESS

SEED = bytes(range(32))


def guess(**more: Any) -> Match:
    """A fresh match of Guess: both cards are dealt."""
    return Match.new(GUESS, seed=more.pop("seed", SEED), **more)


def rolled(**more: Any) -> Match:
    """Both have guessed and seat 0 has rolled once: seven entries."""
    match = guess(**more)
    match.play("guess 2", 0, 1000)
    match.play("guess 4", 1, 2000)
    match.play("roll", 0, 3000)
    return match


def ended(**more: Any) -> Match:
    """A whole short match with an undo in it."""
    match = guess(**more)
    match.play("guess 2", 0, 1000)
    match.undo(0, 1500)
    match.play("guess 3", 0, 1600)
    match.play("guess 4", 1, 2000)
    match.play("roll", 0, 3000)
    match.play("stop", 0, 4000)
    return match


class CountView(View, frozen=True):
    total: int


class Counting(Position[Move, CountView], frozen=True):
    """Seats add one or two in turn; whoever reaches the goal wins.

    At a total of 7, 17, … there is no fallback: a step has to be taken back first.
    """

    table: int
    goal: int
    total: int = 0
    made: int = 0

    @property
    def seats(self) -> int:
        return self.table

    @property
    def actors(self) -> tuple[int, ...]:
        return () if self.total >= self.goal else (self.made % self.seats,)

    @property
    def turn(self) -> int:
        return self.made

    @property
    def is_dead(self) -> bool:
        return self.total == 13

    @move("{number}")
    def add(self, number: Annotated[int, Number(1, 2)]) -> Self:
        """Add {number}."""
        return self.replace(total=self.total + number, made=self.made + 1)

    def view(self, seat: int | None) -> CountView:
        return CountView(self.total)

    def outcome(self) -> Outcome | None:
        if self.total < self.goal:
            return None
        winner = (self.made - 1) % self.seats
        return Outcome(tuple(2 * (seat == winner) + (seat == 1) for seat in range(self.seats)), (winner,), "goal")

    def fallback(self, seat: int) -> Move | None:
        return None if self.total % 10 == 7 else Counting.add(1)


class CountOptions(Options, frozen=True, kw_only=True):
    goal: int = 10_000


class Count(Game[Counting, CountOptions]):
    """Counting for one to four seats, long or short, without chance or secrets."""

    name = "count"
    title = "Count"
    summary = "Add one or two."
    seats = range(1, 5)

    def start(self, seats: int, options: CountOptions) -> Counting:
        return Counting(seats, options.goal)

    def actions(self, seats: int, options: CountOptions) -> Actions[Any, Any]:
        raise NotImplementedError

    def zones(self, view: CountView, layer: str = "") -> tuple[Zone, ...]:
        return (Lines((str(view.total),)),)


COUNT = Count()


def count(seats: int = 2, goal: int = 10_000, **more: Any) -> Match:
    """A fresh match of Count."""
    return Match.new(COUNT, seats=seats, options=CountOptions(goal=goal), **{"seed": None, **more})


def find(name: str) -> Any:
    """A registry of the toy games."""
    try:
        return {"guess": GUESS, "count": COUNT, "flock": FLOCK}[name]
    except KeyError:
        raise UnknownGame(f"No game {name!r} is installed.") from None


def here(match: Match) -> Any:
    """The position of a match, with the fields of its own game."""
    return match.position
