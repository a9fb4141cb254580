"""Writing to a log: entries are chained, with chance and salts from a source, and what follows by itself."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from boardwright.core.chance import distribution as chance
from boardwright.core.chance.deal import Chances, Deal, shuffle, split
from boardwright.core.chance.sealed_deal import SealedDeal, SealedPart
from boardwright.core.game.game import AnyGame
from boardwright.core.match.entry import Content, Drawn, Entry, Kind, Undo, chain, content_of
from boardwright.core.match.header import Header
from boardwright.core.match.history import P_co
from boardwright.core.match.undo import UndoRules
from boardwright.core.rules.line import Step, make
from boardwright.core.rules.position import AnyPosition


class ChanceDraw(NamedTuple):
    """A chance outcome, and the commitment to what it was drawn from; "" if it does not come from the seed."""

    outcome: str
    of: str = ""


class ChanceSource(Protocol):
    """The questions of a match while it writes entry `number`."""

    def salt(self, number: int, part: int | None = None) -> str:
        """Return the salt of that entry, or of one part of the deal that it is."""

    def draw(self, number: int, ordinal: int, chances: Chances) -> ChanceDraw | None:
        """Return the outcome of the `ordinal`-th chance step on the entry's line; None if it comes from outside."""


def chance_content(source: ChanceSource, number: int, chances: Chances, drawn: ChanceDraw) -> Content:
    """Return what entry `number` holds of a chance outcome that is one of `chances`."""
    if not isinstance(chances, Deal):
        return content_of(Drawn(drawn.of, drawn.outcome)) if drawn.of else drawn.outcome
    parts = zip(chances.parts, split(drawn.outcome), strict=True)
    dealt = (
        SealedPart(cards, part.count, source.salt(number, place), part.seen)
        for place, (part, cards) in enumerate(parts)
    )
    return content_of(SealedDeal(tuple(dealt), drawn.of))


class SeedSource:
    """Draws from a committed seed that is mixed with the players' shares."""

    __slots__ = ("_dice", "_salts")

    def __init__(self, seed: bytes, shares: tuple[str, ...] = ()) -> None:
        self._salts = chance.Salts(seed)
        self._dice = chance.mix(seed, shares)

    def salt(self, number: int, part: int | None = None) -> str:
        """Return the salt that the seed gives that entry or part."""
        return self._salts.salt(number, part)

    def draw(self, number: int, ordinal: int, chances: Chances) -> ChanceDraw:
        """Return the outcome, with a commitment to the distribution or deal it was drawn from."""
        of = chance.fingerprint(self._dice, number, chances.digest)
        if isinstance(chances, Deal):
            return ChanceDraw(shuffle(self._dice, ordinal, chances), of)
        return ChanceDraw(chance.draw(self._dice, ordinal, chances), of)


class NoSource:
    """Without a seed nothing is salted, and chance outcomes come from outside."""

    __slots__ = ()

    def salt(self, number: int, part: int | None = None) -> str:
        """Return no salt."""
        return ""

    def draw(self, number: int, ordinal: int, chances: Chances) -> None:
        """Return nothing: `Match.take` is told the outcome."""


class Writer(UndoRules[P_co]):
    """A log with its source of chance and salts. It checks nothing but steps: `Match` has the commands that do."""

    def __init__(self, game: AnyGame, header: Header, seed: bytes | None = None) -> None:
        super().__init__(game, header, seed)
        self.source: ChanceSource = NoSource() if seed is None else SeedSource(seed, header.shares)
        """The source of chance outcomes and salts."""

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
        """Write one entry, which is not checked any more, with the `position` after a step and its move."""
        number = self.number + 1
        entry = chain(self.head, number, at, kind, seat, content, self.source.salt(number))
        self._apply(entry, position, move=move)

    def _draw(self, drawn: ChanceDraw, at: int) -> None:
        """Write a chance outcome; IllegalMove if it cannot come."""
        position, chances = make(self.position, Step(None, drawn.outcome)), self.position.chance
        assert chances is not None, "take refuses any outcome where chance brings nothing"
        content = chance_content(self.source, self.number + 1, chances, drawn)
        self._add("chance", None, content, at, position, drawn.outcome)

    def settle(self, now: int) -> None:
        """Write what follows by itself: the end, chance, moves for absent players. Every command does."""
        returned = set[int]()
        while not self.is_over:
            due = self.due()
            if due is not None:
                self._add("end", None, due.content(), now)
            elif (chances := self.position.chance) is not None:
                drawn = self.source.draw(self.number + 1, self.tree.chances(self.current), chances)
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
        """Play the fallback move for an absent seat, undoing steps until there is one.

        Where nothing is left to undo, as in a match that began in the middle of a turn, it is the first legal move.
        `returned` are the steps undone to so far. Coming back to one of them means that absent players go round in
        a circle, so the match is canceled.
        """
        move = self.position.fallback(seat)
        target = self._last_decision(0)
        if move is None and target is None:
            move = next(iter(self.position.legal_moves(seat)), None)
        if move is not None:
            self._add("move", seat, str(move), now, self.now_position(now).play(move, seat), move)
        elif target is None or target in returned:
            self._add("cancel", None, "", now)
        else:
            returned.add(target)
            self._add("undo", seat, content_of(Undo(target, forced=True)), now)
