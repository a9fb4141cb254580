"""Addresses for accounts and sessions."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.security import HTTPAuthorizationCredentials

from boardwright.store.rows import Account
from boardwright.web import requests
from boardwright.web.dependencies import InServer, Known, bearer_token, limit
from boardwright.web.responses import Person, Session
from boardwright.web.schema import answers, reply

router = APIRouter(tags=["accounts"])

Bearer = Annotated[HTTPAuthorizationCredentials, Depends(bearer_token)]

GUEST_COST = 4
PASSWORD_COST = 20
"""Hashing a password is work for the server, and guessing one should be work for the guesser."""


def _session(made: tuple[Account, str]) -> Response:
    return reply(Session(made[1], Person.of(made[0])), 201)


@router.post("/guests", status_code=201, responses=answers(Session, 409, status=201))
async def guest(request: Request, server: InServer, body: requests.Guest) -> Response:
    """Come in under a name."""
    limit(request, GUEST_COST)
    return _session(await server.accounts.guest(body.name))


@router.post("/accounts", status_code=201, responses=answers(Session, 409, status=201))
async def register(request: Request, server: InServer, body: requests.Register) -> Response:
    """Make an account with a password."""
    limit(request, PASSWORD_COST)
    return _session(await server.accounts.register(body.name, body.password, bot=body.bot))


@router.post("/sessions", status_code=201, responses=answers(Session, 401, status=201))
async def login(request: Request, server: InServer, body: requests.Login) -> Response:
    """Log in."""
    limit(request, PASSWORD_COST)
    return _session(await server.accounts.login(body.name, body.password))


@router.delete("/sessions", status_code=204, responses=answers(None, 401, status=204))
async def logout(server: InServer, account: Known, bearer: Bearer) -> Response:
    """Make this token worthless."""
    await server.revoke(bearer.credentials)
    return Response(status_code=204)


@router.get("/me", responses=answers(Person, 401))
async def me(account: Known) -> Response:
    """Who you are."""
    return reply(Person.of(account))


@router.patch("/me", responses=answers(Person, 401, 409))
async def change_me(request: Request, server: InServer, account: Known, bearer: Bearer, body: requests.Me) -> Response:
    """Change name or password; a guest who sets a password keeps the account. All other tokens end with the old one."""
    if body.password is not None:
        limit(request, PASSWORD_COST)
    change = server.accounts.change(account, name=body.name, password=body.password, token=bearer.credentials)
    return reply(Person.of(await change))
