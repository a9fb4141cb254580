"""Why something cannot be done: one value for rules, one small tree of exceptions for callers."""

from __future__ import annotations

from typing import Self, final

import msgspec


@final
class Refusal(msgspec.Struct, frozen=True):
    """Why a move is not possible.

    `code` is stable and for machines, `text` is a sentence for people, `marks` name the squares or
    cards concerned, with their names on the table.

    >>> Refusal("occupied", "d5 is taken.", ("d5",)).code
    'occupied'
    """

    code: str
    text: str
    marks: tuple[str, ...] = ()


class BoardwrightError(Exception):
    """The root of everything Boardwright raises on purpose.

    >>> issubclass(IllegalMove, BoardwrightError), issubclass(BadRecord, BoardwrightError)
    (True, True)
    """


class Unreadable(BoardwrightError, ValueError):
    """A text that is not a move, option, record or game name; says what was given and what would work.

    >>> from boardwright.core.game.registry import game
    >>> game("deblockle").begin().parse("sideways")
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.Unreadable: ...
    """


class Unavailable(BoardwrightError):
    """A file or address that cannot be used now: it is in use, or nothing answers."""


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


class NoLegalMove(RuntimeError):
    """A fault of a game's rules, not of the caller: the game is not over and cannot go on.

    Names the game, the seat and the position, secrets included: servers must not send it to players, as they do with
    every BoardwrightError.

    >>> from boardwright.core.search.playout import dead_end
    >>> from boardwright.core.game.registry import game
    >>> raise dead_end(game("deblockle").begin(), 0)
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.NoLegalMove: Deblockle: seat 0 has no legal move, in the position {...}
    """


class BadOptions(BoardwrightError, ValueError):
    """Options or a number of seats that the game does not have.

    >>> from boardwright.core.game.registry import game
    >>> game("deblockle").begin(seats=5)
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.BadOptions: Deblockle is for 2 players, not 5.
    """


class BadRecord(BoardwrightError, ValueError):
    """A damaged or dishonest record: `entry` is its number, 0 for the header, None for the file.

    >>> BadRecord("The hash of entry 3 is wrong.", 3).entry
    3
    """

    def __init__(self, text: str, entry: int | None = None) -> None:
        super().__init__(text)
        self.entry = entry

    def __reduce__(self) -> tuple[type[Self], tuple[str, int | None]]:
        return (type(self), (str(self), self.entry))


class NotARecord(BadRecord):
    """Something that is not a record, or a record that this program cannot check; nothing is said about its truth.

    >>> from boardwright.core.records.record import verify
    >>> verify(b"Dear diary")
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.NotARecord: ...
    """


class UnknownGame(BoardwrightError, LookupError):
    """No installed game has that name.

    >>> from boardwright.core.game.registry import game
    >>> game("deblokle")
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.UnknownGame: No game 'deblokle' is installed; did you mean 'deblockle'?...
    """


class UnknownVersion(UnknownGame):
    """The game is installed, but it does not play that version of its rules.

    >>> from boardwright.core.game.registry import game
    >>> game("deblockle", 99)
    Traceback (most recent call last):
        ...
    boardwright.core.refusal.UnknownVersion: ...
    """

    @classmethod
    def among(cls, title: str, version: int, versions: range) -> Self:
        """Return the error for a version that is not one of these."""
        first, last = versions[0], versions[-1]
        known = f"is version {last}" if first == last else f"are versions {first} to {last}"
        return cls(f"{title} version {version} is not installed; installed {known}.")


def check(holds: bool, text: str) -> None:
    """Raise ValueError with that text unless the condition holds.

    It is for the `__post_init__` of options, whose messages it completes.

    >>> check(1 + 1 == 2, "one and one are not two")
    >>> check(1 + 1 == 3, "one and one are not three")
    Traceback (most recent call last):
        ...
    ValueError: one and one are not three
    """
    if not holds:
        raise ValueError(text)
