"""Endpoints for games and players."""

from __future__ import annotations

import random
from functools import cache

from markdown_it import MarkdownIt
from starlette.responses import Response

from boardwright import bots
from boardwright.bots import defaults
from boardwright.core import registry
from boardwright.core.options import options_schema
from boardwright.core.playout import random_play
from boardwright.store.rows import Account
from boardwright.store.validation import is_storable
from boardwright.table.codes import Code
from boardwright.table.errors import NotFound
from boardwright.table.runtime import Server
from boardwright.table.standings import RankedPlayer, leaderboard, standings
from boardwright.web.endpoint import Router
from boardwright.web.requests import GameName, Name, PageSize
from boardwright.web.responses import GameCard, Profile, json_response

router = Router("games")

SVG = "image/svg+xml"
_PREVIEW_MOVES = 44
"""Random moves before the preview picture, enough for a typical position of every game."""


@cache
def card(name: str) -> GameCard:
    """Returns a game as the API presents it; raises UnknownGame."""
    game = registry.game(name)
    return GameCard(
        game.name,
        game.title,
        game.summary,
        list(game.seats),
        game.version,
        game.has_secrets,
        game.layers,
        options_schema(game.Options),
        dict(game.options_between_people),
        bots.names(game),
        tuple(game.notations()),
        game.usual_seats,
        defaults.TABLE,
    )


@router.add("GET", "/games", list[GameCard])
async def games(_: Account | None) -> Response:
    """List the installed games."""
    return json_response([card(name) for name in registry.loadable()])


@router.add("GET", "/games/{name}", GameCard, 404)
async def game(_: Account | None, name: GameName) -> Response:
    """Get a game."""
    return json_response(card(name))


@router.add("GET", "/games/{name}/rules", str, 404, media_type="text/markdown")
async def rules(_: Account | None, name: GameName) -> Response:
    """Get the rules for players as Markdown."""
    return Response(registry.game(name).rules(), media_type="text/markdown")


@router.add("GET", "/games/{name}/rules.html", str, 404, media_type="text/html")
async def rules_page(_: Account | None, name: GameName) -> Response:
    """Get the rules for players as an HTML fragment, without scripts or embedded markup."""
    return Response(_rules_html(name), media_type="text/html")


@cache
def _rules_html(name: str) -> str:
    html: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(registry.game(name).rules())
    return html.replace("<th></th>", "<td></td>")


@router.add("GET", "/games/{name}/picture.svg", str, 404, media_type=SVG)
async def picture(_: Account | None, name: GameName) -> Response:
    """Get a picture of a typical position, as a spectator sees it."""
    return Response(_preview(name), media_type=SVG)


@cache
def _preview(name: str) -> str:
    game = registry.game(name)
    position = random_play(game.begin(), random.Random(name), _PREVIEW_MOVES)
    return game.picture(position.view(None)).svg()


@router.add("GET", "/games/{name}/best", list[RankedPlayer], 404)
async def best(_: Account | None, server: Server, name: GameName, query: PageSize) -> Response:
    """List the players with the highest ratings."""
    return json_response(await leaderboard(server.store, name, query.limit))


@router.add("GET", "/players/{name}", Profile, 404)
async def player(_: Account | None, server: Server, name: Name) -> Response:
    """Get the profile of a player: ratings with their history, counts, achievements."""
    account = await server.store.account_named(name) if is_storable(name) else None
    if account is None:
        raise NotFound(Code.NO_PLAYER, "There is no such player.")
    games = await standings(server.store, account)
    return json_response(Profile(account.name, account.role, account.created, games))
