"""Players: names, balances, skins, roles and achievements."""

from __future__ import annotations

from collections import Counter

import msgspec

from boardwright.core.game.achievement import Achievement, earned
from boardwright.games.mage_duel.achievements import achievements
from boardwright.games.mage_duel.compat import events
from boardwright.games.mage_duel.compat.records import Player, Role, Shop

_NAME_LENGTH = 31
_SKINS = {
    2: Achievement("bandi", "Bandi", "Bandi", 1, 30),
    3: Achievement("golem", "Golem", "Golem", 1, 30),
    4: Achievement("mammoth", "Mammoth", "Mammoth", 1, 70),
}

Events = list[events.Event]


class Profiles:
    """The players of a world. Every call returns the events it sent; `events` keeps those of all calls."""

    def __init__(self, administrator: str = "") -> None:
        self.events: Events = []
        self.administrator = administrator
        self.shop = Shop()
        self._players: dict[str, Player] = {}
        self._progress: list[tuple[str, str, int]] = []
        """(player, task, board); board 0 for skins."""

    def player(self, player_id: str) -> Player:
        """The player's record; an unknown player is a guest with nothing."""
        return self._players.get(player_id, Player(player_id))

    def balance(self, player_id: str) -> Events:
        """Reports the balance."""
        return self._send(events.CurrentPlayerBalance(player_id, self.player(player_id).balance))

    def username(self, player_id: str) -> Events:
        """Reports the user name."""
        return self._send(events.CurrentPlayerUsername(player_id, self.player(player_id).username))

    def active_skin(self, player_id: str) -> Events:
        """Reports the skin."""
        return self._send(events.CurrentPlayerActiveSkin(player_id, self.player(player_id).active_skin))

    def change_username(self, player_id: str, new_username: str) -> Events:
        """Sets the user name; ValueError unless it has at most 31 ASCII characters."""
        if not new_username.isascii() or len(new_username) > _NAME_LENGTH:
            raise ValueError(f"{new_username!r} is not a user name: use at most {_NAME_LENGTH} ASCII characters.")
        self._change(player_id, username=new_username)
        return self._send(events.PlayerUsernameChanged(player_id, new_username))

    def change_skin(self, player_id: str, skin: int) -> Events:
        """Puts on a skin if the balance reaches its price; nothing is paid."""
        prices, balance = self.shop.skin_prices, self.player(player_id).balance
        exists = 0 <= skin < len(prices)
        price = prices[skin] if exists else 0
        if not exists or balance < price:
            return self._send(events.PlayerSkinChangeFailed(player_id, skin, price, balance))
        self._change(player_id, active_skin=skin)
        if skin in _SKINS:
            self._achieve(player_id, _SKINS[skin].task)
        return self._send(events.PlayerSkinChanged(player_id, skin))

    def become_bot(self, player_id: str) -> None:
        """Marks the account as a bot's."""
        self._change(player_id, role=Role.Bot)

    def become_controller(self, player_id: str) -> None:
        """Makes the account a full one."""
        self._change(player_id, role=Role.Controller)

    def set_player(self, caller: str, player: Player) -> None:
        """Replaces a whole record; PermissionError for everyone but the administrator."""
        if not caller or caller != self.administrator:
            raise PermissionError(f"{caller!r} may not set players; only the administrator may.")
        self._players[player.player_id] = player

    def progress(self, player_id: str) -> Counter[str]:
        """Counts what the player has done; canceled games count for nothing."""
        return Counter(task for player, task, board in self._progress if player == player_id and self._counts(board))

    def trophies(self, player_id: str) -> list[Achievement]:
        """The achievements that the player has earned."""
        return earned((*achievements(), *_SKINS.values()), self.progress(player_id))

    def _counts(self, board_id: int) -> bool:
        return True

    def _achieve(self, player_id: str, task: str, board_id: int = 0) -> None:
        if self.player(player_id).role == Role.Controller:
            self._progress.append((player_id, task, board_id))

    def _change(self, player_id: str, **fields: object) -> None:
        self._players[player_id] = msgspec.structs.replace(self.player(player_id), **fields)

    def _send(self, *sent: events.Event) -> Events:
        self.events += sent
        return list(sent)
