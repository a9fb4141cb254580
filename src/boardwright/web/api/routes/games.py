"""Endpoints for games and players."""

from __future__ import annotations

import random
from functools import cache

from starlette.responses import Response

from boardwright import bots
from boardwright.bots.levels import STRENGTHS, TABLE
from boardwright.core.game import registry
from boardwright.core.game.table_of import table_of
from boardwright.core.layout import stacked
from boardwright.core.rules.options import options_schema
from boardwright.core.rules.seats import usual_seats
from boardwright.core.search.playout import random_play
from boardwright.store.installed import installed
from boardwright.store.rows import Account
from boardwright.table.results.standings import RankedPlayer, leaderboard, standings
from boardwright.table.server.runtime import Server
from boardwright.web.api.endpoint import Router
from boardwright.web.api.requests import GameName, Name, PageSize
from boardwright.web.api.responses import KEPT, SVG, GameCard, Profile, json_response
from boardwright.web.api.routes.lobby import player_named

router = Router("games")

_PREVIEW_MOVES = 44
"""Random moves before the preview picture, enough for a typical position of every game."""


@cache
def card(name: str) -> GameCard:
    """Return a game as the API presents it; raise UnknownGame."""
    game = registry.game(name)
    return GameCard(
        game.name,
        game.title,
        game.summary,
        list(game.seats),
        game.version,
        game.has_secrets,
        game.layers,
        options_schema(game.Options, game.usual_options),
        dict(game.Options.between_people),
        bots.names(game),
        tuple(game.notations()),
        usual_seats(game.seats),
        TABLE,
        game.minutes,
        STRENGTHS,
        installed(name),
    )


@router.add("GET", "/games", list[GameCard])
async def games(_: Account | None) -> Response:
    """List the installed games."""
    return json_response([card(name) for name in registry.loadable()])


@router.add("GET", "/games/{name}", GameCard, 404)
async def game(_: Account | None, name: GameName) -> Response:
    """Get a game."""
    return json_response(card(name))


@router.add("GET", "/games/{name}/picture.svg", str, 404, media_type=SVG)
async def picture(_: Account | None, name: GameName) -> Response:
    """Get a picture of the board in a typical position, as a spectator sees it."""
    return Response(_preview(name), media_type=SVG, headers=KEPT)


@cache
def _preview(name: str) -> str:
    game = registry.game(name)
    position = random_play(game.begin(), random.Random(name), _PREVIEW_MOVES)
    return stacked.picture(table_of(game, position.view(None)), boards_only=True).svg()


@router.add("GET", "/games/{name}/best", list[RankedPlayer], 404)
async def best(_: Account | None, server: Server, name: GameName, query: PageSize) -> Response:
    """List the players with the highest ratings."""
    return json_response(await leaderboard(server.store, name, query.limit))


@router.add("GET", "/players/{name}", Profile, 404)
async def player(_: Account | None, server: Server, name: Name) -> Response:
    """Get the profile of a player: ratings with their history, counts, progress toward achievements."""
    account = await player_named(server, name)
    games = await standings(server.store, account)
    return json_response(Profile(account.name, account.role, account.created, games))
