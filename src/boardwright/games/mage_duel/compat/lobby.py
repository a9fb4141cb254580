"""The lobby: who waits, who plays, which snapshots there are. Time is passed in, in whole seconds."""

from __future__ import annotations

from collections import Counter

import msgspec

from boardwright.core.game.achievement import Achievement, earned
from boardwright.core.match.match import Match
from boardwright.core.records import record
from boardwright.games.mage_duel import GAME
from boardwright.games.mage_duel.compat import boards, events
from boardwright.games.mage_duel.compat.duel import Chance, Duel
from boardwright.games.mage_duel.compat.nodes import union_find_of
from boardwright.games.mage_duel.compat.records import (
    Board,
    Game,
    GameStatus,
    Move,
    Player,
    Role,
    Rules,
    Shop,
    Snapshot,
    UnionFind,
)
from boardwright.games.mage_duel.events import achievements
from boardwright.games.mage_duel.options import MageDuelOptions
from boardwright.games.mage_duel.position import MageDuelPosition

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
        """Return the player's record; an unknown player is a guest with nothing."""
        return self._players.get(player_id, Player(player_id))

    def balance(self, player_id: str) -> Events:
        """Report the balance."""
        return self._send(events.CurrentPlayerBalance(player_id, self.player(player_id).balance))

    def username(self, player_id: str) -> Events:
        """Report the user name."""
        return self._send(events.CurrentPlayerUsername(player_id, self.player(player_id).username))

    def active_skin(self, player_id: str) -> Events:
        """Report the skin."""
        return self._send(events.CurrentPlayerActiveSkin(player_id, self.player(player_id).active_skin))

    def change_username(self, player_id: str, new_username: str) -> Events:
        """Set the user name; ValueError unless it has at most 31 ASCII characters."""
        if not new_username.isascii() or len(new_username) > _NAME_LENGTH:
            raise ValueError(f"{new_username!r} is not a user name: use at most {_NAME_LENGTH} ASCII characters.")
        self._change(player_id, username=new_username)
        return self._send(events.PlayerUsernameChanged(player_id, new_username))

    def change_skin(self, player_id: str, skin: int) -> Events:
        """Put on a skin if the balance reaches its price; nothing is paid."""
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
        """Mark the account as a bot's."""
        self._change(player_id, role=Role.Bot)

    def become_controller(self, player_id: str) -> None:
        """Make the account a full one."""
        self._change(player_id, role=Role.Controller)

    def set_player(self, caller: str, player: Player) -> None:
        """Replace a whole record; PermissionError for everyone but the administrator."""
        if not caller or caller != self.administrator:
            raise PermissionError(f"{caller!r} may not set players; only the administrator may.")
        self._players[player.player_id] = player

    def progress(self, player_id: str) -> Counter[str]:
        """Count what the player has done; canceled games count for nothing."""
        return Counter(task for player, task, board in self._progress if player == player_id and self._counts(board))

    def trophies(self, player_id: str) -> list[Achievement]:
        """Return the achievements that the player has earned."""
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


MOVE_TIME = 65
"""Seconds for a move: 60, and 5 for latency."""

_BUSY = (GameStatus.Created, GameStatus.InProgress)


