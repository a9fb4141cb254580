"""Endpoints for results, hints, analyses, and the free board."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from boardwright.bots.analysis.analysis import Study
from boardwright.core.game import registry
from boardwright.core.records import record as records
from boardwright.core.refusal import BadOptions, IllegalMove, Refusal
from boardwright.core.rules.line import StepText
from boardwright.store.rows import Account
from boardwright.table.codes import Code
from boardwright.table.live.render_cache import steps_seen
from boardwright.table.lobby.new_match import check_not_played, point
from boardwright.table.matches.commands import Caller, running
from boardwright.table.matches.fair_play import trail
from boardwright.table.matches.open_match import OpenMatch
from boardwright.table.server.runtime import Server
from boardwright.table.study.analysis import MatchAnalysis
from boardwright.table.study.explorer import Explored, ExplorerStart, Followed, beginning, shown
from boardwright.table.study.result import MatchResult, Remark, annotated, remark_of, result_of
from boardwright.web.api import costs
from boardwright.web.api.dependencies import client_address
from boardwright.web.api.endpoint import Router
from boardwright.web.api.requests import AnalysisQuery, Exploration, GestureTried, HintSeat
from boardwright.web.api.responses import MoveRefusal, json_response

router = Router("analysis")

PATIENCE = 20.0
"""Seconds for which a request waits for news of an analysis."""
_JSONL = "application/jsonl"


@router.add("GET", "/matches/{match}/result", MatchResult, 401, 403, 404, 409)
async def result(server: Server, account: Account | None, table: OpenMatch) -> Response:
    """Get how a match ended: the outcome, where the scores come from, changes of ratings."""
    async with table.locked(sets_aside=False):
        table.viewer(account)
        return json_response(await result_of(server.store, table))


@router.add("GET", "/matches/{match}/remark", Remark, 401, 403, 404, 409, cost=costs.MATCH)
async def remark(server: Server, account: Account | None, table: OpenMatch) -> Response:
    """Get what a bot says at the end of a match against people: its costliest mistake, if it is analyzed."""
    return json_response(remark_of(table, await server.analysis.look(table, account)))


@router.add("POST", "/matches/{match}/hint", Study, 401, 403, 404, 409, cost=costs.STATE)
async def hint(server: Server, caller: Caller, table: OpenMatch, body: HintSeat) -> Response:
    """Get the best moves of your seat, with reasons, in a casual match against bots."""
    return json_response(await server.analysis.hint(table, caller, body.seat))


@router.add("POST", "/matches/{match}/analysis", MatchAnalysis, 401, 403, 404, 409, status=202)
async def start(server: Server, account: Account, table: OpenMatch) -> Response:
    """Begin or continue the analysis of a match that is over."""
    return json_response(await server.analysis.start(table, account), 202)


@router.add("GET", "/matches/{match}/analysis", MatchAnalysis, 401, 403, 404, 409)
async def analysis(server: Server, account: Account | None, table: OpenMatch, query: AnalysisQuery) -> Response:
    """Get the analysis of a match as far as it is computed."""
    patience = PATIENCE if query.wait else 0.0
    return json_response(await server.analysis.look(table, account, query.after, patience))


@router.add("DELETE", "/matches/{match}/analysis", MatchAnalysis, 401, 403, 404, 409)
async def stop(server: Server, account: Account, table: OpenMatch) -> Response:
    """Stop the analysis that you have started; what is computed stays."""
    server.analysis.cancel(table, account)
    return json_response(await server.analysis.look(table, account))


@router.add("GET", "/matches/{match}/analysis/record", str, 401, 403, 404, 409, media_type=_JSONL, cost=costs.STATE)
async def annotated_record(server: Server, account: Account | None, table: OpenMatch) -> Response:
    """Get the record with comments about the moves that are analyzed."""
    found = await server.analysis.look(table, account)
    data = annotated(records.dump_for(running(table), None), found.moments)
    name = f"{table.row.lobby.game}-{table.row.id}.annotated.jsonl"
    return Response(data, media_type=_JSONL, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.add("POST", "/explore", Explored, 401, 403, 404, 409, 413, cost=costs.EXPLORE)
async def explore(server: Server, account: Account | None, request: Request, body: Exploration) -> Response:
    """Get the position after a line of steps, with all legal moves. Nothing is stored, and no match changes."""
    line = await _follow(server, account, body, account.id if account else client_address(request))
    if body.match is not None and not body.steps:
        match = running(await server.table(body.match))
        line = msgspec.structs.replace(line, made=steps_seen(match, body.entry, None))
    return json_response(shown(line, body.view))


@router.add("POST", "/explore/refusal", MoveRefusal, 401, 403, 404, 409, 413, cost=costs.EXPLORE)
async def tried(server: Server, account: Account | None, request: Request, body: GestureTried) -> Response:
    """Explain why a gesture is not a legal move in the position after a line of steps."""
    line = await _follow(server, account, body, account.id if account else client_address(request))
    return json_response(MoveRefusal.of(line.position, body.gesture, body.seat))


@router.add("POST", "/explore/analysis", Study, 401, 403, 404, 409, 413, cost=costs.EXPLORE)
async def study(server: Server, account: Account, body: Exploration) -> Response:
    """Get the best moves in the position after a line of steps."""
    line = await _follow(server, account, body, account.id)
    game, position = line.game, line.position
    if position.outcome() is not None:
        raise IllegalMove(Refusal(Code.GAME_OVER, "The game is over in this position."))
    await check_not_played(server, account, game, position)
    return json_response(await server.analysis.study(game, position, position.actors[0], account, line.trail))


async def _follow(server: Server, account: Account | None, wanted: Exploration, caller: str) -> Followed:
    steps = [StepText(step.seat, step.text) for step in wanted.steps]
    return await server.explorer.follow(await _start(server, account, wanted), steps, caller)


async def _start(server: Server, account: Account | None, wanted: Exploration) -> ExplorerStart:
    if (wanted.match is None) == (not wanted.game):
        raise BadOptions("Explore from a `match` or from the beginning of a `game`, not from both.")
    if wanted.match is None:
        game = registry.game(wanted.game)
        if wanted.start:
            return await server.explorer.read(game, wanted.start, server.work)
        return await server.work.run(beginning, game, wanted.seats, wanted.options)
    table = await server.table(wanted.match)
    async with table.locked(sets_aside=False):
        found = point(table, account, entry=wanted.entry)
        passed = trail(found.match, found.entry)
        return ExplorerStart(found.match.game, found.position, (wanted.match, wanted.entry), table.weight, passed)
