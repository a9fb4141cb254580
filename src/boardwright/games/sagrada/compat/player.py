"""A player: a name, a frame, favor points and a private objective; and the order of turns."""

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


class _Turns(JsonObject, frozen=True):
    round_starting: bool
    round_ending: bool
    turn_index: int
    first_player_index: int
    players: list[Any]
    player_turns: tuple[str, ...]


class TurnManager(msgspec.Struct, frozen=True):
    """The players in seat order, the names in the order of this round's turns, and the current turn.

    After the end of the game `turn_index` is the number of turns.

    >>> turns = TurnManager((Player("anna"), Player("bert")), ("anna", "bert", "bert", "anna"), 3)
    >>> turns.current_player, turns.round_ending
    ('anna', True)
    """

    players: tuple[Player, ...]
    player_turns: tuple[str, ...]
    turn_index: int

    @property
    def round_starting(self) -> bool:
        """True in the first turn of a round."""
        return self.turn_index == 0

    @property
    def round_ending(self) -> bool:
        """True in the last turn of a round."""
        return self.turn_index == len(self.player_turns) - 1

    @property
    def first_player_index(self) -> int:
        """The seat of the player who begins the round."""
        return self.seat(self.player_turns[0])

    @property
    def current_player(self) -> str | None:
        """The name of the player on turn, None after the end."""
        return self.player_turns[self.turn_index] if self.turn_index < len(self.player_turns) else None

    def seat(self, username: str) -> int:
        """Return the seat of a player; raises ValueError for an unknown name."""
        names = [player.username for player in self.players]
        if username not in names:
            raise ValueError(f"turn_manager: key 'player_turns': {username!r} is not one of {', '.join(names)}.")
        return names.index(username)

    def to_json(self, reader: str | None = None) -> dict[str, Any]:
        """Return the turns as JSON; for a reader without the private objectives of the others."""
        return {
            "round_starting": self.round_starting,
            "round_ending": self.round_ending,
            "turn_index": self.turn_index,
            "first_player_index": self.first_player_index,
            "players": [player.to_json(with_secrets=reader in (None, player.username)) for player in self.players],
            "player_turns": list(self.player_turns),
        }


def read_turns(data: Any) -> TurnManager:
    """Read the turns from their JSON; raises ValueError for anything else and for contradictions."""
    given = read(data, _Turns, "turn_manager")
    players, order = tuple(map(read_player, given.players)), given.player_turns
    check_names(tuple(player.username for player in players))
    turns = TurnManager(players, order, given.turn_index)
    if sorted(map(turns.seat, order)) != sorted([*range(len(players))] * 2):
        raise ValueError("turn_manager: key 'player_turns' must name every player twice.")
    if not 0 <= turns.turn_index <= len(order):
        raise ValueError(f"turn_manager: key 'turn_index' must be from 0 to {len(order)}, not {turns.turn_index}.")
    for key in ("round_starting", "round_ending", "first_player_index"):
        said, expected = getattr(given, key), getattr(turns, key)
        if said != expected:
            raise ValueError(f"turn_manager: key {key!r} is {said!r}, but the turns make it {expected!r}.")
    return turns


def check_names(names: tuple[str, ...]) -> None:
    """Raise ValueError unless there are two to four different names."""
    if not 2 <= len(names) <= 4 or len(set(names)) != len(names):
        raise ValueError(f"A game has 2 to 4 players with different names, not {', '.join(names) or 'none'}.")
