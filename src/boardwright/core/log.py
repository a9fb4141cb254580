"""The log of a match, and everything that follows from it: position, clocks, who is gone, the outcome.

Entries come in one way only, by `_apply`, whether they were made here or written elsewhere, so a match that
is played and a match that is read are the same thing.
"""

from __future__ import annotations

import msgspec

from boardwright.core.clock import Running
from boardwright.core.entry import Entry, Pause, Undo
from boardwright.core.event import Event
from boardwright.core.game import AnyGame
from boardwright.core.header import Header
from boardwright.core.outcome import Outcome
from boardwright.core.position import AnyPosition
from boardwright.core.refusal import BadOptions
from boardwright.core.step_tree import StepTree


class Log:
    """A header and its entries, to be read by anyone; a match is what writes to it."""

    def __init__(self, game: AnyGame, header: Header, seed: bytes | None = None) -> None:
        self.game = game
        self.header = header
        self.seed = seed
        self.entries: list[Entry] = []
        self.position: AnyPosition = (
            game.begin(header.seats, game.read_options(header.options))
            if header.start is None
            else game.decode(header.start)
        )
        if not self.position.seats == header.seats == len(header.players):
            raise BadOptions(f"{self.position.seats} play here, not {header.seats} with {len(header.players)} names.")
        self._clock_starts = header.clock_starts
        if 0 in self._clock_starts:
            self.position = self.position.start_clock(self._clock_starts[0])
        self.clocks = Running(header.clock, header.seats)
        if not self.inherited:
            self.clocks.turn(self.position.actors, 0, header.created)
        self.head = header.hash
        """The hash of the last entry: whoever knows it can check the whole log."""
        self.outcome: Outcome | None = None
        self.gone: dict[int, str] = {}
        """The seats whose players have left, and why."""
        self.draw_agreed: set[int] = set()
        """The seats that offer or accept a draw now."""
        self._late: set[int] = set()
        self._forced: set[int] = set()
        """The moves that the match made for absent players."""
        self._lost = 0
        """For how long the match was paused so far."""
        self._canceled = False
        self._tree = StepTree(self.position, self.entries)
        self._current = 0
        self._nodes = [0]
        self._redo: list[int] = []
        self._hidden: dict[int, tuple[int, ...]] = {}

    # Reading

    @property
    def number(self) -> int:
        """The number of the last entry, 0 at the start."""
        return len(self.entries)

    @property
    def now(self) -> int:
        """The time of the last entry."""
        return self.entries[-1].at if self.entries else self.header.created

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    def at(self, number: int) -> AnyPosition:
        """The position after entry `number`; 0 is the start. IndexError beyond the last."""
        node = self._nodes[number]
        return self.position if node == self._current else self._tree.position(node)

    def line(self, number: int = -1) -> list[Entry]:
        """The moves and outcomes of chance in force after entry `number`, in order."""
        return [self.entries[node - 1] for node in self._tree.path(self._nodes[number])]

    def events(self, number: int) -> tuple[Event, ...]:
        """What entry `number` brought about; () for one that is not a step."""
        entry = self.entries[number - 1]
        if not entry.is_step:
            return ()
        before = self._tree.position(self._tree.parent(number))
        step = before.parse(entry.text) if entry.kind == "move" else entry.text
        return tuple(self.game.events(before, step, entry.seat, self.at(number)))

    @property
    def moves_done(self) -> int:
        """How many moves are in force."""
        return self._tree.moves(self._current)

    def read(self, seat: int | None) -> list[Entry]:
        """The entries as that seat (None: a spectator) may read them: what is hidden from it is sealed.

        After the end everything is open.
        """
        hidden = {} if self.is_over else self._hidden
        return [
            entry.seal() if entry.number in hidden and seat not in hidden[entry.number] else entry
            for entry in self.entries
        ]

    def _repr_svg_(self) -> str:
        """The picture that notebooks show: what a spectator sees now."""
        return self.game.picture(self.position.view(None)).svg()

    def seats_left(self) -> list[int]:
        """The seats whose players have neither resigned nor lost on time."""
        return [seat for seat in range(self.header.seats) if seat not in self.gone]

    # Time

    def played(self, at: int) -> int:
        """That time without the pauses before it: the time that clocks and rules go by."""
        return at - self._lost

    def now_position(self, at: int) -> AnyPosition:
        """The position as time alone has changed it by then; equal to `position` in games that keep no time."""
        return self.position.as_of(self.played(at))

    def deadline(self) -> tuple[int, int] | None:
        """When the next clock runs out and whose it is."""
        if self.is_over:
            return None
        times = ((self.clocks.deadline(seat), seat) for seat in self.position.actors)
        return min(((time + self._lost, seat) for time, seat in times if time is not None), default=None)

    def next_change(self, at: int) -> int | None:
        """When time alone next changes what may be done, by a clock or by the rules; None if it never does."""
        late = self.deadline()
        rules = None if self.is_over else self.now_position(at).next_deadline
        times = [*([] if late is None else [late[0]]), *([] if rules is None else [rules + self._lost])]
        return min(times, default=None)

    # Growing

    def _apply(self, entry: Entry, position: AnyPosition | None) -> None:
        """Takes in an entry that is known to be right; `position` is the one after a step."""
        before, seat = self._current, entry.seat
        self.entries.append(entry)
        self.head = entry.hash
        if position is not None:
            self._step(entry, position)
        else:
            self._tree.skip()
            self._change(entry)
        self._nodes.append(self._current)
        if entry.number >= self.inherited:
            if entry.kind == "undo":
                self.clocks.take_back(self._tree.path(before, self._current))
            actors = () if self.is_over else self.position.actors
            step = self._current if position is not None or entry.kind == "redo" else None
            at = self.played(max(entry.at, self.header.created))
            self.clocks.turn(actors, self._tree.turn(self._current), at, step)
        if seat is not None and entry.kind == "move":
            self._late.discard(seat)

    def _step(self, entry: Entry, position: AnyPosition) -> None:
        if self.game.has_secrets:
            self._hide(entry)
        starts = self._clock_starts.get(entry.number)
        if starts is not None:
            position = position.start_clock(starts)
        before = self.position
        self._current = self._tree.add(self._current, before, position, entry, self._lost, keep=starts is not None)
        self.position = position
        self._redo.clear()
        if entry.seat is None:
            return
        if entry.seat in self._late or entry.seat in self.gone:
            self._forced.add(entry.number)
        if entry.seat not in self.draw_agreed:
            self.draw_agreed = set()

    def _hide(self, entry: Entry) -> None:
        seen = self.position.visible_to(self.position.parse(entry.text) if entry.kind == "move" else entry.text)
        if seen is not None:
            self._hidden[entry.number] = seen if entry.seat is None else (*seen, entry.seat)

    def _change(self, entry: Entry) -> None:
        """Takes in an entry that is not a step."""
        seat = -1 if entry.seat is None else entry.seat
        match entry.kind:
            case "undo":
                self._redo.append(self._current)
                self._go(entry.read(Undo).to)
            case "redo":
                self._go(self._redo.pop())
            case "timeout" if self.header.clock.on_timeout == "forfeit":
                self.gone[seat] = "time"
            case "timeout":
                self._late.add(seat)
            case "resign":
                self.gone[seat] = "resignation"
            case "draw":
                self.draw_agreed = set() if entry.text == "decline" else self.draw_agreed | {seat}
            case "pause":
                self._lost += entry.at - entry.read(Pause).since
            case "cancel":
                self._canceled = True
            case "end":
                self.outcome = entry.read(Outcome)

    def _go(self, node: int) -> None:
        self._current = node
        self.position = self._tree.position(node)

    @property
    def inherited(self) -> int:
        """How many entries a branch has from the match it comes from."""
        return self.header.branch.inherited if self.header.branch else 0

    def _due(self) -> Outcome | None:
        """The outcome that has to be written now, if any."""
        left = self.seats_left()
        if self._canceled:
            return self._verdict((), "canceled")
        if self.gone and len(left) <= 1:
            return self._verdict(tuple(left), list(self.gone.values())[-1])
        if self.draw_agreed and self.draw_agreed.issuperset(left):
            return self._verdict((), "agreement")
        outcome = self.position.outcome()
        if outcome is not None:
            return self._without_gone(outcome)
        rule = self.header.adjudication
        if rule.max_moves and self.moves_done >= rule.max_moves and not self.position.is_chance:
            return self._verdict((), "move_limit")
        if rule.dead_position and self.position.is_dead:
            return self._verdict((), "dead_position")
        return None

    def _verdict(self, winners: tuple[int, ...], reason: str) -> Outcome:
        return Outcome(tuple(int(seat in winners) for seat in range(self.header.seats)), winners, reason)

    def _without_gone(self, outcome: Outcome) -> Outcome:
        """Who has left cannot win: the best of the others does."""
        if not set(outcome.winners) & set(self.gone):
            return outcome
        left = self.seats_left()
        winners = tuple(seat for seat in outcome.winners if seat in left)
        best = max(outcome.scores[seat] for seat in left)
        return msgspec.structs.replace(
            outcome, winners=winners or tuple(seat for seat in left if outcome.scores[seat] == best)
        )
