"""Refusals as HTTP answers: one shape, the rules' own codes, and nothing about the inside."""

from __future__ import annotations

import logging
import math

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from boardwright.core.refusal import (
    BadOptions,
    BadRecord,
    BoardwrightError,
    IllegalMove,
    Refusal,
    UnknownGame,
)
from boardwright.store.port import StoreError
from boardwright.table.errors import (
    Conflict,
    Forbidden,
    NotFound,
    RateLimited,
    RequestError,
    Unauthenticated,
    Unavailable,
)
from boardwright.table.state import State, encode

log = logging.getLogger("boardwright.web")

_STATUS: tuple[tuple[type[RequestError], int], ...] = (
    (Unauthenticated, 401), (Forbidden, 403), (NotFound, 404), (Conflict, 409), (RateLimited, 429), (Unavailable, 503),
)  # fmt: skip
_CODES = {404: "no_such_address", 405: "no_such_method"}


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What every refused request is answered with; `state` comes with conflicts."""

    error: Refusal
    state: State | None = None


class TooLarge(RequestError):
    """A body or message beyond the limit."""

    def __init__(self, limit: int) -> None:
        super().__init__("too_large", f"That is too much; {limit:,} bytes are the limit.")


def status_and_refusal(error: BoardwrightError) -> tuple[int, Refusal]:
    """The HTTP status of an error and what is said about it."""
    if isinstance(error, TooLarge):
        return 413, error.refusal
    if isinstance(error, RequestError):
        return next(status for kind, status in _STATUS if isinstance(error, kind)), error.refusal
    if isinstance(error, IllegalMove):
        return 422, error.refusal
    if isinstance(error, UnknownGame):
        return 404, Refusal("no_game", _plain(str(error)))
    if isinstance(error, BadRecord):
        return 409, Refusal("bad_record", "The stored log of this match does not fit the rules installed here.")
    if isinstance(error, StoreError):
        return 503, Refusal("store_down", "The store cannot be reached; try again in a moment.")
    return 422, Refusal("bad_options" if isinstance(error, BadOptions) else "unreadable", _plain(str(error)))


def answer(error: BoardwrightError, state: State | None = None) -> Response:
    """An error as a response."""
    status, refusal = status_and_refusal(error)
    headers = {"Retry-After": str(math.ceil(error.wait))} if isinstance(error, RateLimited) else {}
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if status == 503:
        headers["Retry-After"] = "2"
    return Response(encode(Problem(refusal, state)), status, headers, "application/json")


def add_to(app: FastAPI) -> None:
    """Makes the app answer every error in the one shape."""

    @app.exception_handler(BoardwrightError)
    async def refused(request: Request, error: BoardwrightError) -> Response:
        if isinstance(error, StoreError | BadRecord):
            log.error("%s: %s", type(error).__name__, error)
        return answer(error)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return _said(422, Refusal("bad_request", _plain(f"{where}: {first['msg']}.")))

    @app.exception_handler(HTTPException)
    async def missing(request: Request, error: HTTPException) -> Response:
        status = 422 if error.status_code == 400 else error.status_code
        code = _CODES.get(status, "bad_request")
        return _said(status, Refusal(code, _plain(str(error.detail))), dict(error.headers or {}))

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        return _said(500, Refusal("broken", "Something is broken here; it has been noted."))


def _said(status: int, refusal: Refusal, headers: dict[str, str] | None = None) -> Response:
    return Response(encode(Problem(refusal)), status, headers, "application/json")


def _plain(text: str) -> str:
    """The text without half characters, which a client may have sent and no answer can hold."""
    return text.encode("utf-8", "replace").decode()
