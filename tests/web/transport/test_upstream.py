"""The undocumented parts of other packages that are used: if an upgrade changes them, these tests say so.

`pyproject.toml` bounds the versions of these packages. To raise a bound, let these tests and those of the layer pass.
"""

from __future__ import annotations

import ast
import asyncio
import inspect
import re
import signal
import tomllib
from collections.abc import Callable, Iterator
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
import uvicorn
from confusable_homoglyphs.confusables import confusables_data
from packaging.requirements import Requirement
from starlette.datastructures import Headers
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets import utils
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.server import ServerProtocol

ROOT = Path(__file__).parents[3]
BOUNDED = {
    "uvicorn": {"uvicorn.protocols"},
    "websockets": {"websockets.extensions", "websockets.frames", "websockets.speedups", "websockets.utils"},
    "starlette": {"starlette.staticfiles"},
    "confusable-homoglyphs": {"confusable_homoglyphs.confusables"},
}
"""Packages, and the modules of them that are used without being documented, or whose classes are extended."""

SIGNATURES: dict[Callable[..., Any], list[str]] = {
    HttpToolsProtocol.connection_made: ["transport"],
    HttpToolsProtocol.connection_lost: ["exc"],
    HttpToolsProtocol.data_received: ["data"],
    HttpToolsProtocol.send_400_response: ["msg"],
    HttpToolsProtocol.on_headers_complete: [],
    HttpToolsProtocol.on_message_complete: [],
    HttpToolsProtocol.on_response_complete: [],
    HttpToolsProtocol.handle_websocket_upgrade: [],
    WebSocketsSansIOProtocol.connection_lost: ["exc"],
    WebSocketsSansIOProtocol.data_received: ["data"],
    WebSocketsSansIOProtocol.run_asgi: [],
    WebSocketsSansIOProtocol.send: ["message"],
    uvicorn.Server.startup: ["sockets"],
    uvicorn.Server.shutdown: ["sockets"],
    StaticFiles.get_response: ["path", "scope"],
    StaticFiles.file_response: ["full_path", "stat_result", "scope", "status_code"],
    StaticFiles.is_not_modified: ["response_headers", "request_headers"],
}


@pytest.mark.parametrize("function", SIGNATURES, ids=lambda function: function.__qualname__)
def test_methods_that_are_extended_or_called_take_what_they_took(function: Callable[..., Any]) -> None:
    assert list(inspect.signature(function).parameters)[1:] == SIGNATURES[function]


def set_by(kind: type) -> set[str]:
    """Return the names of all attributes that the methods of a class mention."""
    return set(
        chain.from_iterable(each.__code__.co_names for each in vars(kind).values() if type(each) is FunctionType)
    )


def test_connections_have_the_attributes_that_are_read() -> None:
    async def make() -> tuple[HttpToolsProtocol, WebSocketsSansIOProtocol]:
        config = uvicorn.Config(lambda: None, ws_max_size=7)
        config.load()
        loop = asyncio.get_running_loop()
        return HttpToolsProtocol(config, ServerState(), {}, loop), WebSocketsSansIOProtocol(
            config, ServerState(), {}, loop
        )

    http, live = asyncio.run(make())
    for name in ("config", "client", "loop", "transport", "cycle", "pipeline"):
        assert hasattr(http, name), name
    for name in ("config", "loop", "transport", "queue", "handshake_initiated", "close_sent", "read_paused", "conn"):
        assert hasattr(live, name), name
    assert live.config.ws_max_size == 7
    assert (live.handshake_initiated, live.close_sent, live.read_paused) == (False, False, False)
    assert "scope" in set_by(WebSocketsSansIOProtocol)
    assert "response_complete" in set_by(RequestResponseCycle)
    assert issubclass(ClientDisconnected, Exception)
    assert inspect.signature(uvicorn.Server.handle_exit).bind(None, signal.SIGTERM, None)  # sse-starlette replaces it
    assert "started" in vars(uvicorn.Server(live.config))


def test_frames_are_read_by_parts_of_websockets() -> None:
    protocol = ServerProtocol()
    assert protocol.current_size is None, "the size of the message of which fragments have come"
    assert list(protocol.extensions) == []
    assert PerMessageDeflate(False, False, 12, 11).local_max_window_bits == 11
    data, mask = b"a move of many bytes", b"\1\2\3\4"
    assert bytes(utils.apply_mask(utils.apply_mask(data, mask), mask)) == data
    speedups = pytest.importorskip("websockets.speedups")
    assert speedups.apply_mask(data, mask) == utils.apply_mask(data, mask)


def test_a_response_that_is_not_modified_is_made_of_headers() -> None:
    assert NotModifiedResponse(Headers({"etag": '"1"'})).headers["etag"] == '"1"'


def test_look_alikes_are_a_table_of_texts() -> None:
    assert {"c"} <= {key for each in confusables_data["a"] for key in each}
    assert all(isinstance(each["c"], str) for each in confusables_data["a"])


def imported() -> Iterator[str]:
    """Yield the modules that the package imports."""
    for path in (ROOT / "src" / "boardwright").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield node.module
            elif isinstance(node, ast.Import):
                yield from (name.name for name in node.names)


def test_no_other_inner_module_is_used() -> None:
    used = set(imported())
    inner = {name for name in used if re.search(r"\._[a-z]", name) and not name.startswith(("boardwright", "__"))}
    assert inner == set()
    for package, modules in BOUNDED.items():
        prefix = package.replace("-", "_")
        for module in modules:
            assert any(name == module or name.startswith(f"{module}.") for name in used), f"{module} is not used"
        if prefix in ("uvicorn", "websockets"):
            deep = {name for name in used if name.startswith(f"{prefix}.")}
            assert all(any(name.startswith(module) for module in modules) for name in deep), deep


@pytest.mark.parametrize("package", BOUNDED)
def test_packages_of_which_more_is_used_than_documented_have_an_upper_bound(package: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found = [Requirement(each) for each in project["optional-dependencies"]["web"]]
    (bound,) = [each.specifier for each in found if each.name == package]
    assert any(part.operator == "<" for part in bound)
    assert version(package) in bound
