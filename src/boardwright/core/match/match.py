"""A match: a log that players, chance and clocks write to.

Every command checks first, appends entries, settles what follows by itself (chance, moves for players who are
late or gone, the end) and returns the new entries. When it refuses it raises IllegalMove, and nothing has changed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Self, cast

import msgspec

from boardwright.core.chance import distribution as chance
from boardwright.core.game.game import AnyGame, Game
from boardwright.core.game.registry import game as find_game
from boardwright.core.match.clock import Clock, read_turn
from boardwright.core.match.entry import Entry, Pause, Redo, Undo, content_of
from boardwright.core.match.header import Adjudication, Header, Setup, new_header
from boardwright.core.match.history import P, P_co
from boardwright.core.match.undo import MATCH_OVER
from boardwright.core.match.writer import ChanceDraw, Writer
from boardwright.core.refusal import IllegalMove, Refusal
from boardwright.core.rules.line import Step, make
from boardwright.core.rules.options import GivenOptions
from boardwright.core.rules.position import AnyPosition
from boardwright.core.seed import FRESH, Fresh, Seed, read_seed

_NO_ADJUDICATION = Adjudication()


class Match(Writer[P_co]):
    """One playing of a game.

    >>> from boardwright.core.game.registry import game, names
    >>> match = Match.new(game(names()[0]), seed=bytes(32))
    >>> move = str(next(iter(match.position.legal_moves())))
    >>> match.play(move)[0].text == move
    True
    >>> match.undo(0, agreed=[1])[0].kind, match.position == match.at(0)
    ('undo', True)
    """

    # Beginning

    @classmethod
    def new(
        cls,
        game: Game[P, Any] | str,
        *,
        seats: int | None = None,
        options: GivenOptions = None,
        players: Sequence[str] = (),
        seed: Seed | Fresh | None = FRESH,
        shares: Sequence[str] = (),
        at: int = 0,
        clock: Clock | str = "none",
        adjudication: Adjudication = _NO_ADJUDICATION,
        start: AnyPosition | str | None = None,
    ) -> Match[P]:
        """Return a new match of a game, or of the installed one of that name.

        The seed and the players' shares decide all chance. Without a seed the match has a random one. With `seed=None`
        it has none: chance outcomes come from outside, by `take`. A clock is a `Clock` or its text, such as "300+5",
        and `start` a position or its text (`position_text`).
        """
        rules, secret = find_game(game), None if seed is None else read_seed(seed)
        setup = Setup(seats=seats, options=options, players=players, shares=shares, at=at, clock=clock, start=start)
        match = cls(rules, new_header(rules, secret, {**setup, "adjudication": adjudication}), secret)
        match.settle(at)
        return cast("Match[P]", match)

    @classmethod
    def resume(
        cls,
        game: AnyGame,
        header: Header,
        entries: Sequence[Entry],
        seed: bytes | None = None,
        turns: Sequence[str | None] = (),
    ) -> Match:
        """Return a match from a log that this program itself wrote and kept; `replay.load` checks one from elsewhere.

        The header selects the version of the rules; BadRecord if the game does not have it. `turns` are the notes of
        the entries; they are not used if they cannot be true.
        """
        match = cls(header.rules(game), header, seed)
        match.extend(entries, turns)
        if turns and turns[-1] is not None and read_turn(turns[-1]).actors != match.position.actors:
            return cls.resume(game, header, entries, seed)
        return match

    def branch(
        self,
        number: int = -1,
        *,
        players: Sequence[str] = (),
        seed: Seed | Fresh | None = FRESH,
        shares: Sequence[str] = (),
        at: int | None = None,
        clock: Clock | None = None,
    ) -> Self:
        """Return a new match that begins where this one stood after entry `number`; this one is not touched.

        The steps that led there are copied into the new log; chance from there on comes from the new seed, as in `new`.
        """
        secret = None if seed is None else read_seed(seed)
        header = msgspec.structs.replace(
            self.header,
            players=tuple(players) or self.header.players,
            created=self.now if at is None else at,
            clock=self.header.clock if clock is None else clock,
            commitment=None if secret is None else chance.commitment(secret),
            shares=tuple(shares),
            salt="" if secret is None else chance.Salts(secret).salt(0),
            migrated=msgspec.UNSET,
            branch=self.branch_point(number),
        )
        match = type(self)(self.game, header, secret)
        for entry in self.line(number):
            match.inherit(self.tree.step(entry.number))
        match.settle(match.now)
        return match

    def inherit(self, step: Step) -> None:
        """Copy the next step of the match that this one branches from; IllegalMove if it cannot be."""
        at = self.now if step.at is None else step.at
        if self.due() is not None:
            raise IllegalMove(Refusal("match_over", "The match it comes from was over by then."))
        if step.seat is None:
            self._draw(ChanceDraw(step.move), at)
        else:
            move = self.position.moves.named(step.move, self.position)
            self._add("move", step.seat, str(move), at, make(self.position, Step(step.seat, move, at)), move)

    # Playing

    def play(self, move: Any, seat: int | None = None, at: int | None = None) -> list[Entry]:
        """Make a player's move, given as a value, its text or its gesture; None is the first seat that may act."""
        now = self._check(at)
        if self.position.chance is not None:
            raise IllegalMove(Refusal("chance_first", "A chance outcome comes first."))
        here = self.now_position(now)
        if seat is None:
            seat = next(iter(here.actors), 0)
        self._check_seat(seat)
        move = here.moves.named(move, here, seat)
        return self._write("move", seat, str(move), now, here.play(move, seat), move)

    def take(self, outcome: str, at: int | None = None) -> list[Entry]:
        """Take in a chance outcome from outside, in a match without a seed."""
        now = self._check(at)
        if self.header.commitment is not None:
            raise IllegalMove(Refusal("chance_is_sealed", "The seed of this match decides chance."))
        first = self.number
        self._draw(ChanceDraw(outcome), now)
        self.settle(now)
        return self.entries[first:]

    def follow(self, steps: Iterable[Step]) -> Self:
        """Make these steps, in a match without a seed, and return the match."""
        for step in steps:
            if step.seat is None:
                self.take(step.move, step.at)
            else:
                self.play(step.move, step.seat, step.at)
        return self

    # Taking back

    def undo(
        self, seat: int | None = None, at: int | None = None, *, to: int | None = None, agreed: Collection[int] = ()
    ) -> list[Entry]:
        """Take back the last move, or all after the step of entry `to`; `agreed` consent. None: who moved last."""
        seat = self._last_mover() if seat is None else seat
        now = self._check(at, seat)
        refusal = self.undo_refusal(seat, to, agreed, now)
        if refusal is not None:
            raise IllegalMove(refusal)
        target = self._last_decision() if to is None else to
        return self._write("undo", seat, content_of(Undo(target or 0, self._others(seat, agreed))), now)

    def redo(self, seat: int, at: int | None = None, *, agreed: Collection[int] = ()) -> list[Entry]:
        """Bring back what the last undo took; chance is not drawn again."""
        now = self._check(at, seat)
        refusal = self.redo_refusal(seat, agreed)
        if refusal is not None:
            raise IllegalMove(refusal)
        return self._write("redo", seat, content_of(Redo(self.redoable[-1], self._others(seat, agreed))), now)

    def _others(self, seat: int, agreed: Collection[int]) -> tuple[int, ...]:
        return tuple(other for other in self.seats_left() if other != seat and other in agreed)

    # Ending early

    def resign(self, seat: int, at: int | None = None) -> list[Entry]:
        """Resign for that seat. The last player left wins; with more left, the match plays for the seat."""
        now = self._check(at, seat)
        return self._write("resign", seat, "", now)

    def agree_draw(self, seat: int, at: int | None = None) -> list[Entry]:
        """Offer a draw, or accept the one offered: when all have, the match is drawn. A move takes it back."""
        now = self._check(at, seat)
        if seat in self.draw_agreed:
            raise IllegalMove(Refusal("draw_offered", "That seat has offered a draw already."))
        return self._write("draw", seat, "accept" if self.draw_agreed else "offer", now)

    def decline_draw(self, seat: int, at: int | None = None) -> list[Entry]:
        """Refuse the draw that is offered."""
        now = self._check(at, seat)
        if not self.draw_agreed:
            raise IllegalMove(Refusal("no_draw_offer", "Nobody has offered a draw."))
        return self._write("draw", seat, "decline", now)

    def cancel(self, seat: int | None = None, at: int | None = None) -> list[Entry]:
        """End the match without a result, in the name of a seat or of the server."""
        now = self._check(at, seat)
        return self._write("cancel", seat, "", now)

    # Time

    def expire(self, at: int) -> list[Entry]:
        """Deal with every clock that has run out by then; called when `deadline` is reached.

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
        """Write down that no server served the match from `since` until now, so that nobody loses time by it."""
        since = self._check(since)
        if at <= since:
            raise IllegalMove(Refusal("no_pause", "A pause ends after it began."))
        return self._write("pause", None, content_of(Pause(since)), at)

    # Checks

    def _time(self, at: int | None) -> int:
        return self.now if at is None else max(at, self.now)

    def _check(self, at: int | None, seat: int | None = None) -> int:
        """Return the time to write down; IllegalMove if that seat, or the server, can do nothing any more by then."""
        if self.is_over:
            raise IllegalMove(MATCH_OVER)
        now, late = self._time(at), self.deadline()
        if late is not None and late[0] <= now:
            raise IllegalMove(Refusal("time_is_up", f"The time of seat {late[1]} ran out."))
        if seat is not None:
            self._check_seat(seat)
        return now

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.header.seats:
            raise IllegalMove(Refusal("no_such_seat", f"There is no seat {seat} at this table."))
        if seat in self.gone:
            raise IllegalMove(Refusal("seat_left", f"Seat {seat} has left the match."))
