"""A player: a name, a frame, favor points and a private objective."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from boardwright.core.card_data import JsonObject, read
from boardwright.games.sagrada.compat.frame import WindowFrame, read_frame
from boardwright.games.sagrada.rulebook import rulebook


class _Player(JsonObject, frozen=True):
    username: str
    favor_points: Annotated[int, Meta(ge=0)]
    window_frame: Any
    private_objective: Any


class CardJson(JsonObject, frozen=True):
    """The JSON of a card: the id identifies it, name and description are informative."""

    id: int
    name: str = ""
    description: str = ""


C = TypeVar("C", bound=CardJson)


class Player(msgspec.Struct, frozen=True):
    """Name, frame, private objective (the id of a card, None where it is not known) and favor points.

    >>> Player("anna").to_json()["favor_points"]
    0
    """

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
        """Return the player as JSON."""
        card = rulebook().privates.get(self.private_objective or 0) if with_secrets else None
        return {
            "username": self.username,
            "favor_points": self.favor,
            "window_frame": self.window_frame.to_json() if self.window_frame else None,
            "private_objective": card_json(card) if card else None,
        }


def card_json(card: Any) -> dict[str, Any]:
    """Return a card as JSON."""
    return {"id": card.id, "name": card.name, "description": card.description}


def read_card(data: Any, known: Collection[int], kind: type[C]) -> C:
    """Read a card from its JSON, by its id alone; raises ValueError if no card has that id."""
    card = read(data, kind, "card")
    if card.id not in known:
        raise ValueError(f"card: there is no card {card.id} here; there are {', '.join(map(str, known))}.")
    return card


def read_player(data: Any) -> Player:
    """Read a player from JSON; the key of the objective may be written with a blank, too."""
    given = {key.replace(" ", "_"): value for key, value in read(data, dict[str, Any], "player").items()}
    player = read(given, _Player, "player")
    frame, card = player.window_frame, player.private_objective
    return Player(
        player.username,
        None if frame is None else read_frame(frame),
        None if card is None else read_card(card, rulebook().privates, CardJson).id,
        player.favor_points,
    )
