"""The rules of Mage Duel as questions to one immutable position."""

from __future__ import annotations

from collections.abc import Collection
from typing import Self

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.chance import Distribution
from boardwright.core.event import Event
from boardwright.core.outcome import Outcome
from boardwright.core.position import Position
from boardwright.core.refusal import IllegalMove, Refusal
from boardwright.games.mage_duel import border, refusals
from boardwright.games.mage_duel.board import Board
from boardwright.games.mage_duel.clock import ABANDONED, MISSED, TURN, stamp, window
from boardwright.games.mage_duel.events import NOTHING_YET, Story, tell
from boardwright.games.mage_duel.facts import BLUE, NO_TILE, RED, TILES
from boardwright.games.mage_duel.grid import SIZE
from boardwright.games.mage_duel.movegen import NO_MOVES, LegalMoves, placements
from boardwright.games.mage_duel.moves import SKIP, Claim, Move, Place, read_move
from boardwright.games.mage_duel.options import MageDuelOptions
from boardwright.games.mage_duel.scoring import joker_bonus, totals
from boardwright.games.mage_duel.view import MageDuelView, structure_views


class MageDuelPosition(Position[Move, MageDuelView]):
    """One state of a duel.

    `deck` lists the remaining tiles; a tile that a skip returns goes to its end. `last_side` made the last
    move (None before the first, which either side may make). `drawing` says that chance acts next. `reason`
    says why the duel ends; the last draw, where there is one, still comes before the final contests.
    """

    __slots__ = (
        "board", "deck", "drawing", "jokers", "last_side", "last_skipped", "moves_done", "options", "reason",
        "story", "top", "updated",
    )  # fmt: skip

    def __init__(
        self,
        options: MageDuelOptions,
        board: Board,
        deck: bytes,
        top: int,
        jokers: tuple[int, int],
        last_side: int | None,
        last_skipped: bool,
        moves_done: int,
        updated: int | None,
        drawing: bool,
        reason: str = "",
        story: Story = NOTHING_YET,
    ) -> None:
        self.options = options
        self.board = board
        self.deck = deck
        self.top = top
        self.jokers = jokers
        self.last_side = last_side
        self.last_skipped = last_skipped
        self.moves_done = moves_done
        self.updated = updated
        self.drawing = drawing
        self.reason = reason
        self.story = story

    @property
    def seats(self) -> int:
        return 2

    @property
    def actors(self) -> tuple[int, ...]:
        if self.drawing or self.reason:
            return ()
        return (BLUE, RED) if self.last_side is None else (1 - self.last_side,)

    @property
    def is_chance(self) -> bool:
        return self.drawing

    @property
    def turn(self) -> int:
        return self.moves_done

    @property
    def keeps_time(self) -> bool:
        return self.options.move_time > 0

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(tell(self.story, self.board, self.outcome()))

    def legal_moves(self, seat: int | None = None, at: int | None = None) -> Collection[Move]:
        if self.drawing or self.reason:
            return NO_MOVES
        if seat is None:
            seat = self.actors[0]
        elif seat not in (BLUE, RED):
            return NO_MOVES
        now = TURN if at is None else window(self.updated, at, self.options.move_time)
        acts = self.last_side is None or now == (MISSED if seat == self.last_side else TURN)
        joker = self.jokers[seat] > 0
        return LegalMoves(self.board.frames, self.top, joker=joker, acts=acts, claims=now == ABANDONED)

    def placements(self) -> list[Place]:
        """Every way to lay the top tile now."""
        return [] if self.drawing or self.reason else placements(self.board.frames, self.top)

    def refusal(self, move: Move, seat: int | None = None, at: int | None = None) -> Refusal | None:
        if move in self.legal_moves(seat, at):
            return None
        if self.drawing or self.reason:
            return refusals.CHANCE_FIRST if self.drawing else refusals.GAME_OVER
        if seat is None:
            seat = self.actors[0]
        elif seat not in (BLUE, RED):
            return refusals.no_such_seat(seat)
        if isinstance(move, Claim):
            return refusals.cannot_claim(self.options.move_time)
        if not isinstance(move, Place) or SKIP not in self.legal_moves(seat, at):
            return (
                refusals.not_your_turn(seat) if seat == self.last_side else refusals.late(seat, self.options.move_time)
            )
        return refusals.unplaceable(move, self.board, self.top, self.jokers[seat])

    def after(self, move: Move, seat: int | None = None, at: int | None = None) -> Self:
        if seat is None:
            seat = self.actors[0]
        if isinstance(move, Claim):
            return self._claimed(move, seat, at)
        missed = seat == self.last_side
        before = self.missed(at) if missed else self
        if isinstance(move, Place):
            return before._placed(move, seat, at, missed)
        return before._skipped(seat, at, missed)

    def missed(self, at: int | None) -> Self:
        """The position after the automatic skip of a side that let its time run out: no tile changes hands.

        It is the first half of the step in which the waiting side acts.
        """
        return self._with(
            last_side=self.actors[0],
            last_skipped=True,
            moves_done=self.moves_done + 1,
            updated=stamp(self.updated, at),
            story=NOTHING_YET,
        )

    def _placed(self, move: Place, seat: int, at: int | None, missed: bool) -> Self:
        board, contests = self.board.lay(move.col * SIZE + move.row, move.tile * 4 + move.rotation, seat)
        jokers, top = self.jokers, NO_TILE
        if move.joker:
            top = self.top
            jokers = (jokers[0] - 1, jokers[1]) if seat == BLUE else (jokers[0], jokers[1] - 1)
        drawing = not move.joker and bool(self.deck)
        reason = ""
        if top == NO_TILE and not drawing and jokers == (0, 0):
            reason = "exhausted"
        elif self.options.end_on_full_board and board.is_full:
            reason = "full_board"
        story = Story(seat, move, missed, NO_TILE, "", contests)
        return self._step(board, self.deck, top, reason, at, story, drawing=drawing, jokers=jokers)

    def _skipped(self, seat: int, at: int | None, missed: bool) -> Self:
        deck = self.deck if self.top == NO_TILE else self.deck + bytes((self.top,))
        reason = "double_skip" if self.last_skipped else ""
        return self._step(self.board, deck, NO_TILE, reason, at, Story(seat, SKIP, missed), drawing=bool(deck))

    def _claimed(self, claim: Claim, seat: int, at: int | None) -> Self:
        """A claim is no move: the turn and the counter stay."""
        board, contests = self.board.settled()
        story = Story(seat, claim, contests=contests)
        return self._with(board=board, reason="timeout_claim", updated=stamp(self.updated, at), story=story)

    def _step(
        self,
        board: Board,
        deck: bytes,
        top: int,
        reason: str,
        at: int | None,
        story: Story,
        *,
        drawing: bool = False,
        jokers: tuple[int, int] | None = None,
    ) -> Self:
        if reason and not drawing:
            board, contests = board.settled()
            story = story._replace(contests=story.contests + contests)
        return type(self)(
            self.options,
            board,
            deck,
            top,
            self.jokers if jokers is None else jokers,
            story.seat,
            story.move is SKIP,
            self.moves_done + 1,
            stamp(self.updated, at),
            drawing,
            reason,
            story,
        )

    def reopened(self) -> Self:
        """The same position as if its last move had not ended the duel."""
        if not self.reason:
            return self
        return self._with(board=self.board.reopened(), reason="", story=NOTHING_YET)

    def chances(self) -> Distribution:
        if not self.drawing:
            return super().chances()
        if self._lacks_border():
            return border.draws(self.board.border, self.options.edges)
        left = sorted(set(self.deck))
        return Distribution(tuple(TILES[tile] for tile in left), tuple(self.deck.count(tile) for tile in left))

    def take(self, outcome: str) -> Self:
        if not self.drawing:
            return super().take(outcome)
        if self._lacks_border():
            self._expect(outcome in self.chances(), outcome)
            bare = Board.bare(border.with_slot(self.board.border, outcome))
            return self._with(board=bare, story=Story(slot=outcome))
        tile = _TILE_NUMBERS.get(outcome, NO_TILE)
        place = self.deck.find(tile)
        self._expect(place >= 0, outcome)
        board, story = self.board, Story(drawn=tile)
        if self.reason:
            board, contests = board.settled()
            story = story._replace(contests=contests)
        deck = self.deck[:place] + self.deck[place + 1 :]
        return self._with(board=board, deck=deck, top=tile, drawing=False, story=story)

    def _lacks_border(self) -> bool:
        return not self.moves_done and not border.is_complete(self.board.border, self.options.edges)

    def _expect(self, possible: bool, outcome: str) -> None:
        if not possible:
            raise IllegalMove(
                Refusal("no_such_outcome", f"{outcome!r} is none of {', '.join(self.chances().outcomes)}.")
            )

    def _with(self, **changes: object) -> Self:
        """This position with some of its parts replaced."""
        new = type(self).__new__(type(self))
        for name in MageDuelPosition.__slots__:
            setattr(new, name, changes[name] if name in changes else getattr(self, name))
        return new

    def start_clock(self, at: int) -> Self:
        return self._with(updated=stamp(None, at))

    def parse(self, text: str) -> Move:
        return read_move(text)

    def fallback(self, seat: int) -> Move | None:
        return SKIP if seat in self.actors else None

    def outcome(self) -> Outcome | None:
        if not self.reason or self.drawing:
            return None
        scores = self.board.scores
        bonus = joker_bonus(self.jokers, self.options.joker_price)
        total = totals(scores, bonus)
        winners = () if total[BLUE] == total[RED] else (total.index(max(total)),)
        detail: dict[str, JSON] = {
            "city": (scores[BLUE][0], scores[RED][0]),
            "road": (scores[BLUE][1], scores[RED][1]),
            "joker_bonus": bonus,
        }
        return Outcome(total, winners, self.reason, detail)

    def view(self, seat: int | None) -> MageDuelView:
        board = self.board
        return MageDuelView(
            seat=seat,
            actors=self.actors,
            is_chance=self.drawing,
            border=border.border_text(board.border),
            cells=tuple((cell, lay >> 2, lay & 3, side) for cell, lay, side in sorted(board.laid())),
            top=None if self.top == NO_TILE else self.top,
            deck=tuple(self.deck.count(tile) for tile in range(NO_TILE)),
            jokers=self.jokers,
            joker_price=self.options.joker_price,
            scores=board.scores,
            structures=structure_views(board, over=bool(self.reason) and not self.drawing),
            last=board.order[-1] if board.order else None,
            last_side=self.last_side,
            last_skipped=self.last_skipped,
            moves_done=self.moves_done,
            updated=self.updated,
            move_time=self.options.move_time,
            outcome=self.outcome(),
        )

    def encode(self) -> JSON:
        options: JSON = msgspec.to_builtins(self.options)
        return {
            "options": options,
            "border": border.border_text(self.board.border),
            "laid": [[cell, lay >> 2, lay & 3, side] for cell, lay, side in self.board.laid()],
            "deck": list(self.deck),
            "top": self.top,
            "jokers": list(self.jokers),
            "last_side": self.last_side,
            "last_skipped": self.last_skipped,
            "moves_done": self.moves_done,
            "updated": self.updated,
            "drawing": self.drawing,
            "reason": self.reason,
        }

    def _value(self) -> tuple[object, ...]:
        board = self.board
        return (
            board.border, board.cells, board.order, self.deck, self.top, self.jokers, self.last_side,
            self.last_skipped, self.moves_done, self.updated, self.drawing, self.reason, self.options,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MageDuelPosition) and self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())


_TILE_NUMBERS = {name: tile for tile, name in enumerate(TILES)}
