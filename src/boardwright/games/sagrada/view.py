"""The view of a seat, without what the others hold back: private objectives, windows not yet shown; and a prompt."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

import msgspec

from boardwright.core.hidden.components import masked
from boardwright.core.moves.gesture import Press
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.view import View
from boardwright.games.sagrada.facts import ROUNDS, TEXT_OF, Die, die_name, id_of
from boardwright.games.sagrada.moves import Command, SagradaMove
from boardwright.games.sagrada.rulebook import Card, Rulebook
from boardwright.games.sagrada.scoring import Breakdown
from boardwright.games.sagrada.state import State, Window

if TYPE_CHECKING:
    from boardwright.games.sagrada.position import SagradaPosition


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


_COPIED = ("seats", "order", "turn", "waiting", "placed", "active", "passive", "used")
"""The fields of the state that a view shows as they are."""


def view_of(position: SagradaPosition, seat: int | None) -> SagradaView:
    """Return a position as one seat sees it, None being a spectator."""
    state, book, options = position.state, position.book, position.options
    shown = masked(position, seat)
    moves = () if seat is None else position.legal_moves(seat)
    return SagradaView(
        **{name: getattr(state, name) for name in _COPIED},
        seat=seat,
        phase=phase_of(state),
        actors=position.actors,
        round=min(state.round, ROUNDS),
        is_second_turn=state.is_second_turn,
        pool=_texts(state.pool),
        pool_ids=tuple(map(id_of, state.pool)),
        picked=TEXT_OF[state.picked] if state.picked else "",
        picked_id=id_of(state.picked) if state.picked else None,
        track=tuple(
            _texts(state.track[end - size : end])
            for size, end in zip(state.slots, accumulate(state.slots), strict=True)
        ),
        tools=book.remembered(_tool_cards, state.tools, state.points),
        public=book.remembered(_public_cards, state.public),
        moved=_texts(state.moved),
        players=tuple([_player(shown, one) for one in range(state.seats)]),
        offers=state.offers if state.round == 0 else (),
        choice=0 if seat is None or state.round else next(iter(shown.chosen[seat]), 0),
        commands=tuple(map(str, moves)),
        buttons=tuple([str(move) for move in moves if move.gesture(position) == Press(str(move))]),
        stuck=tuple([move.numbers[0] for move in moves if isinstance(move, Command) and _is_stuck(position, move)]),
        double_sided=options.double_sided,
        solo_tools=options.tools,
        cards=options.cards,
        outcome=position.outcome(),
    )


def _is_stuck(position: SagradaPosition, move: SagradaMove) -> bool:
    """Return whether a move picks a die that fits nowhere then."""
    seat = position.state.current
    return move.word == "pick" and not any(each.word == "place" for each in position.play(move, seat).legal_moves(seat))


def _player(shown: SagradaPosition, seat: int) -> Player:
    """Return a seat, as far as the position shows it."""
    state, book, privates = shown.state, shown.book, shown.privates[seat].cards
    frame, favor = state.frames[seat], state.favor[seat]
    part = book.breakdown(frame, privates, state.public, favor, state.penalty)
    return Player(
        seat=seat,
        window=state.windows[seat],
        frame=_texts(frame),
        favor=favor,
        privates=tuple([book.privates[card] for card in privates]),
        part=part,
        score=part.score,
        has_chosen=shown.has_chosen(seat),
    )


def phase_of(state: State) -> str:
    """Return the state of the game: `deal`, `choose`, `draw`, `play` or `over`."""
    if state.is_over:
        return "over"
    if state.round == 0 and None not in state.windows:
        return "draw"
    if state.round == 0:
        return "deal" if state.waiting else "choose"
    return "play"


def _tool_cards(book: Rulebook, tools: tuple[int, ...], points: tuple[int, ...]) -> tuple[Card, ...]:
    """Return the tools on the table, with the favor on them."""
    found = [(book.tools[card], favor) for card, favor in zip(tools, points, strict=True)]
    return tuple(Card(tool.id, tool.name, tool.description, favor, tool.color) for tool, favor in found)


def _public_cards(book: Rulebook, public: tuple[int, ...]) -> tuple[Card, ...]:
    """Return the public objectives."""
    found = [book.objectives[card] for card in public]
    return tuple(Card(card.id, card.name, card.description, card.points_per_pattern) for card in found)


@lru_cache(1 << 12)
def _texts(dice: tuple[Die, ...]) -> tuple[str, ...]:
    """Return what dice show; "" for none."""
    return tuple(TEXT_OF[die] if die else "" for die in dice)


_WAYS = {
    "pick": "pick a die from the pool",
    "place": "place {die} in your window",
    "move": "move a die of your window",
    "select": "choose one of the marked dice of the round track",
    "increase": "make {die} one darker or lighter",
    "decrease": "make {die} one darker or lighter",
    "tool": "use a tool",
    "return": "take back what leads nowhere",
    "pass": "end your turn",
}


def prompt(view: SagradaView) -> str:
    """Return what the player on turn can do, or that a window is to be chosen.

    >>> from boardwright.core.match.match import Match
    >>> prompt(Match.new("sagrada").position.view(0))
    'Choose your window: its empty panes, colors and shades decide where dice may go.'
    """
    if view.phase == "choose":
        return "Choose your window: its empty panes, colors and shades decide where dice may go."
    die = f"the {die_name(view.picked)}" if view.picked else "the die"
    words = dict.fromkeys(command.split()[0] for command in view.commands)
    order = [word for word in _WAYS if word in words] + [word for word in words if word not in _WAYS]
    known = _WAYS
    if any(button.startswith("select") for button in view.buttons):  # numbers have buttons, because they lie nowhere
        known = known | {"select": "choose the number that the die will show"}
    ways = list(dict.fromkeys(known.get(word, word).format(die=die) for word in order))
    if ways == [_WAYS["pass"]]:
        return "Nothing else can be done: end your turn."
    if view.is_stuck and not view.active and "pass" not in words:
        others = [way for way in ways if way != _WAYS["return"]]
        return f"{die[:1].upper()}{die[1:]} fits nowhere: {', or '.join(['put it back', *others])}."
    text = f"{', '.join(ways[:-1])}, or {ways[-1]}" if len(ways) > 1 else "".join(ways)
    return f"{text[:1].upper()}{text[1:]}." if text else ""
