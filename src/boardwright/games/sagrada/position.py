"""A position of Sagrada: the table, and the rules as questions to it."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from copy import copy
from typing import Self, TypeAlias

import msgspec

from boardwright.core.canonical import JSON
from boardwright.core.chance import Distribution, Rng
from boardwright.core.event import Event
from boardwright.core.gesture import Gesture
from boardwright.core.outcome import Outcome
from boardwright.core.position import Position, unreadable
from boardwright.core.refusal import IllegalMove, Refusal
from boardwright.games.sagrada.chance import bring, chances, choose_window, receiver
from boardwright.games.sagrada.command import CommandRule
from boardwright.games.sagrada.events import events_of
from boardwright.games.sagrada.moves import (
    EXAMPLES,
    PASS,
    RETURN,
    Command,
    cell_name,
    gesture_of,
    has_leading_zeros,
    read_command,
)
from boardwright.games.sagrada.options import SagradaOptions
from boardwright.games.sagrada.refusals import refuse
from boardwright.games.sagrada.rulebook import Existing, rulebook
from boardwright.games.sagrada.scoring import Breakdown, breakdown, solo_outcome, table_outcome
from boardwright.games.sagrada.secrets import resampled
from boardwright.games.sagrada.state import Args, State, give_up
from boardwright.games.sagrada.view import SagradaView, make_view

Step: TypeAlias = tuple[int | None, str]
"""The seat that made a step, None for chance, and the step's text."""


