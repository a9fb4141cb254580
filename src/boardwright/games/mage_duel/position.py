"""The rules of Mage Duel as questions to one immutable position."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Literal, Self

from msgspec import Meta
from msgspec.structs import replace

from boardwright.core.canonical import JSON
from boardwright.core.chance.distribution import Distribution
from boardwright.core.refusal import Refusal
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.timed import Timed
from boardwright.games.mage_duel.board import (
    MOUNTAINS,
    Board,
    BoardPlanes,
    board_of,
    border_draws,
    is_complete,
    sides_of,
)
from boardwright.games.mage_duel.facts import BLUE, CELLS, FITTING_OF, NO_TILE, RED, SIDES, TILES
from boardwright.games.mage_duel.moves import Claim, LegalMoves, MageDuelMove, Place, Skip, fitting, places, unplaceable
from boardwright.games.mage_duel.options import MageDuelOptions
from boardwright.games.mage_duel.scoring import ENDINGS
from boardwright.games.mage_duel.view import MageDuelView, structure_views

TURN, MISSED, ABANDONED = range(3)
"""The windows of the clock: the side to move may act; only the waiting side may; only the end can be claimed."""

_BOTH = (BLUE, RED)
_ONE = ((BLUE,), (RED,))
_TILE_NUMBERS = {name: tile for tile, name in enumerate(TILES)}

Count = Annotated[int, Meta(ge=0)]
Side = Annotated[int, Meta(ge=0, le=1)]
Reason = Literal["", "exhausted", "full_board", "double_skip", "timeout_claim"]
Tile = Annotated[int, Meta(ge=0, lt=NO_TILE)]
Laid = tuple[Annotated[int, Meta(ge=0, lt=CELLS)], Tile, Annotated[int, Meta(ge=0, le=3)], Side]
"""Cell, tile, rotation and side."""


class MageDuelPosition(Timed[MageDuelMove, MageDuelView], frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One state of a duel.

    `laid` lists the tiles on the board in the order of play, `deck` the remaining tiles; a tile that a skip returns
    goes to its end. `last_side` made the last move (None before the first, which either side may make). `drawing`
    marks a chance node. `reason` is why the duel ends; the last draw, if there is one, still comes before the final
    contests. `updated` and `now` are in seconds; `now` is set by `as_of` only.
    """

    options: MageDuelOptions
    border: Annotated[str, Meta(pattern="^[MCR]{32}$")]
    laid: tuple[Laid, ...]
    deck: tuple[Tile, ...]
    top: Annotated[int, Meta(ge=0, le=NO_TILE)]
    jokers: tuple[Count, Count]
    last_side: Side | None
    last_skipped: bool
    moves_done: Count
    updated: Count | None
    drawing: bool
    reason: Reason
    now: Count | None = None

    seats = 2

    @cached_property
    def board(self) -> Board:
        """The board with its structures and scores; each step hands the new one over instead of rebuilding it."""
        laid = ((cell, tile * 4 + rotation, side) for cell, tile, rotation, side in self.laid)
        return self._at_end(board_of(self.border, laid))

    def _at_end(self, board: Board) -> Board:
        """Return the board after the final contests if the duel is over, else as it is."""
        return board.settled()[0] if self.is_over else board

    @cached_property
    def planes(self) -> BoardPlanes:
        """The board in numbers, made from what the last position knew of it."""
        before: BoardPlanes | None = self.__dict__.pop("_planes_before", None)
        return (before or BoardPlanes()).after(self.board)

    @property
    def is_over(self) -> bool:
        """Whether the duel has ended and everything is settled."""
        return bool(self.reason) and not self.drawing

    @property
    def window(self) -> int:
        """TURN, MISSED or ABANDONED; always TURN if no clock runs."""
        if self.now is None or self.updated is None or not self.options.move_time:
            return TURN
        passed = self.now - self.updated
        if passed <= self.options.move_time:
            return TURN
        return MISSED if passed <= 2 * self.options.move_time else ABANDONED

    @property
    def actors(self) -> tuple[int, ...]:
        """The side to move, or the other one once its time is over; nobody while chance draws and after the end.

        Both before the first move, after which the other side is next, and once both let their time run out, to
        claim the end.
        """
        if self.drawing or self.reason:
            return ()
        if self.last_side is None or (window := self.window) == ABANDONED:
            return _BOTH
        return _ONE[self.last_side if window == MISSED else 1 - self.last_side]

    @property
    def turn(self) -> int:
        return self.moves_done

    @property
    def keeps_time(self) -> bool:
        return self.options.move_time > 0

    def start_clock(self, at: int) -> Self:
        return self._on_board(self.replace(updated=at // 1000), self.board)

    def as_of(self, at: int) -> Self:
        return self._on_board(self.replace(now=at // 1000), self.board)

    @property
    def next_deadline(self) -> int | None:
        if self.drawing or self.reason or self.updated is None or not self.options.move_time:
            return None
        window = self.window
        if window == ABANDONED:
            return None
        # Before the first move either side may act in both windows, so only the end of the second one matters.
        windows = 2 if window == MISSED or self.last_side is None else 1
        return (self.updated + windows * self.options.move_time + 1) * 1000

    def legal(self, seat: int) -> LegalMoves:
        claims = self.window == ABANDONED
        acts = self.last_side is None or not claims
        return LegalMoves(self.board, self.top, joker=self.jokers[seat] > 0, acts=acts, claims=claims)

    def placements(self) -> list[Place]:
        """Return every way to lay the top tile now."""
        top = NO_TILE if self.drawing or self.reason else self.top
        return fitting(self.board.frames, FITTING_OF[top], places(joker=False))

    def apply(self, move: MageDuelMove, seat: int) -> Self | Refusal:
        is_abandoned = self.window == ABANDONED
        if self.last_side is None or not is_abandoned:
            if isinstance(move, Place):
                refusal = unplaceable(move, self.board, self.top, self.jokers[seat])
                return self.placed(move, seat) if refusal is None else refusal
            if isinstance(move, Skip):
                return self.skipped(seat)
        if is_abandoned and isinstance(move, Claim):
            over = self.replace(reason="timeout_claim", updated=self.now, now=None)
            return self._on_board(over, self.board)
        return self.out_of_turn(move, seat)

    def out_of_turn(self, move: MageDuelMove, seat: int | None) -> Refusal:
        if not self.actors or seat not in _BOTH:
            return super().out_of_turn(move, seat)
        # `apply` asks, too: an actor cannot claim before the duel is abandoned, nor play on after that.
        time = self.options.move_time
        if isinstance(move, Claim):
            text = f"The end can be claimed {2 * time + 1} seconds after the last move."
            return Refusal("cant_finish", text if time else "The end cannot be claimed in a duel without a clock.")
        if seat != self.last_side:
            return Refusal("late", f"{SIDES[seat]}'s {time} seconds for this move are over.")
        if self.window == ABANDONED:
            return Refusal("not_your_turn", "The time of both is over; only the end of the duel can be claimed.")
        return Refusal("not_your_turn", f"It is {SIDES[1 - seat]}'s turn.")

    def fallback(self, seat: int) -> Skip | None:
        return Skip() if seat in self.actors else None

    def placed(self, move: Place, side: int) -> Self:
        """Return the position after that side has laid a tile. Nothing is checked."""
        board, _contests = self.board.lay(move.cell, move.lay, side)
        laid = (*self.laid, (move.cell, move.tile, move.rotation, side))
        jokers, top, drawing = self.jokers, NO_TILE, not move.joker and bool(self.deck)
        if move.joker:
            top = self.top
            jokers = (jokers[0] - 1, jokers[1]) if side == BLUE else (jokers[0], jokers[1] - 1)
        reason: Reason = ""
        if top == NO_TILE and not drawing and jokers == (0, 0):
            reason = "exhausted"
        elif self.options.end_on_full_board and not board.emptiness:
            reason = "full_board"
        return self._moved(side, board, laid, self.deck, top, jokers, drawing, reason)

    def skipped(self, side: int) -> Self:
        """Return the position after a skip by that side. Nothing is checked."""
        deck = self.deck if self.top == NO_TILE else (*self.deck, self.top)
        # A side moves twice in a row only if the other missed its turn, which counts as a skip.
        reason: Reason = "double_skip" if self.last_skipped or side == self.last_side else ""
        # The rules draw after every skip, also after the one that ends the duel.
        return self._moved(side, self.board, self.laid, deck, NO_TILE, self.jokers, bool(deck), reason, is_skip=True)

    def _moved(
        self, side: int, board: Board, laid: tuple[Laid, ...], deck: tuple[Tile, ...], top: int,
        jokers: tuple[int, int], drawing: bool, reason: Reason, is_skip: bool = False,
    ) -> Self:  # fmt: skip
        """Return the position after a move; if the side made the last one too, the other side's skip counts."""
        count = self.moves_done + (2 if side == self.last_side else 1)
        at = self.updated if self.now is None else self.now
        moved = type(self)(
            self.options, self.border, laid, deck, top, jokers, side, is_skip, count, at, drawing, reason
        )
        return self._on_board(moved, board)

    def _on_board(self, position: Self, board: Board) -> Self:
        """Hand a board over to a new position, which would otherwise build it from `laid`; and the planes so far."""
        known = self.__dict__
        position.__dict__["board"] = position._at_end(board)
        if (planes := known.get("planes") or known.get("_planes_before")) is not None:
            position.__dict__["_planes_before"] = planes
        return position

    @property
    def chance(self) -> Distribution | None:
        return self._draws if self.drawing else None

    @cached_property
    def _draws(self) -> Distribution:
        if self._lacks_border:
            return border_draws(self.border, self.options.edges)
        deck = bytes(self.deck)
        left = sorted(set(deck))
        return Distribution(tuple(TILES[tile] for tile in left), tuple(deck.count(tile) for tile in left))

    def after_chance(self, outcome: str) -> Self:
        if self._lacks_border:
            slot = int(outcome[1:])
            return self.replace(border=self.border[:slot] + outcome[0] + self.border[slot + 1 :])
        tile = _TILE_NUMBERS[outcome]
        place = self.deck.index(tile)
        new = self.replace(deck=self.deck[:place] + self.deck[place + 1 :], top=tile, drawing=False)
        return self._on_board(new, self.board)

    @property
    def _lacks_border(self) -> bool:
        return not self.moves_done and not is_complete(self.border, self.options.edges)

    def outcome(self) -> Outcome | None:
        if not self.is_over:
            return None
        total = self.totals(self.board)
        winners = () if total[BLUE] == total[RED] else (total.index(max(total)),)
        city, road = zip(*self.board.scores, strict=True)
        detail: dict[str, JSON] = {"city": city, "road": road, "joker_bonus": self.joker_bonus}
        return Outcome(total, winners, self.reason, detail, text=ENDINGS[self.reason])

    @property
    def joker_bonus(self) -> tuple[int, int]:
        """The points for unused jokers at the end."""
        return self.jokers[BLUE] * self.options.joker_price, self.jokers[RED] * self.options.joker_price

    def totals(self, board: Board) -> tuple[int, int]:
        """Return the city, road and joker points of both sides together, on that board."""
        (blue, red), bonus = board.scores, self.joker_bonus
        return sum(blue) + bonus[BLUE], sum(red) + bonus[RED]

    def view(self, seat: int | None) -> MageDuelView:
        return self._seen if seat is None else replace(self._seen, seat=seat)

    @cached_property
    def _seen(self) -> MageDuelView:
        """The view of a spectator."""
        return MageDuelView(
            seat=None,
            actors=self.actors,
            drawing=self.drawing,
            border=self.border,
            cells=tuple(sorted(self.laid)),
            top=None if self.top == NO_TILE else self.top,
            deck=tuple(self.deck.count(tile) for tile in range(NO_TILE)),
            jokers=self.jokers,
            joker_price=self.options.joker_price,
            scores=self.board.scores,
            structures=structure_views(self.board, over=self.is_over),
            last=self.laid[-1][0] if self.laid else None,
            last_side=self.last_side,
            last_skipped=self.last_skipped,
            moves_done=self.moves_done,
            updated=self.updated,
            move_time=self.options.move_time,
            outcome=self.outcome(),
            late=None if self.last_side is None or self.window == TURN or not self.actors else 1 - self.last_side,
        )

    def problems(self) -> Iterator[str]:
        cities, roads = self.options.edges
        if any(side.count("C") > cities or side.count("R") > roads for side in sides_of(self.border)):
            yield "a side of the border has more cities or roads than the options say"
        is_begun = bool(self.board.order or self.moves_done or not self.drawing)
        if is_begun and not is_complete(self.border, self.options.edges):
            yield "play has begun on an unfinished border"
        if self.drawing and not self.deck:
            yield "there is no tile to draw"


def start(seats: int, options: MageDuelOptions) -> MageDuelPosition:
    """Return the position before the border and the first tile are drawn."""
    deck = tuple(tile for tile, count in enumerate(options.tiles) for _ in range(count))
    return MageDuelPosition(options, MOUNTAINS, (), deck, NO_TILE, options.jokers, None, False, 0, None, True, "")
