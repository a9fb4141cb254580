"""A match: a log that players, chance and clocks write to.

Every method that acts checks first, appends entries, settles what follows by itself (chance, moves for
players who are late or gone, the end) and returns the new entries. When it refuses it raises IllegalMove,
and nothing has changed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec

from boardwright.core import chance
from boardwright.core.canonical import canonical
from boardwright.core.checked import CheckedLog
from boardwright.core.clock import Clock
from boardwright.core.entry import Entry, Kind
from boardwright.core.game import AnyGame
from boardwright.core.header import Adjudication, Branch, Header
from boardwright.core.options import Options
from boardwright.core.position import AnyPosition
from boardwright.core.refusal import BadOptions, BadRecord, BoardwrightError, IllegalMove, Refusal

_NO_CLOCK = Clock()
_NO_ADJUDICATION = Adjudication()


class Match(CheckedLog):
    """One playing of a game.

    >>> from boardwright.core.registry import game, names
    >>> match = Match.new(game(names()[0]), seed=bytes(32))
    >>> move = str(next(iter(match.position.legal_moves())))
    >>> match.play(move)[0].text == move
    True
    >>> match.undo(seat=0)[0].kind, match.position == match.at(0)
    ('undo', True)
    """

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
        at: int = 0,
        clock: Clock = _NO_CLOCK,
        adjudication: Adjudication = _NO_ADJUDICATION,
        start: AnyPosition | None = None,
    ) -> Match:
        """A new match. The seed decides all chance; without one the caller brings outcomes by `take`."""
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
            salt="" if seed is None else chance.salt(seed, 0),
            clock=clock,
            adjudication=adjudication,
            start=None if start is None else game.encode(start),
        )
        match = cls(game, header, seed)
        if clock.is_running and match.position.keeps_time:
            raise BadOptions(f"{game.title} keeps time by itself with these options; leave out the match's clock.")
        match._settle(at)
        return match

    @classmethod
    def load(cls, game: AnyGame, header: Header, entries: Iterable[Entry], seed: bytes | None = None) -> Match:
        """A match from its log; BadRecord names the first entry that is not what it should be."""
        if (header.game, header.version) != (game.name, game.version):
            found = f"{header.game} version {header.version}"
            raise BadRecord(f"Header: the record is of {found}, here is {game.name} version {game.version}.", 0)
        if seed is not None and header.commitment != chance.commitment(seed):
            raise BadRecord("Header: it does not commit to this seed.", 0)
        try:
            match = cls(game, header, seed)
        except BoardwrightError as error:
            raise BadRecord(f"Header: {error}", 0) from None
        for entry in entries:
            match.append(entry)
        if match._inherited > match.number:
            raise BadRecord("Header: it inherits more entries than there are.", 0)
        return match

    def branch(
        self,
        number: int = -1,
        *,
        players: Sequence[str] = (),
        seed: bytes | None = None,
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
            salt="" if seed is None else chance.salt(seed, 0),
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
            match._add(entry.kind, entry.seat, entry.text or "", entry.at)
        match._settle(max(header.created, match.now))
        return match

    # Playing

    def play(self, move: Any, seat: int | None = None, at: int | None = None) -> list[Entry]:
        """A player's move, as a value or as its text; None is the first seat that may act."""
        self._check_running()
        if self.position.is_chance:
            raise IllegalMove(Refusal("chance_first", "Chance acts first."))
        if seat is None:
            seat = self.position.actors[0]
        self._check_seat(seat)
        now = self._time(at)
        if isinstance(move, str):
            move = self.position.parse(move)
        return self._write("move", seat, str(move), now, self.position.play(move, seat, now))

    def take(self, outcome: str, at: int | None = None) -> list[Entry]:
        """An outcome of chance brought from outside, in a match without a seed."""
        self._check_running()
        if self.header.commitment is not None:
            raise IllegalMove(Refusal("chance_is_sealed", "The seed of this match decides chance."))
        return self._write("chance", None, outcome, self._time(at), self.position.take(outcome))

    # Taking back

    def undo_refusal(self, seat: int, to: int | None = None, agreed: Collection[int] = ()) -> Refusal | None:
        """Why that seat cannot take back its last move, or all that came after the step of entry `to`.

        A player takes back freely only what showed nobody anything new: own moves that the game lets go, with
        no chance and nobody else's move among them. Everything else needs the others' consent.
        """
        if self.is_over:
            return _OVER
        target = self._last_decision() if to is None else to
        if target is None:
            return Refusal("nothing_to_undo", "There is nothing to take back.")
        if not self._can_return_to(target):
            return Refusal("nothing_to_undo", f"The match cannot go back to entry {target}.")
        if self._is_free(seat, target, self._current) or self._all_agree(seat, agreed):
            return None
        return Refusal("undo_needs_consent", "The other players have to agree to that.")

    def undo(
        self, seat: int, at: int | None = None, *, to: int | None = None, agreed: Collection[int] = ()
    ) -> list[Entry]:
        """Takes back the last move, or all that came after the step of entry `to`; `agreed` are who consents."""
        self._check_seat(seat)
        refusal = self.undo_refusal(seat, to, agreed)
        if refusal is not None:
            raise IllegalMove(refusal)
        target = self._last_decision() if to is None else to
        return self._write("undo", seat, f"{target}{_consent(agreed)}", self._time(at))

    def redo_refusal(self, seat: int, agreed: Collection[int] = ()) -> Refusal | None:
        """Why that seat cannot bring back what was taken back last."""
        if self.is_over:
            return _OVER
        if not self._redo:
            return Refusal("nothing_to_redo", "Nothing was taken back, or a move was made since.")
        if self._is_free(seat, self._current, self._redo[-1]) or self._all_agree(seat, agreed):
            return None
        return Refusal("redo_needs_consent", "The other players have to agree to that.")

    def redo(self, seat: int, at: int | None = None, *, agreed: Collection[int] = ()) -> list[Entry]:
        """Brings back what the last undo took; chance is not drawn again."""
        self._check_seat(seat)
        refusal = self.redo_refusal(seat, agreed)
        if refusal is not None:
            raise IllegalMove(refusal)
        return self._write("redo", seat, f"{self._redo[-1]}{_consent(agreed)}", self._time(at))

    # Ending early

    def resign(self, seat: int, at: int | None = None) -> list[Entry]:
        """The player of that seat leaves. The last one left wins; with more left, the match plays for the seat."""
        self._check_running()
        self._check_seat(seat)
        return self._write("resign", seat, "", self._time(at))

    def agree_draw(self, seat: int, at: int | None = None) -> list[Entry]:
        """Offers a draw, or accepts the one offered: when all have, the match is drawn. A move takes it back."""
        self._check_running()
        self._check_seat(seat)
        if seat in self.draw_agreed:
            raise IllegalMove(Refusal("draw_offered", "That seat has offered a draw already."))
        return self._write("draw", seat, "accept" if self.draw_agreed else "offer", self._time(at))

    def decline_draw(self, seat: int, at: int | None = None) -> list[Entry]:
        """Refuses the draw that is offered."""
        self._check_running()
        self._check_seat(seat)
        if not self.draw_agreed:
            raise IllegalMove(Refusal("no_draw_offer", "Nobody has offered a draw."))
        return self._write("draw", seat, "decline", self._time(at))

    def cancel(self, seat: int | None = None, at: int | None = None) -> list[Entry]:
        """Ends the match without a result, in the name of a seat or of the house."""
        self._check_running()
        if seat is not None:
            self._check_seat(seat)
        return self._write("cancel", seat, "", self._time(at))

    def expire(self, at: int) -> list[Entry]:
        """Deals with every clock that has run out by now; to be called when `deadline` is reached.

        When nobody has any time left nobody plays any more, and the house cancels the match.
        """
        first, timed_out = self.number, set[int]()
        while (late := self.deadline()) is not None and late[0] <= at:
            if late[1] in timed_out and timed_out.issuperset(self.seats_left()):
                self.cancel(at=at)
            else:
                timed_out.add(late[1])
                self._write("timeout", late[1], "", self._time(at))
        return self.entries[first:]

    # What follows by itself

    def _write(
        self, kind: Kind, seat: int | None, text: str, at: int, position: AnyPosition | None = None
    ) -> list[Entry]:
        first = self.number
        self._add(kind, seat, text, at, position)
        self._settle(at)
        return self.entries[first:]

    def _settle(self, now: int) -> None:
        while not self.is_over:
            due = self._due()
            if due is not None:
                self._add("end", None, canonical(due).decode(), now)
            elif self.position.is_chance:
                if self.seed is None:
                    return
                drawn = chance.draw(self.seed, self._tree.chances(self._current), self.position.chances())
                self._add("chance", None, drawn, now)
            else:
                absent = [seat for seat in self.position.actors if seat in self.gone or seat in self._late]
                if not absent:
                    return
                self._stand_in(absent[0], now)

    def _stand_in(self, seat: int, now: int) -> None:
        """Plays for a player who is late or gone, taking back steps until the game has a move for that."""
        move = self.position.fallback(seat)
        if move is not None:
            self._add("move", seat, str(move), now)
            return
        target = self._last_decision(0)
        if target is None:
            self._add("resign", seat, "", now)
        else:
            self._add("undo", seat, f"{target} forced", now)

    def _last_decision(self, floor: int | None = None) -> int | None:
        """The step before the last move on the line, not above `floor` (the beginning of a branch)."""
        node, floor = self._current, self._inherited if floor is None else floor
        while node > floor:
            above = self._tree.parent(node)
            if self.entries[node - 1].kind == "move":
                return above
            node = above
        return None

    def _can_return_to(self, target: int) -> bool:
        if not self._inherited <= target < self._current or not self._tree.is_ancestor(target, self._current):
            return False
        return not self._tree.position(target).is_chance

    def _time(self, at: int | None) -> int:
        return self.now if at is None else max(at, self.now)

    def _check_running(self) -> None:
        if self.is_over:
            raise IllegalMove(_OVER)

    def _check_seat(self, seat: int) -> None:
        if seat not in range(self.header.seats):
            raise IllegalMove(Refusal("no_such_seat", f"There is no seat {seat} at this table."))
        if seat in self.gone:
            raise IllegalMove(Refusal("seat_left", f"Seat {seat} has left the match."))


_OVER = Refusal("match_over", "The match is over.")


def _consent(agreed: Collection[int]) -> str:
    return f" agreed {','.join(map(str, sorted(agreed)))}" if agreed else ""
