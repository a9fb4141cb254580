"""Why the house does not do what it is asked: the same shape as a refusal of the rules, sorted by kind."""

from __future__ import annotations

from boardwright.core.refusal import BoardwrightError, Refusal


class Refused(BoardwrightError):
    """The root of everything the table refuses; `refusal` has the stable code and the sentence.

    >>> NotAllowed("not_host", "Only the host starts the match.").refusal.code
    'not_host'
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.refusal = Refusal(code, text)


class NotKnown(Refused):
    """Nobody knows who is asking."""


class NotAllowed(Refused):
    """It is known who is asking, and it is not theirs to ask."""


class NotFound(Refused):
    """There is no such match, player, game or entry, or none that the asker may know of."""


class Clash(Refused):
    """Somebody else was faster: the world is not what the asker thought."""


class Moved(Clash):
    """The match has gone on meanwhile; the asker has to look again."""

    def __init__(self) -> None:
        super().__init__("conflict", "The match has gone on meanwhile; look at it again.")


class TooOften(Refused):
    """Asked too often; `wait` says for how many seconds to be quiet."""

    def __init__(self, wait: float) -> None:
        super().__init__("too_many", f"Too many requests; wait {wait:.1f} seconds.")
        self.wait = wait


class Closed(Refused):
    """The house is closing, or cannot reach its store; the same request may work a little later."""
