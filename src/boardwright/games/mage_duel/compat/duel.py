"""One board of the world: a match, and the Moves that its log stands for."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from boardwright.core.chance import Distribution
from boardwright.core.entry import Entry
from boardwright.core.match import Match
from boardwright.games.mage_duel import GAME
from boardwright.games.mage_duel.compat.records import Board, GameState, PlayerSide
from boardwright.games.mage_duel.compat.tiles import edge_codes, state_of
from boardwright.games.mage_duel.facts import BLUE, NO_TILE, RED
from boardwright.games.mage_duel.moves import Move
from boardwright.games.mage_duel.options import MageDuelOptions
from boardwright.games.mage_duel.position import MageDuelPosition

Chance = Callable[[Distribution], str]


class Step(NamedTuple):
    """An entry of the log that led from one position to another."""

    before: MageDuelPosition
    entry: Entry
    after: MageDuelPosition


class Duel:
    """A board with its players and its chain of Moves.

    A board from a snapshot has a `parent` and the Moves it shares with it; it gets a match of its own, a
    branch of the parent's, when the guest joins.
    """

    def __init__(
        self, board_id: int, host: str, guest: str = "", *, parent: Duel | None = None, move_number: int = 0
    ) -> None:
        self.board_id = board_id
        self.players = [host, guest]
        self.parent = parent
        self.shared = move_number
        self.move_ids: list[int] = [] if parent is None else parent.move_ids[:move_number]
        self.match: Match | None = None
        self.is_canceled = False
        self._marks: list[tuple[int, int | None]] = []
        """For every own Move: the last entry it led to; or the entry of an automatic skip, and its time."""
        self._first_entry = 0

    def begin(self, options: MageDuelOptions, chance: Chance, at: int) -> None:
        """A regular game starts now: chance sets the board up."""
        self.match = Match.new(GAME, options=options, players=self.players, at=at * 1000)
        self._draw(chance)
        self._first_entry = self.match.number

    def resume(self, guest: str, at: int) -> None:
        """A guest joins a board from a snapshot, and its clock starts."""
        self.players[RED] = guest
        assert self.parent is not None
        self.match = self.parent.fork(self.shared, tuple(self.players), at)

    def play(self, move: Move, seat: int, chance: Chance, at: int) -> list[Step]:
        """Writes a move and the draws that follow to the log; IllegalMove says why not."""
        match = self._played()
        first = match.number
        match.play(move, seat, at * 1000)
        self._draw(chance)
        steps = [entry for entry in match.entries[first:] if entry.is_step]
        return [Step(self._at(entry.number - 1), entry, self._at(entry.number)) for entry in steps]

    def cancel(self, seat: int, at: int) -> None:
        """Calls the game off."""
        self._played().cancel(seat, at * 1000)
        self.is_canceled = True

    def _draw(self, chance: Chance) -> None:
        match = self._played()
        while match.position.is_chance:
            match.take(chance(match.position.chances()))

    def fork(self, moves: int, players: tuple[str, ...], at: int) -> Match:
        """A new match that goes on from here after so many Moves.

        It is a branch of this board's match. Only where the log has no entry for that state (between an
        automatic skip and the request it was part of, or where that Move ended the game) it begins from the
        position itself.
        """
        if self.parent is not None and moves <= self.shared:
            return self.parent.fork(moves, players, at)
        match = self._played()
        entry, missed_at = self._mark(moves)
        if missed_at is None and not self._at(entry).reason:
            return match.branch(entry, players=players, at=at * 1000)
        start = self.position_after(moves)
        return Match.new(GAME, options=start.options, players=players, at=at * 1000, start=start)

    def position_after(self, moves: int) -> MageDuelPosition:
        """The position after so many Moves, as if none of them had ended the game."""
        if self.parent is not None and moves <= self.shared:
            return self.parent.position_after(moves)
        entry, missed_at = self._mark(moves)
        if missed_at is None:
            return self._at(entry).reopened()
        return self._at(entry - 1).missed(missed_at)

    @property
    def position(self) -> MageDuelPosition:
        """How the board stands now."""
        if self.match is None:
            return self.position_after(self.shared)
        position = self.match.position
        assert isinstance(position, MageDuelPosition)
        return position

    @property
    def is_over(self) -> bool:
        """Whether nobody can act on this board any more."""
        return self.match is not None and self.match.is_over

    def count(self, move_id: int, *, missed: Entry | None = None) -> None:
        """Adds a Move to the chain: an automatic skip, made with that entry, or one that is complete now."""
        self.move_ids.append(move_id)
        self._marks.append((self._played().number, None) if missed is None else (missed.number, missed.at))

    def board(self, moves: int | None = None) -> Board:
        """The board as a record, now or after so many Moves."""
        position = self.position if moves is None else self.position_after(moves)
        done = len(self.move_ids) if moves is None else moves
        over = moves is None and (self.is_canceled or self.is_over)
        blue, red = position.board.scores
        return Board(
            id=self.board_id,
            initial_edge_state=edge_codes(position.board.border),
            available_tiles_in_deck=list(position.deck),
            top_tile=None if position.top == NO_TILE else position.top,
            state=state_of(position.board.cells),
            player1=(self.players[BLUE], PlayerSide.Blue, position.jokers[BLUE]),
            player2=(self.players[RED], PlayerSide.Red, position.jokers[RED]),
            blue_score=blue,
            red_score=red,
            last_move_id=self.move_ids[done - 1] if done else None,
            game_state=GameState.Finished if over else GameState.InProgress,
            moves_done=done,
            last_update_timestamp=position.updated or 0,
        )

    def _played(self) -> Match:
        assert self.match is not None, "the board waits for its guest"
        return self.match

    def _mark(self, moves: int) -> tuple[int, int | None]:
        own = moves - self.shared
        return self._marks[own - 1] if own else (self._first_entry, None)

    def _at(self, entry: int) -> MageDuelPosition:
        position = self._played().at(entry)
        assert isinstance(position, MageDuelPosition)
        return position
