"""Pieces: what stands on places and lies in zones."""

from __future__ import annotations

from typing import Literal, TypeAlias
from zlib import crc32

import msgspec

COLORS = ("#2f6db3", "#c8452f", "#2e8b57", "#b8860b", "#7a4fb5", "#4a4f57")
PAINTS = ("blue", "red", "green", "yellow", "purple", "gray")
LETTERS = "XOABCDEF"
"""The letters of the seats."""
Look: TypeAlias = Literal["disc", "pawn", "cube", "wall", "road", "card", "die", "chip", "token"]


class Piece(msgspec.Struct, frozen=True):
    """A piece: how it looks, what is written on it, and whose it is (None: nobody's).

    `text` is on its face, `note` at the foot of a card, `color` replaces that of the seat. `turn` turns it clockwise by
    quarters. `label` is what a screen reader says. `art` is the address of a picture file (`asset`).
    """

    look: Look
    text: str = ""
    seat: int | None = None
    label: str = ""
    note: str = ""
    color: str = ""
    turn: int = 0
    is_down: bool = False
    art: str = ""

    @property
    def fill(self) -> str:
        """The color of the piece."""
        return self.color or COLORS[-1 if self.seat is None else self.seat % len(COLORS)]

    @property
    def letter(self) -> str:
        """The letters that stand for it in a terminal."""
        if self.is_down:
            return "?"
        if self.look == "token":
            return self.label[:1].upper() + ("" if self.seat is None else str(self.seat + 1))
        return self.text or ("#" if self.seat is None else LETTERS[self.seat % len(LETTERS)])

    @property
    def styles(self) -> tuple[str, ...]:
        """The color and weight of its letter in a terminal."""
        return () if self.seat is None else (PAINTS[self.seat % len(PAINTS)], "bold")

    @property
    def words(self) -> str:
        """The name that players call it by."""
        if self.label:
            return self.label
        owner = "" if self.seat is None else f" of player {self.seat + 1}"
        return f"{self.look}{' face down' if self.is_down else ''}{' ' * bool(self.text)}{self.text}{owner}"

    @property
    def code(self) -> float:
        """A number between 0 and 1 that distinguishes its face, for arrays."""
        drawn = self.label if self.art else ""
        return crc32(f"{self.look}:{self.text}:{self.color}:{self.turn}:{self.is_down}{drawn}".encode()) / 2**32


def disc(seat: int | None, text: str = "", label: str = "") -> Piece:
    """Return a round stone.

    >>> disc(0).words, disc(1).letter
    ('disc of player 1', 'O')
    """
    return Piece("disc", text, seat, label)


def pawn(seat: int | None, label: str = "") -> Piece:
    """Return a standing figure."""
    return Piece("pawn", "", seat, label)


def cube(seat: int | None, color: str = "", label: str = "") -> Piece:
    """Return a small wooden cube."""
    return Piece("cube", "", seat, label, color=color)


def wall(turn: int, seat: int | None = None, label: str = "") -> Piece:
    """Return a wall two cells long: across (0) or down (1)."""
    return Piece("wall", "", seat, label or ("wall across", "wall down")[turn % 2], color="#7a4a21", turn=turn)


def road(seat: int | None, label: str = "") -> Piece:
    """Return a bar along an edge, as long as the side of a hexagon."""
    return Piece("road", "", seat, label)


def card(text: object, note: str = "", color: str = "#24557f", label: str = "", art: str = "") -> Piece:
    """Return a card, face up; with `art`, a picture file is above its text."""
    return Piece("card", str(text), None, label, note, color, art=art)


def card_back(count_text: str = "") -> Piece:
    """Return a card, face down."""
    return Piece("card", count_text, None, is_down=True)


def die(face: int, color: str = "#ffffff") -> Piece:
    """Return a die that shows its face in pips."""
    return Piece("die", str(face), None, f"die {face}", color=color)


def chip(text: object, seat: int | None = None, label: str = "") -> Piece:
    """Return a small round counter with something written on it."""
    return Piece("chip", str(text), seat, label)


def token(art: str, label: str, seat: int | None = None) -> Piece:
    """Return a piece that looks like a picture file of the game: `token(asset(__package__, "boat.svg"), "boat", seat)`.

    >>> boat = token("/assets/regatta/0/boat.svg", "boat", 1)
    >>> boat.words, boat.letter
    ('boat of player 2', 'B2')
    """
    owner = "" if seat is None else f" of player {seat + 1}"
    return Piece("token", "", seat, f"{label}{owner}", art=art)


PIECE = "whose piece: the viewer's, the next player's and so on, nobody's; then what piece it is"


def piece_numbers(piece: Piece | None, seat: int | None, seats: int) -> list[float]:
    """Return whose a piece is, seen by a seat, and what it is: `seats` + 2 numbers."""
    found = [0.0] * (seats + 2)
    if piece is not None:
        found[seats if piece.seat is None else (piece.seat - (seat or 0)) % seats] = 1.0
        found[-1] = piece.code
    return found