class SagradaPosition(Position[Command, SagradaView]):
    """The table of a match with its options.

    `state` is shared between positions and never changed; `book` are the rules compiled from the cards.
    """

    __slots__ = ("_before", "_legal", "_step", "book", "options", "state")

    def __init__(
        self, options: SagradaOptions, state: State, before: State | None = None, step: Step | None = None
    ) -> None:
        self.options = options
        self.state = state
        self.book = rulebook(options.cards)
        self._before = before
        self._step = step
        self._legal: dict[Command, CommandRule | None] | None = None

    # Whose turn

    @property
    def seats(self) -> int:
        return self.state.seats

    @property
    def actors(self) -> tuple[int, ...]:
        state = self.state
        if state.waiting or state.round > 10:
            return ()
        if state.round:
            return (state.order[state.turn],)
        return tuple(seat for seat, choice in enumerate(state.choices) if not choice)

    @property
    def is_chance(self) -> bool:
        return self.state.waiting != ""

    @property
    def is_choosing(self) -> bool:
        """Whether the seats are choosing their windows."""
        return self.state.round == 0 and not self.state.waiting

    @property
    def turn(self) -> Hashable:
        return self.state.round, self.state.turn

    @property
    def is_undoable(self) -> bool:
        return self.state.undo

    @property
    def events(self) -> tuple[Event, ...]:
        if self._before is None or self._step is None:
            return ()
        return events_of(self._before, self.state, *self._step, book=self.book)

    # Moves

    def existing(self) -> Existing:
        """The commands that exist now, legal or not."""
        state = self.state
        return self.book.existing(state.tools, state.active, state.passive, state.seats == 1)

    def _rules(self) -> dict[Command, CommandRule | None]:
        """The legal commands of the seat on turn, each with the rule that carries it out (none for `return`)."""
        legal = self._legal
        if legal is None:
            state = self.state
            legal = {}
            for rule in self.existing().rules:
                for move in rule.legal_moves(state):
                    legal.setdefault(move, rule)
            if not legal:
                legal[RETURN] = None
            self._legal = legal
        return legal

    def legal_moves(self, seat: int | None = None, at: int | None = None) -> Collection[Command]:
        actors = self.actors
        if not actors or (seat is not None and seat not in actors):
            return ()
        if self.is_choosing:
            offered = len(self.state.offers[actors[0] if seat is None else seat])
            return tuple(Command("window", (number,)) for number in range(1, offered + 1))
        return self._rules().keys()

    def refusal(self, move: Command, seat: int | None = None, at: int | None = None) -> Refusal | None:
        found = self._find(move, seat)
        return found if isinstance(found, Refusal) else None

    def play(self, move: Command, seat: int | None = None, at: int | None = None) -> Self:
        found = self._find(move, seat)
        if isinstance(found, Refusal):
            raise IllegalMove(found)
        return self._perform(move, found, self.actors[0] if seat is None else seat)

    def after(self, move: Command, seat: int | None = None, at: int | None = None) -> Self:
        rule = None if self.is_choosing else self._carrier(move)
        return self._perform(move, rule, self.actors[0] if seat is None else seat)

    def _find(self, move: Command, seat: int | None) -> CommandRule | Refusal | None:
        """The rule that accepts a move (None for a window and for `return`), or why none does.

        Reasons come in a fixed order: the game is over, there is no such command now, it is not the seat's
        turn, the first condition that fails; of several matching commands the last one speaks.
        """
        state = self.state
        if state.round > 10:
            return refuse("game_over")
        if self.is_choosing:
            return self._window_refusal(move, seat)
        if not state.round:
            return refuse("no_such_command")
        rules = self._matching(move)
        if not rules and move != RETURN:
            return refuse("no_such_command")
        if state.waiting or (seat is not None and seat != state.order[state.turn]):
            return refuse("not_your_turn")
        if move == RETURN:
            return None if RETURN in self._rules() else refuse("way_on")
        args = _args(move)
        for rule in rules:
            code = rule.refusal(state, args)
            if not code:
                return rule
        return refuse(code, self._marks(move, rules[-1]))

    def reasons(self, move: Command, seat: int | None = None) -> tuple[str, ...]:
        """Why each command that matches refuses, in the order in which they are tried."""
        if self.is_chance or (seat is not None and seat not in self.actors):
            return ()
        args = _args(move)
        return tuple(rule.refusal(self.state, args) for rule in self._matching(move))

    def _matching(self, move: Command) -> list[CommandRule]:
        numbers = move.numbers
        found = self.existing().by_shape.get((move.word, len(numbers)), ())
        return [rule for rule in found if rule.expression.accepts(numbers)]

    def _carrier(self, move: Command) -> CommandRule | None:
        """The rule that carries out a move known to be legal."""
        if self._legal is not None:
            return self._legal[move]
        if move == RETURN:
            return None
        rules = self._matching(move)
        if len(rules) > 1:
            args = _args(move)
            rules = [rule for rule in rules if not rule.refusal(self.state, args)]
        return rules[0]

    def _window_refusal(self, move: Command, seat: int | None) -> Refusal | None:
        if move.word != "window" or len(move.numbers) != 1 or not 1 <= move.numbers[0] <= 4:
            return refuse("no_such_command")
        if seat is None or seat in self.actors:
            return None
        return refuse("window_chosen" if 0 <= seat < self.seats else "not_your_turn")

    def _marks(self, move: Command, rule: CommandRule) -> tuple[str, ...]:
        seat, numbers = self.state.current, move.numbers
        if rule.on_grid:
            return tuple(cell_name(seat, *numbers[at : at + 2]) for at in range(0, len(numbers), 2))
        return tuple(f"{rule.subject or rule.word}{number}" for number in numbers[:1])

    def _perform(self, move: Command, rule: CommandRule | None, seat: int) -> Self:
        before = self.state
        draft = copy(before)
        if rule is not None:
            rule.perform(draft, _args(move))
            stuck = rule.undoable and not draft.can_pass
            draft.past = (before.past or before) if stuck else None
        elif before.round == 0:
            choose_window(draft, seat, move.numbers[0])
        else:
            draft = before.past or give_up(draft)
        return type(self)(self.options, draft, before, (seat, str(move)))

    def parse(self, text: str) -> Command:
        move = read_command(text)
        if has_leading_zeros(text):
            rules = self.existing().by_shape.get((move.word, len(move.numbers)), ()) if self.state.round else ()
            if not any(rule.expression.matches(text) for rule in rules):
                raise unreadable(text, EXAMPLES)
        return move

    def gesture(self, move: Command) -> Gesture:
        """How a move is made by hand."""
        rules = self.existing().by_shape.get((move.word, len(move.numbers)), ()) if self.state.round else ()
        seat = self.state.current if self.actors and self.state.round else 0
        if not rules:
            return gesture_of(move, seat)
        return gesture_of(move, seat, subject=rules[-1].subject, on_grid=rules[-1].on_grid)

    def fallback(self, seat: int) -> Command | None:
        if self.is_choosing:
            return Command("window", (1,))
        return PASS if PASS in self.legal_moves(seat) else None

    # Chance

    def chances(self) -> Distribution:
        if not self.state.waiting:
            return super().chances()
        return chances(self.state, self.book, double_sided=self.options.double_sided)

    def after_chance(self, outcome: str) -> Self:
        draft = copy(self.state)
        options = self.options
        tools = options.tool_count(draft.seats)
        bring(draft, outcome, self.book, double_sided=options.double_sided, tools=tools)
        return type(self)(options, draft, self.state, (None, outcome))

    # Knowing

    def view(self, seat: int | None) -> SagradaView:
        return make_view(self, seat)

    def visible_to(self, step: Command | str) -> tuple[int, ...] | None:
        if isinstance(step, Command):
            return () if self.is_choosing else None
        if self.state.waiting != "private":
            return None
        return (receiver(self.state),)

    def resample(self, seat: int | None, rng: Rng) -> Self:
        if self.state.is_over:
            return self
        return type(self)(self.options, resampled(self.state, seat, rng))

    # The end

    def breakdown(self, seat: int, *, with_private: bool = True) -> Breakdown:
        """Where a seat's score comes from at this moment."""
        state = self.state
        privates = state.privates[seat] if with_private else ()
        objectives, favor = self.book.objectives, state.favor[seat]
        return breakdown(state.frames[seat], privates, objectives, state.public, favor, state.penalty)

    def scores(self) -> tuple[int, ...]:
        """All scores at this moment, private objectives included."""
        return tuple(self.breakdown(seat).score for seat in range(self.seats))

    def target(self) -> int:
        """What a solo player has to beat: the shades on the round track."""
        return sum(die & 7 for die in self.state.track)

    def outcome(self) -> Outcome | None:
        if self.state.round <= 10:
            return None
        parts = [self.breakdown(seat) for seat in range(self.seats)]
        if self.state.is_solo:
            return solo_outcome(parts[0], self.target())
        return table_outcome(parts, first=self.state.order[0])

    # Value

    def encode(self) -> JSON:
        return {"options": msgspec.to_builtins(self.options), "state": msgspec.to_builtins(self.state)}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SagradaPosition):
            return NotImplemented
        return self.state == other.state and self.options == other.options

    def __hash__(self) -> int:
        return hash(msgspec.structs.astuple(self.state)[:-1])

    def __reduce__(self) -> tuple[type[Self], tuple[SagradaOptions, State, State | None, Step | None]]:
        return type(self), (self.options, self.state, self._before, self._step)

    def __repr__(self) -> str:
        return f"<Sagrada, {self.seats} seats, round {self.state.round}, turn {self.state.turn}>"


def _args(move: Command) -> Args:
    return tuple(number - 1 for number in move.numbers)
