"""Options, and the variants they name: a board, and the colors in turn order with start squares and seats."""

from __future__ import annotations

from functools import cache, cached_property
from typing import Annotated, Literal, NamedTuple, TypeAlias

import msgspec

from boardwright.core.refusal import BadOptions
from boardwright.core.rules.options import Choice, Options, in_words
from boardwright.games.blokus.board import Board, board
from boardwright.games.blokus.facts import Cell

Scoring: TypeAlias = Literal["advanced", "basic", "difference", "tournament"]
Palette: TypeAlias = Literal["standard", "official"]
Setup: TypeAlias = Literal["auto", "classic", "classic2", "classic3", "opposite", "neighbors", "duo"]


class BlokusOptions(Options, frozen=True, kw_only=True):
    """Which game, how it is scored, which colors it shows."""

    variant: Annotated[
        Setup,
        in_words(
            "Game",
            Choice("auto", "Classic", "Each player has two colors on the large board.", (2,)),
            Choice("auto", "Classic", "Each has a color on the large board, and all share the fourth.", (3,)),
            Choice("auto", "Classic", "Each player has a color on the large board.", (4,)),
            Choice("duo", "Duo", "One color each on a small board: half as long, and contact from the start.", (2,)),
            Choice("opposite", "Opposite corners", "One color each on the large board, from opposite corners.", (2,)),
            Choice("neighbors", "Neighbors", "One color each on the large board, from corners side by side.", (2, 3)),
            description="classic: 4 players; classic3: 3, who share the fourth color; classic2: 2, two colors each; "
            "opposite: 2 in opposite corners; neighbors: 2 or 3, one color each; duo: 2 on the small board; "
            "auto: the classic game for that many players",
        ),
    ] = "auto"
    scoring: Annotated[
        Scoring,
        in_words(
            "Scoring",
            Choice("advanced", "Squares left", "Every square left counts against you; placing all earns a bonus."),
            Choice("basic", "Squares placed", "Every square on the board is a point."),
            Choice("difference", "Difference", "Squares placed minus squares left, and 15 more for placing all."),
            Choice("tournament", "Tournament", "Squares placed, and a bonus for placing all."),
        ),
    ] = "advanced"
    palette: Annotated[
        Palette,
        in_words(
            "Colors",
            Choice("standard", "Standard", "In turn blue, red, green, yellow."),
            Choice("official", "As in the box", "In turn blue, yellow, red, green."),
        ),
    ] = "standard"

    def ink(self, color: Color) -> Ink:
        """Return the ink of that color in the chosen palette."""
        return INKS[self.palette][color.number]


class Color(NamedTuple):
    """One color of a game. `seat` is None when the seats take turns with it, and then it scores for nobody."""

    number: int
    start: Cell
    seat: int | None


class Variant(msgspec.Struct, frozen=True, dict=True):
    """A setup for a number of seats."""

    name: Setup
    seats: int

    @cached_property
    def board(self) -> Board:
        """The empty board."""
        return board(14 if self.name == "duo" else 20)

    @cached_property
    def colors(self) -> tuple[Color, ...]:
        """The colors in turn order."""
        starts = {1: (4, 4), 2: (9, 9)} if self.name == "duo" else _CORNERS
        return tuple(Color(number, starts[number], seat) for number, seat in _SEATING[self.name, self.seats].items())

    @cached_property
    def orders(self) -> tuple[tuple[int, ...], ...]:
        """For each color, the colors in the order in which they follow it, itself last."""
        count = len(self.colors)
        return tuple(tuple((mover + step) % count for step in range(1, count + 1)) for mover in range(count))

    @cached_property
    def actors(self) -> tuple[tuple[int, ...] | None, ...]:
        """The actors while each color is to move, None where the seats share it; last, those of a game that is over."""
        return (*(None if color.seat is None else (color.seat,) for color in self.colors), ())


_CORNERS = {1: (0, 0), 2: (0, 19), 3: (19, 19), 4: (19, 0)}

_SEATING: dict[tuple[Setup, int], dict[int, int | None]] = {
    ("classic", 4): {1: 0, 2: 1, 3: 2, 4: 3},
    ("classic3", 3): {1: 0, 2: 1, 3: 2, 4: None},
    ("classic2", 2): {1: 0, 2: 1, 3: 0, 4: 1},
    ("opposite", 2): {1: 0, 3: 1},
    ("neighbors", 2): {1: 0, 2: 1},
    ("neighbors", 3): {1: 0, 2: 1, 3: 2},
    ("duo", 2): {1: 0, 2: 1},
}

SETUPS = tuple(_SEATING)
"""Every (variant, number of seats) that can be played."""

_USUAL: dict[int, Setup] = {2: "classic2", 3: "classic3", 4: "classic"}


@cache
def variant(name: Setup, seats: int) -> Variant:
    """Return the setup of that name for that many seats; BadOptions if there is none.

    >>> variant("auto", 3).name
    'classic3'
    >>> variant("duo", 3)
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.BadOptions: 'duo' is not for 3 seats; for 3 there are classic3, neighbors.
    """
    name = _USUAL.get(seats, name) if name == "auto" else name
    if (name, seats) not in _SEATING:
        fitting = ", ".join(other for other, count in _SEATING if count == seats)
        choice = f"for {seats} there are {fitting}" if fitting else "Blokus is for 2 to 4"
        raise BadOptions(f"{name!r} is not for {seats} seats; {choice}.")
    return Variant(name, seats)


class Ink(NamedTuple):
    """The name of a color, its fill and its letter."""

    name: str
    fill: str
    letter: str


_BLUE = Ink("blue", "#4A90E2", "B")
_RED = Ink("red", "#E24A4A", "R")
_GREEN = Ink("green", "#4AE26E", "G")
_YELLOW = Ink("yellow", "#E2B54A", "Y")

INKS: dict[Palette, dict[int, Ink]] = {
    "standard": {1: _BLUE, 2: _RED, 3: _GREEN, 4: _YELLOW},
    "official": {1: _BLUE, 2: _YELLOW, 3: _RED, 4: _GREEN},
}
"""By palette, the ink of every color number."""


def variants() -> tuple[BlokusOptions, ...]:
    """Return all of them."""
    return tuple(BlokusOptions(variant=name) for name in dict.fromkeys(name for name, _ in SETUPS))
