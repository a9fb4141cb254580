"""Players: names, balances, skins, roles, and what they have achieved."""

from __future__ import annotations

from collections import Counter

import msgspec

from boardwright.core.achievement import Achievement, earned
from boardwright.games.mage_duel.achievements import SKIN_TASKS, TROPHIES
from boardwright.games.mage_duel.compat import events
from boardwright.games.mage_duel.compat.records import Player, Role, Shop

_NAME_LENGTH = 31


class Profiles:
    """The players of a world. Every call returns the events it sent; the last of all calls are kept in `events`."""

    def __init__(self, administrator: str = "") -> None:
        self.events: list[events.Event] = []
        self.administrator = administrator
        self.shop = Shop()
        self._players: dict[str, Player] = {}
        self._feats: list[tuple[str, str, int]] = []
        self._void: set[int] = set()

    def player(self, player_id: str) -> Player:
        """The player's record; whoever is new is a guest with nothing."""
        return self._players.get(player_id, Player(player_id))

    def balance(self, player_id: str) -> list[events.Event]:
        """Reports the balance."""
        return self._send(events.CurrentPlayerBalance(player_id, self.player(player_id).balance))

    def username(self, player_id: str) -> list[events.Event]:
        """Reports the name."""
        return self._send(events.CurrentPlayerUsername(player_id, self.player(player_id).username))

    def active_skin(self, player_id: str) -> list[events.Event]:
        """Reports the skin."""
        return self._send(events.CurrentPlayerActiveSkin(player_id, self.player(player_id).active_skin))

    def change_username(self, player_id: str, new_username: str) -> list[events.Event]:
        """Takes another name; ValueError unless it is up to 31 ASCII characters."""
        if not new_username.isascii() or len(new_username) > _NAME_LENGTH:
            raise ValueError(f"{new_username!r} is no user name: up to {_NAME_LENGTH} ASCII characters are possible.")
        self._change(player_id, username=new_username)
        return self._send(events.PlayerUsernameChanged(player_id, new_username))

    def change_skin(self, player_id: str, skin: int) -> list[events.Event]:
        """Puts on a skin whose price the balance reaches; nothing is paid."""
        prices, balance = self.shop.skin_prices, self.player(player_id).balance
        price = prices[skin] if 0 <= skin < len(prices) else 0
        if not 0 <= skin < len(prices) or balance < price:
            return self._send(events.PlayerSkinChangeFailed(player_id, skin, price, balance))
        self._change(player_id, active_skin=skin)
        if skin in SKIN_TASKS:
            self._achieve(player_id, SKIN_TASKS[skin])
        return self._send(events.PlayerSkinChanged(player_id, skin))

    def become_bot(self, player_id: str) -> None:
        """Marks the own account as a bot's."""
        self._change(player_id, role=Role.Bot)

    def become_controller(self, player_id: str) -> None:
        """Makes the own account a full one."""
        self._change(player_id, role=Role.Controller)

    def set_player(self, caller: str, player: Player) -> None:
        """Replaces a whole record; PermissionError for everyone but the administrator."""
        if not caller or caller != self.administrator:
            raise PermissionError(f"{caller!r} may not set players; only the administrator may.")
        self._players[player.player_id] = player

    def progress(self, player_id: str) -> Counter[str]:
        """How often the player has done what; games that were called off count for nothing."""
        return Counter(task for who, task, board in self._feats if who == player_id and board not in self._void)

    def trophies(self, player_id: str) -> list[Achievement]:
        """What the player has earned."""
        return earned(TROPHIES, self.progress(player_id))

    def _achieve(self, player_id: str, task: str, board_id: int = 0) -> None:
        if self.player(player_id).role == Role.Controller:
            self._feats.append((player_id, task, board_id))

    def _change(self, player_id: str, **fields: object) -> None:
        self._players[player_id] = msgspec.structs.replace(self.player(player_id), **fields)

    def _send(self, *sent: events.Event) -> list[events.Event]:
        self.events += sent
        return list(sent)
