"""The log of a match, and everything that follows from it: position, clocks, who is gone, the outcome.

Entries come in one way only, by `_apply`, whether they were made here or written elsewhere, so a match that
is played and a match that is read are the same thing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import chain
from itertools import repeat as repeated
from typing import Any, cast

import msgspec

from boardwright.core.chance.distribution import Distribution
from boardwright.core.game.game import AnyGame
from boardwright.core.match.clock import Running, TurnNote, read_turn
from boardwright.core.match.entry import Entry, Pause, Undo
from boardwright.core.match.header import Branch, Header
from boardwright.core.match.history import History, P_co, Repetitions
from boardwright.core.match.step_tree import follow
from boardwright.core.refusal import BadOptions, BadRecord, BoardwrightError
from boardwright.core.rules.event import Event
from boardwright.core.rules.options import Options
from boardwright.core.rules.outcome import Outcome, ranking
from boardwright.core.rules.position import AnyPosition, M_co, Position
from boardwright.core.rules.timed import as_of, keeps_time, next_deadline, start_clock
from boardwright.core.rules.view import View

_REASONS = {
    "canceled": "The match was canceled.",
    "resignation": "All others have resigned.",
    "time": "All others have run out of time.",
    "agreement": "The players agreed to a draw.",
    "move_limit": "Drawn: the move limit was reached.",
    "dead_position": "Drawn: nobody can win any more.",
    "repetition": "Drawn: the same position has come up again and again.",
    "passes": "Drawn: everyone kept passing.",
}
"""Sentences for the ways in which a match ends beside those of its rules."""
_BY_ONE = {"resignation": "resigned", "time": "ran out of time"}
"""Words for the act of the other player, where there are two."""


class Log(History[P_co]):
    """A header and its entries, to be read by anyone; a match is what writes to it."""

    def __init__(self, game: AnyGame, header: Header, seed: bytes | None = None) -> None:
        self.game = game
        self.header = header
        self.seed = seed
        options = game.read_options(header.options)
        start: AnyPosition = game.begin(header.seats, options) if header.start is None else game.decode(header.start)
        own = getattr(start, "options", None)
        # A position from a file may have other options than the match was given.
        self._draw_rules = (own if isinstance(own, Options) else options).draw_rules
        self._check_header(start)
        self._clock_starts = header.clock_starts
        if 0 in self._clock_starts:
            start = start_clock(start, self._clock_starts[0])
        super().__init__(start)
        self._as_of: tuple[AnyPosition, int, AnyPosition] | None = None
        """The position last asked for as time has changed it: the one that it follows from, the time, and itself."""
        self._has_clock = header.clock.is_running
        self.clocks = Running(header.clock, header.seats)
        if not self.inherited:
            self.clocks.turn(start.actors, 0, header.created)
        self.head = header.hash
        """The hash of the last entry: it is enough to check the whole log."""
        self.outcome: Outcome | None = None
        self.gone: dict[int, str] = {}
        """The seats whose players have left, and why."""
        self.draw_agreed: set[int] = set()
        """The seats that offer or accept a draw now."""
        self.late: set[int] = set()
        """The seats that the match plays for until they have moved, because their time ran out."""
        self.forced: set[int] = set()
        """The moves that the match made for absent players."""
        self.lost = 0
        """For how long the match was paused so far."""
        self._canceled = False
        self.repetitions = Repetitions(self.tree, self.entries)
        self._hidden: dict[int, tuple[int, ...] | None] = {}
        """Who besides their makers may read the steps so far; None: everybody."""

    def _check_header(self, start: AnyPosition) -> None:
        header, seats = self.header, start.seats
        if len(self.game.versions) > 1 and (found := getattr(start, "version", None)) != header.version:
            raise BadOptions(f"A position of version {found} cannot be in a match of version {header.version}.")
        if not seats == header.seats == len(header.players):
            raise BadOptions(f"{seats} play here, not {header.seats} with {len(header.players)} names.")
        if header.shares and len(header.shares) != seats:
            raise BadOptions(f"{seats} seats need {seats} shares of the seed, or none, not {len(header.shares)}.")
        if header.shares and header.commitment is None:
            raise BadOptions("Shares are mixed with a seed, and this match has none.")
        if header.clock.is_running and keeps_time(start):
            title = self.game.title
            raise BadOptions(f"{title} keeps time by itself with these options; leave out the match's clock.")

    # Reading

    @property
    def now(self) -> int:
        """The time of the last entry, or when play began here if that is later."""
        return max(self.header.created, self.entries[-1].at) if self.entries else self.header.created

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now; none when the match is over."""
        return () if self.is_over else self.position.actors

    def legal_moves(self: Log[Position[M_co, View]], seat: int | None = None) -> Collection[M_co]:
        """Return what that seat, by default the first that may act, can play; nothing when the match is over."""
        return () if self.is_over else self.position.legal_moves(seat)

    def events(self, number: int) -> tuple[Event, ...]:
        """Return what entry `number` brought about; () for one that is not a step."""
        entry = self.entries[number - 1]
        if not entry.is_step:
            return ()
        return tuple(self.game.events(self.before(number), self.tree.step(number).move, entry.seat, self.at(number)))

    def branch_point(self, number: int) -> Branch:
        """Return where a match that leaves this one after entry `number` comes from."""
        number %= self.number + 1
        inherited = len(self.line(number))
        begun = tuple((begin, time) for begin, time in self.header.clock_starts.items() if begin < inherited)
        last = self.entries[number - 1].hash if number else self.header.hash
        return Branch(self.header.hash, number, last, inherited, begun)

    def read(self, seat: int | None, after: int = 0, until: int | None = None) -> list[Entry]:
        """Return the entries after `after` up to `until` as that seat (None: a spectator) may read them.

        What is hidden from it is sealed; after the end everything is open.
        """
        entries = self.entries[after:until]
        if self.is_over or not self.game.has_secrets:
            return entries
        return [entry.seal_for(seat) if self._may_read(entry, seat) else entry.seal() for entry in entries]

    def _may_read(self, entry: Entry, seat: int | None) -> bool:
        if not entry.is_step or entry.dealt is not None:
            return True
        if entry.number not in self._hidden:
            before = self.before(entry.number)
            if isinstance(before.chance, Distribution):
                self._hidden[entry.number] = before.chance.seen
            else:
                self._hidden[entry.number] = () if self.tree.step(entry.number).move.secret else None
        seen = self._hidden[entry.number]
        return seen is None or seat in seen or (seat is not None and seat == entry.seat)

    def seats_left(self) -> list[int]:
        """Return the seats whose players have neither resigned nor lost on time."""
        return [seat for seat in range(self.header.seats) if seat not in self.gone]

    # Time

    def played(self, at: int) -> int:
        """Return that time, or that of the last entry if later, without the pauses: clocks and rules go by it."""
        return max(at, self.now) - self.lost

    def now_position(self, at: int) -> P_co:
        """Return the position as time alone has changed it by then; equal to `position` in games that keep no time."""
        position = self.position
        if not keeps_time(position):
            return position
        time = self.played(at)
        if self._as_of is None or self._as_of[:2] != (position, time):
            self._as_of = (position, time, as_of(position, time))
        return cast(P_co, self._as_of[2])

    def deadline(self) -> tuple[int, int] | None:
        """Return when the next clock runs out and whose it is."""
        if self.is_over or not self._has_clock:
            return None
        times = ((self.clocks.deadline(seat), seat) for seat in self.position.actors)
        return min(((time + self.lost, seat) for time, seat in times if time is not None), default=None)

    def next_change(self, at: int) -> int | None:
        """Return when time alone next changes what may be done, by a clock or by the rules; None if it never does."""
        late = self.deadline()
        rules = None if self.is_over else next_deadline(self.now_position(at))
        times = [*([] if late is None else [late[0]]), *([] if rules is None else [rules + self.lost])]
        return min(times, default=None)

    # Growing

    def extend(self, entries: Iterable[Entry], turns: Iterable[str | None] = ()) -> None:
        """Take in the entries that follow in the same log, written by another process of this program.

        They are not checked; BadRecord names one in force that the rules cannot follow at all. Where `turns` are
        noted (`core/records/rules_diff.py`), clocks need no positions.
        """
        for entry, turn in zip(entries, chain(turns, repeated(None)), strict=False):
            try:
                self._apply(entry, None, None if turn is None else read_turn(turn))
            except BadRecord:
                raise
            except (BoardwrightError, ValueError, LookupError) as error:
                raise BadRecord(f"Entry {entry.number} cannot be: {error}", entry.number) from error
        self._position = self.tree.position(self.current)

    def _apply(
        self, entry: Entry, position: AnyPosition | None, turn: TurnNote | None = None, move: Any = None
    ) -> None:
        """Take in an entry that is known to be right; of a step the `position` after it and the `move` if known."""
        before = self.current
        self.entries.append(entry)
        self.head = entry.hash
        if entry.is_step:
            self._step(entry, position, turn, move)
        else:
            self.tree.skip()
            self._change(entry)
        self._nodes.append(self.current)
        if self._has_clock and entry.number >= self.inherited:
            self._turn_clocks(entry, before, turn)
        if entry.seat is not None and entry.kind == "move":
            self.late.discard(entry.seat)

    def _turn_clocks(self, entry: Entry, before: int, turn: TurnNote | None) -> None:
        if entry.kind == "undo":
            self.clocks.take_back(self.tree.path(before, self.current))
        actors = () if self.is_over else self.position.actors if turn is None else turn.actors
        forward = entry.is_step or entry.kind == "redo"
        step, mover = (self.current, self.entries[self.current - 1].seat) if forward else (None, None)
        self.clocks.turn(actors, self.tree.turn(self.current), self.now - self.lost, step, mover)

    def _step(self, entry: Entry, position: AnyPosition | None, turn: TurnNote | None, move: Any) -> None:
        starts = self._clock_starts.get(entry.number)
        if position is None and ((self._has_clock and turn is None) or starts is not None):
            step, position = follow(self.position, entry, self.lost, move)
            move = step.move
        if position is not None and starts is not None:
            position = start_clock(position, starts)
        if turn is not None:
            new_turn = turn.begins
        else:
            new_turn = self._has_clock and position is not None and self.position.turn != position.turn
        self.current = self.tree.add(
            self.current,
            position,
            chance=entry.kind == "chance",
            new_turn=new_turn,
            lost=self.lost,
            move=move,
            keep=starts is not None,
        )
        self._position = position
        self.redoable.clear()
        if entry.seat is None:
            return
        if entry.seat in self.late or entry.seat in self.gone:
            self.forced.add(entry.number)
        if entry.seat not in self.draw_agreed:
            self.draw_agreed = set()

    def _change(self, entry: Entry) -> None:
        """Take in an entry that is not a step."""
        seat = -1 if entry.seat is None else entry.seat
        match entry.kind:
            case "undo":
                target = entry.read(Undo).to
                self._undone.update(self.tree.path(self.current, target))
                self.redoable.append(self.current)
                self._go(target)
            case "redo":
                self._undone.difference_update(self.tree.path(self.redoable[-1], self.current))
                self._go(self.redoable.pop())
            case "timeout" if self.header.clock.on_timeout == "forfeit":
                self.gone[seat] = "time"
            case "timeout":
                self.late.add(seat)
            case "resign":
                self.gone[seat] = "resignation"
            case "draw":
                self.draw_agreed = set() if entry.text == "decline" else self.draw_agreed | {seat}
            case "pause":
                self.lost += entry.at - entry.read(Pause).since
            case "cancel":
                self._canceled = True
            case "end":
                self.outcome = worded(entry.read(Outcome), self.position.outcome())

    def due(self) -> Outcome | None:
        """Return the outcome that has to be written now, if any."""
        if self._canceled:
            return match_outcome(self.header.seats, (), "canceled")
        if self.gone and len(left := self.seats_left()) <= 1:
            return match_outcome(self.header.seats, tuple(left), list(self.gone.values())[-1])
        if self.draw_agreed and self.draw_agreed.issuperset(self.seats_left()):
            return match_outcome(self.header.seats, (), "agreement")
        outcome = self.position.outcome()
        if outcome is not None:
            return without_gone(outcome, self.gone)
        rule = self.header.adjudication
        if rule.max_moves and self.moves_done >= rule.max_moves and self.position.chance is None:
            return match_outcome(self.header.seats, (), "move_limit")
        if rule.dead_position and self.position.is_dead:
            return match_outcome(self.header.seats, (), "dead_position")
        reason = self.repetitions.draw(self.current, self._draw_rules)
        return None if reason is None else match_outcome(self.header.seats, (), reason)


