"""The OpenAPI document, generated from the endpoints and the structs they use."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from boardwright import __version__
from boardwright.core.layout.message import schema
from boardwright.store.rows import Account
from boardwright.table.lobby.administration import Administration
from boardwright.table.matches.commands import Caller
from boardwright.table.matches.seating import MatchId
from boardwright.web.api.dependencies import RESOLVERS
from boardwright.web.api.endpoint import JSON_TYPE, Endpoint
from boardwright.web.api.errors import Problem
from boardwright.web.api.messages import MAX_REQUEST_ID

_REF = "#/components/schemas/{name}"
_COMMON_ERRORS = (422, 429, 503)
_WITH_TOKEN = (Account, Caller, Administration)
_BEARER = {"type": "http", "scheme": "bearer", "description": "The token that a guest, account or session gets."}
_REQUEST_ID = {
    "name": "Request-Id",
    "in": "header",
    "description": "A repeated request with the same id is executed only once.",
    "schema": {"type": "string", "maxLength": MAX_REQUEST_ID},
}


def document(endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """Return the OpenAPI document of the endpoints."""
    found = list(endpoints)
    types = [Problem, *(kind for endpoint in found for kind in _types(endpoint))]
    _, schemas = msgspec.json.schema_components(types, schema_hook=schema, ref_template=_REF)
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in found:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Boardwright", "version": __version__, "description": "Turn-based board games."},
        "paths": paths,
        "components": {"schemas": schemas, "securitySchemes": {"bearer": _BEARER}},
    }


def _types(endpoint: Endpoint) -> list[Any]:
    body = endpoint.arguments.get("body")
    return [kind for kind in (*endpoint.responses.values(), body) if kind is not None]


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "tags": [endpoint.tag],
        "summary": endpoint.summary,
        "operationId": re.sub(r"\W+", "_", f"{endpoint.method.lower()}{endpoint.path}").strip("_"),
        "parameters": _parameters(endpoint),
        "responses": _responses(endpoint),
    }
    kinds = endpoint.arguments.values()
    if any(kind in kinds for kind in _WITH_TOKEN):
        operation["security"] = [{"bearer": []}]
    elif Account | None in kinds:
        operation["security"] = [{"bearer": []}, {}]
    body = endpoint.arguments.get("body")
    if body is not None:
        required = any(each.required for each in msgspec.structs.fields(body))
        operation["requestBody"] = {"required": required, "content": {JSON_TYPE: {"schema": _schema(body)}}}
    return operation


def _parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    in_path: dict[str, Any] = {"match": MatchId} if "{match}" in endpoint.path else {}
    in_path |= {
        name: kind
        for name, kind in endpoint.arguments.items()
        if kind not in RESOLVERS and name not in ("body", "query")
    }
    found: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": _schema(kind)} for name, kind in in_path.items()
    ]
    query = endpoint.arguments.get("query")
    for each in () if query is None else msgspec.structs.fields(query):
        described = _schema(each.type)
        found.append({"name": each.encode_name, "in": "query", "required": each.required, "schema": described})
    if Caller in endpoint.arguments.values():
        found.append(_REQUEST_ID)
    return found


def _responses(endpoint: Endpoint) -> dict[str, Any]:
    refused = {"description": "Refused.", "content": {JSON_TYPE: {"schema": _schema(Problem)}}}
    errors = {*_COMMON_ERRORS, *endpoint.errors}
    if any(kind in endpoint.arguments.values() for kind in (*_WITH_TOKEN, Account | None)):
        errors.add(401)  # also where a token may be left out: one that is sent has to be valid
    found: dict[str, Any] = {str(status): refused for status in sorted(errors)}
    for status, kind in endpoint.responses.items():
        content = {} if kind is None else {"content": {endpoint.media_type: {"schema": _schema(kind)}}}
        found[str(status)] = {"description": "Success.", **content}
    return found


def _schema(kind: Any) -> dict[str, Any]:
    (found,), _ = msgspec.json.schema_components([kind], schema_hook=schema, ref_template=_REF)
    return found
