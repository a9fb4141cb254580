"""Write the TypeScript declarations of the messages between the server and the page.

`python -m tools.page_types` writes `received.d.ts` and `sent.d.ts` beside the modules of the page and of the workbench,
from the structs that the servers encode and decode. A test fails while the files differ from the structs.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import msgspec

from boardwright.bots.analysis import Study
from boardwright.core.patch import Change, Patch
from boardwright.table import updates
from boardwright.table.analysis import MatchAnalysis
from boardwright.table.commitments import Commitment
from boardwright.table.explorer import Explored
from boardwright.table.lesson_plan import LessonPlan
from boardwright.table.offers import OfferGroup
from boardwright.table.result import MatchResult, Remark
from boardwright.table.seating import NewMatch
from boardwright.table.state import State
from boardwright.web import requests, responses
from boardwright.web.errors import Problem
from boardwright.web.messages import ENVELOPES
from boardwright.workbench import commands
from boardwright.workbench.app import State as BenchState
from boardwright.workbench.questions import Failed
from boardwright.workbench.showing import Shown

Schema = Mapping[str, Any]

SOURCE = Path(__file__).parents[1] / "src/boardwright"
FOLDER = SOURCE / "web/page/js"
WORKBENCH = SOURCE / "workbench/page/workbench"
LIVE = (
    updates.Entries, updates.FullState, updates.Ok, updates.Refused, updates.Presence, updates.Clocks,
    updates.Requests, updates.Chat, updates.Rematch, updates.Pong, updates.Bye,
)  # fmt: skip
"""What arrives on a live connection."""
RECEIVED = (
    State, Problem, *LIVE, responses.Session, responses.GameCard, responses.MatchCard, responses.Invitation,
    responses.LegalMoves,
    responses.MoveRefusal, responses.PositionView, responses.LogPage, responses.Profile, responses.ChangedAccount,
    responses.RecoveryCodes, responses.SessionView, Commitment, OfferGroup, Patch, Change, MatchAnalysis, MatchResult,
    Remark, Study, Explored, LessonPlan,
)  # fmt: skip
BODIES = (
    requests.NewGuest, requests.NewAccount, requests.Login, requests.AccountChange, requests.Recovery,
    requests.Confirmation, NewMatch, requests.Join, requests.Start, requests.Rematch, requests.CommitmentQuery,
    requests.HintSeat, requests.Exploration, requests.GestureTried,
)  # fmt: skip
"""What the page sends as the body of a request."""
RAW = {
    "view": "unknown", "svg": "string", "text": "string", "patch": "Patch", "changes": "Partial<State>",
    "fields": "unknown", "before": "unknown", "shown": "Shown | null", "said": "Failed | null", "start": "unknown",
    "options": "Record<string, any>", "position": "unknown",
}  # fmt: skip
"""The types of fields that the server keeps as encoded JSON, or that can be anything."""

_PLAIN = {"string": "string", "boolean": "boolean", "null": "null", "integer": "number", "number": "number"}
_REF = "#/{name}"


def received() -> str:
    """The declarations of everything the server sends."""
    _, parts = msgspec.json.schema_components(RECEIVED, ref_template=_REF)
    omitting = {kind.__name__ for kind in RECEIVED if isinstance(kind, type) and _omits_defaults(kind)}
    found = [_interface(name, part, every=name not in omitting) for name, part in parts.items()]
    return _file("sent by the server", [*found, _union("LiveMessage", LIVE, " & { id?: string }")])


def sent() -> str:
    """The declarations of everything the page sends; fields with a default may be left out."""
    _, parts = msgspec.json.schema_components((*ENVELOPES, *BODIES), ref_template=_REF)
    found = [_interface(name, part, every=False) for name, part in parts.items()]
    return _file("sent by the page", [*found, _union("LiveRequest", ENVELOPES)])


def workbench_received() -> str:
    """The declarations of everything the workbench sends."""
    kinds = (BenchState, Shown, Failed)
    _, parts = msgspec.json.schema_components(kinds, ref_template=_REF)
    found = [_interface(name, part, every=name not in ("OfferGroup", "Extras")) for name, part in parts.items()]
    return _file("sent by the workbench", found)


def workbench_sent() -> str:
    """The declarations of everything the page of the workbench sends."""
    kinds = get_args(commands.Any_)
    _, parts = msgspec.json.schema_components(kinds, ref_template=_REF)
    found = [_interface(name, part, every=False) for name, part in parts.items()]
    return _file("sent by the page of the workbench", [*found, _union("Command", kinds)])


FILES = {
    FOLDER / "received.d.ts": received,
    FOLDER / "sent.d.ts": sent,
    WORKBENCH / "received.d.ts": workbench_received,
    WORKBENCH / "sent.d.ts": workbench_sent,
}
"""Each file, and what makes it."""


def _omits_defaults(kind: type) -> bool:
    return issubclass(kind, msgspec.Struct) and kind.__struct_config__.omit_defaults


def _file(title: str, parts: Sequence[str]) -> str:
    return f"// Messages {title}. Generated by `python -m tools.page_types`; do not edit.\n\n" + "\n".join(parts)


def _union(name: str, kinds: Sequence[type], more: str = "") -> str:
    names = "".join(f"\n  | {kind.__name__}" for kind in kinds)
    return f"export type {name} = ({names}\n){more};\n"


def _interface(name: str, schema: Schema, *, every: bool) -> str:
    """A struct as an interface; `every` field is always there, or only the required ones are."""
    lines = [f"/** {schema.get('description', name).splitlines()[0]} */", f"export interface {name} {{"]
    for field, part in schema["properties"].items():
        optional = "" if every or field in schema.get("required", ()) else "?"
        lines.append(f"  {field}{optional}: {RAW[field] if _is_raw(part) else _type(part)};")
    return "\n".join([*lines, "}", ""])


def _is_raw(schema: Schema) -> bool:
    return not schema.keys() - {"default"} or {} in schema.get("anyOf", ())


def _type(schema: Schema) -> str:
    """A JSON schema as a TypeScript type.

    >>> _type({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}})
    '(number | null)[]'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_type(part) for part in schema["anyOf"])
    if schema.get("type") == "array":
        return _array(schema)
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {_type(values) if isinstance(values, Mapping) else 'unknown'}>"
    return _PLAIN[schema["type"]]


def _array(schema: Schema) -> str:
    if schema.get("prefixItems"):
        return f"[{', '.join(_type(part) for part in schema['prefixItems'])}]"
    item = _type(schema["items"])
    return f"({item})[]" if " | " in item else f"{item}[]"


def main() -> None:
    """Write the files."""
    for path, make in FILES.items():
        path.write_text(make(), "utf-8")


if __name__ == "__main__":
    main()
