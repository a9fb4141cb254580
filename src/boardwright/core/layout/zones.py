"""Zones of pieces: rows, hands, piles, supplies and numbers, each shown and counted from one declaration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain, repeat
from typing import Any, TypeVar
from zlib import crc32

from boardwright.core.drawing.picture import PARTS, group, part
from boardwright.core.drawing.symbol import Box, Symbol
from boardwright.core.layout.art import piece_art
from boardwright.core.layout.pieces import PIECE, Piece, card, card_back, piece_numbers
from boardwright.core.layout.zone import Item, Items, Role, Zone

T = TypeVar("T")
_CARD_SCALE, _PIECE_SCALE, _SUPPLY_SCALE = 1.0, 0.56, 0.3


def faces(components: Iterable[Any], face: Callable[[Any], Piece] = card) -> tuple[Piece | None, ...]:
    """Return a piece for each secret: its face if the viewer sees it, a back if not, None if it is not set.

    >>> from boardwright.core.hidden import Secret
    >>> [piece and piece.letter for piece in faces((Secret.holding(7), Secret(), Secret(down=1)))]
    ['7', None, '?']
    """
    return tuple(face(each.cards[0]) if each.cards else card_back() if len(each) else None for each in components)


class Row(Zone, frozen=True, kw_only=True):
    """Pieces side by side in up to `slots` places; a market, a row of cards, a pool of dice, a player's mat.

    With names, each piece can be pressed; `name` makes the whole row a place to press. `captions` stand below the
    pieces: what a card costs, how many there are.

    >>> row = Row(title="Market", pieces=(card(7), None, card(9)), slots=3, captions=("3 gold",))
    >>> row.text(), [round(number, 2) for number in row.numbers(0, 2)][-4:]
    ('Market: 7 3 gold  –  9', [0.0, 0.0, 1.0, 0.77])
    """

    title: str
    pieces: tuple[Piece | None, ...]
    slots: int
    names: tuple[str, ...] = ()
    captions: tuple[str, ...] = ()
    name: str = ""
    role: Role = Role.SUPPLY
    seat: int | None = None

    def __post_init__(self) -> None:
        if len(self.pieces) > self.slots:
            raise ValueError(f"{self.title!r} has {len(self.pieces)} pieces in {self.slots} slots.")

    def shown(self) -> Items:
        """Return the pieces from left to right, and empty places between them."""
        items = tuple(map(_item, self.pieces, _endless(self.names, ""), _endless(self.captions, "")))
        return Items(
            role=self.role,
            title=self.title,
            items=items,
            most=self.slots,
            scale=_scale(self.pieces),
            name=self.name,
            words=self.title if self.name else "",
            seat=self.seat,
        )

    def planes(self, seats: int) -> list[tuple[str, str, int]]:
        """Return the pieces, slot by slot."""
        return [(f"{self.title} {slot + 1}", PIECE, seats + 2) for slot in range(self.slots)]

    def numbers(self, seat: int | None, seats: int) -> list[float]:
        """Return whose each piece is, and what it is."""
        found: list[float] = []
        slots = zip(range(self.slots), _endless(self.pieces, None), _endless(self.captions, ""), strict=False)
        for _, piece, caption in slots:
            found += piece_numbers(piece, seat, seats)
            if caption:
                found[-1] = crc32(f"{found[-1]}:{caption}".encode()) / 2**32
        return found


class HandZone(Zone, frozen=True, kw_only=True):
    """The cards of a hand, each pressed by its text; `kinds` are all cards of the game, `most` how many fit.

    >>> zone = HandZone(title="Your hand", cards=(4, 9), kinds=(4, 7, 9), most=3)
    >>> zone.text(), zone.numbers(0, 2)
    ('Your hand: 4 9', [1.0, 0.0, 1.0, 0.0])
    """

    title: str
    cards: tuple[Any, ...]
    kinds: tuple[Any, ...]
    most: int
    face: Callable[[Any], Piece] = card
    """The look of a card; by default with its text."""
    down: int = 0
    """Cards that the viewer does not see."""
    seat: int | None = None

    def shown(self) -> Items:
        """Return the zone of a hand: its cards in their order, then those face down."""
        known = [_item(self.face(each), str(each)) for each in self.cards]
        items = (*known, *(_item(card_back(), ""),) * self.down)
        return Items(role=Role.HAND, title=self.title, items=items, most=self.most, seat=self.seat)

    def planes(self, seats: int) -> list[tuple[str, str, int]]:
        """Return how many there are of each card."""
        return [(self.title, "how many there are of each card, scaled; then those face down", len({*self.kinds}) + 1)]

    def numbers(self, seat: int | None, seats: int) -> list[float]:
        """Return each kind of card, scaled by how many there are of it; the cards face down."""
        total = Counter(self.kinds)
        return [self.cards.count(kind) / total[kind] for kind in total] + [self.down / max(1, self.most)]


class Pile(Zone, frozen=True, kw_only=True):
    """A stack of cards face down, of which only the number is seen, and perhaps the card on top."""

    title: str
    count: int
    most: int
    top: Piece | None = None
    name: str = ""

    def shown(self) -> Items:
        """Return a back with the number of cards on it, or the card on top."""
        face = (self.top or card_back(str(self.count))) if self.count else None
        return Items(role=Role.SUPPLY, title=self.title, note=str(self.count), items=(_item(face, self.name),), most=1)

    def text(self, *, color: bool = False) -> str:
        """Return the number of cards."""
        return f"{self.title}: {self.count}{'' if self.top is None else f', on top {self.top.letter}'}"

    def planes(self, seats: int) -> list[tuple[str, str, int]]:
        """Return the number of cards and the card on top."""
        return [(self.title, f"cards, up to {self.most}; the card on top", seats + 3)]

    def numbers(self, seat: int | None, seats: int) -> list[float]:
        """Return the number, scaled, and the card on top."""
        return [self.count / max(1, self.most), *piece_numbers(self.top, seat, seats)]


class Counters(Zone, frozen=True, kw_only=True):
    """Numbers with a label and the highest they can be: `Counters(values=(("X", 3, 20), ("O", 5, 20)))`.

    >>> Counters(values=(("X", 3, 20),)).text(), Counters(values=(("X", 3, 20),)).numbers(0, 2)
    ('X 3', [0.15])
    """

    values: tuple[tuple[str, int, int], ...]
    title: str = ""

    def shown(self) -> Items:
        """Return the numbers after their labels."""
        items = tuple([Item(title=label, caption=str(value)) for label, value, _ in self.values])
        return Items(role=Role.COUNTERS, title=self.title, items=items)

    def text(self, *, color: bool = False) -> str:
        """Return the numbers in a line."""
        return f"{self.title}{': ' * bool(self.title)}" + ", ".join(
            f"{label} {value}" for label, value, _ in self.values
        )

    def planes(self, seats: int) -> list[tuple[str, str, int]]:
        """Return one number each."""
        return [(label, f"0 to {most}, scaled to 1", 1) for label, _, most in self.values]

    def numbers(self, seat: int | None, seats: int) -> list[float]:
        """Return the numbers, scaled by the highest they can be."""
        return [max(-1.0, min(1.0, value / max(1, most))) for _, value, most in self.values]


class Supply(Zone, frozen=True, kw_only=True):
    """Pieces to take and put on the board, each with the name of its move and how many are left.

    They turn in steps of `turn_step` degrees while they are held.
    """

    title: str
    pieces: tuple[tuple[str, Piece, int, int], ...]
    """Name, piece, how many are left, and of how many at most."""
    turn_step: int = 90

    def shown(self) -> Items:
        """Return the pieces with their numbers."""
        items = [
            Item(
                art=_held(piece, self.turn_step),
                name=name,
                words=f"{name}, {left} left",
                title=name,
                caption=f"× {left}",
            )
            for name, piece, left, _ in self.pieces
        ]
        return Items(role=Role.SUPPLY, title=self.title, items=tuple(items), scale=_SUPPLY_SCALE)

    def text(self, *, color: bool = False) -> str:
        """Return the names and numbers."""
        return f"{self.title}: " + ", ".join(f"{name} {left}" for name, _, left, _ in self.pieces)

    def planes(self, seats: int) -> list[tuple[str, str, int]]:
        """Return how many are left."""
        return [(name, f"left, up to {most}", 1) for name, _, _, most in self.pieces]

    def numbers(self, seat: int | None, seats: int) -> list[float]:
        """Return what is left, scaled by how many there are."""
        return [left / max(1, most) for _, _, left, most in self.pieces]


class Lines(Zone, frozen=True):
    """Sentences below the table; learning programs do not see them."""

    lines: tuple[str, ...]

    def shown(self) -> Items:
        """Return the sentences."""
        return Items(role=Role.TEXT, lines=tuple(self.lines))


def _scale(pieces: Iterable[Piece | None]) -> float:
    return _CARD_SCALE if all(piece is None or piece.look == "card" for piece in pieces) else _PIECE_SCALE


def _endless(values: Iterable[T], rest: T) -> Iterator[T]:
    return chain(values, repeat(rest))


@lru_cache(PARTS)
def _item(piece: Piece | None, name: str, caption: str = "") -> Item:
    return Item(art=None if piece is None else piece_symbol(piece), name=name, caption=caption)


_CARD_BOX: Box = (-29, -41, 58, 82)
_PIECE_BOX: Box = (-50, -50, 100, 100)


@part
def piece_symbol(piece: Piece) -> Symbol:
    """Return the drawing of a piece."""
    box = _CARD_BOX if piece.look == "card" else _PIECE_BOX
    art = group(piece_art(piece), css="held")
    return Symbol([art], box, words=piece.words, letter=piece.letter, styles=piece.styles)


@part
def _held(piece: Piece, step: int) -> Symbol:
    """Return a piece that turns while it is held, in the size that it has on a board."""
    art = group(piece_art(piece), css="held turns", data_step=step, data_scale=1)
    return Symbol([art], (-100, -30, 200, 60) if piece.look == "wall" else _PIECE_BOX, words=piece.words)
