"""Error codes: one enumeration, used everywhere, and the same in docs/api.md."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import boardwright
from boardwright.table import errors
from boardwright.table.codes import Code
from tools.tables import CODES

SOURCE = Path(boardwright.__file__).parent
API = SOURCE.parent.parent / "docs" / "api.md"
STATUS = {"Unauthenticated": 401, "Forbidden": 403, "NotFound": 404, "Conflict": 409, "ServiceUnavailable": 503}


def calls(*folders: str) -> Iterator[tuple[str, str, str, ast.expr]]:
    """Yield every call in these folders that has a positional argument: the file, the callee and that argument."""
    for folder in folders:
        for path in sorted((SOURCE / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and node.args:
                    name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
                    yield folder, f"{path.name}:{node.lineno}", name, node.args[0]


def test_core_refuses_with_listed_codes_only() -> None:
    used = {
        argument.value: place
        for _, place, name, argument in calls("core")
        if name == "Refusal" and isinstance(argument, ast.Constant)
    }
    assert len(used) > 10
    assert {code: place for code, place in used.items() if code not in set(map(str, Code))} == {}


def test_the_server_names_codes_by_the_enumeration() -> None:
    literal = [
        f"{folder}/{place}"
        for folder, place, name, argument in calls("table", "web", "store")
        if name in {"Refusal", "Closed", "RequestError", *STATUS} and isinstance(argument, ast.Constant)
    ]
    assert literal == []


def test_every_code_is_used() -> None:
    text = "\n".join(
        path.read_text("utf-8")
        for folder in ("core", "table", "web")
        for path in (SOURCE / folder).rglob("*.py")
        if path.name != "codes.py"
    )
    assert [code for code in Code if f"Code.{code.name}" not in text and f'"{code}"' not in text] == []


def test_an_error_class_and_its_codes_have_the_same_status() -> None:
    pairs = [
        (place, STATUS[name], Code[argument.attr].status)
        for _, place, name, argument in calls("table", "web")
        if name in STATUS and isinstance(argument, ast.Attribute)
    ]
    assert len(pairs) > 20
    assert [pair for pair in pairs if pair[1] != pair[2]] == []


def test_refusals_of_a_match_have_the_status_of_rules() -> None:
    refusals = [
        (place, Code[argument.attr].status)
        for _, place, name, argument in calls("table")
        if name == "Refusal" and isinstance(argument, ast.Attribute)
    ]
    assert len(refusals) > 4
    assert [each for each in refusals if each[1] != 422] == []


@pytest.mark.parametrize("code", Code)
def test_every_code_has_a_meaning_in_one_sentence(code: Code) -> None:
    assert code.meaning[0].isupper()
    assert code.meaning.endswith((".", ")."))
    assert 400 <= code.status < 600


def test_the_table_in_the_documentation_is_the_generated_one() -> None:
    document = API.read_text("utf-8")
    assert CODES.updated(document) == document, "run: python -m tools.tables"


def test_the_error_carries_its_code() -> None:
    error = errors.NotFound(Code.NO_MATCH, "There is no match.")
    assert (error.code, error.refusal.code, str(error)) == (Code.NO_MATCH, "no_match", "There is no match.")
