"""The lobby: who waits, who plays, which snapshots there are. Time is passed in, in whole seconds."""

from __future__ import annotations

from boardwright.core.match.match import Match
from boardwright.core.records import record
from boardwright.games.mage_duel import GAME
from boardwright.games.mage_duel.compat import boards, events
from boardwright.games.mage_duel.compat.duel import Chance, Duel
from boardwright.games.mage_duel.compat.nodes import union_find_of
from boardwright.games.mage_duel.compat.profile import Events, Profiles
from boardwright.games.mage_duel.compat.records import Board, Game, GameStatus, Move, Rules, Snapshot, UnionFind
from boardwright.games.mage_duel.options import MageDuelOptions
from boardwright.games.mage_duel.position import MageDuelPosition

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
        """That player's status, board and snapshot."""
        return self._games.get(player, Game(player))

    def open_games(self) -> list[str]:
        """The hosts that wait for a guest."""
        return [player for player, game in self._games.items() if game.status == GameStatus.Created]

    def board_ids(self) -> list[int]:
        """The ids of all boards."""
        return list(self._duels)

    def board(self, board_id: int) -> Board:
        """The board as it stands."""
        return self._duels[board_id].board()

    def match(self, board_id: int) -> Match:
        """The board's match; LookupError while the board waits for a guest."""
        return self._duels[board_id].match

    def record(self, board_id: int) -> bytes:
        """The record of the board's match, which any other part of Boardwright verifies and opens."""
        return record.dump(self.match(board_id))

    def position(self, board_id: int) -> MageDuelPosition:
        """The board's position."""
        return self._duels[board_id].position

    def union_find(self, board_id: int) -> UnionFind:
        """The board's structures."""
        return union_find_of(board_id, self.position(board_id))

    def get_move_history(self, latest_move_id: int | None) -> list[Move]:
        """The chain of Moves that ends with this one, oldest first."""
        return boards.get_move_history(self.moves, latest_move_id)

    def moves_of_board(self, board_id: int) -> list[Move]:
        """The Moves that were made on this board itself."""
        return [move for move in self.moves.values() if move.first_board_id == board_id]

    def reconstruct_board_state(self, board_id: int, target_move: int) -> Board:
        """The board after that many Moves (all of them if there are fewer), rebuilt from its log."""
        duel = self._duels[board_id]
        return duel.board(min(target_move, len(duel.move_ids)))

    # Lobby

    def create_game(self, player: str) -> Events:
        """Opens a game that waits for a guest."""
        if self.game(player).status in _BUSY:
            return self._send(events.GameCreateFailed(player, self.game(player).status))
        self._games[player] = Game(player, GameStatus.Created)
        return self._send(events.GameCreated(player, GameStatus.Created))

    def create_game_from_snapshot(self, player: str, snapshot_id: int) -> Events:
        """Opens a game that goes on from a snapshot; its board exists at once, the old one is not touched."""
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
        """Seats the guest as Red at the host's board and starts the game."""
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
        """Cancels the player's game, waiting or running; nobody wins it."""
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
        """Bookmarks a board after that many Moves."""
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
