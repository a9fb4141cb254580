"""Zones: what a table consists of, each drawn, written and counted from the same declaration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

import msgspec

from boardwright.core.ansi import paint
from boardwright.core.layout.art import CARD_HEIGHT, CARD_WIDTH, piece_art
from boardwright.core.layout.drawing import lines, plate
from boardwright.core.layout.pieces import PAINTS, Piece, card, card_back
from boardwright.core.picture import Shape, group, part, rect, words

WIDTH = 400
"""The width of every zone but a board."""
TEXT = 16
_TITLE, _GAP, _IN_ROW = 24, 7, 6


class Zone(msgspec.Struct, frozen=True):
    """The base of all zones: a part of the table under a title."""

    width: ClassVar[int] = WIDTH

    def height(self) -> float:
        """How high it is drawn; the same throughout a game where that is possible."""
        raise NotImplementedError

    def shapes(self) -> list[Shape]:
        """It drawn from 0, 0."""
        raise NotImplementedError

    def text(self, *, color: bool = False) -> str:
        """It in a terminal."""
        raise NotImplementedError

    def planes(self, seats: int) -> list[tuple[str, str, int]]:
        """What its numbers mean: a name, a meaning and how many there are."""
        raise NotImplementedError

    def numbers(self, seat: int | None, seats: int) -> list[float]:
        """All that it shows, as numbers from 0 to 1 for a viewer; as many as `planes` says."""
        raise NotImplementedError


def faces(components: Iterable[Any], face: Callable[[Any], Piece] = card) -> tuple[Piece | None, ...]:
    """A piece for each secret: its face if the viewer sees it, the back of a card if not, None if it is not set.

    >>> from boardwright.core.components import Secret
    >>> [piece and piece.letter for piece in faces((Secret.holding(7), Secret(), Secret(down=1)))]
    ['7', None, '?']
    """
    return tuple(face(each.cards[0]) if each.cards else card_back() if len(each) else None for each in components)


class Row(Zone, frozen=True, kw_only=True):
    """Pieces side by side in up to `slots` places; a market, a row of cards, a pool of dice, a player's mat.

    With names, each piece can be pressed; `name` makes the whole row a place to press.

    >>> row = Row(title="Market", pieces=(card(7), None, card(9)), slots=3)
    >>> row.text(), [round(number, 2) for number in row.numbers(0, 2)][-4:]
    ('Market: 7 – 9', [0.0, 0.0, 1.0, 0.77])
    """

    title: str
    pieces: tuple[Piece | None, ...]
    slots: int
    names: tuple[str, ...] = ()
    name: str = ""

    def __post_init__(self) -> None:
        if len(self.pieces) > self.slots:
            raise ValueError(f"{self.title!r} has {len(self.pieces)} pieces in {self.slots} slots.")

    def height(self) -> float:
        """As high as all slots."""
        return _TITLE + -(-self.slots // _IN_ROW) * (CARD_HEIGHT + _GAP)

    def shapes(self) -> list[Shape]:
        """The title, and the pieces from left to right."""
        height = self.height()
        ground = rect(1, _TITLE - 2, WIDTH - 2, height - _TITLE, rx=10, css="outline lay-zone", fill="#e3d9c3")
        pieces = [_slot(number, piece, self._name(number)) for number, piece in enumerate(self.pieces)]
        if self.name:
            return [_title(self.title), group([ground, *pieces], name=self.name, label=self.title)]
        return [_title(self.title), ground, *pieces]

    def _name(self, number: int) -> str:
        return self.names[number] if number < len(self.names) else ""

    def text(self, *, color: bool = False) -> str:
        """The letters of the pieces after the title."""
        letters = " ".join("–" if piece is None else _painted(piece, color) for piece in self.pieces)
        return f"{self.title}: {letters or 'empty'}"

    def planes(self, seats: int) -> list[tuple[str, str, int]]:
        """The pieces, slot by slot."""
        return [(f"{self.title} {slot + 1}", PIECE, seats + 2) for slot in range(self.slots)]

    def numbers(self, seat: int | None, seats: int) -> list[float]:
        """Whose each piece is, and what it is."""
        given = [*self.pieces, *(None,) * (self.slots - len(self.pieces))]
        return [number for piece in given for number in piece_numbers(piece, seat, seats)]


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
    """How a card looks; by default with its text."""
    down: int = 0
    """Cards that the viewer does not see."""

    def height(self) -> float:
        """As high as a full hand."""
        return _TITLE + -(-self.most // _IN_ROW) * (CARD_HEIGHT + _GAP)

    def shapes(self) -> list[Shape]:
        """The cards in their order, then those face down."""
        known = [_slot(number, self.face(each), str(each)) for number, each in enumerate(self.cards)]
        down = [_slot(len(known) + number, card_back(), "") for number in range(self.down)]
        return [_title(self.title), *known, *down]

    def text(self, *, color: bool = False) -> str:
        """The cards after the title."""
        cards = [*map(str, self.cards), *("?",) * self.down]
        return f"{self.title}: {' '.join(cards) or 'empty'}"

    def planes(self, seats: int) -> list[tuple[str, str, int]]:
        """How many there are of each card."""
        return [(self.title, "how many there are of each card, scaled; then those face down", len({*self.kinds}) + 1)]

    def numbers(self, seat: int | None, seats: int) -> list[float]:
        """Each kind of card, scaled by how many there are of it; the cards face down."""
        total = Counter(self.kinds)
        return [self.cards.count(kind) / total[kind] for kind in total] + [self.down / max(1, self.most)]


class Pile(Zone, frozen=True, kw_only=True):
    """A stack of cards face down, of which only the number is seen, and perhaps the card on top."""

    title: str
    count: int
    most: int
    top: Piece | None = None
    name: str = ""

    def height(self) -> float:
        """One card high."""
        return _TITLE + CARD_HEIGHT + _GAP

    def shapes(self) -> list[Shape]:
        """A back with the number of cards on it, or the card on top."""
        face = self.top or card_back(str(self.count))
        return [_title(f"{self.title}: {self.count}"), _slot(0, face if self.count else None, self.name)]

    def text(self, *, color: bool = False) -> str:
        """The number of cards."""
        return f"{self.title}: {self.count}{'' if self.top is None else f', on top {self.top.letter}'}"

    def planes(self, seats: int) -> list[tuple[str, str, int]]:
        """The number of cards and the card on top."""
        return [(self.title, f"cards, up to {self.most}; the card on top", seats + 3)]

    def numbers(self, seat: int | None, seats: int) -> list[float]:
        """The number, scaled, and the card on top."""
        return [self.count / max(1, self.most), *piece_numbers(self.top, seat, seats)]


class Counters(Zone, frozen=True, kw_only=True):
    """Numbers with a label and the highest they can be: `Counters(values=(("X", 3, 20), ("O", 5, 20)))`.

    >>> Counters(values=(("X", 3, 20),)).text(), Counters(values=(("X", 3, 20),)).numbers(0, 2)
    ('X 3', [0.15])
    """

    values: tuple[tuple[str, int, int], ...]
    title: str = ""

    def height(self) -> float:
        """Three numbers a line."""
        return _TITLE * bool(self.title) + -(-len(self.values) // 3) * 40

    def shapes(self) -> list[Shape]:
        """A pill for each number."""
        top = _TITLE * bool(self.title)
        pills = [
            _pill(n % 3 * 134, top + n // 3 * 40, f"{label} {value}") for n, (label, value, _) in enumerate(self.values)
        ]
        return [*([_title(self.title)] if self.title else []), *pills]

    def text(self, *, color: bool = False) -> str:
        """The numbers in a line."""
        return f"{self.title}{': ' * bool(self.title)}" + ", ".join(
            f"{label} {value}" for label, value, _ in self.values
        )

    def planes(self, seats: int) -> list[tuple[str, str, int]]:
        """One number each."""
        return [(label, f"0 to {most}, scaled to 1", 1) for label, _, most in self.values]

    def numbers(self, seat: int | None, seats: int) -> list[float]:
        """Scaled by the highest they can be."""
        return [max(-1.0, min(1.0, value / max(1, most))) for _, value, most in self.values]


class Supply(Zone, frozen=True, kw_only=True):
    """Pieces to take and put on the board, each with the name of its move and how many are left.

    `scale` is that of the board (`BoardZone.scale`), so that what is held is as large as what will be there; it turns
    in steps of `turn_step` degrees.
    """

    title: str
    pieces: tuple[tuple[str, Piece, int, int], ...]
    """Name, piece, how many are left, and of how many at most."""
    scale: float = 0.5
    turn_step: int = 90

    def height(self) -> float:
        """One line."""
        return _TITLE + 64

    def shapes(self) -> list[Shape]:
        """The pieces side by side, with their numbers."""
        return [_title(self.title), *(self._piece(number) for number in range(len(self.pieces)))]

    def _piece(self, number: int) -> Shape:
        name, piece, left, _ = self.pieces[number]
        x = 4 + number * 196
        art = group(
            piece_art(piece),
            css="held turns",
            transform=f"translate({x + 64} {_TITLE + 28}) scale(0.3)",
            data_scale=self.scale,
            data_step=self.turn_step,
        )
        ground = rect(x, _TITLE, 186, 56, rx=10, css="outline lay-zone", fill="#e3d9c3")
        count = words(x + 152, _TITLE + 28, f"× {left}", 18, css="lay-ink", fill="#3c3523")
        return group([ground, art, count], name=name, label=f"{name}, {left} left")

    def text(self, *, color: bool = False) -> str:
        """The names and numbers."""
        return f"{self.title}: " + ", ".join(f"{name} {left}" for name, _, left, _ in self.pieces)

    def planes(self, seats: int) -> list[tuple[str, str, int]]:
        """How many are left."""
        return [(name, f"left, up to {most}", 1) for name, _, _, most in self.pieces]

    def numbers(self, seat: int | None, seats: int) -> list[float]:
        """Scaled by how many there are."""
        return [left / max(1, most) for _, _, left, most in self.pieces]


class Lines(Zone, frozen=True):
    """Sentences below the table; learning programs do not see them."""

    lines: tuple[str, ...]

    def height(self) -> float:
        """A line each."""
        return 26 * len(self.lines)

    def shapes(self) -> list[Shape]:
        """The sentences from the left."""
        return [*lines(2, 13, tuple(self.lines), TEXT, 26, css="lay-ink", fill="#3c3523")]

    def text(self, *, color: bool = False) -> str:
        """The sentences."""
        return "\n".join(self.lines)

    def planes(self, seats: int) -> list[tuple[str, str, int]]:
        """None."""
        return []

    def numbers(self, seat: int | None, seats: int) -> list[float]:
        """None."""
        return []


PIECE = "whose piece: the viewer's, the next player's and so on, nobody's; then what piece it is"


def piece_numbers(piece: Piece | None, seat: int | None, seats: int) -> list[float]:
    """Whose a piece is, seen by a seat, and what it is: `seats` + 2 numbers."""
    found = [0.0] * (seats + 2)
    if piece is not None:
        found[seats if piece.seat is None else (piece.seat - (seat or 0)) % seats] = 1.0
        found[-1] = piece.code
    return found


def _painted(piece: Piece, color: bool) -> str:
    styles = () if piece.seat is None else (PAINTS[piece.seat % len(PAINTS)], "bold")
    return paint(piece.letter, *styles, color=color)


@part
def _slot(number: int, piece: Piece | None, name: str) -> Shape:
    x = 4 + number % _IN_ROW * (CARD_WIDTH + _GAP) + CARD_WIDTH / 2
    y = _TITLE + 2 + number // _IN_ROW * (CARD_HEIGHT + _GAP) + CARD_HEIGHT / 2
    if piece is None:
        look: dict[str, Any] = {"fill": "none", "stroke": "#b9ae95", "stroke_dasharray": "4 4"}
        return rect(x - CARD_WIDTH / 2, y - CARD_HEIGHT / 2, CARD_WIDTH, CARD_HEIGHT, rx=8, name=name, **look)
    at = f"translate({x} {y})"
    hit = rect(-CARD_WIDTH / 2, -CARD_HEIGHT / 2, CARD_WIDTH, CARD_HEIGHT, rx=8, css="outline", fill_opacity=0)
    scale = "" if piece.look == "card" else " scale(0.56)"
    art = group(piece_art(piece), transform=scale.strip(), css="held" if name else "")
    return group([hit, art], transform=at, name=name, label=piece.words if name else "")


def _title(text: str) -> Shape:
    return words(2, 11, text, TEXT, css="lay-ink", text_anchor="start", fill="#3c3523", font_weight="600")


@part
def _pill(x: float, y: float, text: str) -> Shape:
    box = rect(x, y + 2, 128, 34, rx=17, css="lay-zone", fill="#e3d9c3")
    return plate(box, text, min(TEXT, 200 / max(1, len(text))), "#3c3523", ink_css="lay-ink")
