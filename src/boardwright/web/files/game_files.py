"""Serves files of installed games' packages: once, because the address of a file changes with its content."""

from __future__ import annotations

import html

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boardwright.core.drawing.assets import ROOT, Extras, assets, extras
from boardwright.core.game import registry

_HEADERS = {
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
}


async def _file(request: Request) -> Response:
    package, digest, name = (request.path_params[key] for key in ("package", "digest", "name"))
    file = assets(package).get(name) if package in _packages().values() else None
    if file is None or file.digest != digest:
        raise HTTPException(404)
    return Response(file.data, media_type=file.kind, headers=_HEADERS)


def _packages() -> dict[str, str]:
    """Returns the packages of the games that can be played."""
    return {name: type(registry.game(name)).__module__ for name in registry.loadable()}


def all_extras() -> dict[str, Extras]:
    """Returns the sounds, texts and fonts that packages bring, by game; games without any are left out."""
    found = {name: extras(package) for name, package in _packages().items()}
    return {name: each for name, each in found.items() if each != Extras()}


def tell_extras(page: str, found: dict[str, Extras]) -> str:
    """Returns an entry page that tells its scripts what packages bring, by game."""
    if not found:
        return page
    given = html.escape(msgspec.json.encode(found).decode())
    return page.replace("<title>", f'<meta name="games" content="{given}">\n    <title>', 1)


ROUTE = Route(f"{ROOT}{{package}}/{{digest}}/{{name}}", _file)
