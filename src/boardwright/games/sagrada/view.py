"""What one seat may know: everything but the others' private objectives and window choices not yet shown."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

import msgspec

from boardwright.core.outcome import Outcome
from boardwright.core.view import View
from boardwright.games.sagrada.facts import TEXT_OF, Die
from boardwright.games.sagrada.rulebook import Card, Rulebook
from boardwright.games.sagrada.scoring import Breakdown
from boardwright.games.sagrada.state import State, Window

if TYPE_CHECKING:
    from boardwright.games.sagrada.position import SagradaPosition

COPIED = ("seats", "order", "turn", "waiting", "placed", "active", "passive", "used")
"""What a view shows as it is in the state."""


class Player(msgspec.Struct, frozen=True):
    """One seat as the reader of the view sees it. `privates` is empty where they are hidden."""

    seat: int
    window: Window | None
    frame: tuple[str, ...]
    favor: int
    privates: tuple[Card, ...]
    part: Breakdown
    score: int
    has_chosen: bool


class SagradaView(View, frozen=True):
    """The table as one seat sees it. Dice are texts like `R5`, "" for none; ids distinguish dice that look alike.

    `choice` is the viewer's window choice before all are shown; `commands` are what the viewer may do now, `buttons`
    those of them that need a button, `stuck` the numbers of the dice that the viewer may pick but not place. The
    scores of others leave out their private objectives until the end.
    """

    seat: int | None
    seats: int
    phase: str
    actors: tuple[int, ...]
    round: int
    order: tuple[int, ...]
    turn: int
    is_second_turn: bool
    waiting: str
    pool: tuple[str, ...]
    pool_ids: tuple[int, ...]
    picked: str
    picked_id: int | None
    placed: bool
    track: tuple[tuple[str, ...], ...]
    tools: tuple[Card, ...]
    public: tuple[Card, ...]
    active: int
    passive: int
    used: bool
    moved: tuple[str, ...]
    players: tuple[Player, ...]
    offers: tuple[tuple[Window, ...], ...]
    choice: int
    commands: tuple[str, ...]
    buttons: tuple[str, ...]
    stuck: tuple[int, ...]
    double_sided: bool
    solo_tools: int
    cards: str
    outcome: Outcome | None = None

    @property
    def current(self) -> int | None:
        """The seat on turn, None outside of turns."""
        return self.order[self.turn] if self.phase == "play" else None

    @property
    def is_stuck(self) -> bool:
        """Whether the viewer holds a die that fits nowhere as it is."""
        return bool(self.picked and self.commands) and not any(each.startswith("place") for each in self.commands)

    def who(self, seat: int) -> str:
        """Return what the viewer calls a seat: "You" or "Player 2"."""
        return "You" if seat == self.seat else f"Player {seat + 1}"


def ended(view: SagradaView) -> SagradaView:
    """Return the view with nobody to act."""
    return msgspec.structs.replace(view, phase="over", actors=(), commands=(), buttons=(), stuck=())


@lru_cache(1 << 12)
def texts(dice: tuple[Die, ...]) -> tuple[str, ...]:
    """What dice show; "" for none.

    >>> texts((5, 0))
    ('R5', '')
    """
    return tuple(TEXT_OF[die] if die else "" for die in dice)


def slots(state: State) -> tuple[tuple[Die, ...], ...]:
    """The dice of the round track, one group for each round that is over."""
    return tuple(state.track[end - size : end] for size, end in zip(state.slots, accumulate(state.slots), strict=True))


def phase_of(state: State) -> str:
    """Where the game stands: `deal`, `choose`, `draw`, `play` or `over`."""
    if state.is_over:
        return "over"
    if state.round == 0 and None not in state.windows:
        return "draw"
    if state.round == 0:
        return "deal" if state.waiting else "choose"
    return "play"


def tool_cards(book: Rulebook, tools: tuple[int, ...], points: tuple[int, ...]) -> tuple[Card, ...]:
    """The tools on the table, with the favor on them."""
    found = [(book.tools[card], favor) for card, favor in zip(tools, points, strict=True)]
    return tuple(Card(tool.id, tool.name, tool.description, favor, tool.color) for tool, favor in found)


def public_cards(book: Rulebook, public: tuple[int, ...]) -> tuple[Card, ...]:
    """The public objectives."""
    found = [book.objectives[card] for card in public]
    return tuple(Card(card.id, card.name, card.description, card.points_per_pattern) for card in found)


def player(shown: SagradaPosition, book: Rulebook, seat: int) -> Player:
    """A seat, as far as the position shows it."""
    state, privates = shown.state, shown.privates[seat].cards
    frame, favor = state.frames[seat], state.favor[seat]
    part = book.breakdown(frame, privates, state.public, favor, state.penalty)
    return Player(
        seat=seat,
        window=state.windows[seat],
        frame=texts(frame),
        favor=favor,
        privates=tuple([book.privates[card] for card in privates]),
        part=part,
        score=part.score,
        has_chosen=shown.has_chosen(seat),
    )
