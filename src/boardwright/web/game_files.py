"""Serves the picture files of installed games: once, because the address of a file changes with its content."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boardwright.core import registry
from boardwright.core.assets import ROOT, assets

_HEADERS = {
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
}


async def _file(request: Request) -> Response:
    package, digest, name = (request.path_params[key] for key in ("package", "digest", "name"))
    known = {type(registry.game(each)).__module__ for each in registry.loadable()}
    file = assets(package).get(name) if package in known else None
    if file is None or file.digest != digest:
        raise HTTPException(404)
    return Response(file.data, media_type=file.kind, headers=_HEADERS)


ROUTE = Route(f"{ROOT}{{package}}/{{digest}}/{{name}}", _file)
