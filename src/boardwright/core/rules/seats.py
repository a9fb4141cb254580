"""Seats in words and colors."""

from __future__ import annotations

from typing import Any

import msgspec

from boardwright.core.refusal import BadOptions
from boardwright.core.rules.hooks import answer


class SeatColor(msgspec.Struct, frozen=True):
    """A color that a seat plays: what people call it, and its fill in pictures."""

    name: str
    fill: str


def seat_colors(game: object, view: Any) -> tuple[tuple[SeatColor, ...], ...]:
    """Return the colors of each seat: `seat_colors(view)` of the game's `zones.py`, or none."""
    return answer(game, "zones", "seat_colors", (), view)


def usual_seats(seats: range) -> int:
    """Return the number of seats of a match unless another is chosen: two where two can play.

    >>> usual_seats(range(1, 5)), usual_seats(range(3, 5))
    (2, 3)
    """
    return 2 if 2 in seats else seats[0]


def seats_text(seats: range) -> str:
    """Return how many can play, in words.

    >>> seats_text(range(2, 5)), seats_text(range(2, 3))
    ('2 to 4 players', '2 players')
    """
    first, last = seats[0], seats[-1]
    players = "player" if last == 1 else "players"
    return f"{first} {players}" if first == last else f"{first} to {last} {players}"


def check_viewer(seat: int | None, seats: int) -> None:
    """Raise BadOptions if nobody can look from that seat; None is a spectator.

    >>> check_viewer(2, seats=2)
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.BadOptions: There is no seat 2; seats are 0 to 1, and None is a spectator.
    """
    if seat is not None and seat not in range(seats):
        raise BadOptions(f"There is no seat {seat}; seats are 0 to {seats - 1}, and None is a spectator.")
