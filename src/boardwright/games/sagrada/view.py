"""What one seat may know: everything but the others' private objectives and window choices not yet shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from boardwright.core.outcome import Outcome
from boardwright.core.view import View
from boardwright.games.sagrada.facts import TEXT_OF, Die, id_of
from boardwright.games.sagrada.scoring import Breakdown
from boardwright.games.sagrada.state import State, Window

if TYPE_CHECKING:
    from boardwright.games.sagrada.position import SagradaPosition


class Card(msgspec.Struct, frozen=True):
    """A card on the table, in words. `points` lie on a tool, or are what an objective gives a pattern."""

    id: int
    name: str
    description: str
    points: int = 0
    color: str = ""


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
    """The table as one seat sees it. Dice are texts like `R5`, "" where there is none; ids tell
    dice apart that look alike.

    `choice` is the own window choice before all are shown; `commands` are what the own seat may do now, `buttons`
    those of them that no die or card stands for.
    The scores of others leave their private objectives out until the game is over.
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
    double_sided: bool
    solo_tools: int
    cards: str
    outcome: Outcome | None = None

    @property
    def current(self) -> int | None:
        """The seat on turn, None outside of turns."""
        return self.order[self.turn] if self.phase == "play" else None


def texts(dice: tuple[Die, ...]) -> tuple[str, ...]:
    """What dice show; "" for none.

    >>> texts((5, 0))
    ('R5', '')
    """
    return tuple(TEXT_OF[die] if die else "" for die in dice)


def slots(state: State) -> tuple[tuple[Die, ...], ...]:
    """The dice of the round track, one group for each round that is over."""
    groups, start = [], 0
    for size in state.slots:
        groups.append(state.track[start : start + size])
        start += size
    return tuple(groups)


def phase_of(state: State) -> str:
    """Where the game stands: `deal`, `choose`, `draw`, `play` or `over`."""
    if state.is_over:
        return "over"
    if state.round == 0 and all(state.choices):
        return "draw"
    if state.round == 0:
        return "deal" if state.waiting else "choose"
    return "play"


def make_view(position: SagradaPosition, seat: int | None) -> SagradaView:
    """The view of a seat, None for a spectator."""
    state, book = position.state, position.book
    over = state.is_over
    tools = [(book.tools[card], points) for card, points in zip(state.tools, state.points, strict=True)]
    public = [book.objectives[card] for card in state.public]
    return SagradaView(
        seat=seat,
        seats=state.seats,
        phase=phase_of(state),
        actors=position.actors,
        round=min(state.round, 10),
        order=state.order,
        turn=state.turn,
        is_second_turn=bool(state.order) and not over and state.is_second_turn,
        waiting=state.waiting,
        pool=texts(state.pool),
        pool_ids=tuple(map(id_of, state.pool)),
        picked=TEXT_OF[state.picked] if state.picked else "",
        picked_id=id_of(state.picked) if state.picked else None,
        placed=state.placed,
        track=tuple(texts(dice) for dice in slots(state)),
        tools=tuple(Card(tool.id, tool.name, tool.description, points, tool.color) for tool, points in tools),
        public=tuple(Card(card.id, card.name, card.description, card.points_per_pattern) for card in public),
        active=state.active,
        passive=state.passive,
        used=state.used,
        moved=texts(state.moved),
        players=tuple(_player(position, one, is_open=over or one == seat) for one in range(state.seats)),
        offers=state.offers if state.round == 0 else (),
        choice=state.choices[seat] if seat is not None else 0,
        commands=() if seat is None else tuple(map(str, position.legal_moves(seat))),
        buttons=() if seat is None else _buttons(position, seat),
        double_sided=position.options.double_sided,
        solo_tools=position.options.tools,
        cards=position.options.cards,
        outcome=position.outcome(),
    )


def _buttons(position: SagradaPosition, seat: int) -> tuple[str, ...]:
    moves = [move for move in position.legal_moves(seat) if move.word not in ("tool", "window")]
    return tuple(str(move) for move in moves if position.gesture(move).subject == str(move).replace(" ", ""))


def _player(position: SagradaPosition, seat: int, *, is_open: bool) -> Player:
    state = position.state
    cards = [position.book.privates[card] for card in state.privates[seat]] if is_open else []
    part = position.breakdown(seat, with_private=is_open)
    return Player(
        seat=seat,
        window=state.windows[seat],
        frame=texts(state.frames[seat]),
        favor=state.favor[seat],
        privates=tuple(Card(card.id, card.name, card.description, color=card.color) for card in cards),
        part=part,
        score=part.score,
        has_chosen=bool(state.choices[seat]),
    )
