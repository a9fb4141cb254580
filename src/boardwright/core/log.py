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
from boardwright.core.outcome import Outcome, ranking
from boardwright.core.position import AnyPosition
from boardwright.core.refusal import BadOptions
from boardwright.core.step_tree import StepTree

_REASONS = {
    "canceled": "The match was canceled.",
    "resignation": "All others have resigned.",
    "time": "All others have run out of time.",
    "agreement": "The players agreed to a draw.",
    "move_limit": "Drawn: the move limit was reached.",
    "dead_position": "Drawn: nobody can win any more.",
}
"""The reasons that a match has beside those of the rules, in words."""


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
        self._check_header()
        self._clock_starts = header.clock_starts
        if 0 in self._clock_starts:
            self.position = self.position.start_clock(self._clock_starts[0])
        self.clocks = Running(header.clock, header.seats)
        if not self.inherited:
            self.clocks.turn(self.position.actors, 0, header.created)
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
        self.tree = StepTree(self.position, self.entries)
        self.current = 0
        """The step that led to the position: where the match stands in the tree."""
        self._nodes = [0]
        self.redoable: list[int] = []
        """The steps that undo left since the last step, the latest last."""
        self._undone: set[int] = set()
        """All steps that are not in force now."""
        self._hidden: dict[int, tuple[int, ...]] = {}

    def _check_header(self) -> None:
        header, seats = self.header, self.position.seats
        if len(self.game.versions) > 1 and (found := getattr(self.position, "version", None)) != header.version:
            raise BadOptions(f"A position of version {found} cannot be in a match of version {header.version}.")
        if not seats == header.seats == len(header.players):
            raise BadOptions(f"{seats} play here, not {header.seats} with {len(header.players)} names.")
        if header.shares and len(header.shares) != seats:
            raise BadOptions(f"{seats} seats need {seats} shares of the seed, or none, not {len(header.shares)}.")
        if header.shares and header.commitment is None:
            raise BadOptions("Shares are mixed with a seed, and this match has none.")
        if header.clock.is_running and self.position.keeps_time:
            title = self.game.title
            raise BadOptions(f"{title} keeps time by itself with these options; leave out the match's clock.")

    # Reading

    @property
    def number(self) -> int:
        """The number of the last entry, 0 at the start."""
        return len(self.entries)

    @property
    def now(self) -> int:
        """The time of the last entry, or when play began here if that is later."""
        return max(self.header.created, self.entries[-1].at) if self.entries else self.header.created

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    def at(self, number: int) -> AnyPosition:
        """The position after entry `number`; 0 is the start. IndexError beyond the last."""
        node = self._nodes[number]
        return self.position if node == self.current else self.tree.position(node)

    def before(self, number: int) -> AnyPosition:
        """The position that the step of entry `number` started from."""
        return self.tree.position(self.tree.parent(number))

    def line(self, number: int = -1) -> list[Entry]:
        """The moves and outcomes of chance in force after entry `number`, in order."""
        return [self.entries[node - 1] for node in self.tree.path(self._nodes[number])]

    def undone(self, number: int = -1) -> set[int]:
        """The steps up to entry `number` that are not in force after it."""
        last = number % (self.number + 1)
        if all(entry.kind not in ("undo", "redo") for entry in self.entries[last:]):
            return {step for step in self._undone if step <= last}
        in_force = set(self.tree.path(self._nodes[last]))
        return {entry.number for entry in self.entries[:last] if entry.is_step and entry.number not in in_force}

    def events(self, number: int) -> tuple[Event, ...]:
        """What entry `number` brought about; () for one that is not a step."""
        entry = self.entries[number - 1]
        if not entry.is_step:
            return ()
        before = self.before(number)
        step = before.parse(entry.text) if entry.kind == "move" else entry.text
        return tuple(self.game.events(before, step, entry.seat, self.at(number)))

    @property
    def moves_done(self) -> int:
        """How many moves are in force."""
        return self.tree.moves(self.current)

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
        """That time, or that of the last entry if it is later, without the pauses: what clocks and rules go by."""
        return max(at, self.now) - self.lost

    def now_position(self, at: int) -> AnyPosition:
        """The position as time alone has changed it by then; equal to `position` in games that keep no time."""
        return self.position.as_of(self.played(at))

    def deadline(self) -> tuple[int, int] | None:
        """When the next clock runs out and whose it is."""
        if self.is_over or not self.clocks.clock.is_running:
            return None
        times = ((self.clocks.deadline(seat), seat) for seat in self.position.actors)
        return min(((time + self.lost, seat) for time, seat in times if time is not None), default=None)

    def next_change(self, at: int) -> int | None:
        """When time alone next changes what may be done, by a clock or by the rules; None if it never does."""
        late = self.deadline()
        rules = None if self.is_over else self.now_position(at).next_deadline
        times = [*([] if late is None else [late[0]]), *([] if rules is None else [rules + self.lost])]
        return min(times, default=None)

    # Growing

    def _apply(self, entry: Entry, position: AnyPosition | None) -> None:
        """Takes in an entry that is known to be right; `position` is the one after a step."""
        before = self.current
        self.entries.append(entry)
        self.head = entry.hash
        if position is not None:
            self._step(entry, position)
        else:
            self.tree.skip()
            self._change(entry)
        self._nodes.append(self.current)
        if entry.number >= self.inherited and self.clocks.clock.is_running:
            self._turn_clocks(entry, before)
        if entry.seat is not None and entry.kind == "move":
            self.late.discard(entry.seat)

    def _turn_clocks(self, entry: Entry, before: int) -> None:
        if entry.kind == "undo":
            self.clocks.take_back(self.tree.path(before, self.current))
        actors = () if self.is_over else self.position.actors
        forward = entry.is_step or entry.kind == "redo"
        step, mover = (self.current, self.entries[self.current - 1].seat) if forward else (None, None)
        self.clocks.turn(actors, self.tree.turn(self.current), self.played(self.now), step, mover)

    def _step(self, entry: Entry, position: AnyPosition) -> None:
        if self.game.has_secrets:
            self._hide(entry)
        starts = self._clock_starts.get(entry.number)
        if starts is not None:
            position = position.start_clock(starts)
        new_turn = self.clocks.clock.is_running and self.position.turn != position.turn
        self.current = self.tree.add(
            self.current,
            position,
            chance=entry.kind == "chance",
            new_turn=new_turn,
            lost=self.lost,
            keep=starts is not None,
        )
        self.position = position
        self.redoable.clear()
        if entry.seat is None:
            return
        if entry.seat in self.late or entry.seat in self.gone:
            self.forced.add(entry.number)
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
                self.outcome = self._worded(entry.read(Outcome))

    def _go(self, node: int) -> None:
        self.current = node
        self.position = self.tree.position(node)

    @property
    def inherited(self) -> int:
        """How many entries a branch has from the match it comes from."""
        return self.header.branch.inherited if self.header.branch else 0

    def due(self) -> Outcome | None:
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
        scores = tuple(int(seat in winners) for seat in range(self.header.seats))
        return Outcome(scores, winners, reason, text=_REASONS[reason])

    def _without_gone(self, outcome: Outcome) -> Outcome:
        """The same with the seats that left behind all others: a player who left cannot win."""
        if not self.gone or not outcome.winners:
            return outcome
        places = ranking([(seat in self.gone, place) for seat, place in enumerate(outcome.places)])
        winners = tuple(seat for seat, place in enumerate(places) if place == 1)
        return msgspec.structs.replace(outcome, winners=winners, places=places)

    def _worded(self, outcome: Outcome) -> Outcome:
        """An outcome as the log keeps it, with the sentence that the rules have for it."""
        rules = self.position.outcome()
        if rules is not None and rules.reason == outcome.reason:
            return msgspec.structs.replace(outcome, text=rules.text)
        return msgspec.structs.replace(outcome, text=_REASONS.get(outcome.reason, ""))
