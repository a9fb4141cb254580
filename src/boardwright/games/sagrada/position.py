"""The rules: who acts, what they may do, what follows, and when it is over. The open table is in `state.py`."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from typing import Annotated, ClassVar, Self

from boardwright.core.card_data import LegalCommands
from boardwright.core.chance.distribution import Distribution
from boardwright.core.hidden import Deck, Hand, Secret
from boardwright.core.moves import Number
from boardwright.core.refusal import BadOptions, Refusal
from boardwright.core.rules.outcome import Outcome
from boardwright.core.rules.position import Position
from boardwright.core.tuples import replace_at
from boardwright.games.sagrada import validation
from boardwright.games.sagrada.facts import OFFERED, ROUNDS, SHADE_OF
from boardwright.games.sagrada.moves import PASS, RETURN, WINDOWS, Command, SagradaMove, refuse
from boardwright.games.sagrada.options import SagradaOptions, begin_tiny
from boardwright.games.sagrada.rulebook import CommandRule, Existing, Rulebook
from boardwright.games.sagrada.scoring import Breakdown, breakdowns, solo_outcome, table_outcome
from boardwright.games.sagrada.state import State, Window, first_draft
from boardwright.games.sagrada.view import SagradaView, view_of


class SagradaPosition(Position[SagradaMove, SagradaView], frozen=True):
    """The table of a match with its options, and what is hidden: private objectives, and windows not yet shown.

    >>> position = start(2, SagradaOptions()).take("23")
    >>> [hand.cards for hand in position.privates], len(position.undealt), position.state.waiting
    ([(23,), ()], 4, 'private')
    """

    options: SagradaOptions
    state: State
    privates: tuple[Hand[int], ...]
    undealt: Deck[int]
    """The private objectives that nobody has."""
    chosen: Annotated[tuple[Secret[int], ...], Number(1, OFFERED)]
    """The windows that seats have chosen, by number, until all are shown."""

    _commands: ClassVar[LegalCommands[Command, CommandRule] | None] = None
    """The legal commands, kept in the `__dict__` of a position that was asked for it. Not a `cached_property`: `apply`
    looks whether it is there already, and must not list anything where it is not."""
    problems = validation.problems
    view = view_of

    @property
    def book(self) -> Rulebook:
        """The rules compiled from the cards."""
        return self.options.book

    @property
    def seats(self) -> int:
        return self.state.seats

    @property
    def actors(self) -> tuple[int, ...]:
        """The seat on turn; nobody while chance comes and after the end.

        While windows are chosen, all seats that have not chosen yet.
        """
        state = self.state
        if state.waiting or state.round > ROUNDS:
            return ()
        if state.round:
            return (state.order[state.turn],)
        return tuple(seat for seat, choice in enumerate(self.chosen) if not choice.is_set)

    @property
    def is_choosing(self) -> bool:
        """True while the seats choose their windows."""
        return self.state.round == 0 and not self.state.waiting

    def has_chosen(self, seat: int) -> bool:
        """Return whether a seat has a window, shown or not."""
        return self.state.windows[seat] is not None or self.chosen[seat].is_set

    @property
    def turn(self) -> Hashable:
        return self.state.round, self.state.turn

    @property
    def is_undoable(self) -> bool:
        return self.state.undo

    @property
    def existing(self) -> Existing:
        """The commands that exist now, legal or not."""
        state = self.state
        return self.book.existing(state.tools, state.active, state.passive, state.seats == 1)

    def legal(self, seat: int) -> Collection[SagradaMove]:
        if not self.state.round:
            return WINDOWS
        if (commands := self._commands) is None:
            commands = self.__dict__["_commands"] = LegalCommands(self.state, self.existing, RETURN)
        return commands

    def apply(self, move: SagradaMove, seat: int) -> Self | Refusal:
        """Let the first command that accepts the move carry it out, or the last that matches say why not."""
        if not isinstance(move, Command) or not self.state.round:
            return self._choose(move, seat)
        before = self.state
        known = self._commands
        rule, code = self.existing.judge(move, before) if known is None else known.judge(move)
        if rule is None:
            return self._give_up(seat) if move == RETURN else refuse("no_such_command")
        if code:
            return refuse(code, rule.marks(before, move, seat))
        draft = before.draft()
        draft.undo = rule.undoable
        rule.go_on(draft, move.args)
        # While the turn cannot end, remember the last table where it could: `return` goes there.
        draft.past = (before.past or before) if rule.undoable and not draft.can_pass else None
        return self._with(draft.freeze())

    def _with(self, state: State) -> Self:
        """Return the same cards with another table."""
        return type(self)(self.options, state, self.privates, self.undealt, self.chosen)

    def _choose(self, move: SagradaMove, seat: int) -> Self | Refusal:
        """Keep a window for the seat, hidden until the last seat has chosen: then all windows are shown."""
        if isinstance(move, Command) or not self._exists(move):
            return refuse("no_such_command")
        draft, chosen = self.state.draft(), replace_at(self.chosen, seat, Secret.holding(move.number))
        draft.undo = True
        if all(choice.is_set for choice in chosen):
            draft.show_windows([choice.value for choice in chosen])
            chosen = (Secret(),) * self.seats
        return self.replace(state=draft.freeze(), chosen=chosen)

    def _give_up(self, seat: int) -> Self | Refusal:
        """Carry out `return`: go back to `past`, or end the turn where there is none."""
        if RETURN not in self.legal(seat):
            return refuse("way_on")
        if self.state.past is not None:
            return self._with(self.state.past)
        draft = self.state.draft()
        draft.empty_hand()
        draft.end_turn()
        return self._with(draft.freeze())

    def out_of_turn(self, move: SagradaMove, seat: int | None) -> Refusal:
        """Return the first reason of: the game is over, there is no such command now, it is not the seat's turn."""
        if self.state.is_over:
            return refuse("game_over")
        if not self._exists(move):
            return refuse("no_such_command")
        is_late = self.is_choosing and seat in range(self.seats)
        return refuse("window_chosen" if is_late else "not_your_turn")

    def _exists(self, move: SagradaMove) -> bool:
        if isinstance(move, Command):
            return self.state.round > 0 and (move == RETURN or bool(self.existing.matching(move)))
        return self.is_choosing and move in WINDOWS

    def fallback(self, seat: int) -> SagradaMove | None:
        if self.is_choosing:
            return WINDOWS[0]
        return PASS if PASS in self.legal_moves(seat) else None

    @property
    def chance(self) -> Distribution | None:
        waiting = self.state.waiting
        if waiting == "private":
            return Distribution.uniform(tuple(map(str, sorted(self.undealt))), (self.receiver,))
        return self.state.draws(self.options) if waiting else None

    def after_chance(self, outcome: str) -> Self:
        if self.state.waiting == "private":
            return self._dealt(int(outcome))
        draft = self.state.draft()
        draft.bring(outcome, self.options)
        return self._with(draft.freeze())

    @property
    def receiver(self) -> int:
        """The seat that the next private objective or window is dealt to."""
        if self.state.waiting == "private":
            return next(seat for seat, hand in enumerate(self.privates) if len(hand) < self.state.privates_each)
        return next(seat for seat, offers in enumerate(self.state.offers) if len(offers) < OFFERED)

    def _dealt(self, card: int) -> Self:
        """Give the next seat another private objective."""
        draft, seat = self.state.draft(), self.receiver
        privates = replace_at(self.privates, seat, self.privates[seat].plus(card))
        if len(privates[-1]) == self.state.privates_each:
            draft.waiting = "window"
            if self.options.is_tiny:
                begin_tiny(draft)
        return self.replace(state=draft.freeze(), privates=privates, undealt=self.undealt.without(card))

    def breakdowns(self) -> list[Breakdown]:
        """Return where the score of each seat comes from now, private objectives included."""
        return breakdowns(self.state, self.privates, self.book.objectives)

    def scores(self) -> tuple[int, ...]:
        """Return all scores at this moment."""
        return tuple(part.score for part in self.breakdowns())

    def target(self) -> int:
        """Return the points that a solo player has to beat: the shades on the round track."""
        return sum(SHADE_OF[die] for die in self.state.track)

    def outcome(self) -> Outcome | None:
        state = self.state
        if not state.is_over:
            return None
        if state.is_solo:
            return solo_outcome(self.breakdowns()[0], self.target())
        return table_outcome(self.breakdowns(), first=state.order[0])


