"""The OpenAPI document: requests as FastAPI describes them, answers from the very structs they are made of."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import FastAPI, Response
from fastapi.openapi.utils import get_openapi

from boardwright.table.state import State, encode
from boardwright.web.errors import Problem
from boardwright.web.responses import ANSWERS

_REF = "#/components/schemas/{name}"
_JSON = "application/json"


def reply(value: object, status: int = 200) -> Response:
    """A struct as the answer."""
    return Response(encode(value), status, media_type=_JSON)


def answers(kind: Any, *refusals: int, status: int = 200, media: str = _JSON) -> dict[int | str, dict[str, Any]]:
    """What an address answers, for the document: `kind` when all is well, a problem with these statuses else."""
    fine: dict[str, Any] = (
        {"description": "Done.", "content": {media: {"schema": _schema(kind)}}} if kind else {"description": "Done."}
    )
    problem: dict[str, Any] = {
        "description": "RequestError.",
        "content": {_JSON: {"schema": {"$ref": _REF.format(name="Problem")}}},
    }
    found: dict[int | str, dict[str, Any]] = dict.fromkeys(sorted({422, 429, 503, *refusals}), problem)
    return found | {status: fine}


def _schema(kind: Any) -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=_REF)
    return dict(schema)


def add_to(app: FastAPI) -> None:
    """Lets the app describe its answers too."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            made = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
            _, parts = msgspec.json.schema_components([State, Problem, *ANSWERS], ref_template=_REF)
            made.setdefault("components", {}).setdefault("schemas", {}).update(parts)
            app.openapi_schema = made
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]  # FastAPI's documented way to extend the document
