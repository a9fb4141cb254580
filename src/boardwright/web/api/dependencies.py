"""The dependencies of endpoints: the runtime, the caller's account, the table, rate limits.

An endpoint names a dependency by the type of its parameter; see `RESOLVERS`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import msgspec
from starlette.requests import Request

from boardwright.core.refusal import Unreadable
from boardwright.store.rows import Account, MatchRow
from boardwright.table.codes import Code
from boardwright.table.errors import NotFound, Unauthenticated
from boardwright.table.limits.limits import RateLimits, address_key
from boardwright.table.lobby.administration import Administration
from boardwright.table.matches.commands import Caller
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.matches.seating import MatchId
from boardwright.table.server.runtime import Server
from boardwright.web.api import costs
from boardwright.web.api.messages import MAX_REQUEST_ID

MAX_AGENT = 200


def server_of(request: Request) -> Server:
    """Return the runtime of this process."""
    server: Server = request.app.state.server
    return server


COST = "boardwright.cost"
"""The key in the ASGI scope under which the cost of a request is found."""


def client_address(request: Request) -> str:
    """Return the address of the client, as limits count it."""
    return address_key(request.client.host if request.client else "unknown")


def _limits(request: Request) -> RateLimits:
    limits: RateLimits = request.app.state.limits
    return limits


def charge(request: Request, cost: float, account: Account | None = None) -> None:
    """Take the cost of a request from the limits of the account, or of an anonymous caller; raise RateLimited."""
    _limits(request).take(None if account is None else account.id, client_address(request), cost)


def charge_for_reading(request: Request, rows: Sequence[MatchRow], account: Account | None) -> None:
    """Take from the limits of the caller what the long texts of matches, such as custom cards, have cost to read."""
    if cost := sum(row.lobby.length for row in rows) // costs.CHARACTERS:
        _limits(request).charge(None if account is None else account.id, client_address(request), cost)


def charge_password(request: Request) -> str:
    """Take the cost of a password from the limits of the address, which is returned; raise RateLimited."""
    address = client_address(request)
    _limits(request).take_password(address, costs.PASSWORD)
    return address


def charge_for_timeout(request: Request) -> None:
    """Charge for rules that were interrupted, so that nobody has them run again and again."""
    _limits(request).charge(None, client_address(request), costs.RULES_TIMEOUT)


def charge_new_account(request: Request) -> None:
    """Count an account, which stays, for the address; raise RateLimited."""
    _limits(request).take_new_account(client_address(request))


def bearer_token(request: Request) -> str | None:
    """Return the token of the request; None without one."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def user_agent(request: Request) -> str:
    """Return how the client describes itself, for the list of sessions."""
    text = request.headers.get("User-Agent", "")[:MAX_AGENT]
    return "".join(each for each in text if each.isprintable())


async def optional_account(request: Request) -> Account | None:
    """Return the account of the request, None without a token; raise Unauthenticated for an invalid token."""
    token = bearer_token(request)
    if token is None:
        charge(request, request.scope[COST])
        return None
    try:
        account = await server_of(request).accounts.authenticate(token)
    except Unauthenticated:
        charge(request, costs.INVALID_TOKEN)
        raise
    charge(request, request.scope[COST], account)
    return account


async def required_account(request: Request) -> Account:
    """Return the account of the request; raise Unauthenticated without a token."""
    account = await optional_account(request)
    if account is None:
        raise Unauthenticated(Code.NO_TOKEN, "A token is required: send the header `Authorization: Bearer TOKEN`.")
    return account


async def requested_table(request: Request) -> OpenMatch:
    """Return the table of the match in the path; raise NotFound."""
    try:
        match = msgspec.convert(request.path_params["match"], MatchId)
    except msgspec.ValidationError:
        raise NotFound(Code.NO_MATCH, "There is no such match.") from None
    return await server_of(request).table(match)


async def caller_of(request: Request) -> Caller:
    """Return the account of the request as a caller, with the request id from the header `Request-Id`."""
    request_id = request.headers.get("Request-Id", "")
    if len(request_id) > MAX_REQUEST_ID or not request_id.isprintable():
        raise Unreadable(f"A request id has at most {MAX_REQUEST_ID} printable characters.")
    account = await required_account(request)
    return Caller(account, server_of(request).now(), request=request_id)


async def administration(request: Request) -> Administration:
    """Return what an admin may do; raise Forbidden for everybody else."""
    return Administration(server_of(request), await required_account(request))


async def _request(request: Request) -> Request:
    return request


async def _server(request: Request) -> Server:
    return server_of(request)


RESOLVERS: Mapping[Any, Callable[[Request], Awaitable[Any]]] = {
    Request: _request,
    Server: _server,
    Account: required_account,
    Account | None: optional_account,
    OpenMatch: requested_table,
    Caller: caller_of,
    Administration: administration,
}
"""The function that resolves a parameter of an endpoint, by the type of the parameter."""
