"""Addresses for what can be played, and who plays it best."""

from __future__ import annotations

import random
from collections import defaultdict
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Query, Response
from markdown_it import MarkdownIt

from boardwright import bots
from boardwright.core import registry
from boardwright.core.options import options_schema
from boardwright.core.playout import random_play
from boardwright.store.rows import Account
from boardwright.store.text import is_storable
from boardwright.table.house import House
from boardwright.table.ratings import rank
from boardwright.table.refused import NotFound
from boardwright.table.trophies import trophies
from boardwright.web.answers import GameCard, Profile, Ranked, Standing, Trophy
from boardwright.web.caller import InHouse, Somebody
from boardwright.web.schema import answers, reply

router = APIRouter(tags=["games"])

SVG = "image/svg+xml"
USUAL_BOT = "level3"
"""The bot that plays where the player names none."""
_GLIMPSE = 44
"""Moves after which a game looks like itself."""


@cache
def card(name: str) -> GameCard:
    """A game as the API presents it."""
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
        bots.names(),
        game.usual_seats,
        USUAL_BOT,
    )


@router.get("/games", responses=answers(list[GameCard]))
async def games(_: Somebody) -> Response:
    """All games that can be played here."""
    return reply([card(name) for name in registry.names()])


@router.get("/games/{name}", responses=answers(GameCard, 404))
async def game(name: str, _: Somebody) -> Response:
    """One game."""
    return reply(card(name))


@router.get("/games/{name}/rules", responses=answers(str, 404, media="text/markdown"))
async def rules(name: str, _: Somebody) -> Response:
    """The rules for players."""
    return Response(registry.game(name).rules(), media_type="text/markdown")


@router.get("/games/{name}/rules.html", responses=answers(str, 404, media="text/html"))
async def rules_page(name: str, _: Somebody) -> Response:
    """The rules for players as a piece of HTML, without scripts or foreign markup."""
    return Response(_rules_html(name), media_type="text/html")


@cache
def _rules_html(name: str) -> str:
    html: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(registry.game(name).rules())
    return html.replace("<th></th>", "<td></td>")


@router.get("/games/{name}/picture.svg", responses=answers(str, 404, media=SVG))
async def picture(name: str, _: Somebody) -> Response:
    """The game in full swing, as a spectator sees it."""
    return Response(_glimpse(name), media_type=SVG)


@cache
def _glimpse(name: str) -> str:
    """A position after some random moves, always the same ones."""
    game = registry.game(name)
    position = random_play(game.begin(), random.Random(name), _GLIMPSE)
    return game.picture(position.view(None)).svg()


@router.get("/games/{name}/best", responses=answers(list[Ranked], 404))
async def best(name: str, house: InHouse, _: Somebody, limit: Annotated[int, Query(ge=1, le=100)] = 20) -> Response:
    """Who is rated highest."""
    ratings = await house.store.best(registry.game(name).name, limit)
    found = [(await house.store.account(rating.account), rating) for rating in ratings]
    return reply([Ranked(account.name, rank(rating)) for account, rating in found if account is not None])


@router.get("/players/{name}", responses=answers(Profile, 404))
async def player(name: str, house: InHouse, _: Somebody) -> Response:
    """What a player has done: ratings with their history, counts, achievements."""
    account = await house.store.account_named(name) if is_storable(name) else None
    if account is None:
        raise NotFound("no_player", "There is no such player.")
    return reply(Profile(account.name, account.role, account.created, await _standings(house, account)))


async def _standings(house: House, account: Account) -> list[Standing]:
    ratings = {rating.game: rank(rating) for rating in await house.store.ratings([account.id])}
    counts: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for tally in await house.store.tallies([account.id]):
        counts[tally.game][tally.name] = tally.count
    standings = []
    for name in registry.names():
        if name in ratings or name in counts:
            history = await house.store.rating_history(account.id, name)
            earned = trophies(registry.game(name), counts[name])
            standings.append(
                Standing(
                    name,
                    ratings.get(name),
                    [(rating.at, rank(rating)) for rating in history],
                    counts[name],
                    [Trophy(trophy.name, trophy.title, trophy.points) for trophy in earned],
                )
            )
    return standings
