"""The players and the order of their turns."""

from __future__ import annotations

from typing import Any

import msgspec

from boardwright.core.card_data import JsonObject, read
from boardwright.games.sagrada.compat.player import Player, read_player


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
