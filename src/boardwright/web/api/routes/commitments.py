"""Endpoints for the commitments that players see before they contribute to a seed."""

from __future__ import annotations

from starlette.responses import Response

from boardwright.store.rows import Account
from boardwright.table.lobby import lobby as commitments
from boardwright.table.lobby.lobby import Commitment
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.server.runtime import Server
from boardwright.web.api import requests
from boardwright.web.api.endpoint import Router
from boardwright.web.api.responses import json_response

router = Router("matches")


@router.add("POST", "/commitments", Commitment, 401, 404)
async def commit(server: Server, account: Account, body: requests.CommitmentQuery) -> Response:
    """Get an id for a new match, or the match that a quick match can join, with the hash of its seed."""
    return json_response(await commitments.commit(server, account, body.quick))


@router.add("GET", "/matches/{match}/rematch", Commitment, 401, 403, 404)
async def rematch(server: Server, account: Account | None, table: OpenMatch) -> Response:
    """Get the id of the rematch with the hash of its seed, before you ask for it."""
    table.viewer(account)
    return json_response(commitments.commit_to_rematch(server, table))
