"""A match: a log that players, chance and clocks write to.

Every command checks first, appends entries, settles what follows by itself (chance, moves for players who are
late or gone, the end) and returns the new entries. When it refuses it raises IllegalMove, and nothing has changed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec

from boardwright.core import chance
from boardwright.core.clock import Clock
from boardwright.core.entry import Content, Entry, Kind, Pause, Redo, Undo, chain, content_of
from boardwright.core.game import AnyGame
from boardwright.core.header import Adjudication, Branch, Header
from boardwright.core.log import Log
from boardwright.core.options import Options
from boardwright.core.position import AnyPosition
from boardwright.core.refusal import BadOptions, BadRecord, BoardwrightError, IllegalMove, Refusal
from boardwright.core.source import NoSource, SeedSource, Source
from boardwright.core.step_tree import repeat, step
from boardwright.core.undo import MATCH_OVER, last_decision, redo_refusal, undo_refusal

_NO_CLOCK = Clock()
_NO_ADJUDICATION = Adjudication()


class Match(Log):
    """One playing of a game.

    >>> from boardwright.core.registry import game, names
    >>> match = Match.new(game(names()[0]), seed=bytes(32))
    >>> move = str(next(iter(match.position.legal_moves())))
    >>> match.play(move)[0].text == move
    True
    >>> match.undo(0, agreed=[1])[0].kind, match.position == match.at(0)
    ('undo', True)
    """

    def __init__(self, game: AnyGame, header: Header, seed: bytes | None = None) -> None:
        super().__init__(game, header, seed)
        self.source: Source = NoSource() if seed is None else SeedSource(seed, header.shares)
        """Where chance outcomes and salts come from."""

    # Beginning

    @classmethod
    def new(
        cls,
        game: AnyGame,
        *,
        seats: int | None = None,
        options: Options | None = None,
        players: Sequence[str] = (),
        seed: bytes | None = None,
        shares: Sequence[str] = (),
        at: int = 0,
        clock: Clock = _NO_CLOCK,
        adjudication: Adjudication = _NO_ADJUDICATION,
        start: AnyPosition | None = None,
    ) -> Match:
        """A new match. The seed and the players' shares decide all chance; without a seed the caller uses `take`."""
        if seats is None:
            seats = game.usual_seats if start is None else start.seats
        names = tuple(players) or tuple(f"Player {seat + 1}" for seat in range(seats))
        if len(names) != seats:
            raise BadOptions(f"{seats} seats need {seats} names, not {len(names)}.")
        header = Header(
            game=game.name,
            version=game.version,
            seats=seats,
            options=msgspec.to_builtins(game.read_options() if options is None else options),
            players=names,
            created=at,
            commitment=None if seed is None else chance.commitment(seed),
            shares=tuple(shares),
            salt="" if seed is None else chance.salt(seed, 0),
            clock=clock,
            adjudication=adjudication,
            start=None if start is None else game.encode(start),
        )
        match = cls(game, header, seed)
        match.settle(at)
        return match

    @classmethod
    def resume(cls, game: AnyGame, header: Header, entries: Iterable[Entry], seed: bytes | None = None) -> Match:
        """A match from a log that this program itself wrote and kept; `replay.load` checks one from elsewhere.

        The header selects the version of the rules; BadRecord if the game does not have it.
        """
        match = cls(header.rules(game), header, seed)
        match.extend(entries)
        return match

    def extend(self, entries: Iterable[Entry]) -> None:
        """Takes in the entries that follow in the same log, written by another process of this program.

        They are not checked; BadRecord names one that the rules cannot follow at all.
        """
        for entry in entries:
            try:
                self._apply(entry, repeat(self.position, entry, self.lost) if entry.is_step else None)
            except (BoardwrightError, ValueError, LookupError) as error:
                raise BadRecord(f"Entry {entry.number} cannot be: {error}", entry.number) from error

    def branch(
        self,
        number: int = -1,
        *,
        players: Sequence[str] = (),
        seed: bytes | None = None,
        shares: Sequence[str] = (),
        at: int | None = None,
        clock: Clock | None = None,
    ) -> Match:
        """A new match that begins where this one stood after entry `number`; this one is not touched.

        The steps that led there are copied into the new log; chance from there on comes from the new seed.
        """
        path = self.line(number)
        number %= self.number + 1
        header = msgspec.structs.replace(
            self.header,
            players=tuple(players) or self.header.players,
            created=self.now if at is None else at,
            clock=self.header.clock if clock is None else clock,
            commitment=None if seed is None else chance.commitment(seed),
            shares=tuple(shares),
            salt="" if seed is None else chance.salt(seed, 0),
            migrated=msgspec.UNSET,
            branch=Branch(
                match=self.header.hash,
                entry=number,
                hash=self.entries[number - 1].hash if number else self.header.hash,
                inherited=len(path),
                clock_starts=tuple(
                    (begin, time) for begin, time in self.header.clock_starts.items() if begin < len(path)
                ),
            ),
        )
        match = type(self)(self.game, header, seed)
        for entry in path:
            match.inherit(entry.kind, entry.seat, entry.text, entry.at - self.tree.lost(entry.number))
        match.settle(match.now)
        return match

    def inherit(self, kind: Kind, seat: int | None, text: str, at: int) -> None:
        """Copies the next step of the match that this one branches from; IllegalMove if it cannot be."""
        if self.due() is not None:
            raise IllegalMove(Refusal("match_over", "The match it comes from was over by then."))
        self._add(kind, seat, text, at)

    # Playing

    def play(self, move: Any, seat: int | None = None, at: int | None = None) -> list[Entry]:
        """A player's move, as a value or as its text; None is the first seat that may act."""
        now = self._check_running(at)
        if self.position.is_chance:
            raise IllegalMove(Refusal("chance_first", "A chance outcome comes first."))
        if seat is None:
            seat = next(iter(self.now_position(now).actors), 0)
        self._check_seat(seat)
        if isinstance(move, str):
            move = self.position.parse(move)
        return self._write("move", seat, str(move), now, self.position.play(move, seat, self.played(now)))

    def take(self, outcome: str, at: int | None = None) -> list[Entry]:
        """A chance outcome from outside, in a match without a seed."""
        now = self._check_running(at)
        if self.header.commitment is not None:
            raise IllegalMove(Refusal("chance_is_sealed", "The seed of this match decides chance."))
        return self._write("chance", None, outcome, now, self.position.take(outcome))

    # Taking back

    def undo_refusal(
        self, seat: int, to: int | None = None, agreed: Collection[int] = (), at: int | None = None
    ) -> Refusal | None:
        """Why that seat cannot take back its last move, or all that came after the step of entry `to`."""
        return undo_refusal(self, seat, to, agreed, at)

    def undo(
        self, seat: int, at: int | None = None, *, to: int | None = None, agreed: Collection[int] = ()
    ) -> list[Entry]:
        """Takes back the last move, or all that came after the step of entry `to`; `agreed` consent to it."""
        now = self._check_running(at)
        self._check_seat(seat)
        refusal = undo_refusal(self, seat, to, agreed, now)
        if refusal is not None:
            raise IllegalMove(refusal)
        target = last_decision(self) if to is None else to
        return self._write("undo", seat, content_of(Undo(target or 0, self._others(seat, agreed))), now)

    def redo_refusal(self, seat: int, agreed: Collection[int] = ()) -> Refusal | None:
        """Why that seat cannot bring back what was undone last."""
        return redo_refusal(self, seat, agreed)

    def redo(self, seat: int, at: int | None = None, *, agreed: Collection[int] = ()) -> list[Entry]:
        """Brings back what the last undo took; chance is not drawn again."""
        now = self._check_running(at)
        self._check_seat(seat)
        refusal = redo_refusal(self, seat, agreed)
        if refusal is not None:
            raise IllegalMove(refusal)
        return self._write("redo", seat, content_of(Redo(self.redoable[-1], self._others(seat, agreed))), now)

    def _others(self, seat: int, agreed: Collection[int]) -> tuple[int, ...]:
        return tuple(other for other in self.seats_left() if other != seat and other in agreed)

    # Ending early

    def resign(self, seat: int, at: int | None = None) -> list[Entry]:
        """The player of that seat leaves. The last one left wins; with more left, the match plays for the seat."""
        now = self._check_running(at)
        self._check_seat(seat)
        return self._write("resign", seat, "", now)

    def agree_draw(self, seat: int, at: int | None = None) -> list[Entry]:
        """Offers a draw, or accepts the one offered: when all have, the match is drawn. A move takes it back."""
        now = self._check_running(at)
        self._check_seat(seat)
        if seat in self.draw_agreed:
            raise IllegalMove(Refusal("draw_offered", "That seat has offered a draw already."))
        return self._write("draw", seat, "accept" if self.draw_agreed else "offer", now)

    def decline_draw(self, seat: int, at: int | None = None) -> list[Entry]:
        """Refuses the draw that is offered."""
        now = self._check_running(at)
        self._check_seat(seat)
        if not self.draw_agreed:
            raise IllegalMove(Refusal("no_draw_offer", "Nobody has offered a draw."))
        return self._write("draw", seat, "decline", now)

    def cancel(self, seat: int | None = None, at: int | None = None) -> list[Entry]:
        """Ends the match without a result, in the name of a seat or of the server."""
        now = self._check_running(at)
        if seat is not None:
            self._check_seat(seat)
        return self._write("cancel", seat, "", now)

    # Time

    def expire(self, at: int) -> list[Entry]:
        """Deals with every clock that has run out by then; to be called when `deadline` is reached.

        When nobody has any time left, or the moves made for absent players go round in a circle, nobody plays any
        more, and the match is canceled.
        """
        first, at = self.number, self._time(at)
        timed_out, stood = set[int](), set[tuple[int, int]]()
        while (late := self.deadline()) is not None and late[0] <= at:
            seat, here = late[1], (late[1], self.current)
            if here in stood or (seat in timed_out and timed_out.issuperset(self.seats_left())):
                self._write("cancel", None, "", at)
            else:
                timed_out.add(seat)
                stood.add(here)
                self._write("timeout", seat, "", at)
        return self.entries[first:]

    def pause(self, since: int, at: int) -> list[Entry]:
        """Writes down that no server served the match from `since` until now, so that nobody loses time by it."""
        since = self._check_running(since)
        if at <= since:
            raise IllegalMove(Refusal("no_pause", "A pause ends after it began."))
        return self._write("pause", None, content_of(Pause(since)), at)

    # What follows by itself

    def _write(
        self, kind: Kind, seat: int | None, content: Content, at: int, position: AnyPosition | None = None
    ) -> list[Entry]:
        first = self.number
        self._add(kind, seat, content, at, position)
        self.settle(at)
        return self.entries[first:]

    def _add(
        self, kind: Kind, seat: int | None, content: Content, at: int, position: AnyPosition | None = None
    ) -> None:
        """Writes one entry; a step's `position` is computed, and checked, unless it is given."""
        number = self.number + 1
        entry = chain(self.head, number, at, kind, seat, content, self.source.salt(number))
        if position is None and entry.is_step:
            position = step(self.position, entry, self.lost)
        self._apply(entry, position)

    def settle(self, now: int) -> None:
        """Writes what follows by itself: the end, chance, moves for absent players. Every command does."""
        returned = set[int]()
        while not self.is_over:
            due = self.due()
            if due is not None:
                self._add("end", None, due.content(), now)
            elif self.position.is_chance:
                ordinal = self.tree.chances(self.current)
                drawn = self.source.draw(self.number + 1, ordinal, self.position.chances())
                if drawn is None:
                    return
                self._add("chance", None, drawn, now)
            else:
                absent = [seat for seat in self.position.actors if seat in self.gone or seat in self.late]
                if not absent:
                    return
                self._stand_in(absent[0], now, returned)

    def _stand_in(self, seat: int, now: int, returned: set[int]) -> None:
        """Plays the fallback move for an absent seat, undoing steps until there is one.

        `returned` are the steps undone to so far. Coming back to one of them means that absent players go round in
        a circle, so the match is canceled.
        """
        move = self.position.fallback(seat)
        target = last_decision(self, 0)
        if move is not None:
            self._add("move", seat, str(move), now)
        elif target is None:
            self._add("resign", seat, "", now)
        elif target in returned:
            self._add("cancel", None, "", now)
        else:
            returned.add(target)
            self._add("undo", seat, content_of(Undo(target, forced=True)), now)

    # Checks

    def _time(self, at: int | None) -> int:
        return self.now if at is None else max(at, self.now)

    def _check_running(self, at: int | None) -> int:
        """The time to write down; IllegalMove if the match is over or a clock has run out by then."""
        if self.is_over:
            raise IllegalMove(MATCH_OVER)
        now, late = self._time(at), self.deadline()
        if late is not None and late[0] <= now:
            raise IllegalMove(Refusal("time_is_up", f"The time of seat {late[1]} ran out."))
        return now

    def _check_seat(self, seat: int) -> None:
        if seat not in range(self.header.seats):
            raise IllegalMove(Refusal("no_such_seat", f"There is no seat {seat} at this table."))
        if seat in self.gone:
            raise IllegalMove(Refusal("seat_left", f"Seat {seat} has left the match."))
