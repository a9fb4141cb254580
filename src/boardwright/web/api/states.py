"""Responses with the state of a match."""

from __future__ import annotations

from collections.abc import Awaitable

from starlette.responses import Response

from boardwright.store.change import Appended
from boardwright.store.rows import Account
from boardwright.table.errors import StaleState
from boardwright.table.live.state import State, state_for
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.server.runtime import Server
from boardwright.web.api.errors import error_response
from boardwright.web.api.responses import json_response


async def current_state(server: Server, table: OpenMatch, account: Account | None) -> State:
    """Returns the current state of a match as that account sees it."""
    async with table.locked():
        return state_for(table, table.viewer(account), server.now())


async def state_response(server: Server, table: OpenMatch, account: Account | None, status: int = 200) -> Response:
    """Returns a response with the current state of a match."""
    return json_response(await current_state(server, table, account), status)


async def state_after(
    server: Server, table: OpenMatch, account: Account, command: Awaitable[OpenMatch | Appended | None]
) -> Response:
    """Awaits a command and returns the state after it, of the new table if it created one.

    If the caller acted on a stale state, the error response carries the current one.
    """
    try:
        result = await command
    except StaleState as error:
        return error_response(error, await current_state(server, table, account))
    return await state_response(server, result if isinstance(result, OpenMatch) else table, account)
