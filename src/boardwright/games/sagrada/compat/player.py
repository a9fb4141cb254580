"""A player of the model: a name, a frame, favor points and a private objective."""

from __future__ import annotations

from typing import Any

import msgspec

from boardwright.games.sagrada.compat.frame import WindowFrame, read_frame
from boardwright.games.sagrada.rulebook import rulebook


class Player(msgspec.Struct, frozen=True):
    """Who plays, and with what. The private objective is a card's id; None where it is not known."""

    username: str
    window_frame: WindowFrame | None = None
    private_objective: int | None = None
    favor_points: int | None = None

    @property
    def favor(self) -> int:
        """The favor points: the difficulty of the frame until some are spent."""
        if self.favor_points is not None:
            return self.favor_points
        return self.window_frame.pattern.difficulty if self.window_frame else 0

    def to_json(self, *, with_secrets: bool = True) -> dict[str, Any]:
        """The player as JSON."""
        card = rulebook().privates.get(self.private_objective or 0) if with_secrets else None
        return {
            "username": self.username,
            "favor_points": self.favor,
            "window_frame": self.window_frame.to_json() if self.window_frame else None,
            "private_objective": card_json(card) if card else None,
        }


def card_json(card: Any) -> dict[str, Any]:
    """A card as JSON: its id counts, name and description are for people."""
    return {"id": card.id, "name": card.name, "description": card.description}


def card_id(data: Any, known: Any) -> int:
    """The id of a card written as JSON; ValueError if there is none with that id."""
    number = data.get("id") if isinstance(data, dict) else None
    if type(number) is not int or number not in known:
        raise ValueError(f"There is no such card: {data!r}.")
    return number


def read_player(data: Any) -> Player:
    """A player from JSON; the objective's key may be written with a blank, too."""
    if not isinstance(data, dict) or not isinstance(data.get("username"), str):
        raise ValueError(f"A player has a username: {data!r}.")
    frame = data.get("window_frame")
    card = data.get("private_objective", data.get("private objective"))
    favor = data.get("favor_points")
    if type(favor) is not int or favor < 0:
        raise ValueError(f"Favor points are a number from 0 on, not {favor!r}.")
    return Player(
        data["username"],
        None if frame is None else read_frame(frame),
        None if card is None else card_id(card, rulebook().privates),
        favor,
    )
