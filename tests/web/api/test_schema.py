"""The OpenAPI document against the server: responses conform to it, for valid and invalid requests."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from boardwright.web.api import openapi
from boardwright.web.api.routes import ENDPOINTS
from tests.scale import scaled
from tests.web.case import AppCase

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
ENDLESS = "/api/matches/{match}/events"


@cache
def document() -> Any:
    return schemathesis.openapi.from_dict(openapi.document(ENDPOINTS))


def takes_input(operation: Any) -> bool:
    raw = operation.definition.raw
    return bool(raw["parameters"]) or "requestBody" in raw or raw.get("security") == [{"bearer": []}]


def requests() -> list[Any]:
    """Return every operation with requests that fit, and requests that do not where it takes any input."""
    found = [each.ok() for each in document().get_all_operations()]
    return [
        pytest.param(each, mode, id=f"{each.label} {mode.value}")
        for each in found
        for mode in GenerationMode
        if each.path != ENDLESS and (mode is GenerationMode.POSITIVE or takes_input(each))
    ]


@pytest.fixture(scope="module")
def served() -> Any:
    """Yield an app with a running match, and the token of one of its players."""
    case = AppCase()
    case.setUp()
    yield case, *case.duel()
    case.doCleanups()


@pytest.mark.parametrize(("operation", "mode"), requests())
def test_answers_are_as_the_document_says(served: Any, operation: Any, mode: GenerationMode) -> None:
    inside, match, token, _ = served

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=scaled(5), derandomize=True, deadline=None, database=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    def ask(case: Any) -> None:
        if "match" in case.path_parameters and len(str(case.path_parameters["match"])) % 2:
            case.path_parameters["match"] = match
        request = case.as_transport_kwargs(base_url="http://testserver")
        head = {key: value for key, value in request.pop("headers").items() if key.lower() != "authorization"}
        request.pop("cookies", None)
        if "data" in request:
            request["content"] = request.pop("data")
        body = request.pop("json", None)
        if body is not None:
            request["content"], head["Content-Type"] = json.dumps(body), "application/json"
        if case.path != "/api/sessions" or case.method != "DELETE":
            head["Authorization"] = f"Bearer {token}"
        answer = inside.client.request(**request, headers=head)
        case.validate_response(answer, checks=CHECKS)

    ask()


def test_the_document_names_every_kind_of_answer() -> None:
    paths = openapi.document(ENDPOINTS)["paths"]
    for path, methods in paths.items():
        for method, operation in methods.items():
            assert operation["summary"], f"{method} {path}"
            assert {"422", "429", "503"} <= set(operation["responses"]), f"{method} {path}"
            assert "401" in operation["responses"] or "security" not in operation, f"{method} {path}"
