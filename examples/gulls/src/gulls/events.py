"""What a step brought about, in words: the terminal and the page show it."""

from __future__ import annotations

from collections.abc import Iterator

from boardwright.api import Event, Move

from gulls.position import GullsPosition
from gulls.scoring import catcher


def events(before: GullsPosition, step: Move | str, seat: int | None, after: GullsPosition) -> Iterator[Event]:
    """A fish that jumps, and the dive that decides who catches it."""
    if len(after.fish) > len(before.fish):
        yield Event("fish", f"A fish of {after.fish[-1]} jumps.")
    if len(after.dives) > len(before.dives):
        winner = catcher(after.dives[-1])
        end = "it gets away" if winner is None else f"player {winner + 1} catches it"
        cards = ", ".join(map(str, after.dives[-1]))
        yield Event("dive", f"The gulls dive with {cards} for the fish of {after.fish[-1]}: {end}.")
