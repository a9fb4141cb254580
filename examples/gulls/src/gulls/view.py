"""What one gull, or somebody on the beach, may know."""

from __future__ import annotations

from boardwright.core.view import View


class GullsView(View, frozen=True):
    """Public facts and the seat's own cards. What is not in here cannot be shown to anybody by accident."""

    seat: int | None
    hand: tuple[int, ...]
    """The seat's cards; none for people on the beach."""
    laid: tuple[int, ...]
    """For each seat the card it has laid for this fish: 0 for none, -1 for one that lies face down."""
    dives: tuple[tuple[int, ...], ...]
    """The cards of all fish before, turned up: one for each seat."""
    fish: tuple[int, ...]
    """What the fish so far were worth."""
    caught: tuple[int, ...]