class Lobby(Profiles):
    """Games before and between the moves; `chance` chooses the outcomes of chance."""

    def __init__(self, chance: Chance, rules: Rules | None = None, administrator: str = "") -> None:
        super().__init__(administrator)
        self.chance = chance
        self.rules = Rules() if rules is None else rules
        self.moves: dict[int, Move] = {}
        self.snapshots: dict[int, Snapshot] = {}
        self._games: dict[str, Game] = {}
        self._duels: dict[int, Duel] = {}
        self._send(events.RulesCreated(self.rules.id, self.rules.edges, self.rules.joker_number))

    # Reading

    def game(self, player: str) -> Game:
        """Return that player's status, board and snapshot."""
        return self._games.get(player, Game(player))

    def open_games(self) -> list[str]:
        """Return the hosts that wait for a guest."""
        return [player for player, game in self._games.items() if game.status == GameStatus.Created]

    def board_ids(self) -> list[int]:
        """Return the ids of all boards."""
        return list(self._duels)

    def board(self, board_id: int) -> Board:
        """Return the board as it stands."""
        return self._duels[board_id].board()

    def match(self, board_id: int) -> Match:
        """Return the board's match; LookupError while the board waits for a guest."""
        return self._duels[board_id].match

    def record(self, board_id: int) -> bytes:
        """Return the record of the board's match, which any other part of Boardwright verifies and opens."""
        return record.dump(self.match(board_id))

    def position(self, board_id: int) -> MageDuelPosition:
        """Return the board's position."""
        return self._duels[board_id].position

    def union_find(self, board_id: int) -> UnionFind:
        """Return the board's structures."""
        return union_find_of(board_id, self.position(board_id))

    def get_move_history(self, latest_move_id: int | None) -> list[Move]:
        """Return the chain of Moves that ends with this one, oldest first."""
        return boards.get_move_history(self.moves, latest_move_id)

    def moves_of_board(self, board_id: int) -> list[Move]:
        """Return the Moves that were made on this board itself."""
        return [move for move in self.moves.values() if move.first_board_id == board_id]

    def reconstruct_board_state(self, board_id: int, target_move: int) -> Board:
        """Return the board after that many Moves (all of them if there are fewer), rebuilt from its log."""
        duel = self._duels[board_id]
        return duel.board(min(target_move, len(duel.move_ids)))

    # Lobby

    def create_game(self, player: str) -> Events:
        """Open a game that waits for a guest."""
        if self.game(player).status in _BUSY:
            return self._send(events.GameCreateFailed(player, self.game(player).status))
        self._games[player] = Game(player, GameStatus.Created)
        return self._send(events.GameCreated(player, GameStatus.Created))

    def create_game_from_snapshot(self, player: str, snapshot_id: int) -> Events:
        """Open a game that goes on from a snapshot; its board exists at once, the old one is not touched."""
        if self.game(player).status in _BUSY:
            return self._send(events.GameCreateFailed(player, self.game(player).status))
        snapshot = self.snapshots.get(snapshot_id)
        if snapshot is None:
            return self._send(events.BoardCreateFromSnapshotFailed(player, 0, 0))
        old, number = snapshot.board_id, snapshot.move_number
        duel = self._add_duel(player, self._duels[old], number)
        self._games[player] = Game(player, GameStatus.Created, duel.board_id, snapshot_id)
        return self._send(
            events.of_board(events.BoardCreatedFromSnapshot, duel.board(), old_board_id=old, move_number=number),
            events.GameCreated(player, GameStatus.Created),
        )

    def join_game(self, guest: str, host: str, *, at: int) -> Events:
        """Seat the guest as Red at the host's board and start the game."""
        hosting, visiting = self.game(host), self.game(guest)
        if hosting.status != GameStatus.Created or visiting.status in _BUSY or host == guest:
            return self._send(events.GameJoinFailed(host, guest, hosting.status, visiting.status))
        sent: Events = []
        if hosting.board_id is None:
            duel = self._add_duel(host)
            duel.begin(guest, self._options(), self.chance, at)
            sent.append(events.of_board(events.BoardCreated, duel.board()))
        else:
            duel = self._duels[hosting.board_id]
            duel.resume(guest, at)
        for player in (host, guest):
            self._games[player] = Game(player, GameStatus.InProgress, duel.board_id, hosting.snapshot_id)
        return self._send(*sent, events.GameStarted(host, guest, duel.board_id))

    def cancel_game(self, player: str, *, at: int) -> Events:
        """Cancel the player's game, waiting or running; nobody wins it."""
        game = self.game(player)
        if game.status not in _BUSY:
            return self._send(events.GameCancelFailed(player, game.status))
        players = [player]
        if game.status == GameStatus.InProgress and game.board_id is not None:
            duel = self._duels[game.board_id]
            seat = duel.players.index(player)
            duel.match.cancel(seat, at * 1000)
            players.insert(0, duel.players[1 - seat])
        for each in players:
            self._games[each] = Game(each, GameStatus.Canceled)
        return self._send(*(events.GameCanceled(each, GameStatus.Canceled) for each in players))

    def create_snapshot(self, player: str, board_id: int, move_number: int) -> Events:
        """Bookmark a board after that many Moves."""
        duel = self._duels.get(board_id)
        if duel is None or not 0 <= move_number <= len(duel.move_ids):
            state = None if duel is None else duel.board().game_state
            return self._send(events.SnapshotCreateFailed(player, board_id, state, move_number))
        snapshot = Snapshot(len(self.snapshots) + 1, player, board_id, move_number)
        self.snapshots[snapshot.snapshot_id] = snapshot
        return self._send(events.SnapshotCreated(snapshot.snapshot_id, player, board_id, move_number))

    def _options(self) -> MageDuelOptions:
        names = ("deck", "edges", "joker_number", "red_joker_number", "joker_price")
        return GAME.read_options({"move_time": MOVE_TIME, **{name: getattr(self.rules, name) for name in names}})

    def _add_duel(self, host: str, parent: Duel | None = None, shared: int = 0) -> Duel:
        duel = Duel(len(self._duels) + 1, host, parent, shared)
        self._duels[duel.board_id] = duel
        return duel

    def _counts(self, board_id: int) -> bool:
        outcome = self.match(board_id).outcome if board_id else None
        return outcome is None or outcome.reason != "canceled"
