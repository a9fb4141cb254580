"""A player: a name, a frame, favor points and a private objective."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from boardwright.games.sagrada.compat.frame import WindowFrame, read_frame
from boardwright.games.sagrada.rulebook import rulebook
from boardwright.games.sagrada.schema import ANYTHING, NUMBER, TEXT, Option, read_object, read_options

_KEYS = {"username": TEXT, "favor_points": NUMBER, "window_frame": ANYTHING, "private_objective": ANYTHING}
_CARD_KEYS = {"id": NUMBER, "name": TEXT._replace(default=""), "description": TEXT._replace(default="")}


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
    """Return a card as JSON: the id identifies it, name and description are informative."""
    return {"id": card.id, "name": card.name, "description": card.description}


def read_card(data: Any, known: Collection[int], **more: Option) -> dict[str, Any]:
    """Read a card from its JSON, by its id alone; raises ValueError if no card has that id."""
    card = read_options(read_object(data, "card"), {**_CARD_KEYS, **more}, "card")
    if card["id"] not in known:
        raise ValueError(f"card: there is no card {card['id']} here; there are {', '.join(map(str, known))}.")
    return card


def read_player(data: Any) -> Player:
    """Read a player from JSON; the key of the objective may be written with a blank, too."""
    given = {str(key).replace(" ", "_"): value for key, value in read_object(data, "player").items()}
    player = read_options(given, _KEYS, "player")
    frame, card = player["window_frame"], player["private_objective"]
    if player["favor_points"] < 0:
        raise ValueError(f"player: key 'favor_points' must not be negative, but it is {player['favor_points']}.")
    return Player(
        player["username"],
        None if frame is None else read_frame(frame),
        None if card is None else read_card(card, rulebook().privates)["id"],
        player["favor_points"],
    )
