"""The files of the page and of games' packages, under addresses that browsers may keep for good.

The entry page names every other file by its content: links get the hash of the file as their query, modules by an
import map, and files of games' packages by their addresses in a `meta` element. So a second visit asks for the entry
page alone, and after an update no old module meets a new one.
"""

from __future__ import annotations

import base64
import hashlib
import html
import os
import re
from functools import lru_cache
from pathlib import Path

import msgspec
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from boardwright.core.drawing.assets import ROOT, Extras, assets, extras
from boardwright.core.game import registry
from boardwright.web.transport.middleware import CONTENT_POLICY

_ENTRY = "index.html"
_KEEP, _CHECK = "public, max-age=31536000, immutable", "no-cache"
_POLICY = "content-security-policy"
_LINK = re.compile(r'(src|href)="/([^"#]+)"')
_GAME_FILE = {"cache-control": _KEEP, _POLICY: "default-src 'none'; style-src 'unsafe-inline'"}
"""The headers of a file of a game's package."""


class PageFiles(StaticFiles):
    """The folder of the page as an ASGI application."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True)
        self._folder = folder

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file; a browser that asks for an unknown address gets the page, which says so."""
        try:
            return await super().get_response(path, scope)
        except HTTPException as error:
            is_for_people = "text/html" in Headers(scope=scope).get("accept", "")
            if error.status_code != 404 or not is_for_people or scope["path"].startswith("/api/"):
                raise
        response = _entry_response(self._folder / _ENTRY, self._folder)
        response.status_code = 404
        return response

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Return a file, or that it has not changed."""
        path = Path(full_path)
        if path.name == _ENTRY:
            response: Response = _entry_response(path, self._folder)
        else:
            response = FileResponse(path, status_code, stat_result=stat_result)
            del response.headers["last-modified"]  # installers may give all versions of a file the same time
            found = version(path)
            response.headers["etag"] = f'"{found}"'
            is_named = scope["query_string"] == f"v={found}".encode()
            response.headers["cache-control"] = _KEEP if is_named else _CHECK
        if not self.is_not_modified(response.headers, Headers(scope=scope)):
            return response
        same = NotModifiedResponse(response.headers)
        if _POLICY in response.headers:  # a browser takes over the headers of this response into what it has
            same.headers[_POLICY] = response.headers[_POLICY]
        return same


def version(path: Path) -> str:
    """Return the version of a file: the beginning of the SHA-256 of its content."""
    found = path.stat()
    return _version(path, found.st_mtime_ns, found.st_size)


@lru_cache(256)
def _version(path: Path, _changed: int, _size: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def _entry_response(path: Path, folder: Path) -> Response:
    modules = sorted(folder.glob("js/**/*.js"))
    addresses = {module: f"/{module.relative_to(folder).as_posix()}" for module in modules}
    names = {address: f"{address}?v={version(module)}" for module, address in addresses.items()}
    names_json = msgspec.json.encode({"imports": names}).decode()
    page = _LINK.sub(lambda link: f'{link[1]}="/{link[2]}?v={version(folder / link[2])}"', path.read_text("utf-8"))
    page = page.replace("<script ", f'<script type="importmap">{names_json}</script>\n    <script ', 1)
    page = tell_extras(page, all_extras())
    hashed = base64.b64encode(hashlib.sha256(names_json.encode()).digest()).decode()
    return Response(
        page,
        media_type="text/html",
        headers={
            "etag": f'"{hashlib.sha256(page.encode()).hexdigest()[:16]}"',
            "cache-control": _CHECK,
            _POLICY: f"{CONTENT_POLICY}; script-src 'self' 'sha256-{hashed}'",
        },
    )


async def _file(request: Request) -> Response:
    package, digest, name = (request.path_params[key] for key in ("package", "digest", "name"))
    file = assets(package).get(name) if package in _packages().values() else None
    if file is None or file.digest != digest:
        raise HTTPException(404)
    return Response(file.data, media_type=file.kind, headers=_GAME_FILE)


def _packages() -> dict[str, str]:
    """Return the packages of the games that can be played."""
    return {name: type(registry.game(name)).__module__ for name in registry.loadable()}


def all_extras() -> dict[str, Extras]:
    """Return the sounds, texts and fonts that packages bring, by game; games without any are left out."""
    found = {name: extras(package) for name, package in _packages().items()}
    return {name: each for name, each in found.items() if each != Extras()}


def tell_extras(page: str, found: dict[str, Extras]) -> str:
    """Return an entry page that tells its scripts what packages bring, by game."""
    if not found:
        return page
    given = html.escape(msgspec.json.encode(found).decode())
    return page.replace("<title>", f'<meta name="games" content="{given}">\n    <title>', 1)


GAME_FILES = Route(f"{ROOT}{{package}}/{{digest}}/{{name}}", _file)
