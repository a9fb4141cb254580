"""The round track."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from boardwright.core.card_data import JsonObject, read
from boardwright.core.tuples import replace_at
from boardwright.games.sagrada.compat.die import Die, die_from, read_die
from boardwright.games.sagrada.facts import ROUNDS
from boardwright.games.sagrada.state import State

Count: TypeAlias = Annotated[int, Meta(ge=0)]


class _Track(JsonObject, frozen=True):
    current_round_number: Annotated[int, Meta(ge=1, le=ROUNDS + 1)]
    all_dice: list[Any]
    number_of_dice_on_slot: Annotated[tuple[Count, ...], Meta(min_length=ROUNDS, max_length=ROUNDS)]


class RoundTrack(msgspec.Struct, frozen=True):
    """All dice of the track in one row, and how many of them lie on each of the ten slots.

    >>> from boardwright.games.sagrada.compat.die import NINETY
    >>> track = RoundTrack(1, (), (0,) * 10).put(NINETY[:2])
    >>> track.current_round_number, str(track.visible(1)), track.visible(2) is None
    (2, 'G1', True)
    """

    current_round_number: int
    all_dice: tuple[Die, ...]
    number_of_dice_on_slot: tuple[int, ...]

    def slot(self, number: int) -> tuple[Die, ...]:
        """Return the dice of a round, counted from 1."""
        start = sum(self.number_of_dice_on_slot[: number - 1])
        return self.all_dice[start : start + self.number_of_dice_on_slot[number - 1]]

    def visible(self, number: int) -> Die | None:
        """Return the die on top of a slot, which is the last one; None for an empty slot."""
        dice = self.slot(number)
        return dice[-1] if dice else None

    def put(self, dice: Iterable[Die]) -> RoundTrack:
        """Return the track of the next round, with these dice on the slot of the current one."""
        added, place = tuple(dice), self.current_round_number - 1
        if place >= ROUNDS:
            raise ValueError("The ten rounds are over: no slot of the round track is left.")
        return RoundTrack(
            self.current_round_number + 1,
            self.all_dice + added,
            replace_at(self.number_of_dice_on_slot, place, len(added)),
        )

    def swap(self, place: int, die: Die) -> tuple[RoundTrack, Die]:
        """Return the track with a die in the place of another, counted from 0, and the die that lay there.

        Raise ValueError if there is no such place, or if the die itself lies on the track.
        """
        if not 0 <= place < len(self.all_dice):
            raise ValueError(f"There is no die {place} on the round track; it has {len(self.all_dice)}.")
        if die.id in (other.id for other in self.all_dice):
            raise ValueError(f"Die {die.id} lies on the round track already; swap in a die from elsewhere.")
        return msgspec.structs.replace(self, all_dice=replace_at(self.all_dice, place, die)), self.all_dice[place]

    def to_json(self) -> dict[str, Any]:
        """Return the track as JSON."""
        return {
            "current_round_number": self.current_round_number,
            "all_dice": [die.to_json() for die in self.all_dice],
            "number_of_dice_on_slot": list(self.number_of_dice_on_slot),
        }


def track_from(state: State) -> RoundTrack:
    """Return the track of a table."""
    counts = state.slots + (0,) * (ROUNDS - len(state.slots))
    return RoundTrack(state.round, tuple(map(die_from, state.track)), counts)


def read_track(data: Any) -> RoundTrack:
    """Read a track from its JSON; raises ValueError for anything else."""
    track = read(data, _Track, "round_track")
    dice, counts = tuple(map(read_die, track.all_dice)), track.number_of_dice_on_slot
    if sum(counts) != len(dice) or any(counts[track.current_round_number - 1 :]):
        raise ValueError("round_track: the dice must lie on the slots of the rounds before the current one.")
    return RoundTrack(track.current_round_number, dice, counts)
