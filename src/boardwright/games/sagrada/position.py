"""The rules: who acts, what they may do, what follows, and when it is over."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from typing import ClassVar, Self

from msgspec.structs import replace

from boardwright.core.card_data import LegalCommands
from boardwright.core.chance import Distribution, Rng
from boardwright.core.outcome import Outcome
from boardwright.core.position import Position
from boardwright.core.refusal import Refusal
from boardwright.games.sagrada import chance, refusals, scoring, tiny
from boardwright.games.sagrada.facts import COLORS, FIRST_PRIVATE, ROUNDS, SHADE_OF, TEXT_OF, id_of
from boardwright.games.sagrada.moves import EXAMPLES, PASS, RETURN, WINDOWS, Command, gesture
from boardwright.games.sagrada.options import SagradaOptions
from boardwright.games.sagrada.rulebook import Existing, Rulebook
from boardwright.games.sagrada.serialization import validate
from boardwright.games.sagrada.state import State, Window, begin_round, first_draft, give_up
from boardwright.games.sagrada.view import COPIED, SagradaView, phase_of, player, public_cards, slots, texts, tool_cards


class SagradaPosition(Position[Command, SagradaView], frozen=True):
    """The table of a match with its options.

    >>> position = start(2, SagradaOptions()).take("23")
    >>> position.state.privates, position.state.waiting
    (((23,), ()), 'private')
    """

    options: SagradaOptions
    state: State

    move_examples: ClassVar[str] = EXAMPLES

    def validate(self) -> None:
        validate(self.state, self.book, self.options)

    @property
    def book(self) -> Rulebook:
        """The rules compiled from the cards."""
        return self.options.book

    # Who acts

    @property
    def seats(self) -> int:
        return self.state.seats

    @property
    def actors(self) -> tuple[int, ...]:
        state = self.state
        if state.waiting or state.round > ROUNDS:
            return ()
        if state.round:
            return (state.order[state.turn],)
        return tuple(seat for seat, choice in enumerate(state.choices) if not choice)

    @property
    def is_choosing(self) -> bool:
        """True while the seats choose their windows."""
        return self.state.round == 0 and not self.state.waiting

    @property
    def turn(self) -> Hashable:
        return self.state.round, self.state.turn

    @property
    def is_undoable(self) -> bool:
        return self.state.undo

    # What can be played

    @property
    def existing(self) -> Existing:
        """The commands that exist now, legal or not."""
        state = self.state
        return self.book.existing(state.tools, state.active, state.passive, state.seats == 1)

    def choices(self, seat: int) -> Collection[Command]:
        return LegalCommands(self.state, self.existing, RETURN) if self.state.round else WINDOWS

    def after(self, move: Command, seat: int) -> Self:
        before, legal = self.state, self.legal_moves(seat)
        draft = before.draft()
        if not isinstance(legal, LegalCommands):
            chance.choose_window(draft, seat, move.numbers[0])
        elif (rule := legal.rule(move)) is not None:
            draft.undo = rule.undoable
            rule.go_on(draft, move.args)
            draft.past = (before.past or before) if rule.undoable and not draft.can_pass else None
        elif before.past is not None:
            return type(self)(self.options, before.past)
        else:
            give_up(draft)
        return type(self)(self.options, draft.freeze())

    def read(self, text: str) -> Command | None:
        """Numbers have zeros in front only where the expression of a command that exists now has them."""
        move = Command.read(text)
        if move is None or " 0" not in text or str(move) == text:
            return move
        return move if any(rule.expression.matches(text) for rule in self.existing.of_shape(move)) else None

    def not_now(self, move: Command, seat: int | None) -> Refusal | None:
        """Reasons in a fixed order: the game is over, there is no such command now, it is not the seat's turn."""
        if self.state.is_over:
            return refusals.refuse("game_over")
        known = move in WINDOWS if self.is_choosing else move == RETURN or self.existing.matching(move)
        if not known or (not self.state.round and self.state.waiting):
            return refusals.refuse("no_such_command")
        if self.is_chance or seat not in (None, *self.actors):
            has_chosen = self.is_choosing and seat in range(self.seats)
            return refusals.refuse("window_chosen" if has_chosen else "not_your_turn")
        return None

    def why_not(self, move: Command, seat: int) -> Refusal:
        """Of several commands that match, the last one gives the reason."""
        if move == RETURN:
            return refusals.refuse("way_on")
        rule = self.existing.matching(move)[-1]
        return refusals.refuse(rule.refusal(self.state, move.args), rule.marks(self.state, move, seat))

    def subject(self, move: Command) -> str:
        """Return what the numbers of a command stand for: "cell", "pool", "track", or "" for nothing on the table."""
        rules = self.existing.of_shape(move) if self.state.round else ()
        return rules[-1].subject if rules else ""

    @property
    def words(self) -> tuple[str, ...]:
        """The words that commands begin with now."""
        return ("window",) if self.is_choosing else (*self.existing.words, RETURN.word)

    def tool_name(self, card: int) -> str:
        """Return the name of a tool, "" if there is none with that id."""
        return self.book.tools[card].name if card in self.book.tools else ""

    def fallback(self, seat: int) -> Command | None:
        if self.is_choosing:
            return WINDOWS[0]
        return PASS if PASS in self.legal_moves(seat) else None

    # Chance

    @property
    def is_chance(self) -> bool:
        return self.state.waiting != ""

    def chances(self) -> Distribution:
        if not self.state.waiting:
            raise LookupError("Nothing is to be drawn.")
        return chance.chances(self.state, self.book, self.options)

    def after_chance(self, outcome: str) -> Self:
        draft = self.state.draft()
        chance.bring(draft, outcome, self.book, self.options)
        return type(self)(self.options, draft.freeze())

    # Secrets

    def view(self, seat: int | None) -> SagradaView:
        state, book, options, over = self.state, self.book, self.options, self.state.is_over
        moves = () if seat is None else self.legal_moves(seat)
        return SagradaView(
            **{name: getattr(state, name) for name in COPIED},
            seat=seat,
            phase=phase_of(state),
            actors=self.actors,
            round=min(state.round, ROUNDS),
            is_second_turn=bool(state.order) and not over and state.is_second_turn,
            pool=texts(state.pool),
            pool_ids=tuple(map(id_of, state.pool)),
            picked=TEXT_OF[state.picked] if state.picked else "",
            picked_id=id_of(state.picked) if state.picked else None,
            track=tuple(texts(dice) for dice in slots(state)),
            tools=book.remembered(tool_cards, state.tools, state.points),
            public=book.remembered(public_cards, state.public),
            moved=texts(state.moved),
            players=tuple([player(state, book, one, is_open=over or one == seat) for one in range(state.seats)]),
            offers=state.offers if state.round == 0 else (),
            choice=state.choices[seat] if seat is not None else 0,
            commands=tuple(map(str, moves)),
            buttons=tuple([str(move) for move in moves if gesture(move, self).subject == str(move)]),
            stuck=tuple([move.numbers[0] for move in moves if move.word == "pick" and self._is_stuck(move, seat)]),
            double_sided=options.double_sided,
            solo_tools=options.tools,
            cards=options.cards,
            outcome=self.outcome(),
        )

    def _is_stuck(self, pick: Command, seat: int | None) -> bool:
        """Whether the die fits nowhere once it is picked."""
        return seat is not None and not any(move.word == "place" for move in self.play(pick, seat).legal_moves(seat))

    def visible_to(self, step: Command | str) -> tuple[int, ...] | None:
        if isinstance(step, Command):
            return () if self.is_choosing else None
        return (chance.receiver(self.state),) if self.state.waiting == "private" else None

    def resample(self, seat: int | None, rng: Rng) -> Self:
        """The bag is not a secret: what is in it follows from what is not."""
        state = self.state
        if state.is_over:
            return self
        own = () if seat is None else state.privates[seat]
        dealt = tiny.PRIVATES if self.options.is_tiny else range(FIRST_PRIVATE, FIRST_PRIVATE + len(COLORS))
        cards = [card for card in dealt if card not in own]
        rng.shuffle(cards)
        privates = tuple(
            held if one == seat else tuple(cards.pop() for _ in held) for one, held in enumerate(state.privates)
        )
        past = None if state.past is None else replace(state.past, privates=privates)
        choices = tuple(
            1 + rng.randrange(len(state.offers[one])) if self.is_choosing and choice and one != seat else choice
            for one, choice in enumerate(state.choices)
        )
        return self.replace(state=replace(state, privates=privates, past=past, choices=choices))

    # The end

    def scores(self) -> tuple[int, ...]:
        """Return all scores at this moment, private objectives included."""
        return tuple(part.score for part in scoring.breakdowns(self.state, self.book.objectives))

    def target(self) -> int:
        """Return what a solo player has to beat: the shades on the round track."""
        return sum(SHADE_OF[die] for die in self.state.track)

    def outcome(self) -> Outcome | None:
        state = self.state
        if state.round <= ROUNDS:
            return None
        parts = scoring.breakdowns(state, self.book.objectives)
        if state.is_solo:
            return scoring.solo_outcome(parts[0], self.target())
        return scoring.table_outcome(parts, first=state.order[0])


def start(seats: int, options: SagradaOptions) -> SagradaPosition:
    """An empty table: the private objectives are dealt next."""
    draft = first_draft(seats)
    if options.is_tiny:
        tiny.check_seats(seats)
        draft.bag = tiny.BAG
    return SagradaPosition(options, draft.freeze())


def play_position(
    windows: tuple[Window, ...],
    privates: tuple[tuple[int, ...], ...],
    public: tuple[int, ...],
    tools: tuple[int, ...],
    options: SagradaOptions | None = None,
) -> SagradaPosition:
    """Return the position in which the first pool is drawn, with chosen windows and cards."""
    draft = first_draft(len(windows))
    draft.privates, draft.public, draft.tools, draft.points = privates, public, tools, (0,) * len(tools)
    draft.offers = tuple((window,) for window in windows)
    for seat in range(draft.seats):
        chance.choose_window(draft, seat, 1)
    begin_round(draft)
    return SagradaPosition(options or SagradaOptions(), draft.freeze())