def start(seats: int, options: SagradaOptions) -> SagradaPosition:
    """Return an empty table: the private objectives are dealt next."""
    draft = first_draft(seats)
    if options.is_tiny and seats != 2:
        raise BadOptions(f"Tiny Sagrada is for 2 players, not {seats}.")
    draft.bag = options.bag
    return seated(options, draft.freeze(), ((),) * seats)


def seated(
    options: SagradaOptions, state: State, privates: Iterable[Iterable[int]], chosen: Iterable[int] = ()
) -> SagradaPosition:
    """Return a position with the private objectives of the seats, and the windows they have chosen, 0 for none."""
    hands = tuple(Hand.of(cards) for cards in privates)
    undealt = set(options.privates).difference(*hands)
    choices = tuple(Secret.holding(number) if number else Secret() for number in chosen)
    return SagradaPosition(options, state, hands, Deck.of(sorted(undealt)), choices or (Secret(),) * state.seats)


def play_position(
    windows: tuple[Window, ...],
    privates: tuple[tuple[int, ...], ...],
    public: tuple[int, ...],
    tools: tuple[int, ...],
    options: SagradaOptions | None = None,
) -> SagradaPosition:
    """Return the position in which the first pool is drawn, with chosen windows and cards."""
    draft = first_draft(len(windows))
    draft.public, draft.tools, draft.points = public, tools, (0,) * len(tools)
    draft.offers = tuple((window,) for window in windows)
    draft.show_windows([1] * draft.seats)
    draft.begin_round()
    return seated(options or SagradaOptions(), draft.freeze(), privates)
