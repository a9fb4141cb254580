"""Why the server does not do what it is asked: the same shape as a refusal of the rules, sorted by kind."""

from __future__ import annotations

from boardwright.core.refusal import BoardwrightError, Refusal


class RequestError(BoardwrightError):
    """The root of everything the table refuses; `refusal` has the stable code and the sentence.

    >>> Forbidden("not_host", "Only the host starts the match.").refusal.code
    'not_host'
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.refusal = Refusal(code, text)


class Unauthenticated(RequestError):
    """Nobody knows who is asking."""


class Forbidden(RequestError):
    """It is known who is asking, and it is not theirs to ask."""


class NotFound(RequestError):
    """There is no such match, player, game or entry, or none that the origin may know of."""


class Conflict(RequestError):
    """Somebody else was faster: the world is not what the origin thought."""


class StaleState(Conflict):
    """The match has gone on meanwhile; the origin has to look again."""

    def __init__(self) -> None:
        super().__init__("conflict", "The match has gone on meanwhile; look at it again.")


class RateLimited(RequestError):
    """Asked too often; `wait` says for how many seconds to be quiet."""

    def __init__(self, wait: float) -> None:
        super().__init__("too_many", f"Too many requests; wait {wait:.1f} seconds.")
        self.wait = wait


class Unavailable(RequestError):
    """The server is closing, or cannot reach its store; the same request may work a little later."""
