"""What a client does with states: it merges updates, and expands the groups in which moves are sent."""

from __future__ import annotations

from typing import Any


def merged(state: dict[str, Any], update: dict[str, Any]) -> dict[str, Any]:
    """Returns the state after an update, which must be the next one."""
    assert update["number"] - len(update["entries"]) == state["number"]
    return {**state, **update["changes"], "number": update["number"]}


def offered(state: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns every move with its text, seat, gesture, covers and label."""
    return [
        _move(seat["seat"], group, value, state["names"])
        for seat in state["moves"]
        for group in seat["groups"]
        for value in group["values"]
    ]


def _move(seat: int, group: dict[str, Any], value: Any, names: list[str]) -> dict[str, Any]:
    kind = group["kind"]
    values = value if kind == "pick" else [value]
    gaps = [names[each] if isinstance(each, int) and kind != "enter" else str(each) for each in values]
    made: dict[str, Any] = {"kind": kind}
    if kind == "press":
        made |= {"part": gaps[0]}
    elif kind == "drag":
        made |= {"part": group["part"], "to": gaps[0]}
    elif kind == "put":
        made |= {"piece": group["piece"], "cell": gaps[0]}
        made |= {"turn": group.get("turn", 0), "flip": group.get("flip", False)}
    elif kind == "pick":
        made |= {"parts": gaps}
    else:
        made |= {"part": group["part"], "number": value}
    return {
        "text": _filled(group["text"], gaps),
        "seat": seat,
        "gesture": made,
        "covers": [names[value + each] if isinstance(each, int) else each for each in group.get("covers", ())],
        "label": _filled(group["label"], gaps),
    }


def _filled(pieces: list[str], gaps: list[str]) -> str:
    """Returns the pieces with names between them, or with the parts of the one name between more than two."""
    if len(pieces) > 2 and len(gaps) == 1:
        gaps = gaps[0].split(",")
    assert len(pieces) in (1, len(gaps) + 1)
    return "".join(piece + gap for piece, gap in zip(pieces, [*gaps[: len(pieces) - 1], ""], strict=True))
