"""A match as the player of one seat may know it."""

from __future__ import annotations

from boardwright.core.match.match import Match
from boardwright.core.match.wording import log_text, outcome_text
from boardwright.core.records.record import dump_for


class SeenMatch:
    """Nothing is computed before somebody asks for it, and nothing tells what the seat may not see.

    >>> match = Match.new("deblockle", players=("Ada", "Bo"))
    >>> _ = match.play("c7-b7")
    >>> seen = SeenMatch(match, 1)
    >>> seen.players, seen.number, seen.history(), seen.outcome()
    (('Ada', 'Bo'), 1, ['1  Ada: c7-b7'], None)
    """

    def __init__(self, match: Match, seat: int) -> None:
        self._match = match
        self.seat = seat
        self.players = match.header.players
        self.number = match.number
        """The number of the last log entry."""

    def board(self) -> str:
        """Return the board as the seat sees it."""
        return self._match.text(self.seat)

    def history(self) -> list[str]:
        """Return the log, one line an entry."""
        return [line.strip() for line in log_text(self._match, self.seat)]

    def record(self) -> str:
        """Return the record file; secrets of others are sealed until the end."""
        return dump_for(self._match, self.seat).decode()

    def outcome(self) -> str | None:
        """Return who has won, with the scores and the reason; None while the match goes on."""
        return None if self._match.outcome is None else outcome_text(self._match, self._match.outcome)
