"""Endpoints: handlers whose arguments and documentation follow from their type annotations.

A parameter of a type in `dependencies.RESOLVERS` is resolved by it, in the order of the signature. `body` and `query`
are structs decoded from the request; any other parameter is a path parameter.
"""

from __future__ import annotations

import inspect
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar, get_type_hints

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from boardwright.table.matches.reading import GameFailed
from boardwright.table.rules_watch import RulesTimeout, is_rules_error
from boardwright.web.api import costs
from boardwright.web.api.dependencies import COST, RESOLVERS, charge_for_timeout
from boardwright.web.api.errors import InvalidRequest

log = logging.getLogger("boardwright.web")

JSON_TYPE = "application/json"
ROUTE = "boardwright.route"
"""The key in the ASGI scope under which middleware finds the path template of a request."""

Handler = Callable[..., Awaitable[Response]]
H = TypeVar("H", bound=Handler)
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    """One operation of the API. `responses` has the type of the body for each status of success."""

    method: str
    path: str
    tag: str
    handler: Handler
    responses: dict[int, Any]
    errors: tuple[int, ...]
    media_type: str
    arguments: dict[str, Any]
    summary: str
    cost: float

    def route(self) -> Route:
        """Return the Starlette route of the endpoint."""
        return Route(self.path, self.respond, methods=[self.method])

    async def respond(self, request: Request) -> Response:
        """Resolve the arguments and call the handler."""
        request.scope[ROUTE] = self.path
        request.scope[COST] = self.cost + len(await request.body()) // costs.BYTES
        values = {name: await _resolve(request, name, kind) for name, kind in self.arguments.items()}
        try:
            return await self.handler(**values)
        except (Exception, RulesTimeout) as error:
            if isinstance(error, RulesTimeout) or isinstance(error.__cause__, RulesTimeout):
                charge_for_timeout(request)
            if not is_rules_error(error):
                raise
            log.error("the rules of a game failed in %s", self.path, exc_info=error)
            raise GameFailed from error


@dataclass(frozen=True)
class Router:
    """The endpoints of one subject."""

    tag: str
    prefix: str = "/api"
    endpoints: list[Endpoint] = field(default_factory=list)

    def add(
        self,
        method: str,
        path: str,
        response: Any,
        *errors: int,
        status: int = 200,
        media_type: str = JSON_TYPE,
        body: type[msgspec.Struct] | None = None,
        also: int | None = None,
        cost: float = 1,
    ) -> Callable[[H], H]:
        """Register the decorated handler.

        `response` is the type of the body on success, `errors` are the specific error statuses. `body` narrows the
        type of the handler's body and documents the endpoint; `also` is a second status of success. `cost` is what
        a request takes from the rate limits (see `costs`).
        """

        def register(handler: H) -> H:
            hints = get_type_hints(handler, include_extras=True)
            arguments = {name: hints[name] for name in inspect.signature(handler).parameters}
            if body is not None:
                arguments["body"] = body
            endpoint = Endpoint(
                method=method,
                path=self.prefix + path,
                tag=self.tag,
                handler=handler,
                responses={each: response for each in (status, also) if each is not None},
                errors=errors,
                media_type=media_type,
                arguments=arguments,
                summary=(inspect.getdoc(body or handler) or "").partition("\n")[0],
                cost=cost,
            )
            self.endpoints.append(endpoint)
            return handler

        return register


async def _resolve(request: Request, name: str, kind: Any) -> Any:
    if kind in RESOLVERS:
        return await RESOLVERS[kind](request)
    if name == "body":
        return _decode(await request.body(), request.headers.get("Content-Type", ""), kind)
    if name == "query":
        return _convert("query", dict(request.query_params), kind)
    return _convert(name, request.path_params[name], kind)


def _decode(data: bytes, content_type: str, kind: type[T]) -> T:
    """Decode a JSON body; an empty body stands for an empty object."""
    if data and content_type.partition(";")[0].strip().lower() != JSON_TYPE:
        raise InvalidRequest(f"The body has to be JSON: send the header `Content-Type: {JSON_TYPE}`.")
    try:
        return msgspec.json.decode(data or b"{}", type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidRequest(f"body: {error}.") from None


def _convert(what: str, value: object, kind: type[T]) -> T:
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        raise InvalidRequest(f"{what}: {error}.") from None
