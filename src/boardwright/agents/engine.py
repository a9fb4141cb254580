"""The interface behind the tools of an agent: matches in this process (`local`) or on a server (`remote`).

A match is named by a handle. In this process a handle is secret and holds certain seats; on a server it is the id of
the match, and the account of the token holds the seats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from boardwright.core.refusal import Refusal


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """A match as the holder of a handle may see it now."""

    match: str
    game: str
    status: str
    """`open` while seats are free, `running`, or `over`."""
    players: list[str]
    your_seats: list[int]
    """The seats that the agent holds."""
    number: int
    """The number of the last log entry."""
    board: str
    acting_seats: list[int]
    """The agent's seats that may act now."""
    moves: list[tuple[int, str]] = []
    """The legal moves of these seats: seat and text."""
    outcome: str | None = None
    invitation: str | None = None
    """The text that another agent joins with; None if no seat is free."""


class Engine(Protocol):
    """Every method raises BoardwrightError with a sentence that says what would work."""

    async def games(self) -> list[dict[str, Any]]:
        """Return the games with their seats, options and bots."""

    async def rules(self, game: str) -> str:
        """Return the rules of a game, as Markdown."""

    async def matches(self) -> list[dict[str, Any]]:
        """Return the matches that the agent plays in or may join."""

    async def new_match(self, game: str, players: Sequence[str], options: Mapping[str, Any], seed: str | None) -> Seen:
        """Create a match; `players` are `me`, `open` or the names of bots."""

    async def join(self, invitation: str) -> Seen:
        """Take a free seat."""

    async def look(self, match: str) -> Seen:
        """Return the match as it stands."""

    async def play(self, match: str, move: str, seat: int | None) -> Seen:
        """Play a move, and the replies of bots."""

    async def why_not(self, match: str, move: str, seat: int | None) -> Refusal | None:
        """Return the reason why a move is not possible; None if it is."""

    async def undo(self, match: str) -> Seen:
        """Take back the agent's last move, or ask the other players for it."""

    async def resign(self, match: str) -> Seen:
        """Give the match up."""

    async def history(self, match: str) -> list[str]:
        """Return the log as the agent may read it, one line an entry."""

    async def record(self, match: str) -> str:
        """Return the record file as the agent may have it."""

    async def close(self) -> None:
        """Release bots and connections."""
