"""One board of a world: an ordinary match, read as the documents' chain of Moves."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import NamedTuple, cast

from boardwright.core.chance.distribution import Distribution
from boardwright.core.match.entry import Entry
from boardwright.core.match.match import Match
from boardwright.games.mage_duel import GAME
from boardwright.games.mage_duel.compat.records import Board, GameState, PlayerSide, edge_codes, state_of
from boardwright.games.mage_duel.facts import BLUE, NO_TILE, RED
from boardwright.games.mage_duel.moves import CLAIM, MageDuelMove, Place
from boardwright.games.mage_duel.options import MageDuelOptions
from boardwright.games.mage_duel.position import MageDuelPosition

Chance = Callable[[Distribution], str]


class Made(NamedTuple):
    """One Move that the log stands for: a tile laid, or a skip, and the last entry it led to.

    An automatic skip is part of the entry of the side that acts again.
    """

    seat: int
    placed: Place | None
    entry: Entry
    is_automatic: bool = False


class Duel:
    """A board with its match and the ids of its Moves.

    A board from a snapshot shares the first `shared` Moves with its `parent`. Until a guest joins it has no match;
    then it gets a branch of the parent's.
    """

    def __init__(self, board_id: int, host: str, parent: Duel | None = None, shared: int = 0) -> None:
        self.board_id = board_id
        self.host = host
        self.parent = parent
        self.shared = shared
        self.own_ids: list[int] = []
        self.started: Match | None = None

    @property
    def match(self) -> Match:
        """The match; LookupError while the board waits for a guest."""
        if self.started is None:
            raise LookupError(f"Board {self.board_id} has no match yet: nobody has joined {self.host}.")
        return self.started

    @property
    def move_ids(self) -> list[int]:
        """The ids of all Moves of this board, the shared ones first."""
        return self.own_ids if self.parent is None else self.parent.move_ids[: self.shared] + self.own_ids

    @property
    def players(self) -> tuple[str, ...]:
        """Blue and Red; Red is empty while the board waits for a guest."""
        return (self.host, "") if self.started is None else self.started.header.players

    @property
    def position(self) -> MageDuelPosition:
        """The current position."""
        return self.position_after(self.shared) if self.started is None else self._at(-1)

    def begin(self, guest: str, options: MageDuelOptions, chance: Chance, at: int) -> None:
        """Start a new match; chance sets the board up."""
        self.started = Match.new(GAME, options=options, players=(self.host, guest), seed=None, at=at * 1000)
        self._draw(chance)

    def resume(self, guest: str, at: int) -> None:
        """Start the match of a board from a snapshot."""
        assert self.parent is not None
        self.started = self.parent.fork(self.shared, (self.host, guest), at)

    def play(self, move: MageDuelMove, seat: int, chance: Chance, at: int) -> list[Entry]:
        """Play a move and the draws that follow; return their entries, raise IllegalMove."""
        first = self.match.number
        self.match.play(move, seat, at * 1000)
        self._draw(chance)
        return [entry for entry in self.match.entries[first:] if entry.is_step]

    def fork(self, moves: int, players: tuple[str, ...], at: int) -> Match:
        """Return a new match that goes on after that many Moves.

        It is a branch of this board's match. Only where the log has no entry for that state (between an
        automatic skip and the request it was part of, or where that Move ended the game) it begins from the
        position itself.
        """
        if self.parent is not None and moves <= self.shared:
            return self.parent.fork(moves, players, at)
        start, last = self.position_after(moves), self._last(moves)
        if self._at(last) == start:
            return self.match.branch(last, players=players, seed=None, at=at * 1000)
        return Match.new(GAME, options=start.options, players=players, seed=None, at=at * 1000, start=start)

    def position_after(self, moves: int) -> MageDuelPosition:
        """Return the position after that many Moves, as if none of them had ended the game."""
        if self.parent is not None and moves <= self.shared:
            return self.parent.position_after(moves)
        made = self.made()[moves - self.shared - 1] if moves > self.shared else None
        if made is None or not made.is_automatic:
            position = self._at(self._last(moves))
            return position.replace(reason="") if position.reason else position
        before, seconds = self._at(made.entry.number - 1), made.entry.at // 1000
        return before.replace(last_side=made.seat, last_skipped=True, moves_done=before.moves_done + 1, updated=seconds)

    def _last(self, moves: int) -> int:
        """Return the last entry that belongs to that many Moves."""
        own = moves - self.shared
        if own:
            return self.made()[own - 1].entry.number
        return sum(1 for _ in takewhile(lambda entry: entry.kind == "chance", self.match.entries))

    def board(self, moves: int | None = None) -> Board:
        """Return the board as a record, now or after that many Moves."""
        position = self.position if moves is None else self.position_after(moves)
        done = len(self.move_ids) if moves is None else moves
        over = moves is None and self.started is not None and self.started.is_over
        blue, red = position.board.scores
        return Board(
            id=self.board_id,
            initial_edge_state=edge_codes(position.border),
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

    def made(self) -> list[Made]:
        """Return the Moves that were made on this board itself, read from the log."""
        if self.started is None:
            return []
        first = self.started.header.branch.inherited if self.started.header.branch else 0
        found, last = list[Made](), self._at(first).last_side
        for entry in self.started.entries[first:]:
            if entry.kind == "chance" and found:
                found[-1] = found[-1]._replace(entry=entry)
            elif entry.kind == "move" and entry.seat is not None and entry.text != str(CLAIM):
                if entry.seat == last:
                    found.append(Made(1 - entry.seat, None, entry, is_automatic=True))
                move = self.match.position.parse(entry.text)
                found.append(Made(entry.seat, move if isinstance(move, Place) else None, entry))
                last = entry.seat
        return found

    def _draw(self, chance: Chance) -> None:
        while (draws := cast(MageDuelPosition, self.match.position).chance) is not None:
            self.match.take(chance(draws))

    def _at(self, entry: int) -> MageDuelPosition:
        return cast(MageDuelPosition, self.match.at(entry))
