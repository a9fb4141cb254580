"""Everything that lies open on the table, as one flat record: the field `state` of a position."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from boardwright.core.card_data import Args
from boardwright.core.tuples import replace_at
from boardwright.games.sagrada.facts import EMPTY_FRAME, FULL_BAG, ROUNDS, DiceBag, Die, Frame, snake

Points: TypeAlias = Annotated[int, Meta(ge=0, le=9999)]
Waiting: TypeAlias = Literal["", "private", "window", "public", "tool", "die", "bag", "roll", "reroll"]


class Window(msgspec.Struct, frozen=True):
    """A window pattern. `cells` has one character per cell, row by row: the letter of a color, a shade or a dot."""

    name: str
    difficulty: Annotated[int, Meta(ge=1, le=6)]
    cells: Annotated[str, Meta(pattern=r"^[RGYBP1-6.]{20}$")]


class Rest(msgspec.Struct, frozen=True):
    """What is left of a command that waits for a chance outcome: the instructions from `index` on."""

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
    bag: DiceBag = FULL_BAG
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
    """How many dice of `track` each round has left there."""
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
        return self.order[self.turn] in self.order[: self.turn]

    @property
    def is_over(self) -> bool:
        """True after ten rounds."""
        return self.round > ROUNDS

    @property
    def is_solo(self) -> bool:
        """True if one player plays against the round track."""
        return self.seats == 1

    @property
    def penalty(self) -> int:
        """What an empty cell costs in the end."""
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


class State(Draft, frozen=True):  # type: ignore[misc]  # frozen and mutable structs may share fields, dataclasses not
    """A table that never changes: what positions hold."""

    def draft(self) -> Draft:
        """Return a copy to change."""
        return Draft(*msgspec.structs.astuple(self))


def first_draft(seats: int) -> Draft:
    """An empty table: the private objectives are dealt next."""
    return Draft(seats, ((),) * seats, (None,) * seats, (EMPTY_FRAME,) * seats, favor=(0,) * seats, waiting="private")


def begin_round(draft: Draft) -> None:
    """Begin the next round: the first player moves on by one seat, and chance fills the pool."""
    draft.round += 1
    draft.turn = 0
    draft.order = snake((draft.round - 1) % draft.seats, draft.seats)
    draft.waiting = "die"


def end_turn(draft: Draft) -> None:
    """Begin the next turn with all turn flags cleared; after the last one of a round the pool goes to the track."""
    draft.turn += 1
    draft.placed = draft.used = draft.undo = False
    draft.active = draft.passive = 0
    draft.moved = ()
    if draft.turn < len(draft.order):
        return
    draft.track += draft.pool
    draft.slots += (len(draft.pool),)
    draft.pool = ()
    if draft.round == ROUNDS:
        draft.round += 1
    else:
        begin_round(draft)


def set_frame(draft: Draft, frame: Frame) -> None:
    """Give the seat on turn another frame."""
    draft.frames = replace_at(draft.frames, draft.current, frame)


def die_to_pool(draft: Draft) -> None:
    """Put the die in hand, if there is one, at the end of the pool."""
    if draft.picked:
        draft.pool += (draft.picked,)
        draft.picked = 0


def give_up(draft: Draft) -> None:
    """End a turn that is stuck with nothing to go back to: no tool is in effect, the hand is emptied."""
    die_to_pool(draft)
    end_turn(draft)
