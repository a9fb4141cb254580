"""Everything that lies on the table, as one flat record. Positions share it and never change it."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from boardwright.games.sagrada.facts import FULL_BAG, Bag, Die, Frame, snake

Args: TypeAlias = tuple[int, ...]
"""A command's numbers, each less one: players count from 1, the rules from 0."""


class Window(msgspec.Struct, frozen=True):
    """A window pattern. `cells` has a character a cell, row by row: a color's letter, a shade or a dot."""

    name: str
    difficulty: int
    cells: str


class Rest(msgspec.Struct, frozen=True):
    """What is left of a command that waits for chance: the instructions from `index` on."""

    command: str
    index: int
    args: Args


class State(msgspec.Struct):
    """The table. Only a fresh copy, not yet part of a position, may be changed.

    `waiting` names what chance must bring now, "" when it is the players' turn. `then` is the rest of the
    command that waits for it. `round` is 0 during the set-up and 11 after the end. `past` is the last table on
    which the turn could have been ended, kept while it cannot: there may be no other way on than back.
    """

    seats: int
    privates: tuple[tuple[int, ...], ...]
    offers: tuple[tuple[Window, ...], ...]
    choices: tuple[int, ...]
    windows: tuple[Window | None, ...]
    frames: tuple[Frame, ...]
    favor: tuple[int, ...]
    public: tuple[int, ...] = ()
    tools: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    bag: Bag = FULL_BAG
    round: int = 0
    order: tuple[int, ...] = ()
    turn: int = 0
    pool: tuple[Die, ...] = ()
    picked: Die = 0
    placed: bool = False
    track: tuple[Die, ...] = ()
    slots: tuple[int, ...] = ()
    active: int = 0
    passive: int = 0
    used: bool = False
    moved: tuple[Die, ...] = ()
    undo: bool = False
    waiting: str = ""
    rolled: int = 0
    then: Rest | None = None
    past: State | None = None

    @property
    def current(self) -> int:
        """The seat on turn."""
        return self.order[self.turn]

    @property
    def is_second_turn(self) -> bool:
        """Whether the seat on turn already had one in this round."""
        return self.order[self.turn] in self.order[: self.turn]

    @property
    def is_over(self) -> bool:
        """Whether ten rounds were played."""
        return self.round > 10

    @property
    def is_solo(self) -> bool:
        """Whether one player plays against the round track."""
        return self.seats == 1

    @property
    def penalty(self) -> int:
        """What an empty cell costs in the end."""
        return 3 if self.is_solo else 1

    @property
    def can_pass(self) -> bool:
        """Whether the turn may end: no tool waits, and no die is in hand or a passive tool lets it go."""
        return self.active == 0 and (self.picked == 0 or self.passive != 0)

    def constraints(self) -> str:
        """The pattern of the seat on turn."""
        window = self.windows[self.order[self.turn]]
        return window.cells if window else ""

    def frame(self) -> Frame:
        """The frame of the seat on turn."""
        return self.frames[self.order[self.turn]]


def begin_round(draft: State) -> None:
    """The next round: the first player moves on by one seat, and chance fills the pool."""
    draft.round += 1
    draft.turn = 0
    draft.order = snake((draft.round - 1) % draft.seats, draft.seats)
    draft.waiting = "die"


def end_turn(draft: State) -> None:
    """The next turn with all turn flags cleared; after the last one of a round the pool goes to the track."""
    draft.turn += 1
    draft.placed = draft.used = draft.undo = False
    draft.active = draft.passive = 0
    draft.moved = ()
    if draft.turn < len(draft.order):
        return
    draft.track += draft.pool
    draft.slots += (len(draft.pool),)
    draft.pool = ()
    if draft.round == 10:
        draft.round = 11
    else:
        begin_round(draft)


def set_frame(draft: State, frame: Frame) -> None:
    """Gives the seat on turn another frame."""
    seat = draft.order[draft.turn]
    draft.frames = (*draft.frames[:seat], frame, *draft.frames[seat + 1 :])


def die_to_pool(draft: State) -> None:
    """The die in hand, if there is one, goes to the end of the pool."""
    if draft.picked:
        draft.pool += (draft.picked,)
        draft.picked = 0


def give_up(draft: State) -> State:
    """Ends a turn that is stuck with nothing to go back to: no tool is in effect, the hand is emptied."""
    die_to_pool(draft)
    end_turn(draft)
    return draft
