"""Why something cannot be done: one value for rules, one small tree of exceptions for callers."""

from __future__ import annotations

import msgspec


class Refusal(msgspec.Struct, frozen=True):
    """Why a move is not possible.

    `code` is stable and for machines, `text` is a sentence for people, `marks` name the squares or
    cards concerned, with the names the game's picture uses.

    >>> Refusal("occupied", "d5 is taken.", ("d5",)).code
    'occupied'
    """

    code: str
    text: str
    marks: tuple[str, ...] = ()


class BoardwrightError(Exception):
    """The root of everything Boardwright raises on purpose."""


class Unreadable(BoardwrightError, ValueError):
    """A text that is not a move, option, record or game name; says what was given and what would work."""


class IllegalMove(BoardwrightError, ValueError):
    """A readable move that the rules refuse.

    >>> str(IllegalMove(Refusal("occupied", "d5 is taken.")))
    'd5 is taken.'
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text)
        self.refusal = refusal

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[Refusal]]:
        return (IllegalMove, (self.refusal,))


class BadOptions(BoardwrightError, ValueError):
    """Options or a number of seats that the game does not have."""


class BadRecord(BoardwrightError, ValueError):
    """A damaged or dishonest record: `entry` is its number, 0 for the header, None for the file."""

    def __init__(self, text: str, entry: int | None = None) -> None:
        super().__init__(text)
        self.entry = entry

    def __reduce__(self) -> tuple[type[BadRecord], tuple[str, int | None]]:
        return (BadRecord, (str(self), self.entry))


class UnknownGame(BoardwrightError, LookupError):
    """No installed game has that name."""


class UnknownVersion(UnknownGame):
    """The game is installed, but it does not play that version of its rules."""
