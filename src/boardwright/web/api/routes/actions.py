"""Endpoints for the commands of players: `POST /api/matches/{match}/{type}`. The response is the state after it."""

from __future__ import annotations

from starlette.responses import Response

from boardwright.table.live.state import State
from boardwright.table.matches.commands import Caller
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.server.runtime import Server
from boardwright.web.api import costs
from boardwright.web.api.endpoint import Router
from boardwright.web.api.messages import COMMANDS, Command
from boardwright.web.api.states import state_after

router = Router("actions", "/api/matches/{match}")


async def execute(server: Server, caller: Caller, table: OpenMatch, body: Command) -> Response:
    """Execute a command and return the state after it."""
    return await state_after(server, table, caller.account, body.execute(table, caller))


for _type, _command in COMMANDS.items():
    router.add("POST", f"/{_type}", State, 401, 403, 404, 409, body=_command, cost=costs.STATE)(execute)
