"""Write the TypeScript declarations of the messages between the server and the page.

`python -m tools.page_types` writes `received.d.ts` and `sent.d.ts` beside the modules of the page and of the workbench,
from the structs that the servers encode and decode. A test fails while the files differ from the structs.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import starmap
from pathlib import Path
from typing import Any, get_args

import msgspec

from boardwright.bots.analysis.analysis import Study
from boardwright.core.layout.changes import Changes
from boardwright.core.layout.message import TableData, schema
from boardwright.core.moves.gesture import Gesture
from boardwright.table.live import updates
from boardwright.table.live.offers import OfferGroup
from boardwright.table.live.updates import State
from boardwright.table.lobby.lobby import Commitment
from boardwright.table.matches.seating import NewMatch
from boardwright.table.study.analysis import MatchAnalysis
from boardwright.table.study.explorer import Explored, LessonPlan
from boardwright.table.study.result import MatchResult, Remark
from boardwright.web.api import requests, responses
from boardwright.web.api.errors import Problem
from boardwright.web.api.messages import ENVELOPES
from boardwright.workbench import commands
from boardwright.workbench.answers import Failed
from boardwright.workbench.bench import BenchState as BenchState
from boardwright.workbench.showing import ShownSession

Schema = Mapping[str, Any]

SOURCE = Path(__file__).parents[1] / "src/boardwright"
FOLDER = SOURCE / "web/page/js"
WORKBENCH = SOURCE / "workbench/page/workbench"
LIVE = (
    updates.Entries, updates.FullState, updates.Ok, updates.Refused, updates.Presence, updates.Clocks,
    updates.Requests, updates.ChatUpdate, updates.RematchUpdate, updates.Pong, updates.Closed,
)  # fmt: skip
"""Messages that arrive on a live connection."""
RECEIVED = (
    State, Problem, *LIVE, responses.Session, responses.GameCard, responses.MatchCard, responses.Invitation,
    responses.LegalMoves,
    responses.MoveRefusal, responses.PositionView, responses.LogPage, responses.Profile, responses.ChangedAccount,
    responses.RecoveryCodes, responses.SessionView, Commitment, *get_args(OfferGroup), TableData, Changes,
    MatchAnalysis, MatchResult, Remark, Study, Explored, LessonPlan,
)  # fmt: skip
BODIES = (
    requests.NewGuest, requests.NewAccount, requests.Login, requests.AccountChange, requests.Recovery,
    requests.Confirmation, NewMatch, requests.Join, requests.Start, requests.Rematch, requests.CommitmentQuery,
    requests.HintSeat, requests.Exploration, requests.GestureTried,
)  # fmt: skip
"""Bodies of requests."""
RAW = {
    "view": "unknown", "table": "TableData", "zones": "Changes", "text": "string", "changes": "Partial<State>",
    "fields": "unknown", "before": "unknown", "shown": "ShownSession | null", "said": "Failed | null",
    "start": "unknown", "options": "Record<string, any>", "position": "unknown",
}  # fmt: skip
"""The types of fields that the server keeps as encoded JSON, or that can be anything."""
UNIONS = {"Gesture": get_args(Gesture), "OfferGroup": get_args(OfferGroup)}
"""Unions that have names."""

_PLAIN = {"string": "string", "boolean": "boolean", "null": "null", "integer": "number", "number": "number"}
_REF = "#/{name}"


_TABLE = {"TableData", "Changes", "ZoneChange", "Items", "Item", "Field", "SymbolData", "FrameData", "Spot"}
"""Structs within others that leave out defaults."""


def received() -> str:
    """Return the declarations of everything the server sends."""
    _, parts = msgspec.json.schema_components(RECEIVED, schema_hook=schema, ref_template=_REF)
    omitting = _omitting(RECEIVED) | _TABLE
    found = [_interface(name, part, every=name not in omitting) for name, part in parts.items()]
    more = " & { id?: string; art?: Record<string, SymbolData | FrameData> }"
    unions = [_union("LiveMessage", LIVE, more), *starmap(_union, UNIONS.items())]
    return _file("sent by the server", [*found, *unions])


def sent() -> str:
    """Return the declarations of everything the page sends; fields with a default may be left out."""
    _, parts = msgspec.json.schema_components((*ENVELOPES, *BODIES), schema_hook=schema, ref_template=_REF)
    found = [_interface(name, part, every=False) for name, part in parts.items()]
    return _file("sent by the page", [*found, _union("LiveRequest", ENVELOPES), _union("Gesture", UNIONS["Gesture"])])


def workbench_received() -> str:
    """Return the declarations of everything the workbench sends."""
    kinds = (BenchState, ShownSession, Failed, TableData)
    omitting = {"Extras", *_omitting(get_args(OfferGroup)), *_TABLE}
    _, parts = msgspec.json.schema_components(kinds, schema_hook=schema, ref_template=_REF)
    found = [_interface(name, part, every=name not in omitting) for name, part in parts.items()]
    return _file("sent by the workbench", [*found, *starmap(_union, UNIONS.items())])


def workbench_sent() -> str:
    """Return the declarations of everything the page of the workbench sends."""
    kinds = get_args(commands.Any_)
    _, parts = msgspec.json.schema_components(kinds, schema_hook=schema, ref_template=_REF)
    found = [_interface(name, part, every=False) for name, part in parts.items()]
    return _file(
        "sent by the page of the workbench",
        [*found, _union("BenchCommand", kinds), _union("Gesture", UNIONS["Gesture"])],
    )


FILES = {
    FOLDER / "received.d.ts": received,
    FOLDER / "sent.d.ts": sent,
    WORKBENCH / "received.d.ts": workbench_received,
    WORKBENCH / "sent.d.ts": workbench_sent,
}
"""Each file, and what makes it."""


def _omitting(kinds: Sequence[Any]) -> set[str]:
    """Return the names of the structs that leave out fields with their defaults."""
    structs = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    return {kind.__name__ for kind in structs if kind.__struct_config__.omit_defaults}


def _file(title: str, parts: Sequence[str]) -> str:
    return f"// Messages {title}. Generated by `python -m tools.page_types`; do not edit.\n\n" + "\n".join(parts)


def _union(name: str, kinds: Sequence[type], more: str = "") -> str:
    names = "".join(f"\n  | {kind.__name__}" for kind in kinds)
    return f"export type {name} = ({names}\n){more};\n"


def _interface(name: str, schema: Schema, *, every: bool) -> str:
    """Return an interface, in which `every` field is always there or only the required ones are, or an enum."""
    if "enum" in schema:
        return f"export type {name} = {_type(schema)};\n"
    lines = [f"/** {schema.get('description', name).splitlines()[0]} */", f"export interface {name} {{"]
    for field, part in schema["properties"].items():
        optional = "" if every or field in schema.get("required", ()) else "?"
        lines.append(f"  {field}{optional}: {RAW[field] if _is_raw(part) else _type(part)};")
    return "\n".join([*lines, "}", ""])


def _is_raw(schema: Schema) -> bool:
    return not schema.keys() - {"default"} or {} in schema.get("anyOf", ())


def _type(schema: Schema) -> str:
    """Return a JSON schema as a TypeScript type.

    >>> _type({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}})
    '(number | null)[]'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        parts = [_type(part) for part in schema["anyOf"]]
        for name, kinds in UNIONS.items():
            if members := {kind.__name__ for kind in kinds} & set(parts):
                parts = [name, *(part for part in parts if part not in members)]
        return " | ".join(parts)
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
