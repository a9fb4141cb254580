"""Zones: what a table consists of, as data that a browser lays out, a terminal prints and a notebook stacks."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from boardwright.core.drawing.ansi import paint
from boardwright.core.drawing.symbol import Drawing, Symbol
from boardwright.core.layout.frame import Frame


class Role(StrEnum):
    """The purpose of a zone, from which its place on the page follows."""

    BOARD = "board"
    HAND = "hand"
    SUPPLY = "supply"
    BUTTONS = "buttons"
    SCORE = "score"
    TRACK = "track"
    CARDS = "cards"
    RIVAL = "rival"
    COUNTERS = "counters"
    TEXT = "text"


class Item(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One thing in a zone: a piece, a card, a button, a number; with a name it is a part that can be pressed.

    `title`, `text` and `caption` are set by the page in its own font: on a card the title stands above, the text in
    the middle and the caption (a cost, a worth, a count) at the foot. `words` are for speech, by default those of the
    symbol or the title. `shows` and `turn` say that a press takes that other part, turned so often clockwise by
    quarters: it is drawn small, and turned like that.
    """

    art: Symbol | None = None
    name: str = ""
    words: str = ""
    title: str = ""
    text: str = ""
    caption: str = ""
    color: str = ""
    """The accent of a card or button, if it has one."""
    is_hidden: bool = False
    """Not shown, but its room is kept."""
    is_faded: bool = False
    is_lit: bool = False
    """Whether it is chosen, or counts now."""
    is_main: bool = False
    """The button that is pressed in most turns."""
    shows: str = ""
    turn: int = 0

    @property
    def spoken(self) -> str:
        """The words for speech."""
        return self.words or (self.art.words if self.art is not None else "") or self.title

    @property
    def written(self) -> str:
        """The item in a terminal, where nothing is turned by a press."""
        if self.is_hidden or self.shows:
            return ""
        letter = self.art.letter if self.art is not None else "" if self.title else "–"
        return " ".join(part for part in (letter or self.title or self.spoken, self.caption) if part)


class Zone(msgspec.Struct, frozen=True):
    """The base of all zones: what a game declares, and `shown` is the data of."""

    def shown(self) -> Items | Field:
        """Return the zone as data."""
        raise NotImplementedError

    def text(self, *, color: bool = False) -> str:
        """Return the zone for a terminal."""
        return self.shown().text(color=color)

    # What learning programs see, of games that do not say it themselves

    def planes(self, seats: int) -> list[tuple[str, str, int]]:
        """Return what the numbers mean: a name, a meaning and how many there are."""
        return []

    def numbers(self, seat: int | None, seats: int) -> list[float]:
        """Return all that is shown as numbers from 0 to 1 for a viewer; as many as `planes` says."""
        return []


class Shown(Zone, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """The base of zones as data.

    A zone has a title and, at the other end of its line, a `note`; a large `value`; lines of small text. `seat` is
    whose it is, `is_lit` marks the one whose turn it is. With a `name` the whole zone is a part. `held` names the part
    that the game has put into the player's hand; if `returns`, undoing the last move puts it back.
    """

    role: Role
    title: str = ""
    note: str = ""
    value: str = ""
    lines: tuple[str, ...] = ()
    color: str = ""
    seat: int | None = None
    is_lit: bool = False
    name: str = ""
    words: str = ""
    held: str = ""
    returns: bool = False

    def names(self) -> Iterator[str]:
        """Yield the names of the parts, in reading order."""
        if self.name:
            yield self.name

    def arts(self) -> Iterator[Symbol | Frame]:
        """Yield what is drawn."""
        return iter(())

    def heading(self) -> str:
        """Return title, value, note and lines for a terminal."""
        head = " ".join(part for part in (self.title, self.value, self.note) if part)
        return "\n".join(part for part in (head, *self.lines) if part)


class Items(Shown, frozen=True, kw_only=True, omit_defaults=True, tag="items"):
    """Things one after the other, which wrap where there is no room.

    Room is kept for `most` of them, so that nothing moves when one goes. `scale` is how many pixels a unit of their
    drawings is wide; `columns` how many stand in a row at most.

    >>> from boardwright.core.layout.zone import Item, Items, Role
    >>> print(Items(role=Role.BUTTONS, items=(Item(name="pass", title="Pass"),)).text())
    Pass
    """

    items: tuple[Item, ...] = ()
    most: int = 0
    scale: float = 1.0
    columns: int = 0

    def names(self) -> Iterator[str]:
        yield from super().names()
        for item in self.items:
            if item.name and not item.is_hidden:
                yield item.name

    def arts(self) -> Iterator[Symbol]:
        for item in self.items:
            if item.art is not None:
                yield item.art

    def shown(self) -> Items:
        return self

    def text(self, *, color: bool = False) -> str:
        """Return the items after the title, cards and lines below each other."""
        head = self.heading()
        if self.role == Role.CARDS:
            cards = [
                ": ".join(part for part in (item.title, item.text, item.caption) if part)
                if item.title or item.text
                else item.written
                for item in self.items
            ]
            return "\n".join([*([head] if head else []), *(f"  {card}" for card in cards)])
        written = [text for item in self.items if (text := item.written)]
        mark = "  " if any(len(text) > 3 for text in written) else " "
        if not written and not self.most:
            return head
        rest = mark.join(written) or "empty"
        return f"{head}: {rest}" if head else rest


class Place(msgspec.Struct, frozen=True):
    """A symbol that lies somewhere on a board, for drawings that no place has."""

    name: str
    art: Symbol


class Field(Shown, frozen=True, kw_only=True, omit_defaults=True, tag="field"):
    """A board: a symbol, or none, for every place of its frame, in their order.

    `over` is drawn above them for this position, for what no value of a place can say; `previews` are shown at the
    target while the move of that text is aimed. `weight` is the share of the room it takes beside other boards.
    """

    frame: Frame
    cells: tuple[Symbol | None, ...]
    over: Drawing | None = None
    previews: tuple[Place, ...] = ()
    weight: float = 1.0

    def names(self) -> Iterator[str]:
        yield from super().names()
        yield from self.frame.named

    def arts(self) -> Iterator[Symbol | Frame]:
        yield self.frame
        for symbol in self.cells:
            if symbol is not None:
                yield symbol
        for preview in self.previews:
            yield preview.art

    def shown(self) -> Field:
        return self

    def text(self, *, color: bool = False) -> str:
        """Return the board in letters under its title."""
        letters = {
            name: tuple([paint(line, *symbol.styles, color=color) for line in symbol.letter.split("\n")])
            for name, symbol in zip(self.frame.names, self.cells, strict=True)
            if symbol is not None and symbol.letter
        }
        head = self.heading()
        board = self.frame.write(letters)
        return f"{head}\n{board}" if head else board
