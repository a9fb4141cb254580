"""Everything that lies open on the table, as one flat record: the field `state` of a position."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from boardwright.core.card_data import Args
from boardwright.core.chance.distribution import Distribution
from boardwright.core.tuples import replace_at
from boardwright.games.sagrada import facts
from boardwright.games.sagrada.facts import (
    LETTERS,
    OFFERED,
    ROUNDS,
    DiceBag,
    Die,
    Frame,
    die_from_bag,
    die_of,
    id_of,
    pool_size,
)

if TYPE_CHECKING:
    from boardwright.games.sagrada.options import SagradaOptions

CardId: TypeAlias = Annotated[int, Meta(ge=1, le=999)]
CardName: TypeAlias = Annotated[str, Meta(max_length=80)]
Description: TypeAlias = Annotated[str, Meta(max_length=400)]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=9999)]
Waiting: TypeAlias = Literal["", "private", "window", "public", "tool", "die", "bag", "roll", "reroll"]


ROLL = Distribution.uniform(tuple(map(str, facts.SHADES)))


class Window(msgspec.Struct, frozen=True):
    """A window pattern. `cells` has one character per cell, row by row: the letter of a color, a shade or a dot."""

    name: str
    difficulty: Annotated[int, Meta(ge=1, le=6)]
    cells: Annotated[str, Meta(pattern=r"^[RGYBP1-6.]{20}$")]


class Rest(msgspec.Struct, frozen=True):
    """The rest of a command that waits for a chance outcome: the instructions from `index` on."""

    command: str
    index: int
    args: Args


class Draft(msgspec.Struct):
    """A table that is being changed; `freeze` makes the state of the next position from it.

    Cards are known by their ids. Most fields of a turn are cleared when it ends (`end_turn`).
    """

    seats: Annotated[int, Meta(ge=1, le=4)]
    offers: tuple[tuple[Window, ...], ...]
    """The windows that each seat chooses from; none once all have chosen."""
    windows: tuple[Window | None, ...]
    frames: tuple[Frame, ...]
    """The dice on each seat's window."""
    favor: tuple[Points, ...]
    """The favor points that each seat has left."""
    public: tuple[int, ...] = ()
    tools: tuple[int, ...] = ()
    points: tuple[Points, ...] = ()
    """The favor points that have been paid for each tool, in the order of `tools`."""
    bag: DiceBag = facts.FULL_BAG
    round: Annotated[int, Meta(ge=0, le=ROUNDS + 1)] = 0
    """0 during the set-up, 11 after the end."""
    order: tuple[int, ...] = ()
    """The seats in the order of this round's turns; `turn` counts them from 0."""
    turn: int = 0
    pool: tuple[Die, ...] = ()
    picked: Die = 0
    """The die in hand, 0 for none."""
    placed: bool = False
    """Whether a die was placed in this turn."""
    track: tuple[Die, ...] = ()
    """The dice on the round track, round by round."""
    slots: tuple[int, ...] = ()
    """The number of dice of `track` that each round has left there."""
    active: int = 0
    """The tool that waits for its command, 0 for none."""
    passive: int = 0
    """The tool in effect, 0 for none: one that is active too, or one that lasts until the next pick, place or pass."""
    used: bool = False
    """Whether a tool was used in this turn."""
    moved: tuple[Die, ...] = ()
    """The dice that were moved in this turn."""
    undo: bool = False
    """Whether the move that led here may be taken back."""
    waiting: Waiting = ""
    """The kind of chance outcome that comes next, "" for none.

    The set-up goes from "private" and "window" over the choice of windows to "public" and "tool"; "die" fills the pool
    of a round. The others come inside commands: "bag" draws a die, "roll" rolls the one in hand, "reroll" the pool.
    """
    rolled: int = 0
    """While the pool is rolled again, the place in it of the next die to roll."""
    then: Rest | None = None
    """The rest of the command that waits for a chance outcome."""
    past: State | None = None
    """While the turn cannot end, the last table on which it could: `return` goes there."""

    @property
    def current(self) -> int:
        """The seat on turn."""
        return self.order[self.turn]

    @property
    def is_second_turn(self) -> bool:
        """True if the seat on turn already had a turn in this round."""
        return self.turn < len(self.order) and self.order[self.turn] in self.order[: self.turn]

    @property
    def is_over(self) -> bool:
        """True after ten rounds."""
        return self.round > ROUNDS

    @property
    def is_solo(self) -> bool:
        """True if one player plays against the round track."""
        return self.seats == 1

    @property
    def privates_each(self) -> int:
        """The number of private objectives that each seat gets."""
        return 2 if self.is_solo else 1

    @property
    def penalty(self) -> int:
        """The points that an empty cell costs in the end."""
        return 3 if self.is_solo else 1

    @property
    def can_pass(self) -> bool:
        """True if the turn may end: no tool waits, and the hand is empty or a passive tool lets the die go."""
        return self.active == 0 and (self.picked == 0 or self.passive != 0)

    def constraints(self) -> str:
        """Return the pattern of the seat on turn."""
        window = self.windows[self.order[self.turn]]
        return window.cells if window else ""

    def frame(self) -> Frame:
        """Return the frame of the seat on turn."""
        return self.frames[self.order[self.turn]]

    def freeze(self) -> State:
        """Return the state with these values."""
        return State(*msgspec.structs.astuple(self))

    def begin_round(self) -> None:
        """Begin the next round: the first player moves on by one seat, and chance fills the pool."""
        self.round += 1
        self.turn = 0
        self.order = facts.snake((self.round - 1) % self.seats, self.seats)
        self.waiting = "die"

    def end_turn(self) -> None:
        """Begin the next turn with all turn flags cleared; after the last one of a round the pool goes to the track."""
        self.turn += 1
        self.placed = self.used = self.undo = False
        self.active = self.passive = 0
        self.moved = ()
        if self.turn < len(self.order):
            return
        self.track += self.pool
        self.slots += (len(self.pool),)
        self.pool = ()
        if self.round == ROUNDS:
            self.round += 1
        else:
            self.begin_round()

    def empty_hand(self) -> None:
        """Put the die in hand, if there is one, at the end of the pool."""
        if self.picked:
            self.pool += (self.picked,)
            self.picked = 0

    def set_frame(self, frame: Frame) -> None:
        """Give the seat on turn another frame."""
        self.frames = replace_at(self.frames, self.current, frame)

    def show_windows(self, numbers: Iterable[int]) -> None:
        """Turn up the windows that all have chosen; the cards are drawn next."""
        windows = tuple(offers[number - 1] for offers, number in zip(self.offers, numbers, strict=True))
        self.windows = windows
        self.offers = ((),) * self.seats
        self.favor = (0,) if self.is_solo else tuple(window.difficulty for window in windows)
        self.undo = False
        self.waiting = "public"

    def draws(self, options: SagradaOptions) -> Distribution:
        """Return the outcomes that chance may bring now, unless it is a private objective."""
        book = options.book
        if self.waiting in ("roll", "reroll"):
            return ROLL
        if self.waiting in ("die", "bag"):
            return _faces(self.bag.counts, options.shades)
        if self.waiting in ("public", "tool"):
            known, taken = (book.objectives, self.public) if self.waiting == "public" else (book.tools, self.tools)
            return Distribution.uniform(tuple(map(str, sorted(set(known).difference(taken)))))
        names, offered = list(book.windows), {window.name for offers in self.offers for window in offers}
        if options.double_sided:
            names = [name for name, back in book.backs.items() if book.backs.get(back) == name]
        return Distribution.uniform(tuple(name for name in names if name not in offered))

    def bring(self, outcome: str, options: SagradaOptions) -> None:
        """Put an outcome that can come now on the table."""
        waiting = self.waiting
        if waiting in ("die", "bag", "roll", "reroll"):
            self._bring_dice(outcome)
        elif waiting == "window":
            self._bring_window(outcome, options)
        elif waiting == "public":
            self.public += (int(outcome),)
            if len(self.public) == (2 if self.is_solo else 3):
                self.waiting = "tool"
        else:
            self.tools += (int(outcome),)
            self.points += (0,)
            if len(self.tools) == options.tool_count(self.seats):
                self.begin_round()
        if not self.waiting and self.then is not None:
            options.book.rules[self.then.command].go_on(self, self.then.args, self.then.index)

    def _bring_dice(self, outcome: str) -> None:
        waiting, self.waiting = self.waiting, ""
        if waiting == "die":
            die, self.bag = die_from_bag(self.bag, outcome)
            self.pool += (die,)
            self.waiting = "die" if len(self.pool) < pool_size(self.seats) and any(self.bag.left) else ""
        elif waiting == "bag":
            self.picked, self.bag = die_from_bag(self.bag, outcome)
        elif waiting == "roll":
            self.picked = die_of(id_of(self.picked), int(outcome))
        else:
            die = die_of(id_of(self.pool[self.rolled]), int(outcome))
            self.pool = replace_at(self.pool, self.rolled, die)
            self.rolled = (self.rolled + 1) % len(self.pool)
            self.waiting = "reroll" if self.rolled else ""

    def _bring_window(self, outcome: str, options: SagradaOptions) -> None:
        book, seat = options.book, next(seat for seat, dealt in enumerate(self.offers) if len(dealt) < OFFERED)
        names = (outcome, book.backs[outcome]) if options.double_sided else (outcome,)
        dealt = (*self.offers[seat], *(book.windows[name] for name in names))
        self.offers = replace_at(self.offers, seat, dealt)
        if len(self.offers[-1]) == OFFERED:
            self.waiting = ""


class State(Draft, frozen=True):  # type: ignore[misc]  # frozen and mutable structs may share fields, dataclasses not
    """A table that never changes: what positions hold."""

    def draft(self) -> Draft:
        """Return a copy to change."""
        return Draft(*msgspec.structs.astuple(self))


def first_draft(seats: int) -> Draft:
    """Return an empty table: the private objectives are dealt next."""
    return Draft(
        seats, ((),) * seats, (None,) * seats, (facts.EMPTY_FRAME,) * seats, favor=(0,) * seats, waiting="private"
    )


@lru_cache(maxsize=4096)
def _faces(counts: tuple[int, ...], shades: tuple[int, ...]) -> Distribution:
    """Return a draw in which each die is as likely as every other one, and so is each of its shades."""
    faces = {f"{letter}{shade}": left for letter, left in zip(LETTERS, counts, strict=True) if left for shade in shades}
    return Distribution(tuple(faces), tuple(faces.values()))
