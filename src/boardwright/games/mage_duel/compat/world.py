"""The calls that play: placing, skipping, claiming the end.

Every call checks all it has to check before it changes anything, and returns the events it sent. A refused
request sends the one event that names its reason.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from boardwright.core.refusal import IllegalMove, Refusal
from boardwright.games.mage_duel import GAME
from boardwright.games.mage_duel.compat import events
from boardwright.games.mage_duel.compat.duel import Duel, Step
from boardwright.games.mage_duel.compat.lobby import Events, Lobby
from boardwright.games.mage_duel.compat.nodes import contest_event
from boardwright.games.mage_duel.compat.records import Game, GameStatus, Move, PlayerSide
from boardwright.games.mage_duel.facts import BLUE, RED
from boardwright.games.mage_duel.moves import CLAIM, SKIP, Place

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

    def make_move(self, player: str, joker_tile: int | None, rotation: int, col: int, row: int, *, at: int) -> Events:
        """Lays the top tile, or the named tile with a joker."""
        refused = self._refused(player)
        if refused is not None:
            return self._send(refused)
        duel, seat = self._seat(player)
        tile = duel.position.top if joker_tile is None else joker_tile
        placed = Place(tile, rotation, col, row, joker_tile is not None)
        try:
            steps = duel.play(placed, seat, self.chance, at)
        except IllegalMove as illegal:
            return self._refuse_placement(player, duel.board_id, placed, illegal.refusal)
        move = self._record(duel, steps, placed, at)
        sent = [*_contest_events(duel, steps, at_end=False), *self._end_events(duel, steps)]
        sent.append(
            events.Moved(move.id, player, move.prev_move_id, tile, rotation, col, row, move.is_joker, duel.board_id, at)
        )
        return self._conclude(duel, steps, sent)

    def skip_move(self, player: str, *, at: int) -> Events:
        """Puts the top tile back and draws another; the second skip in a row ends the game."""
        refused = self._refused(player)
        if refused is not None:
            return self._send(refused)
        duel, seat = self._seat(player)
        return self._skip_move(player, PlayerSide(seat), duel.board_id, emit=True, at=at)

    def _skip_move(self, player: str, side: PlayerSide, board_id: int, *, emit: bool, at: int) -> Events:
        """A skip by that side; without `emit` no Skipped event is sent."""
        duel = self._duels[board_id]
        try:
            steps = duel.play(SKIP, int(side), self.chance, at)
        except IllegalMove:
            return self._send(events.NotYourTurn(player, board_id))
        move = self._record(duel, steps, None, at)
        sent: Events = [events.Skipped(move.id, player, move.prev_move_id, board_id, at)] if emit else []
        return self._conclude(duel, steps, [*sent, *self._end_events(duel, steps)])

    def finish_game(self, player: str, board_id: int, *, at: int) -> Events:
        """Ends a game in which nobody has acted for more than twice the time for a move."""
        if self.game(player).board_id != board_id:
            return self._send(events.PlayerNotInGame(player, board_id))
        refused = self._refused(player)
        if refused is not None:
            return self._send(refused)
        duel, seat = self._seat(player)
        try:
            steps = duel.play(CLAIM, seat, self.chance, at)
        except IllegalMove:
            return self._send(events.CantFinishGame(player, board_id))
        sent = self._end_events(duel, steps)
        self._count_feats(duel, steps)
        return self._send(*sent)

    # What the calls share

    def _seat(self, player: str) -> tuple[Duel, int]:
        duel = self._duels[self.game(player).board_id or 0]
        return duel, duel.players.index(player)

    def _refused(self, player: str) -> events.Event | None:
        """Why this player cannot act at all: no game, one that waits for its guest, or one that is over."""
        game = self.game(player)
        if game.board_id is None or game.status == GameStatus.Created:
            return events.PlayerNotInGame(player, game.board_id or 0)
        if game.status == GameStatus.Finished:
            return events.GameIsAlreadyFinished(player, game.board_id)
        return None

    def _refuse_placement(self, player: str, board_id: int, placed: Place, refusal: Refusal) -> Events:
        if refusal.code in ("not_your_turn", "late"):
            return self._send(events.NotYourTurn(player, board_id))
        if refusal.code == "not_enough_jokers":
            return self._send(events.NotEnoughJokers(player, board_id))
        if refusal.code == "no_tile":
            return []
        where = (placed.tile, placed.rotation, placed.col, placed.row, placed.joker)
        sent = self._send(events.InvalidMove(player, *where, board_id))
        _log.warning("[Invalid move] board %s, %s: %s", board_id, placed, refusal.text)
        return sent

    def _record(self, duel: Duel, steps: Sequence[Step], placed: Place | None, at: int) -> Move:
        """The Move of an accepted request, after that of the automatic skip which it may begin with."""
        story, entry = steps[0].after.story, steps[0].entry
        if story.missed:
            duel.count(self._chain(duel, 1 - story.seat, None, at).id, missed=entry)
        move = self._chain(duel, story.seat, placed, at)
        duel.count(move.id)
        return move

    def _chain(self, duel: Duel, seat: int, placed: Place | None, at: int) -> Move:
        move = Move(
            id=len(self.moves) + 1,
            player_side=PlayerSide(seat),
            prev_move_id=duel.move_ids[-1] if duel.move_ids else None,
            tile=placed.tile if placed else None,
            rotation=placed.rotation if placed else 0,
            col=placed.col if placed else 0,
            row=placed.row if placed else 0,
            is_joker=placed is not None and placed.joker,
            first_board_id=duel.board_id,
            timestamp=at,
        )
        self.moves[move.id] = move
        return move

    def _conclude(self, duel: Duel, steps: Sequence[Step], sent: Events) -> Events:
        self._count_feats(duel, steps)
        return self._send(*sent, events.of_board(events.BoardUpdated, duel.board()))

    def _end_events(self, duel: Duel, steps: Sequence[Step]) -> Events:
        """What the end of a game sends, with the rewards it brings; nothing while the game goes on."""
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
            *_contest_events(duel, steps, at_end=True),
            *(events.GameFinished(player, duel.board_id) for player in duel.players),
            *(events.CurrentPlayerBalance(player, self.player(player).balance) for player in duel.players),
            events.of_board(events.BoardUpdated, duel.board()),
        ]

    def _count_feats(self, duel: Duel, steps: Sequence[Step]) -> None:
        for before, entry, after in steps:
            for seat, task in GAME.achievement_progress(before, entry, after):
                self._achieve(duel.players[seat], task, duel.board_id)


def _contest_events(duel: Duel, steps: Sequence[Step], *, at_end: bool) -> Events:
    contests = [contest for step in steps for contest in step.after.story.contests]
    return [contest_event(contest, duel.board_id) for contest in contests if contest.at_end == at_end]
