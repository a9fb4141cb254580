"""Errors as HTTP responses: one shape, stable codes, and no internals."""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ExceptionHandler

from boardwright.core.refusal import BadOptions, BadRecord, BoardwrightError, IllegalMove, Refusal, UnknownGame
from boardwright.store.port import StoreError
from boardwright.table.codes import Code
from boardwright.table.errors import RateLimited, RequestError
from boardwright.table.live.updates import State, encode

log = logging.getLogger("boardwright.web")

INTERNAL_ERROR = Refusal(Code.BROKEN, "Internal error. It has been logged.")
NOT_SAVED = (
    "Not saved yet: the server cannot use its database now. Nothing that was confirmed is lost; try again in a moment."
)
_CODES = {404: Code.NO_SUCH_ADDRESS, 405: Code.NO_SUCH_METHOD}


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """The body of every error response; conflicts carry the current `state`."""

    error: Refusal
    state: State | None = None


class TooLarge(RequestError):
    """A body or message exceeds the size limit."""

    def __init__(self, limit: int) -> None:
        super().__init__(Code.TOO_LARGE, f"The request is too large; the limit is {limit:,} bytes.")


class InvalidRequest(RequestError):
    """A parameter or body does not match its schema."""

    def __init__(self, text: str) -> None:
        super().__init__(Code.BAD_REQUEST, _printable(text))


def status_and_refusal(error: BoardwrightError) -> tuple[int, Refusal]:
    """Return the HTTP status of an error and the refusal that describes it."""
    if isinstance(error, IllegalMove):
        return 422, error.refusal
    if isinstance(error, RequestError):
        code, text = error.code, str(error)
    elif isinstance(error, UnknownGame):
        code, text = Code.NO_GAME, str(error)
    elif isinstance(error, BadRecord):
        code, text = Code.BAD_RECORD, "The stored log of this match does not replay with the installed rules."
    elif isinstance(error, StoreError):
        code, text = Code.STORE_DOWN, NOT_SAVED
    else:
        code, text = Code.BAD_OPTIONS if isinstance(error, BadOptions) else Code.UNREADABLE, str(error)
    return code.status, Refusal(code, _printable(text))


def error_response(error: BoardwrightError, state: State | None = None) -> Response:
    """Return the response for an error."""
    status, refusal = status_and_refusal(error)
    headers = {"Retry-After": str(math.ceil(error.wait))} if isinstance(error, RateLimited) else {}
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if status == 503:
        headers["Retry-After"] = "2"
    return _response(status, Problem(refusal, state), headers)


async def on_refused(_: Request, error: Exception) -> Response:
    """Handle the errors that Boardwright raises on purpose."""
    assert isinstance(error, BoardwrightError)
    if isinstance(error, StoreError):
        log.error("%s: %s", type(error).__name__, error)
    elif isinstance(error, BadRecord):
        log.error("BadRecord at entry %s", error.entry)  # its text may quote hidden information
    return error_response(error)


async def on_http_error(_: Request, error: Exception) -> Response:
    """Handle errors of the framework, such as an unknown path."""
    assert isinstance(error, HTTPException)
    status = 422 if error.status_code == 400 else error.status_code
    refusal = Refusal(_CODES.get(status, Code.BAD_REQUEST), _printable(str(error.detail)))
    return _response(status, Problem(refusal), dict(error.headers or {}))


async def on_crash(_: Request, error: Exception) -> Response:
    """Handle unexpected errors; uvicorn logs them."""
    return _response(500, Problem(INTERNAL_ERROR))


HANDLERS: Mapping[Any, ExceptionHandler] = {
    BoardwrightError: on_refused,
    HTTPException: on_http_error,
    Exception: on_crash,
}


def _response(status: int, problem: Problem, headers: dict[str, str] | None = None) -> Response:
    return Response(encode(problem), status, headers, "application/json")


def _printable(text: str) -> str:
    """Return the text without surrogates, which a client may send but no response can encode."""
    return text.encode("utf-8", "replace").decode()
