"""Endpoints for learning a game: its rules, and its first lesson."""

from __future__ import annotations

import html
from collections.abc import Sequence
from functools import cache, lru_cache

import msgspec
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from starlette.requests import Request
from starlette.responses import Response

from boardwright.core.game import registry, teaching
from boardwright.core.game.game import AnyGame
from boardwright.store.rows import Account
from boardwright.table.study.explorer import LessonPlan, lesson_plan
from boardwright.web.api.endpoint import Router
from boardwright.web.api.requests import GameName
from boardwright.web.api.responses import KEPT, json_response

router = Router("learning", "/api/games/{name}")

_VARY = {"Vary": "Accept-Language"}
_PICTURE = "position"
"""The language of code blocks that stand for pictures: the scene follows it, the caption is the content."""


@router.add("GET", "/rules", str, 404, media_type="text/markdown")
async def rules(_: Account | None, name: GameName, request: Request) -> Response:
    """Get the rules as Markdown, with the notation of moves, in the language that the caller prefers."""
    return Response(teaching.rules(registry.game(name), _wishes(request)), media_type="text/markdown", headers=_VARY)


@router.add("GET", "/rules.html", str, 404, media_type="text/html")
async def rules_page(_: Account | None, name: GameName, request: Request) -> Response:
    """Get the rules for players as an HTML fragment with pictures, without scripts or the author's own markup."""
    text = teaching.player_rules(registry.game(name), _wishes(request))
    return Response(_rules_html(name, text), media_type="text/html", headers=KEPT | _VARY)


def _wishes(request: Request) -> str:
    return request.headers.get("Accept-Language", "")


@router.add("GET", "/lesson", LessonPlan, 404)
async def lesson(_: Account | None, name: GameName) -> Response:
    """Get the first lesson: steps to play on a free board, and a small match at the end."""
    return json_response(_plan(name))


@cache
def _plan(name: str) -> LessonPlan:
    return lesson_plan(registry.game(name))


class _Renderer(RendererHTML):
    """The renderer that shows code blocks of the language `position` as pictures; the environment holds the game."""

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        kind, _, scene = tokens[idx].info.strip().partition(" ")
        if kind == _PICTURE:
            return figure(env["game"], scene.strip(), tokens[idx].content.strip())
        return super().fence(tokens, idx, options, env)


@lru_cache(64)
def _rules_html(name: str, text: str) -> str:
    game = registry.game(name)
    markdown = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table")
    return str(markdown.render(text, {"game": game})).replace("<th></th>", "<td></td>")


def figure(game: AnyGame, name: str, caption: str) -> str:
    """Return the picture of a scene with a caption; the page draws its marks."""
    scene = teaching.lesson(game).scenes[name]
    position = scene.build(game)
    svg = game.picture(position.view(next(iter(position.actors), 0))).svg()
    mark, crop = (html.escape(msgspec.json.encode(names).decode()) for names in (scene.mark, scene.crop))
    return (
        f'<figure class="position" data-mark="{mark}" data-crop="{crop}">{svg}'
        f"<figcaption>{html.escape(caption)}</figcaption></figure>"
    )
