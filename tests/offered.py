"""What a client does with states: it merges updates, and expands the groups in which moves are sent."""

from __future__ import annotations

from typing import Any


def merged(state: dict[str, Any], update: dict[str, Any]) -> dict[str, Any]:
    """Returns the state after an update, which must be the next one."""
    assert update["number"] - len(update["entries"]) == state["number"]
    return {**state, **update["changes"], "number": update["number"]}


def offered(state: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns every move with its text, seat, subject, turn, flip, target, covers and label."""
    return [move for group in state["moves"] for move in _moves(group, state["names"])]


def _moves(group: dict[str, Any], names: list[str]) -> list[dict[str, Any]]:
    found = []
    for target in group.get("targets", [""]):
        name = names[target] if isinstance(target, int) else target
        covers = [names[target + each] if isinstance(each, int) else each for each in group.get("covers", ())]
        found.append(
            {
                "text": _filled(group["text"], name),
                "seat": group["seat"],
                "subject": group["subject"],
                "turn": group.get("turn", 0),
                "flip": group.get("flip", False),
                "target": name,
                "covers": covers,
                "label": _filled(group["label"], name),
            }
        )
    return found


def _filled(pieces: list[str], name: str) -> str:
    """Returns the pieces with the name between two of them, or with its parts between more."""
    gaps = [name] if len(pieces) == 2 else name.split(",")
    assert len(pieces) in (1, len(gaps) + 1)
    return "".join(piece + gap for piece, gap in zip(pieces, [*gaps[: len(pieces) - 1], ""], strict=True))
