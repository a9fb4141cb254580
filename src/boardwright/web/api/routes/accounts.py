"""Endpoints for accounts and sessions."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from boardwright.store.rows import Account
from boardwright.table.accounts.accounts import SignedIn, session_id, token_hash
from boardwright.table.server.runtime import Server
from boardwright.web.api import costs, requests
from boardwright.web.api.dependencies import bearer_token, charge, charge_new_account, charge_password, user_agent
from boardwright.web.api.endpoint import Router
from boardwright.web.api.requests import SessionId
from boardwright.web.api.responses import (
    AccountView,
    ChangedAccount,
    RecoveryCodes,
    Session,
    SessionView,
    json_response,
)

router = Router("accounts")


def _session(server: Server, made: SignedIn) -> Response:
    device = server.accounts.device_for(made.account)
    return json_response(Session(made.token, AccountView.of(made.account), made.codes, device), 201)


@router.add("POST", "/guests", Session, 409, status=201)
async def guest(request: Request, server: Server, body: requests.NewGuest) -> Response:
    """Create a guest."""
    charge(request, costs.GUEST)
    charge_new_account(request)
    return _session(server, await server.accounts.guest(body.name, user_agent(request)))


@router.add("POST", "/accounts", Session, 409, status=201)
async def register(request: Request, server: Server, body: requests.NewAccount) -> Response:
    """Create an account with a password; the response has its recovery codes."""
    address = charge_password(request)
    charge_new_account(request)
    made = await server.accounts.register(
        body.name, body.password, bot=body.bot, agent=user_agent(request), address=address
    )
    return _session(server, made)


@router.add("POST", "/sessions", Session, 401, 403, status=201)
async def login(request: Request, server: Server, body: requests.Login) -> Response:
    """Log in."""
    address, agent = charge_password(request), user_agent(request)
    made = await server.accounts.login(body.name, body.password, agent, device=body.device, address=address)
    return _session(server, made)


@router.add("POST", "/recovery", Session, 401, 403, status=201)
async def recover(request: Request, server: Server, body: requests.Recovery) -> Response:
    """Set a new password by a recovery code, which works once; all sessions end."""
    address, agent = charge_password(request), user_agent(request)
    made = await server.accounts.recover(body.name, body.code, body.password, agent, address=address)
    await server.check_tokens(made.account.id)
    return _session(server, made)


@router.add("GET", "/sessions", list[SessionView], 401)
async def sessions(request: Request, server: Server, account: Account) -> Response:
    """List your sessions, newest first."""
    this = token_hash(bearer_token(request) or "")
    found = await server.accounts.sessions(account)
    return json_response([SessionView.of(token, is_this=token.hash == this) for token in found])


@router.add("DELETE", "/sessions", None, 401, status=204)
async def logout(request: Request, server: Server, account: Account, query: requests.SessionFilter) -> Response:
    """End this session, the others, or all, on every connection at once."""
    token = bearer_token(request) or ""
    if query.which == "this":
        await server.accounts.revoke(account, session_id(token_hash(token)))
    else:
        await server.accounts.revoke_all(account, token if query.which == "others" else "")
    await server.check_tokens(account.id)
    return Response(status_code=204)


@router.add("DELETE", "/sessions/{session}", None, 401, 404, status=204)
async def end_session(server: Server, account: Account, session: SessionId) -> Response:
    """End one of your sessions."""
    await server.accounts.revoke(account, session)
    await server.check_tokens(account.id)
    return Response(status_code=204)


@router.add("GET", "/me", AccountView, 401)
async def me(account: Account) -> Response:
    """Get your account."""
    return json_response(AccountView.of(account))


@router.add("PATCH", "/me", ChangedAccount, 401, 403, 409)
async def change_me(request: Request, server: Server, account: Account, body: requests.AccountChange) -> Response:
    """Change your name or, with `old_password`, your password, which ends all other sessions.

    A guest who sets a password becomes a player; the response has the recovery codes.
    """
    address = "" if body.password is None else charge_password(request)
    changed, codes = await server.accounts.change(
        account,
        name=body.name,
        password=body.password,
        old=body.old_password,
        token=bearer_token(request) or "",
        address=address,
    )
    await server.check_tokens(account.id)
    device = server.accounts.device_for(changed)
    return json_response(ChangedAccount(changed.id, changed.name, changed.role, codes, device))


@router.add("POST", "/me/recovery-codes", RecoveryCodes, 401, 403, 409)
async def new_codes(request: Request, server: Server, account: Account, body: requests.Confirmation) -> Response:
    """Replace your recovery codes."""
    address = charge_password(request)
    return json_response(RecoveryCodes(await server.accounts.new_codes(account, body.password, address)))
