"""The calls that play: placing, skipping, claiming the end; and saving the whole world.

Every call checks everything before it changes anything, and returns the events it sent. A refused request sends the
one event that names its reason.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from typing import Self, cast

import msgspec

from boardwright.core.match.entry import Entry
from boardwright.core.records import record
from boardwright.core.refusal import BadRecord, IllegalMove, Refusal
from boardwright.games.mage_duel import GAME
from boardwright.games.mage_duel.compat import events
from boardwright.games.mage_duel.compat.duel import Chance, Duel, Made
from boardwright.games.mage_duel.compat.lobby import Events, Lobby
from boardwright.games.mage_duel.compat.nodes import contest_event
from boardwright.games.mage_duel.compat.records import Game, GameStatus, Move, PlayerSide, SavedBoard, SavedWorld
from boardwright.games.mage_duel.events import progress
from boardwright.games.mage_duel.facts import BLUE, NO_TILE, RED
from boardwright.games.mage_duel.moves import CLAIM, SKIP, MageDuelMove, Place
from boardwright.games.mage_duel.position import MageDuelPosition

_log = logging.getLogger("boardwright.mage_duel")


class World(Lobby):
    """All games, boards, Moves and snapshots of one place.

    >>> from random import Random
    >>> dice = Random(7)
    >>> world = World(lambda chances: chances.sample(dice))
    >>> [type(event).__name__ for event in world.create_game("ann") + world.join_game("bob", "ann", at=1000)]
    ['GameCreated', 'BoardCreated', 'GameStarted']
    >>> [type(event).__name__ for event in world.skip_move("bob", at=1010)]
    ['Skipped', 'BoardUpdated']
    """

    refusal: Refusal | None = None
    """Why the rules refused the last placement, skip or claim; None if they accepted it."""

    def make_move(self, player: str, joker_tile: int | None, rotation: int, col: int, row: int, *, at: int) -> Events:
        """Lay the top tile, or the given tile with a joker.

        Without a top tile the answer is empty, as the documents have no event for it: see `refusal` and the log.
        """
        acting = self._acting(player)
        if isinstance(acting, events.Event):
            return self._send(acting)
        duel, seat = acting
        tile = duel.position.top if joker_tile is None else joker_tile
        placed = Place(tile, rotation, col, row, joker_tile is not None)
        entries = self._play(duel, placed, seat, at)
        if self.refusal is not None:
            return self._refuse_placement(player, duel, placed, self.refusal)
        move = self._record(duel)
        sent = [*_contest_events(duel, entries, at_end=False), *self._end_events(duel, entries)]
        sent.append(
            events.Moved(move.id, player, move.prev_move_id, tile, rotation, col, row, move.is_joker, duel.board_id, at)
        )
        return self._conclude(duel, entries, sent)

    def skip_move(self, player: str, *, at: int) -> Events:
        """Put the top tile back and draw another one; the second skip in a row ends the game."""
        acting = self._acting(player)
        if isinstance(acting, events.Event):
            return self._send(acting)
        duel, seat = acting
        return self._skip_move(player, PlayerSide(seat), duel.board_id, emit=True, at=at)

    def _skip_move(self, player: str, side: PlayerSide, board_id: int, *, emit: bool, at: int) -> Events:
        """Skip for that side; without `emit` no Skipped event is sent."""
        duel = self._duels[board_id]
        entries = self._play(duel, SKIP, side, at)
        if self.refusal is not None:
            return self._send(events.NotYourTurn(player, board_id))
        move = self._record(duel)
        sent: Events = [events.Skipped(move.id, player, move.prev_move_id, board_id, at)] if emit else []
        return self._conclude(duel, entries, [*sent, *self._end_events(duel, entries)])

    def finish_game(self, player: str, board_id: int, *, at: int) -> Events:
        """End a game in which nobody has acted for more than twice the time for a move."""
        if self.game(player).board_id != board_id:
            return self._send(events.PlayerNotInGame(player, board_id))
        acting = self._acting(player)
        if isinstance(acting, events.Event):
            return self._send(acting)
        duel, seat = acting
        entries = self._play(duel, CLAIM, seat, at)
        if self.refusal is not None:
            return self._send(events.CantFinishGame(player, board_id))
        self._count_progress(duel, entries)
        return self._send(*self._end_events(duel, entries))

    # Saving

    def save(self) -> bytes:
        """Return the whole world as JSON: the record of every match, and what the matches do not say."""
        saved = SavedWorld(
            rules=self.rules,
            administrator=self.administrator,
            shop=self.shop,
            players=self._players,
            games=self._games,
            moves=[move.first_board_id for move in self.moves.values()],
            snapshots=self.snapshots,
            progress=self._progress,
            boards=[_saved(duel) for duel in self._duels.values()],
            events=[(type(event).__name__, msgspec.Raw(msgspec.json.encode(event))) for event in self.events],
        )
        return msgspec.json.encode(saved)

    @classmethod
    def load(cls, data: bytes, chance: Chance) -> Self:
        """Return the world that `save` wrote; BadRecord if it or one of its matches is damaged."""
        try:
            saved = msgspec.json.decode(data, type=SavedWorld)
            sent = [msgspec.json.decode(fields, type=events.event_type(name)) for name, fields in saved.events]
        except (msgspec.DecodeError, LookupError) as error:
            raise BadRecord(f"This is not a saved world: {error}") from None
        world = cls(chance, saved.rules, saved.administrator)
        world.events, world.shop, world._players, world._games = sent, saved.shop, saved.players, saved.games
        world.snapshots, world._progress = saved.snapshots, saved.progress
        for board in saved.boards:
            duel = world._add_duel(board.host, world._duels.get(board.parent), board.shared)
            duel.started = None if board.record is None else record.load(board.record.encode(), lambda _: GAME)
        made = {board_id: iter(duel.made()) for board_id, duel in world._duels.items()}
        if Counter(saved.moves) != Counter({board_id: len(duel.made()) for board_id, duel in world._duels.items()}):
            raise BadRecord("The Moves of the saved world are not those of its matches.")
        for board_id in saved.moves:
            world._add_move(world._duels[board_id], next(made[board_id]))
        return world

    # What the calls share

    def _acting(self, player: str) -> tuple[Duel, int] | events.Event:
        """Return the player's board and seat, or why they cannot act: no running game, or one that is over."""
        game = self.game(player)
        if game.board_id is None or game.status == GameStatus.Created:
            return events.PlayerNotInGame(player, game.board_id or 0)
        if game.status == GameStatus.Finished:
            return events.GameIsAlreadyFinished(player, game.board_id)
        duel = self._duels[game.board_id]
        return duel, duel.players.index(player)

    def _play(self, duel: Duel, move: MageDuelMove, seat: int, at: int) -> list[Entry]:
        self.refusal = None
        try:
            return duel.play(move, seat, self.chance, at)
        except IllegalMove as illegal:
            self.refusal = illegal.refusal
            return []

    def _refuse_placement(self, player: str, duel: Duel, placed: Place, refusal: Refusal) -> Events:
        if refusal.code in ("not_your_turn", "late"):
            return self._send(events.NotYourTurn(player, duel.board_id))
        if refusal.code == "not_enough_jokers":
            return self._send(events.NotEnoughJokers(player, duel.board_id))
        board = duel.board()
        if refusal.code == "no_tile":
            _log.warning("[No tiles in the deck] board %s, %s: %s %s", board.id, player, refusal.text, board)
            return []
        where = (placed.tile, placed.rotation, placed.col, placed.row, placed.joker)
        sent = self._send(events.InvalidMove(player, *where, board.id))
        _log.warning("[Invalid move] board %s, %s: %s %s", board.id, placed, refusal.text, board)
        return sent

    def _record(self, duel: Duel) -> Move:
        """Add the Moves of the last accepted request: an automatic skip, if it began with one, and its own."""
        for made in duel.made()[len(duel.own_ids) :]:
            move = self._add_move(duel, made)
        return move

    def _add_move(self, duel: Duel, made: Made) -> Move:
        previous = duel.move_ids[-1] if duel.move_ids else None
        place = Place(NO_TILE, 0, 0, 0) if made.placed is None else made.placed
        move = Move(
            id=len(self.moves) + 1,
            player_side=PlayerSide(made.seat),
            prev_move_id=previous,
            tile=None if made.placed is None else place.tile,
            rotation=place.rotation,
            col=place.col,
            row=place.row,
            is_joker=place.joker,
            first_board_id=duel.board_id,
            timestamp=made.entry.at // 1000,
        )
        self.moves[move.id] = move
        duel.own_ids.append(move.id)
        return move

    def _conclude(self, duel: Duel, entries: Sequence[Entry], sent: Events) -> Events:
        self._count_progress(duel, entries)
        return self._send(*sent, events.of_board(events.BoardUpdated, duel.board()))

    def _end_events(self, duel: Duel, entries: Sequence[Entry]) -> Events:
        """Pay the rewards of a finished game and return its events; nothing while the game goes on."""
        outcome = duel.position.outcome()
        if outcome is None:
            return []
        for seat in (BLUE, RED):
            player = self.player(duel.players[seat])
            earned = player.balance + outcome.scores[seat]
            self._change(player.player_id, balance=earned, games_played=player.games_played + 1)
            bookmark = self.game(player.player_id).snapshot_id
            self._games[player.player_id] = Game(player.player_id, GameStatus.Finished, duel.board_id, bookmark)
        return [
            *_contest_events(duel, entries, at_end=True),
            *(events.GameFinished(player, duel.board_id) for player in duel.players),
            *(events.CurrentPlayerBalance(player, self.player(player).balance) for player in duel.players),
            events.of_board(events.BoardUpdated, duel.board()),
        ]

    def _count_progress(self, duel: Duel, entries: Sequence[Entry]) -> None:
        match = duel.match
        for entry in entries:
            before, after = cast("tuple[MageDuelPosition, ...]", (match.at(entry.number - 1), match.at(entry.number)))
            step = before.parse(entry.text) if entry.kind == "move" else entry.text
            for seat, task in progress(before, step, entry.seat, after):
                self._achieve(duel.players[seat], task, duel.board_id)


def _saved(duel: Duel) -> SavedBoard:
    written = None if duel.started is None else record.dump(duel.started).decode()
    return SavedBoard(duel.host, duel.parent.board_id if duel.parent else 0, duel.shared, written)


def _contest_events(duel: Duel, entries: Sequence[Entry], *, at_end: bool) -> Events:
    found = [event.facts for entry in entries for event in duel.match.events(entry.number) if "root" in event.facts]
    return [contest_event(contest, duel.board_id) for contest in found if contest["at_end"] == at_end]
