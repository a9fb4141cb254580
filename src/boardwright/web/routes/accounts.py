"""Endpoints for accounts and sessions."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from boardwright.store.rows import Account
from boardwright.table.runtime import Server
from boardwright.web import requests
from boardwright.web.dependencies import bearer_token, limit_address
from boardwright.web.endpoint import Router
from boardwright.web.responses import AccountView, Session, json_response

router = Router("accounts")

GUEST_COST = 4
PASSWORD_COST = 20
"""Hashing a password is expensive for the server, and guessing one should be expensive for the client."""


def _session(created: tuple[Account, str]) -> Response:
    account, token = created
    return json_response(Session(token, AccountView.of(account)), 201)


@router.add("POST", "/guests", Session, 409, status=201)
async def guest(request: Request, server: Server, body: requests.NewGuest) -> Response:
    """Create a guest."""
    limit_address(request, GUEST_COST)
    return _session(await server.accounts.guest(body.name))


@router.add("POST", "/accounts", Session, 409, status=201)
async def register(request: Request, server: Server, body: requests.NewAccount) -> Response:
    """Create an account with a password."""
    limit_address(request, PASSWORD_COST)
    return _session(await server.accounts.register(body.name, body.password, bot=body.bot))


@router.add("POST", "/sessions", Session, 401, status=201)
async def login(request: Request, server: Server, body: requests.Login) -> Response:
    """Log in."""
    limit_address(request, PASSWORD_COST)
    return _session(await server.accounts.login(body.name, body.password))


@router.add("DELETE", "/sessions", None, 401, status=204)
async def logout(request: Request, server: Server, account: Account) -> Response:
    """Revoke the token of this request."""
    await server.revoke(bearer_token(request) or "")
    return Response(status_code=204)


@router.add("GET", "/me", AccountView, 401)
async def me(account: Account) -> Response:
    """Get your account."""
    return json_response(AccountView.of(account))


@router.add("PATCH", "/me", AccountView, 401, 409)
async def change_me(request: Request, server: Server, account: Account, body: requests.AccountChange) -> Response:
    """Change your name or password; a new password revokes all other tokens and makes a guest a player."""
    if body.password is not None:
        limit_address(request, PASSWORD_COST)
    token = bearer_token(request) or ""
    changed = await server.accounts.change(account, name=body.name, password=body.password, token=token)
    return json_response(AccountView.of(changed))