def match_outcome(seats: int, winners: tuple[int, ...], reason: str) -> Outcome:
    """Return the outcome that the match declares for one of its own reasons.

    >>> match_outcome(2, (1,), "resignation").text, match_outcome(3, (1,), "resignation").text
    ('Player 1 resigned.', 'All others have resigned.')
    """
    scores = tuple(int(seat in winners) for seat in range(seats))
    return worded(Outcome(scores, winners, reason), None)


def without_gone(outcome: Outcome, gone: Collection[int]) -> Outcome:
    """Return the same with the seats that left behind all others: a player who left cannot win.

    >>> without_gone(Outcome((9, 5, 7), (0,), "points"), {0}).places
    (3, 2, 1)
    """
    if not gone or not outcome.winners:
        return outcome
    places = ranking([(seat in gone, place) for seat, place in enumerate(outcome.places)])
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    return msgspec.structs.replace(outcome, winners=winners, places=places)


def worded(outcome: Outcome, rules: Outcome | None) -> Outcome:
    """Return an outcome that the log keeps, with the sentence of the match or of the rules for it."""
    if rules is not None and rules.reason == outcome.reason:
        return msgspec.structs.replace(outcome, text=rules.text)
    text = _REASONS.get(outcome.reason, "")
    if len(outcome.scores) == 2 and outcome.reason in _BY_ONE:
        text = f"Player {2 - outcome.winners[0]} {_BY_ONE[outcome.reason]}."
    return msgspec.structs.replace(outcome, text=text)
