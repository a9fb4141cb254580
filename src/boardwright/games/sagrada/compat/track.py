"""The round track and the order of turns."""

from __future__ import annotations

from typing import Any

import msgspec

from boardwright.games.sagrada.compat.die import Die, die_from, read_die
from boardwright.games.sagrada.facts import ROUNDS
from boardwright.games.sagrada.state import State


class RoundTrack(msgspec.Struct, frozen=True):
    """All dice of the track in one row, and how many of them lie on each of the ten slots.

    >>> RoundTrack(1, (), (0,) * 10).visible(1) is None
    True
    """

    current_round_number: int
    all_dice: tuple[Die, ...]
    number_of_dice_on_slot: tuple[int, ...]

    def slot(self, number: int) -> tuple[Die, ...]:
        """The dice of a round, counted from 1."""
        start = sum(self.number_of_dice_on_slot[: number - 1])
        return self.all_dice[start : start + self.number_of_dice_on_slot[number - 1]]

    def visible(self, number: int) -> Die | None:
        """The die on top of a slot: the last one."""
        dice = self.slot(number)
        return dice[-1] if dice else None

    def to_json(self) -> dict[str, Any]:
        """The track as JSON."""
        return {
            "current_round_number": self.current_round_number,
            "all_dice": [die.to_json() for die in self.all_dice],
            "number_of_dice_on_slot": list(self.number_of_dice_on_slot),
        }


def track_from(state: State) -> RoundTrack:
    """The track of a table."""
    counts = state.slots + (0,) * (ROUNDS - len(state.slots))
    return RoundTrack(state.round, tuple(map(die_from, state.track)), counts)


def read_track(data: Any) -> RoundTrack:
    """A track from its JSON; ValueError for anything else."""
    try:
        dice = tuple(map(read_die, data["all_dice"]))
        counts = tuple(data["number_of_dice_on_slot"])
        number = data["current_round_number"]
    except (KeyError, TypeError) as error:
        raise ValueError(f"A round track is written with its number, dice and counts: {error!r}.") from None
    if len(counts) != ROUNDS or any(type(count) is not int or count < 0 for count in counts):
        raise ValueError("A round track has ten counts.")
    if type(number) is not int or not 1 <= number <= 11 or sum(counts) != len(dice) or any(counts[number - 1 :]):
        raise ValueError("A round track holds the dice of the rounds that are over.")
    return RoundTrack(number, dice, counts)
