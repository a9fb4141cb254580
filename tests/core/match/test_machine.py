"""A match under whatever players may do to it, in any order: what is always true."""

from __future__ import annotations

from contextlib import suppress

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from boardwright.core.game.game import AnyGame
from boardwright.core.match.clock import Clock
from boardwright.core.match.match import Match
from boardwright.core.records.record import dump, dump_for, load, verify
from boardwright.core.refusal import IllegalMove
from boardwright.core.rules.line import make, read
from boardwright.core.rules.position import AnyPosition
from tests.core.forging import CLOCKS
from tests.core.plays import COUNT, SEED, CountOptions, find
from tests.dealing import FLOCK
from tests.scale import scaled
from tests.toys import GUESS

SEATS = st.integers(0, 2)


class Table(RuleBasedStateMachine):
    """Players who try everything; what is refused must change nothing."""

    match: Match
    seen: list[AnyPosition]

    @initialize(game=st.sampled_from([GUESS, FLOCK, None]), seats=st.integers(1, 3), clock=st.sampled_from(CLOCKS))
    def begin(self, game: AnyGame | None, seats: int, clock: Clock) -> None:
        self.match = (
            Match.new(COUNT, seats=seats, options=CountOptions(goal=25), clock=clock)
            if game is None
            else Match.new(game, seed=SEED, clock=clock)
        )
        self.time = 0
        self.seen = [self.match.at(number) for number in range(self.match.number + 1)]

    def act(self, name: str, *args: object, **more: object) -> None:
        """Try something. What is refused changes nothing; what is done adds entries and nothing else."""
        before = dump(self.match)
        entries = list(self.match.entries)
        try:
            new = getattr(self.match, name)(*args, **more)
        except IllegalMove:
            assert dump(self.match) == before
            return
        assert self.match.entries == entries + new
        self.seen += [self.match.at(number) for number in range(len(entries) + 1, self.match.number + 1)]

    @rule(choice=st.integers(0, 9), wait=st.integers(0, 3000))
    def play(self, choice: int, wait: int) -> None:
        self.time += wait
        for seat in self.match.position.actors[choice % 2 :][:1] or self.match.position.actors[:1]:
            moves = list(self.match.position.legal_moves(seat))
            self.act("play", moves[choice % len(moves)], seat, self.time)

    @rule(seat=SEATS, text=st.sampled_from(["guess 1", "roll", "stop", "1", "2", "redeal", "lay heron"]))
    def try_any_move(self, seat: int, text: str) -> None:
        with suppress(ValueError):
            self.act("play", text, seat, self.time)

    @rule(seat=SEATS, to=st.none() | st.integers(-1, 12), agreed=st.sets(SEATS))
    def undo(self, seat: int, to: int | None, agreed: set[int]) -> None:
        self.act("undo", seat, self.time, to=to, agreed=agreed)

    @rule(seat=SEATS, agreed=st.sets(SEATS))
    def redo(self, seat: int, agreed: set[int]) -> None:
        self.act("redo", seat, self.time, agreed=agreed)

    @rule(seat=SEATS, what=st.sampled_from(["agree_draw", "decline_draw"]))
    def draw(self, seat: int, what: str) -> None:
        self.act(what, seat, self.time)

    @rule(seat=SEATS, sure=st.integers(0, 3))
    def resign(self, seat: int, sure: int) -> None:
        if sure == 0:
            self.act("resign", seat, self.time)

    @rule(wait=st.integers(0, 9000))
    def expire(self, wait: int) -> None:
        self.time += wait
        self.act("expire", self.time)

    @rule(gap=st.integers(0, 500), length=st.integers(-1, 9000))
    def pause(self, gap: int, length: int) -> None:
        self.act("pause", self.time + gap, self.time + gap + length)
        self.time = max(self.time, self.match.now)

    @rule(number=st.integers(0, 20))
    def branch(self, number: int) -> None:
        number %= self.match.number + 1
        branch = self.match.branch(number, seed=bytes(32))
        assert branch.header.branch is not None
        assert branch.at(branch.header.branch.inherited) == self.seen[number]
        assert dump(load(dump(branch), find)) == dump(branch)

    @invariant()
    def every_position_is_what_it_was(self) -> None:
        for number, position in enumerate(self.seen):
            assert self.match.at(number) == position
        assert self.match.position == self.seen[-1]

    @invariant()
    def the_line_leads_to_the_position(self) -> None:
        position = self.match.at(0)
        for entry in self.match.line():
            position = make(position, read(position, entry.seat, entry.text, entry.at))
        assert position == self.match.position
        assert self.match.moves_done == sum(entry.kind == "move" for entry in self.match.line())

    @invariant()
    def the_record_reads_back(self) -> None:
        data = dump(self.match)
        again = load(data, find)
        assert dump(again) == data
        assert again.deadline() == self.match.deadline()
        assert again.draw_agreed == self.match.draw_agreed
        assert again.gone == self.match.gone
        for seat in range(self.match.header.seats):
            assert again.undo_refusal(seat) == self.match.undo_refusal(seat)
            assert again.redo_refusal(seat) == self.match.redo_refusal(seat)
            verify(dump_for(self.match, seat), find)

    @invariant()
    def the_stored_log_resumes_as_it_was(self) -> None:
        match = self.match
        again = Match.resume(match.game, match.header, match.entries, match.seed)
        assert dump(again) == dump(match)
        assert (again.deadline(), again.lost, again.late) == (match.deadline(), match.lost, match.late)

    @invariant()
    def chance_of_one_way_is_one(self) -> None:
        """The same number of draws before it and the same chances: the same outcome, however often it was met."""
        drawn: dict[tuple[int, str], str | None] = {}
        for number, entry in enumerate(self.match.entries):
            if entry.kind == "chance":
                ordinal = sum(each.kind == "chance" for each in self.match.line(number))
                chance = self.match.at(number).chance
                assert chance is not None
                key = ordinal, chance.digest
                assert drawn.setdefault(key, entry.text) == entry.text

    @precondition(lambda self: self.match.is_over)
    @invariant()
    def the_end_is_the_last_entry(self) -> None:
        assert self.match.entries[-1].kind == "end"
        assert [entry.kind for entry in self.match.entries].count("end") == 1


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=scaled(60), stateful_step_count=25, deadline=None)
