"""The log of a match in pages, the newest first."""

from __future__ import annotations

from starlette.responses import Response

from boardwright.store.rows import Account
from boardwright.table.live.state import LOG_PAGE, log_lines
from boardwright.table.matches.open_match import OpenMatch
from boardwright.web.api import costs
from boardwright.web.api.endpoint import Router
from boardwright.web.api.requests import LogQuery
from boardwright.web.api.responses import LogPage, json_response

router = Router("inspect", "/api/matches/{match}")


@router.add("GET", "/log", LogPage, 401, 403, 404, cost=costs.LIST)
async def log(account: Account | None, table: OpenMatch, query: LogQuery) -> Response:
    """Get up to 100 entries of the log before an entry, as you may read them."""
    async with table.locked(sets_aside=False):
        viewer = table.viewer(account)
        last = viewer.last_entry(table.match)
        until = last if query.before is None else min(last, max(0, query.before - 1))
        first = max(0, until - LOG_PAGE)
        return json_response(LogPage(first, log_lines(table, viewer, first, until, as_of=last)))
