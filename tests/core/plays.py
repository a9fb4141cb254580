"""Matches of the toy game that several tests start from."""

from __future__ import annotations

from typing import Annotated, Any, Self

import pytest

from boardwright.core.game.game import Game
from boardwright.core.layout import Lines, Zone
from boardwright.core.match.match import Match
from boardwright.core.moves import Move, Number, move
from boardwright.core.records.record import dump
from boardwright.core.refusal import IllegalMove, UnknownGame
from boardwright.core.rules.options import Options
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.position import Position
from boardwright.core.rules.view import View
from boardwright.core.search.numbering import Actions
from tests.dealing import FLOCK
from tests.toys import GUESS

SEED = bytes(range(32))


def after(match: Match, *acts: str | tuple[Any, ...]) -> Match:
    """Return the match after moves of those who are to act, as texts, and after other requests.

    A request is the name of a method and its arguments; those with names come last, in a dictionary.
    """
    for act in acts:
        if isinstance(act, str):
            match.play(act)
        else:
            request(match, *act)
    return match


def request(match: Match, name: str, *given: Any, **named: Any) -> None:
    """Call a method of a match; named arguments may be a dictionary at the end."""
    if given and isinstance(given[-1], dict):
        given, named = given[:-1], given[-1]
    getattr(match, name)(*given, **named)


def refusal_code(match: Match, *act: Any, **named: Any) -> str:
    """Return the code with which a match refuses a request; the refusal changes nothing."""
    before = dump(match)
    with pytest.raises(IllegalMove) as caught:
        request(match, *act, **named)
    assert dump(match) == before
    return caught.value.refusal.code


def guess(**more: Any) -> Match:
    """Return a fresh match of Guess: both cards are dealt."""
    return Match.new(GUESS, seed=more.pop("seed", SEED), **more)


def rolled(**more: Any) -> Match:
    """Return a match in which both have guessed and seat 0 has rolled once: seven entries."""
    return after(guess(**more), ("play", "guess 2", 0, 1000), ("play", "guess 4", 1, 2000), ("play", "roll", 0, 3000))


def ended(**more: Any) -> Match:
    """Return a whole short match with an undo in it."""
    return after(
        guess(**more),
        ("play", "guess 2", 0, 1000),
        ("undo", 0, 1500),
        ("play", "guess 3", 0, 1600),
        ("play", "guess 4", 1, 2000),
        ("play", "roll", 0, 3000),
        ("play", "stop", 0, 4000),
    )


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
    """Return a fresh match of Count."""
    return Match.new(COUNT, seats=seats, options=CountOptions(goal=goal), **{"seed": None, **more})


def find(name: str) -> Any:
    """Return a registry of the toy games."""
    try:
        return {"guess": GUESS, "count": COUNT, "flock": FLOCK}[name]
    except KeyError:
        raise UnknownGame(f"No game {name!r} is installed.") from None


def play_out(match: Match) -> Match:
    """Return a match of Count after all its moves."""
    while not match.is_over:
        match.play("1")
    return match


def result(match: Match) -> Outcome:
    """Return the outcome of a match that is over."""
    assert match.outcome is not None
    return match.outcome


def here(match: Match) -> Any:
    """Return the position of a match, with the fields of its own game."""
    return match.position
