"""Endpoints for admins: find accounts and matches, mute, ban, rename, reset, and the audit log."""

from __future__ import annotations

from starlette.responses import Response

from boardwright.store.rows import AuditEntry
from boardwright.table.lobby.administration import Administration
from boardwright.table.server.runtime import Server
from boardwright.web.api import requests
from boardwright.web.api.endpoint import Router
from boardwright.web.api.requests import AccountId
from boardwright.web.api.responses import AdminAccount, MatchCard, PasswordReset, json_response
from boardwright.web.api.routes.lobby import STATUS, card, player_named

router = Router("admin", "/api/admin")


@router.add("GET", "/accounts", list[AdminAccount], 401, 403)
async def accounts(server: Server, _: Administration, query: requests.AccountFilter) -> Response:
    """List accounts by id, those whose name contains a text, or those of a role."""
    found = await server.store.accounts(query.role, query.after, query.limit, query.search)
    return json_response([AdminAccount.of(account) for account in found])


@router.add("GET", "/matches", list[MatchCard], 401, 403, 404)
async def matches(server: Server, _: Administration, query: requests.AnyMatchFilter) -> Response:
    """List all matches, newest first, private ones included; `player` is the name of somebody who plays in them."""
    player = None
    if query.player is not None:
        player = await player_named(server, query.player)
    rows = await server.store.matches(
        status=None if query.which is None else STATUS[query.which],
        game=query.game,
        account=None if player is None else player.id,
        before=query.before,
        limit=query.limit,
        hidden=True,
    )
    return json_response([card(row, None, server.unreadable(row)) for row in rows])


@router.add("GET", "/audit", list[AuditEntry], 401, 403)
async def audit(server: Server, _: Administration, query: requests.AuditFilter) -> Response:
    """List the acts of admins, newest first."""
    return json_response(await server.store.audit(query.before, query.limit))


@router.add("POST", "/accounts/{account}/mute", AdminAccount, 401, 403, 404)
async def mute(admin: Administration, account: AccountId, body: requests.Mute) -> Response:
    """Keep an account from writing chat messages for some minutes; 0 ends it."""
    return json_response(AdminAccount.of(await admin.mute(account, body.minutes, body.reason)))


@router.add("POST", "/accounts/{account}/ban", AdminAccount, 401, 403, 404)
async def ban(admin: Administration, account: AccountId, body: requests.AdminAct) -> Response:
    """Keep an account from using the server, and end all its sessions."""
    return json_response(AdminAccount.of(await admin.ban(account, body.reason)))


@router.add("POST", "/accounts/{account}/unban", AdminAccount, 401, 403, 404)
async def unban(admin: Administration, account: AccountId, body: requests.AdminAct) -> Response:
    """Let an account use the server again."""
    return json_response(AdminAccount.of(await admin.unban(account, body.reason)))


@router.add("POST", "/accounts/{account}/rename", AdminAccount, 401, 403, 404, 409)
async def rename(admin: Administration, account: AccountId, body: requests.Rename) -> Response:
    """Change the name of an account."""
    return json_response(AdminAccount.of(await admin.rename(account, body.name, body.reason)))


@router.add("POST", "/accounts/{account}/role", AdminAccount, 401, 403, 404, 409)
async def role(admin: Administration, account: AccountId, body: requests.NewRole) -> Response:
    """Make an account an admin, a player or a bot program."""
    return json_response(AdminAccount.of(await admin.set_role(account, body.role, body.reason)))


@router.add("POST", "/accounts/{account}/reset", PasswordReset, 401, 403, 404, 409)
async def reset(admin: Administration, account: AccountId, body: requests.AdminAct) -> Response:
    """Make the password of an account useless; the response has a recovery code for its owner."""
    changed, code = await admin.reset_password(account, body.reason)
    return json_response(PasswordReset(AdminAccount.of(changed), code))
