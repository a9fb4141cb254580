"""Observations as text, for agents that read: the board as the seat sees it in a terminal, and its legal moves."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from gymnasium import spaces

from boardwright.core.position import AnyPosition
from boardwright.core.refusal import BadOptions
from boardwright.lab.setup import Observation, Setup

ObservationKind: TypeAlias = Literal["planes", "text"]
"""`planes`: an array of numbers; `text`: what a person reads."""
_LONGEST = 100_000


class BoardText(spaces.Text):
    """The space of all texts of that length, whatever their characters: boards are drawn with many.

    >>> BoardText().contains("7 |·↑|")
    True
    """

    def __init__(self) -> None:
        super().__init__(_LONGEST, min_length=0)

    def contains(self, x: Any) -> bool:
        return isinstance(x, str) and len(x) <= _LONGEST


def read_kind(kind: ObservationKind) -> ObservationKind:
    """The kind, if there is one of that name; BadOptions lists them."""
    if kind not in get_args(ObservationKind):
        raise BadOptions(f"{kind!r} is not a kind of observation; there are {', '.join(get_args(ObservationKind))}.")
    return kind


def observe_text(setup: Setup, position: AnyPosition, seat: int, *, acts: bool = True) -> Observation:
    """The text of a position for a seat, with a line of legal moves if it acts, and the mask of actions.

    >>> setup = Setup("deblockle", options={"cubes": 1})
    >>> str(observe_text(setup, setup.start, 0)["observation"]).splitlines()[-1]
    'Legal moves: d7-c7, pass'
    """
    actions = setup.actions
    text, mask = position.text(seat), bytearray(actions.size)
    if acts:
        mask = setup.mask(position, seat)
        text += f"\n\nLegal moves: {', '.join(map(str, position.legal_moves(seat)))}"
    seen: Any = {"observation": text, "action_mask": np.frombuffer(mask, np.int8)}
    observation: Observation = seen
    return observation


def text_space(setup: Setup) -> spaces.Dict:
    """A new space of what `observe_text` returns."""
    return spaces.Dict({"observation": BoardText(), "action_mask": spaces.Box(0, 1, (setup.actions.size,), np.int8)})
