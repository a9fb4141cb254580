"""Writing to a log: entries are chained, and what follows by itself is written with them."""

from __future__ import annotations

from typing import Any

from boardwright.core.game.game import AnyGame
from boardwright.core.match.chance_source import ChanceDraw, ChanceSource, NoSource, SeedSource, chance_content
from boardwright.core.match.display import P_co
from boardwright.core.match.entry import Content, Entry, Kind, Undo, chain, content_of
from boardwright.core.match.header import Header
from boardwright.core.match.log import Log
from boardwright.core.match.undo import last_decision
from boardwright.core.rules.line import Step, make
from boardwright.core.rules.position import AnyPosition


class Writer(Log[P_co]):
    """A log with its source of chance and salts. It checks nothing but steps: `Match` has the commands that do."""

    def __init__(self, game: AnyGame, header: Header, seed: bytes | None = None) -> None:
        super().__init__(game, header, seed)
        self.source: ChanceSource = NoSource() if seed is None else SeedSource(seed, header.shares)
        """Where chance outcomes and salts come from."""

    def _write(
        self,
        kind: Kind,
        seat: int | None,
        content: Content,
        at: int,
        position: AnyPosition | None = None,
        move: Any = None,
    ) -> list[Entry]:
        first = self.number
        self._add(kind, seat, content, at, position, move)
        self.settle(at)
        return self.entries[first:]

    def _add(
        self,
        kind: Kind,
        seat: int | None,
        content: Content,
        at: int,
        position: AnyPosition | None = None,
        move: Any = None,
    ) -> None:
        """Writes one entry, which is not checked any more, with the `position` after a step and its move."""
        number = self.number + 1
        entry = chain(self.head, number, at, kind, seat, content, self.source.salt(number))
        self._apply(entry, position, move=move)

    def _draw(self, drawn: ChanceDraw, at: int) -> None:
        """Writes a chance outcome; IllegalMove if it cannot come."""
        position, chance = make(self.position, Step(None, drawn.outcome)), self.position.chance
        assert chance is not None, "take refuses any outcome where chance brings nothing"
        content = chance_content(self.source, self.number + 1, chance, drawn)
        self._add("chance", None, content, at, position, drawn.outcome)

    def settle(self, now: int) -> None:
        """Writes what follows by itself: the end, chance, moves for absent players. Every command does."""
        returned = set[int]()
        while not self.is_over:
            due = self.due()
            if due is not None:
                self._add("end", None, due.content(), now)
            elif (chance := self.position.chance) is not None:
                drawn = self.source.draw(self.number + 1, self.tree.chances(self.current), chance)
                if drawn is None:
                    return
                self._draw(drawn, now)
            else:
                absent = self.gone.keys() | self.late
                seat = next((seat for seat in self.position.actors if seat in absent), None) if absent else None
                if seat is None:
                    return
                self._stand_in(seat, now, returned)

    def _stand_in(self, seat: int, now: int, returned: set[int]) -> None:
        """Plays the fallback move for an absent seat, undoing steps until there is one.

        Where nothing is left to undo, as in a match that began in the middle of a turn, it is the first legal move.
        `returned` are the steps undone to so far. Coming back to one of them means that absent players go round in
        a circle, so the match is canceled.
        """
        move = self.position.fallback(seat)
        target = last_decision(self, 0)
        if move is None and target is None:
            move = next(iter(self.position.legal_moves(seat)), None)
        if move is not None:
            self._add("move", seat, str(move), now, self.now_position(now).play(move, seat), move)
        elif target is None or target in returned:
            self._add("cancel", None, "", now)
        else:
            returned.add(target)
            self._add("undo", seat, content_of(Undo(target, forced=True)), now)
