"""Who is asking, and of which server: what the addresses of the API depend on."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import Depends, Header, Path, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from boardwright.core.refusal import Unreadable
from boardwright.store.rows import Account
from boardwright.table.commands import Caller
from boardwright.table.errors import NotFound, Unauthenticated
from boardwright.table.runtime import Server
from boardwright.table.table import Table
from boardwright.web.limits import Buckets

LONGEST_REQUEST_ID = 40
_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")

bearer_token = HTTPBearer(auto_error=False, description="The token that guests, accounts and sessions are given.")


def the_server(request: Request) -> Server:
    """The server of this process."""
    server: Server = request.app.state.server
    return server


InServer = Annotated[Server, Depends(the_server)]


def address(request: Request) -> str:
    """Where the request comes from."""
    return request.client.host if request.client else "nowhere"


def limit(request: Request, cost: float) -> None:
    """Charges the address for something that an unknown caller may do; RateLimited when it is too much."""
    buckets: Buckets = request.app.state.buckets
    buckets.take(address(request), cost)


async def somebody(
    request: Request,
    server: InServer,
    bearer: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer_token)],
) -> Account | None:
    """The account whose token came with the request; None without a token. A wrong token is refused."""
    if bearer is None:
        limit(request, 1)
        return None
    try:
        account = await server.accounts.who(bearer.credentials)
    except Unauthenticated:
        limit(request, 5)
        raise
    buckets: Buckets = request.app.state.buckets
    buckets.take(f"account {account.id}")
    return account


Somebody = Annotated[Account | None, Depends(somebody)]


async def known(account: Somebody) -> Account:
    """The account whose token came with the request; Unauthenticated without one."""
    if account is None:
        raise Unauthenticated("no_token", "Say who you are: send the header `Authorization: Bearer TOKEN`.")
    return account


Known = Annotated[Account, Depends(known)]


async def the_table(server: InServer, match: Annotated[str, Path(description="The match's id.")]) -> Table:
    """The table of the match that the address names."""
    if not _ID.fullmatch(match):
        raise NotFound("no_match", "There is no such match.")
    return await server.table(match)


AtTable = Annotated[Table, Depends(the_table)]


def request_id(
    request_id: Annotated[
        str, Header(description="Repeat a request with the same id and it is done only once.", max_length=200)
    ] = "",
) -> str:
    """The id the caller gave the request; empty without one."""
    if len(request_id) > LONGEST_REQUEST_ID or not request_id.isprintable():
        raise Unreadable(f"A request id has {LONGEST_REQUEST_ID} printable characters at most.")
    return request_id


RequestId = Annotated[str, Depends(request_id)]


async def acting(server: InServer, account: Known, request: RequestId) -> Caller:
    """The caller as one who commands now."""
    return Caller(account, server.now(), request=request)


Acting = Annotated[Caller, Depends(acting)]
