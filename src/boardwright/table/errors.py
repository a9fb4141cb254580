"""Errors of the use cases: the shape of a rules' refusal, one class for each kind."""

from __future__ import annotations

from boardwright.core.refusal import BoardwrightError, Refusal
from boardwright.table.codes import Code


class RequestError(BoardwrightError):
    """A request that the server refuses; `refusal` has the stable code and the sentence.

    >>> Forbidden(Code.NOT_HOST, "Only the host can start the match.").refusal.code
    <Code.NOT_HOST: 'not_host'>
    """

    def __init__(self, code: Code, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.refusal = Refusal(code, text)


class Unauthenticated(RequestError):
    """The caller has no valid credentials."""


class Forbidden(RequestError):
    """The caller is known but may not do this."""


class NotFound(RequestError):
    """There is no such match, player, game or entry, or the caller may not know of it."""


class Conflict(RequestError):
    """The request does not fit the current state of the match or account."""


class StaleState(Conflict):
    """The match has changed since the state that the caller acted on."""

    def __init__(self) -> None:
        super().__init__(Code.CONFLICT, "The match has changed since; look at the current state.")


class RequestUsed(Conflict):
    """The request id stands for another command, which was executed."""

    def __init__(self) -> None:
        text = "You have used this request id for another command; send a new id with each command."
        super().__init__(Code.REQUEST_USED, text)


class StaleCommitment(Conflict):
    """The id of a match that a caller wants to create is not theirs to use."""

    def __init__(self) -> None:
        text = "This match id was not issued to you, or has been used; ask for a commitment and contribute again."
        super().__init__(Code.STALE_COMMITMENT, text)


class RateLimited(RequestError):
    """The caller exceeded its rate limit; `wait` is the number of seconds until a retry can succeed."""

    def __init__(self, wait: float, reason: str = "Too many requests") -> None:
        super().__init__(Code.TOO_MANY, f"{reason}; wait {max(wait, 0.1):.1f} seconds.")
        self.wait = wait


class ServiceUnavailable(RequestError):
    """The server is shutting down or broken; the same request may succeed later."""
